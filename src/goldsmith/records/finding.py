"""What a check found."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Literal


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One thing that a rule found in a set."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    code: str
    name: str
    """The rule's name, read after "allow"."""
    severity: Literal["error", "warning", "advice"]
    """Errors keep `run` and `evaluate` from starting unless waived by name."""
    message: str
    case: str = ""
    """Case id; empty: about the set."""
    field: str = ""
    file: str = ""
    line: int = 0
    mend: str = ""
    waived: bool = False
    suppressed: str = ""
    """Why a person accepts it, as goldsmith.toml records; empty: nobody does."""

    @property
    def counts(self) -> bool:
        """Whether it is neither waived nor suppressed."""
        return not self.waived and not self.suppressed


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckReport:
    """All findings on one set, with what could not be checked and why."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    set_name: str
    cases: int
    corpus: str
    """Label of the revision it was checked against; empty: none."""
    findings: tuple[Finding, ...]
    place: str = ""
    """File of the set itself, as a person would name it."""
    not_applicable: tuple[str, ...] = ()
    """Rules that could not be applied, each with the reason."""
    fixed: tuple[str, ...] = ()
    """What `--fix` wrote, a line each."""
    ready: bool | None = None
    """Fit for a published version; None where that was not asked."""
    states: dict[str, int] | None = None
    """How many cases stand in each state."""
    notes: tuple[str, ...] = ()
    """What was allowed or left out on purpose, a line each."""

    @property
    def errors(self) -> int:
        """Errors that nobody waived or suppressed."""
        return sum(1 for finding in self.findings if finding.severity == "error" and finding.counts)
