"""What a phrase table of the behaviour recogniser holds, one table a language."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal, NamedTuple

Behaviour = Literal["answer", "clarify", "refuse", "escalate", "fail_safely"]
RefusalReason = Literal["not_found", "not_permitted", "out_of_scope", "unsafe", "unstated"]

_NEVER = re.compile(r"(?!)")
# People write "dont" and "im", and slip in the longest of these words.
_SPELLINGS = (("couldn't", "coul?dn't"), ("n't", "n'?t"), ("'m", "'?m"), ("'ve", "'?ve"))


class Phrase(NamedTuple):
    """A pattern for one sentence in comparison form (lower case, plain quotes and dashes, ё written е)."""

    rule: str
    """Its name in a report, such as ``en.refuse.no_information``."""
    behaviour: Behaviour
    pattern: re.Pattern[str]
    reason: RefusalReason | None = None
    """For a refusal, why, as far as the words tell."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PhraseTable:
    """All that is known of one language; the order of phrases is their precedence inside one behaviour."""

    language: str
    phrases: tuple[Phrase, ...]
    courtesy: re.Pattern[str]
    """Sentences that neither answer nor decline: apologies, pointers to support, offers of more help."""
    condition: re.Pattern[str]
    """Sentences that speak of a case in the world, whatever words follow."""
    contrast: re.Pattern[str]
    """Beginnings that bring an answer after a refusal."""
    addressed: re.Pattern[str]
    """Words by which a question is put to the user."""
    letters: re.Pattern[str] = _NEVER
    """What a sentence without any of is not written in this language."""
    opening: re.Pattern[str] = _NEVER
    """Whole sentences that only open a reply: thanks, sympathy, what was looked through."""
    prelude: re.Pattern[str] = _NEVER
    """Words after which a question that ends the reply is what the speaker has to know."""
    notice: re.Pattern[str] = _NEVER
    """Notices that something did not work: a failure where nothing but a refusal or a request to retry stands beside
    them, a statement about the world elsewhere."""
    habit: re.Pattern[str] = _NEVER
    """Words of what something means or how it usually is: no notice has them."""
    doubt: re.Pattern[str] = _NEVER
    """Words that keep a short text without a recognised phrase from being taken as an answer."""
    retry: re.Pattern[str] = _NEVER
    """Requests to wait or to try again."""


class Group(NamedTuple):
    """Named patterns of one behaviour and, for refusals, one reason; written as text, before compilation."""

    behaviour: Behaviour
    reason: RefusalReason | None
    patterns: dict[str, str]


def phrases(language: str, *groups: Group) -> tuple[Phrase, ...]:
    """Compile groups of patterns, in their order; short forms are also taken without their apostrophe."""
    return tuple(
        Phrase(f"{language}.{group.behaviour}.{name}", group.behaviour, re.compile(_spelled(pattern)), group.reason)
        for group in groups
        for name, pattern in group.patterns.items()
    )


def _spelled(pattern: str) -> str:
    for short, taken in _SPELLINGS:
        pattern = pattern.replace(short, taken)
    return pattern
