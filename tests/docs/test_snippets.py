"""Every snippet of the documentation is read by what would read it."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import click
import pytest

from goldsmith.cli import COMMANDS, goldsmith_command
from goldsmith.ondisk.documents import read_documents
from goldsmith.ondisk.golden import load_golden
from goldsmith.ondisk.project import load_settings
from goldsmith.wiring.systems import SYSTEMS
from tools.generate_docs import MARK
from tools.real_data import ROOT

WRITTEN = tuple(
    path
    for path in (ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md")))
    if not path.read_text(encoding="utf-8").startswith(MARK)
)
FENCE = re.compile(r"^ *```(?P<word>\w*)\n(?P<body>.*?)^ *```$", re.MULTILINE | re.DOTALL)
A_CASE = "- id: a\n  question: b?\n  answerability: unsupported\n  behaviour: refuse\n"


@dataclass(frozen=True)
class Snippet:
    page: str
    word: str
    body: str

    def __str__(self) -> str:
        return f"{self.page}: {self.body.splitlines()[0][:40]}"


def snippets(word: str) -> Iterator[Snippet]:
    for path in WRITTEN:
        for block in FENCE.finditer(path.read_text(encoding="utf-8")):
            if block["word"] == word:
                yield Snippet(path.relative_to(ROOT).as_posix(), word, block["body"])


OTHERS = ("docs/formats/", "docs/coming-from-")
"""Pages whose files are those of other tools: they are run as a whole in test_format_pages.py."""
YAML = tuple(one for one in snippets("yaml") if not one.page.startswith(OTHERS))
CASES = [one for one in YAML if one.body.startswith("- id:")]
HEADERS = [one for one in YAML if one.body.startswith("name:") and "runs-on:" not in one.body]
FRONT_MATTER = [one for one in YAML if one.body.startswith("id:")]
WORKFLOWS = [one for one in YAML if "runs-on:" in one.body]
COMMAND_LINES = sorted(
    {line[2:] for one in snippets("console") for line in one.body.splitlines() if line.startswith("$ goldsmith")}
    | {line.partition("run: ")[2] for one in WORKFLOWS for line in one.body.splitlines() if "run: goldsmith" in line}
    | {line for one in snippets("sh") for line in one.body.splitlines() if line.startswith("goldsmith ")}
)


@pytest.mark.parametrize("snippet", CASES, ids=str)
def test_cases_are_read_as_a_set(snippet: Snippet, tmp_path: Path) -> None:
    (tmp_path / "cases.yaml").write_text(snippet.body, encoding="utf-8")

    assert load_golden(tmp_path / "cases.yaml").warnings == ()


@pytest.mark.parametrize("snippet", HEADERS, ids=str)
def test_headers_are_read_as_set_yaml(snippet: Snippet, tmp_path: Path) -> None:
    (tmp_path / "cases").mkdir()
    (tmp_path / "cases" / "a.yaml").write_text(A_CASE, encoding="utf-8")
    (tmp_path / "set.yaml").write_text(snippet.body, encoding="utf-8")

    assert load_golden(tmp_path).golden.header.name


@pytest.mark.parametrize("snippet", FRONT_MATTER, ids=str)
def test_front_matter_is_read_with_its_document(snippet: Snippet, tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text(f"---\n{snippet.body}---\n\nText.\n", encoding="utf-8")
    (document,) = (source.document for source in read_documents(tmp_path))

    assert document.id in snippet.body
    assert document.ingestion.status == "parsed"


def test_every_yaml_snippet_is_one_of_these() -> None:
    assert len(CASES) + len(HEADERS) + len(FRONT_MATTER) + len(WORKFLOWS) == len(YAML)


@pytest.mark.parametrize("snippet", [*snippets("toml")], ids=str)
def test_configurations_are_read_as_goldsmith_toml(snippet: Snippet, tmp_path: Path) -> None:
    (tmp_path / "goldsmith.toml").write_text(snippet.body, encoding="utf-8")
    settings = load_settings(tmp_path)

    # A kind with a dot is that of a plug-in, whose tutorial is carried out elsewhere.
    assert {kind for system in settings.systems.values() if "." not in (kind := system["kind"])} <= set(SYSTEMS)


@pytest.mark.parametrize("snippet", [*snippets("python")], ids=str)
def test_python_compiles(snippet: Snippet) -> None:
    assert compile(snippet.body, snippet.page, "exec").co_code


@pytest.mark.parametrize("line", COMMAND_LINES)
def test_commands_and_their_options_exist(line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    words = shlex.split(line)
    for name in (word for word in words if word.endswith((".txt", "-ann.json"))):
        (tmp_path / name).write_text("Ana Weber\n", encoding="utf-8")  # a file that a command wants to be there

    assert words[0] == "goldsmith"
    parse(goldsmith_command, words[0], words[1:], None)


def parse(command: click.Command, name: str, words: list[str], parent: click.Context | None) -> None:
    context = command.make_context(name, words, parent=parent)
    if isinstance(command, click.Group):
        rest = [*context._protected_args, *context.args]  # noqa: SLF001 - where click keeps what a group passes on
        if not rest:
            assert command.invoke_without_command
            return
        found, inner, left = command.resolve_command(context, rest)
        assert inner is not None
        parse(inner, found or "", left, context)


def test_commands_named_in_prose_exist() -> None:
    named = {word for path in WRITTEN for word in re.findall(r"`goldsmith ([a-z-]+)", path.read_text(encoding="utf-8"))}

    assert named - set(COMMANDS) == set()


def test_links_lead_to_pages_that_are_there() -> None:
    broken = [
        f"{path.relative_to(ROOT)}: {link}"
        for path in (ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md")))
        for link in re.findall(r"\]\(([^)#\s]+)\)", FENCE.sub("", path.read_text(encoding="utf-8")))
        if "://" not in link and not (path.parent / link).exists()
    ]

    assert broken == []


def test_files_of_this_repository_that_pages_name_are_there() -> None:
    named = {
        name
        for path in WRITTEN
        for name in re.findall(r"`((?:tests|tools|src)/[\w./]+)`", path.read_text(encoding="utf-8"))
    }

    assert [name for name in sorted(named) if not (ROOT / name).exists()] == []
