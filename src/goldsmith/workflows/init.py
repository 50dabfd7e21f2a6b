"""Set a project up from what its folder holds. Nothing that is there is overwritten."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from goldsmith._base.atomic import write_atomically
from goldsmith.errors import GoldsmithError, InputError, Problem
from goldsmith.ondisk.adopting import Adopted, adopt
from goldsmith.ondisk.discover import discover
from goldsmith.ondisk.golden import load_golden
from goldsmith.ondisk.project import CONFIGURATION, STATE, load_settings
from goldsmith.ondisk.runs import slug
from goldsmith.ondisk.short_forms import shorten
from goldsmith.ondisk.yaml_write import emit_yaml
from goldsmith.records.case import Case
from goldsmith.records.evidence import Alternative
from goldsmith.records.starting import Found, Initialised
from goldsmith.workflows.ci_workflow import WORKFLOW, ci_workflow
from goldsmith.workflows.foreign_nearby import foreign_file

_LATER: Mapping[str, Mapping[str, Any]] = {
    "app": {
        "kind": "http",
        "url": "https://rag.example.com/ask",
        "headers": {"Authorization": "Bearer ${RAG_TOKEN}"},
    }
}
"""The system that stands in the configuration as a comment where none was found."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Questions:
    """The file that becomes the cases."""

    file: str
    cases: tuple[Case, ...]
    copied: bool
    """Its bytes are taken as they stand."""


def init(root: Path) -> Initialised:
    """Write goldsmith.toml, a set, the line for .gitignore and a CI workflow into `root`, from what is found there.

    Where goldsmith.toml is there already, only what it does not need to be there for is written: the workflow and the
    line for .gitignore. Raises InputError where there is nothing to write.
    """
    if (root / CONFIGURATION).exists():
        return _completed(root)
    _refuse_a_file(root, "golden")
    found = discover(root)
    questions, notes = _readable(root, found)
    written: list[tuple[str, str]] = []
    left: list[str] = []
    for name, content, why in _files(root, found, questions):
        told = _write(root, name, content)
        if told == _WRITTEN:
            written.append((name, why))
        elif told:
            notes = (*notes, told)
        else:
            left.append(name)
    ignored, note = _ignore(root)
    # The last file: where it is missing, an init that was cut short is finished by the next one.
    write_atomically(root / CONFIGURATION, configuration(found).encode())
    written.insert(0, (CONFIGURATION, "where documents and system are"))
    return Initialised(
        found=found,
        written=(*written, *ignored),
        left=tuple(left),
        notes=(*notes, *note),
        next_step=_next_step(root, found, questions),
    )


def _completed(root: Path) -> Initialised:
    settings = load_settings(root)
    message = f"{CONFIGURATION} is here already"
    refused = InputError(message, next_step="goldsmith (without a command) says where you stand")
    if (root / WORKFLOW).exists():
        raise refused
    documents = root / settings.documents if settings.documents else None
    told = _write(root, WORKFLOW, ci_workflow(settings.systems, settings.identities, documents).encode())
    if told != _WRITTEN:
        raise refused
    ignored, note = _ignore(root)
    return Initialised(
        found=discover(root),
        written=((WORKFLOW, _WHY_WORKFLOW), *ignored),
        left=(CONFIGURATION,),
        notes=note,
        next_step=f"look at {WORKFLOW}, then commit it",
    )


_WRITTEN = "written"
_WHY_WORKFLOW = "checks and evaluates each pull request"


def _write(root: Path, name: str, content: bytes) -> str:
    """Write a file that is not there; return `_WRITTEN`, nothing where it is there, or what stands in its way."""
    way = _in_the_way(root, name)
    if way:
        return f"{way} is a file, so {name} was not written"
    if (root / name).exists():
        return ""
    write_atomically(root / name, content)
    return _WRITTEN


def _refuse_a_file(root: Path, name: str) -> None:
    for part in (f"{name}/cases", name):
        if (root / part).is_file():
            message = f"{part} is a file, and the set needs a folder of this name"
            raise InputError(message, next_step="give the file another name, then: goldsmith init")


def _in_the_way(root: Path, name: str) -> str:
    """Return the file that stands where `name` needs a folder; empty: none does."""
    parents = [parent.as_posix() for parent in Path(name).parents if parent != Path()]
    return next((parent for parent in reversed(parents) if (root / parent).is_file()), "")


def _readable(root: Path, found: Found) -> tuple[_Questions | None, tuple[str, ...]]:
    """Return the first file of questions that can be read as cases, and what is to be said of it and those before."""
    notes: list[str] = []
    for name in found.questions:
        try:
            cases = load_golden(root / name, shown=name).golden.cases
        except GoldsmithError as error:
            adopted = _adopted(root / name, name)
            if adopted is not None:
                return _Questions(file=name, cases=adopted.cases, copied=False), (*notes, adopted.told)
            first = error.problems[0] if error.problems else Problem(message=error.message, mend=error.next_step)
            told = "; ".join(part for part in (str(replace(first, mend="")), first.mend) if part)
            notes.append(f"{name} holds questions and cannot be read as cases: {told}")
        else:
            # Evidence cannot be pinned in cells.
            copied = not name.lower().endswith(".csv")
            return _Questions(file=name, cases=cases, copied=copied), tuple(notes)
    workbooks = (f"{name} is a workbook: save it as CSV, and its questions can be read" for name in found.workbooks)
    return None, (*notes, *workbooks)


def _adopted(path: Path, shown: str) -> Adopted | None:
    try:
        return adopt(path, shown=shown)
    except GoldsmithError:
        return None  # it was told already why the file cannot be read


def _files(root: Path, found: Found, questions: _Questions | None) -> Iterator[tuple[str, bytes, str]]:
    name = slug(root.resolve().name) or "questions"
    folder = root / found.documents[0][0] if found.documents else None
    if not (root / "golden/set.yaml").exists() and questions is not None:
        yield _cases(root, questions, folder)
    yield "golden/set.yaml", emit_yaml({"name": name}).encode(), "the set: name, corpus pin, gates"
    # A function that was found is called in place; the system of the comment is asked over HTTP.
    yield WORKFLOW, ci_workflow({} if found.apps else _LATER, {}, folder).encode(), _WHY_WORKFLOW


def configuration(found: Found, *, manifest: str | None = None) -> str:
    """Return goldsmith.toml for a folder that holds what was found; `manifest` is what is to be frozen instead."""
    lines = ["# What was found here. Every line may be changed: see docs/files.md of Goldsmith."]
    if manifest is not None:
        lines += ["[manifest]", f"path = {json.dumps(manifest, ensure_ascii=False)}"]
    elif found.documents:
        lines.append(f"documents = {json.dumps(found.documents[0][0], ensure_ascii=False)}")
    else:
        lines.append('# documents = "docs"')
    lines.append("")
    if found.apps:
        target = json.dumps(found.apps[0], ensure_ascii=False)
        lines += ["[systems.app]", 'kind = "callable"', f"target = {target}"]
    else:
        later = _LATER["app"]
        lines += [
            "# [systems.app]",
            f'# kind = "{later["kind"]}"',
            f'# url = "{later["url"]}"',
            f'# headers = {{Authorization = "{later["headers"]["Authorization"]}"}}',
        ]
    return "\n".join(lines) + "\n"


def _ignore(root: Path) -> tuple[tuple[tuple[str, str], ...], tuple[str, ...]]:
    """Add the state folder to .gitignore; return the file and why it was written, and what kept it from being so."""
    path = root / ".gitignore"
    if path.is_dir():
        return (), (f".gitignore is a folder: keep {STATE}/ out of git yourself",)
    # Bytes: what stands there is somebody else's, in whatever encoding, with whatever line ends.
    held = path.read_bytes() if path.exists() else b""
    if any(line.strip().strip(b"/") == STATE.encode() for line in held.splitlines()):
        return (), ()
    end = b"\r\n" if b"\r\n" in held else b"\n"
    gap = b"" if not held or held.endswith(b"\n") else end
    write_atomically(path, held + gap + f"{STATE}/".encode() + end)
    return ((".gitignore", f"keeps {STATE}/ (runs and reports) out of git"),), ()


def _cases(root: Path, questions: _Questions, folder: Path | None) -> tuple[str, bytes, str]:
    """Return the cases as a file of the set."""
    path = root / questions.file
    if questions.copied:
        return f"golden/cases/{path.name}", path.read_bytes(), f"the cases, copied from {questions.file}"
    cases = [shorten(_by_document(case, folder)) for case in questions.cases]
    return f"golden/cases/{path.stem}.yaml", emit_yaml(cases).encode(), f"the cases, taken from {questions.file}"


def _by_document(case: Case, folder: Path | None) -> Case:
    """Return the case with evidence that is the name of a file in the folder of documents written as a document."""
    if folder is None:
        return case

    def settled(item: Alternative) -> Alternative:
        name = item.chunk or ""
        is_file = name and not name.startswith(("/", ".")) and (folder / name).is_file()
        return replace(item, chunk=None, document=name) if is_file else item

    needs = (replace(need, any_of=tuple(map(settled, need.any_of))) for need in case.evidence)
    return replace(case, evidence=tuple(needs))


def _next_step(root: Path, found: Found, questions: _Questions | None) -> str:
    foreign = foreign_file(root) if questions is None else ""
    if foreign:
        return f"goldsmith import {foreign}"
    if questions is None and found.questions:
        return f"mend {found.questions[0]} as told above, copy it to golden/cases/, then: goldsmith check"
    if questions is None:
        return "write the first case to golden/cases/first.yaml: - {id: …, question: …, evidence: […]}"
    if found.documents:
        return "goldsmith freeze"
    return "goldsmith check"
