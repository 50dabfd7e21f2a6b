"""Files of cases that a format of a plug-in reads: plain data, each record known by its number."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from goldsmith._base.raised import told
from goldsmith.errors import Problem
from goldsmith.ondisk.located import RawRecord, Source, node_count, unreadable
from goldsmith.ports.format import CaseFile, FormatPlugin

Formats = Callable[[str], FormatPlugin | None]
"""From the suffix of a file, in lower case, to the format that reads it; None: there is none."""


def no_formats(_suffix: str) -> None:
    """Know no format besides those that are built in."""


def read_plugged(plugin: FormatPlugin, data: bytes, *, name: str) -> list[RawRecord]:
    """Return the records of a file; the line of each is its number, from 1.

    Raises InvalidFileError with every record that is no plain data, or with what the plug-in raised.
    """
    values: list[object] = []
    problems: list[Problem] = []
    try:
        for value in plugin.read(CaseFile(name=name, data=data)):
            values.append(_plain(value, plugin.name, name, len(values) + 1, problems))
    except (Exception, SystemExit) as error:  # noqa: BLE001 - whatever a plug-in raises is told with its name
        message = f"record {len(values) + 1}: {plugin.name}: {told(error)}"
        problems.append(Problem(message=message, file=name, mend=f"mend the record, or the plug-in {plugin.name}"))
    if not values and not problems:
        message = f"{plugin.name} finds no case in it"
        problems.append(Problem(message=message, file=name, mend="write at least one case"))
    if problems:
        raise unreadable(name, problems)
    source = Source(name, "\n" * len(values), "plugin")
    return [_record(value, source, index) for index, value in enumerate(values)]


def by_record(problems: Iterator[Problem]) -> Iterator[Problem]:
    """Yield problems of such a file with the number of the record in place of a line."""
    for problem in problems:
        yield replace(problem, line=0, column=0, message=f"record {problem.line}: {problem.message}")


def _plain(value: object, plugin: str, name: str, number: int, problems: list[Problem]) -> object:
    why = "" if isinstance(value, Mapping) else f"{type(value).__name__} is no mapping"
    if isinstance(value, Mapping):
        try:
            return json.loads(json.dumps(dict(value), allow_nan=False))
        except (TypeError, ValueError, RecursionError) as error:
            why = " ".join(str(error).split())
    message = f"record {number}: {plugin} gives what is no plain data: {why}"
    mend = f"let {plugin} yield mappings of text, numbers, lists and mappings"
    problems.append(Problem(message=message, file=name, mend=mend))
    return {}


def _record(value: object, source: Source, index: int) -> RawRecord:
    return RawRecord(
        held=value,
        source=source,
        start=index,
        end=index,
        offsets=lambda raw: [raw.start] * node_count(raw.value),
        find_fields=lambda _: {},
    )
