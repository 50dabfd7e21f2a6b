"""Baselines: stored responses in the repository, which are scored again under today's set and measures.

A baseline is never "the latest that passed": it is chosen by what it was measured on.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, ClassVar

from goldsmith._base.atomic import write_atomically
from goldsmith._base.plain_data import plain
from goldsmith.errors import ConflictError, IncompleteError, InputError, IntegrityError, Problem
from goldsmith.ondisk.journal import damaged, line_of, lines_of, read_lines
from goldsmith.ondisk.runs import FORMAT, RunFolder, refuse_other_format, slug
from goldsmith.records.digests import anchor_digest, metadata_digest
from goldsmith.records.response import Response
from goldsmith.records.run import Plan

_RESERVED = frozenset({"con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(10))})


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseDigests:
    """What a case was when the baseline's system answered it."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    case: str
    content: str
    """Case digest."""
    anchors: str
    metadata: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BaselineHeader:
    """The first line of a baseline: what it was measured on."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    baseline: str
    plan: Plan
    judge: str | None = None
    """Identity of the judge; None: deterministic measures only."""
    cases: tuple[CaseDigests, ...]
    responses: int
    responses_sha256: str
    """Over the response lines with LF ends, so that a checkout that changes line ends changes nothing."""
    goldsmith: str
    """Version of this package that wrote the file."""
    format: int = FORMAT


@dataclass(frozen=True, slots=True, kw_only=True)
class Baseline:
    """A stored baseline."""

    header: BaselineHeader
    responses: tuple[Response, ...]

    @property
    def name(self) -> str:
        """The name that a person gave it."""
        return self.header.baseline

    @property
    def plan(self) -> Plan:
        """The plan of the run that it was made of."""
        return self.header.plan


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """The baseline to compare with, and why it is that one."""

    baseline: Baseline | None
    why: str
    """One sentence, also where there is none."""
    others: tuple[str, ...] = ()
    """Names of the baselines that were passed over."""


def save_baseline(run: RunFolder, folder: Path, name: str, *, replace: bool = False) -> Path:
    """Store the responses of `run` as the baseline `name` below `folder`; return the file.

    Raises ConflictError where there is one of that name and `replace` is not set, IncompleteError where the run is not
    finished, InputError for an empty name.
    """
    if not name.strip():
        raise InputError("a baseline needs a name", next_step="give it one, such as `main`")
    path = folder / f"{file_stem(name)}.jsonl"
    if path.exists() and not replace:
        raise ConflictError(
            f"there is already a baseline {name!r} in {path}",
            next_step="choose another name, or say that it be replaced",
        )
    if not run.finished:
        raise IncompleteError(
            f"run {run.plan.run} is not finished", next_step="run the same command again; it resumes the run"
        )
    responses = run.read_journal().responses
    body = lines_of(responses)
    header = BaselineHeader(
        baseline=name,
        plan=run.plan,
        cases=tuple(
            CaseDigests(
                case=item.case.id,
                content=item.case_digest,
                anchors=anchor_digest(item.case),
                metadata=metadata_digest(item.case),
            )
            for item in run.cases()
        ),
        responses=len(responses),
        responses_sha256=sha256(body).hexdigest(),
        goldsmith=run.plan.goldsmith,
    )
    write_atomically(path, line_of({**plain(header), "format": FORMAT}) + body)
    return path


def load_baseline(path: Path) -> Baseline:
    """Return the baseline in `path`.

    Raises InputError where there is none, InvalidFileError for a format that this version does not know, IntegrityError
    where the responses are not those that were stored.
    """
    if not path.is_file():
        raise InputError(f"there is no baseline in {path}", next_step="store one with `goldsmith baseline save`")
    first, _, body = path.read_bytes().replace(b"\r\n", b"\n").partition(b"\n")
    _refuse_other_format(path, first)
    header = next(iter(read_lines(path, BaselineHeader, data=first + b"\n")), None)
    if header is None:
        raise damaged(path, (Problem(message="the header is missing", file=str(path), line=1),))
    if sha256(body).hexdigest() != header.responses_sha256:
        raise IntegrityError(
            f"{path}: the responses are not the {header.responses} that were stored",
            next_step="restore the file from git, or store the baseline anew from its run",
        )
    # An empty line in place of the header keeps the line numbers of messages right.
    return Baseline(header=header, responses=read_lines(path, Response, data=b"\n" + body))


def load_baselines(folder: Path) -> tuple[Baseline, ...]:
    """Return every baseline below `folder`, by name."""
    found = (load_baseline(path) for path in sorted(folder.glob("*.jsonl")))
    return tuple(sorted(found, key=lambda baseline: baseline.name))


def nearest(baselines: Sequence[Baseline], plan: Plan) -> Choice:
    """Choose the baseline measured on what is nearest to `plan`: by set, split, corpus, system, set content, name.

    A baseline of another set is never chosen. Neither its verdict nor its age counts.
    """
    same_set = [baseline for baseline in baselines if baseline.plan.set_name == plan.set_name]
    if not same_set:
        known = ", ".join(sorted(f"{item.name} ({item.plan.set_name})" for item in baselines))
        why = f"no baseline of the set {plan.set_name} is stored" + (f"; there are {known}" if known else "")
        return Choice(baseline=None, why=why, others=tuple(sorted(item.name for item in baselines)))
    chosen = min(
        same_set, key=lambda baseline: (*(not same for _, same in _shared(baseline.plan, plan)), baseline.name)
    )
    agreed = [what for what, same in _shared(chosen.plan, plan) if same]
    other = [what for what, same in _shared(chosen.plan, plan) if not same]
    why = f"{chosen.name} is the nearest baseline: same {_listed(['set', *agreed])}"
    why += f"; another {_listed(other)}" if other else ""
    passed_over = tuple(sorted(item.name for item in baselines if item is not chosen))
    return Choice(baseline=chosen, why=why, others=passed_over)


def file_stem(name: str) -> str:
    """Return a file name, without suffix, that `name` alone has, on file systems blind to case too.

    A name of a-z, 0-9, ``-`` and ``_`` stays itself; any other becomes a slug and a hash. It never leads anywhere.
    """
    if re.fullmatch(r"[a-z0-9][a-z0-9_-]{0,47}", name) and name not in _RESERVED:
        return name
    return "-".join(filter(None, (slug(name), sha256(name.encode("utf-8", "surrogatepass")).hexdigest()[:12])))


def _shared(before: Plan, now: Plan) -> tuple[tuple[str, bool], ...]:
    """Return what two plans can share, the weightiest first, and whether they do."""
    return (
        ("split", before.split == now.split),
        ("corpus", before.corpus_digest == now.corpus_digest),
        ("system", before.system == now.system),
        ("set content", before.set_digest == now.set_digest),
    )


def _listed(words: list[str]) -> str:
    return " and ".join(filter(None, (", ".join(words[:-1]), words[-1])))


def _refuse_other_format(path: Path, line: bytes) -> None:
    try:
        header = json.loads(line)
    except (ValueError, RecursionError):
        return  # the reader of lines says what is wrong and where
    if isinstance(header, dict):
        refuse_other_format(header.get("format"), writer=header.get("goldsmith", "of an unknown version"), path=path)
