"""A chat endpoint that speaks OpenAI's protocol, as a system under test."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from goldsmith._base.canonical import digest
from goldsmith.adapters.http.calling import TRANSPORT_OPTIONS, Call, open_caller
from goldsmith.adapters.http.client import Outgoing, Received, Sink
from goldsmith.adapters.http.failures import bad_body
from goldsmith.adapters.http.json_path import spelled
from goldsmith.adapters.http.templates import Environment, fill_data, refuse_headers, refuse_literal_fields
from goldsmith.adapters.json_door import NoJsonError, read_json
from goldsmith.adapters.options import Options
from goldsmith.adapters.systems import BadReplyError, read_parts
from goldsmith.adapters.systems.http import HttpSystem
from goldsmith.adapters.systems.http_mapping import MAPPING_OPTIONS, ReplyMapping, read_mapping
from goldsmith.adapters.systems.http_request import chat
from goldsmith.adapters.systems.openai_streams import Completion
from goldsmith.errors import ConfigurationError
from goldsmith.records.case import Message
from goldsmith.records.response import CHANNELS, Channel, Component, Reply
from goldsmith.records.settings import IdentitySettings
from goldsmith.records.task import Step
from goldsmith.text.redaction import Secrets

OPTIONS = (
    "base_url", "model", "api_key_env", "headers", "temperature", "seed", "system_prompt", "parameters", "stream",
    *MAPPING_OPTIONS, *TRANSPORT_OPTIONS,
)  # fmt: skip

_OWN = {
    "messages": "leave it out: the conversation is sent by itself, and system_prompt stands beside model",
    "stream_options": "leave it out: stream = true beside model asks for the usage too",
    **{name: f"write {name} beside model, if at all" for name in ("model", "stream", "temperature", "seed")},
}
"""What `parameters` may not hold, and what to do instead."""


class _ChatRequest(NamedTuple):
    """A conversation with the settings of the model."""

    url: str
    headers: Mapping[str, str]
    body: Mapping[str, Any]
    system_prompt: str | None

    @property
    def tells_identity(self) -> bool:
        return False

    @property
    def telling(self) -> str:
        return "give [identities]"

    def fill(self, step: Step, history: tuple[Message, ...], _conversation: str) -> Outgoing:
        prompt = step.system_prompt if step.system_prompt is not None else self.system_prompt
        body = {**self.body, "messages": chat(step, history, prompt)}
        data = json.dumps(body).encode("ascii")
        return Outgoing(method="POST", url=self.url, headers=dict(self.headers), body=data)


class _CompletionReader(NamedTuple):
    """Reads completions, whole and streamed."""

    mapping: ReplyMapping
    declared: tuple[Channel, ...]
    streams: bool
    fingerprints: Mapping[Component, str]

    @property
    def shows(self) -> tuple[Channel, ...]:
        """The channels that were declared; else the answer, tools, the stream where it streams, and what is mapped."""
        own: set[Channel] = {"answer", "tools", *self.mapping.channels}
        own |= {"stream"} if self.streams else set()
        return self.declared or tuple(channel for channel in CHANNELS if channel in own)

    def sink_for(self, media: str) -> Sink | None:
        return Completion() if media == "text/event-stream" else None

    def read(self, received: Received, call: Call, *, secrets: Secrets, at_ms: float) -> Reply:
        completion = received.sink if isinstance(received.sink, Completion) else None
        if completion is not None:
            completion.end(at_ms)
            document: Any = completion.whole()
        else:
            try:
                document = read_json(received.body)
            except NoJsonError:
                raise bad_body(received.body, received.media, secrets) from None
        parts = _parts(document)
        if self.mapping.fields:
            mapped = self.mapping.find(document)
            parts |= mapped.parts
            call.missing = tuple(f"{role}: {told}" for role, told in mapped.missing.items())
        unread: dict[str, None] = {}
        reply = read_parts(self.mapping.with_items(parts), unread.setdefault)
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
) -> HttpSystem:
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
    prompt, fingerprints = read.text("system_prompt"), _fingerprints(body, read.text("system_prompt"))
    return HttpSystem(
        name=name,
        request=_ChatRequest(url=url, headers=headers, body=body, system_prompt=prompt),
        reader=_CompletionReader(
            mapping=read_mapping(read),
            declared=read.channels(),
            streams=bool(body.get("stream")),
            fingerprints=fingerprints,
        ),
        caller=open_caller(
            read,
            urls=(url,),
            environment=filled,
            identities=identities,
            folder=folder,
            sends_secrets=bool(filled.hidden),
        ),
        fingerprints=fingerprints,
    )


def _headers(options: Options, environment: Environment) -> dict[str, str]:
    written = options.text_table("headers")
    refuse_headers(written, options.where)
    headers = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}
    headers |= {name: environment.fill(value, f"headers.{name}") for name, value in written.items()}
    variable = options.text("api_key_env")
    if variable is not None:
        headers["Authorization"] = f"Bearer {environment.value(variable, 'api_key_env')}"
    return headers


def _body(options: Options, environment: Environment) -> dict[str, Any]:
    parameters = options.inner("parameters")
    refuse_literal_fields(parameters, options.where)
    for name, instead in _OWN.items():
        if name in parameters:
            raise ConfigurationError(f"parameters of [{options.where}] hold {name}", next_step=instead)
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
