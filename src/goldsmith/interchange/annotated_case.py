"""A case out of what tools for annotation hold: the fields that were shown to people, and what people said of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from goldsmith.interchange.account import Account
from goldsmith.interchange.contexts import ALL_NEEDED, needs_of, passages_of, say_unstated, tags_of, text_in, texts_in
from goldsmith.interchange.example_words import ANSWERS, CONTEXTS, NO_QUESTION, QUESTIONS, case_id, named
from goldsmith.interchange.marked_words import accepted
from goldsmith.interchange.named_inputs import messages_in
from goldsmith.interchange.squad_offsets import placed
from goldsmith.records.case import Case
from goldsmith.records.evidence import Alternative, Need
from goldsmith.records.interchange import ForeignDecision, ForeignPassage
from goldsmith.records.vocabulary import AXES

TALKS = ("messages", "history", "conversation")
_TEXTS = ("passage", "document", "source", "source_text", "body", "article", "text", *CONTEXTS)
REMARKS = ("comment", "reason", "note", "explanation", "feedback", "rationale")
_DECISIONS = ("decision", "approval", "verdict", "status", "review", "approved")
_APPROVED = frozenset({"approved", "approve", "accepted", "accept"})
_REJECTED = frozenset({"rejected", "reject", "discarded"})
_LISTED = ("challenges",)
_NOT_AN_AXIS_HERE = ("origin", "language", "source_format")
_SHOWN = "shown to people, kept as a passage"
_NOWHERE = "the marked words stand in none of the fields: left out"
_UNPROVED = "marked by offsets alone: no words prove them, somebody has to look"
_OUTSIDE = "a mark outside of the field: left out"
_EACH = "each marked stretch is taken as needed: whether one would do, somebody has to say"
_UNMARKED = "nobody marked words in it: whether it supports an answer, somebody has to say"
_AS_LABEL = "the label of the mark is kept as how it supports"


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """Words that a person marked."""

    start: int
    end: int
    words: str | None
    """As they stand beside the offsets; None: the tool keeps none."""
    label: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """What one person, or several who agree, said of a record."""

    texts: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Written answers, by the name of what was asked."""
    chosen: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Choices and ratings, by the name of what was asked."""
    marks: tuple[Mark, ...] = ()
    person: str = ""
    at: str = ""
    is_truth: bool = False
    """Somebody set it as the truth."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Annotated:
    """What a record became."""

    case: Case | None
    """None: nothing is asked."""
    passages: tuple[ForeignPassage, ...] = ()
    decision: ForeignDecision | None = None


def annotated(account: Account, fields: Account, said: Said, *, usual: str, options: Mapping[str, str]) -> Annotated:
    """Return the case of a record: `fields` were shown, `said` is what people made of them."""
    question = named(fields, QUESTIONS, options, "question")
    asked = text_in(fields, question) if question is not None else None
    if question is None or asked is None:
        account.say("dropped", "", NO_QUESTION)
        return Annotated(case=None)
    case = Case(id=case_id(fields, options, usual), question=asked, messages=_messages(fields))
    given = named(fields, (name for name in ANSWERS if name not in (question, *_TEXTS)), options, "answer")
    answers = texts_in(fields, given, fields.kept(given)) if given is not None else ()
    passages = _passages(fields, question, options)
    case = replace(case, evidence=_evidence(account, said, passages))
    case = _with_words(account, case, said, answers)
    case = replace(case, tags=(*case.tags, *tags_of(fields, fields.left())))
    say_unstated(account, case)
    return Annotated(case=case, passages=passages, decision=_decision(said))


def _messages(fields: Account) -> tuple[Any, ...]:
    name = next((one for one in TALKS if isinstance(fields.look(one), list) and one in fields), None)
    return messages_in(fields, name, fields.kept(name)) if name is not None else ()


def _passages(fields: Account, question: str, options: Mapping[str, str]) -> tuple[ForeignPassage, ...]:
    wanted = [options["context"]] if "context" in options else [name for name in _TEXTS if name != question]
    texts: list[str] = []
    for name in wanted:
        if name in fields:
            texts += texts_in(fields, name, fields.mapped(name, _SHOWN))
    return passages_of(texts)


def _evidence(account: Account, said: Said, passages: tuple[ForeignPassage, ...]) -> tuple[Need, ...]:
    if not said.marks:
        if passages:
            account.say("inferred", "", _UNMARKED if len(passages) == 1 else ALL_NEEDED)
        return needs_of(one.id for one in passages)
    found = dict.fromkeys(one for one in (_marked(account, mark, passages) for mark in said.marks) if one is not None)
    if any(mark.label for mark in said.marks):
        account.say("mapped", "labels", _AS_LABEL)
    if len(found) > 1:
        account.say("inferred", "labels", _EACH)
    return tuple(Need(any_of=(one,)) for one in found)


def _marked(account: Account, mark: Mark, passages: tuple[ForeignPassage, ...]) -> Alternative | None:
    supports = mark.label or None
    if mark.words is None:
        if len(passages) != 1 or not 0 <= mark.start < mark.end <= len(passages[0].text):
            account.say("wrong", "labels", _OUTSIDE, f"{mark.start}-{mark.end}")
            return None
        account.say("inferred", "labels", _UNPROVED)
        (one,) = passages
        span = (mark.start, mark.end)
        return Alternative(chunk=one.id, quote=one.text[mark.start : mark.end], span=span, supports=supports)
    places = [(one, placed(one.text, mark.words, mark.start)) for one in passages if mark.words in one.text]
    right = [pair for pair in places if pair[1].fate == "kept"] or places
    if not right:
        account.say("wrong", "labels", _NOWHERE, mark.words)
        return None
    passage, place = right[0]
    if place.fate != "kept":
        account.say(place.fate, "labels", place.told, place.found)
    return Alternative(chunk=passage.id, quote=mark.words, span=place.span, supports=supports)


def _with_words(account: Account, case: Case, said: Said, answers: tuple[str, ...]) -> Case:
    """Return the case with written answers and choices; what a person wrote stands before what was shown."""
    written: list[str] = []
    remarks: list[str] = []
    for name, texts in said.texts.items():
        is_remark = any(one in name.lower() for one in REMARKS)
        account.say("mapped", name, "kept in the notes" if is_remark else "kept as accepted answers")
        (remarks if is_remark else written).extend(texts)
    case = replace(case, accept=accepted(written or answers), notes="\n".join(remarks) or None)
    if written and answers and list(answers) != written:
        account.say("mapped", "answer", "people wrote another answer than the one that was shown: theirs holds")
    tags: list[str] = []
    for name, words in said.chosen.items():
        if name.lower() in AXES and set(words) <= set(AXES[name.lower()]) and name.lower() not in _NOT_AN_AXIS_HERE:
            account.say("mapped", name, "kept as an axis of the case")
            axis: Any = words if name.lower() in _LISTED else words[0]
            case = replace(case, **{name.lower(): axis})
        elif decided(said.chosen) is None or name.lower() not in _DECISIONS:
            account.say("mapped", name, "kept as a tag")
            tags += [f"{name}:{word}" for word in words]
    return replace(case, tags=(*case.tags, *tags))


def decided(chosen: Mapping[str, Iterable[str]]) -> str | None:
    """Return ``approved`` or ``rejected`` where the choices say so; None: they say neither."""
    for name, words in chosen.items():
        if name.lower() in _DECISIONS:
            known = {word.lower() for word in words}
            if known <= _APPROVED:
                return "approved"
            if known <= _REJECTED:
                return "rejected"
    return None


def _decision(said: Said) -> ForeignDecision | None:
    word = decided(said.chosen)
    if word == "rejected":
        return ForeignDecision(decision="rejected", reviewer=said.person, at=said.at)
    if word == "approved" or said.is_truth:
        reason = "" if word else "set as the truth"
        return ForeignDecision(decision="approved", reviewer=said.person, at=said.at, reason=reason)
    return None
