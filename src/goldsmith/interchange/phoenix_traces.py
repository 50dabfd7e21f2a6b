"""Traces out of Phoenix: spans as its API gives them, and the table of its client as CSV, JSON Lines or Parquet."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from typing import Any

from goldsmith.interchange.span_attributes import decoded, nested, text_of
from goldsmith.interchange.span_times import nanoseconds
from goldsmith.interchange.spans import Span, trace_of
from goldsmith.interchange.trace_format import TraceFormat, Unread
from goldsmith.ports.foreign import ForeignSource, Part
from goldsmith.records.trace import Trace

_PREFIX = "attributes."


def _recognises(source: ForeignSource) -> bool:
    return any(_is_ours(part) for part in source.parts)


def _is_ours(part: Part) -> bool:
    if part.has("context.trace_id", "context.span_id") or part.has("context", "span_kind"):
        return True
    return part.has("data") and any(_is_span(item) for item in _listed(part.first)[:1])


def _is_span(value: Any) -> bool:
    return isinstance(value, Mapping) and {"context", "span_kind", "attributes"} <= set(value)


def _traces(source: ForeignSource) -> Iterator[Trace | Unread]:
    """Yield each trace when the files were read through: its spans may stand in any of them."""
    held: dict[str, list[Span]] = {}
    places: dict[str, str] = {}
    for part in source.parts:
        for row in part.rows() if _is_ours(part) else ():
            where = f"{part.name} {row.place}".strip()
            for value in _listed(row.value) or [row.value]:
                span = _span(value)
                if span is None:
                    yield Unread(where=where, told="a span has no trace_id or no span_id")
                else:
                    held.setdefault(span.trace, []).append(span)
                    places.setdefault(span.trace, where)
    for name, spans in held.items():
        yield trace_of(spans, source.options, where=places[name])


def _listed(value: Any) -> list[Any]:
    held = value.get("data") if isinstance(value, Mapping) else None
    return held if isinstance(held, list) else []


def _span(value: Any) -> Span | None:
    if not isinstance(value, Mapping):
        return None
    context = decoded(value.get("context"))
    context = context if isinstance(context, Mapping) else {}
    trace = text_of(value.get("context.trace_id") or context.get("trace_id"))
    name = text_of(value.get("context.span_id") or context.get("span_id"))
    if not trace or not name:
        return None
    attributes = decoded(value.get("attributes"))
    told = {key: _cell(held) for key, held in attributes.items()} if isinstance(attributes, Mapping) else {}
    told |= {
        key.removeprefix(_PREFIX): _cell(held)
        for key, held in value.items()
        if key.startswith(_PREFIX) and held not in (None, "")
    }
    told.setdefault("openinference.span.kind", text_of(value.get("span_kind")))
    is_error = str(value.get("status_code", "")).upper().endswith("ERROR")
    return Span(
        trace=trace,
        id=name,
        parent=text_of(value.get("parent_id")),
        name=text_of(value.get("name")),
        start_ns=nanoseconds(value.get("start_time")),
        end_ns=nanoseconds(value.get("end_time")),
        attributes=nested(told),
        error=text_of(value.get("status_message")) or "error" if is_error else "",
    )


def _cell(value: Any) -> Any:
    """Return what a cell holds: a table that was saved as CSV has lists as JSON, or as Python wrote them."""
    held = decoded(value)
    if not isinstance(held, str) or not held.lstrip().startswith(("[{", "{'")):
        return held
    try:
        return ast.literal_eval(held)
    except (ValueError, TypeError, SyntaxError, RecursionError, MemoryError):
        return held


FORMAT = TraceFormat(
    name="phoenix",
    title="Phoenix (spans)",
    recognises=_recognises,
    traces=_traces,
    checked="its documentation",
)
