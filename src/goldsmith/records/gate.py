"""Gates: what must hold whatever the mean says."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Literal

HARD_GATES: tuple[str, ...] = ("authorization", "material_accuracy", "refusal", "citations")
"""Permission leak · fabricated or prohibited high-impact claim · missed refusal · citation of what was not retrieved.
"""


PassState = Literal["passed", "failed", "undecided"]


@dataclass(frozen=True, slots=True, kw_only=True)
class GateFinding:
    """One case on which a gate was broken, waived or could not be told."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    case: str
    kind: Literal["broken", "waived", "expired_waiver", "missing", "not_observed"]
    message: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GateResult:
    """How one gate stands. `failed` and `incomplete` stop a release; `not_applicable` says that no case asks for it."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    gate: str
    """Name of a hard gate, or ``recall@5 >= 0.8 (risk=high)`` for a threshold."""
    status: Literal["passed", "failed", "incomplete", "not_applicable"]
    checked: int
    """Cases on which it was decided."""
    population: int
    """Cases on which it had to be decided."""
    findings: tuple[GateFinding, ...]
    value: float | None = None
    """Of a threshold."""
    rules_out: float | None = None
    """With no failure in `checked` cases: failure rates above this are ruled out at 95 %."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CasePass:
    """Whether a case passed: every required claim, no prohibited one, right behaviour, no gate broken."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    case: str
    state: PassState
    why: tuple[str, ...]
    passes: int
    """Repeats that passed."""
    repeats: int
