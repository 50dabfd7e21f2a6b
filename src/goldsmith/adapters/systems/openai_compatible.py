"""A chat endpoint that speaks OpenAI's protocol, as a system under test."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from goldsmith._base.canonical import digest
from goldsmith.adapters.http.calling import TRANSPORT_OPTIONS, Call, Caller, open_caller
from goldsmith.adapters.http.client import Outgoing, Received, Sink
from goldsmith.adapters.http.failures import bad_body
from goldsmith.adapters.http.json_path import spelled
from goldsmith.adapters.http.options import Options
from goldsmith.adapters.http.templates import Environment, fill_data, refuse_literal_fields, refuse_literal_secrets
from goldsmith.adapters.json_door import NoJsonError, read_json
from goldsmith.adapters.systems import BadReplyError, read_parts
from goldsmith.adapters.systems.http_mapping import MAPPING_OPTIONS, ReplyMapping, read_mapping
from goldsmith.adapters.systems.http_notes import AskedNotes
from goldsmith.adapters.systems.http_request import chat
from goldsmith.adapters.systems.openai_streams import Completion
from goldsmith.errors import ConfigurationError
from goldsmith.ports.system import SystemFailure
from goldsmith.records.case import Message
from goldsmith.records.exchange import Exchange
from goldsmith.records.response import CHANNELS, Channel, Component, Reply
from goldsmith.records.run import RulerNote
from goldsmith.records.settings import IdentitySettings
from goldsmith.records.task import Step, TaskKey
from goldsmith.text.redaction import Secrets

OPTIONS = (
    "base_url", "model", "api_key_env", "headers", "temperature", "seed", "system_prompt", "parameters", "stream",
    *MAPPING_OPTIONS, *TRANSPORT_OPTIONS,
)  # fmt: skip

_OWN = ("model", "messages", "stream", "stream_options", "temperature", "seed")


class OpenAISystem:
    """A chat endpoint. Made by `open_openai`."""

    def __init__(
        self,
        *,
        name: str,
        url: str,
        headers: Mapping[str, str],
        body: Mapping[str, Any],
        system_prompt: str | None,
        mapping: ReplyMapping,
        caller: Caller,
    ) -> None:
        self.name = name
        self.revision: str | None = None
        self.fingerprints: Mapping[Component, str] = _fingerprints(body, system_prompt)
        self.declared: tuple[Channel, ...] = ()
        self._url = url
        self._headers = headers
        self._body = body
        self._system_prompt = system_prompt
        self._mapping = mapping
        self._caller = caller
        self._notes = AskedNotes(name, caller.secrets)
        self._streams = bool(body.get("stream"))

    @property
    def shows(self) -> tuple[Channel, ...]:
        """The channels that were declared; else the answer, tools, the stream where it streams, and what is mapped."""
        own: set[Channel] = {"answer", "tools", *self._mapping.channels}
        own |= {"stream"} if self._streams else set()
        return self.declared or tuple(channel for channel in CHANNELS if channel in own)

    @property
    def notes(self) -> tuple[RulerNote, ...]:
        """Return what a reader must know: guarded cases asked as nobody, mapped parts that were not there."""
        return self._notes.all()

    async def ask(self, step: Step, history: tuple[Message, ...], key: TaskKey) -> Reply:  # noqa: ARG002 - the port's
        """Return the reply. Raises SystemFailure."""
        return await self._asked(step, self._call(step, history))

    async def explain(self, step: Step, history: tuple[Message, ...], key: TaskKey) -> Exchange:  # noqa: ARG002 - as ask
        """Ask as `ask` does, and return what was sent and received, and what was made of it, a failure too."""
        call = self._call(step, history)
        try:
            outcome: Reply | SystemFailure = await self._asked(step, call)
        except SystemFailure as failure:
            outcome = failure
        return self._caller.exchange(call, outcome)

    async def close(self) -> None:
        """Let go of the connections."""
        await self._caller.client.close()

    def _call(self, step: Step, history: tuple[Message, ...]) -> Call:
        prompt = step.system_prompt if step.system_prompt is not None else self._system_prompt
        body = {**self._body, "messages": chat(step, history, prompt)}
        data = json.dumps(body).encode("ascii")
        return Call(outgoing=Outgoing(method="POST", url=self._url, headers=dict(self._headers), body=data))

    async def _asked(self, step: Step, call: Call) -> Reply:
        as_nobody = step.identity is not None and not self._caller.users
        started = time.perf_counter()
        try:
            received = await self._caller.send(call, step, self._sink)
            reply = self._read(received, call, at_ms=round((time.perf_counter() - started) * 1000, 3))
        except (BadReplyError, SystemFailure, RecursionError) as error:
            raise self._caller.told(error) from None
        self._notes.take(call.missing, call.unread, as_nobody=step.case if as_nobody else None)
        reply = replace(reply, trace_id=call.trace_id) if reply.trace_id is None else reply
        return replace(reply, identity_echo="") if as_nobody and reply.identity_echo is None else reply

    def _sink(self, media: str) -> Sink | None:
        return Completion() if media == "text/event-stream" else None

    def _read(self, received: Received, call: Call, *, at_ms: float) -> Reply:
        completion = received.sink if isinstance(received.sink, Completion) else None
        if completion is not None:
            completion.end(at_ms)
            document: Any = completion.whole()
        else:
            try:
                document = read_json(received.body)
            except NoJsonError:
                raise bad_body(received.body, received.media, self._caller.secrets) from None
        parts = _parts(document)
        if self._mapping.fields:
            mapped = self._mapping.find(document)
            parts |= mapped.parts
            call.missing = tuple(f"{role}: {told}" for role, told in mapped.missing.items())
        unread: dict[str, None] = {}
        reply = read_parts(self._mapping.with_items(parts), unread.setdefault)
        call.unread = tuple(unread)
        reply = replace(reply, fingerprints={**self.fingerprints, **reply.fingerprints})
        if completion is None:
            return reply
        return replace(reply, events=tuple(completion.events), time_to_first_token_ms=completion.first_ms)


def open_openai(
    name: str,
    options: Mapping[str, Any],
    *,
    environment: Mapping[str, str],
    identities: Mapping[str, IdentitySettings],
    secrets: Secrets,
    folder: Path,
    retrieval_only: bool = False,
) -> OpenAISystem:
    """Return the chat endpoint that ``[systems.NAME]`` describes; nothing is called yet.

    The arguments are those of `open_http`. Raises UnknownNameError, ConfigurationError: also with `retrieval_only`,
    because a chat endpoint has no way to retrieve without answering.
    """
    where = f"systems.{name}"
    read = Options(table=options, where=where)
    read.refuse_unknown(OPTIONS)
    if retrieval_only:
        raise ConfigurationError(
            f"[{where}] is a chat endpoint: it cannot be asked for passages alone",
            next_step='run it without --retrieval-only, or reach the retriever with kind = "http"',
        )
    filled = Environment(variables=environment, secrets=secrets, plain=frozenset(read.texts("plain")), where=where)
    base = read.required("base_url", "https://api.example.com/v1")
    path, mark, query = filled.fill(base, "base_url", is_secret=False).partition("?")
    url = f"{path.rstrip('/')}/chat/completions{mark}{query}"
    headers = _headers(read, filled)
    body = _body(read, filled)
    caller = open_caller(
        read,
        urls=(url,),
        environment=filled,
        identities=identities,
        folder=folder,
        sends_secrets=bool(filled.hidden),
    )
    system = OpenAISystem(
        name=name,
        url=url,
        headers=headers,
        body=body,
        system_prompt=read.text("system_prompt"),
        mapping=read_mapping(read),
        caller=caller,
    )
    system.declared = read.channels()
    return system


def _headers(options: Options, environment: Environment) -> dict[str, str]:
    written = options.text_table("headers")
    refuse_literal_secrets(written, options.where)
    headers = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}
    headers |= {name: environment.fill(value, f"headers.{name}") for name, value in written.items()}
    variable = options.text("api_key_env")
    if variable is not None:
        headers["Authorization"] = f"Bearer {environment.value(variable, 'api_key_env')}"
    return headers


def _body(options: Options, environment: Environment) -> dict[str, Any]:
    parameters = options.inner("parameters")
    refuse_literal_fields(parameters, options.where)
    for taken in _OWN:
        if taken in parameters:
            raise ConfigurationError(
                f"parameters of [{options.where}] hold {taken}", next_step=f"write {taken} beside model, if at all"
            )
    body: dict[str, Any] = {"model": options.required("model", "gpt-example")}
    for name in ("temperature", "seed"):
        value = options.number(name)
        if value is not None:
            body[name] = value
    if options.flag("stream"):
        body |= {"stream": True, "stream_options": {"include_usage": True}}
    return body | dict(fill_data(parameters, environment, "parameters"))


def _fingerprints(body: Mapping[str, Any], system_prompt: str | None) -> dict[Component, str]:
    """Return what is known of the components before the first call: the model with its settings, and the prompt."""
    settings = {name: value for name, value in body.items() if name not in {"model", "stream", "stream_options"}}
    model = str(body["model"])
    known: dict[Component, str] = {"model": f"{model} {json.dumps(settings, sort_keys=True)}" if settings else model}
    return known if system_prompt is None else {**known, "prompt": digest(system_prompt)}


def _parts(document: Any) -> dict[str, Any]:
    """Return the parts of a completion by role. Raises BadReplyError."""
    choices = document.get("choices") if isinstance(document, Mapping) else None
    first = choices[0] if isinstance(choices, list) and choices else None
    message = first.get("message") if isinstance(first, Mapping) else None
    if not isinstance(message, Mapping):
        raise BadReplyError(f"nothing stands at $.choices[0].message; the reply is {spelled(document)}")
    refusal = message.get("refusal")
    answer, calls = message.get("content"), message.get("tool_calls")
    if isinstance(answer, list):
        answer = "".join(str(part.get("text", "")) for part in answer if isinstance(part, Mapping))
    if answer is None and isinstance(refusal, str):
        answer = refusal
    if answer is None and not calls:
        why = first.get("finish_reason") if isinstance(first, Mapping) else None
        raise BadReplyError(f"$.choices[0].message holds neither content nor tool_calls (finish_reason {why!r})")
    parts = {"answer": answer, "tool_calls": calls or [], "usage": document.get("usage")}
    return parts if not isinstance(refusal, str) else {**parts, "behaviour": "refuse"}
