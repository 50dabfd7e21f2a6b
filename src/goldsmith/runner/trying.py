"""One question to a system, outside of any run."""

from __future__ import annotations

import asyncio
from typing import get_args, get_type_hints

from goldsmith.ports.system import Explains, System, SystemFailure
from goldsmith.records.exchange import Exchange
from goldsmith.records.response import Failure, Reply
from goldsmith.records.task import Step, TaskKey

_KEY = TaskKey(task="try", step=0, repeat=1)
_KINDS = frozenset(get_args(get_type_hints(Failure)["kind"]))


async def ask_once(system: System, step: Step, *, timeout_s: float) -> tuple[Exchange | None, Reply | Failure]:
    """Return what went over the wire, where the system can show it, and what came of the question; close the system.

    Whatever the system raises is a Failure; nothing is tried twice.
    """
    try:
        async with asyncio.timeout(timeout_s):
            if isinstance(system, Explains):
                exchange = await system.explain(step, (), _KEY)
                return exchange, exchange.outcome
            return None, await system.ask(step, (), _KEY)
    except TimeoutError:
        return None, Failure(kind="timeout", message=f"no reply within {timeout_s:g} s")
    except SystemFailure as failure:
        kind = failure.kind if failure.kind in _KINDS else "system_error"
        return None, Failure(kind=kind, message=failure.message)  # type: ignore[arg-type] # one of the kinds
    except Exception as error:  # noqa: BLE001 - whatever a system raises is what came of the question
        return None, Failure(kind="system_error", message=f"{type(error).__name__}: {error}".removesuffix(": "))
    finally:
        await system.close()
