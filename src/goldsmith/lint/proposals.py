"""Claims that an accepted answer in words suggests. A person decides whether they are the right ones.

Read are amounts with a unit, in digits and in words, dates, and names; a short answer may be a claim as a whole. Where
several answers are accepted, only what all of them say is proposed.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass

from goldsmith.records.claims import AnyOfMatch, DateMatch, NumberMatch, RequiredClaim, ValueMatch
from goldsmith.text.dates import find_dates
from goldsmith.text.normal import comparable
from goldsmith.text.numbers import find_quantities

MOST = 6
"""Proposals for one case."""

SHORT_ANSWER = 40
"""Characters up to which an answer may be a claim as a whole."""

_NAME = re.compile(r"[A-ZА-ЯЁ][\w'’-]*(?: (?:of |and )?[A-ZА-ЯЁ0-9][\w'’-]*)*")
_SENTENCE = re.compile(r"[^.!?。！？]+(?:[.!?](?!\s|$)[^.!?。！？]*)*[.!?。！？]*")
_OPENING = re.compile(r"(?:^|[.!?:。！？]\s*)[\"'«“(]*$")
_POSSESSIVE = re.compile(r"['’]s?$")
_ARTICLES = ("The ", "A ", "An ")

Proposed = NumberMatch | DateMatch | ValueMatch


@dataclass(frozen=True, slots=True)
class _Fact:
    """Something in an answer that a matcher can decide, and the sentence that says it."""

    match: Proposed
    sentence: str


def propose(answers: Sequence[str], *, question: str = "") -> tuple[RequiredClaim, ...]:
    """Return the claims that the accepted answers suggest, in the order of the first; empty where there are none.

    A name that stands in the question is left out: an answer repeats it whether it is right or wrong.
    """
    texts = [answer.strip() for answer in answers if answer.strip()]
    if not texts:
        return ()
    first, *others = [_facts(text, comparable(question)) for text in texts]
    shared = [fact for fact in first if all(any(fact.match == one.match for one in facts) for facts in others)]
    if shared:
        return tuple(RequiredClaim(required=fact.sentence, match=fact.match) for fact in shared[:MOST])
    if all(len(text) <= SHORT_ANSWER for text in texts):
        values = tuple(text.rstrip(".。!！") or text for text in texts)
        match = ValueMatch(value=values[0]) if len(values) == 1 else AnyOfMatch(any_of=values)
        return (RequiredClaim(required=texts[0], match=match),)
    return ()


def as_yaml(claims: Sequence[RequiredClaim]) -> str:
    """Return the claims as lines of a case file, ready to paste under a case."""
    lines = ["claims:"]
    for claim in claims:
        lines += [f"  - required: {_text(claim.required)}", f"    match: {_match(claim.match)}"]
    return "\n".join(lines)


def _facts(text: str, question: str) -> list[_Fact]:
    found: dict[Proposed, tuple[int, int]] = {}
    for date in find_dates(text):
        if len(date.readings) == 1:
            found.setdefault(DateMatch(date=date.readings[0].isoformat()), (date.span.start, date.span.end))
    for one in find_quantities(text):
        if one.unit is not None:
            found.setdefault(NumberMatch(number=float(one.value), unit=one.unit), (one.start, one.end))
    taken = list(found.values())
    names = [
        (start, name)
        for start, name in _names(text)
        if comparable(name) not in question
        and not any(start < end and begin < start + len(name) for begin, end in taken)
    ]
    for start, name in names:
        # Part of a longer name: whoever states the longer one states it too.
        if not any(name != other and name in other for _, other in names):
            found.setdefault(ValueMatch(value=name), (start, start + len(name)))
    placed = sorted(found.items(), key=lambda item: item[1])
    return [_Fact(match, _sentence(text, span[0])) for match, span in placed]


def _names(text: str) -> list[tuple[int, str]]:
    """Return capitalised words, except one alone that only opens a sentence."""
    found = []
    for match in _NAME.finditer(text):
        start, name = match.start(), match[0]
        article = next((word for word in _ARTICLES if name.startswith(word)), "")
        start, name = start + len(article), _POSSESSIVE.sub("", name[len(article) :])
        opens = not article and _OPENING.search(text[:start]) is not None
        if len(name) > 1 and (not opens or " " in name or name.isupper()):
            found.append((start, name))
    return found


def _sentence(text: str, at: int) -> str:
    match = next((one for one in _SENTENCE.finditer(text) if one.start() <= at < one.end()), None)
    return text if match is None else match[0].strip()


def _match(match: object) -> str:
    match match:
        case NumberMatch(number=number, unit=unit):
            return f"{{number: {number:.15g}, unit: {unit}}}"
        case DateMatch(date=date):
            return f'{{date: "{date}"}}'
        case ValueMatch(value=value):
            return f"{{value: {_text(value)}}}"
        case AnyOfMatch(any_of=options):
            return f"{{any_of: [{', '.join(_text(str(option)) for option in options)}]}}"
        case _:
            return "judged"


def _text(text: str) -> str:
    # A JSON string is a YAML string in double quotes, whatever it holds.
    return json.dumps(text, ensure_ascii=False)
