"""One call at a time: within its time, tried again where that may help, and its failure a result like any other."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from math import isfinite
from typing import Any, Generic, TypeVar, get_args, get_type_hints

from goldsmith.ports.system import SystemFailure
from goldsmith.records.response import Failure
from goldsmith.records.settings import RunSettings
from goldsmith.runner.limits import Limits, Surroundings
from goldsmith.runner.time_limit import InTime, TimeLimit

Value = TypeVar("Value")

LONGEST_RETRY_AFTER_S = 600.0
"""A system that asks to be left alone for longer is not waited for."""
_KINDS = frozenset(get_args(get_type_hints(Failure)["kind"]))


@dataclass(frozen=True, slots=True, kw_only=True)
class Ended(Generic[Value]):
    """What came of one key."""

    outcome: Value | Failure
    attempts: int
    """Calls that were made for it."""
    latency_ms: float | None
    """Wall time of the last of them; None where none was made."""


class Caller:
    """Makes calls under the limits that all of them share, and counts them."""

    def __init__(
        self, settings: RunSettings, limits: Limits, around: Surroundings, *, cost: Callable[[Any], float | None]
    ) -> None:
        self._settings = settings
        self._limits = limits
        self._around = around
        self._cost = cost
        self._time_limit = TimeLimit(settings.timeout_s)
        self.made = 0
        self.retried = 0
        self.cost_usd: float | None = None

    async def call(self, key: object, ask: Callable[[], Awaitable[Value]], *, let_in: bool = False) -> Ended[Value]:
        """Return what came of `ask`; `let_in` says that the limits were asked for its first call already.

        Raises StoppedError where a call that is still needed may not start any more.
        """
        clock, attempts = self._around.clock, 0
        while True:
            if (attempts or not let_in) and not self._limits.lets_in():
                await self._limits.wait_turn()
            attempts += 1
            self.made += 1
            self.retried += attempts > 1
            self._around.begin(key)
            started = clock()
            outcome, again = await self._once(ask)
            latency_ms = round((clock() - started) * 1000, 3)
            if again is None:
                break
            retry_after_s = again.retry_after_s or 0.0
            if retry_after_s > LONGEST_RETRY_AFTER_S:
                outcome = _failure(again.kind, f"{again.message}; it asks to be left alone for {retry_after_s:g} s")
                break
            if retry_after_s > 0:
                self._limits.pause(retry_after_s)
            if attempts == self._settings.attempts:
                break
            await self._limits.back_off(attempts, retry_after_s)
        if attempts > 1 and isinstance(outcome, Failure):
            outcome = Failure(kind=outcome.kind, message=f"{outcome.message} after {attempts} tries")
        return Ended(outcome=outcome, attempts=attempts, latency_ms=latency_ms)

    async def _once(self, ask: Callable[[], Awaitable[Value]]) -> tuple[Value | Failure, SystemFailure | None]:
        """Make one call; the second part is its failure, where it is worth another try."""
        limit = InTime(self._time_limit)
        try:
            with limit:
                value = await ask()
        except SystemFailure as failure:
            again = failure.worth_retrying and not limit.expired
            return _failure(failure.kind, failure.message), failure if again else None
        except asyncio.CancelledError:
            current = asyncio.current_task()
            if current is None or current.cancelling():
                raise
            return _failure("system_error", "the system cancelled its own call"), None
        except (Exception, SystemExit) as error:  # noqa: BLE001 - whatever a system raises is that call's result
            if limit.expired:
                return self._late(), None
            return _failure("system_error", f"{type(error).__name__}: {error}".removesuffix(": ")), None
        usd = self._cost(value)
        if usd is not None and isfinite(usd):
            self.cost_usd = (self.cost_usd or 0.0) + usd
            self._limits.spend(usd)
        return (self._late() if limit.expired else value), None

    def _late(self) -> Failure:
        return _failure("timeout", f"no reply within {self._settings.timeout_s:g} s")


def _failure(kind: str, message: str) -> Failure:
    """Return the failure; a kind that nobody knows is a fault of the system too."""
    if kind in _KINDS:
        return Failure(kind=kind, message=message)  # type: ignore[arg-type] # held against the very same list
    return Failure(kind="system_error", message=f"{kind}: {message}")
