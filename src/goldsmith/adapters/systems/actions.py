"""What probes of access do to a system between questions, by commands that the configuration names.

``[systems.NAME.actions]`` holds a command for each kind of action: ``revoke`` and ``grant``, ``delete`` and
``restore``. A command is a list of words, started without a shell in the project's folder, and is given who and what in
its environment: ``GOLDSMITH_USER`` and ``GOLDSMITH_DOCUMENT``. It must have taken effect when it ends with status 0;
doing twice what is done already must be no failure.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, get_args, get_type_hints

from goldsmith._base.registry import unknown_name
from goldsmith.adapters.short_commands import TooLongError, run_program
from goldsmith.errors import ConfigurationError
from goldsmith.ports.system import System, SystemFailure
from goldsmith.records.case import Message
from goldsmith.records.response import Channel, Component, Reply
from goldsmith.records.task import Action, Step, TaskKey

LIMIT_S = 60.0
"""Longest wall time of one command."""

_KINDS: tuple[str, ...] = get_args(get_type_hints(Action)["kind"])
_UNDOES: Mapping[str, str] = {"revoke": "grant", "delete": "restore"}
_SHOWN = 500
"""Characters of what a command wrote last to standard error."""


def with_actions(
    system: System,
    options: Mapping[str, Any],
    folder: Path,
    environment: Mapping[str, str],
    *,
    limit_s: float = LIMIT_S,
) -> System:
    """Return `system` as one to which the actions of `options` (kind and command) can be done.

    Commands run in `folder`, under `environment`. Raises UnknownNameError for an action that there is none of,
    ConfigurationError for a command that is no list of words and for an action that nothing undoes.
    """
    commands = {kind: _command(system.name, kind, options[kind], folder) for kind in options}
    for kind, undoing in _UNDOES.items():
        if kind in commands and undoing not in commands:
            raise ConfigurationError(
                f"system {system.name!r} has a command for {kind} and none for {undoing}, which undoes it",
                next_step=f"add {undoing} under [systems.{system.name}.actions]",
            )
    made = _Replaying if hasattr(system, "recorded_latency_ms") else _Acting
    return made(system, commands, folder, environment, limit_s)


def _command(name: str, kind: str, given: object, folder: Path) -> tuple[str, ...]:
    if kind not in _KINDS:
        raise unknown_name(f"actions of system {name!r}", kind, _KINDS)
    if not isinstance(given, list | tuple) or not given or not all(isinstance(word, str) and word for word in given):
        raise ConfigurationError(
            f"the action {kind} of system {name!r} is {given!r}, where a list of words was expected",
            next_step=f'write {kind} = ["./access.sh", "{kind}"]',
        )
    program, *words = given
    # A path is meant from the project's folder, whatever folder we were started in.
    return (str(folder / program) if "/" in program or os.sep in program else program, *words)


class _Acting:
    """A system, and what can be done to it. Everything that is not an action goes to the system itself."""

    def __init__(
        self,
        system: System,
        commands: Mapping[str, tuple[str, ...]],
        folder: Path,
        environment: Mapping[str, str],
        limit_s: float,
    ) -> None:
        self._system = system
        self._commands = commands
        self._folder = folder
        self._environment = environment
        self._limit_s = limit_s

    @property
    def name(self) -> str:
        return self._system.name

    @property
    def revision(self) -> str | None:
        return self._system.revision

    @property
    def shows(self) -> tuple[Channel, ...]:
        return self._system.shows

    @property
    def fingerprints(self) -> Mapping[Component, str]:
        return self._system.fingerprints

    def __getattr__(self, name: str) -> Any:
        return getattr(self._system, name)

    async def ask(self, step: Step, history: tuple[Message, ...], key: TaskKey) -> Reply:
        return await self._system.ask(step, history, key)

    async def close(self) -> None:
        await self._system.close()

    async def act(self, action: Action) -> None:
        """Run the command of `action`. Raises SystemFailure where it does not end with status 0 in time."""
        command = self._commands.get(action.kind)
        if command is None:
            known = ", ".join(sorted(self._commands)) or "none"
            raise SystemFailure(
                "system_error", f"no command for {action.kind} under [systems.{self.name}.actions] (there: {known})"
            )
        told = {**self._environment, "GOLDSMITH_USER": action.user, "GOLDSMITH_DOCUMENT": action.document}
        program = command[0]
        try:
            ran = await run_program(command, folder=self._folder, environment=told, limit_s=self._limit_s, hears=False)
        except TimeoutError:
            raise SystemFailure("system_error", f"{program} did not end within {self._limit_s:g} s") from None
        except TooLongError:
            raise SystemFailure("system_error", f"{program} complains without end, and was ended") from None
        except (OSError, ValueError) as error:
            raise SystemFailure("system_error", f"{program} could not be started: {error}") from None
        if ran.status:
            said = ran.err.decode("utf-8", "replace").strip()[-_SHOWN:]
            raise SystemFailure(
                "system_error", f"{program} ended with status {ran.status}: {said or 'it said nothing'}"
            )


class _Replaying(_Acting):
    """The same of a system that replays earlier answers."""

    def recorded_latency_ms(self, step: Step, key: TaskKey) -> float | None:
        """Return how long the call took when it was recorded."""
        found: float | None = self._system.recorded_latency_ms(step, key)  # type: ignore[attr-defined] # it has it
        return found
