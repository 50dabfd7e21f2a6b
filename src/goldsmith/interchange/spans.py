"""Spans of one trace, whoever exported them, as the question, the answer and what was retrieved between the two.

The names are those of the OpenTelemetry semantic conventions for generative AI, old and new, and of OpenInference.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from goldsmith.interchange.contexts import number_in
from goldsmith.interchange.span_attributes import at, decoded, first, text_of
from goldsmith.interchange.span_messages import content_of, messages_in
from goldsmith.interchange.span_words import PASSAGES, words_between
from goldsmith.records.case import Identity, Message
from goldsmith.records.response import Failure, Reply, RetrievedItem, ToolCall, Usage
from goldsmith.records.trace import Trace

_INPUT = ("gen_ai.input.messages", "gen_ai.prompt", "llm.input_messages", "input.value", "traceloop.entity.input")
_OUTPUT = (
    "gen_ai.output.messages",
    "gen_ai.completion",
    "llm.output_messages",
    "output.value",
    "traceloop.entity.output",
)
_ASKED = ("question", "query", "user_input", "input", "prompt", "text")
_SAID = ("answer", "response", "output", "result", "text", "content", "completion")
_NAMES: Mapping[str, tuple[str, ...]] = {
    "user": ("user.id", "enduser.id", "user_id", "metadata.user_id", "metadata.user", "enduser.pseudo.id"),
    "tenant": ("tenant.id", "tenant_id", "tenant", "enduser.scope", "metadata.tenant_id", "metadata.tenant"),
    "roles": ("user.roles", "enduser.role", "roles", "metadata.roles"),
    "session": ("session.id", "gen_ai.conversation.id", "thread.id"),
    "case": ("goldsmith.case", "metadata.goldsmith_case"),
    "system": ("service.name",),
}
_INPUT_TOKENS = ("gen_ai.usage.input_tokens", "gen_ai.usage.prompt_tokens", "llm.token_count.prompt")
_OUTPUT_TOKENS = ("gen_ai.usage.output_tokens", "gen_ai.usage.completion_tokens", "llm.token_count.completion")
_COST = ("gen_ai.usage.cost", "llm.cost.total")
_OF_DOCUMENT = ("document_id", "doc_id", "document", "source", "file_name", "file_path", "path", "url")
_SEEN = frozenset({"retrieval", "reranker", "input", "output", "llm", "openinference"})
"""Parts of the attributes that other channels show: what is searched as the payload of a trace is the rest."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Span:
    """One step of a trace."""

    trace: str
    id: str
    parent: str
    """Empty: it has none."""
    name: str
    start_ns: int
    """Nanoseconds since 1970; 0: not told."""
    end_ns: int
    attributes: dict[str, Any]
    """As a tree, those of its events and of the resource among them."""
    error: str = ""
    """What went wrong; empty: nothing did."""
    of_service: frozenset[str] = frozenset()
    """Names among the attributes that stand for the service as a whole, the same in every trace of it."""

    @property
    def kind(self) -> str:
        """What the step does, in capitals: RETRIEVER, RERANKER, LLM, TOOL or what its writer calls it."""
        told = text_of(at(self.attributes, "openinference.span.kind")).upper()
        if told:
            return told
        operation = text_of(at(self.attributes, "gen_ai.operation.name"))
        known = {"retrieval": "RETRIEVER", "execute_tool": "TOOL", "chat": "LLM", "text_completion": "LLM",
                 "generate_content": "LLM", "embeddings": "EMBEDDING"}  # fmt: skip
        return known.get(operation, "RETRIEVER" if first(self.attributes, PASSAGES["found"]) else "")


def trace_of(spans: Sequence[Span], options: Mapping[str, str], *, where: str) -> Trace:
    """Return the spans of one trace as a question and what came of it.

    `options` names attributes of one's own: ``{"user": "app.login"}``. Passages stand in the order of their ranks;
    those of several searches, in the order in which they were made.
    """
    ordered = sorted(_once(spans), key=lambda span: (span.start_ns, span.id))
    root = _root(ordered)
    asked, typed = _asked(root, ordered)
    retrieved, candidates = _passages(ordered)
    answer = _answer(root, ordered)
    failed = root.error or next((span.error for span in ordered if span.error), "")
    outcome: Reply | Failure
    if not answer and failed and not retrieved and not candidates:
        outcome = Failure(kind="recorded_failure", message=failed[:500])
    else:
        outcome = Reply(
            answer=answer,
            retrieved=retrieved,
            candidates=candidates,
            tool_calls=tuple(_tools(ordered)) or None,
            trace_id=root.trace,
            trace=_payload(ordered),
            events=words_between(ordered, [*typed, *([answer] if answer else [])]),
            usage=_usage(ordered),
        )
    named = {name: _named(name, root, ordered, options) for name in _NAMES}
    return Trace(
        id=root.trace,
        at=_time(root.start_ns or next((span.start_ns for span in ordered if span.start_ns), 0)),
        question=asked[-1].content if asked else "",
        messages=tuple(asked[:-1]),
        identity=None if _are_several(ordered, options) else _identity(named),
        session=text_of(named["session"]),
        outcome=outcome,
        latency_ms=(root.end_ns - root.start_ns) / 1e6 if root.start_ns and root.end_ns >= root.start_ns else None,
        case=text_of(named["case"]),
        system=text_of(named["system"]),
        where=where,
    )


def _once(spans: Iterable[Span]) -> Iterator[Span]:
    """Yield each span once: two exports that overlap tell it twice, word for word."""
    seen: dict[str, list[Span]] = {}
    for span in spans:
        held = seen.setdefault(span.id, [])
        if not span.id or span not in held:
            held.append(span)
            yield span


def _root(spans: Sequence[Span]) -> Span:
    return next(iter(_tops(spans)), spans[0])


def _tops(spans: Sequence[Span]) -> list[Span]:
    known = {span.id for span in spans}
    return [span for span in spans if span.parent not in known]


def _are_several(spans: Sequence[Span], options: Mapping[str, str]) -> bool:
    """Say whether the first steps name several people, or, where none of them names one, the steps below do."""
    for part in (_tops(spans), spans):
        users = {text_of(user) for span in part if (user := _named("user", span, (), options)) is not None}
        if users:
            return len(users) > 1
    return False


def _asked(root: Span, spans: Iterable[Span]) -> tuple[list[Message], list[str]]:
    """Return the turns up to the question: of the root, else of the first step that was asked something.

    And what of them was said between the asker and the system. A prompt of several lines is none of it: passages stand
    in it.
    """
    for span in (root, *spans):
        turns = _turns(span)
        if turns:
            words = [turn.content for turn in turns if turn.role in {"user", "assistant"}]
            return turns, [text for text in words if span.kind != "LLM" or "\n" not in text]
    return [], []


def _turns(span: Span) -> list[Message]:
    value = decoded(first(span.attributes, _INPUT))
    turns = messages_in(value)
    while turns and turns[-1].role != "user":
        turns.pop()
    if turns:
        return [turn for turn in turns if turn.role != "system"]
    text = _word(value, _ASKED)
    if text:
        return [Message(role="user", content=text)]
    query = first(span.attributes, ("gen_ai.retrieval.query.text", "reranker.query"))
    return [Message(role="user", content=text_of(query))] if query else []


def _answer(root: Span, spans: Sequence[Span]) -> str | None:
    for span in (root, *(one for one in reversed(spans) if one.kind in {"LLM", "AGENT", "CHAIN"})):
        value = decoded(first(span.attributes, _OUTPUT))
        said = [turn for turn in messages_in(value) if turn.role == "assistant"]
        text = said[-1].content if said else _word(value, _SAID)
        if text:
            return text
    return None


def _word(value: Any, names: Iterable[str]) -> str:
    """Return a text, or that of the first of several fields of an object."""
    if isinstance(value, str):
        return value
    if isinstance(value, Mapping):
        return next((text for name in names if (text := content_of(value.get(name)))), "")
    return ""


def _passages(
    spans: Sequence[Span],
) -> tuple[tuple[RetrievedItem, ...] | None, tuple[RetrievedItem, ...] | None]:
    """Return what reached the context, and what was found before it was ranked anew; None: no step shows it."""
    found, ranked, before = (_shown(spans, PASSAGES[name]) for name in ("found", "ranked", "before"))
    searched = any(span.kind == "RETRIEVER" for span in spans)
    retrieved = ranked or found
    reached = set(map(_key, retrieved))
    earlier = [item for item in (*(found if ranked else ()), *before) if _key(item) not in reached]
    # What is in the context was a candidate too; where nothing else was, only a ranking says that there were any.
    candidates = (*found, *(item for item in before if _key(item) not in set(map(_key, found))))
    is_told = bool(ranked) or bool(earlier)
    return tuple(retrieved) if retrieved or searched else None, candidates if is_told else None


def _shown(spans: Iterable[Span], paths: Iterable[str]) -> list[RetrievedItem]:
    """Return the passages under all of these names: a step that tells them under two may tell others under each."""
    shown: list[RetrievedItem] = []
    for span in spans:
        held = [_documents(at(span.attributes, path)) for path in paths]
        first_told = next((items for items in held if items), [])
        shown += [*first_told, *(item for items in held for item in items if not _is_among(item, first_told))]
    return shown


def _is_among(item: RetrievedItem, told: Iterable[RetrievedItem]) -> bool:
    """Say whether a passage is told already: one name may give its words, and another only its id."""
    return any((one.id, one.document) == (item.id, item.document) and item.text in (None, one.text) for one in told)


def _key(item: RetrievedItem) -> tuple[str, str | None, str | None]:
    return (item.id, item.document, item.text)


def _documents(value: Any) -> list[RetrievedItem]:
    """Return the passages of a list; what is no list of passages is one that nobody can name."""
    value = decoded(value)
    if value in (None, "", [], {}):
        return []
    items = value if isinstance(value, list) else [value]
    return [_document(item) for item in items]


def _document(item: Any) -> RetrievedItem:
    item = decoded(item)
    if not isinstance(item, Mapping):
        return _bare(item)
    inner = item.get("document")
    held = inner if isinstance(inner, Mapping) else item
    metadata = decoded(held.get("metadata"))
    metadata = dict(metadata) if isinstance(metadata, Mapping) else {}
    score = held.get("score")
    number = number_in(score) if not isinstance(score, str) else None
    words = first(held, ("content", "text", "page_content"))
    named = next((name for name in _OF_DOCUMENT if metadata.get(name)), None)
    document = text_of(metadata.pop(named)) if named is not None else None
    return RetrievedItem(
        id=text_of(first(held, ("id", "chunk_id", "node_id"))),
        document=document or text_of(held.get("document_id") or held.get("url") or held.get("name")) or None,
        text=None if words is None else content_of(words),
        score=number,
        metadata=metadata,
    )


def _bare(item: Any) -> RetrievedItem:
    text = text_of(item)
    return RetrievedItem(id="", text=text) if any(map(str.isspace, text)) else RetrievedItem(id=text)


def _tools(spans: Iterable[Span]) -> Iterator[ToolCall]:
    for span in spans:
        if span.kind == "TOOL":
            name = first(span.attributes, ("gen_ai.tool.name", "tool.name")) or span.name
            given = first(span.attributes, ("gen_ai.tool.call.arguments", "tool.parameters", "input.value"))
            yield ToolCall(name=text_of(name), arguments=text_of(given))


def _usage(spans: Iterable[Span]) -> Usage:
    """Return the sum over the steps that call a model; a step above them that repeats the sum is not counted twice."""
    models = [span for span in spans if span.kind == "LLM"]
    counted = [
        [number_in(first(span.attributes, names)) for span in models] for names in (_INPUT_TOKENS, _OUTPUT_TOKENS)
    ]
    cost = [number_in(first(span.attributes, _COST)) for span in models]
    sums = [sum(known) if (known := [one for one in part if one is not None]) else None for part in (*counted, cost)]
    tokens = [None if one is None else int(one) for one in sums[:2]]
    return Usage(input_tokens=tokens[0], output_tokens=tokens[1], cost_usd=sums[2])


def _payload(spans: Iterable[Span]) -> dict[str, Any]:
    held = []
    for span in spans:
        rest = {name: value for name, value in span.attributes.items() if name not in _SEEN | span.of_service}
        generative = rest.pop("gen_ai", None)
        if isinstance(generative, Mapping):
            kept = {name: value for name, value in generative.items() if name not in _READ}
            rest |= {"gen_ai": kept} if kept else {}
        held.append({"name": span.name, **rest})
    return {"spans": held}


_READ = frozenset({"input", "output", "prompt", "completion", "retrieval", "usage", "tool"})


def _named(name: str, root: Span, spans: Iterable[Span], options: Mapping[str, str]) -> Any:
    paths = (options[name],) if name in options else _NAMES[name]
    for span in (root, *spans):
        tree = dict(span.attributes)
        metadata = decoded(at(tree, "metadata"))
        if isinstance(metadata, Mapping):
            tree["metadata"] = metadata
        found = first(tree, paths)
        if found is not None:
            return found
    return None


def _identity(named: Mapping[str, Any]) -> Identity | None:
    if named["user"] is None and named["tenant"] is None and named["roles"] is None:
        return None
    roles = decoded(named["roles"])
    listed = roles if isinstance(roles, list) else text_of(roles).replace(",", " ").split()
    tenant = text_of(named["tenant"]) or None
    return Identity(user=text_of(named["user"]), tenant=tenant, roles=tuple(map(text_of, listed)))


def _time(nanoseconds: int) -> str:
    if nanoseconds <= 0:
        return ""
    try:
        return datetime.fromtimestamp(nanoseconds // 1_000_000_000, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    except (ValueError, OverflowError, OSError):
        return ""
