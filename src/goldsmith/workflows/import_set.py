"""Bring the set of another tool into ours, and say what became of every field of every record.

The source is read a record at a time. Of it ids and digests are held and, where a corpus is frozen, the texts that are
looked for in it. What is written appears at the end,
the cases last: an import that is stopped leaves nothing, and the same import again changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from goldsmith.errors import InputError, Problem
from goldsmith.interchange.account import numbered
from goldsmith.interchange.format import Format
from goldsmith.interchange.formats import FORMATS, recognised
from goldsmith.interchange.trace_formats import recognised_traces
from goldsmith.ondisk.foreign_files import Workbook, open_foreign
from goldsmith.ondisk.project import load_settings
from goldsmith.ondisk.runs import slug
from goldsmith.ondisk.staged import Staged, staged
from goldsmith.ports.foreign import ForeignSource, Part
from goldsmith.records.interchange import ForeignRecord, Imported, LossLine
from goldsmith.workflows.import_decisions import DecisionDesk
from goldsmith.workflows.import_drift import Drift
from goldsmith.workflows.import_ground import Ground, found_project, found_set, open_ground
from goldsmith.workflows.import_lines import LossCounts
from goldsmith.workflows.import_locating import Locating, locating_in
from goldsmith.workflows.import_renaming import renamed
from goldsmith.workflows.import_scores import Scores
from goldsmith.workflows.import_taking import CaseDesk, TakenCase, same_evidence, usable_id
from goldsmith.workflows.import_updating import Updates
from goldsmith.workflows.import_writing import CaseWriter, PassageWriter, ReportWriter, ResponseWriter
from goldsmith.workflows.state_folder import ignored_by_git

REPORTS = "imports"
"""Below the state folder: what became of every record of each import."""
RESPONSES = "responses"
CORPUS = "corpus"
JUDGED = "what a judge said of an answer is kept with a run only"
_TOLD_EVERY = 1_000
_SHOWN = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class Importing:
    """What is to be imported, and how."""

    paths: tuple[Path, ...]
    format: str | None = None
    """None: it is found out."""
    options: Mapping[str, str] = field(default_factory=dict)
    """A field of ours by the name that the source gives it."""
    to: str | None = None
    """What the written files are called; None: as the source."""
    set_name: str | None = None
    corpus: str | None = None
    """Revision in which words are looked for; None: that of the set."""
    decisions: bool = False
    """What the source says that people decided counts."""
    update: bool = False
    """What the source says otherwise of a case of the set holds."""
    confirmed: bool = False
    """Whoever imports gives the three confirmations of an approval for those who approved in the source."""


def import_set(
    start: Path,
    wanted: Importing,
    *,
    workbook: Workbook,
    now: datetime,
    progress: Callable[[int], None] | None = None,
) -> Imported:
    """Read the source into the set at or above `start`, and return what was done. A folder without a set gets one.

    `progress` is told the number of records now and then. Raises InputError for a source that nobody knows,
    InvalidFileError for one that cannot be read; then nothing was written.
    """
    source = open_foreign(wanted.paths, options=AskedOptions(wanted.options), workbook=workbook)
    known, others = known_format(source, wanted.format)
    ground = open_ground(start, set_name=wanted.set_name, corpus=wanted.corpus)
    with ignored_by_git(ground.root), staged(ground.state / REPORTS) as files:
        work = _Work(source, known, ground, wanted, files, now)
        for number, record in enumerate(_records(known, source), start=1):
            work.take(record)
            if progress is not None and number % _TOLD_EVERY == 0:
                progress(number)
        return work.finished(detected=wanted.format is None, others=others)


def known_format(source: ForeignSource, name: str | None) -> tuple[Format, tuple[str, ...]]:
    """Return the format of a source, the named or the surest one, and the names of others that would read it.

    Raises UnknownNameError for a name of nothing, InputError for a format that is only written and for a source that
    nobody knows.
    """
    found = recognised(source)
    chosen = name or next(iter(found), None)
    traces = recognised_traces(source) if chosen is None else None
    if traces is not None:
        message = f"these are traces ({traces.title}), which tell what was answered and not what is right"
        raise InputError(message, next_step="goldsmith audit FILE, or goldsmith evaluate --system FILE")
    if chosen is None:
        raise InputError(
            "no known format looks like this",
            problems=tuple(_looks(source)),
            next_step=f"say which it is: --format NAME, one of: {', '.join(_readable())}",
        )
    known = FORMATS.get(chosen)
    if known.read is None:
        message = f"{known.title} is a format that is only written"
        raise InputError(message, next_step=f"choose one of: {', '.join(_readable())}")
    return known, tuple(other for other in found if other != chosen)


def _readable() -> Iterator[str]:
    return (name for name in FORMATS if FORMATS.get(name).read is not None)


def _looks(source: ForeignSource) -> Iterator[Problem]:
    for part in sorted(source.parts, key=lambda part: not part.columns)[:_SHOWN]:
        yield Problem(file=part.name, message=f"{_container(part)}, {_columns(part)}")
    if len(source.parts) > _SHOWN:
        yield Problem(message=f"… and {len(source.parts) - _SHOWN} more files")


def _container(part: Part) -> str:
    return "text" if part.container == "lines" else part.container.upper() + (" list" if part.is_list else "")


def _columns(part: Part) -> str:
    if part.columns:
        more = f" and {len(part.columns) - _SHOWN} more" if len(part.columns) > _SHOWN else ""
        return f"with {', '.join(part.columns[:_SHOWN])}{more}"
    return "empty" if part.first is None else "without named fields"


def _records(known: Format, source: ForeignSource) -> Iterator[ForeignRecord]:
    return known.read(source) if known.read is not None else iter(())


class AskedOptions(Mapping[str, str]):
    """Options that remember which of them anybody asked for."""

    def __init__(self, held: Mapping[str, str]) -> None:
        self._held = dict(held)
        self._asked: set[str] = set()

    def __getitem__(self, name: str) -> str:
        self._asked.add(name)
        return self._held[name]

    def __iter__(self) -> Iterator[str]:
        self._asked.update(self._held)
        return iter(self._held)

    def __len__(self) -> int:
        return len(self._held)

    @property
    def unused(self) -> tuple[str, ...]:
        """The options that nobody asked for."""
        return tuple(name for name in self._held if name not in self._asked)


class _Work:
    """One import: what was read so far, and where it goes."""

    def __init__(
        self,
        source: ForeignSource,
        known: Format,
        ground: Ground,
        wanted: Importing,
        files: Staged,
        now: datetime,
    ) -> None:
        self._source, self._known, self._ground = source, known, ground
        self._stem = slug(wanted.to or source.name) or "imported"
        self._desk = CaseDesk(standing=ground.standing, update=wanted.update, reserved=ground.decided)
        self._updates = Updates(ground)
        self._cases = CaseWriter(files)
        self._passages = PassageWriter(files)
        self._responses = ResponseWriter(files)
        self._report = ReportWriter(files)
        self._counts = LossCounts()
        self._scores = Scores(self._report)
        self._drift = Drift(ground.stored)
        self._decisions = DecisionDesk(known.title, wanted.decisions, wanted.confirmed, now)
        self._locating: Locating | None = None
        if ground.stored is not None:
            self._locating = locating_in(ground.stored, lambda: _records(known, source))
        self._records = self._already = 0
        self._unstated = 0
        """Cases that no run may ask before somebody says what is expected."""

    def take(self, record: ForeignRecord) -> None:
        """Take one record of the source."""
        self._records += 1
        lines = list(record.lines)
        if self._locating is not None:
            record = renamed(record, self._locating.names(record.passages))
        else:
            for passage in record.passages:
                lines += self._passages.add(passage, record.record)
            record = renamed(record, self._passages.names(record.passages))
        taken = self._case(record, lines) if record.case is not None else None
        self._answers(record, taken, lines)
        if record.judgments:
            lines.append(LossLine(record=record.record, fate="dropped", field="", told=JUDGED))
        for score in record.published:
            self._scores.add(score)
        if taken is not None and record.decision is not None and taken.fate in ("new", "again", "already"):
            lines += self._decisions.add(record.record, taken.case, record.decision)
        self._counts.add(lines)
        self._report.add(record.record, taken.case.id if taken else "", lines)

    def _case(self, record: ForeignRecord, lines: list[LossLine]) -> TakenCase:
        case = record.case
        assert case is not None  # noqa: S101 - the caller looked
        if self._locating is not None:
            case, told = self._locating.located(case, record)
            lines += told
        taken = self._desk.take(case, record.record, usual=numbered(self._stem, self._records))
        lines += taken.lines
        if taken.fate == "new":
            self._cases.add(taken.line)
        if taken.fate == "changed":
            there = self._ground.standing[taken.case.id]
            own = not same_evidence(there, taken.case)
            lines += self._updates.add(there, taken.case, record.record, evidence=own)
        self._already += taken.fate == "already"
        self._unstated += "unstated" in (taken.case.answerability, taken.case.behaviour)
        return taken

    def _answers(self, record: ForeignRecord, taken: TakenCase | None, lines: list[LossLine]) -> None:
        own = record.case.id if record.case is not None else None
        for response in record.responses:
            case = taken.case.id if taken is not None and response.case == own else usable_id(response.case, "")
            if not case:
                continue
            lines += self._responses.add(response, case, record.record)
            self._drift.add(taken.case if taken is not None else None, response)

    def finished(self, *, detected: bool, others: tuple[str, ...]) -> Imported:
        """Write everything, the cases last, and return what was done."""
        self._refuse_nothing()
        self._updates.refuse_unwritable()
        ground = self._ground
        written: list[tuple[str, str]] = []
        responses = self._responses.finish(ground.root / RESPONSES, self._stem)
        manifest = self._passages.finish(ground.root / CORPUS, self._stem)
        report = self._report.finish(ground.state / REPORTS, self._stem)
        if self._cases.number:
            written += found_set(ground)
        if self._cases.number or manifest or responses:
            written += found_project(ground, manifest[0] if manifest else None)
        if manifest and manifest[1]:
            written.append((ground.near(manifest[0]), f"{_count(self._passages.number, 'passage')} to freeze"))
        written += [
            (ground.near(one.path), f"{_count(one.number, 'recorded answer')}") for one in responses if one.is_new
        ]
        path = self._cases.finish(ground.folder / "cases", self._stem)
        if path is not None:
            written.append((ground.near(path), _count(self._cases.number, "case")))
        written += self._updates.write()
        settled = self._decisions.settle(ground.folder / "reviews.jsonl")
        if settled:
            written.append((ground.near(ground.folder / "reviews.jsonl"), _count(settled, "decision")))
        return Imported(
            format=self._known.name,
            detected=detected,
            others=others,
            files=tuple(part.name for part in self._source.parts),
            records=self._records,
            cases=self._cases.number,
            updated=len(self._updates),
            already=self._already,
            responses=self._responses.number,
            passages=self._passages.number,
            located=self._locating.found if self._locating else 0,
            unlocated=self._locating.missed if self._locating else 0,
            decisions=settled,
            uncounted_decisions=self._decisions.uncounted,
            written=tuple(written),
            lines=self._counts.counted(),
            report=ground.near(report),
            published=self._scores.told(),
            drift=self._drift.told(),
            next_step=self._next_step(
                manifest[0] if manifest else None, [ground.near(one.path) for one in responses], ground.near(report)
            ),
        )

    def _refuse_nothing(self) -> None:
        """Raise InputError for a source without records, and for a field that was mapped and never asked for."""
        if not self._records:
            message = f"{self._source.name} holds no record of {self._known.title}"
            raise InputError(message, next_step="name the file that holds the cases")
        options = self._source.options
        unused = options.unused if isinstance(options, AskedOptions) else ()
        if unused:
            message = f"--map {unused[0]}: {self._known.title} has no field of ours of this name that could be mapped"
            raise InputError(message, next_step=f"leave it out, or see the page of the format: {self._known.name}")

    def _next_step(self, manifest: Path | None, responses: list[str], report: str) -> str:
        ground, drift = self._ground, self._drift.told()
        steps = []
        if responses and len(drift) > 1:
            # What came along is called as the answers call it: frozen, it would leave the evidence without a passage.
            return f'write the rule above with a system of goldsmith.toml (kind = "recorded", file = "{responses[0]}")'
        if ground.stored is None and manifest is not None:
            steps.append(f"goldsmith freeze {ground.near(manifest)}")
        elif ground.stored is None and self._cases.number:
            folder = load_settings(ground.root).documents
            steps.append("goldsmith freeze" if folder else "goldsmith freeze FOLDER_OF_DOCUMENTS")
        if responses and not self._unstated:
            steps.append(f"goldsmith evaluate --system {responses[0]}")
        elif self._cases.number or self._already or self._updates:
            steps.append("goldsmith check")
        return ", then: ".join(steps) or f"see what became of each record: {report}"


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"
