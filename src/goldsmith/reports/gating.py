"""What the gates have to say, in as few lines as carry it.

One broken gate can leave hundreds of findings (every source, place and repeat of every case), so findings are told case
by case, and what could not be decided is told reason by reason.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Literal

from goldsmith.records.gate import HARD_GATES, GateFinding, GateResult
from goldsmith.reports.figures import count, percent, value

Kind = Literal["broken", "expired_waiver", "waived", "not_observed", "missing"]
ORDER: tuple[Kind, ...] = ("expired_waiver", "broken", "waived", "not_observed", "missing")
"""The gravest first."""
UNDECIDED: frozenset[Kind] = frozenset({"not_observed", "missing"})

UNASKED = "not asked for, or not shown by the system"
"""Of a gate that does not apply: no case asks for it, or the system shows nothing of the kind."""

_CLEAN = {
    "authorization": ("no leak in", "guarded case"),
    "material_accuracy": ("no prohibited claim in", "case"),
    "refusal": ("no missed refusal in", "case"),
    "citations": ("nothing cited that was not retrieved in", "case"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """Findings of one gate that are told together."""

    kind: Kind
    cases: tuple[str, ...]
    """One, unless nothing could be decided in several for the same reason."""
    messages: tuple[str, ...]
    """One, unless one case broke the gate in several ways."""


def told(gate: GateResult) -> tuple[Told, ...]:
    """Return the findings of one gate, the gravest first: broken and waived by case, undecided by reason."""
    groups: list[Told] = []
    for kind in ORDER:
        own = [finding for finding in gate.findings if finding.kind == kind]
        if kind in UNDECIDED:
            groups += [
                Told(kind=kind, cases=_distinct(item.case for item in same), messages=(why,))
                for why, same in _grouped(own, _message).items()
            ]
        else:
            groups += [
                Told(kind=kind, cases=(case,), messages=_distinct(item.message for item in same))
                for case, same in _grouped(own, _case).items()
            ]
    return tuple(groups)


def _message(finding: GateFinding) -> str:
    return finding.message


def _case(finding: GateFinding) -> str:
    return finding.case


def _distinct(texts: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(texts))


def _grouped(findings: list[GateFinding], key: Callable[[GateFinding], str]) -> dict[str, list[GateFinding]]:
    groups: dict[str, list[GateFinding]] = {}
    for finding in findings:
        groups.setdefault(key(finding), []).append(finding)
    return groups


def is_threshold(gate: GateResult) -> bool:
    """Say whether `gate` is a bound on a measure, not one of the hard gates."""
    return gate.gate not in HARD_GATES


def stands(gate: GateResult) -> str:
    """Return how the gate stands, in one sentence without its name."""
    if gate.status == "not_applicable":
        return UNASKED
    if is_threshold(gate):
        figure = "no value" if gate.value is None else value(gate.value, "share", places=3)
        return f"{figure} on {_of(gate)}"
    if gate.status == "incomplete":
        return f"decided in {_of(gate)}"
    if gate.status == "failed":
        broken = {finding.case for finding in gate.findings if finding.kind in {"broken", "expired_waiver"}}
        return f"broken in {len(broken):,} of {count(gate.population, 'case')}"
    words, noun = _CLEAN[gate.gate]
    if gate.rules_out is None:
        return f"nothing broken that is not waived in {count(gate.checked, noun)}"
    return f"{words} {count(gate.checked, noun)}: rules out rates above {percent(gate.rules_out)}"


def _of(gate: GateResult) -> str:
    if gate.checked == gate.population:
        return count(gate.checked, "case")
    return f"{gate.checked:,} of {count(gate.population, 'case')}"
