"""One test case of a Regtrace golden set: what it asks and expects, what was answered, and from which documents."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, cast

from goldsmith.interchange.account import Account, is_nothing, passage_id
from goldsmith.interchange.contexts import ALL_NEEDED, number_in, say_unstated, text_in, texts_in
from goldsmith.interchange.regtrace_form import rules_of
from goldsmith.interchange.regtrace_settings import Settings
from goldsmith.records.case import AcceptedAnswer, Case
from goldsmith.records.evidence import Alternative, Need
from goldsmith.records.interchange import ForeignPassage, ForeignRecord, ForeignResponse, LossLine
from goldsmith.records.response import Reply, RetrievedItem
from goldsmith.records.vocabulary import AXES, Answerability, Behaviour
from goldsmith.text.behaviour import recognise_behaviour

METRICS = ("factuality", "format", "tone", "regression")
REQUIRED = (
    "id", "description", "input", "system_prompt", "expected_output", "actual_output", "metrics", "tags",
)  # fmt: skip
"""Fields that Regtrace wants in every test case, null among their values."""
CHUNK = "chunk:"
"""Before the id of a passage, as `source` of a document in what we write."""
UNWRITTEN: Mapping[str, tuple[Behaviour, Answerability]] = {
    "The documents do not hold the answer to this question, so it cannot be answered.": ("refuse", "unsupported"),
    "Could you say more exactly what you mean?": ("clarify", "ambiguous"),
    "I am passing this on to a colleague who will get back to you.": ("escalate", "unsupported"),
    "No expected output was written for this case.": ("answer", "unstated"),
}
"""Expected outputs that we write where a case has none, and the behaviour and answerability that they stand for."""
MISSING = "fields that Regtrace requires are missing: it would refuse the set, here it is read"
NULL_THRESHOLDS = "thresholds: null, which Regtrace's guide shows and its loader refuses: read as no thresholds"
NO_DOCUMENTS = "a rag case without documents: nothing says what the answer is to rest on"
_NOT_KNOWN = "a metric that Regtrace does not have: kept, and nothing measures it"
_THRESHOLD = "a bound on a score: it holds where this very file is evaluated, and a case has no place for it"
_WANTED = "an expected output is there, so an answer is taken to be due"
_DECLINES = "the expected output declines, asks back or hands over: taken as what is expected"
_NO_EVIDENCE = "the expected output does not answer, so these documents are not taken as evidence"
_BOTH = "evidence, and what the answer was given"
_ASKED_FOR = "kept as the tone that is asked for"
_NAME = re.compile(r"(?P<axis>[a-z_]+):(?P<word>[A-Za-z_-]+)")
_LANGUAGE = re.compile(r"[a-z]{2,3}(?:-[A-Za-z]{2,8})*")
_REASONS = ("not_found", "not_permitted", "out_of_scope", "unsafe")
TAGGED = (*(axis for axis in AXES if axis not in ("origin", "source_format", "challenges")), "refusal_reason")
"""Fields of a case that stand among the tags, as ``risk:high``, since there is no other place for them."""
_ABSTAINS = ("refuse", "escalate", "fail_safely")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Document:
    """One document of a context; `id` is made of its text where it is none of ours."""

    id: str
    text: str
    source: str | None
    score: float | None


def read_case(record: str, value: Mapping[str, Any], *, name: str, settings: Settings, is_rag: bool) -> ForeignRecord:
    """Return what a test case holds; `name` is the id of the case, `is_rag` says that documents have to be there.

    Of the id itself nothing is told.
    """
    lines: list[LossLine] = []
    account = Account(record, value, lines=lines)
    account.passed("id")
    question = text_in(account, "input")
    if question is None:
        account.say("dropped", "", "no test case: it asks nothing", value.get("id", ""))
        return account.close()
    absent = [field for field in REQUIRED if field not in value]
    if absent:
        account.say("wrong", "", MISSING, ", ".join(absent))
    expected = text_in(account, "expected_output") or ""
    tags, axes, challenges = _tags(account)
    thresholds = thresholds_of(value, settings)
    _say_thresholds(account)
    asked = _metrics(account)
    case = Case(
        id=name, question=question, description=_description(account, question), challenges=challenges, tags=tags,
        system_prompt=text_in(account, "system_prompt"), weight=_weight(account), metrics=asked, **axes,
        accept=(AcceptedAnswer(answer=expected),) if expected and expected not in UNWRITTEN else (),
        tone=_tone(account, asked, settings),
        format=_format(account, expected, settings, thresholds) if "format" in asked else None,
    )  # fmt: skip
    documents = tuple(_documents(account, lines, is_rag=is_rag))
    expectation = _expectation(account, expected, case, documents)
    case = replace(case, **expectation)
    say_unstated(account, case)
    passages = {one.id: one for one in documents if one.text.strip()}
    return account.close(
        case=case,
        passages=tuple(
            ForeignPassage(id=one.id, text=one.text, document=one.source, source=one.source)
            for one in passages.values()
        ),
        responses=_responses(account, name, documents),
    )


def thresholds_of(value: Mapping[str, Any], settings: Settings) -> dict[str, float]:
    """Return the least score of each metric on a test case: its own, else that of the configuration."""
    own = value.get("thresholds")
    held = own if isinstance(own, Mapping) else {}
    found = {name: number_in(held.get(name)) for name in METRICS}
    return {
        name: number if number is not None and 0 <= number <= 1 else settings.threshold
        for name, number in found.items()
    }


def tags_for(case: Case) -> tuple[str, ...]:
    """Return the tags of a case with what only a tag can say in Regtrace."""
    said = ((name, getattr(case, name)) for name in TAGGED)
    words = [f"{name}:{word}" for name, word in said if word and word != "unstated"]
    return tuple(dict.fromkeys((*case.tags, *words, *(f"challenges:{word}" for word in case.challenges))))


def _tags(account: Account) -> tuple[tuple[str, ...], dict[str, Any], tuple[str, ...]]:
    tags, axes, challenges = [], {}, []
    for tag in texts_in(account, "tags", account.look("tags")):
        found = _NAME.fullmatch(tag)
        axis, word = (found["axis"], found["word"]) if found else ("", "")
        if axis == "challenges" and word in AXES["challenges"]:
            challenges.append(word)
        elif axis in TAGGED and axis not in axes and _is_word(axis, word):
            axes[axis] = word
        else:
            tags.append(tag)
    if axes or challenges:
        account.mapped("tags", "tags such as risk:high are what they name, the others are tags")
    else:
        account.kept("tags")
    return tuple(tags), axes, tuple(dict.fromkeys(challenges))


def _is_word(axis: str, word: str) -> bool:
    if axis == "refusal_reason":
        return word in _REASONS
    return word in AXES[axis] or (axis == "language" and _LANGUAGE.fullmatch(word) is not None)


def _metrics(account: Account) -> tuple[str, ...]:
    asked = texts_in(account, "metrics", account.look("metrics"))
    unknown = [name for name in asked if name not in METRICS]
    account.kept("metrics")
    if unknown:
        account.say("wrong", "metrics", _NOT_KNOWN, ", ".join(unknown))
    return asked


def _description(account: Account, question: str) -> str | None:
    if account.look("description") == question:
        account.passed("description")
        return None
    return text_in(account, "description")


def _weight(account: Account) -> float:
    held = account.look("weight")
    if held is None:
        account.passed("weight")
        return 1
    value = number_in(held)
    if value is None or isinstance(held, str) or value < 0:
        account.say("wrong", "weight", "no number from 0: read as 1", held)
        return 1
    account.kept("weight")
    return value


def _say_thresholds(account: Account) -> None:
    held = account.look("thresholds")
    if "thresholds" in account.value and held is None:
        account.say("wrong", "thresholds", NULL_THRESHOLDS)
        return
    inner = account.inner("thresholds")
    for name, value in inner.value.items():
        number = number_in(value)
        if value is not None and (number is None or isinstance(value, str) or not 0 <= number <= 1):
            inner.say("wrong", str(name), "a threshold is a number from 0 to 1: read as none", value)
        else:
            inner.dropped(str(name), _THRESHOLD)


def _tone(account: Account, asked: tuple[str, ...], settings: Settings) -> str | None:
    if "tone" not in asked or settings.tone is None:
        return None
    account.say("mapped", "metrics", _ASKED_FOR, settings.tone)
    return settings.tone


def _format(account: Account, expected: str, settings: Settings, thresholds: Mapping[str, float]) -> Any:
    rules, told = rules_of(expected, settings, thresholds["format"]) if expected else (None, "")
    if rules is not None:
        account.say("inferred", "metrics", f"format: {told}")
    return rules


def _documents(account: Account, lines: list[LossLine], *, is_rag: bool) -> Iterator[_Document]:
    context = account.inner("context")
    listed = context.look("documents")
    if is_rag and is_nothing(listed):
        account.say("wrong", "context", NO_DOCUMENTS)
    context.passed("documents")
    if not is_nothing(listed) and not isinstance(listed, list):
        context.say("wrong", "documents", "a list of documents was expected", listed)
        return
    for item in listed or ():
        if not isinstance(item, Mapping):
            context.say("wrong", "documents", "a document is no object: left out", item)
            continue
        document = Account(account.record, item, path="context.documents.", lines=lines)
        text, source = text_in(document, "content", told=_BOTH) or "", text_in(document, "source")
        score = number_in(document.kept("retrieval_score"))
        document.close()
        ours = source is not None and source.startswith(CHUNK) and source != CHUNK
        if not ours and not text.strip():
            account.say("wrong", "context.documents", "a document without a word: left out", source or "")
            continue
        name = source.removeprefix(CHUNK) if ours and source else passage_id(text)
        yield _Document(id=name, text=text, source=None if ours else source, score=score)


def _expectation(account: Account, expected: str, case: Case, documents: tuple[_Document, ...]) -> dict[str, Any]:
    """Return evidence, behaviour and answerability: as tags say, else as the expected output shows."""
    distinct = {one.id: one for one in documents}.values()
    evidence = tuple(Need(any_of=(Alternative(chunk=one.id, document=one.source),)) for one in distinct)
    if case.behaviour == "unstated" and case.answerability == "unstated" and expected:
        behaviour, answerability = _shown(expected)
        if behaviour != "answer":
            account.say("inferred", "expected_output", _DECLINES)
            if evidence:
                account.say("inferred", "context.documents", _NO_EVIDENCE)
            reason = "not_found" if behaviour == "refuse" and case.refusal_reason is None else case.refusal_reason
            return {"behaviour": behaviour, "answerability": answerability, "refusal_reason": reason}
        if not evidence:
            account.say("inferred", "expected_output", _WANTED)
            return {"behaviour": behaviour}
    if len(evidence) > 1:
        account.say("inferred", "context.documents", ALL_NEEDED)
    return {"evidence": evidence}


def _shown(expected: str) -> tuple[Behaviour, Answerability]:
    if expected in UNWRITTEN:
        return UNWRITTEN[expected]
    behaviour = recognise_behaviour(expected).behaviour
    if behaviour == "clarify":
        return "clarify", "ambiguous"
    if behaviour in _ABSTAINS:
        return cast("Behaviour", behaviour), "unsupported"
    return "answer", "unstated"


def _responses(account: Account, name: str, documents: tuple[_Document, ...]) -> tuple[ForeignResponse, ...]:
    held = account.look("actual_output")
    if held is None:
        account.passed("actual_output")
        return ()
    if not isinstance(held, str):
        account.say("wrong", "actual_output", "a text was expected: taken as no answer", held)
        return ()
    if held:
        account.mapped("actual_output", "the recorded answer of the case")
    else:
        account.say("mapped", "actual_output", "an empty answer is recorded: it is no missing one")
    retrieved = tuple(
        RetrievedItem(id=one.id, document=one.source, text=one.text or None, score=one.score) for one in documents
    )
    reply = Reply(answer=held, retrieved=retrieved if documents else None)
    return (ForeignResponse(case=name, outcome=reply),)
