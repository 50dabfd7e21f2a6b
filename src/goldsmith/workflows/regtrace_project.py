"""A Regtrace project as it stands: every golden set that its configuration switches on, each a set to evaluate.

What its metrics ask is held by rules where rules can: the form of an answer, JSON values, the very words of the
expected output. Whatever else it asks needs a judge, so its gate stays undecided and never passes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from goldsmith.errors import GoldsmithError, InputError, InvalidFileError, Problem
from goldsmith.interchange.regtrace import DUPLICATE, FORMAT, case_record, header_of, is_golden_set
from goldsmith.interchange.regtrace_case import thresholds_of
from goldsmith.interchange.regtrace_form import json_in
from goldsmith.interchange.regtrace_settings import SetEntry, Settings, is_configuration, joined, settings_of
from goldsmith.ondisk.foreign_files import Workbook, open_foreign
from goldsmith.ports.foreign import ForeignSource, Part
from goldsmith.records.case import Case
from goldsmith.records.claims import PluginMatch, RequiredClaim
from goldsmith.records.golden_set import Threshold
from goldsmith.records.interchange import ForeignRecord, ForeignResponse
from goldsmith.records.response import Reply
from goldsmith.records.run import RulerNote
from goldsmith.workflows.foreign_set import (
    Foreign,
    Opened,
    bare_project,
    cases_of,
    notes_of_reading,
    read_whole,
    systems_of,
)
from goldsmith.workflows.regtrace_expected import NAME, AsExpected

CONFIGURATION = "regtrace.config.yaml"
"""Where Regtrace looks for the configuration of a project."""
_ALL_NULL = "every actual_output of {file} is null, so there is no answer to evaluate"
_LONGEST_TOLD = 80


@dataclass(frozen=True, slots=True, kw_only=True)
class _Set:
    """One golden set, with the configuration that lists it."""

    path: Path
    shown: str
    source: ForeignSource
    settings: Settings
    weight: float


def open_regtrace(start: Path, file: Path, source: ForeignSource, *, workbook: Workbook) -> tuple[Opened, ...]:
    """Return the golden sets of a configuration, or the lone golden set that `file` is.

    Raises InvalidFileError with every problem of every set that is switched on: one that cannot be loaded is never
    passed over. Raises InputError where none is switched on.
    """
    configurations = [part for part in source.parts if is_configuration(part)]
    if len(configurations) > 1:
        message = f"{file} holds {len(configurations)} configurations"
        raise InputError(message, next_step=f"name one of them: goldsmith evaluate {file / configurations[0].name}")
    if configurations:
        sets = tuple(_listed(start, file, configurations[0], workbook))
    else:
        sets = tuple(_unlisted(start, file, source, workbook))
    problems: list[Problem] = []
    opened = []
    for one in sets:
        try:
            opened.append(_opened(start, one))
        except InvalidFileError as error:
            problems += error.problems or (Problem(message=error.message, file=one.shown),)
    if problems:
        raise _unusable(problems, len(sets) - len(opened), len(sets))
    _refuse_one_name(opened)
    return tuple(opened)


def _unlisted(start: Path, file: Path, source: ForeignSource, workbook: Workbook) -> Iterator[_Set]:
    """Yield golden sets that were named themselves, or in a folder. Raises InputError where there is none."""
    found = [part for part in source.parts if is_golden_set(part)]
    if not found:
        message = f"{file} is a run of Regtrace without its golden set: nothing says what was expected"
        raise InputError(message, next_step="name the golden set, or the folder that holds both")
    for part in found:
        yield _lone(start, file / part.name if (start / file).is_dir() else file, part, workbook)


def _lone(start: Path, file: Path, golden: Part, workbook: Workbook) -> _Set:
    """Return a golden set alone; a configuration in the folder of the call that lists it speaks of it all the same."""
    usual = start / CONFIGURATION
    if usual.is_file():
        (part,) = open_foreign([usual], options={}, workbook=workbook).parts
        settings = settings_of(part.first) if is_configuration(part) else Settings()
        for entry in settings.sets:
            if (start / entry.path).resolve() == (start / file).resolve():
                return _configured(start / file, str(file), part, (golden, settings, entry))
    alone = ForeignSource(name=file.stem, parts=(golden,))
    return _Set(path=start / file, shown=str(file), source=alone, settings=Settings(), weight=1)


def _configured(path: Path, shown: str, configured: Part, held: tuple[Part, Settings, SetEntry]) -> _Set:
    golden, settings, entry = held
    # By these names the reader finds the entry of the set.
    parts = (replace(configured, name=CONFIGURATION), replace(golden, name=joined("", entry.path)))
    alone = ForeignSource(name=path.stem, parts=parts)
    return _Set(path=path, shown=shown, source=alone, settings=settings, weight=entry.weight)


def _listed(start: Path, file: Path, configured: Part, workbook: Workbook) -> Iterator[_Set]:
    """Yield every set that is switched on. Raises InvalidFileError for all that are no golden sets."""
    settings = settings_of(configured.first)
    entries = [entry for entry in settings.sets if entry.enabled]
    if not entries:
        message = f"{file} switches no golden set on, so nothing would be evaluated"
        raise InputError(message, next_step="write enabled: true for one of golden_sets")
    folder = (start / file / configured.name).parent if (start / file).is_dir() else (start / file).parent
    problems: list[Problem] = []
    found: list[_Set] = []
    for entry in entries:
        path = folder / entry.path
        shown = path.relative_to(start).as_posix() if path.is_relative_to(start) else str(path)
        held = _golden_set(path, entry, workbook)
        if isinstance(held, Problem):
            problems.append(replace(held, file=shown))
            continue
        found.append(_configured(path, shown, configured, (held, settings, entry)))
    if problems:
        raise _unusable(problems, len(problems), len(entries))
    yield from found


def _golden_set(path: Path, entry: SetEntry, workbook: Workbook) -> Part | Problem:
    if not path.is_file():
        message = f"there is no golden set at {entry.path}"
        return Problem(message=message, mend="mend the path, or write enabled: false")
    try:
        (part,) = open_foreign([path], options={}, workbook=workbook).parts
    except GoldsmithError as error:
        return error.problems[0] if error.problems else Problem(message=error.message)
    if not is_golden_set(part):
        return Problem(message="this is no golden set: it has no test_cases with an input and an expected output")
    return part


def _unusable(problems: Sequence[Problem], broken: int, sets: int) -> InvalidFileError:
    message = f"{broken} of {sets} golden sets cannot be used, so nothing was run"
    return InvalidFileError(message, problems=tuple(problems), next_step="mend them, or write enabled: false")


def _refuse_one_name(opened: Sequence[Opened]) -> None:
    seen: dict[str, str] = {}
    for one in opened:
        name, shown = one.project.golden.header.name, one.foreign.file if one.foreign else ""
        if name in seen:
            message = f"{seen[name]} and {shown} are both called {name!r}, so no baseline could tell them apart"
            raise InputError(message, next_step="give each golden set a name of its own")
        seen[name] = shown


def _opened(start: Path, one: _Set) -> Opened:
    records = read_whole(one.source, FORMAT, one.shown)
    _refuse_duplicates(records, one.shown)
    header = header_of(one.source)
    values = _values(records, one.source)
    cases = tuple(_asked(case, values.get(case.id, {}), one.settings) for case in cases_of(records))
    project = bare_project(
        start,
        one.path,
        replace(header, gates=tuple(_gates(cases, one.settings))),
        cases,
        weight=one.weight,
        matchers={NAME: AsExpected()},
    )
    foreign = Foreign(
        file=one.shown,
        title=FORMAT.title,
        systems={name: _not_circular(held) for name, held in systems_of(records, "actual_output").items()},
        notes=(*_notes(records, cases, one.settings), *notes_of_reading(_of_the_set(records, one), one.shown)),
        no_answers=_ALL_NULL.format(file=one.shown),
    )
    return Opened(project=project, foreign=foreign)


def _of_the_set(records: Sequence[ForeignRecord], one: _Set) -> Iterator[ForeignRecord]:
    """Yield the records of the set: what is said of the configuration speaks of all sets."""
    configured = {part.name for part in one.source.parts if is_configuration(part)}
    return (record for record in records if record.record not in configured)


def _values(records: Sequence[ForeignRecord], source: ForeignSource) -> dict[str, Mapping[str, Any]]:
    """Return the test case behind each case, by the id of the case."""
    (part,) = (part for part in source.parts if is_golden_set(part))
    items = {case_record(place): item for place, item in enumerate(part.first["test_cases"], start=1)}
    return {record.case.id: items[record.record] for record in records if record.case is not None}


def _refuse_duplicates(records: Sequence[ForeignRecord], file: str) -> None:
    twice = [line.found for record in records for line in record.lines if line.told == DUPLICATE]
    if twice:
        problems = tuple(Problem(message="this id stands twice", file=file, case_id=name) for name in twice)
        message = f"{file}: {len(twice)} ids stand twice, so nothing was run"
        raise InvalidFileError(message, problems=problems, next_step="give each test case an id of its own")


def _asked(case: Case, value: Mapping[str, Any], settings: Settings) -> Case:
    """Return a case with what its metrics ask, as claims that are decided or left to a judge."""
    if not case.accept:
        return case
    expected, least = case.accept[0].answer, thresholds_of(value, settings)
    said = expected if len(expected) <= _LONGEST_TOLD else f"{expected[:_LONGEST_TOLD]}…"
    claims = []
    is_json = json_in(expected) is not None
    compares = "format" in case.metrics and is_json and "json_schema" in settings.checks and least["format"] > 0
    if ("factuality" in case.metrics and least["factuality"] > 0) or compares:
        own = least["factuality" if "factuality" in case.metrics else "format"]
        match = PluginMatch(matcher=NAME, options={"expected": expected, "threshold": own})
        if settings.context_alone and not compares:
            claims.append(RequiredClaim(required="what the answer says stands in the documents of the case"))
        elif case.behaviour == "answer":
            claims.append(RequiredClaim(required=f"as expected: {said}", match=match))
    if "tone" in case.metrics and least["tone"] > 0:
        match = PluginMatch(matcher=NAME, options={"expected": expected, "only_same": True})
        tone = f"the tone: {case.tone}" if case.tone else "the tone of the expected output"
        claims.append(RequiredClaim(required=tone, match=match))
    return replace(case, claims=(*case.claims, *claims))


def _gates(cases: Sequence[Case], settings: Settings) -> Iterator[Threshold]:
    """Yield what has to hold: each case reaches its thresholds, but for as many as may fail."""
    judged = sum(1 for case in cases if case.claims)
    if judged:
        least = _least(judged, settings.most_failed)
        # What a rule found wrong blocks, whatever else is left to a judge.
        yield Threshold(measure="decided_claim_recall", min=least, completeness=0)
        yield Threshold(measure="claim_recall", min=least)
    formed = sum(1 for case in cases if case.format is not None)
    if formed or any("format" in case.metrics for case in cases):
        yield Threshold(measure="format_kept", min=_least(formed, settings.most_failed))


def _least(cases: int, most_failed: int) -> float:
    return max(cases - most_failed, 0) / cases if cases else 1.0


def _not_circular(responses: Sequence[ForeignResponse]) -> tuple[ForeignResponse, ...]:
    """Return answers without what was retrieved: here it is the evidence itself, and would always be found."""
    return tuple(
        replace(one, outcome=replace(one.outcome, retrieved=None)) if isinstance(one.outcome, Reply) else one
        for one in responses
    )


def _notes(records: Sequence[ForeignRecord], cases: Sequence[Case], settings: Settings) -> Iterator[RulerNote]:
    bare = [case.id for case in cases if "factuality" in case.metrics and not case.evidence]
    if settings.context_alone and bare:
        shown = ", ".join(bare[:3]) + (f" and {len(bare) - 3} more" if len(bare) > 3 else "")
        yield RulerNote(
            kind="no_documents",
            message=f"factuality is to be held against documents, and {len(bare)} cases have none ({shown})",
            mend="add context.documents: without them nothing is faithful to anything",
        )
    if any(record.passages for record in records):
        yield RulerNote(
            kind="circular_retrieval",
            message="the documents of a case are its evidence and what the answer was given: retrieval is not measured",
        )
