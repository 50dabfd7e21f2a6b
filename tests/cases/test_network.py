"""Cases 045 and 049: a backend that gives secrets back, and a network that does everything but answer."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.backends.rag_server import RagServer, sse
from tests.cases.telling import Goldsmith, case, project

Folder = Callable[[str], Path]


def configured(folder: Path, url: str, *lines: str, run: str = "") -> None:
    """Write goldsmith.toml with one system over HTTP."""
    text = [f"[run]\n{run}\n" if run else "", "[systems.app]", 'kind = "http"', f'url = "{url}"', *lines]
    (folder / "goldsmith.toml").write_text("\n".join(text) + "\n", encoding="utf-8")


def outcomes(folder: Path) -> dict[str, dict[str, Any]]:
    """Return the results of the only run, by case."""
    (journal,) = (folder / ".goldsmith" / "runs").glob("*/responses.jsonl")
    rows = [json.loads(line) for line in journal.read_text(encoding="utf-8").splitlines()]
    return {row["case"]: row for row in rows}


def written(folder: Path) -> dict[str, bytes]:
    """Return everything in the folder, by path."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_049_a_rough_network_gives_ten_results_for_ten_cases(
    shared_case: Folder, tmp_path: Path, goldsmith: Goldsmith
) -> None:
    script = json.loads((shared_case("049-rough-network") / "server-script.json").read_text(encoding="utf-8"))
    project(tmp_path, header="name: s\n", cases=[case(name, question=name) for name in script])
    with RagServer(script=script) as server:
        # The limit of 5 s is 2 s here: what is slow is slow by minutes.
        configured(tmp_path, server.url, run="concurrency = 10\ntimeout_s = 2\nattempts = 3")
        told = goldsmith("evaluate", "--system", "app", "--json")
        calls = {name: server.calls(name) for name in script}
    found = outcomes(tmp_path)
    kinds = {name: row["outcome"].get("kind", "") for name, row in found.items()}

    assert told.status != 0
    assert [item["result"]["case"] for item in told.json["cases"]] == list(script)
    assert calls == {**dict.fromkeys(script, 1), "g001": 2, "g002": 3, "g004": 2}
    assert kinds == {
        "g001": "", "g002": "system_error", "g003": "timeout", "g004": "", "g005": "bad_reply", "g006": "bad_reply",
        "g007": "bad_reply", "g008": "not_authorised", "g009": "timeout", "g010": "",
    }  # fmt: skip
    said = {name: row["outcome"].get("message", "") for name, row in found.items()}
    assert "<html>login</html>" in said["g005"]
    assert "found nothing" in said["g006"]
    assert "retrieved is the text 'a#1', where a list was expected" in said["g007"]
    answers = {item["result"]["case"]: item["answer"] for item in told.json["cases"]}
    assert [answers[name] for name in ("g001", "g004", "g010")] == ["A", "A", "A"]


HEADERS = 'headers = {Authorization = "Bearer ${RAG_TOKEN}", X-Api-Key = "${RAG_KEY}"}'


@pytest.fixture
def variables(shared_case: Folder, monkeypatch: pytest.MonkeyPatch) -> tuple[str, ...]:
    """Set the variables of case 045 and return their values."""
    lines = (shared_case("045-secrets-in-artifacts") / "env.txt").read_text(encoding="utf-8").split()
    for name, _, value in (line.partition("=") for line in lines):
        monkeypatch.setenv(name, value)
    return tuple(line.partition("=")[2] for line in lines)


def test_045_what_a_system_echoes_stands_in_nothing_that_is_written(
    shared_case: Folder, tmp_path: Path, goldsmith: Goldsmith, variables: tuple[str, ...]
) -> None:
    folder = shared_case("045-secrets-in-artifacts")
    reply = json.loads((folder / "response.json").read_text(encoding="utf-8"))
    error = (folder / "error.txt").read_text(encoding="utf-8").partition(": ")[2]
    script = {
        "g1": [{"json": reply}],
        "g2": [{"status": 422, "body": error, "media": "text/plain"}],
        "g3": [{"json": {"answer": 7, "key": variables[0]}}],
        "g4": [{"media": "text/event-stream", "pieces": [sse(("", variables[0][:9])), sse(("", variables[0][9:]))]}],
    }
    project(tmp_path, header="name: s\n", cases=[case(name, question=name) for name in script])
    with RagServer(script=script) as server:
        configured(tmp_path, server.url, HEADERS)
        told = goldsmith("evaluate", "--system", "app", "--json")
        again = goldsmith("report")

    assert server.seen[0].headers["authorization"] == f"Bearer {variables[0]}"
    for value in variables:
        assert [path for path, data in written(tmp_path).items() if value.encode() in data] == []
        assert value not in told.out + told.err + again.out + again.err
    assert outcomes(tmp_path)["g1"]["outcome"]["answer"] == "debug: got header Bearer [secret RAG_TOKEN]"
    assert outcomes(tmp_path)["g4"]["outcome"]["answer"] == "[secret RAG_TOKEN]"
    echoed = " ".join(item["message"] for item in told.json["ruler"] if item["kind"] == "secret_echoed")
    assert "RAG_KEY" in echoed
    assert "RAG_TOKEN" in echoed


def test_045_a_variable_that_is_not_set_is_an_error_before_the_first_call(
    tmp_path: Path, goldsmith: Goldsmith, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("RAG_TOKEN", raising=False)
    project(tmp_path, header="name: s\n", cases=[case("g1")])
    with RagServer() as server:
        configured(tmp_path, server.url, 'headers = {Authorization = "Bearer ${RAG_TOKEN}"}')
        told = goldsmith("evaluate", "--system", "app")

    assert (told.status, server.seen) == (2, [])
    assert (
        "headers.Authorization of [systems.app] needs the environment variable RAG_TOKEN, which is not set" in told.err
    )
    assert not (tmp_path / ".goldsmith" / "runs").exists()
