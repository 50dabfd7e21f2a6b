"""R15: twenty planted secrets, all of them echoed by the system, stand in nothing that a run writes or says."""

from __future__ import annotations

import base64
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote

import pytest

from tests.architecture.house import ROOT
from tests.backends.rag_server import RagServer
from tests.cases.telling import case, project

NAMES = (
    *(f"HEADER_{n}" for n in range(1, 7)), *(f"FIELD_{n}" for n in range(1, 5)), "QUERY_1", "QUERY_2", "AUTH",
    "ANA_TOKEN", "BOB_TOKEN", "EVE_TOKEN", "CLIENT_SECRET", "BASIC", "COOKIE",
)  # fmt: skip
SECRETS = {name: f"s3cr3t/{name.lower()}+{n}=end" for n, name in enumerate(NAMES)}
PRINTED = "printed-by-a-command-0042"
PLANTED = (*SECRETS.values(), PRINTED)
HEADERS = {
    **{f"X-Plain-{n}": f"${{HEADER_{n}}}" for n in range(1, 7)},
    "X-Auth": "Bearer ${AUTH}", "X-Basic": "Basic ${BASIC}", "Cookie": "session=${COOKIE}",
}  # fmt: skip
USERS = ("ana", "bob", "eve", "cyd", "dan")
ECHOED: dict[str, dict[str, Any]] = {
    "json": {"echo": "json"},
    "told": {"echo": "body", "status": 422},
    "streamed": {"echo": "pieces"},
}


def configuration(server: RagServer, print_token: Path) -> str:
    headers = ", ".join(f'"{name}" = "{value}"' for name, value in HEADERS.items())
    fields = ", ".join(f'f{n} = "${{FIELD_{n}}}"' for n in range(1, 5))
    return f"""
[run]
attempts = 2
[systems.app]
kind = "http"
url = "{server.url}?a=${{QUERY_1}}&b=${{QUERY_2}}"
headers = {{{headers}}}
body = {{question = "{{{{question}}}}", {fields}}}
identity = "ana"
[identities.ana]
token_env = "ANA_TOKEN"
[identities.bob]
token_env = "BOB_TOKEN"
[identities.eve]
token_env = "EVE_TOKEN"
[identities.cyd]
token_command = ["{sys.executable}", "{print_token}"]
[identities.dan]
oauth = {{token_url = "{server.root}/token", client_id = "dan", client_secret_env = "CLIENT_SECRET"}}
"""


@pytest.fixture
def environment() -> Mapping[str, str]:
    usual = {"PATH": os.defpath, "PYTHONPATH": str(ROOT / "src"), "PYTHONDONTWRITEBYTECODE": "1"}
    return {**usual, **SECRETS, "PYTHONASYNCIODEBUG": "1"}


@pytest.fixture
def server(tmp_path: Path) -> Iterator[RagServer]:
    """A system that echoes everything, and a project that asks it as every kind of user."""
    cases = [
        case(f"{how}-{user}", question=how, identity={"user": user}, behaviour="answer")
        for how in (*ECHOED, "crash") for user in USERS
    ]  # fmt: skip
    project(tmp_path / "project", header="name: s\n", cases=cases)
    print_token = tmp_path / "print_token.py"
    print_token.write_text(f"print({PRINTED!r})\n", encoding="utf-8")
    script = {how: [step] for how, step in ECHOED.items()} | {"crash": [{"hang_seconds": 120}]}
    with RagServer(script=script, clients={"dan": (SECRETS["CLIENT_SECRET"], "dan")}) as running:
        text = configuration(running, print_token)
        (tmp_path / "project" / "goldsmith.toml").write_text(text, encoding="utf-8")
        yield running


def command(*words: str) -> list[str]:
    return [sys.executable, "-X", "dev", "-m", "goldsmith", *words]


def spellings(value: str) -> list[bytes]:
    usual = [value, quote(value, safe=""), quote(value), json.dumps(value)[1:-1], value.encode().hex()]
    encoded = [base64.b64encode(value.encode()).decode(), base64.urlsafe_b64encode(value.encode()).decode()]
    return [text.encode() for text in (*usual, *encoded)]


def leaks(folder: Path, server: RagServer, *said: bytes) -> list[tuple[str, str]]:
    """Return where a planted value, or a token that was issued, stands in what was written or said."""
    places = {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    places |= {f"output {number}": text for number, text in enumerate(said)}
    return [
        (place, value)
        for value in (*PLANTED, *server.issued)
        for place, data in places.items()
        if any(spelling in data for spelling in spellings(value))
    ]


def test_what_succeeds_and_what_fails_gives_no_secret_away(
    server: RagServer, tmp_path: Path, environment: Mapping[str, str]
) -> None:
    folder, said = tmp_path / "project", list[bytes]()
    chosen = [f"--case={how}-{user}" for how in ECHOED for user in USERS]
    for words in (("evaluate", *chosen, "--system", "app"), ("evaluate", *chosen, "--json"), ("report",)):
        done = subprocess.run(command(*words), cwd=folder, env=environment, capture_output=True, check=False)
        said += [done.stdout, done.stderr]
    sent = " ".join(f"{seen.headers} {unquote(seen.query)} {seen.text}" for seen in server.seen)

    assert [name for name, value in SECRETS.items() if value not in sent] == ["CLIENT_SECRET"]
    assert server.issued
    assert PRINTED in sent
    assert sum(b"[secret " in path.read_bytes() for path in folder.rglob("responses.jsonl")) == 2
    assert leaks(folder, server, *said) == []


def test_a_run_that_is_killed_gives_no_secret_away(
    server: RagServer, tmp_path: Path, environment: Mapping[str, str]
) -> None:
    folder = tmp_path / "project"
    line = command("evaluate", "--system", "app")
    with subprocess.Popen(line, cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        server.wait_for("crash", len(USERS))
        running.send_signal(signal.SIGKILL)
        out, err = running.communicate(timeout=60)

    assert any(path.stat().st_size for path in folder.rglob("responses.jsonl"))
    assert leaks(folder, server, out, err) == []


BREAKS = """
import os
from goldsmith.adapters.systems.http import HttpSystem

async def close(self):
    raise RuntimeError(f"a fault of ours with {sorted(os.environ.items())}")

HttpSystem.close = close
from goldsmith.cli import main
main(["evaluate", "--system", "app", "--case", "json-ana", "--case", "json-cyd", "--case", "json-dan"])
"""


def test_a_fault_of_ours_shows_a_traceback_without_secrets(
    server: RagServer, tmp_path: Path, environment: Mapping[str, str]
) -> None:
    folder = tmp_path / "project"
    line = [sys.executable, "-c", BREAKS]
    done = subprocess.run(line, cwd=folder, env=environment, capture_output=True, check=False)

    assert b"a fault of ours with" in done.stderr
    assert leaks(folder, server, done.stdout, done.stderr) == []
