"""Run folders: the plan, a snapshot of the cases, the journal of responses, and what was made of them.

A run folder stands alone: it can be read where neither the set nor the corpus is at hand. Its plan is written before
the first call and never changed; the journal only grows. A folder without a plan is no run.
"""

from __future__ import annotations

import contextlib
import json
import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import Any, ClassVar, TypeVar

from goldsmith._base.atomic import sync_folder, write_atomically
from goldsmith._base.plain_data import plain
from goldsmith._base.registry import unknown_name
from goldsmith.errors import GoldsmithError, IncompleteError, IntegrityError, InvalidFileError
from goldsmith.ondisk.journal import (
    CALLS_NAME,
    Journal,
    JournalContents,
    calls_cut_off,
    damaged,
    door_of,
    lines_of,
    read_journal,
    read_lines,
)
from goldsmith.ondisk.json_strict import read_json
from goldsmith.records.case import Case
from goldsmith.records.corpus import CorpusRevision
from goldsmith.records.decision import Flag, State, Status
from goldsmith.records.digests import SCHEME, case_digest
from goldsmith.records.run import Plan
from goldsmith.records.task import TaskKey

T = TypeVar("T")

FORMAT = 1
"""Number of the layout of a run folder that this version writes, and the highest that it reads."""

_RUN_ID = re.compile(r"([0-9]{4,})-[a-z0-9-]+")
_RECORDS_NAME = re.compile(r"[a-z][a-z_]*")
_LONGEST_STEM = 48
_FINISHED = "finished"


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseSnapshot:
    """A case as it was asked, and how it stood at that moment."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    case: Case
    case_digest: str
    state: State
    why: str = ""
    flags: tuple[Flag, ...] = ()


def snapshot(case: Case, status: Status) -> CaseSnapshot:
    """Return `case` as a run keeps it."""
    return CaseSnapshot(
        case=case, case_digest=case_digest(case), state=status.state, why=status.why, flags=status.flags
    )


class RunFolder:
    """One run on disk, made by `create` or `open`."""

    def __init__(self, path: Path, plan: Plan) -> None:
        self.path = path
        self.plan = plan

    @classmethod
    def create(
        cls, runs: Path, plan: Plan, cases: Sequence[CaseSnapshot], revision: CorpusRevision | None = None
    ) -> RunFolder:
        """Make a new run below the folder `runs` and return it; its id, in `plan.run`, is given here.

        The id is the next free number and a slug of the system's name (``0007-help-desk``). The plan is written last,
        so a folder that has one has everything that it needs.
        """
        path = _claim(runs, plan.system)
        given = replace(plan, run=path.name, format=FORMAT)
        write_atomically(path / "cases.jsonl", lines_of(cases))
        if revision is not None:
            write_atomically(path / "corpus.json", _document(revision))
        write_atomically(path / "plan.json", _document(given, format=FORMAT))
        return cls(path, given)

    @classmethod
    def open(cls, runs: Path, run: str) -> RunFolder:
        """Return the run called `run`. Raises UnknownNameError, InvalidFileError (a newer format), IntegrityError."""
        known = run_ids(runs)
        if run not in known:
            raise unknown_name("runs", run, known)
        return _opened(runs / run)

    def cases(self) -> tuple[CaseSnapshot, ...]:
        """Return the cases as they were asked. Raises IntegrityError where one does not hold what its digest says."""
        kept = read_lines(self.path / "cases.jsonl", CaseSnapshot)
        for item in kept:
            if item.case_digest.startswith(SCHEME) and case_digest(item.case) != item.case_digest:
                raise IntegrityError(
                    f"{self.path / 'cases.jsonl'}: the case {item.case.id!r} is not the one that was asked",
                    next_step="restore the file, or start a new run: a run folder is never edited by hand",
                )
        return kept

    def revision(self) -> CorpusRevision | None:
        """Return the corpus revision that the run was carried out against; None where there was none."""
        path = self.path / "corpus.json"
        return _read_document(path, CorpusRevision) if path.exists() else None

    def journal(self) -> Journal:
        """Return the journal, open for this process alone. Raises ConflictError where another one writes it."""
        return Journal(self.path / "responses.jsonl")

    def read_journal(self) -> JournalContents:
        """Return what is on disk, in the order of the plan. Raises IntegrityError for a damaged line in the middle."""
        return read_journal(self.path / "responses.jsonl", self.plan.cases)

    def calls_cut_off(self, recorded: Collection[TaskKey]) -> int:
        """Return how many calls came to no result because the run stopped meanwhile; `recorded` are the keys kept."""
        return calls_cut_off(self.path / "responses.jsonl", recorded)

    def write_records(self, name: str, records: Iterable[object]) -> None:
        """Write ``<name>.jsonl``, one record a line, whole or not at all."""
        write_atomically(self._file(name, "jsonl"), lines_of(records))

    def read_records(self, name: str, kind: type[T]) -> tuple[T, ...]:
        """Return the records of ``<name>.jsonl``. Raises IncompleteError where the run did not get that far."""
        return read_lines(self._present(self._file(name, "jsonl"), name), kind)

    def write_record(self, name: str, record: object) -> None:
        """Write ``<name>.json``, whole or not at all."""
        write_atomically(self._file(name, "json"), _document(record))

    def read_record(self, name: str, kind: type[T]) -> T:
        """Return the record in ``<name>.json``. Raises IncompleteError where the run did not get that far."""
        return _read_document(self._present(self._file(name, "json"), name), kind)

    @property
    def finished(self) -> bool:
        """True once `finish` was called: the same command then starts a new run."""
        return (self.path / _FINISHED).exists()

    def finish(self) -> None:
        """Say that nothing is left to do; the log of calls, which only a resume needs, goes."""
        write_atomically(self.path / _FINISHED, b"")
        with contextlib.suppress(OSError):  # there is none, or a system that holds on to open files keeps it
            (self.path / CALLS_NAME).unlink()

    def _file(self, name: str, suffix: str) -> Path:
        if not _RECORDS_NAME.fullmatch(name):
            message = f"{name!r} is no name for a file of a run"
            raise ValueError(message)
        return self.path / f"{name}.{suffix}"

    def _present(self, path: Path, name: str) -> Path:
        if not path.exists():
            raise IncompleteError(
                f"run {self.plan.run} has no {name} yet", next_step="run the same command again; it resumes the run"
            )
        return path


def run_ids(runs: Path) -> tuple[str, ...]:
    """Return the ids of the runs below `runs`, oldest first."""
    if not runs.is_dir():
        return ()
    found = [path.name for path in runs.iterdir() if _RUN_ID.fullmatch(path.name) and (path / "plan.json").is_file()]
    return tuple(sorted(found, key=lambda name: (_number(name), name)))


def find_resumable(runs: Path, plan: Plan, cases: Sequence[CaseSnapshot]) -> RunFolder | None:
    """Return the newest unfinished run of the same work: equal in all but run id, time and pace, cases included.

    How many calls run at once, how fast they start and how often one is tried says nothing of what is asked. Runs that
    cannot be read are no candidates; whether somebody else is carrying one out is for the journal to say.
    """
    wanted = _work(replace(plan, format=FORMAT))
    for run in reversed(run_ids(runs)):
        if (runs / run / _FINISHED).exists():
            continue
        try:
            folder = _opened(runs / run)
            if _work(folder.plan) != wanted:
                continue
            if folder.cases() == tuple(cases):
                return folder
        except GoldsmithError:
            continue
    return None


def _work(plan: Plan) -> Plan:
    """Return what of the plan decides whether results may stand beside each other."""
    # What the options say is in the digest of the system; as they were written, JSON need not give them back.
    return replace(plan, run="", created_at="", concurrency=1, attempts=1, per_minute=None, options={})


def _opened(path: Path) -> RunFolder:
    return RunFolder(path, _read_document(path / "plan.json", Plan, versioned=True))


def slug(name: str) -> str:
    """Return `name` in a-z, 0-9 and ``-``; nothing where it has none of them."""
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[:_LONGEST_STEM].strip("-")


def refuse_other_format(found: object, *, writer: object, path: Path) -> None:
    """Raise InvalidFileError, naming the version that wrote it, for a format that this version does not know."""
    if found != FORMAT:
        raise InvalidFileError(
            f"{path} has format {found!r}, written by goldsmith {writer}; this version reads format {FORMAT}",
            next_step=f"install goldsmith {writer} or newer",
        )


def _document(record: object, **always: object) -> bytes:
    content = {**plain(record), **always}
    return (json.dumps(content, ensure_ascii=False, allow_nan=False, indent=2) + "\n").encode()


def _read_document(path: Path, kind: type[T], *, versioned: bool = False) -> T:
    try:
        raw = read_json(path.read_bytes(), name=str(path))[0]
    except InvalidFileError as error:
        raise damaged(path, error.problems) from None
    if versioned and isinstance(raw.value, dict):
        refuse_other_format(
            raw.value.get("format"), writer=raw.value.get("goldsmith", "of an unknown version"), path=path
        )
    result = door_of(kind).parse(raw, file=str(path))
    if isinstance(result, tuple):
        raise damaged(path, result)
    return result


def _claim(runs: Path, system: str) -> Path:
    """Make the folder of a new run: nobody else has its number."""
    runs.mkdir(parents=True, exist_ok=True)
    tail = slug(system) or sha256(system.encode("utf-8", "surrogatepass")).hexdigest()[:12]
    taken = max((_number(name) for name in _folders(runs)), default=0)
    while True:
        taken += 1
        path = runs / f"{taken:04}-{tail}"
        try:
            path.mkdir()
        except FileExistsError:
            continue
        if any(_number(name) == taken and name != path.name for name in _folders(runs)):
            path.rmdir()  # another process took the number under another name; the next one is free
            continue
        sync_folder(runs)
        return path


def _folders(runs: Path) -> Iterator[str]:
    return (path.name for path in runs.iterdir() if _RUN_ID.fullmatch(path.name))


def _number(run: str) -> int:
    return int(run.partition("-")[0])
