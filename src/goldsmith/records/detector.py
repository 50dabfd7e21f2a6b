"""Whether the detector of leaks is awake: leaks planted into copies of real replies, and ids that only look alike."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from goldsmith.records.response import Channel


@dataclass(frozen=True, slots=True, kw_only=True)
class Planted:
    """One planted text that the detector judged wrongly."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    channel: Channel
    place: str
    """Where in the channel, such as ``trace key`` or ``two events``."""
    spelling: str
    """How it was written, such as ``upper case``, ``URL path`` or ``words of the document``."""
    case: str
    document: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DetectorCheck:
    """What was planted in one run, and what came of it."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    planted: int = 0
    """Leaks planted; 0: no reply to a case with a denied source."""
    missed: tuple[Planted, ...] = ()
    """Planted leaks that were not seen."""
    clean: int = 0
    """Near misses planted: ids that are no denied source and look much like one."""
    false_alarms: tuple[Planted, ...] = ()
    """Near misses that were taken for a leak."""

    @property
    def caught(self) -> int:
        """Planted leaks that were seen."""
        return self.planted - len(self.missed)

    @property
    def told(self) -> str:
        """One line for a person; empty text: nothing was planted."""
        if not self.planted:
            return ""
        seen = f"{self.caught} planted leaks caught"
        seen = seen if not self.missed else f"{self.caught} of {self.planted} planted leaks caught"
        return f"{seen}, {len(self.false_alarms)} of {self.clean} near misses flagged"
