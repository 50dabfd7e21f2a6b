"""A ratchet: no file and no function grows past what a reader holds in the head. The limits only ever go down.

Complexity is held by ruff (C901) with the same intent; its limit stands in pyproject.toml and is checked here.
"""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterator
from pathlib import Path

from tests.architecture.house import PACKAGE, ROOT

FILE_LINES = 400
FUNCTION_LINES = 50
PARAMETERS = 7
COMPLEXITY = 10

Function = ast.FunctionDef | ast.AsyncFunctionDef


def python_files() -> list[Path]:
    folders = (PACKAGE, ROOT / "tests", ROOT / "tools", ROOT / "benchmarks")
    return sorted(path for folder in folders for path in folder.rglob("*.py"))


def functions(path: Path) -> Iterator[tuple[str, Function]]:
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, Function):
            yield f"{path.relative_to(ROOT)}:{node.lineno} {node.name}", node


def lines_of(function: Function) -> int:
    """Count the lines of a function without its docstring: explaining more is never a fault."""
    first, *rest = function.body
    has_docstring = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and bool(rest)
    docstring = (first.end_lineno or first.lineno) - first.lineno + 1 if has_docstring else 0
    return (function.end_lineno or function.lineno) - function.lineno + 1 - docstring


def parameters_of(function: Function) -> int:
    given = function.args
    named = [*given.posonlyargs, *given.args, *given.kwonlyargs]
    return sum(1 for parameter in named if parameter.arg not in {"self", "cls"})


def test_no_file_is_too_long() -> None:
    lengths = {str(path.relative_to(ROOT)): len(path.read_bytes().splitlines()) for path in python_files()}

    assert {name: length for name, length in lengths.items() if length > FILE_LINES} == {}


def test_no_function_is_too_long() -> None:
    lengths = {place: lines_of(function) for path in python_files() for place, function in functions(path)}

    assert {place: length for place, length in lengths.items() if length > FUNCTION_LINES} == {}


def test_no_function_of_the_package_takes_too_much() -> None:
    counts = {
        place: parameters_of(function) for path in sorted(PACKAGE.rglob("*.py")) for place, function in functions(path)
    }

    assert {place: count for place, count in counts.items() if count > PARAMETERS} == {}


def test_the_linter_holds_complexity_and_parameters_to_the_same_limits() -> None:
    lint = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["ruff"]["lint"]

    assert (lint["mccabe"]["max-complexity"], lint["pylint"]["max-args"]) == (COMPLEXITY, PARAMETERS)
