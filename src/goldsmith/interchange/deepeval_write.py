"""Golden sets as DeepEval reads them: JSON lists, one of single turns and one of conversations.

Contexts are lists: joined with a bar, as DeepEval itself saves them in tables and lines, a table among them falls into
pieces. The whole case stands in the metadata.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from goldsmith.interchange.account import completed
from goldsmith.interchange.contexts import (
    MARKS,
    NOT_SHOWN,
    marks_of,
    responses_by_case,
    shown_evidence,
    shown_retrieved,
)
from goldsmith.interchange.deepeval_golden import RETRIEVED
from goldsmith.interchange.embedded import KEY, embedded
from goldsmith.interchange.format import Outgoing, Written
from goldsmith.interchange.tool_claims import arguments_of, calls_in
from goldsmith.ports.foreign import WrittenFile
from goldsmith.records.case import Case, Message
from goldsmith.records.interchange import LossLine
from goldsmith.records.response import Failure, Reply, Response, ToolCall

_NO_FAILURE = "there is no place for a failure: the golden stands without an output"
_OTHER_ROLE = "DeepEval has turns of user and assistant alone: the others stand in the metadata only"


def holds(case: Case) -> Case:
    """Return the whole case: it stands in the metadata."""
    return completed(case)


def scenario_of(case: Case) -> str:
    """Return what stands for the scenario of a conversation."""
    return case.description or case.question


def shown_messages(case: Case) -> tuple[Message, ...]:
    """Return the earlier messages that DeepEval has roles for."""
    return tuple(one for one in case.messages if one.role in ("user", "assistant"))


def write(outgoing: Outgoing) -> Written:
    """Return the files: a golden for each case, or for each of its responses where a run was named."""
    responses = responses_by_case(outgoing)
    single: list[dict[str, Any]] = []
    talks: list[dict[str, Any]] = []
    lines: list[LossLine] = []
    for case in outgoing.cases:
        for response in responses(case.id):
            (talks if case.messages else single).append(_golden(outgoing, case, response))
        lines += _lost(outgoing, case, responses(case.id))
    named = (("deepeval.json", single), ("deepeval-multi-turn.json", talks))
    files = tuple(WrittenFile(name=name, text=_document(rows)) for name, rows in named if rows)
    return Written(files=files or (WrittenFile(name="deepeval.json", text="[]\n"),), lines=tuple(lines))


def _golden(outgoing: Outgoing, case: Case, response: Response | None) -> dict[str, Any]:
    reply = response.outcome if response is not None and isinstance(response.outcome, Reply) else None
    shown = shown_evidence(outgoing, case)
    retrieved = shown_retrieved(outgoing, (reply.retrieved if reply else None) or ())
    texts = [text for _, text in retrieved if text is not None]
    meta: dict[str, Any] = {KEY: embedded(case), MARKS: marks_of(shown)}
    if texts:
        meta[RETRIEVED] = [name for name, text in retrieved if text is not None]
    body = _talk(case, reply, texts) if case.messages else _single(case, reply, texts)
    golden = body | {
        "context": [text for _, text in shown if text is not None],
        "name": case.id,
        "comments": case.notes,
        "additional_metadata": meta,
    }
    return {name: held for name, held in golden.items() if held is not None and held != []}


def _single(case: Case, reply: Reply | None, retrieved: list[str]) -> dict[str, Any]:
    calls = [{"name": name, "input_parameters": arguments} for name, arguments in calls_in(case.claims)]
    return {
        "input": case.question,
        "actual_output": reply.answer if reply else None,
        "expected_output": case.accept[0].answer if case.accept else None,
        "retrieval_context": retrieved,
        "tools_called": _calls(reply),
        "expected_tools": calls,
    }


def _talk(case: Case, reply: Reply | None, retrieved: list[str]) -> dict[str, Any]:
    turns: list[dict[str, Any]] = [{"role": one.role, "content": one.content} for one in shown_messages(case)]
    turns.append({"role": "user", "content": case.question})
    if reply is not None:
        turn: dict[str, Any] = {"role": "assistant", "content": reply.answer or "", "retrieval_context": retrieved}
        turn |= {"tools_called": _calls(reply)}
        turns.append({name: held for name, held in turn.items() if held != []})
    return {
        "scenario": scenario_of(case),
        "turns": turns,
        "expected_outcome": case.accept[0].answer if case.accept else None,
    }


def _calls(reply: Reply | None) -> list[dict[str, Any]]:
    calls: tuple[ToolCall, ...] = (reply.tool_calls if reply else None) or ()
    return [{"name": one.name, "input_parameters": arguments_of(one)} for one in calls]


def _lost(outgoing: Outgoing, case: Case, responses: tuple[Response | None, ...]) -> Iterator[LossLine]:
    if any(text is None for _, text in shown_evidence(outgoing, case)):
        yield LossLine(record=case.id, fate="mapped", field="evidence", told=NOT_SHOWN)
    if shown_messages(case) != case.messages:
        yield LossLine(record=case.id, fate="mapped", field="messages", told=_OTHER_ROLE)
    for response in responses:
        if response is not None and isinstance(response.outcome, Failure):
            found = response.outcome.message
            yield LossLine(record=case.id, fate="dropped", field="response", told=_NO_FAILURE, found=found)


def _document(goldens: list[dict[str, Any]]) -> str:
    return json.dumps(goldens, ensure_ascii=False, indent=1) + "\n"
