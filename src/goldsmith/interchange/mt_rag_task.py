"""A task of mt-rag: a conversation up to a question of the user, with passages, an answer, and words on both."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from goldsmith.interchange.account import Account, is_nothing
from goldsmith.interchange.contexts import number_in, say_unstated, tags_of, text_in, texts_in
from goldsmith.interchange.judged_passages import EACH_NEEDED, NOT_RELEVANT
from goldsmith.interchange.marked_words import accepted, unanswerable
from goldsmith.records.case import Case, Message, Origin
from goldsmith.records.evidence import Alternative, Need
from goldsmith.records.interchange import ForeignPassage, ForeignRecord
from goldsmith.records.response import RetrievedItem

_SPEAKERS = {"user": "user", "agent": "assistant", "assistant": "assistant", "system": "system"}
_JOBS = {"How-To": "procedure", "Comparative": "comparison", "Troubleshooting": "diagnosis", "Factoid": "lookup"}
_TAGS = ("conversation_id", "turn", "Turn", "collection", "Collection", "dataset")
_COUNTS = ("# Relevant Passages", "# Retrieved Reference Passages")
OF_SYSTEMS = ("model_id", "predictions", "metrics", "retriever_scores")
"""Fields of what a system did with a task."""
_FULLER = (
    "the task stands in another file of the source too, where more is said of it: only answers are taken from here"
)
_CHAT = "small talk, for which no passage is asked for: say what is right before a run"
_PART = "only a part of it can be answered: what a right answer is, somebody has to say"
_REFUSE = "no passage answers it: a refusal is right, and somebody has to look"
_AT_LAST = "the last word of the user is the question, what stands before it earlier messages"
_AFTER = "words of the agent stand after the last question: left out"
_DISPUTED = "people disagree on whether the passage is relevant: it is kept, somebody has to look"
_UNJUDGED = "nobody said whether the passages are relevant: all of them are taken as needed, somebody has to look"
_NO_ADDRESS = "no address stands there: left out"
_NO_EVIDENCE = "passages beside a question that nothing answers: no evidence"
_NO_ID = "a passage without an id or words: left out"
_ABOUT_TURN = "no place for what is said of a turn"
_OF_RETRIEVER = "of the retriever of the source: no place for it in a case"


@dataclass(frozen=True, slots=True, kw_only=True)
class Context:
    """A passage beside a task."""

    id: str
    passage: ForeignPassage | None
    """None: it brings no words."""
    item: RetrievedItem
    relevant: bool | None
    """None: nobody said."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """A task as it was read."""

    name: str
    """Empty: nothing is asked."""
    case: Case | None
    """None: nothing is asked, or the task was read before."""
    contexts: tuple[Context, ...] = ()

    def passages(self) -> tuple[ForeignPassage, ...]:
        """Return the passages with words, once each."""
        return tuple({one.id: one.passage for one in self.contexts if one.passage is not None}.values())

    def closed(self, account: Account, **parts: Any) -> ForeignRecord:
        """Return the record of the task."""
        if self.case is not None:
            say_unstated(account, self.case)
        return account.close(case=self.case, passages=self.passages(), **parts)


def task_of(account: Account, usual: str, done: Container[str] = ()) -> Task:
    """Return what a task says; the caller takes what systems answered to it before he closes the account.

    Of a task that stands in `done` only the passages are taken, which are what a system was given.
    """
    name = text_in(account, "task_id") or usual
    if name in done:
        account.say("mapped", "", _FULLER, name)
        contexts = tuple(_contexts(account))
        for one in account.left():
            if one not in OF_SYSTEMS:
                account.passed(one)
        return Task(name=name, case=None, contexts=contexts)
    messages = tuple(_messages(account))
    asked = max((place for place, one in enumerate(messages) if one.role == "user"), default=-1)
    if asked < 0:
        account.say("dropped", "", "no question of a user stands here: passed over")
        return Task(name="", case=None)
    if asked < len(messages) - 1:
        account.say("wrong", "input", _AFTER, messages[-1].content)
    account.say("mapped", "input", _AT_LAST)
    account.passed("task_type")
    case = Case(
        id=name,
        question=messages[asked].content,
        messages=messages[:asked],
        origin=Origin(kind="public", ref="mt-rag"),
        accept=accepted(_targets(account)),
        tags=tags_of(account, [name for name in _TAGS if name in account]),
    )
    contexts = tuple(_contexts(account))
    case = _kinds(account, _answerable(account, case, contexts))
    for one in _COUNTS:
        if account.look(one) == str(len(contexts)):
            account.passed(one)
    for one in (*_COUNTS, "Retriever Performance Characteristics"):
        if one in account.left():
            account.dropped(one, _OF_RETRIEVER)
    return Task(name=name, case=case, contexts=contexts)


def _messages(account: Account) -> Iterator[Message]:
    for inner in account.items("input"):
        role = _SPEAKERS.get(str(inner.passed("speaker")))
        words = inner.passed("text")
        inner.dropped("metadata", _ABOUT_TURN)
        inner.dropped("enrichments", _ABOUT_TURN)
        if role is None or not isinstance(words, str) or not words:
            inner.say("wrong", "speaker", "no turn of a known speaker with words: left out", inner.value)
        else:
            yield Message(role=role, content=words)  # type: ignore[arg-type]


def _targets(account: Account) -> Iterator[str]:
    for inner in account.items("targets"):
        inner.passed("speaker")
        inner.dropped("metadata", _ABOUT_TURN)
        words = text_in(inner, "text")
        if words is not None:
            yield words


def _contexts(account: Account) -> Iterator[Context]:
    relevant = _relevant_places(account)
    for place, inner in enumerate(account.items("contexts")):
        name = text_in(inner, "document_id")
        words = text_in(inner, "text")
        title = text_in(inner, "title")
        source = _address(inner)
        score = number_in(inner.mapped("score", "kept with what was retrieved"))
        inner.dropped("query", _OF_RETRIEVER)
        said = _feedback(inner)
        if name is None:
            inner.say("wrong", "document_id", _NO_ID)
            continue
        passage = ForeignPassage(id=name, text=words, title=title, source=source) if words else None
        item = RetrievedItem(id=name, text=words, score=score)
        judged = said if said is not None or relevant is None else place in relevant
        yield Context(id=name, passage=passage, item=item, relevant=judged)


def _relevant_places(account: Account) -> frozenset[int] | None:
    """Return the places of the relevant passages, where the annotations of a task list them."""
    annotations = account.inner("annotations")
    held = annotations.look("context_relevance")
    said = held.get("system") if isinstance(held, Mapping) else None
    if not isinstance(said, list):
        return None
    annotations.mapped("context_relevance", "the passages that it lists are the evidence")
    return frozenset(one for one in said if isinstance(one, int))


def _address(inner: Account) -> str | None:
    for name in ("url", "source"):
        held = inner.look(name)
        if isinstance(held, str) and held.startswith(("http://", "https://")):
            return text_in(inner, name, told="kept as the source of the passage")
        if not is_nothing(held):
            inner.say("wrong", name, _NO_ADDRESS, held)
    return None


def _feedback(inner: Account) -> bool | None:
    feedback = inner.inner("feedback")
    held = feedback.look("relevant")
    votes = [one.get("value") for one in held.values() if isinstance(one, Mapping)] if isinstance(held, Mapping) else []
    known = {"yes": True, "no": False}
    said = [known[str(one)] for one in votes if str(one) in known]
    if not said:
        return None
    feedback.mapped("relevant", "what people said of the passage makes it evidence, or not")
    if len(set(said)) > 1:
        feedback.say("inferred", "relevant", _DISPUTED, " ".join(map(str, votes)))
    return any(said)


def _answerable(account: Account, case: Case, contexts: tuple[Context, ...]) -> Case:
    name = next((one for one in ("Answerability", "answerability") if one in account), "Answerability")
    words = {one.upper() for one in texts_in(account, name, account.look(name))}
    if "UNANSWERABLE" in words:
        account.inferred(name, _REFUSE)
        if contexts:
            account.say("dropped", "contexts", _NO_EVIDENCE)
        return unanswerable(case)
    case = replace(case, evidence=_evidence(account, contexts))
    if "PARTIAL" in words:
        account.inferred(name, _PART)
        return replace(case, tags=(*case.tags, "answerability:partial"))
    if "CONVERSATIONAL" in words:
        account.inferred(name, _CHAT)
        return replace(case, tags=(*case.tags, "answerability:conversational"))
    account.mapped(name, "a question with evidence")
    return case


def _evidence(account: Account, contexts: tuple[Context, ...]) -> tuple[Need, ...]:
    unjudged = all(one.relevant is None for one in contexts)
    used = dict.fromkeys(one.id for one in contexts if one.relevant or unjudged)
    others = [one.id for one in contexts if one.id not in used]
    if others:
        account.say("dropped", "contexts", NOT_RELEVANT, " ".join(others))
    if used and unjudged:
        account.say("inferred", "contexts", _UNJUDGED)
    elif len(used) > 1:
        account.say("inferred", "contexts", EACH_NEEDED)
    return tuple(Need(any_of=(Alternative(chunk=one),)) for one in used)


def _kinds(account: Account, case: Case) -> Case:
    """Return the case with its kinds of question: one that is a job of ours as an axis, all others as tags."""
    words = texts_in(account, "Question Type", account.mapped("Question Type", "kept as the job, or as tags"))
    jobs = [_JOBS[one] for one in words if one in _JOBS]
    rest = [one for one in words if len(jobs) != 1 or one not in _JOBS]
    tags = [f"question_type:{one}" for one in rest]
    for name in ("Multi-Turn", "Standalone Type", "Validity", "Ambiguity Type"):
        held = texts_in(account, name, account.mapped(name, "kept as a tag"))
        tags += [f"{name.lower().replace(' ', '_')}:{one}" for one in held]
    return replace(case, job=jobs[0] if len(jobs) == 1 else None, tags=(*case.tags, *tags))
