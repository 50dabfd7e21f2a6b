"""A case as a reviewer reads it before confirming anything."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from textwrap import wrap

from goldsmith.records.case import Case, Identity
from goldsmith.records.claims import (
    AnyOfMatch,
    Claim,
    DateMatch,
    Matcher,
    NumberMatch,
    PatternMatch,
    PluginMatch,
    ProhibitedClaim,
    RequiredClaim,
    ValueMatch,
)
from goldsmith.records.evidence import Alternative
from goldsmith.reports.plain_text import wrapped

_PIECE = 400
"""Characters of a long text that are put into lines at once; nothing that is to be confirmed is cut."""


def render_case(case: Case, texts: Mapping[str, str], *, width: int) -> str:
    """Return the question, what a right answer is, and every evidence passage of `case`.

    `texts` holds the words of passages that are not quoted, by chunk id.
    """
    return "\n".join(line for head, text in _rows(case, texts) for line in _whole(head, text, width))


def _rows(case: Case, texts: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    yield f"{case.id}: ", case.question
    for turn in case.messages:
        yield f"  {turn.role}: ", turn.content
    if case.identity is not None:
        yield "  asked by: ", _asker(case.identity)
    yield "  behaviour: ", f"{case.behaviour.replace('_', ' ')} ({case.answerability} by the corpus)"
    for item in case.accept:
        yield "  accepted: ", item.answer
    for claim in case.claims:
        yield _claim(claim)
    for topic in case.must_ask:
        yield "  must ask about: ", topic
    for place in case.must_point_to:
        yield "  must point to: ", place
    if not case.evidence:
        yield "  evidence: ", "none"
    for number, need in enumerate(case.evidence, start=1):
        for place_in_need, passage in enumerate(need.any_of):
            yield ("    or: " if place_in_need else f"  evidence {need.need or number}: "), _passage(passage, texts)


def _whole(head: str, text: str, width: int) -> Iterator[str]:
    first, *others = wrap(" ".join(text.split()), _PIECE) or [""]
    yield from wrapped(first, width, head=head, indent=4)
    for piece in others:
        yield from wrapped(piece, width, head="    ", indent=4)


def _asker(identity: Identity) -> str:
    parts = [identity.user, *([f"tenant {identity.tenant}"] if identity.tenant else []), *identity.roles]
    parts += [f"may see {name}" for name in identity.allowed] + [f"must not see {name}" for name in identity.denied]
    return ", ".join(parts)


def _claim(claim: Claim) -> tuple[str, str]:
    match claim:
        case RequiredClaim():
            head = "  must say: "
        case ProhibitedClaim():
            head = "  must not say: "
        case _:
            head = "  may say: "
    return head, f"{claim.text} [{_match(claim.match)}]"


def _match(match: Matcher) -> str:
    match match:
        case NumberMatch(number=number, unit=unit, tolerance=tolerance):
            within = f" ± {tolerance:g}" if tolerance else ""
            return f"number {number:.15g}{within}" + (f" {unit}" if unit else "")
        case DateMatch(date=date):
            return f"date {date}"
        case ValueMatch(value=value):
            return f'words "{value}"'
        case PatternMatch(pattern=pattern):
            return f"pattern {pattern}"
        case PluginMatch(matcher=name):
            return f"matcher {name}"
        case AnyOfMatch(any_of=options):
            return " or ".join(f'words "{one}"' if isinstance(one, str) else _match(one) for one in options)
        case _:
            return "for a judge"


def _passage(passage: Alternative, texts: Mapping[str, str]) -> str:
    place = passage.document or passage.chunk or ""
    version = f" (version {passage.version})" if passage.version else ""
    if passage.quote is not None:
        return f'{place}{version}: "{passage.quote}"'
    held = texts.get(passage.chunk or "")
    if held is not None:
        return f'{passage.chunk}{version}: "{held}"'
    return f"{passage.chunk or f'{place}, the whole document'}{version}"
