"""Look through a folder for what a project is made of: questions, documents, and the function that answers."""

from __future__ import annotations

import ast
import csv
import json
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from goldsmith.records.starting import Found

_PASSED_OVER = frozenset(
    {"node_modules", "venv", "env", "site-packages", "dist", "build", "target", "tests", "test", "golden", "migrations"}
)
_DEEPEST = 3
_MOST_FILES = 5_000
_LARGEST = 20_000_000
DOCUMENTS = (".md", ".markdown", ".txt", ".html", ".htm", ".pdf", ".docx", ".rst")
_WORKBOOKS = (".xlsx", ".xls", ".ods", ".numbers")
_QUESTIONS = (".csv", ".jsonl", ".json", ".yaml", ".yml")
_FOLDERS = ("documents", "docs", "handbook", "corpus", "knowledge", "knowledge_base", "kb", "content", "data")
"""Usual names of a folder of documents, the surest first."""
_FUNCTIONS = ("answer", "ask", "answer_question", "query", "chat", "respond", "rag", "generate_answer")
"""Usual names of the function that answers, the surest first."""
_PARAMETERS = frozenset({"question", "query", "q", "prompt", "text", "message", "user_input"})


def discover(root: Path) -> Found:
    """Return what `root` holds, three folders deep; hidden folders and those of tools are passed over."""
    files = list(islice(_files(root), _MOST_FILES + 1))
    whole = len(files) <= _MOST_FILES
    files = files[:_MOST_FILES]
    return Found(
        questions=tuple(name for name, path in files if path.suffix.lower() in _QUESTIONS and _has_questions(path)),
        documents=_document_folders([name for name, path in files if path.suffix.lower() in DOCUMENTS]),
        apps=_apps([(name, path) for name, path in files if path.suffix == ".py"]),
        workbooks=tuple(name for name, path in files if path.suffix.lower() in _WORKBOOKS),
        whole=whole,
    )


def _files(root: Path) -> Iterator[tuple[str, Path]]:
    folders = [(root, 0)]
    while folders:
        folder, depth = folders.pop(0)
        try:
            inside = sorted(folder.iterdir())
        except OSError:
            continue  # a folder that cannot be looked into has nothing for us
        for path in inside:
            if path.name.startswith(".") or not _is_utf8(path.name):
                continue  # a name that is not UTF-8 could be written into no file of ours
            if path.is_dir() and not path.is_symlink():
                if depth < _DEEPEST and path.name.lower() not in _PASSED_OVER and not (path / "pyvenv.cfg").exists():
                    folders.append((path, depth + 1))
            elif path.is_file():
                yield path.relative_to(root).as_posix(), path


def _is_utf8(name: str) -> bool:
    return not any("\ud800" <= character <= "\udfff" for character in name)


def _has_questions(path: Path) -> bool:
    if path.stat().st_size > _LARGEST:
        return False
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError):
        return False
    if path.suffix.lower() == ".csv":
        try:
            header = next(csv.reader(text.splitlines()[:1]), [])
        except csv.Error:  # one cell of more than 131,072 characters is no header
            return False
        return any(name.strip().lower() == "question" for name in header)
    if path.suffix.lower() in {".yaml", ".yml"}:
        return any(line.lstrip("- ").startswith("question:") for line in text.splitlines())
    lines = text.lstrip().splitlines()
    try:
        first = json.loads(lines[0] if path.suffix.lower() == ".jsonl" and lines else text)
    except (ValueError, RecursionError):
        return False
    first = first[0] if isinstance(first, list) and first else first
    return isinstance(first, dict) and "question" in first


def _document_folders(names: list[str]) -> tuple[tuple[str, int], ...]:
    counts: dict[str, int] = {}
    for name in names:
        top, slash, _ = name.partition("/")
        if slash:
            counts[top] = counts.get(top, 0) + 1

    def likely(item: tuple[str, int]) -> tuple[int, int, str]:
        name, count = item
        usual = _FOLDERS.index(name.lower()) if name.lower() in _FOLDERS else len(_FOLDERS)
        return usual, -count, name

    return tuple(sorted(counts.items(), key=likely))


def _apps(files: list[tuple[str, Path]]) -> tuple[str, ...]:
    found: list[tuple[int, int, str]] = []
    for name, path in files:
        try:
            tree = ast.parse(path.read_bytes())
        except (OSError, SyntaxError, ValueError):
            continue  # what Python cannot read is no app
        found += [
            (_FUNCTIONS.index(node.name), name.count("/"), f"{name}:{node.name}")
            for node in tree.body
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
            and node.name in _FUNCTIONS
            and node.args.args
            and node.args.args[0].arg in _PARAMETERS
        ]
    return tuple(target for _, _, target in sorted(found))
