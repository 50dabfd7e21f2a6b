"""What is sent for a question: address, headers and body, with the placeholders that they may hold."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from json.encoder import encode_basestring_ascii
from typing import Any
from urllib.parse import quote, urlsplit

from goldsmith._base.registry import unknown_name
from goldsmith.adapters.http.client import Outgoing
from goldsmith.adapters.http.templates import (
    Environment,
    Filled,
    Values,
    fill_data,
    json_template,
    percent_encoded,
    placeholders_of,
    read_body,
    refuse_headers,
    refuse_literal_fields,
    refuse_unknown_placeholders,
    spell,
    text_template,
)
from goldsmith.adapters.options import Options
from goldsmith.errors import ConfigurationError
from goldsmith.records.case import Message
from goldsmith.records.task import Step

REQUEST_OPTIONS = ("url", "method", "headers", "body")
METHODS = ("POST", "GET", "PUT", "PATCH")

PLACEHOLDERS: Mapping[str, Callable[[Step, tuple[Message, ...], str], Any]] = {
    "question": lambda step, _history, _conversation: step.question,
    "messages": lambda _step, history, _conversation: turns(history),
    "chat": lambda step, history, _conversation: chat(step, history, step.system_prompt),
    "user": lambda step, _history, _conversation: step.identity.user if step.identity else None,
    "tenant": lambda step, _history, _conversation: step.identity.tenant if step.identity else None,
    "roles": lambda step, _history, _conversation: list(step.identity.roles) if step.identity else [],
    "case": lambda step, _history, _conversation: step.case,
    "conversation": lambda _step, _history, conversation: conversation,
    "system_prompt": lambda step, _history, _conversation: step.system_prompt,
}
"""What a template may hold, and what it stands for."""

_IN_DEFAULT_BODY = ("question", "messages", "user", "tenant", "roles", "conversation", "system_prompt")
_IDENTITY = frozenset({"user", "tenant", "roles"})
_QUESTION = frozenset({"question", "chat"})
_PLACEHOLDER = re.compile(r"\{\{.*?\}\}")
_ACCEPT = {
    "sse": "text/event-stream",
    "ndjson": "application/x-ndjson",
    "text": "text/plain",
    "never": "application/json",
    "auto": "application/json, text/event-stream;q=0.9, */*;q=0.5",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestTemplate:
    """A request with places left open. Made by `open_request`."""

    method: str
    url: Filled
    headers: tuple[tuple[str, Filled], ...]
    body: Callable[[Values], str] | None
    """JSON text."""
    placeholders: Mapping[str, Callable[[Step, tuple[Message, ...], str], Any]]
    """Those of `PLACEHOLDERS` that are used."""
    origins: tuple[str, ...]
    """Addresses whose hosts are called."""
    has_secrets: bool
    """It carries secrets of the environment."""

    @property
    def tells_identity(self) -> bool:
        """Say whether it tells the system who asks."""
        return not _IDENTITY.isdisjoint(self.placeholders)

    @property
    def telling(self) -> str:
        """How it could tell so."""
        return "send {{user}} in body or headers, or give [identities]"

    def fill(self, step: Step, history: tuple[Message, ...], conversation: str) -> Outgoing:
        """Return the request that asks `step` after `history`."""
        values = {name: stands_for(step, history, conversation) for name, stands_for in self.placeholders.items()}
        return Outgoing(
            method=self.method,
            url=self.url(values),
            headers={name: filled(values) for name, filled in self.headers},
            body=None if self.body is None else self.body(values).encode("ascii"),
        )


def open_request(options: Options, environment: Environment, *, stream: str) -> RequestTemplate:
    """Return the request that the settings describe. Raises ConfigurationError, UnknownNameError."""
    where = options.where
    method = options.text("method") or "POST"
    if method not in METHODS:
        raise unknown_name(f"methods of [{where}]", method, METHODS)
    url = options.required("url", "https://rag.example.com/ask")
    written = options.text_table("headers")
    body = read_body(options.table.get("body"), where)
    refuse_headers(written, where)
    refuse_literal_fields(body, where)
    refuse_unknown_placeholders([url, written, body], PLACEHOLDERS, where)
    used = placeholders_of([url, written, body])
    is_default = body is None and method != "GET"
    used |= frozenset(_IN_DEFAULT_BODY) if is_default else frozenset()
    if used.isdisjoint(_QUESTION):
        raise ConfigurationError(
            f"nothing in [{where}] sends the question", next_step="put {{question}} into url or body"
        )
    filled_url, filled_headers = _filled_url(url, environment), _filled_headers(written, environment)
    filled_body = fill_data(body, environment, "body")
    return RequestTemplate(
        method=method,
        url=text_template(filled_url, encode=percent_encoded),
        headers=tuple(
            (name, text_template(value, encode=_header_safe))
            for name, value in (
                _usual_headers(stream, has_body=is_default or body is not None) | filled_headers
            ).items()
        ),
        body=_default_body if is_default else None if body is None else json_template(_json_only(filled_body, where)),
        placeholders={name: stands_for for name, stands_for in PLACEHOLDERS.items() if name in used},
        origins=_origins(filled_url, options),
        has_secrets=bool(environment.hidden),
    )


def turns(history: tuple[Message, ...]) -> list[dict[str, str]]:
    """Return earlier turns as chat messages, oldest first."""
    return [{"role": turn.role, "content": turn.content} for turn in history]


def chat(step: Step, history: tuple[Message, ...], system_prompt: str | None) -> list[dict[str, str]]:
    """Return a whole conversation as chat messages: the system prompt, the earlier turns, the question."""
    first = [{"role": "system", "content": system_prompt}] if system_prompt else []
    return [*first, *turns(history), {"role": "user", "content": step.question}]


def _default_body(values: Values) -> str:
    """Return what is sent where the settings name no body; what a case does not have is left out."""
    is_nobody = values["user"] is None
    told = [
        f'"{name}": {_spelled(value)}'
        for name in _IN_DEFAULT_BODY
        if (value := values[name]) is not None and not (is_nobody and name == "roles")
    ]
    return f"{{{', '.join(told)}}}"


def _spelled(value: Any) -> str:
    """Return what `spell` does: an encoder is slow to begin, and most of what is sent is one text or an empty list."""
    if type(value) is str:
        return encode_basestring_ascii(value)
    return spell(value) if value else "[]"


def _usual_headers(stream: str, *, has_body: bool) -> dict[str, str]:
    usual = {"Accept": _ACCEPT[stream]}
    return usual | {"Content-Type": "application/json"} if has_body else usual


def _filled_headers(written: Mapping[str, str], environment: Environment) -> dict[str, str]:
    # Named as ours are where they are the same: a header is known by its name in any case of letters.
    ours = {name.lower(): name for name in ("Accept", "Content-Type")}
    return {ours.get(name.lower(), name): environment.fill(value, f"headers.{name}") for name, value in written.items()}


def _filled_url(url: str, environment: Environment) -> str:
    """Return the address with its variables; those of the query are secrets, those before it where their name says."""
    before, mark, query = url.partition("?")
    if "@" in urlsplit(_PLACEHOLDER.sub("x", before)).netloc:
        raise ConfigurationError(
            f"url of [{environment.where}] holds a user or password",
            next_step='send them as headers = {Authorization = "Basic ${NAME}"}',
        )
    filled = environment.fill(before, "url", is_secret=False)
    filled += mark + environment.fill(query, "url", encode=percent_encoded)
    return re.sub(r"[^\x00-\x7f]", lambda found: quote(found[0]), filled)


def _origins(url: str, options: Options) -> tuple[str, ...]:
    """Return the addresses that are called: one, or those of the named hosts where the host has placeholders."""
    scheme, _, rest = url.partition("://")
    authority = re.split(r"[/?#]", rest, maxsplit=1)[0]
    if "{{" not in authority:
        return (_PLACEHOLDER.sub("x", url),)
    hosts = options.texts("hosts")
    if not hosts:
        raise ConfigurationError(
            f"url of [{options.where}] names its host by a placeholder",
            next_step='name every host that it may be: hosts = ["eu.example.com", "us.example.com"]',
        )
    return tuple(f"{scheme}://{host}" for host in hosts)


def _header_safe(text: str) -> str:
    """Return a text as a header may carry it: percent-encoded where it is not plain ASCII."""
    return text if text.isascii() and text.isprintable() else percent_encoded(text)


def _json_only(body: Any, where: str) -> Any:
    try:
        json.dumps(body, allow_nan=False)
    except (TypeError, ValueError) as error:
        raise ConfigurationError(
            f"the body of [{where}] holds what JSON cannot: {error}", next_step="write dates and such as text"
        ) from None
    return body
