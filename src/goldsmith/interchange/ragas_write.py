"""Golden sets as Ragas reads them: JSON Lines, one file of single turns and one of conversations, for it mixes neither.

Ragas passes over names that it does not know, so each line carries the id of its case.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from goldsmith.interchange.account import completed
from goldsmith.interchange.contexts import (
    evidence_id,
    needs_of,
    responses_by_case,
    shown_evidence,
    shown_retrieved,
)
from goldsmith.interchange.format import Outgoing, Written
from goldsmith.interchange.ragas_turns import earlier, written_turns
from goldsmith.interchange.tool_claims import actions_of, calls_in
from goldsmith.ports.foreign import WrittenFile
from goldsmith.records.case import AcceptedAnswer, Case, Origin
from goldsmith.records.interchange import LossLine
from goldsmith.records.response import Failure, Reply, Response

AXES: Mapping[str, str] = MappingProxyType(
    {
        "persona_name": "kept as a tag",
        "query_style": "kept as a challenge or a tag",
        "query_length": "kept as a challenge or a tag",
    }
)
"""What a generator says of the form of a question, and what becomes of it."""
_CHALLENGES = {("query_style", "MISSPELLED"): "typo", ("query_length", "long"): "long"}
_REASONING = {"simple": "single", "reasoning": "inference", "multi_context": "multi_passage"}
_TOPIC = "topic:"
_ONE_FLAT_LIST = "alternatives stand in one list there: all of them look needed"
_NO_WORDS = "nobody has the words of a passage: ids go alone, and no text stands beside them"
_NO_FAILURE = "there is no place for a failure: the sample stands without a response"


def challenges_and_tags(said: Mapping[str, object]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the challenges and tags that the fields of `AXES` mean."""
    challenges, tags = [], []
    for name in AXES:
        word = said.get(name)
        challenge = _CHALLENGES.get((name, str(word)))
        if challenge is not None:
            challenges.append(challenge)
        elif isinstance(word, str | int | float) and f"{word}":
            tags.append(f"{name}:{word}")
    return tuple(challenges), tuple(tags)


def reasoning_of(generator: str) -> str | None:
    """Return the kind of reasoning that the name of a generator means, of today's as of the earlier ones."""
    if generator.startswith("single_hop"):
        return "single"
    return "multi_hop" if generator.startswith("multi_hop") else _REASONING.get(generator)


def holds(case: Case) -> Case:
    """Return the part of a case that Ragas has a place for."""
    challenges, tags = challenges_and_tags(_axes(case))
    by = _generator(case)
    held = Case(
        id=case.id,
        question=case.question,
        messages=earlier(case),
        accept=tuple(AcceptedAnswer(answer=one.answer) for one in case.accept[:1]),
        origin=Origin(kind="synthetic", ref=by) if by else None,
        reasoning=reasoning_of(by) if by else None,
    )
    if earlier(case):
        calls, topics = calls_in(case.claims), _topics(case)
        return replace(held, claims=actions_of(calls), tags=tuple(f"{_TOPIC}{one}" for one in topics))
    ids = (evidence_id(item) for need in case.evidence for item in need.any_of)
    return completed(replace(held, challenges=challenges, tags=tags, evidence=needs_of(filter(None, ids))))


def write(outgoing: Outgoing) -> Written:
    """Return the files: one line for each case, or for each of its responses where a run was named."""
    responses = responses_by_case(outgoing)
    single, talks = [], []
    lines: list[LossLine] = []
    for case in outgoing.cases:
        for response in responses(case.id):
            if earlier(case):
                talks.append(_talk(case, response))
            else:
                single.append(_sample(outgoing, case, response))
        lines += _lost(outgoing, case, responses(case.id))
    named = (("ragas.jsonl", single), ("ragas-multi-turn.jsonl", talks))
    files = tuple(WrittenFile(name=name, text="".join(rows)) for name, rows in named if rows)
    return Written(files=files or (WrittenFile(name="ragas.jsonl"),), lines=tuple(lines))


def _sample(outgoing: Outgoing, case: Case, response: Response | None) -> str:
    reply = _reply(response)
    by = _generator(case)
    sample: dict[str, Any] = {"id": case.id, "user_input": case.question}
    sample |= _contexts("reference", shown_evidence(outgoing, case))
    if reply is not None:
        sample |= {"response": reply.answer} if reply.answer is not None else {}
        sample |= _contexts("retrieved", shown_retrieved(outgoing, reply.retrieved or ()))
    sample |= {"reference": case.accept[0].answer} if case.accept else {}
    sample |= _axes(case)
    sample |= {"synthesizer_name": by} if by else {}
    return _line(sample)


def _talk(case: Case, response: Response | None) -> str:
    by = _generator(case)
    sample: dict[str, Any] = {"id": case.id, "user_input": written_turns(case, _reply(response))}
    sample |= {"reference": case.accept[0].answer} if case.accept else {}
    calls = [{"name": name, "args": arguments} for name, arguments in calls_in(case.claims)]
    sample |= {"reference_tool_calls": calls} if calls else {}
    sample |= {"reference_topics": list(_topics(case))} if _topics(case) else {}
    sample |= {"synthesizer_name": by} if by else {}
    return _line(sample)


def _contexts(kind: str, shown: tuple[tuple[str, str | None], ...]) -> dict[str, list[str]]:
    """Return texts and ids, which stand for each other place by place; the ids alone where a text is missing."""
    if not shown:
        return {}
    texts = [text for _, text in shown if text is not None]
    whole = len(texts) == len(shown)
    return ({f"{kind}_contexts": texts} if whole else {}) | {f"{kind}_context_ids": [name for name, _ in shown]}


def _lost(outgoing: Outgoing, case: Case, responses: tuple[Response | None, ...]) -> Iterator[LossLine]:
    if any(len(need.any_of) > 1 for need in case.evidence) and not earlier(case):
        yield LossLine(record=case.id, fate="mapped", field="evidence", told=_ONE_FLAT_LIST)
    if not earlier(case) and any(text is None for _, text in shown_evidence(outgoing, case)):
        yield LossLine(record=case.id, fate="dropped", field="evidence", told=_NO_WORDS)
    for response in responses:
        if response is not None and isinstance(response.outcome, Failure):
            found = response.outcome.message
            yield LossLine(record=case.id, fate="dropped", field="response", told=_NO_FAILURE, found=found)


def _axes(case: Case) -> dict[str, str]:
    """Return what Ragas has of the form of a question: a tag of its own wins, then a challenge."""
    said = {}
    for name in AXES:
        tag = next((one[len(name) + 1 :] for one in case.tags if one.startswith(f"{name}:")), "")
        word = next(
            (word for (axis, word), known in _CHALLENGES.items() if axis == name and known in case.challenges), ""
        )
        said[name] = tag or word
    return {name: word for name, word in said.items() if word}


def _generator(case: Case) -> str | None:
    return case.origin.ref if case.origin is not None and case.origin.kind == "synthetic" else None


def _topics(case: Case) -> tuple[str, ...]:
    return tuple(one.removeprefix(_TOPIC) for one in case.tags if one.startswith(_TOPIC) and one != _TOPIC)


def _reply(response: Response | None) -> Reply | None:
    return response.outcome if response is not None and isinstance(response.outcome, Reply) else None


def _line(sample: dict[str, Any]) -> str:
    return json.dumps(sample, ensure_ascii=False) + "\n"
