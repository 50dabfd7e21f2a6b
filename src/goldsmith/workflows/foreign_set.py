"""A set of another tool, opened bare: as a lone file of our own would be, and nothing is written."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from goldsmith.errors import InvalidFileError, Problem
from goldsmith.interchange.format import Format
from goldsmith.ondisk.golden import LoadedSet
from goldsmith.ondisk.project import find_root, load_settings
from goldsmith.ports.foreign import ForeignSource
from goldsmith.ports.matcher import MatcherPlugin
from goldsmith.records.case import Case
from goldsmith.records.golden_set import CasePlace, GoldenSet, SetHeader
from goldsmith.records.interchange import ForeignRecord, ForeignResponse
from goldsmith.records.run import RulerNote
from goldsmith.records.settings import SetSettings
from goldsmith.workflows.once import Once
from goldsmith.workflows.open_set import Project
from goldsmith.workflows.plugins import Plugins, load_plugins


@dataclass(frozen=True, slots=True, kw_only=True)
class Foreign:
    """What the file of another tool brings beside its cases."""

    file: str
    """As a person names it, for the commands that are told."""
    title: str
    """Of its format."""
    systems: Mapping[str, tuple[ForeignResponse, ...]]
    """Recorded answers by the system that gave them."""
    notes: tuple[RulerNote, ...] = ()
    """What was met while it was read."""
    no_answers: str = ""
    """What is told where there is no answer and no system was named."""

    @property
    def repeats(self) -> int:
        """How often a case was answered at most."""
        return max((one.repeat for held in self.systems.values() for one in held), default=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Opened:
    """One set to evaluate."""

    project: Project
    foreign: Foreign | None = None
    """None: it is a set of ours."""
    tags: tuple[str, ...] = ()
    """Only cases with one of these tags."""
    left_out: tuple[str, ...] = ()
    """Sets of the same project in which no case has such a tag."""

    @property
    def repeats(self) -> int | None:
        """How often each case is asked where nobody says it; None: as the settings say."""
        return self.foreign.repeats if self.foreign is not None else None


def read_whole(source: ForeignSource, known: Format, file: str) -> tuple[ForeignRecord, ...]:
    """Return every record of a source. Raises InvalidFileError where one of them holds no case that could be asked."""
    records = tuple(known.read(source)) if known.read is not None else ()
    lost = tuple(
        Problem(message=f"{line.told}{f': {line.found}' if line.found else ''}", file=file, field=record.record)
        for record in records
        if record.case is None
        for line in record.lines
        if line.fate == "dropped" and not line.field
    )
    if lost:
        number = "1 record" if len(lost) == 1 else f"{len(lost)} records"
        message = f"{file}: {number} cannot be asked, so nothing was run"
        raise InvalidFileError(message, problems=lost, next_step="mend them: a case that is left out proves nothing")
    return records


def cases_of(records: Iterable[ForeignRecord]) -> tuple[Case, ...]:
    """Return the cases of records: one that stands in several is one case, two that differ under one id stay two."""
    held: dict[str, list[Case]] = {}
    found = []
    for case in (record.case for record in records if record.case is not None):
        alike = held.setdefault(case.id, [])
        if case not in alike:
            alike.append(case)
            found.append(case)
    return tuple(found)


def systems_of(records: Iterable[ForeignRecord], usual: str) -> dict[str, tuple[ForeignResponse, ...]]:
    """Return recorded answers by system; one without a name is called `usual`."""
    held: dict[str, list[ForeignResponse]] = {}
    for response in (response for record in records for response in record.responses):
        held.setdefault(response.system or usual, []).append(response)
    return {name: tuple(own) for name, own in held.items()}


def bare_project(
    start: Path,
    path: Path,
    header: SetHeader,
    cases: Sequence[Case],
    *,
    weight: float = 1,
    matchers: Mapping[str, MatcherPlugin] | None = None,
) -> Project:
    """Return cases of another tool as a bare set in the project at or above `start`, held against no corpus.

    `path` is their file, `matchers` are what decides claims of theirs.
    """
    root = find_root(start)
    settings = load_settings(root)
    shown = path.relative_to(start).as_posix() if path.is_relative_to(start) else str(path)
    golden = GoldenSet(
        header=header, cases=tuple(cases), places=tuple(CasePlace(file=shown, line=1) for _ in cases), bare=True
    )
    loaded = LoadedSet(golden=golden, path=path, files=(path,) * len(golden.cases), raws=(), warnings=())
    once = Once()
    if matchers:
        own = load_plugins(root, settings.plugins)
        plugins = Plugins(
            measures=own.measures,
            matchers={**own.matchers, **matchers},
            systems=own.systems,
            formats=own.formats,
            contents=own.contents,
        )
        once.get("plug-ins", lambda: plugins)
    chosen = SetSettings(path=str(path), weight=weight)
    return Project(root=root, settings=settings, chosen=chosen, loaded=loaded, stored=None, once=once)


def notes_of_reading(records: Iterable[ForeignRecord], file: str) -> Iterator[RulerNote]:
    """Yield a note for each thing in which the source contradicts itself or its own tool, with how often."""
    counted: dict[tuple[str, str], list[str]] = {}
    for line in (line for record in records for line in record.lines if line.fate == "wrong"):
        counted.setdefault((line.field, line.told), []).append(line.record)
    for (name, told), places in counted.items():
        shown = ", ".join(dict.fromkeys(places[:2])) + (f" and {len(places) - 2} more" if len(places) > 2 else "")
        at = f" {name}" if name else ""
        yield RulerNote(kind="read_with_warning", message=f"{file}{at}: {told} ({shown})")
