"""An answer in pieces: where it states a claim, and where a citation stands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from goldsmith.records.observation import ClaimSeen
from goldsmith.records.verdict import CitedResult

Tone = Literal["", "required", "optional", "prohibited"]
_GRAVITY: tuple[Tone, ...] = ("", "optional", "required", "prohibited")


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """Neighbouring characters that say the same of themselves."""

    text: str
    tone: Tone
    """The claim that is stated here; where several are, the gravest."""
    cited: tuple[int, ...]
    """Numbers of the citations that end here, from 1."""


def pieces(answer: str, claims: Sequence[ClaimSeen], cited: Sequence[CitedResult]) -> tuple[Piece, ...]:
    """Return `answer` cut at every claim and citation; together the pieces are the answer, character for character."""
    spans = [
        (max(claim.at[0], 0), min(claim.at[1], len(answer)), claim.force)
        for claim in claims
        if claim.state == "stated" and claim.at is not None
    ]
    ends: dict[int, list[int]] = {}
    for number, one in enumerate(cited, start=1):
        if one.at is not None and 0 < one.at[1] <= len(answer):
            ends.setdefault(one.at[1], []).append(number)
    borders = sorted(
        {0, len(answer), *ends, *(border for low, high, _ in spans if low < high for border in (low, high))}
    )
    found = []
    for low, high in pairwise(borders):
        tones: list[Tone] = [force for start, end, force in spans if start <= low and high <= end]
        found.append(
            Piece(
                text=answer[low:high],
                tone=max(tones, key=_GRAVITY.index, default=""),
                cited=tuple(ends.get(high, ())),
            )
        )
    return tuple(found)
