"""One id of a source that stands for several texts: each text has a name of its own, wherever the record names it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from goldsmith._base.canonical import text_sha256
from goldsmith.records.case import Case
from goldsmith.records.interchange import ForeignPassage, ForeignRecord, ForeignResponse
from goldsmith.records.response import Reply, RetrievedItem

Names = Mapping[tuple[str, str], str]
"""By id and text of a passage: what it is called instead."""


def other_name(passage: ForeignPassage) -> str:
    """Return the name of a passage whose id stands for another text already: made of the text."""
    return f"{passage.id}-{text_sha256(passage.text)[:8]}"


def renamed(record: ForeignRecord, names: Names) -> ForeignRecord:
    """Return the record with its evidence and its answers under the names of the texts that it brings itself."""
    if not names:
        return record
    first: dict[str, str] = {}
    for (name, _), new in names.items():
        first.setdefault(name, new)
    return replace(
        record,
        case=_case(record.case, first) if record.case is not None else None,
        responses=tuple(_response(response, names, first) for response in record.responses),
    )


def _case(case: Case, first: Mapping[str, str]) -> Case:
    needs = tuple(
        replace(
            need, any_of=tuple(replace(item, chunk=first.get(item.chunk or "", item.chunk)) for item in need.any_of)
        )
        for need in case.evidence
    )
    return replace(case, evidence=needs)


def _response(response: ForeignResponse, names: Names, first: Mapping[str, str]) -> ForeignResponse:
    outcome = response.outcome
    if not isinstance(outcome, Reply):
        return response

    def items(held: tuple[RetrievedItem, ...] | None) -> tuple[RetrievedItem, ...] | None:
        return None if held is None else tuple(replace(item, id=_name(item, names, first)) for item in held)

    reply = replace(outcome, retrieved=items(outcome.retrieved), candidates=items(outcome.candidates))
    return replace(response, outcome=reply)


def _name(item: RetrievedItem, names: Names, first: Mapping[str, str]) -> str:
    if item.text is None:
        return first.get(item.id, item.id)
    return names.get((item.id, item.text), item.id)
