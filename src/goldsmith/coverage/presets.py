"""Mixes that others found useful, as data: a start to adjust to the workload's risks, never a benchmark.

A preset is a list of kinds of question. A kind is told by the words of a case on its axes.

Sources
-------
seven-types
    Seven types of question with at least five each, and cross-lingual questions where several languages are in play,
    after "A golden dataset for RAG: 60 questions that catch regressions" (Russian; its check script asks for the seven,
    and for five to ten in every slice). A case counts under each type that it has the words of.
eighty
    A first set of 80 cases after "How to build a RAG evaluation dataset that finds real failures", step 2: 32
    supported, 12 over several passages, 10 unanswerable, 8 stale or conflicting, 6 ambiguous, 6 permission-denied, 6
    adversarial. Here each case counts once.
adversarial
    10 to 20 per cent adversarial questions, after "How to build a reliable RAG test dataset", section on adversarial
    sets: other words for the same, negation, false premises; planted instructions and provocation belong here too.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from goldsmith.coverage.mix import words_on
from goldsmith.records.case import Case
from goldsmith.records.corpus import Document
from goldsmith.records.coverage import TargetStanding

ADVERSARIAL = ("injection", "provocation", "false_premise", "negation", "synonym")
"""Challenges that count as adversarial, everywhere."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """One kind of question that a preset asks for: a number of cases, or a share of the set."""

    name: str
    has: Mapping[str, tuple[str, ...]]
    """Axis -> words: the case has one of them, on every axis named."""
    draft: Mapping[str, str]
    """The words that a new case of this kind is given."""
    least: int = 0
    shares: tuple[float, float] | None = None
    several_languages: bool = False
    """Asked for only where the set or its corpus has more than one language."""

    def fits(self, case: Case) -> bool:
        """Say whether `case` is of this kind."""
        return all(set(words) & set(words_on(case, axis)) for axis, words in self.has.items())


@dataclass(frozen=True, slots=True, kw_only=True)
class Preset:
    """A mix to hold a set against."""

    name: str
    kinds: tuple[Kind, ...]
    once: bool = False
    """Each case counts once, under the last kind that it fits: the later kinds are the more special ones."""


_UNANSWERABLE = {"answerability": "unsupported", "behaviour": "refuse"}
_AMBIGUOUS = {"answerability": "ambiguous", "behaviour": "clarify"}
_SUPPORTED = {"answerability": "supported", "behaviour": "answer"}
_SEVERAL = ("multi_hop", "multi_passage")


def _challenge(word: str) -> Kind:
    return Kind(name=word, has={"challenges": (word,)}, draft={"challenges": word}, least=5)


_SEVEN = (
    Kind(
        name="simple",
        has={"answerability": ("supported",), "reasoning": ("single",)},
        draft={**_SUPPORTED, "reasoning": "single"},
        least=5,
    ),
    Kind(name="multi_hop", has={"reasoning": _SEVERAL}, draft={**_SUPPORTED, "reasoning": "multi_hop"}, least=5),
    Kind(name="no_answer", has={"answerability": ("unsupported",)}, draft=_UNANSWERABLE, least=5),
    Kind(name="ambiguous", has={"answerability": ("ambiguous",)}, draft=_AMBIGUOUS, least=5),
    _challenge("typo"),
    Kind(name="adversarial", has={"challenges": ADVERSARIAL}, draft={"challenges": "provocation"}, least=5),
    _challenge("long"),
    Kind(
        name="cross_lingual",
        has={"challenges": ("cross_lingual",)},
        draft={"challenges": "cross_lingual"},
        least=5,
        several_languages=True,
    ),
)

_EIGHTY = (
    Kind(
        name="supported", has={"answerability": ("supported",)}, draft={**_SUPPORTED, "reasoning": "single"}, least=32
    ),
    Kind(
        name="several_passages",
        has={"answerability": ("supported",), "reasoning": _SEVERAL},
        draft={**_SUPPORTED, "reasoning": "multi_hop"},
        least=12,
    ),
    Kind(name="unanswerable", has={"answerability": ("unsupported",)}, draft=_UNANSWERABLE, least=10),
    Kind(
        name="stale_or_conflicting",
        has={"challenges": ("stale", "conflicting")},
        draft={"challenges": "stale"},
        least=8,
    ),
    Kind(name="ambiguous", has={"answerability": ("ambiguous",)}, draft=_AMBIGUOUS, least=6),
    Kind(
        name="permission_denied",
        has={"challenges": ("permission",)},
        draft={**_UNANSWERABLE, "challenges": "permission"},
        least=6,
    ),
    Kind(name="adversarial", has={"challenges": ADVERSARIAL}, draft={"challenges": "injection"}, least=6),
)

_TENTH_TO_FIFTH = (
    Kind(
        name="adversarial",
        has={"challenges": ADVERSARIAL},
        draft={"challenges": "provocation"},
        shares=(0.1, 0.2),
    ),
)

PRESETS: Mapping[str, Preset] = MappingProxyType(
    {
        "seven-types": Preset(name="seven-types", kinds=_SEVEN),
        "eighty": Preset(name="eighty", kinds=_EIGHTY, once=True),
        "adversarial": Preset(name="adversarial", kinds=_TENTH_TO_FIFTH),
    }
)


def standing_of(
    preset: Preset, cases: Sequence[Case], documents: Sequence[Document] = ()
) -> tuple[TargetStanding, ...]:
    """Return how the cases stand against each kind of `preset`, in its order."""
    counts = dict.fromkeys((kind.name for kind in preset.kinds), 0)
    for case in cases:
        fitting = [kind.name for kind in preset.kinds if kind.fits(case)]
        for name in fitting[-1:] if preset.once else fitting:
            counts[name] += 1
    several = len(_languages(cases, documents)) > 1
    return tuple(_target(preset, kind, counts[kind.name], len(cases), several=several) for kind in preset.kinds)


def _target(preset: Preset, kind: Kind, found: int, cases: int, *, several: bool) -> TargetStanding:
    share = found / cases if cases else 0.0
    missing = _to_share(found, cases, kind.shares[0]) if kind.shares else max(0, kind.least - found)
    over = kind.shares is not None and share > kind.shares[1]
    asked = several or not kind.several_languages
    return TargetStanding(
        preset=preset.name,
        kind=kind.name,
        cases=found,
        share=share,
        least=math.ceil(kind.shares[0] * cases - 1e-9) if kind.shares else kind.least,
        shares=kind.shares,
        state="not_asked" if not asked else "over" if over else "short" if missing else "met",
        missing=missing if asked else 0,
    )


def _to_share(found: int, cases: int, share: float) -> int:
    """Return how many new cases lift the share to `share`, given that each also adds to the whole."""
    if not cases:
        return 1
    return max(0, math.ceil((share * cases - found) / (1.0 - share) - 1e-9))


def _languages(cases: Sequence[Case], documents: Sequence[Document]) -> set[str]:
    """Return the languages in play, regions apart: en-GB is en."""
    named = [case.language for case in cases] + [item.language for item in documents]
    return {name.replace("_", "-").partition("-")[0].lower() for name in named if name}
