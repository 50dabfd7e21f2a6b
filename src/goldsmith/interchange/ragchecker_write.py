"""Golden sets as RAGChecker reads them: a result for each case, or for each of its responses where a run was named.

Claims do not leave as such: its checker takes triples alone, and breaks on a claim that is a sentence. It passes over
names that it does not know, so each result carries its whole case; what it writes itself has lost that.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from goldsmith.interchange.account import completed
from goldsmith.interchange.contexts import responses_by_case, shown_retrieved
from goldsmith.interchange.embedded import KEY, embedded_text
from goldsmith.interchange.format import Outgoing, Written
from goldsmith.ports.foreign import WrittenFile
from goldsmith.records.case import Case
from goldsmith.records.interchange import Fate, LossLine
from goldsmith.records.response import Failure, Response

_NO_ANSWER = (
    "RAGChecker holds a response against a right answer, and the case has none in words: an empty one stands there"
)
_NO_RESPONSE = "no run was named: the responses there are empty"
_CLAIMS = "RAGChecker finds claims itself: ours stand in the case beside, where it does not look"
_NO_FAILURE = "there is no place for a failure: its response is empty there"
_NO_TEXT = "nobody has the words of what was retrieved: left out there"
_TALK = "RAGChecker has no earlier turns: the question stands there without them"


def holds(case: Case) -> Case:
    """Return the whole case: it stands in the result."""
    return completed(case)


def first_answer(case: Case) -> str:
    """Return what stands as the right answer; empty: the case has none in words."""
    return case.accept[0].answer if case.accept else ""


def write(outgoing: Outgoing) -> Written:
    """Return the file of results."""
    responses = responses_by_case(outgoing)
    results, lines = [], []
    for case in outgoing.cases:
        lines += [_line(case, "mapped", *told) for told in _unlike(case)]
        for response in responses(case.id):
            results.append(_result(outgoing, case, response))
            lines += list(_unanswered(outgoing, case, response))
    text = json.dumps({"results": results}, ensure_ascii=False, indent=1) + "\n"
    return Written(files=(WrittenFile(name="ragchecker.json", text=text),), lines=tuple(lines))


def _result(outgoing: Outgoing, case: Case, response: Response | None) -> dict[str, Any]:
    reply = None if response is None or isinstance(response.outcome, Failure) else response.outcome
    retrieved = shown_retrieved(outgoing, (reply.retrieved if reply else None) or ())
    return {
        "query_id": case.id,
        "query": case.question,
        "gt_answer": first_answer(case),
        "response": (reply.answer if reply else None) or "",
        "retrieved_context": [{"doc_id": name, "text": text} for name, text in retrieved if text is not None],
        KEY: embedded_text(case),
    }


def _unlike(case: Case) -> Iterator[tuple[str, str]]:
    if not case.accept:
        yield "accept", _NO_ANSWER
    if case.claims:
        yield "claims", _CLAIMS
    if case.messages:
        yield "messages", _TALK


def _unanswered(outgoing: Outgoing, case: Case, response: Response | None) -> Iterator[LossLine]:
    if response is None:
        yield _line(case, "mapped", "response", _NO_RESPONSE)
    elif isinstance(response.outcome, Failure):
        yield _line(case, "dropped", "response", _NO_FAILURE)
    elif any(text is None for _, text in shown_retrieved(outgoing, response.outcome.retrieved or ())):
        yield _line(case, "dropped", "retrieved", _NO_TEXT)


def _line(case: Case, fate: Fate, field: str, told: str) -> LossLine:
    return LossLine(record=case.id, fate=fate, field=field, told=told)
