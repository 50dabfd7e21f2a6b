"""Short ways to open a system over HTTP and to ask it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar

from goldsmith.adapters.systems.http import HttpSystem, open_http
from goldsmith.ports.system import System, SystemFailure
from goldsmith.records.case import Identity, Message
from goldsmith.records.exchange import Exchange
from goldsmith.records.response import Reply
from goldsmith.records.settings import IdentitySettings
from goldsmith.records.task import Step, TaskKey
from goldsmith.text.redaction import Secrets

KEY = TaskKey(task="c1", step=0, repeat=1)
ANA = Identity(user="ana", tenant="eu", roles=("staff",))
Asked = TypeVar("Asked")


def step(question: str = "q", **parts: Any) -> Step:
    return Step(**{"case": "c1", "question": question, **parts})


def opened(
    options: Mapping[str, Any],
    *,
    environment: Mapping[str, str] | None = None,
    identities: Mapping[str, IdentitySettings] | None = None,
    secrets: Secrets | None = None,
    folder: Path = Path(),
    retrieval_only: bool = False,
) -> HttpSystem:
    return open_http(
        "app",
        options,
        environment=environment or {},
        identities=identities or {},
        secrets=secrets or Secrets(),
        folder=folder,
        retrieval_only=retrieval_only,
    )


def run(system: System, work: Callable[[], Awaitable[Asked]]) -> Asked:
    async def everything() -> Asked:
        try:
            return await work()
        finally:
            await system.close()

    return asyncio.run(everything())


def ask(system: System, question: str = "q", *, history: tuple[Message, ...] = (), **parts: Any) -> Reply:
    return run(system, lambda: system.ask(step(question, **parts), history, KEY))


def failure(system: System, question: str = "q", **parts: Any) -> tuple[str, str, bool, float | None]:
    """Return kind, message, whether it is worth trying again, and after how many seconds."""
    try:
        reply = ask(system, question, **parts)
    except SystemFailure as failed:
        return failed.kind, failed.message, failed.worth_retrying, failed.retry_after_s
    raise AssertionError(reply)


def explained(system: HttpSystem, question: str = "q", **parts: Any) -> Exchange:
    return run(system, lambda: system.explain(step(question, **parts), (), KEY))
