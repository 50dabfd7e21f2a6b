"""A measure of a plug-in: what one reply is worth, beside the measures that are built in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from goldsmith.records.case import Case
from goldsmith.records.measure import Direction, Outcome, Unit
from goldsmith.records.observation import Observation
from goldsmith.records.response import Reply
from goldsmith.records.vocabulary import Layer


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """One reply with the case that judges it and what was observed in it.

    A measure is given the whole, so that a field which comes later breaks none.
    """

    case: Case
    reply: Reply
    observation: Observation

    @property
    def answer(self) -> str:
        """The answer text; empty where the system shows none."""
        return self.reply.answer or ""


@runtime_checkable
class MeasurePlugin(Protocol):
    """Something that gives every reply an outcome.

    One instance serves all replies of a run, so it keeps nothing of one.
    """

    @property
    def name(self) -> str:
        """Prefix, dot and name, such as ``acme.fluency``."""
        ...

    @property
    def version(self) -> int:
        """From 1; raised whenever a change makes older scores incomparable."""
        ...

    @property
    def layer(self) -> Layer:
        """Under which heading the report shows it."""
        ...

    @property
    def direction(self) -> Direction:
        """Which way is better; with ``none`` it is only shown."""
        ...

    @property
    def unit(self) -> Unit:
        """What a value counts. No value is below 0, and a ``share`` is not above 1."""
        ...

    def outcome(self, asked: Asked) -> Outcome:
        """Return `Scored` with a finite value in `unit`, or `Unscored` with the reason.

        A response without a reply is never shown to it: that is ``system_failed`` for every measure. What it raises
        becomes its own outcome, ``measure_failed``.
        """
        ...


@runtime_checkable
class Selects(Protocol):
    """A measure that does not apply to every case."""

    def applies(self, case: Case) -> bool:
        """Say whether it applies to `case`; asked before `outcome`, whether the response failed or not."""
        ...
