"""Settled decisions: one JSON line a fact, appended, chained by case."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path
from typing import Any

from goldsmith._base.atomic import append_durably
from goldsmith.errors import IntegrityError, InvalidFileError, Problem
from goldsmith.ondisk.door import Door
from goldsmith.ondisk.json_strict import read_json_lines
from goldsmith.records.decision import Adjudication, Decision, ReviewFact
from goldsmith.records.digests import fact_digest

_DECISION = Door(Decision)
_ADJUDICATION = Door(Adjudication)


def load_facts(path: Path) -> tuple[ReviewFact, ...]:
    """Read all facts in the order in which they were settled; a missing file holds none.

    Raises InvalidFileError for a line that is not a fact, IntegrityError where the chain of a case is broken.
    """
    data = path.read_bytes() if path.exists() else b""
    if not data.strip():
        return ()
    facts: list[ReviewFact] = []
    problems: list[Problem] = []
    try:
        raws = read_json_lines(data, name=str(path))
    except InvalidFileError as error:
        raise _unusable(path, data, error.problems) from None
    for raw in raws:
        adjudicated = isinstance(raw.value, dict) and raw.value.get("fact") == "adjudication"
        result = (_ADJUDICATION if adjudicated else _DECISION).parse(raw, file=str(path))
        if isinstance(result, tuple):
            problems += result
        else:
            facts.append(result)
    if problems:
        raise _unusable(path, data, tuple(problems))
    _refuse_broken_chain(facts, path)
    return tuple(facts)


def _unusable(path: Path, data: bytes, problems: tuple[Problem, ...]) -> InvalidFileError:
    lines = {problem.line for problem in problems}
    next_step = "restore the file from git: facts are never edited by hand"
    if lines == {data.count(b"\n") + 1}:
        # Only the last line, and it has no end: nobody was ever told that it is settled.
        next_step = (
            f"delete line {max(lines)}, which was cut short while it was written, and record that decision again"
        )
    message = f"{path} holds {len(lines)} line(s) that are not review facts"
    return InvalidFileError(message, problems=problems, next_step=next_step)


def _refuse_broken_chain(facts: Iterable[ReviewFact], path: Path) -> None:
    """Two branches may each have added a fact after the same one, and git's union merge keeps both lines.

    So a fact must follow *some* earlier fact of its case, and the first one none.
    """
    seen: dict[str, set[str | None]] = {}
    for fact in facts:
        links = seen.setdefault(fact.case, {None})
        if fact.previous not in links:
            message = f"{path}: fact {fact.id} on case {fact.case!r} does not follow any earlier fact of that case"
            raise IntegrityError(
                message, next_step="restore the file from git: a line before it was changed or taken out"
            )
        links.add(fact_digest(fact))


def append_facts(path: Path, facts: Iterable[ReviewFact]) -> None:
    """Append `facts`, on disk when this returns."""
    lines = [json.dumps(_plain(fact), ensure_ascii=False, sort_keys=True) for fact in facts]
    append_durably(path, "".join(f"{line}\n" for line in lines).encode())


def _plain(fact: ReviewFact) -> dict[str, Any]:
    return {key: item for key, item in asdict(fact).items() if item is not None}
