"""What is measured: one call of ours, the peers that do the same job, and the goal."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

Call = Callable[[], Any]
"""What is timed. Its value is plain data: it travels between processes as JSON."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where a measurement happens."""

    work: Path
    """A folder for data; what `prepare` wrote is there."""
    shared: Path
    """The folder with the peers' calls and the data generators."""
    quick: bool

    def size(self, full: int, quick: int) -> int:
        """Return the size of the job in this run."""
        return quick if self.quick else full


Setup = Callable[[Place], Call]
"""Everything that is not timed; returns what is."""

Agree = Callable[[Any, Any], str]
"""From our value and the peer's to what differs; empty text where they agree."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Peer:
    """Another program that does the job."""

    name: str
    setup: Setup
    goal: float | None = None
    """Largest share of its time that ours may take; None: shown for comparison."""
    agree: Agree | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Contest:
    """One job: ours, its peers, the goal."""

    name: str
    """Letter of the job, and what of it."""
    says: str
    ours: Setup
    peers: tuple[Peer, ...] = ()
    limit: float | None = None
    """Most that ours may take, in `unit`."""
    unit: str = "s"
    is_time: bool = True
    """False: the value of the call is the figure."""
    scale: tuple[float, float] = (1.0, 1.0)
    """Figure in `unit` per second (or per value) at full and at quick size."""
    prepare: Callable[[Place], None] | None = None
    """Writes what the set-ups read; once a run, in a process of its own."""
    rounds: int = 3
    """Fresh processes of each side, by turns."""
    repeats: int = 5
    """Timed calls in each process; the first warms up and does not count where there are more."""
    one_core: bool = False
    """Both sides are held to one core."""
    of_children: bool = False
    """The memory to tell is that of the processes which the call starts."""
    slow: bool = False
    """Not part of ``--only LETTER`` or ``--quick``: asked for by its name, or in the full run."""
