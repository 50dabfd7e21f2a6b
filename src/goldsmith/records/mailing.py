"""Reminders by mail: what is sent to whom, and what became of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Literal

Fate = Literal["sent", "would_send", "nothing_waits", "no_address", "told_today", "failed"]
"""`would_send`: in a dry run · `told_today`: one mail a day at most."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Letter:
    """One mail in plain text to one address."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    to: str
    subject: str
    text: str
    at: str
    """UTC time, ISO 8601 with Z."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reminder:
    """What became of the reminder of one of the people."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    person: str
    fate: Fate
    waiting: int
    """Cases that they may label, settle or check now."""
    oldest_days: int | None
    """Whole days that the oldest of them has waited; None: nothing waits."""
    why: str = ""
    """Of a mail that failed."""
    letter: Letter | None = None
    """What is, or would be, sent."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reminded:
    """All that `review remind` did."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    set_name: str
    dry_run: bool
    reminders: tuple[Reminder, ...]
    """By name."""
    next_step: str = ""

    @property
    def exit_status(self) -> int:
        """3 where a mail failed: the same command sends it again; else 0."""
        return 3 if any(one.fate == "failed" for one in self.reminders) else 0
