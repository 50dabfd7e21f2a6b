"""Recognise what an answer does: answer, ask back, refuse, hand over, or fail safely.

Transparent by intent: sentences are matched against phrase tables, one a language, and the rule that decided is named
in the result. A recogniser judges the *form* of an answer only. A sentence about the world is no refusal, however
negative ("refunds are not available after 30 days"): refusals speak of the speaker or of the speaker's sources.

How sentences make a behaviour: quoted text and conditional sentences decide nothing. A failure, a hand-over or a
refusal decides where no substance was given before it; after substance it is a remark inside an answer. A refusal
beside which an answer is given all the same (`behaviour_sequel`) is an answer, and none of them for certain where that
cannot be told; a question to the user after "I could not find" asks back.
A question decides where it is put to the user, stands last, and follows at most two sentences of substance. Failure
stands over hand-over over refusal over question.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal, NamedTuple

from goldsmith.text.behaviour_chinese import CHINESE
from goldsmith.text.behaviour_english import ENGLISH
from goldsmith.text.behaviour_phrases import Behaviour, Phrase, PhraseTable, RefusalReason
from goldsmith.text.behaviour_russian import RUSSIAN
from goldsmith.text.behaviour_sequel import Sequel, carries_on, gives_reasons, sequel_of, turned_clauses
from goldsmith.text.normal import fold
from goldsmith.text.spans import Span

__all__ = ["Behaviour", "Recognised", "RefusalReason", "recognise_behaviour"]

_TABLES = (ENGLISH, RUSSIAN, CHINESE)
_SENTENCE = re.compile(r"(?:[^.!?。;\n]|[.](?=\S))+(?:[.!?。;]+|$)?")
_QUOTED = re.compile(r'"[^"\n]{1,200}"')
_PARAGRAPH = re.compile(r"\n(?=[^\S\n]*(?:\n|[-*#\u2022]\s|\d+[.)]\s))")
_ABBREVIATED = re.compile(r"\b(?:e\.g|i\.e|approx|ext|tel|sec|mr|mrs|ms|dr|т\.е|т\.д|т\.п|тел|доб|стр)\.")
_BLANK_OUT = "\u00b7"
_SUBSTANCE_BEFORE_A_QUESTION = 2

_Role = Behaviour | Literal["courtesy", "contrast"]
_PRECEDENCE: tuple[Behaviour, ...] = ("fail_safely", "escalate", "refuse")


@dataclass(frozen=True, slots=True, kw_only=True)
class Recognised:
    """What a text does and what shows it."""

    behaviour: Behaviour | None
    """None: it declines, and what follows may be an answer or a reason; the form does not tell."""
    span: Span
    """The words that decided; the whole text where nothing but its substance did."""
    rule: str
    """Name of the phrase that decided, such as ``en.refuse.cannot_find``; ``substance`` or ``empty`` for answers,
    ``undecided`` for neither."""
    reason: RefusalReason | None = None
    """For refusals only."""


class _Sentence(NamedTuple):
    role: _Role
    phrase: Phrase | None
    span: Span
    words: str
    sequels: tuple[Sequel, ...]
    """What its clauses do beside a refusal."""


def recognise_behaviour(text: str) -> Recognised:
    """Say what ``text``, the answer of a system, does. English, Russian and Chinese, also mixed.

    An empty text is recognised as an answer by the rule ``empty``: it is for the caller to say what no words mean.
    """
    # Folding makes a line end a blank: what stands in a paragraph or a list item of its own is a sentence of its own.
    folded = fold(_PARAGRAPH.sub(lambda match: "\u3002" + match[0][1:], text))
    plain = _QUOTED.sub(lambda match: _BLANK_OUT * len(match[0]), folded.text.replace("ё", "е"))
    plain = _ABBREVIATED.sub(lambda match: match[0].replace(".", _BLANK_OUT), plain)
    found = []
    for match in _SENTENCE.finditer(plain):
        sentence = match[0].strip(" -*#>\n")
        if not any(character.isalnum() for character in sentence):
            continue
        start = match.start() + match[0].index(sentence)
        role, phrase, first, last = _role(sentence)
        span = folded.original_span(start + first, start + last)
        found.append(_Sentence(role, phrase, span, sentence, _sequels(role, sentence, first)))
    return _decide(found, Span(0, len(text)))


def _role(sentence: str) -> tuple[_Role, Phrase | None, int, int]:
    whole = (0, len(sentence))
    if any(table.courtesy.search(sentence) for table in _TABLES) and not _declines(sentence):
        return ("courtesy", None, *whole)
    if not sentence.endswith("?") and any(table.condition.search(sentence) for table in _TABLES):
        return ("answer", None, *whole)
    for behaviour in (*_PRECEDENCE, "clarify"):
        for table in _TABLES:
            match = _first(table, behaviour, sentence)
            if match is not None:
                return match[0].behaviour, match[0], match[1].start(), match[1].end()
    if sentence.endswith("?") and any(table.addressed.search(sentence) for table in _TABLES):
        return "clarify", None, *whole
    if any(table.contrast.search(sentence) for table in _TABLES):
        return "contrast", None, *whole
    return "answer", None, *whole


def _sequels(role: _Role, sentence: str, decided_at: int) -> tuple[Sequel, ...]:
    """Return what the clauses of a sentence do beside a refusal; the clause that declines does nothing."""
    first, rest = turned_clauses(sentence)
    told: list[Sequel] = []
    if role == "courtesy":
        told.append("pointed")
    elif role in {"answer", "contrast"}:
        told.append(sequel_of(first, turned=role == "contrast"))
    elif decided_at >= len(first) and sequel_of(first, turned=False) == "asserted":
        # "The fee is 9 euro, but I cannot verify it" has said it; "you asked about 2027, but I cannot" has not.
        told.append("unsure" if gives_reasons(first) else "asserted")
    for clause in rest:
        of_the_desk = role in {"escalate", "fail_safely"} and carries_on(clause)
        if not of_the_desk and (role in {"answer", "courtesy"} or not _declines(clause)):
            told.append(sequel_of(clause, turned=True))
    return tuple(told)


def _declines(sentence: str) -> bool:
    return any(_first(table, behaviour, sentence) for table in _TABLES for behaviour in _PRECEDENCE)


def _first(table: PhraseTable, behaviour: str, sentence: str) -> tuple[Phrase, re.Match[str]] | None:
    for phrase in table.phrases:
        if phrase.behaviour == behaviour and (match := phrase.pattern.search(sentence)) is not None:
            return phrase, match
    return None


def _decide(sentences: list[_Sentence], whole: Span) -> Recognised:
    if not sentences:
        return Recognised(behaviour="answer", span=whole, rule="empty")
    telling = [sentence for sentence in sentences if sentence.role != "courtesy"]
    substance = next((index for index, one in enumerate(telling) if one.role in {"answer", "contrast"}), len(telling))
    for behaviour in _PRECEDENCE:
        at = next((index for index, one in enumerate(telling) if one.role == behaviour), None)
        if at is None or not _may_decide(behaviour, at, substance):
            continue
        if behaviour == "refuse" and _asks_back(telling, at):
            continue
        beside = _beside(sentences, telling[at])
        if "asserted" in beside or (behaviour == "refuse" and "turned" in beside):
            continue
        if "unsure" in beside and behaviour == "refuse":
            return Recognised(behaviour=None, span=telling[at].span, rule="undecided")
        return _recognised(telling[at])
    asked = [one for one in telling if one.role == "clarify"]
    # What semicolons part is one list.
    given = sum(one.role in {"answer", "contrast"} and not one.words.endswith(";") for one in telling)
    if asked and given <= _SUBSTANCE_BEFORE_A_QUESTION and (telling[-1].role == "clarify" or asked[0].phrase):
        # A figure before the question may be what hangs on the reply ("from 5 to 50 EUR"), or the answer itself.
        if any("asserted" in one.sequels for one in telling if one.role == "answer"):
            return Recognised(behaviour=None, span=asked[-1].span, rule="undecided")
        return _recognised(asked[-1])
    return Recognised(behaviour="answer", span=whole, rule="substance")


def _asks_back(telling: list[_Sentence], at: int) -> bool:
    """Say whether a refusal asks for what would let the speaker find an answer."""
    phrase = telling[at].phrase
    return phrase is not None and phrase.reason == "not_found" and telling[-1].role == "clarify"


def _beside(sentences: list[_Sentence], decided: _Sentence) -> set[Sequel]:
    """Return what is done beside a refusal, a hand-over or a failure, from its own sentence on."""
    found: set[Sequel] = set(decided.sequels)
    pointed = "pointed" in found or decided.role != "refuse"
    for sentence in sentences[sentences.index(decided) + 1 :]:
        # After a pointer the desk has its hours; they answer nothing.
        if not (pointed and sentence.role == "answer" and carries_on(sentence.words)):
            found |= set(sentence.sequels)
        pointed = pointed or "pointed" in sentence.sequels
    return found


def _may_decide(behaviour: Behaviour, at: int, substance: int) -> bool:
    # Why a case is handed over is often said first: one sentence of substance may stand before it.
    return at <= substance + (behaviour == "escalate")


def _recognised(sentence: _Sentence) -> Recognised:
    if sentence.phrase is None:
        return Recognised(behaviour="clarify", span=sentence.span, rule="question_to_user")
    return Recognised(
        behaviour=sentence.phrase.behaviour,
        span=sentence.span,
        rule=sentence.phrase.rule,
        reason=sentence.phrase.reason,
    )
