"""A run as OpenTelemetry traces: a span for each question and its steps, and each score as an evaluation event.

Ids follow from run, case and repeat, so that the same run exported twice is the same trace. A run knows when it began
and how long each call took, not when each call was made: every trace begins with the run.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from hashlib import sha256
from typing import Any

from goldsmith.errors import InputError
from goldsmith.interchange.format import Format, Outgoing, Written
from goldsmith.ports.foreign import WrittenFile
from goldsmith.records.case import Case
from goldsmith.records.measure import Score, Scored
from goldsmith.records.response import Failure, Reply, Response, RetrievedItem
from goldsmith.records.task import TaskKey

_SCOPE = {"name": "goldsmith"}
_INTERNAL = "SPAN_KIND_INTERNAL"
_LONGEST_NS = 10**15


def _write(outgoing: Outgoing) -> Written:
    """Return one file of OTLP JSON. Raises InputError where no run was named."""
    plan = outgoing.plan
    if plan is None:
        raise InputError("traces are of a run, and none was named", next_step="goldsmith export otlp --run RUN")
    start = round(datetime.fromisoformat(plan.created_at).timestamp()) * 1_000_000_000
    cases = {case.id: case for case in outgoing.cases}
    scores: dict[TaskKey, list[Score]] = {}
    for score in outgoing.scores:
        scores.setdefault(score.key, []).append(score)
    spans = [
        span
        for response in outgoing.responses
        if response.case in cases
        for span in _spans(plan.run, response, cases[response.case], scores.get(response.key, ()), start)
    ]
    resource = {
        "service.name": plan.system,
        "service.version": plan.system_revision,
        "goldsmith.run": plan.run,
        "goldsmith.set": plan.set_name,
        "goldsmith.set.version": plan.set_version,
        "goldsmith.corpus": plan.corpus,
    }
    scope = {"scope": {**_SCOPE, "version": plan.goldsmith}, "spans": spans}
    document = {"resourceSpans": [{"resource": {"attributes": _attributes(resource)}, "scopeSpans": [scope]}]}
    text = json.dumps(document, ensure_ascii=False, indent=1) + "\n"
    return Written(files=(WrittenFile(name=f"{plan.run}.json", text=text),))


def _spans(run: str, response: Response, case: Case, scores: Iterable[Score], start: int) -> Iterator[dict[str, Any]]:
    key = response.key
    seed = f"{run}\n{key.task}\n{key.step}\n{key.repeat}\n{response.probe}"
    trace, top = _hex(seed, 32), _hex(f"{seed}\nask", 16)
    end = start + min(_LONGEST_NS, round((response.latency_ms or 0) * 1_000_000))
    outcome = response.outcome
    events = [_event(score, end) for score in scores]
    yield {
        **_span(trace, top, "", "ask", start, end),
        "attributes": _attributes(_asked(response, case) | _answered(outcome)),
        "events": events,
        "status": {"code": "STATUS_CODE_ERROR", "message": outcome.message} if isinstance(outcome, Failure) else {},
    }
    if isinstance(outcome, Reply):
        for name, told in _steps(outcome):
            step = _span(trace, _hex(f"{seed}\n{name}", 16), top, name.split("\n")[0], start, end)
            yield {**step, "attributes": _attributes(told)}


def _span(trace: str, name: str, parent: str, title: str, start: int, end: int) -> dict[str, Any]:
    held = {"traceId": trace, "spanId": name, "parentSpanId": parent, "name": title, "kind": _INTERNAL,
            "startTimeUnixNano": str(start), "endTimeUnixNano": str(end)}  # fmt: skip
    return {key: value for key, value in held.items() if value}


def _asked(response: Response, case: Case) -> dict[str, Any]:
    identity = case.identity
    turns = [*((turn.role, turn.content) for turn in case.messages), ("user", case.question)]
    return {
        "openinference.span.kind": "CHAIN",
        "gen_ai.operation.name": "invoke_agent",
        "input.value": case.question,
        "gen_ai.input.messages": _messages(turns),
        "goldsmith.case": response.case,
        "goldsmith.case.digest": response.case_digest,
        "goldsmith.repeat": response.key.repeat,
        "goldsmith.probe": response.probe or None,
        "user.id": identity.user if identity else None,
        "tenant.id": identity.tenant if identity else None,
        "user.roles": list(identity.roles) if identity and identity.roles else None,
    }


def _answered(outcome: Reply | Failure) -> dict[str, Any]:
    if isinstance(outcome, Failure):
        return {"error.type": outcome.kind}
    said = None if outcome.answer is None else _messages([("assistant", outcome.answer)])
    return {
        "output.value": outcome.answer,
        "gen_ai.output.messages": said,
        "gen_ai.usage.input_tokens": outcome.usage.input_tokens,
        "gen_ai.usage.output_tokens": outcome.usage.output_tokens,
    }


def _steps(reply: Reply) -> Iterator[tuple[str, dict[str, Any]]]:
    if reply.retrieved is not None:
        yield (
            "retrieval",
            {
                "openinference.span.kind": "RETRIEVER",
                "gen_ai.operation.name": "retrieval",
                "gen_ai.retrieval.documents": json.dumps(
                    [_document(item) for item in reply.retrieved], ensure_ascii=False
                ),
                **_numbered(reply.retrieved),
            },
        )
    for place, call in enumerate(reply.tool_calls or ()):
        yield (
            f"execute_tool {call.name}\n{place}",
            {
                "openinference.span.kind": "TOOL",
                "gen_ai.operation.name": "execute_tool",
                "gen_ai.tool.name": call.name,
                "gen_ai.tool.call.arguments": call.arguments,
            },
        )


def _document(item: RetrievedItem) -> dict[str, Any]:
    held = {"id": item.id, "score": item.score, "document_id": item.document}
    return {key: value for key, value in held.items() if value is not None}


def _numbered(items: Iterable[RetrievedItem]) -> dict[str, Any]:
    told: dict[str, Any] = {}
    for place, item in enumerate(items):
        start = f"retrieval.documents.{place}.document"
        told[f"{start}.id"] = item.id
        told[f"{start}.content"] = item.text
        told[f"{start}.score"] = item.score
        if item.document is not None:
            told[f"{start}.metadata"] = json.dumps({"document_id": item.document}, ensure_ascii=False)
    return told


def _messages(turns: Iterable[tuple[str, str]]) -> str:
    held = [{"role": role, "parts": [{"type": "text", "content": content}]} for role, content in turns]
    return json.dumps(held, ensure_ascii=False)


def _event(score: Score, at: int) -> dict[str, Any]:
    outcome = score.outcome
    told: dict[str, Any] = {"gen_ai.evaluation.name": score.measure}
    if isinstance(outcome, Scored):
        told["gen_ai.evaluation.score.value"] = outcome.value
    else:
        # No value is no zero: the label says that there is none, and the explanation why.
        told["gen_ai.evaluation.score.label"] = "unscored"
        told["gen_ai.evaluation.explanation"] = ": ".join(filter(None, (outcome.reason, outcome.detail)))
    return {"name": "gen_ai.evaluation.result", "timeUnixNano": str(at), "attributes": _attributes(told)}


def _attributes(told: Mapping[str, Any]) -> list[dict[str, Any]]:
    return [{"key": key, "value": _value(value)} for key, value in told.items() if value is not None]


def _value(value: Any) -> dict[str, Any]:
    match value:
        case bool():
            return {"boolValue": value}
        case int():
            return {"intValue": str(value)}
        case float():
            return {"doubleValue": value}
        case list():
            return {"arrayValue": {"values": [_value(item) for item in value]}}
        case _:
            return {"stringValue": str(value)}


def _hex(seed: str, length: int) -> str:
    return sha256(seed.encode()).hexdigest()[:length]


def _held(case: Case) -> Case:
    return Case(id=case.id, question=case.question, messages=case.messages, identity=case.identity)


FORMAT = Format(
    name="otlp",
    title="OpenTelemetry traces (OTLP JSON)",
    recognises=lambda _source: False,
    write=_write,
    holds=_held,
    checked="opentelemetry-proto",
)
