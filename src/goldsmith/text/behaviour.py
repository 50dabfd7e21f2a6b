"""Recognise what an answer does: answer, ask back, refuse, hand over, or fail safely.

Transparent by intent: sentences are matched against phrase tables, one a language, and the rule that decided is named
in the result. A recogniser judges the *form* of an answer only. A sentence about the world is no refusal, however
negative ("refunds are not available after 30 days"): refusals speak of the speaker or of the speaker's sources.

How sentences make a behaviour: quoted text and conditional sentences decide nothing. A failure, a hand-over or a
refusal decides where no substance was given before it; after substance it is a remark inside an answer. A refusal
beside which an answer is given all the same (`behaviour_sequel`) is an answer, and none of them for certain where that
cannot be told; a question to the user after "I could not find" asks back. A notice that something did not work is a
failure beside nothing but refusals and requests to try again, and undecided alone: it may be what was asked for.
A question decides where it is put to the user, stands last, and follows at most two sentences of substance. Failure
stands over hand-over over refusal over question.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, NamedTuple

from goldsmith.text.behaviour_chinese import CHINESE
from goldsmith.text.behaviour_english import ENGLISH
from goldsmith.text.behaviour_foreign import reads_as_an_answer
from goldsmith.text.behaviour_phrases import Behaviour, Phrase, PhraseTable, RefusalReason
from goldsmith.text.behaviour_russian import RUSSIAN
from goldsmith.text.behaviour_sequel import Sequel, carries_on, gives_reasons, names_sources, sequel_of, turned_clauses
from goldsmith.text.normal import fold
from goldsmith.text.spans import Span

__all__ = ["Behaviour", "Recognised", "RefusalReason", "recognise_behaviour"]

_TABLES = (ENGLISH, RUSSIAN, CHINESE)
_SENTENCE = re.compile(r"(?:[^.!?。;\n]|[.](?=\S))+(?:[.!?。;]+|$)?")
_QUOTED = re.compile(r'"[^"\n]{1,200}"')
_PARAGRAPH = re.compile(r"\n(?=[^\S\n]*(?:\n|[-*#\u2022]\s|\d+[.)]\s))")
_ABBREVIATED = re.compile(
    r"\b(?:e\.g|i\.e|approx|ext|tel|sec|mr|mrs|ms|dr|т\.е|т\.д|т\.п|тел|доб|стр)\."
    r"|\b(?:no|nr|p|pp|fig|art|vol)\.(?=\s?\d)|(?<=№)\."
)
_ORNAMENT = re.compile(r"^[^\w\u00b7$\u20ac\u00a3\u00a5(\[?]+")
_TAIL = 12
"""So many of the last characters of the words that decided show in which clause they end."""
_BLANK_OUT = "\u00b7"
_SUBSTANCE_BEFORE_A_QUESTION = 2

_QUESTIONS_ALONE = 4
_SHORT = 240
"""A text of so many characters says something, whatever else it does."""
_ASKS = ("?", "吗", "呢", "么")

_Role = Behaviour | Literal["courtesy", "opening", "contrast", "notice", "question"]
_PRECEDENCE: tuple[Behaviour, ...] = ("fail_safely", "escalate", "refuse")
_IN_PHRASES: tuple[Behaviour, ...] = (*_PRECEDENCE, "clarify")
_PHRASES = {
    (table.language, behaviour): tuple((one.pattern.search, one) for one in table.phrases if one.behaviour == behaviour)
    for table in _TABLES
    for behaviour in _IN_PHRASES
}
_SAID: frozenset[_Role] = frozenset({"answer", "contrast", "notice"})
_DECIDING: frozenset[_Role] = frozenset(_IN_PHRASES)
_SUBSTANCE = _SAID | {"question"}
_SPEAKS = re.compile(
    r"\b(?:i'(?:m|ve|ll|d)|im|i (?:am|was|have|had|will|would|could|can|do|did|don't|didn't|see|know|think|need|want"
    r"|must|should|never|just|only|also|found|searched|looked|checked))\b|\b(?:я|мне|меня)\b|我(?!们)"
)
_YES_OR_NO = re.compile(r"^(?:yes|no|yeah|nope?|да|нет|не[ат]|是的?|不是?|对|可以|不行|不能|不可以)(?:\W|$)")
_SPEAKER = re.compile(r"\b(?:i|me|my|we|our|us|я|мне|меня|мы|мой|нас)\b|我")
_BEFORE_A_REFUSAL = re.compile(r".{0,40}(?:[,;:]|\bso\b|\band\b|\btherefore\b|\bпоэтому\b|\bи\b|因此|所以)")
_ITS_REASON = re.compile(r"\b(?:because|since|as|due to|потому|так как|поскольку|из-за)\b|因为|由于")


OTHER_LANGUAGE = "other_language"
"""Rule of a reply in a language whose words are not known here."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Recognised:
    """What a text does and what shows it."""

    behaviour: Behaviour | None
    """None: the form does not tell, as where it declines, and what follows may be an answer or a reason."""
    span: Span
    """The words that decided; the whole text where nothing but its substance did."""
    rule: str
    """Name of the phrase that decided, such as ``en.refuse.cannot_find``; ``substance`` or ``empty`` for answers,
    ``undecided`` or ``other_language`` for neither."""
    reason: RefusalReason | None = None
    """For refusals only."""


class _Sentence(NamedTuple):
    role: _Role
    phrase: Phrase | None
    at: int
    """Where the words that decided begin in `words`."""
    until: int
    span: Span
    words: str
    tables: tuple[PhraseTable, ...]
    """Those of the languages that it is written in."""


# Refusals and failures come in the same words over and over, and a run is observed again for each comparison.
@lru_cache(maxsize=1024)
def recognise_behaviour(text: str) -> Recognised:
    """Say what ``text``, the answer of a system, does. English, Russian and Chinese, also mixed.

    In other languages refusals are not recognised; what may be one is told as neither, by the rule ``other_language``.

    An empty text is recognised as an answer by the rule ``empty``: it is for the caller to say what no words mean.
    """
    # Folding makes a line end a blank: what stands in a paragraph or a list item of its own is a sentence of its own.
    parted = _PARAGRAPH.sub(lambda match: "\u3002" + match[0][1:], text) if "\n" in text else text
    folded = fold(parted)
    found = []
    plain = _blanked(folded.text)
    for match in _SENTENCE.finditer(plain):
        sentence = _ORNAMENT.sub("", match[0]).rstrip(" -*#>\n")
        if not any(map(str.isalnum, sentence)):
            continue
        start = match.start() + match[0].index(sentence)
        tables = _tables(sentence)
        role, phrase, first, last = _role(sentence, tables)
        span = folded.original_span(start + first, start + last)
        found.append(_Sentence(role, phrase, first, last, span, sentence, tables))
    decided = _decide(found, Span(0, len(text)))
    if decided.rule == "substance" and reads_as_an_answer(plain, text) == "untold":
        return Recognised(behaviour=None, span=decided.span, rule=OTHER_LANGUAGE)
    return decided


def _blanked(folded: str) -> str:
    """Return a text of the same length in which quoted words say nothing and abbreviations end no sentence."""
    plain = folded.replace("ё", "е")
    if '"' in plain:
        plain = _QUOTED.sub(lambda match: _BLANK_OUT * len(match[0]), plain)
    return _ABBREVIATED.sub(lambda match: match[0].replace(".", _BLANK_OUT), plain) if "." in plain[:-1] else plain


def _tables(sentence: str) -> tuple[PhraseTable, ...]:
    return tuple(table for table in _TABLES if table.letters.search(sentence))


def _role(sentence: str, tables: tuple[PhraseTable, ...]) -> tuple[_Role, Phrase | None, int, int]:
    whole = (0, len(sentence))
    if any(table.courtesy.search(sentence) for table in tables) and not _declines(sentence):
        return ("courtesy", None, *whole)
    asks = sentence.endswith(_ASKS)
    if not asks and any(table.condition.search(sentence) for table in tables):
        return ("answer", None, *whole)
    for behaviour in _IN_PHRASES:
        for table in tables:
            match = _first(table, behaviour, sentence)
            if match is not None:
                phrase = _failing(table, match[0], match[1].span(), sentence) or match[0]
                return phrase.behaviour, phrase, match[1].start(), match[1].end()
    return (_plain_role(tables, sentence, asks=asks), None, *whole)


def _plain_role(tables: tuple[PhraseTable, ...], sentence: str, *, asks: bool) -> _Role:
    """Return what a sentence does in which no phrase was found."""
    if asks:
        return "clarify" if any(table.addressed.search(sentence) for table in tables) else "question"
    if any(table.opening.search(sentence) for table in tables):
        return "opening"
    if any(table.contrast.search(sentence) for table in tables):
        return "contrast"
    return "notice" if any(_notice(table, sentence) for table in tables) else "answer"


def _notice(table: PhraseTable, sentence: str) -> re.Match[str] | None:
    return None if table.habit.search(sentence) else table.notice.search(sentence)


def _failing(table: PhraseTable, phrase: Phrase, at: tuple[int, int], sentence: str) -> Phrase | None:
    """Return the phrase of a failure where a refusal gives one as its reason."""
    if phrase.behaviour != "refuse" or phrase.reason not in {"not_found", "unstated"}:
        return None
    notice = table.notice.search(sentence)
    if notice is None:
        return None
    before = notice.end() <= at[0] and _BEFORE_A_REFUSAL.match(sentence[notice.end() : at[0]])
    after = notice.start() >= at[1] and _ITS_REASON.search(sentence, at[1], notice.start())
    return _of_notice(table) if before or after else None


def _of_notice(table: PhraseTable) -> Phrase:
    return Phrase(f"{table.language}.fail_safely.notice", "fail_safely", table.notice)


def _sequels(one: _Sentence) -> tuple[Sequel, ...]:
    """Return what the clauses of a sentence do beside a refusal; the clause that declines does nothing."""
    role, sentence = one.role, one.words
    if role == "opening":
        return ()
    first, rest = turned_clauses(sentence)
    told: list[Sequel] = []
    if role == "courtesy":
        told.append("pointed")
    elif role in _SUBSTANCE:
        told.append(sequel_of(first, turned=role == "contrast"))
    elif one.at >= len(first) and sequel_of(first, turned=False) == "asserted":
        # "The fee is 9 euro, but I cannot verify it" has said it; "you asked about 2027, but I cannot" has not.
        told.append("none" if names_sources(first) else "unsure" if gives_reasons(first) else "asserted")
    for clause in rest:
        of_the_desk = role in {"escalate", "fail_safely"} and carries_on(clause)
        if not of_the_desk and (role in _SUBSTANCE or role == "courtesy" or not _is_declined(one, clause)):
            told.append(sequel_of(clause, turned=True))
    return tuple(told)


def _is_declined(one: _Sentence, clause: str) -> bool:
    """Say whether a clause declines by itself, or the words that decided end in it."""
    return _declines(clause) or clause.find(one.words[one.at : one.until][-_TAIL:]) >= 0


def _declines(sentence: str) -> bool:
    return any(_first(table, behaviour, sentence) for table in _tables(sentence) for behaviour in _PRECEDENCE)


def _first(table: PhraseTable, behaviour: Behaviour, sentence: str) -> tuple[Phrase, re.Match[str]] | None:
    for search, phrase in _PHRASES[table.language, behaviour]:
        match = search(sentence)
        if match is not None:
            return phrase, match
    return None


def _decide(sentences: list[_Sentence], whole: Span) -> Recognised:
    if not sentences:
        return Recognised(behaviour="answer", span=whole, rule="empty")
    telling = [sentence for sentence in sentences if sentence.role not in {"courtesy", "opening"}]
    if any(one.role == "notice" for one in telling) and (failed := _of_failure(sentences, telling)) is not None:
        return failed
    substance = next((index for index, one in enumerate(telling) if one.role in _SUBSTANCE), len(telling))
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
    asking = _asking(sentences, telling)
    if asking is not None:
        return asking
    if _is_doubtful(sentences, telling):
        return Recognised(behaviour=None, span=whole, rule="undecided")
    return Recognised(behaviour="answer", span=whole, rule="substance")


def _is_doubtful(sentences: list[_Sentence], telling: list[_Sentence]) -> bool:
    """Say whether a short text in which nothing was recognised may still be no answer.

    It speaks of the speaker, of something that did not work or of trying again, or it ends in a question; and it states
    no number, date or time.
    """
    roles = {one.role for one in telling}
    if not telling or roles & _DECIDING or sum(len(one.words) for one in telling) > _SHORT:
        return False
    if "notice" not in roles and telling[-1].role != "question" and not any(map(_is_open, sentences)):
        return False
    said = _YES_OR_NO.search(telling[0].words)
    return not said and not any("asserted" in _sequels(one) for one in telling if one.role in _SUBSTANCE)


def _is_open(one: _Sentence) -> bool:
    if any(table.condition.search(one.words) for table in one.tables):
        return False
    told = one.role not in {"opening", "courtesy"} and (
        _SPEAKS.search(one.words) or any(table.doubt.search(one.words) for table in one.tables)
    )
    return bool(told) or _asks_again(one)


def _asks_again(one: _Sentence) -> bool:
    return any(table.retry.search(one.words) for table in one.tables)


def _of_failure(sentences: list[_Sentence], telling: list[_Sentence]) -> Recognised | None:
    """Return the failure of which notices tell; None where more stands beside them than belongs to one."""
    notices = [one for one in telling if one.role == "notice"]
    rest = [one for one in telling if one.role != "notice" and not _asks_again(one)]
    if any(one.role not in {"refuse", "fail_safely"} for one in rest):
        return None
    if any({"asserted", "turned"} & set(_sequels(one)) for one in rest):
        return None
    table = next(table for table in _TABLES if _notice(table, notices[0].words))
    told = sum(len(table.notice.findall(one.words)) for one in notices)
    if not rest and told == 1 and not any(_asks_again(one) or _SPEAKER.search(one.words) for one in sentences):
        return Recognised(behaviour=None, span=notices[0].span, rule="undecided")
    return _recognised(notices[0]._replace(phrase=_of_notice(table)))


def _asking(sentences: list[_Sentence], telling: list[_Sentence]) -> Recognised | None:
    """Return that a text asks back, or that this is not certain; None where it does not."""
    while len(telling) > 1 and telling[-1].role == "answer" and _is_prelude(telling[-1]):
        telling = telling[:-1]
    asked = [one for one in telling if one.role == "clarify"]
    if telling and telling[-1].role == "question" and _is_put_to_the_user(sentences, telling):
        asked.append(telling[-1])
    # What semicolons part is one list.
    given = sum(one.role in _SAID and not one.words.endswith(";") for one in telling)
    if not asked or given > _SUBSTANCE_BEFORE_A_QUESTION:
        return None
    if telling[-1] is not asked[-1] and not asked[0].phrase:
        return None
    # A figure before the question may be what hangs on the reply ("from 5 to 50 EUR"), or the answer itself.
    if any("asserted" in _sequels(one) for one in telling if one.role in {"answer", "notice"}):
        return Recognised(behaviour=None, span=asked[-1].span, rule="undecided")
    return _recognised(asked[-1])


def _is_put_to_the_user(sentences: list[_Sentence], telling: list[_Sentence]) -> bool:
    """Say whether a question that names nobody asks the user: nothing is said beside it, or that it is needed."""
    if len(telling) <= _QUESTIONS_ALONE and all(one.role in {"question", "clarify"} for one in telling):
        return True
    return any(map(_is_prelude, sentences))


def _is_prelude(one: _Sentence) -> bool:
    return any(table.prelude.search(one.words) for table in one.tables)


def _asks_back(telling: list[_Sentence], at: int) -> bool:
    """Say whether a refusal asks for what would let the speaker find an answer."""
    phrase = telling[at].phrase
    return phrase is not None and phrase.reason == "not_found" and telling[-1].role in {"clarify", "question"}


def _beside(sentences: list[_Sentence], decided: _Sentence) -> set[Sequel]:
    """Return what is done beside a refusal, a hand-over or a failure, from its own sentence on."""
    found: set[Sequel] = set(_sequels(decided))
    pointed = "pointed" in found or decided.role != "refuse"
    for sentence in sentences[sentences.index(decided) + 1 :]:
        sequels = _sequels(sentence)
        # After a pointer the desk has its hours; they answer nothing.
        if not (pointed and sentence.role == "answer" and carries_on(sentence.words)):
            found |= set(sequels)
        pointed = pointed or "pointed" in sequels
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
