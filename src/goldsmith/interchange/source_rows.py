"""The rows of a source on their way to records: how a record is called, and what is no record."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NoReturn

from goldsmith.errors import InvalidFileError, Problem
from goldsmith.interchange.account import Account, numbered
from goldsmith.ports.foreign import ForeignSource, Part
from goldsmith.records.interchange import ForeignRecord


def counted_rows(source: ForeignSource, parts: Iterable[Part]) -> Iterator[tuple[str, Any, str]]:
    """Yield what each row of some parts is called, its value, and the id of its case where it has none of its own."""
    known = tuple(parts)
    place = 0
    for part in known:
        for row in part.rows():
            place += 1
            yield record_of(part, row.place, known), row.value, numbered(source.name, place)


def record_of(part: Part, place: str, parts: Iterable[Part]) -> str:
    """Return what a record is called: with the name of its file where there are several."""
    return f"{part.name} {place}".strip() if len(tuple(parts)) > 1 else place


def not_a_record(record: str, told: str, found: Any = "") -> ForeignRecord:
    """Return what is left of something that is no record at all: a line that says so."""
    account = Account(record, {})
    account.say("dropped", "", told, found)
    return account.close()


def refuse(source: ForeignSource, title: str, message: str, step: str) -> NoReturn:
    """Raise InvalidFileError: nothing of the format is in the source."""
    problem = Problem(message=message, file=source.parts[0].name if len(source.parts) == 1 else "")
    raise InvalidFileError(f"{source.name} holds nothing of {title}", problems=(problem,), next_step=step)
