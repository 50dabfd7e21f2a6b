"""Traces of a production system as a recorded one: what it answered then is what it answers now.

A trace belongs to the case that it names (``goldsmith.case``), else to the case with its question.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from goldsmith.adapters.systems.recorded import RecordedSystem
from goldsmith.errors import GoldsmithError, InputError
from goldsmith.interchange.trace_format import Unread
from goldsmith.interchange.trace_formats import recognised_traces
from goldsmith.ondisk.foreign_files import open_foreign
from goldsmith.ports.foreign import Row
from goldsmith.records.case import Case
from goldsmith.records.response import Failure, RetrievedItem
from goldsmith.records.trace import Trace


def open_traces(path: Path, *, name: str, cases: Sequence[Case] = ()) -> RecordedSystem | None:
    """Return an export of traces as a system; None: the file is none.

    Raises InputError for an export without a trace.
    """
    try:
        source = open_foreign([path], options={}, workbook=_no_workbook)
    except GoldsmithError:
        return None  # whoever reads recorded answers says why
    known = recognised_traces(source)
    if known is None:
        return None
    rows = [_row(trace) for trace in known.traces(source) if not isinstance(trace, Unread)]
    if not rows:
        raise InputError(f"{path} holds no trace", next_step="export the traces with their spans")
    return RecordedSystem(rows, {}, name=name, cases=cases)


def _no_workbook(path: Path) -> Iterator[Row]:
    raise InputError(f"{path} is a workbook", next_step="export the traces as JSON")


def _row(trace: Trace) -> Mapping[str, Any]:
    row: dict[str, Any] = {"question": trace.question}
    if trace.case:
        row["id"] = trace.case
    if trace.latency_ms is not None:
        row["latency_ms"] = trace.latency_ms
    reply = trace.outcome
    if isinstance(reply, Failure):
        return row | {"error": reply.message}
    usage = {key: value for key, value in asdict(reply.usage).items() if value is not None}
    parts = {
        "answer": reply.answer,
        "retrieved": None if reply.retrieved is None else [_item(item) for item in reply.retrieved],
        "candidates": None if reply.candidates is None else [_item(item) for item in reply.candidates],
        "tool_calls": None if reply.tool_calls is None else [asdict(call) for call in reply.tool_calls],
        "events": None if reply.events is None else [asdict(event) for event in reply.events],
        "trace_id": reply.trace_id,
        "trace": reply.trace,
        "usage": usage or None,
        "identity_echo": trace.identity.user if trace.identity is not None and trace.identity.user else None,
    }
    return row | {key: value for key, value in parts.items() if value is not None}


def _item(item: RetrievedItem) -> dict[str, Any]:
    held = {"id": item.id, "document": item.document, "text": item.text, "score": item.score}
    return {key: value for key, value in held.items() if value not in (None, "")} | {"metadata": item.metadata}
