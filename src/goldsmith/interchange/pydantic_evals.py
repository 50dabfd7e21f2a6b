"""pydantic-evals: data sets of cases with inputs, an expected output, free metadata and evaluators, as YAML or JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from goldsmith.interchange.account import Account, completed, is_nothing, numbered
from goldsmith.interchange.contexts import (
    MARKS,
    NOT_SHOWN,
    accepted_back,
    axes_in,
    evidence_back,
    left_tags,
    list_in,
    marks_of,
    say_unstated,
    shown_evidence,
    taken_texts,
    text_in,
)
from goldsmith.interchange.embedded import KEY, embedded, restored, taken_back
from goldsmith.interchange.format import Format, Outgoing, Written
from goldsmith.interchange.named_inputs import Asked, asked_of, text_or_json
from goldsmith.interchange.source_rows import not_a_record
from goldsmith.ports.foreign import ForeignSource, Part, WrittenFile
from goldsmith.records.case import AcceptedAnswer, Case
from goldsmith.records.claims import Claim, RequiredClaim, ValueMatch
from goldsmith.records.interchange import ForeignPassage, ForeignRecord, LossLine

CONTEXTS = "contexts"
_AS_CLAIM = "the words that it looks for are kept as a required claim"
_NO_RESPONSES = "a data set has no place for what a system answered: its reports have"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Evaluator:
    """An evaluator as it is written: a name alone, or a name with its arguments."""

    name: str
    arguments: Any

    @property
    def words(self) -> str | None:
        """The words that have to stand in the output, where it is the evaluator that looks for words."""
        held = self.arguments.get("value") if isinstance(self.arguments, Mapping) else self.arguments
        return held if self.name == "Contains" and isinstance(held, str) and held else None


def _recognises(source: ForeignSource) -> bool:
    return any(_is_data_set(part) for part in source.parts)


def _is_data_set(part: Part) -> bool:
    if part.container not in ("json", "yaml") or not isinstance(part.first, Mapping):
        return False
    cases = part.first.get("cases")
    return isinstance(cases, list) and bool(cases) and isinstance(cases[0], Mapping) and "inputs" in cases[0]


def _read(source: ForeignSource) -> Iterator[ForeignRecord]:
    parts = [part for part in source.parts if _is_data_set(part)]
    place = 0
    for part in parts:
        prefix = f"{part.name} " if len(parts) > 1 else ""
        whole = Account(f"{prefix}data set", part.first)
        whole.passed("$schema")
        whole.passed("cases")
        if "evaluators" in whole:
            whole.mapped("evaluators", "asked of every case: kept as measures that it asks for, words as claims")
        of_all = tuple(_evaluators(whole))
        whole.dropped("name", "a set has a name of its own")
        yield whole.close()
        for number, value in enumerate(part.first["cases"], start=1):
            place += 1
            yield _record(f"{prefix}case {number}", value, numbered(source.name, place), of_all)


def _record(record: str, value: object, usual: str, of_all: Sequence[_Evaluator]) -> ForeignRecord:
    if not isinstance(value, Mapping):
        return not_a_record(record, "no case: an object was expected", value)
    account = Account(record, value)
    inputs = account.inner("inputs") if isinstance(value.get("inputs"), Mapping) else None
    asked = asked_of(inputs) if inputs is not None else Asked(question=text_or_json(account, "inputs") or "")
    if asked is None or not asked.question:
        account.say("dropped", "", "no case: it asks nothing")
        return account.close()
    answer = text_or_json(account, "expected_output")
    meta = account.inner("metadata")
    name = text_in(account, "name")
    ours = restored(meta.look(KEY))
    passages: tuple[ForeignPassage, ...] = ()
    if ours is not None:
        case, passages = _ours(account, meta, ours, asked, (answer, name))
    else:
        evaluators = (*of_all, *_told(account))
        case = Case(
            id=name or usual,
            question=asked.question,
            messages=asked.messages,
            accept=(AcceptedAnswer(answer=answer),) if answer is not None else (),
            claims=tuple(_claim(one.words) for one in evaluators if one.words is not None),
            metrics=tuple(dict.fromkeys(one.name for one in evaluators if one.words is None)),
            **axes_in(meta),
            tags=(*left_tags(meta), *(left_tags(inputs) if inputs is not None else ())),
        )
    say_unstated(account, case)
    return account.close(case=case, passages=passages)


def _ours(
    account: Account, meta: Account, case: Case, asked: Asked, said: tuple[str | None, str | None]
) -> tuple[Case, tuple[ForeignPassage, ...]]:
    """Return the case in the metadata with what was changed in the fields beside it."""
    answer, name = said
    texts = taken_texts(meta, CONTEXTS)
    evidence, passages = evidence_back(texts, meta.passed(MARKS), case)
    words = [one.words for one in _evaluators(account) if one.words is not None]
    visible = {
        "id": name or case.id,
        "question": asked.question,
        "messages": asked.messages,
        "accept": accepted_back(case, answer),
        "claims": _claims_back(case, words),
        "evidence": evidence,
    }
    now = taken_back(meta, KEY, visible, lambda one: {field: getattr(one, field) for field in visible})
    return now or case, passages


def _told(account: Account) -> tuple[_Evaluator, ...]:
    found = tuple(_evaluators(account))
    for one in found:
        if one.words is not None:
            account.say("mapped", f"evaluators.{one.name}", _AS_CLAIM, one.words)
            continue
        account.say("mapped", f"evaluators.{one.name}", "kept as a measure that it asks for")
        if not is_nothing(one.arguments):
            account.say("dropped", f"evaluators.{one.name}", "no place for what it is told", one.arguments)
    return found


def _evaluators(account: Account) -> Iterator[_Evaluator]:
    account.passed("evaluators")
    for one in list_in(account, "evaluators", account.look("evaluators")):
        if isinstance(one, str):
            yield _Evaluator(name=one, arguments=None)
        elif isinstance(one, Mapping) and len(one) == 1:
            ((name, arguments),) = one.items()
            yield _Evaluator(name=str(name), arguments=arguments)
        elif isinstance(one, Mapping) and isinstance(one.get("name"), str):
            yield _Evaluator(name=one["name"], arguments=one.get("arguments"))
        else:
            account.say("wrong", "evaluators", "no evaluator: left out", one)


def _claim(words: str) -> RequiredClaim:
    return RequiredClaim(required=words, match=ValueMatch(value=words))


def _looked_for(claims: Sequence[Claim]) -> list[str]:
    return [
        one.match.value
        for one in claims
        if isinstance(one, RequiredClaim) and isinstance(one.match, ValueMatch) and one.match.value
    ]


def _claims_back(case: Case, words: Sequence[str]) -> tuple[Claim, ...]:
    """Return the claims of an embedded case with the words that are looked for now."""
    before = _looked_for(case.claims)
    if list(words) == before:
        return case.claims
    kept = (one for one in case.claims if not _looked_for([one]) or _looked_for([one])[0] in words)
    return (*kept, *(_claim(one) for one in words if one not in before))


def _write(outgoing: Outgoing) -> Written:
    held = {"name": outgoing.header.name, "cases": [_case(outgoing, case) for case in outgoing.cases]}
    lines = [LossLine(record="", fate="dropped", field="response", told=_NO_RESPONSES)] if outgoing.responses else []
    lines += [
        LossLine(record=case.id, fate="mapped", field="evidence", told=NOT_SHOWN)
        for case in outgoing.cases
        if any(text is None for _, text in shown_evidence(outgoing, case))
    ]
    text = json.dumps(held, ensure_ascii=False, indent=1) + "\n"
    return Written(files=(WrittenFile(name="pydantic_evals.json", text=text),), lines=tuple(lines))


def _case(outgoing: Outgoing, case: Case) -> dict[str, Any]:
    shown = shown_evidence(outgoing, case)
    inputs: Any = case.question
    if case.messages:
        inputs = {
            "question": case.question,
            "messages": [{"role": one.role, "content": one.content} for one in case.messages],
        }
    held = {
        "name": case.id,
        "inputs": inputs,
        "metadata": {
            CONTEXTS: [text for _, text in shown if text is not None],
            KEY: embedded(case),
            MARKS: marks_of(shown),
        },
        "expected_output": case.accept[0].answer if case.accept else None,
        "evaluators": [{"Contains": {"value": words, "case_sensitive": False}} for words in _looked_for(case.claims)],
    }
    return {name: value for name, value in held.items() if value is not None and value != []}


FORMAT = Format(
    name="pydantic-evals",
    title="pydantic-evals",
    recognises=_recognises,
    read=_read,
    write=_write,
    holds=completed,
    checked="its own loader",
)
