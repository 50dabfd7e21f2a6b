"""What a phrase table of the behaviour recogniser holds, one table a language."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal, NamedTuple

Behaviour = Literal["answer", "clarify", "refuse", "escalate", "fail_safely"]
RefusalReason = Literal["not_found", "not_permitted", "out_of_scope", "unsafe", "unstated"]


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

    phrases: tuple[Phrase, ...]
    courtesy: re.Pattern[str]
    """Sentences that neither answer nor decline: apologies, pointers to support, offers of more help."""
    condition: re.Pattern[str]
    """Sentences that speak of a case in the world, whatever words follow."""
    contrast: re.Pattern[str]
    """Beginnings that bring an answer after a refusal."""
    addressed: re.Pattern[str]
    """Words by which a question is put to the user."""


class Group(NamedTuple):
    """Named patterns of one behaviour and, for refusals, one reason; written as text, before compilation."""

    behaviour: Behaviour
    reason: RefusalReason | None
    patterns: dict[str, str]


def phrases(language: str, *groups: Group) -> tuple[Phrase, ...]:
    """Compile groups of patterns, in their order."""
    return tuple(
        Phrase(f"{language}.{group.behaviour}.{name}", group.behaviour, re.compile(pattern), group.reason)
        for group in groups
        for name, pattern in group.patterns.items()
    )
