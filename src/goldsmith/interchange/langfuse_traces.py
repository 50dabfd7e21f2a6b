"""Traces out of Langfuse: traces with their observations, or observations alone, as JSON, JSON Lines or CSV."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from goldsmith.interchange.span_attributes import decoded, nested, text_of
from goldsmith.interchange.span_times import nanoseconds
from goldsmith.interchange.spans import Span, trace_of
from goldsmith.interchange.trace_format import TraceFormat, Unread
from goldsmith.ports.foreign import ForeignSource, Part
from goldsmith.records.trace import Trace

_KINDS = {"GENERATION": "LLM", "RETRIEVER": "RETRIEVER", "TOOL": "TOOL", "AGENT": "AGENT", "CHAIN": "CHAIN",
          "EMBEDDING": "EMBEDDING", "EVALUATOR": "EVALUATOR", "GUARDRAIL": "GUARDRAIL"}  # fmt: skip
_LONGEST = 1e9
"""Seconds that a trace may take: more is a mistake."""
_LISTS = ("documents", "docs", "chunks", "results", "nodes", "matches", "retrieved", "contexts")
"""Names under which a search keeps what it found."""


def _recognises(source: ForeignSource) -> bool:
    return any(_is_ours(part) for part in source.parts)


def _is_ours(part: Part) -> bool:
    value = part.first
    for item in _listed(value)[:1] or [value]:
        if isinstance(item, Mapping) and (_is_trace(item) or _is_observation(item)):
            return True
    return False


def _is_trace(item: Mapping[str, Any]) -> bool:
    names = set(item)
    return "id" in names and ("observations" in names or {"timestamp", "sessionId", "userId"} <= names)


def _is_observation(item: Mapping[str, Any]) -> bool:
    return {"id", "traceId", "type"} <= set(item) and bool({"startTime", "parentObservationId"} & set(item))


def _traces(source: ForeignSource) -> Iterator[Trace | Unread]:
    """Yield each trace with its observations; observations that stand by themselves are gathered by their trace."""
    loose: dict[str, list[Span]] = {}
    places: dict[str, str] = {}
    for part in source.parts:
        for row in part.rows() if _is_ours(part) else ():
            where = f"{part.name} {row.place}".strip()
            for item in _listed(row.value) or [row.value]:
                spans = _read(item)
                if spans is None:
                    yield Unread(where=where, told="neither a trace nor an observation of one")
                else:
                    if _hides(item):
                        yield Unread(where=where, told="a trace names observations that it does not show")
                    loose.setdefault(spans[0].trace, []).extend(spans)
                    places.setdefault(spans[0].trace, where)
    for name, spans in loose.items():
        yield trace_of(spans, source.options, where=places[name])


def _listed(value: Any) -> list[Any]:
    held = value.get("data") if isinstance(value, Mapping) else None
    return held if isinstance(held, list) else []


def _read(item: Any) -> list[Span] | None:
    if not isinstance(item, Mapping) or not item.get("id"):
        return None
    if _is_observation(item):
        return [_observation(item, text_of(item["traceId"]))] if item["traceId"] else None
    if not _is_trace(item):
        return None
    name = text_of(item["id"])
    inner = decoded(item.get("observations"))
    observations = [one for one in inner if isinstance(one, Mapping)] if isinstance(inner, list) else []
    return [_top(item, name), *(_observation(one, name) for one in observations)]


def _hides(item: Mapping[str, Any]) -> bool:
    """Say whether a trace has observations of which not all are told: some exports give their ids alone."""
    inner = decoded(item.get("observations"))
    return bool(inner) and not (isinstance(inner, list) and all(isinstance(one, Mapping) for one in inner))


def _top(item: Mapping[str, Any], name: str) -> Span:
    start = nanoseconds(item.get("timestamp"))
    latency = item.get("latency")
    seconds = latency if isinstance(latency, int | float) and not isinstance(latency, bool) else 0
    seconds = seconds if 0 <= seconds < _LONGEST else 0
    told = {
        "user.id": item.get("userId") or None,
        "session.id": item.get("sessionId") or None,
        "service.name": item.get("name"),
        "metadata": decoded(item.get("metadata")),
        "input": decoded(item.get("input")),
        "output": decoded(item.get("output")),
        "tags": item.get("tags"),
    }
    return Span(
        trace=name,
        id=f"trace {name}",
        parent="",
        name=text_of(item.get("name")),
        start_ns=start,
        end_ns=start + round(seconds * 1e9) if seconds else 0,
        attributes=_attributes(told),
    )


def _observation(item: Mapping[str, Any], trace: str) -> Span:
    kind = _KINDS.get(text_of(item.get("type")).upper(), "")
    usage = decoded(item.get("usageDetails")) or decoded(item.get("usage"))
    usage = usage if isinstance(usage, Mapping) else {}
    cost = decoded(item.get("costDetails"))
    output = decoded(item.get("output"))
    documents = _documents(output) if kind in {"RETRIEVER", ""} else None
    told = {
        "openinference.span.kind": kind or ("RETRIEVER" if documents else None),
        "llm.token_count.prompt": usage.get("input", usage.get("promptTokens")),
        "llm.token_count.completion": usage.get("output", usage.get("completionTokens")),
        "llm.cost.total": cost.get("total") if isinstance(cost, Mapping) else item.get("calculatedTotalCost"),
        "retrieval.documents": documents,
        "tool.name": item.get("name") if kind == "TOOL" else None,
        "metadata": decoded(item.get("metadata")),
        "input": decoded(item.get("input")),
        "output": None if documents else output,
    }
    return Span(
        trace=trace,
        id=text_of(item.get("id")),
        parent=text_of(item.get("parentObservationId")) or f"trace {trace}",
        name=text_of(item.get("name")),
        start_ns=nanoseconds(item.get("startTime")),
        end_ns=nanoseconds(item.get("endTime")),
        attributes=_attributes(told),
        error=text_of(item.get("statusMessage")) or "error" if item.get("level") == "ERROR" else "",
    )


def _attributes(told: Mapping[str, Any]) -> dict[str, Any]:
    """Return attributes as a tree; input and output are values as they stand, whatever is inside them."""
    apart = {name: {"value": told[name]} for name in ("input", "output") if told.get(name) not in (None, "", {}, [])}
    return nested({name: value for name, value in told.items() if name not in apart and value is not None}) | apart


def _documents(output: Any) -> list[Any] | None:
    """Return what a search found, if this is what one gives: a list of objects with words or ids."""
    if isinstance(output, Mapping):
        output = next((held for name in _LISTS if isinstance(held := output.get(name), list)), None)
    if not isinstance(output, list) or not output or not all(isinstance(item, Mapping) for item in output):
        return None
    found = [_document(item) for item in output]
    return found if all(item is not None for item in found) else None


def _document(item: Mapping[str, Any]) -> dict[str, Any] | None:
    node = item.get("node")
    held = {**node, **item} if isinstance(node, Mapping) else item
    words = next((held[name] for name in ("pageContent", "page_content", "text", "content") if held.get(name)), None)
    name = next((held[key] for key in ("id", "id_", "chunk_id", "node_id", "document_id") if held.get(key)), None)
    if words is None and name is None:
        return None
    if "role" in held:
        return None  # a message
    return {"id": name, "content": words, "score": held.get("score"), "metadata": held.get("metadata")}


FORMAT = TraceFormat(
    name="langfuse",
    title="Langfuse (traces)",
    recognises=_recognises,
    traces=_traces,
    checked="its documentation",
)
