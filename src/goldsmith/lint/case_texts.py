"""The texts that the author of a case wrote, each with its field."""

from __future__ import annotations

from collections.abc import Iterator

from goldsmith.records.case import Case
from goldsmith.records.claims import AnyOfMatch, Claim, RequiredClaim, ValueMatch


def asked(case: Case) -> Iterator[tuple[str, str]]:
    """Yield what is said to the system: the question, and the turns before it."""
    yield "question", case.question
    for at, message in enumerate(case.messages):
        yield f"messages.{at}.content", message.content


def expected(case: Case) -> Iterator[tuple[str, str]]:
    """Yield what is said of a right answer: accepted answers, claims and the words that decide them, pointers."""
    for at, accepted in enumerate(case.accept):
        yield f"accept.{at}.answer", accepted.answer
    for at, claim in enumerate(case.claims):
        yield f"claims.{at}", claim.text
        for value in _values(claim):
            yield f"claims.{at}.match", value
    for name in ("must_ask", "must_point_to"):
        for text in getattr(case, name):
            yield name, text


def remarks(case: Case) -> Iterator[tuple[str, str]]:
    """Yield what is written beside the case for other people."""
    for name in ("description", "notes"):
        text = getattr(case, name)
        if text is not None:
            yield name, text


def quotes(case: Case) -> Iterator[str]:
    """Yield the words of the corpus that the case quotes."""
    for need in case.evidence:
        for item in need.any_of:
            if item.quote is not None:
                yield item.quote


def required(case: Case) -> tuple[tuple[int, RequiredClaim], ...]:
    """Return the required claims with their places."""
    return tuple((at, claim) for at, claim in enumerate(case.claims) if isinstance(claim, RequiredClaim))


def expects_answer(case: Case) -> bool:
    """Say whether a right system answers, as far as the case says."""
    return case.behaviour in {"answer", "unstated"} and case.answerability in {"supported", "unstated"}


def _values(claim: Claim) -> Iterator[str]:
    match claim.match:
        case ValueMatch(value=value):
            yield value
        case AnyOfMatch(any_of=options):
            for one in options:
                if isinstance(one, str | ValueMatch):
                    yield one if isinstance(one, str) else one.value
        case _:
            return
