"""Erasure: what was recorded of a case goes, and a line that says so stands in its place.

A result becomes the failure ``not_answered`` with who erased it, when and why, so that a run stays readable and its
gaps explain themselves. What stood there is known by its SHA-256 alone, in ``erasures.jsonl`` beside the baselines,
which only grows. The tombstone is written first: a kill in between leaves nothing erased that nobody knows of, and the
same command finishes the work.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import Any, ClassVar

from goldsmith._base.atomic import append_durably, write_atomically
from goldsmith._base.plain_data import plain
from goldsmith.ondisk.baselines import load_baseline
from goldsmith.ondisk.journal import line_of, lines_of, read_lines
from goldsmith.ondisk.runs import FORMAT, RunFolder
from goldsmith.records.case import Case
from goldsmith.records.response import Failure, Response

ERASED_DIGEST = "erased"
"""Stands in place of a case digest: the case is no longer there to be held against it."""
REPORTS = ("report.html", "report.md", "junit.xml")
_PREFIX = "erased on "
_REWRITTEN = frozenset({"responses.jsonl", "cases.jsonl"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Erasure:
    """A tombstone: what was erased in one place, without what it said."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    case: str
    place: str
    """``run 0007-help-desk`` or ``baseline main``."""
    at: str
    """UTC time, ISO 8601 with Z."""
    who: str
    why: str
    results: int
    """Responses that stood there."""
    sha256: str
    """Over the lines of the responses, as they stood there."""

    @property
    def words(self) -> str:
        """The message of the failure that stands in place of each result."""
        return f"{_PREFIX}{self.at[:10]} by {self.who}: {self.why}"


def read_erasures(path: Path) -> tuple[Erasure, ...]:
    """Return the tombstones in `path`, in the order of erasure; none where there is no file."""
    return read_lines(path, Erasure) if path.is_file() else ()


def add_erasures(path: Path, erasures: Iterable[Erasure]) -> None:
    """Append tombstones that are not there yet; they are on disk when this returns."""
    held = read_erasures(path)
    stones = {(item.case, item.place, item.sha256) for item in held}
    begun = {(item.case, item.place) for item in held}
    new = [
        item
        for item in erasures
        if (item.case, item.place, item.sha256) not in stones
        # No result is left of an erasure that was begun and not finished: it has its tombstone.
        and (item.results or (item.case, item.place) not in begun)
    ]
    if new:
        append_durably(path, lines_of(new))


@dataclass(frozen=True, slots=True, kw_only=True)
class Recorded:
    """What is left of one case in one place."""

    results: int
    sha256: str
    """Over the lines of its responses; of no lines where only other records are left."""


def recorded(paths: Iterable[Path], cases: set[str]) -> dict[str, Recorded]:
    """Return, for each of `cases`, what these files still hold of it; a case of which nothing is left is not there."""
    results: dict[str, list[bytes]] = {}
    left: set[str] = set()
    for path in paths:
        for line in response_lines(path):
            named = _cases_of(line) & cases
            if not named or _is_erased(line):
                continue
            left |= named
            if {"outcome", "case_digest"} <= _parsed(line).keys():
                results.setdefault(named.pop(), []).append(line)
    return {
        case: Recorded(results=len(results.get(case, ())), sha256=sha256(b"\n".join(results.get(case, ()))).hexdigest())
        for case in sorted(left)
    }


def response_lines(path: Path) -> list[bytes]:
    """Return the lines of one of our files that speak of a case; the header of a baseline does not."""
    if not path.is_file():
        return []
    lines = [line for line in path.read_bytes().replace(b"\r\n", b"\n").split(b"\n") if line.strip()]
    return [line for line in lines if _cases_of(line)]


def mentioning(lines: Iterable[bytes], phrases: Collection[str]) -> frozenset[str]:
    """Return the cases whose lines hold one of `phrases`, whatever the letter case."""
    wanted = [phrase.casefold() for phrase in phrases if phrase.strip()]
    found: set[str] = set()
    for line in lines:
        named = _cases_of(line)
        if named and any(phrase in _words_of(line) for phrase in wanted):
            found |= named
    return frozenset(found)


def erase_in_run(folder: RunFolder, erasures: Collection[Erasure]) -> None:
    """Put tombstones in place of results and cases, and take out everything else that was recorded of the cases.

    The reports go: they are made again from the verdict. Raises ConflictError where the run is being carried out.
    """
    words = {item.case: item.words for item in erasures}
    with folder.journal():
        for name in REPORTS:
            (folder.path / name).unlink(missing_ok=True)
        _rewrite(folder.path / "responses.jsonl", lambda line: _tombstone(line, words))
        kept = tuple(
            replace(item, case=Case(id=item.case.id, question="(erased)"), case_digest=ERASED_DIGEST, why="")
            if item.case.id in words
            else item
            for item in folder.cases()
        )
        write_atomically(folder.path / "cases.jsonl", lines_of(kept))
        for path in sorted(folder.path.glob("*.jsonl")):
            if path.name not in _REWRITTEN:
                _rewrite(path, lambda line: None if _cases_of(line) & words.keys() else line)


def erase_in_baseline(path: Path, erasures: Collection[Erasure]) -> None:
    """Put tombstones in place of results of a baseline; its header tells the digest of what it holds now."""
    words = {item.case: item.words for item in erasures}
    baseline = load_baseline(path)
    responses = tuple(_erased(item, words) for item in baseline.responses)
    body = lines_of(responses)
    header = replace(baseline.header, responses_sha256=sha256(body).hexdigest())
    write_atomically(path, line_of({**plain(header), "format": FORMAT}) + body)


def _erased(response: Response, words: dict[str, str]) -> Response:
    if response.case not in words or _is_tombstone(response.outcome):
        return response
    failure = Failure(kind="not_answered", message=words[response.case])
    return replace(response, outcome=failure, latency_ms=None)


def _is_tombstone(outcome: object) -> bool:
    return isinstance(outcome, Failure) and outcome.message.startswith(_PREFIX)


def _tombstone(line: bytes, words: dict[str, str]) -> bytes | None:
    case = _case_of(line)
    if case is None:
        return None  # cut short by a kill: nobody was told of it, and it may hold what is to go
    if case not in words or _is_erased(line):
        return line
    response = read_lines(Path("a result"), Response, data=line + b"\n")[0]
    return line_of(_erased(response, words)).rstrip(b"\n")


def _rewrite(path: Path, change: Callable[[bytes], bytes | None]) -> None:
    if not path.is_file():
        return
    lines = [changed for line in path.read_bytes().split(b"\n") if line.strip() and (changed := change(line))]
    write_atomically(path, b"".join(line + b"\n" for line in lines))


def _parsed(line: bytes) -> dict[str, Any]:
    try:
        held = json.loads(line)
    except (ValueError, RecursionError):
        return {}
    return held if isinstance(held, dict) else {}


def _case_of(line: bytes) -> str | None:
    """Return the case that a line speaks of: a result names it, a snapshot holds it."""
    case = _parsed(line).get("case")
    if isinstance(case, dict):
        case = case.get("id")
    return case if isinstance(case, str) else None


def _cases_of(line: bytes) -> set[str]:
    """Return the cases that a line speaks of; a probe of access speaks of two."""
    held = _parsed(line)
    return {name for name in (_case_of(line), held.get("permitted"), held.get("denied")) if isinstance(name, str)}


def _is_erased(line: bytes) -> bool:
    held = _parsed(line)
    outcome = held.get("outcome")
    if isinstance(outcome, dict):
        return str(outcome.get("message", "")).startswith(_PREFIX)
    return held.get("case_digest") == ERASED_DIGEST


def _words_of(line: bytes) -> str:
    # Parsed and written anew: a letter may stand there as an escape.
    return json.dumps(_parsed(line), ensure_ascii=False).casefold()
