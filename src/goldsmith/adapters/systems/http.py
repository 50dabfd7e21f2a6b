"""A system behind an HTTP endpoint: what is sent is a template, what comes back is read by name or by JSONPath."""

from __future__ import annotations

import secrets as unguessable
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Any, Protocol

from goldsmith.adapters.http.calling import TRANSPORT_OPTIONS, Call, Caller, open_caller
from goldsmith.adapters.http.client import Outgoing, Received, Sink
from goldsmith.adapters.http.templates import Environment
from goldsmith.adapters.options import Options
from goldsmith.adapters.systems import BadReplyError
from goldsmith.adapters.systems.http_mapping import MAPPING_OPTIONS
from goldsmith.adapters.systems.http_notes import AskedNotes
from goldsmith.adapters.systems.http_reading import STREAM_OPTIONS, open_reader
from goldsmith.adapters.systems.http_request import REQUEST_OPTIONS, open_request
from goldsmith.ports.system import SystemFailure
from goldsmith.records.case import Message
from goldsmith.records.exchange import Exchange
from goldsmith.records.response import Channel, Component, Reply
from goldsmith.records.run import RulerNote
from goldsmith.records.settings import IdentitySettings
from goldsmith.records.task import Step, TaskKey
from goldsmith.text.redaction import Secrets

RETRIEVAL_OPTIONS = (*REQUEST_OPTIONS, *MAPPING_OPTIONS, *STREAM_OPTIONS)
"""What ``[systems.NAME.retrieval]`` may say otherwise, for runs that ask for passages alone."""
OPTIONS = (*RETRIEVAL_OPTIONS, *TRANSPORT_OPTIONS, "retrieval")


class Asks(Protocol):
    """What makes a request of a question."""

    @property
    def tells_identity(self) -> bool:
        """Say whether the request itself tells the system who asks."""
        ...

    @property
    def telling(self) -> str:
        """How a person makes it tell so, in words."""
        ...

    def fill(self, step: Step, history: tuple[Message, ...], conversation: str) -> Outgoing:
        """Return the request that asks `step` after `history`."""
        ...


class Reads(Protocol):
    """What makes a reply of what comes back."""

    @property
    def shows(self) -> tuple[Channel, ...]:
        """The channels that its replies show."""
        ...

    def sink_for(self, media: str) -> Sink | None:
        """Return what takes a body of this media type piece by piece; None: it is read as a whole."""
        ...

    def read(self, received: Received, call: Call, *, secrets: Secrets, at_ms: float) -> Reply:
        """Return the reply, and leave in `call` what was not there and not read. Raises SystemFailure, BadReplyError.

        `at_ms` is when the last of it had arrived, in milliseconds since it was asked for.
        """
        ...


class HttpSystem:
    """A system behind an HTTP endpoint."""

    def __init__(
        self,
        *,
        name: str,
        request: Asks,
        reader: Reads,
        caller: Caller,
        fingerprints: Mapping[Component, str] = MappingProxyType({}),
    ) -> None:
        self.name = name
        self.revision: str | None = None
        self.fingerprints = fingerprints
        self._request = request
        self._reader = reader
        self._caller = caller
        self._notes = AskedNotes(name, caller.secrets, telling=request.telling)
        self._is_told_nobody = not caller.users and not request.tells_identity
        # Conversations of two runs must not meet in a system that remembers.
        self._run = unguessable.token_hex(8)

    @property
    def shows(self) -> tuple[Channel, ...]:
        """The channels that are declared; else those that are mapped, and those that a reply has shown."""
        return self._reader.shows

    @property
    def notes(self) -> tuple[RulerNote, ...]:
        """Return what a reader must know: guarded cases asked as nobody, parts that were not there or not read."""
        return self._notes.all()

    async def ask(self, step: Step, history: tuple[Message, ...], key: TaskKey) -> Reply:
        """Return the reply. Raises SystemFailure."""
        return await self._asked(step, self._call(step, history, key))

    async def explain(self, step: Step, history: tuple[Message, ...], key: TaskKey) -> Exchange:
        """Ask as `ask` does, and return what was sent and received, and what was made of it, a failure too."""
        call = self._call(step, history, key)
        try:
            outcome: Reply | SystemFailure = await self._asked(step, call)
        except SystemFailure as failure:
            outcome = failure
        return self._caller.exchange(call, outcome)

    async def close(self) -> None:
        """Let go of the connections."""
        await self._caller.client.close()

    def _call(self, step: Step, history: tuple[Message, ...], key: TaskKey) -> Call:
        conversation = step.conversation or f"{self._run}-{key.task}-{key.repeat}"
        return Call(outgoing=self._request.fill(step, history, conversation))

    async def _asked(self, step: Step, call: Call) -> Reply:
        try:
            received = await self._caller.send(call, step, self._reader.sink_for)
            reply = self._reader.read(received, call, secrets=self._caller.secrets, at_ms=call.duration_ms)
        except (BadReplyError, SystemFailure, RecursionError) as error:
            raise self._caller.told(error) from None
        as_nobody = self._is_told_nobody and step.identity is not None
        self._notes.take(call.missing, call.unread, as_nobody=step.case if as_nobody else None)
        if reply.trace_id is None:
            reply = replace(reply, trace_id=call.trace_id)
        return replace(reply, identity_echo="") if as_nobody and reply.identity_echo is None else reply


def open_http(
    name: str,
    options: Mapping[str, Any],
    *,
    environment: Mapping[str, str],
    identities: Mapping[str, IdentitySettings],
    secrets: Secrets,
    folder: Path,
    retrieval_only: bool = False,
) -> HttpSystem:
    """Return the system that ``[systems.NAME]`` describes; nothing is called yet.

    `environment` holds the variables that the settings may name, whose values go into `secrets`; `identities` are the
    users as whom cases are asked; paths are read from `folder`. With `retrieval_only` the table ``retrieval`` counts
    where it says something, and a reply without passages is none. Raises UnknownNameError, ConfigurationError.
    """
    where = f"systems.{name}"
    whole = Options(table=options, where=where)
    whole.refuse_unknown(OPTIONS)
    retrieval = Options(table=whole.inner("retrieval"), where=f"{where}.retrieval")
    retrieval.refuse_unknown(RETRIEVAL_OPTIONS)
    used = Options(table={**options, **retrieval.table}, where=where) if retrieval_only else whole
    filled = Environment(variables=environment, secrets=secrets, plain=frozenset(whole.texts("plain")), where=where)
    reader = open_reader(used, retrieval_only=retrieval_only)
    request = open_request(used, filled, stream=reader.stream)
    caller = open_caller(
        whole,
        urls=request.origins,
        environment=filled,
        identities=identities,
        folder=folder,
        sends_secrets=request.has_secrets,
    )
    return HttpSystem(name=name, request=request, reader=reader, caller=caller)
