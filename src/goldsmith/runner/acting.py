"""What is done to a system around the questions of one task, and undone whatever comes."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence

from goldsmith.errors import ConfigurationError
from goldsmith.ports.system import Acts, System, SystemFailure
from goldsmith.records.response import Failure
from goldsmith.records.task import Action, Step, Task


def acts(task: Task) -> bool:
    """Say whether the task does something to the system."""
    return any(step.before or step.after for step in task.steps)


def refuse_unable(system: System, tasks: Iterable[Task]) -> None:
    """Raise ConfigurationError where tasks want the system changed and it cannot be."""
    wanted = sorted({action.kind for task in tasks for step in task.steps for action in (*step.before, *step.after)})
    if wanted and not isinstance(system, Acts):
        raise ConfigurationError(
            f"{system.name} cannot {' or '.join(wanted)}, which the probes of this set need",
            next_step="give the system a command for each of these actions, or take those probes out of the set",
        )


class Acting:
    """The actions of one task, in one sitting."""

    def __init__(self, system: System, steps: Sequence[Step], timeout_s: float) -> None:
        self._system = system
        self._timeout_s = timeout_s
        self._owed = [action for step in steps for action in step.after]
        self._touched = False

    async def before(self, step: Step) -> Failure | None:
        """Do what comes before the question; return the failure of the step where that did not work."""
        for action in step.before:
            self._touched = True
            why = await self._act(action)
            if why is not None:
                return Failure(kind="system_error", message=why)
        return None

    async def after(self, step: Step) -> str | None:
        """Do what comes after the question; return what did not work."""
        return await self._undo(step.after)

    async def before_all(self, steps: Sequence[Step]) -> Failure | None:
        """Do what comes before any of the questions; return the first failure and do no more."""
        for step in steps:
            failed = await self.before(step)
            if failed is not None:
                return failed
        return None

    async def after_all(self, steps: Sequence[Step]) -> str | None:
        """Do what comes after each of the questions; return what did not work first."""
        return await self._undo([action for step in steps for action in step.after])

    async def undo(self) -> str | None:
        """Do what is still owed, where anything was done at all; return what did not work."""
        return await self._undo(tuple(self._owed)) if self._touched else None

    async def _undo(self, actions: Sequence[Action]) -> str | None:
        failed = None
        for action in actions:
            why = await self._act(action)
            self._owed.remove(action)
            failed = failed or why
        return failed

    async def _act(self, action: Action) -> str | None:
        said = f"the action {action.kind} of {action.document} for {action.user} failed: "
        try:
            if isinstance(self._system, Acts):
                async with asyncio.timeout(self._timeout_s):
                    await self._system.act(action)
        except SystemFailure as failure:
            return said + failure.message
        except TimeoutError:
            return f"{said}not done within {self._timeout_s:g} s"
        except Exception as error:  # noqa: BLE001 - whatever it raises, the action was not done
            return f"{said}{type(error).__name__}: {error}".removesuffix(": ")
        return None
