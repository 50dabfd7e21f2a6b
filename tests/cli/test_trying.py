"""`goldsmith try`: one question, and what was made of the reply."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.backends.rag_server import RagServer
from tests.cases.telling import Goldsmith
from tests.cli.daily_project import write_folder

TOKEN = "tok-9f8e7d6c5b4a3210"  # noqa: S105 - a made one


@pytest.fixture
def project(goldsmith: Goldsmith, tmp_path: Path) -> Path:
    """Return a project that `init` made."""
    write_folder(tmp_path)
    for words in (("init",), ("freeze", "--label", "one")):
        goldsmith(*words)
    return tmp_path


def serve(root: Path, url: str, *lines: str) -> None:
    """Let the project's system be a backend at `url`."""
    text = [f'[systems.backend]\nkind = "http"\nurl = "{url}"', *lines]
    (root / "goldsmith.toml").write_text("\n".join(text) + "\n", encoding="utf-8")


def test_a_callable_is_asked_and_its_reply_is_shown_as_it_was_read(goldsmith: Goldsmith, project: Path) -> None:
    told = goldsmith("try", "When can I get a refund?")

    assert told.status == 0
    lines = told.out.splitlines()
    assert lines[0] == "app: When can I get a refund?"
    assert "  answer      Within 30 days of purchase." in lines
    assert "    1  refunds.md" in lines
    assert "  ids         1 of 1 are in the corpus" in lines
    assert any(line.startswith("  trace         leaks into traces cannot be seen") for line in lines)
    assert lines[-1] == "Next: goldsmith evaluate"
    assert not (project / ".goldsmith/runs").exists()


def test_request_and_raw_reply_of_a_backend_are_shown_without_its_secret(
    goldsmith: Goldsmith, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RAG_TOKEN", TOKEN)
    reply = {"answer": f"Within 30 days. debug {TOKEN}", "retrieved": ["nowhere.md"], "odd": 1}
    with RagServer(script={"When?": [{"status": 200, "json": reply}]}) as server:
        serve(project, f"http://127.0.0.1:{server.port}/ask", 'headers = {Authorization = "Bearer ${RAG_TOKEN}"}')
        told = goldsmith("try", "When?")

    assert told.status == 0
    assert TOKEN not in told.out + told.err
    assert f"REQUEST   POST http://127.0.0.1:{server.port}/ask" in told.out
    assert "[secret RAG_TOKEN]" in told.out
    assert "REPLY     status 200" in told.out
    assert "    unknown: nowhere.md" in told.out
    assert "THE REPLY GAVE SECRETS BACK   RAG_TOKEN" in told.out
    assert "NOT READ\n  odd" in told.out


def test_a_reply_that_is_none_says_why_and_ends_with_one(goldsmith: Goldsmith, project: Path) -> None:
    with RagServer(script={"When?": [{"status": 200, "body": "<html>login</html>"}]}) as server:
        serve(project, f"http://127.0.0.1:{server.port}/ask")
        told = goldsmith("try", "When?")

    assert told.status == 1
    assert "FAILED    bad reply: " in told.out
    assert "<html>login</html>" in told.out


def test_a_variable_that_is_not_set_is_told_before_anything_is_asked(goldsmith: Goldsmith, project: Path) -> None:
    with RagServer() as server:
        serve(project, f"http://127.0.0.1:{server.port}/ask", 'headers = {Authorization = "Bearer ${NOT_SET_HERE}"}')
        told = goldsmith("try", "When?")

    assert told.status == 2
    assert "NOT_SET_HERE" in told.err
    assert server.seen == []


def test_a_system_that_raises_is_a_failure_in_words(goldsmith: Goldsmith, project: Path) -> None:
    (project / "app.py").write_text("def answer(question):\n    raise ValueError('no index')\n", encoding="utf-8")

    told = goldsmith("try", "When?")

    assert told.status == 1
    assert "FAILED    system error: ValueError: no index" in told.out
