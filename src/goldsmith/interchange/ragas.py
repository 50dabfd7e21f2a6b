"""Ragas: samples of one turn or of a whole conversation, its test sets, and the columns of its earlier versions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from goldsmith.interchange.account import Account, passage_id
from goldsmith.interchange.contexts import ALL_NEEDED, list_in, number_in, say_unstated, text_in, texts_in
from goldsmith.interchange.format import Format
from goldsmith.interchange.listed_cells import NUMPY, ONE_TEXT, listed
from goldsmith.interchange.ragas_turns import Conversation, conversation
from goldsmith.interchange.ragas_write import AXES, challenges_and_tags, holds, reasoning_of, write
from goldsmith.interchange.source_rows import counted_rows, not_a_record
from goldsmith.interchange.tool_claims import AS_ACTIONS, actions_of
from goldsmith.ports.foreign import ForeignSource, Part
from goldsmith.records.case import AcceptedAnswer, Case, Origin
from goldsmith.records.evidence import Alternative, Need
from goldsmith.records.interchange import (
    ForeignDecision,
    ForeignPassage,
    ForeignRecord,
    ForeignResponse,
    PublishedScore,
)
from goldsmith.records.response import Reply, RetrievedItem

_NOT_PRESENT = "the answer to given question is not present in context"
_NO_ANSWER = (
    "its generator found no answer in the context: the corpus may hold one all the same, so somebody has to look"
)
_NO_SAMPLE = "no sample: it asks nothing"
_TEST_SET = ("evolution_type", "episode_done")
_OLD = ("answer", "ground_truth", "ground_truths", *_TEST_SET)
_SCORE = "a figure of the source, kept to be compared"
_UNPAIRED = "ids and texts differ in number, so no text has an id: the ids are kept, the texts left out"
_SOURCES = ("source", "file_path", "file_name", "filename", "url")


def _recognises(source: ForeignSource) -> bool:
    return any(_is_ragas(part) for part in source.parts)


def _is_ragas(part: Part) -> bool:
    if part.container in ("yaml", "lines") or (part.container == "json" and not part.is_list):
        return False
    sample = part.first.get("eval_sample") if isinstance(part.first, Mapping) else None
    if part.has("user_input") or (isinstance(sample, Mapping) and "user_input" in sample):
        return True
    return part.has("question") and (
        part.has("ground_truths")
        or (part.has("contexts") and any(part.has(name) for name in _OLD))
        or part.has("ground_truth", "answer")
    )


def _read(source: ForeignSource) -> Iterator[ForeignRecord]:
    parts = [part for part in source.parts if _is_ragas(part)]
    for record, value, usual in counted_rows(source, parts):
        yield _record(record, value, usual, source.options.get("id", "id"))


def _record(record: str, value: object, usual: str, id_name: str) -> ForeignRecord:
    if not isinstance(value, Mapping):
        return not_a_record(record, "no sample: an object was expected", value)
    outer = Account(record, value)
    account = outer.inner("eval_sample") if isinstance(value.get("eval_sample"), Mapping) else outer
    asked = _first(account, "user_input", "question")
    turns = _turns(account.look(asked))
    talk = conversation(account, asked, turns) if turns is not None else None
    question = talk.question if talk else (text_in(account, asked) if isinstance(account.look(asked), str) else None)
    if not question:
        outer.say("dropped", "", _NO_SAMPLE, account.look(asked))
        return outer.close()
    case = Case(
        id=text_in(outer, id_name) or usual, question=question, messages=talk.messages if talk else (), **_origin(outer)
    )
    test_set = any(one in account for one in _TEST_SET)
    needed = _contexts(account, "reference", test_set=test_set)
    case = _judged(account, case, needed)
    responses, retrieved = _responses(account, case.id, talk, test_set=test_set)
    say_unstated(outer, case)
    texts = {(one.id, one.text): one.passage for one in (*needed, *retrieved) if one.text is not None}
    return outer.close(
        case=case, responses=responses, passages=tuple(texts.values()),
        decision=_decision(outer), published=tuple(_published(outer, case.id)),
    )  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class _Context:
    """One context: its id, made of its text where the sample has none, and its text where it has one."""

    id: str
    text: str | None
    source: str | None

    @property
    def passage(self) -> ForeignPassage:
        return ForeignPassage(id=self.id, text=self.text or "", source=self.source)


def _contexts(account: Account, kind: str, *, test_set: bool) -> tuple[_Context, ...]:
    """Return the contexts of a sample: those that are right (``reference``) or those that were ``retrieved``.

    The earlier column `contexts` holds the right ones in a test set, and what was retrieved everywhere else.
    """
    old = ("contexts",) if test_set == (kind == "reference") else ()
    texts = _texts(account, _first(account, f"{kind}_contexts", *old))
    ids = _texts(account, f"{kind}_context_ids")
    sources = _sources(account, len(texts)) if test_set and kind == "reference" else ()
    if not ids:
        pairs = zip(texts, sources or (None,) * len(texts), strict=True)
        return tuple(_Context(id=passage_id(text), text=text, source=source) for text, source in pairs)
    if texts and len(texts) != len(ids):
        account.say("wrong", f"{kind}_contexts", _UNPAIRED, f"{len(ids)} and {len(texts)}")
        texts = ()
    return tuple(
        _Context(id=one, text=text, source=None) for one, text in zip(ids, texts or (None,) * len(ids), strict=True)
    )


def _sources(account: Account, many: int) -> tuple[str | None, ...]:
    """Return where each context of an earlier test set comes from, where it says so for each of them."""
    held = account.look("metadata")
    held = listed(held)[0] if isinstance(held, str) else held
    if not isinstance(held, list) or len(held) != many or not all(isinstance(one, Mapping) for one in held):
        return ()
    found = tuple(next((str(one[name]) for name in _SOURCES if one.get(name)), None) for one in held)
    if any(found):
        account.mapped("metadata", "kept as the source of each context")
    return found


def _judged(account: Account, case: Case, needed: Sequence[_Context]) -> Case:
    """Return a case with what the sample says is right."""
    challenges, tags = challenges_and_tags({name: text_in(account, name, told=told) for name, told in AXES.items()})
    topics = _texts(account, "reference_topics", told="kept as tags")
    case = replace(
        case,
        challenges=challenges,
        tags=(*tags, *(f"topic:{one}" for one in topics)),
        claims=actions_of(_expected_calls(account)),
    )
    answers = _answers(account)
    if any(one.strip(" .").casefold() == _NOT_PRESENT for one in answers):
        account.say("inferred", "", _NO_ANSWER)
        return replace(case, answerability="unsupported", behaviour="refuse", refusal_reason="not_found")
    evidence = {one.id: Need(any_of=(Alternative(chunk=one.id, source=one.source),)) for one in needed}
    if len(evidence) > 1:
        account.say("inferred", "reference_contexts", ALL_NEEDED)
    accept = tuple(AcceptedAnswer(answer=one) for one in dict.fromkeys(answers))
    return replace(case, accept=accept, evidence=tuple(evidence.values()))


def _answers(account: Account) -> tuple[str, ...]:
    """Return the right answers: one text today, one or a list of them in the earlier columns."""
    name = _first(account, "reference", "ground_truth", "ground_truths")
    if name != "reference":
        return _texts(account, name)
    answer = text_in(account, name)
    return (answer,) if answer is not None else ()


def _expected_calls(account: Account) -> Iterator[tuple[str, Mapping[str, Any]]]:
    held = account.look("reference_tool_calls")
    calls = list_in(account, "reference_tool_calls", listed(held)[0] if isinstance(held, str) else held)
    if calls:
        account.mapped("reference_tool_calls", AS_ACTIONS)
    for one in calls:
        arguments = one.get("args") or {} if isinstance(one, Mapping) else None
        if isinstance(one, Mapping) and one.get("name") and isinstance(arguments, Mapping):
            yield str(one["name"]), arguments
        else:
            account.say("wrong", "reference_tool_calls", "no tool call: left out", one)


def _responses(
    account: Account, case: str, talk: Conversation | None, *, test_set: bool
) -> tuple[tuple[ForeignResponse, ...], tuple[_Context, ...]]:
    """Return what was recorded: the reply of a conversation, or one response for each answer."""
    contexts = _contexts(account, "retrieved", test_set=test_set)
    answers = [text_in(account, _first(account, "response", "answer")), *_texts(account, "multi_responses")]
    if answers[0] is None and len(answers) > 1:
        answers = answers[1:]
    retrieved = tuple(RetrievedItem(id=one.id, text=one.text) for one in contexts) if contexts else None
    if talk is not None and talk.reply is not None:
        replies = [talk.reply]
    elif answers[0] is None and retrieved is None:
        return (), contexts
    else:
        replies = [Reply(answer=one, retrieved=retrieved) for one in answers]
    return (
        tuple(ForeignResponse(case=case, outcome=one, repeat=place) for place, one in enumerate(replies, start=1)),
        contexts,
    )


def _origin(account: Account) -> dict[str, Any]:
    """Return origin and reasoning, which both stand in the name of what wrote the question."""
    name = _first(account, "synthesizer_name", "evolution_type")
    word = text_in(account, name, told="a generator wrote the question: its origin is synthetic")
    if word is None:
        return {}
    return {"origin": Origin(kind="synthetic", ref=word), "reasoning": reasoning_of(word)}


def _decision(account: Account) -> ForeignDecision | None:
    held = account.look("approval_status")
    if held in ("approved", "rejected"):
        account.mapped("approval_status", "a decision, which counts only if you say so")
        return ForeignDecision(decision=held)
    account.dropped("approval_status", "no decision")
    return None


def _published(account: Account, case: str) -> Iterator[PublishedScore]:
    for name, held in account.value.items():
        if name in _FIELDS or name in ("", "index") or name.startswith("Unnamed"):
            continue
        value = number_in(held)
        if value is not None:
            account.mapped(name, _SCORE)
            yield PublishedScore(measure=name, value=value, case=case)


def _turns(held: object) -> list[Any] | None:
    """Return a conversation; None where the question is a text. A table holds it as Python prints it."""
    if isinstance(held, str) and held.lstrip().startswith("[{"):
        held = listed(held)[0]
    return held if isinstance(held, list) else None


def _texts(account: Account, name: str, *, told: str = "") -> tuple[str, ...]:
    """Return the texts of a field, which is a list, or a list in a cell, or one text."""
    held = account.look(name)
    found, how = listed(held) if isinstance(held, str) and held.lstrip().startswith("[") else (held, "")
    if how in (NUMPY, ONE_TEXT):
        account.inferred(name, how)
    elif how or (told and isinstance(found, str | list)):
        account.mapped(name, told or how)
    elif isinstance(found, str | list):
        account.kept(name)
    if isinstance(found, list):
        found = [str(one) if isinstance(one, int) and not isinstance(one, bool) else one for one in found]
    return texts_in(account, name, found)


def _first(account: Account, *names: str) -> str:
    """Return the first of these names that holds something; none does: the first."""
    return next((name for name in names if name in account), names[0])


_FIELDS = frozenset(
    {
        "id", "user_input", "question", "response", "answer", "multi_responses", "retrieved_contexts", "contexts",
        "retrieved_context_ids", "reference_contexts", "reference_context_ids", "reference", "ground_truth",
        "ground_truths", "reference_tool_calls", "reference_topics", "rubrics", "metadata", "evolution_type",
        "episode_done", "synthesizer_name", "approval_status", "eval_sample", *AXES,
    }
)  # fmt: skip

FORMAT = Format(
    name="ragas",
    title="Ragas",
    recognises=_recognises,
    read=_read,
    write=write,
    holds=holds,
    checked="its own loader",
)
