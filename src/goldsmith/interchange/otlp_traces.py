"""Traces in OTLP JSON, as an OpenTelemetry collector's file exporter writes them: a document, or one export a line."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from goldsmith.interchange.span_attributes import decoded, nested, text_of
from goldsmith.interchange.spans import Span, trace_of
from goldsmith.interchange.trace_format import TraceFormat, Unread
from goldsmith.ports.foreign import ForeignSource, Part
from goldsmith.records.trace import Trace

_RESOURCES = ("resourceSpans", "resource_spans")
_MESSAGES = {
    "gen_ai.system.message": "system", "gen_ai.user.message": "user", "gen_ai.assistant.message": "assistant",
    "gen_ai.tool.message": "tool", "gen_ai.choice": "assistant",
}  # fmt: skip
_NO_OBJECT = "something that should be a span, or hold some, is no object"
_EVENTS = "goldsmith.events"
"""Name of our own for what several events tell under one name."""
_INTEGER = re.compile(r"-?[0-9]{1,20}")
_ERROR = frozenset({"2", "STATUS_CODE_ERROR", "ERROR"})


def _recognises(source: ForeignSource) -> bool:
    return any(_is_ours(part) for part in source.parts)


def _is_ours(part: Part) -> bool:
    return part.container in {"json", "jsonl"} and any(part.has(name) for name in _RESOURCES)


def _traces(source: ForeignSource) -> Iterator[Trace | Unread]:
    """Yield each trace when the files were read through: its spans may stand in any of them."""
    held: dict[str, list[Span]] = {}
    places: dict[str, str] = {}
    for part in source.parts:
        if not _is_ours(part):
            continue
        for row in part.rows():
            where = f"{part.name} {row.place}".strip()
            for span in _spans(row.value, where):
                if isinstance(span, Unread):
                    yield span
                else:
                    held.setdefault(span.trace, []).append(span)
                    places.setdefault(span.trace, where)
    for name, spans in held.items():
        yield trace_of(spans, source.options, where=places[name])


def _spans(value: Any, where: str) -> Iterator[Span | Unread]:
    if not isinstance(value, Mapping):
        yield Unread(where=where, told="an export of spans is an object")
        return
    if not any(isinstance(value.get(name), list) for name in _RESOURCES):
        yield Unread(where=where, told="an export of spans without resourceSpans")
    for resource in _each(value, *_RESOURCES):
        common = _attributes(resource.get("resource")) if resource is not None else {}
        for scope in _each(resource, "scopeSpans", "scope_spans", "instrumentationLibrarySpans"):
            for span in _each(scope, "spans"):
                yield _span(span, common, where) if span is not None else Unread(where=where, told=_NO_OBJECT)


def _span(span: Mapping[str, Any], common: Mapping[str, Any], where: str) -> Span | Unread:
    trace, name = span.get("traceId", span.get("trace_id")), span.get("spanId", span.get("span_id"))
    if not isinstance(trace, str) or not isinstance(name, str) or not trace or not name:
        return Unread(where=where, told="a span has no traceId or no spanId")
    status = span.get("status")
    status = status if isinstance(status, Mapping) else {}
    attributes = dict(common) | _attributes(span)
    error = ""
    for event in _list(span, "events"):
        told = _attributes(event)
        if event.get("name") == "exception":
            error = str(told.get("exception.message") or told.get("exception.type") or "exception")
        if not _take_message(str(event.get("name")), told, attributes):
            _take(told, attributes)
    # An exception that somebody caught is no error of the step.
    error = str(status.get("message") or error or "error") if text_of(status.get("code")) in _ERROR else ""
    return Span(
        trace=trace,
        id=name,
        parent=str(span.get("parentSpanId", span.get("parent_span_id")) or ""),
        name=str(span.get("name") or ""),
        start_ns=_nanoseconds(span.get("startTimeUnixNano", span.get("start_time_unix_nano"))),
        end_ns=_nanoseconds(span.get("endTimeUnixNano", span.get("end_time_unix_nano"))),
        attributes=nested(attributes),
        error=error,
        of_service=frozenset(nested(common)),
    )


def _take(told: Mapping[str, Any], attributes: dict[str, Any]) -> None:
    """Put what an event tells among the attributes of its span; what another told under the same name stays."""
    apart = {key: value for key, value in told.items() if key in attributes and attributes[key] != value}
    attributes |= {key: value for key, value in told.items() if key not in attributes}
    held = attributes.setdefault(_EVENTS, []) if apart else None
    if isinstance(held, list):
        held.append(apart)


def _take_message(event: str, told: Mapping[str, Any], attributes: dict[str, Any]) -> bool:
    """Put a message that is an event of its own, as the first conventions had it, among the messages of its span."""
    role = _MESSAGES.get(event)
    if role is None:
        return False
    name = "gen_ai.output.messages" if event == "gen_ai.choice" else "gen_ai.input.messages"
    held = attributes.setdefault(name, [])
    inner = decoded(told.get("message"))
    content = inner.get("content") if isinstance(inner, Mapping) else told.get("content")
    if isinstance(held, list):
        held.append({"role": role, "content": text_of(content)})
    return True


def _each(value: Mapping[str, Any] | None, *names: str) -> Iterator[Mapping[str, Any] | None]:
    """Yield the items of lists; None for what should be a list or an object and is none."""
    if value is None:
        yield None
        return
    for held in (value[name] for name in names if value.get(name) is not None):
        for item in held if isinstance(held, list) else [None]:
            yield item if isinstance(item, Mapping) else None


def _list(value: Mapping[str, Any], *names: str) -> Iterator[Mapping[str, Any]]:
    for name in names:
        held = value.get(name)
        if isinstance(held, list):
            yield from (item for item in held if isinstance(item, Mapping))


def _attributes(holder: Any) -> dict[str, Any]:
    if not isinstance(holder, Mapping):
        return {}
    found: dict[str, Any] = {}
    for item in _list(holder, "attributes"):
        _take({str(item.get("key")): _value(item.get("value"))}, found)
    return found


def _value(value: Any) -> Any:
    """Return an AnyValue of OTLP as plain data."""
    if not isinstance(value, Mapping):
        return value
    for name, held in value.items():
        match name.replace("_", "").lower():
            case "stringvalue" | "boolvalue" | "doublevalue" | "bytesvalue":
                return held
            case "intvalue":  # 64 bits are a text in JSON
                return int(held) if isinstance(held, str) and _INTEGER.fullmatch(held) else held
            case "arrayvalue":
                return [_value(item) for item in _list(held, "values")] if isinstance(held, Mapping) else []
            case "kvlistvalue":
                pairs = _list(held, "values") if isinstance(held, Mapping) else ()
                return {str(item.get("key")): _value(item.get("value")) for item in pairs}
    return None


def _nanoseconds(value: Any) -> int:
    text = str(value)
    return int(text) if text.isdecimal() and len(text) <= 20 else 0


FORMAT = TraceFormat(
    name="otlp",
    title="OpenTelemetry (OTLP JSON)",
    recognises=_recognises,
    traces=_traces,
    checked="opentelemetry-proto and both semantic conventions",
)
