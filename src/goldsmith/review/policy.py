"""How many people label a case without each other: by its risk, and by a sample that anybody can draw again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from hashlib import sha256

from goldsmith.records.case import Case

_WHOLE = 1 << 64


@dataclass(frozen=True, slots=True, kw_only=True)
class Policy:
    """What is asked of a set."""

    second_share: float
    """Share of the cases of no high risk that a second person labels too."""
    least_second: int
    """Cases of each risk at least that two people label, as far as there are so many."""
    seed: int


def needed_labels(
    cases: Iterable[Case], policy: Policy, *, opened: Mapping[str, tuple[str | None, int]]
) -> dict[str, int]:
    """Return how many independent labels each of `cases` needs: 1 or 2.

    Two where the risk is high and for sentinels. Of the others a sample: each by a number that follows from the seed
    and its own id alone, so that no other case changes it. Where that leaves a risk with fewer than `least_second`
    cases that two people label, those with the smallest numbers are added. A case without a risk is of a risk of its
    own.

    `opened`: risk and labels needed of the cases whose reviews are open or done, by case. They count towards the least
    number and are never asked anew: what was begun under one number stays under it.
    """
    asked = {case.id: case for case in cases}
    needed = {name: 2 if _always(case) or _drawn(name, policy) else 1 for name, case in asked.items()}
    doubled = Counter(risk for name, (risk, labels) in opened.items() if labels >= 2 and name not in asked)
    doubled.update(asked[name].risk for name, labels in needed.items() if labels == 2)
    for name in sorted(asked, key=lambda name: (_number(name, policy.seed), name)):
        risk = asked[name].risk
        if needed[name] == 1 and doubled[risk] < policy.least_second:
            needed[name] = 2
            doubled[risk] += 1
    return needed


def _always(case: Case) -> bool:
    return case.risk == "high" or case.sentinel


def _drawn(name: str, policy: Policy) -> bool:
    return _number(name, policy.seed) < policy.second_share * _WHOLE


def _number(name: str, seed: int) -> int:
    """Return the number of a case between 0 and 2 ** 64, the upper end excluded."""
    return int.from_bytes(sha256(f"{seed}\0second\0{name}".encode()).digest()[:8])
