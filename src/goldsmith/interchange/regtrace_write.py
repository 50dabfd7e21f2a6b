"""Golden sets as Regtrace reads them: one YAML file, in which every field stands that its loader asks for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from goldsmith.interchange.contexts import responses_by_case, shown_evidence
from goldsmith.interchange.format import Outgoing, Written
from goldsmith.interchange.regtrace_case import CHUNK, METRICS, UNWRITTEN, read_case, tags_for
from goldsmith.interchange.regtrace_settings import Settings
from goldsmith.interchange.yaml_text import yaml_text
from goldsmith.ports.foreign import WrittenFile
from goldsmith.records.case import Case
from goldsmith.records.claims import RequiredClaim
from goldsmith.records.golden_set import SetHeader
from goldsmith.records.interchange import LossLine
from goldsmith.records.response import Failure, Reply, Response

FILE = "regtrace.yaml"
_DAY = "1970-01-01"
_ALL_NULL = "no case has an answer: Regtrace refuses a set in which every actual_output is null; name a run with --run"
_NO_DAY = "a set has no dates here, and Regtrace asks for them: both say 1970-01-01"
_NOT_WRITTEN = "an expected output has to stand there: a sentence of ours stands in its place"
_FROM_CLAIMS = "an expected output has to stand there: the required claims are written as one text"
_NO_WORDS = "nobody has the words of a passage: its id goes alone"
_ONE_FLAT_LIST = "alternatives stand in one list there: all of them look needed"
_ONE_ANSWER = "one output has a place there: further repeats are left out"
_NO_FAILURE = "there is no place for a failure: the output is null"


def holds(case: Case) -> Case:
    """Return the part of a case that Regtrace has a place for: what is read of the test case that is written."""
    alone = Outgoing(header=SetHeader(name=""), cases=(case,))
    record = read_case(case.id, _test_case(alone, case, None), name=case.id, settings=Settings(), is_rag=False)
    if record.case is None:
        message = f"the case {case.id!r} does not come back"
        raise AssertionError(message)
    return record.case


def write(outgoing: Outgoing) -> Written:
    """Return the golden set, with the answers of the run that was named."""
    responses = responses_by_case(outgoing)
    cases = []
    lines: list[LossLine] = []
    for case in outgoing.cases:
        answers = responses(case.id)
        cases.append(_test_case(outgoing, case, answers[0]))
        lines += _lost(outgoing, case, answers)
    header = outgoing.header
    lines.append(LossLine(record=header.name, fate="inferred", field="created_at", told=_NO_DAY))
    if all(case["actual_output"] is None for case in cases):
        lines.append(LossLine(record=header.name, fate="wrong", field="actual_output", told=_ALL_NULL))
    held = {
        "name": header.name or "golden-set",
        "version": header.version or "1.0.0",
        "description": header.description or header.name or "golden set",
        "interaction_type": "rag" if cases and all("context" in case for case in cases) else "single_turn",
        "tags": list(header.tags),
        "author": header.owner or "unknown",
        "created_at": _DAY,
        "updated_at": _DAY,
        "test_cases": cases,
    }
    return Written(files=(WrittenFile(name=FILE, text=yaml_text(held)),), lines=tuple(lines))


def _test_case(outgoing: Outgoing, case: Case, response: Response | None) -> dict[str, Any]:
    reply = response.outcome if response is not None and isinstance(response.outcome, Reply) else None
    held: dict[str, Any] = {
        "id": case.id,
        "description": case.description or case.question,
        "input": case.question,
        "system_prompt": case.system_prompt,
        "expected_output": _expected(case)[0],
        "actual_output": reply.answer if reply is not None else None,
        "metrics": list(_metrics(case)),
        "tags": list(tags_for(case)),
        "weight": case.weight,
    }
    documents = _documents(outgoing, case, reply)
    return held | ({"context": {"documents": documents}} if documents else {})


def _expected(case: Case) -> tuple[str, str]:
    """Return the expected output, and what has to be told of it."""
    accepted = next((one.answer for one in case.accept if one.answer), "")
    if accepted:
        return accepted, ""
    claims = [claim.text for claim in case.claims if isinstance(claim, RequiredClaim) and claim.text]
    if claims and case.behaviour in {"answer", "unstated"}:
        return "\n".join(claims), _FROM_CLAIMS
    wanted = "refuse" if case.behaviour == "fail_safely" else case.behaviour
    fitting = (text for text, (behaviour, _) in UNWRITTEN.items() if behaviour == wanted)
    return next(
        fitting, next(text for text, (behaviour, _) in UNWRITTEN.items() if behaviour == "answer")
    ), _NOT_WRITTEN


def _metrics(case: Case) -> tuple[str, ...]:
    """Return what is asked of a case: what a foreign file asked for, else what its contract states."""
    own = tuple(name for name in case.metrics if name in METRICS)
    stated = (("factuality", True), ("format", case.format is not None), ("tone", case.tone is not None))
    return own or tuple(name for name, holds_here in stated if holds_here)


def _documents(outgoing: Outgoing, case: Case, reply: Reply | None) -> list[dict[str, Any]]:
    scores = {item.id: item.score for item in (reply.retrieved or ())} if reply is not None else {}
    return [_document(name, text, scores) for name, text in shown_evidence(outgoing, case)]


def _document(name: str, text: str | None, scores: Mapping[str, float | None]) -> dict[str, Any]:
    score = scores.get(name)
    held: dict[str, Any] = {"source": f"{CHUNK}{name}", "content": text or ""}
    return held | ({"retrieval_score": score} if score is not None and 0 <= score <= 1 else {})


def _lost(outgoing: Outgoing, case: Case, answers: tuple[Response | None, ...]) -> Iterator[LossLine]:
    told = _expected(case)[1]
    if told:
        yield LossLine(record=case.id, fate="inferred", field="accept", told=told)
    if any(len(need.any_of) > 1 for need in case.evidence):
        yield LossLine(record=case.id, fate="mapped", field="evidence", told=_ONE_FLAT_LIST)
    if any(text is None for _, text in shown_evidence(outgoing, case)):
        yield LossLine(record=case.id, fate="dropped", field="evidence", told=_NO_WORDS)
    if len(answers) > 1:
        yield LossLine(record=case.id, fate="dropped", field="response", told=_ONE_ANSWER)
    first = answers[0]
    if first is not None and isinstance(first.outcome, Failure):
        yield LossLine(record=case.id, fate="dropped", field="response", told=_NO_FAILURE, found=first.outcome.message)
