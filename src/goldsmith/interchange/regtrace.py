"""Regtrace: golden sets in YAML, the configuration of a project that lists them, and records of its runs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import date

from goldsmith.errors import InvalidFileError, Problem
from goldsmith.interchange.account import Account, is_nothing, numbered
from goldsmith.interchange.contexts import texts_in
from goldsmith.interchange.format import Format
from goldsmith.interchange.regtrace_case import read_case
from goldsmith.interchange.regtrace_runs import is_run_record, read_run
from goldsmith.interchange.regtrace_settings import (
    Settings,
    governing,
    is_configuration,
    joined,
    read_configuration,
    settings_of,
)
from goldsmith.interchange.regtrace_write import holds, write
from goldsmith.ports.foreign import ForeignSource, Part
from goldsmith.records.golden_set import SetHeader
from goldsmith.records.interchange import ForeignRecord, LossLine

DUPLICATE = "this id stands twice in one golden set, which Regtrace refuses: the later case is called otherwise"
_HEADER = ("name", "version", "description", "interaction_type", "tags", "author", "created_at", "updated_at")
_MISSING = "fields that Regtrace requires of a golden set are missing: it would refuse the set, here it is read"
_NO_TEXT = "without quotes this is a number or a date, which Regtrace refuses: read as the text that it shows"
_OF_THE_SET = "said of the set: write it in set.yaml"
_DATE = "git keeps when a file changed"
_UNKNOWN_TYPE = "neither single_turn nor rag: read as single_turn"
_SHARED_ID = "two golden sets use this id: the name of the set stands before it"
_NOT_LISTED = "no configuration lists this golden set: name the file by itself to take it over"
_SWITCHED_OFF = "the configuration switches this golden set off"


def _recognises(source: ForeignSource) -> bool:
    return any(is_configuration(part) or is_golden_set(part) or is_run_record(part) for part in source.parts)


def is_golden_set(part: Part) -> bool:
    """Say whether a part is a golden set: a mapping with test cases that have what only Regtrace's have."""
    if part.container not in ("yaml", "json") or not isinstance(part.first, Mapping):
        return False
    cases = part.first.get("test_cases")
    if not isinstance(cases, list) or not cases or not isinstance(cases[0], Mapping):
        return False
    return "input" in cases[0] and any(name in cases[0] for name in ("expected_output", "actual_output", "metrics"))


def case_record(place: int) -> str:
    """Return what the record of a test case is called, by its place from 1, where there is one golden set."""
    return f"case {place}"


def header_of(source: ForeignSource) -> SetHeader:
    """Return what the only golden set of a source, or else the first of them, says of itself."""
    part = next((one for one in source.parts if is_golden_set(one)), None)
    if part is None:
        return SetHeader(name=source.name)
    value = part.first
    tags = value.get("tags")
    return SetHeader(
        name=_text(value.get("name")) or source.name,
        version=_text(value.get("version")) or None,
        description=_text(value.get("description")) or None,
        owner=_text(value.get("author")) or None,
        tags=tuple(one for one in tags if isinstance(one, str)) if isinstance(tags, list) else (),
    )


def _text(value: object) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, date):
        return value.isoformat()
    return str(value) if isinstance(value, int | float) and not isinstance(value, bool) else ""


def _read(source: ForeignSource) -> Iterator[ForeignRecord]:
    parts = [part for part in source.parts if is_golden_set(part)]
    runs = [part for part in source.parts if is_run_record(part)]
    configurations = [part for part in source.parts if is_configuration(part)]
    if not parts and not runs:
        _refuse(source, configurations)
    here = {part.name for part in parts}
    for part in configurations:
        folder = part.name.rpartition("/")[0]
        entries = [entry for entry in settings_of(part.first).sets if entry.enabled]
        missing = (entry.path for entry in entries if joined(folder, entry.path) not in here)
        yield read_configuration(part, tuple(missing))
    read = _Sets(source, several=len(parts) > 1)
    for part in parts:
        yield from read.records(part)
    for part in runs:
        yield from read_run(part, read.names, {name for name, _ in read.names})


def _refuse(source: ForeignSource, configurations: list[Part]) -> None:
    paths = [entry.path for part in configurations for entry in settings_of(part.first).sets]
    listed = ", ".join(paths[:3]) or "none"
    raise InvalidFileError(
        f"{source.name} is a configuration without its golden sets ({listed})",
        problems=tuple(
            Problem(message=f"the golden set {path} is not among the files that were named") for path in paths
        ),
        next_step="name the folder that holds the configuration and its golden sets",
    )


class _Sets:
    """Reads golden sets one after another; ids stay apart across them."""

    def __init__(self, source: ForeignSource, *, several: bool) -> None:
        self._source = source
        self._several = several
        self._taken: set[str] = set()
        self.names: dict[tuple[str, str], str] = {}
        """Id of each case by name of its set and its id there."""

    def records(self, part: Part) -> Iterator[ForeignRecord]:
        found = governing(self._source, part)
        settings, entry = found if found is not None else (Settings(), None)
        why = _NOT_LISTED if found is None else "" if entry is None or entry.enabled else _SWITCHED_OFF
        if why:
            yield ForeignRecord(
                record=part.name, lines=(LossLine(record=part.name, fate="dropped", field="", told=why),)
            )
            return
        yield _header_record(part)
        yield from self._cases(part, settings)

    def _cases(self, part: Part, settings: Settings) -> Iterator[ForeignRecord]:
        label = _text(part.first.get("name")) or part.name
        seen: set[str] = set()
        for place, item in enumerate(part.first["test_cases"], start=1):
            record = f"{part.name} {case_record(place)}" if self._several else case_record(place)
            if not isinstance(item, Mapping):
                account = Account(record, {})
                account.say("dropped", "", "no test case: an object was expected", item)
                yield account.close()
                continue
            own = _text(item.get("id")) or numbered(self._source.name, place)
            lines = [_id_line(record, item)]
            name = own
            if own in seen:
                lines.append(LossLine(record=record, fate="wrong", field="id", told=DUPLICATE, found=own))
                name = self._free(f"{own}-{place}")
            elif own in self._taken:
                lines.append(LossLine(record=record, fate="mapped", field="id", told=_SHARED_ID, found=own))
                name = self._free(f"{label}-{own}")
            seen.add(own)
            self._taken.add(name)
            self.names.setdefault((label, own), name)
            is_rag = part.first.get("interaction_type") == "rag"
            read = read_case(record, item, name=name, settings=settings, is_rag=is_rag)
            yield replace(read, lines=(*lines, *read.lines))

    def _free(self, name: str) -> str:
        free, place = name, 2
        while free in self._taken:
            free, place = f"{name}-{place}", place + 1
        return free


def _id_line(record: str, item: Mapping[str, object]) -> LossLine:
    held = item.get("id")
    if is_nothing(held):
        return LossLine(record=record, fate="inferred", field="id", told="it has no id: it is called by its place")
    if isinstance(held, str):
        return LossLine(record=record, fate="kept", field="id")
    return LossLine(record=record, fate="wrong", field="id", told=_NO_TEXT, found=str(held))


def _header_record(part: Part) -> ForeignRecord:
    account = Account(part.name, part.first)
    account.passed("test_cases")
    missing = [name for name in _HEADER if name not in part.first]
    if missing:
        account.say("wrong", "", _MISSING, ", ".join(missing))
    for name in ("version", "created_at", "updated_at"):
        held = account.look(name)
        if not is_nothing(held) and not isinstance(held, str):
            account.say("wrong", name, _NO_TEXT, _text(held) or held)
    if isinstance(account.look("version"), str):
        account.dropped("version", _OF_THE_SET)
    for name in ("created_at", "updated_at"):
        if isinstance(account.look(name), str):
            account.dropped(name, _DATE)
    if account.passed("interaction_type") not in (None, "single_turn", "rag"):
        account.say("wrong", "interaction_type", _UNKNOWN_TYPE, account.look("interaction_type"))
    for name in ("name", "description", "author"):
        account.dropped(name, _OF_THE_SET)
    if texts_in(account, "tags", account.look("tags")):
        account.dropped("tags", _OF_THE_SET)
    return account.close()


FORMAT = Format(
    name="regtrace",
    title="Regtrace",
    recognises=_recognises,
    read=_read,
    write=write,
    holds=holds,
    checked="its own source",
)
