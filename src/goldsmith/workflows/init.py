"""Set a project up from what its folder holds. Nothing that is there is overwritten."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from goldsmith._base.atomic import write_atomically
from goldsmith.errors import GoldsmithError, InputError
from goldsmith.ondisk.discover import Found, discover
from goldsmith.ondisk.golden import load_golden
from goldsmith.ondisk.project import CONFIGURATION, STATE
from goldsmith.ondisk.runs import slug
from goldsmith.ondisk.yaml_write import emit_yaml

WORKFLOW = ".github/workflows/golden.yml"


@dataclass(frozen=True, slots=True, kw_only=True)
class Initialised:
    """What was found, written and left."""

    found: Found
    written: tuple[tuple[str, str], ...]
    """File, and what it is for."""
    left: tuple[str, ...]
    """Files that were there and stay as they are."""
    notes: tuple[str, ...]
    next_step: str


def init(root: Path) -> Initialised:
    """Write goldsmith.toml, a set, the line for .gitignore and a CI workflow into `root`, from what is found there.

    Raises InputError where goldsmith.toml is there already.
    """
    if (root / CONFIGURATION).exists():
        message = f"{CONFIGURATION} is here already"
        raise InputError(message, next_step="goldsmith (without a command) says where you stand")
    found = discover(root)
    questions, notes = _readable(root, found)
    plan = tuple(_files(root, found, questions))
    written: list[tuple[str, str]] = []
    left: list[str] = []
    for name, content, why in plan:
        path = root / name
        if path.exists():
            left.append(name)
            continue
        write_atomically(path, content)
        written.append((name, why))
    ignored = _ignore(root)
    if ignored:
        written.append((".gitignore", f"keeps {STATE}/ (runs and reports) out of git"))
    return Initialised(
        found=found, written=tuple(written), left=tuple(left), notes=notes, next_step=_next_step(found, questions)
    )


def _readable(root: Path, found: Found) -> tuple[str | None, tuple[str, ...]]:
    """Return the first file of questions that can be read as cases, and what is wrong with those before it."""
    notes = []
    for name in found.questions:
        try:
            load_golden(root / name, shown=name)
        except GoldsmithError as error:
            first = str(error.problems[0]).splitlines()[0] if error.problems else error.message
            notes.append(f"{name} holds questions and cannot be read as cases: {first}")
        else:
            return name, tuple(notes)
    return None, tuple(notes)


def _files(root: Path, found: Found, questions: str | None) -> Iterator[tuple[str, bytes, str]]:
    yield CONFIGURATION, _configuration(found).encode(), "where documents and system are"
    name = slug(root.resolve().name) or "questions"
    if not (root / "golden/set.yaml").exists():
        yield "golden/set.yaml", emit_yaml({"name": name}).encode(), "the set: name, corpus pin, gates"
        if questions is not None:
            copied = f"golden/cases/{Path(questions).name}"
            yield copied, (root / questions).read_bytes(), f"the cases, copied from {questions}"
    yield WORKFLOW, _workflow(found).encode(), "checks and evaluates each pull request"


def _configuration(found: Found) -> str:
    lines = ["# What `goldsmith init` found here. Every line may be changed: see docs/files.md of Goldsmith."]
    if found.documents:
        lines.append(f"documents = {json.dumps(found.documents[0][0], ensure_ascii=False)}")
    else:
        lines.append('# documents = "docs"')
    lines.append("")
    if found.apps:
        target = json.dumps(found.apps[0], ensure_ascii=False)
        lines += ["[systems.app]", 'kind = "callable"', f"target = {target}"]
    else:
        lines += [
            "# [systems.app]",
            '# kind = "http"',
            '# url = "https://rag.example.com/ask"',
            '# headers = {Authorization = "Bearer ${RAG_TOKEN}"}',
        ]
    return "\n".join(lines) + "\n"


def _workflow(found: Found) -> str:
    freeze = ["      - run: goldsmith freeze"] if found.documents else []
    return "\n".join(
        [
            "name: golden set",
            "on: pull_request",
            "permissions: {contents: read}",
            "jobs:",
            "  golden:",
            "    runs-on: ubuntu-latest",
            "    steps:",
            "      - uses: actions/checkout@v4",
            "      - uses: actions/setup-python@v5",
            '        with: {python-version: "3.12"}',
            "      - run: pip install goldsmith-rag",
            "      # The packages of your own system belong here.",
            *freeze,
            "      - run: goldsmith check",
            "      - run: goldsmith evaluate",
            "",
        ]
    )


def _ignore(root: Path) -> bool:
    """Add the state folder to .gitignore; say whether that was needed."""
    path = root / ".gitignore"
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    if any(line.strip().strip("/") == STATE for line in text.splitlines()):
        return False
    gap = "" if not text or text.endswith("\n") else "\n"
    write_atomically(path, f"{text}{gap}{STATE}/\n".encode())
    return True


def _next_step(found: Found, questions: str | None) -> str:
    if questions is None:
        return "write the first case to golden/cases/first.yaml: - {id: …, question: …, evidence: […]}"
    if found.documents:
        return "goldsmith freeze"
    return "goldsmith check"
