"""What is public is explained, nothing is left half done, and nothing tells of the machine it was written on."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from tests.architecture.house import ROOT, kept_files, sources

UNFINISHED = re.compile(r"\b(?:TODO|FIXME|XXX)\b|\bNotImplemented")

# Written so that no pattern matches its own text.
PRIVATE_PATH = re.compile(r"(?<![\w.:/>-])/(?:builds|home|root|tmp|Users|work|workspace)/[\w.]")
REGISTRY = re.compile(
    r"pypi\.org|pythonhosted\.org|registry\.npm|deb\.debian|(?:index[-_]url|find[-_]links)\b", re.IGNORECASE
)


def undocumented(path: Path) -> Iterator[str]:
    tree = ast.parse(path.read_bytes())
    place = path.relative_to(ROOT)
    if ast.get_docstring(tree) is None:
        yield str(place)
    for node in tree.body:
        if (
            isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
            and not node.name.startswith("_")
            and ast.get_docstring(node) is None
            and not is_overload(node)
        ):
            yield f"{place}:{node.lineno} {node.name}"


def is_overload(node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> bool:
    return any(ast.unparse(decorator).endswith("overload") for decorator in node.decorator_list)


def swallows(path: Path) -> Iterator[str]:
    """Find handlers that catch everything and do nothing about it."""
    for node in ast.walk(ast.parse(path.read_bytes())):
        if not isinstance(node, ast.ExceptHandler):
            continue
        catches_all = node.type is None or ast.unparse(node.type) in {"Exception", "BaseException"}
        if catches_all and all(isinstance(step, ast.Pass | ast.Continue) for step in node.body):
            yield f"{path.relative_to(ROOT)}:{node.lineno}"


def matches(pattern: re.Pattern[str], paths: tuple[Path, ...]) -> list[str]:
    found = []
    for path in paths:
        data = path.read_bytes()
        if b"\0" in data:
            continue
        for number, line in enumerate(data.decode("utf-8", "replace").splitlines(), start=1):
            if pattern.search(line):
                found.append(f"{path.relative_to(ROOT)}:{number}: {line.strip()[:100]}")
    return found


def test_every_module_and_every_public_name_says_what_it_means() -> None:
    assert [place for path in sources() for place in undocumented(path)] == []


def test_nothing_is_left_unfinished() -> None:
    assert matches(UNFINISHED, sources()) == []


def test_no_error_is_swallowed() -> None:
    assert [place for path in sources() for place in swallows(path)] == []


def test_no_file_names_a_path_of_the_machine_it_was_written_on() -> None:
    assert matches(PRIVATE_PATH, kept_files()) == []


def test_no_file_names_a_package_registry() -> None:
    assert matches(REGISTRY, kept_files()) == []
