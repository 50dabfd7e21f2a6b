"""Set a project up from what its folder holds. Nothing that is there is overwritten."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from goldsmith._base.atomic import write_atomically
from goldsmith.errors import GoldsmithError, InputError, Problem
from goldsmith.ondisk.discover import Found, discover
from goldsmith.ondisk.golden import load_golden
from goldsmith.ondisk.project import CONFIGURATION, STATE
from goldsmith.ondisk.runs import slug
from goldsmith.ondisk.short_forms import shorten
from goldsmith.ondisk.yaml_write import emit_yaml
from goldsmith.records.case import Case
from goldsmith.records.evidence import Alternative

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
    _refuse_a_file(root, "golden")
    found = discover(root)
    questions, notes = _readable(root, found)
    written: list[tuple[str, str]] = []
    left: list[str] = []
    for name, content, why in _files(root, found, questions):
        path, way = root / name, _in_the_way(root, name)
        if way:
            notes = (*notes, f"{way} is a file, so {name} was not written")
        elif path.exists():
            left.append(name)
        else:
            write_atomically(path, content)
            written.append((name, why))
    ignored, note = _ignore(root)
    if ignored:
        written.append((".gitignore", f"keeps {STATE}/ (runs and reports) out of git"))
    # The last file: where it is missing, an init that was cut short is finished by the next one.
    write_atomically(root / CONFIGURATION, _configuration(found).encode())
    written.insert(0, (CONFIGURATION, "where documents and system are"))
    return Initialised(
        found=found,
        written=tuple(written),
        left=tuple(left),
        notes=(*notes, *note),
        next_step=_next_step(found, questions),
    )


def _refuse_a_file(root: Path, name: str) -> None:
    for part in (f"{name}/cases", name):
        if (root / part).is_file():
            message = f"{part} is a file, and the set needs a folder of this name"
            raise InputError(message, next_step="give the file another name, then: goldsmith init")


def _in_the_way(root: Path, name: str) -> str:
    """Return the file that stands where `name` needs a folder; empty: none does."""
    parents = [parent.as_posix() for parent in Path(name).parents if parent != Path()]
    return next((parent for parent in reversed(parents) if (root / parent).is_file()), "")


def _readable(root: Path, found: Found) -> tuple[str | None, tuple[str, ...]]:
    """Return the first file of questions that can be read as cases, and what is wrong with those before it."""
    notes = []
    for name in found.questions:
        try:
            load_golden(root / name, shown=name)
        except GoldsmithError as error:
            first = error.problems[0] if error.problems else Problem(message=error.message, mend=error.next_step)
            told = "; ".join(part for part in (str(replace(first, mend="")), first.mend) if part)
            notes.append(f"{name} holds questions and cannot be read as cases: {told}")
        else:
            return name, tuple(notes)
    workbooks = (f"{name} is a workbook: save it as CSV, and its questions can be read" for name in found.workbooks)
    return None, (*notes, *workbooks)


def _files(root: Path, found: Found, questions: str | None) -> Iterator[tuple[str, bytes, str]]:
    name = slug(root.resolve().name) or "questions"
    if not (root / "golden/set.yaml").exists() and questions is not None:
        yield _cases(root, questions, found)
    yield "golden/set.yaml", emit_yaml({"name": name}).encode(), "the set: name, corpus pin, gates"
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


def _ignore(root: Path) -> tuple[bool, tuple[str, ...]]:
    """Add the state folder to .gitignore; say whether that was done, and what kept it from being done."""
    path = root / ".gitignore"
    if path.is_dir():
        return False, (f".gitignore is a folder: keep {STATE}/ out of git yourself",)
    # Bytes: what stands there is somebody else's, in whatever encoding, with whatever line ends.
    held = path.read_bytes() if path.exists() else b""
    if any(line.strip().strip(b"/") == STATE.encode() for line in held.splitlines()):
        return False, ()
    end = b"\r\n" if b"\r\n" in held else b"\n"
    gap = b"" if not held or held.endswith(b"\n") else end
    write_atomically(path, held + gap + f"{STATE}/".encode() + end)
    return True, ()


def _cases(root: Path, questions: str, found: Found) -> tuple[str, bytes, str]:
    """Return the cases as a file of the set. Evidence cannot be pinned in cells, so a CSV becomes YAML."""
    path = root / questions
    if path.suffix.lower() != ".csv":
        return f"golden/cases/{path.name}", path.read_bytes(), f"the cases, copied from {questions}"
    folder = root / found.documents[0][0] if found.documents else None
    cases = [shorten(_by_document(case, folder)) for case in load_golden(path, shown=questions).golden.cases]
    return f"golden/cases/{path.stem}.yaml", emit_yaml(cases).encode(), f"the cases, taken from {questions}"


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


def _next_step(found: Found, questions: str | None) -> str:
    if questions is None and found.questions:
        return f"mend {found.questions[0]} as told above, copy it to golden/cases/, then: goldsmith check"
    if questions is None:
        return "write the first case to golden/cases/first.yaml: - {id: …, question: …, evidence: […]}"
    if found.documents:
        return "goldsmith freeze"
    return "goldsmith check"
