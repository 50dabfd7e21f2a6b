"""The systems on the page of frameworks are written down, opened and asked as it says."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from typing import Any

import pytest

from goldsmith.adapters.systems.command import open_command
from goldsmith.adapters.systems.langchain import OPTIONS as LANGCHAIN
from goldsmith.adapters.systems.langchain import open_langchain
from goldsmith.adapters.systems.llama_index import OPTIONS as LLAMA_INDEX
from goldsmith.adapters.systems.llama_index import open_llama_index
from goldsmith.ondisk.project import load_settings
from goldsmith.ports.system import System
from goldsmith.records.case import Identity
from goldsmith.records.response import Reply
from goldsmith.records.task import Step, TaskKey
from tests.architecture.house import ROOT

PAGE = (ROOT / "docs" / "frameworks.md").read_text(encoding="utf-8")
FILES = dict(re.findall(r"`(\w+\.py)`:\n\n```python\n(.*?)```", PAGE, re.DOTALL))
SETTINGS = "\n".join(re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL))
STEP = Step(case="c1", question="When does money come back?", identity=Identity(user="ann", tenant="eu"))
BOTH = [("refunds#1", "refunds.md"), ("post#1", "post.md")]


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.syspath_prepend(tmp_path)
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    (tmp_path / "goldsmith.toml").write_text(SETTINGS, encoding="utf-8")
    return tmp_path


def opened(name: str, project: Path) -> System:
    options: dict[str, Any] = dict(load_settings(project).systems[name])
    kind, target = options.pop("kind"), options.pop("target", "")
    if kind == "command":
        return open_command(name, options, project)
    if kind == "langchain":
        return open_langchain(target, name=name, options=options, folder=project)
    return open_llama_index(target, name=name, options=options, folder=project)


def ask(system: System) -> Reply:
    async def once() -> Reply:
        try:
            return await system.ask(STEP, (), TaskKey(task="c1", step=0, repeat=1))
        finally:
            await system.close()

    return asyncio.run(once())


@pytest.mark.parametrize(
    ("name", "answer", "retrieved"),
    [
        ("chain", "Within ten days.", BOTH),
        ("guarded", "Within ten days.", BOTH),
        ("search", None, BOTH),
        ("program", "Within ten days.", [("refunds#1", None)]),
    ],
)
def test_a_system_of_the_page_answers_and_shows_its_passages(
    project: Path, name: str, answer: str | None, retrieved: list[tuple[str, str | None]]
) -> None:
    reply = ask(opened(name, project))
    found = [(item.id, item.document) for item in reply.retrieved or ()]

    assert (reply.answer, sorted(found)) == (answer, sorted(retrieved))


@pytest.mark.parametrize("name", ["engine", "nodes"])
def test_an_engine_of_the_page_names_its_documents(project: Path, name: str) -> None:
    reply = ask(opened(name, project))

    assert sorted(item.document or "" for item in reply.retrieved or ()) == ["post.md", "refunds.md"]
    assert (reply.answer is None) == (name == "nodes")


def test_every_setting_of_the_frameworks_is_on_the_page() -> None:
    assert [key for key in {*LANGCHAIN, *LLAMA_INDEX} if f"`{key}`" not in PAGE] == []
