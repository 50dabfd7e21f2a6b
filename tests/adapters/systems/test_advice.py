"""What an error of a system over HTTP tells a person to write can be written there."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from goldsmith.adapters.systems import http, openai_compatible
from goldsmith.adapters.systems.names import NAMES
from goldsmith.errors import GoldsmithError
from goldsmith.records.settings import IdentitySettings, OAuthSettings
from goldsmith.text.redaction import Secrets
from tests.adapters.systems.asking import ANA, ask
from tests.backends.rag_server import RagServer

URL = "https://rag.example.test/ask"
HTTP: Mapping[str, Any] = {"url": URL}
CHAT: Mapping[str, Any] = {"base_url": "https://rag.example.test/v1", "model": "m"}
VARIABLES = {"SHORT": "abc", "TOKEN": "token-of-ana", "EMPTY": ""}
NAMED = re.compile(r"\b([a-z]+(?:_[a-z]+)+)\b|\b([a-z_]+) = ")
"""A setting in words: several words joined, or one before an equals sign."""
TABLE = re.compile(r"\[((?:systems|identities)\.[\w.]+)\]")

OF_A_BODY = ("api_key", "q")
"""Names that are the person's own."""

SYSTEMS: tuple[Mapping[str, Any], ...] = (
    {"url": ""},
    {"url": "rag.example.test"},
    {"url": "https://u:p@a.test/{{question}}"},
    {"url": "https://{{tenant}}.test/{{question}}"},
    {"url": "http://rag.example.test/", "headers": {"X-A": "${TOKEN}"}},
    {"url": URL + "?key=${SHORT}"},
    {"headers": {"Authorization": "Bearer abc"}},
    {"headers": {"Traceparent": "x"}},
    {"headers": {"X-A": "${SHORT}"}},
    {"headers": {"X-A": "${EMPTY}"}},
    {"body": {"q": 1}},
    {"body": {"question": "{{question}}", "api_key": "abc"}},
    {"body": "{no json"},
    {"body": {"question": "{{question}}", "key": "${SHORT}"}},
    {"proxy": "${SHORT}"},
    {"stream": "text", "stream_answer": "$.a"},
    {"stream": "websocket"},
    {"fields": {"answer": "data"}},
    {"fields": {"answer": 3}},
    {"shows": ["contxt"]},
    {"ca_file": "none.pem"},
    {"ca_file": "broken.pem"},
    {"certificate": "broken.pem"},
    {"key": "broken.pem"},
)
CHATS: tuple[Mapping[str, Any], ...] = (
    {"model": ""},
    {"base_url": ""},
    {"base_url": "http://rag.example.test/v1", "api_key_env": "TOKEN"},
    {"api_key_env": "SHORT"},
    {"api_key_env": "NOT_SET"},
    {"headers": {"X-Api-Key": "abc"}},
    {"headers": {"traceparent": "x"}},
    {"temperature": "hot"},
    *({"parameters": {name: 1}} for name in ("model", "messages", "stream", "stream_options", "temperature", "seed")),
    {"parameters": {"api_key": "abc"}},
    {"parameters": {"user": "${SHORT}"}},
)
IDENTITIES: tuple[Mapping[str, Any], ...] = (
    {},
    {"token_env": "TOKEN", "token_command": ("x",)},
    {"token_env": "NOT_SET"},
    {"token_env": "SHORT"},
    {"token_command": ("no-such-program-here",)},
    {"certificate": "none.pem"},
    {"certificate": "broken.pem"},
    {"certificate": "broken.pem", "key": "broken.pem"},
    {"token_env": "TOKEN", "key": "broken.pem"},
    {"oauth": {"token_url": "http://a.test/t", "client_secret_env": "TOKEN"}},
    {"oauth": {"token_url": "https://a.test/t", "client_secret_env": "SHORT"}},
    {"oauth": {"token_url": "none", "client_secret_env": "TOKEN"}},
)


def ana(settings: Mapping[str, Any]) -> Mapping[str, IdentitySettings]:
    oauth = settings.get("oauth")
    inner = {} if oauth is None else {"oauth": OAuthSettings(client_id="c", **oauth)}
    return {"ana": IdentitySettings(**{**settings, **inner})}


def refusal(
    opens: Callable[..., object],
    options: Mapping[str, Any],
    folder: Path,
    identities: Mapping[str, IdentitySettings] | None = None,
) -> GoldsmithError:
    (folder / "broken.pem").write_text("no certificate", encoding="utf-8")
    with pytest.raises(GoldsmithError) as refused:
        opens("app", options, environment=VARIABLES, identities=identities or {}, secrets=Secrets(), folder=folder)
    return refused.value


def unwritable(error: GoldsmithError, options: tuple[str, ...]) -> list[str]:
    """Return the settings that an error names in its next step, and that the table of which it speaks does not have."""
    told = str(error.next_step)
    speaks_of = (TABLE.findall(told) or TABLE.findall(str(error)) or ["systems.app"])[0]
    if speaks_of.startswith("identities"):
        known = {item.name for kind in (IdentitySettings, OAuthSettings) for item in fields(kind)}
    else:
        known = {*(NAMES if speaks_of.endswith(".fields") else options), *OF_A_BODY}
    return [name for found in NAMED.findall(told) if (name := found[0] or found[1]) not in known]


@pytest.mark.parametrize("options", SYSTEMS, ids=str)
def test_every_setting_that_an_http_system_advises_is_one_of_its_own(
    options: Mapping[str, Any], tmp_path: Path
) -> None:
    error = refusal(http.open_http, {**HTTP, **options}, tmp_path)

    assert unwritable(error, http.OPTIONS) == []


@pytest.mark.parametrize("options", CHATS, ids=str)
def test_every_setting_that_a_chat_endpoint_advises_is_one_of_its_own(
    options: Mapping[str, Any], tmp_path: Path
) -> None:
    error = refusal(openai_compatible.open_openai, {**CHAT, **options}, tmp_path)

    assert unwritable(error, openai_compatible.OPTIONS) == []


@pytest.mark.parametrize("settings", IDENTITIES, ids=str)
def test_every_setting_that_an_identity_is_advised_is_one_of_its_own(
    settings: Mapping[str, Any], tmp_path: Path
) -> None:
    error = refusal(http.open_http, HTTP, tmp_path, ana(settings))

    assert unwritable(error, http.OPTIONS) == []


def test_a_token_that_is_too_short_is_never_said_to_be_no_secret(tmp_path: Path) -> None:
    error = refusal(http.open_http, HTTP, tmp_path, ana({"token_env": "SHORT"}))

    assert error.next_step == "give it 6 or more"


def test_how_to_tell_who_asks_is_told_as_each_kind_of_system_takes_it() -> None:
    with RagServer(script={"q": [{"json": {"choices": [{"message": {"content": "A"}}], "answer": "A"}}]}) as server:
        given: Mapping[str, Any] = {"environment": {}, "identities": {}, "secrets": Secrets(), "folder": Path()}
        plain = http.open_http("app", {"url": server.url, "body": {"question": "{{question}}"}}, **given)
        chat = openai_compatible.open_openai("app", {"base_url": f"{server.root}/v1", "model": "m"}, **given)
        for system in (plain, chat):
            ask(system, identity=ANA)
        told = [
            note.mend.partition(";")[0] for system in (plain, chat) for note in system.notes if "asks" in note.message
        ]

    assert told == ["send {{user}} in body or headers, or give [identities]", "give [identities]"]
