"""What goldsmith.toml says."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any, ClassVar

from goldsmith.errors import ConfigurationError


@dataclass(frozen=True, slots=True, kw_only=True)
class SetSettings:
    """One golden set of the project."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    path: str
    """Folder with set.yaml, or a lone file of cases."""
    enabled: bool = True
    weight: float = 1
    fields: dict[str, str] = field(default_factory=dict)
    """Our field name to the name that the file uses, for a file of another tool."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RunSettings:
    """How many calls at once, how long each may take, how often each case is asked.

    Raises ConfigurationError for a number with which nothing could be asked.
    """

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    concurrency: int = 8
    timeout_s: float = 60
    """Longest wall time of one call."""
    repeats: int = 1

    def __post_init__(self) -> None:
        for name, value in (("concurrency", self.concurrency), ("repeats", self.repeats)):
            if value < 1:
                raise ConfigurationError(f"{name} is {value}", next_step=f"set {name} to 1 or more")
        if not (math.isfinite(self.timeout_s) and self.timeout_s > 0):
            raise ConfigurationError(
                f"timeout_s is {self.timeout_s}", next_step="set timeout_s to the seconds that one call may take"
            )


@dataclass(frozen=True, slots=True, kw_only=True)
class ManifestSettings:
    """A foreign chunk manifest to freeze, and its field names (ours to theirs)."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    path: str
    fields: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class ProjectSettings:
    """The whole file."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    sets: tuple[SetSettings, ...] = (SetSettings(path="golden"),)
    documents: str | None = None
    """Folder of documents that `freeze` reads."""
    manifest: ManifestSettings | None = None
    """Chunk manifest that `freeze` reads instead of documents."""
    run: RunSettings = RunSettings()
    measures: tuple[str, ...] = ()
    """Measures to show; empty: the standard ones."""
    cutoff: int = 5
    """Ranks beyond this count as not retrieved when causes are told."""
    systems: dict[str, dict[str, Any]] = field(default_factory=dict)
    """Options of each system by name; `kind` names the adapter."""
    waive: tuple[str, ...] = ()
    """Codes of check errors that do not keep a run from starting."""
