"""A JSON file that is a list of objects, decoded with every fault at its place."""

from __future__ import annotations

import json
from typing import NoReturn

from goldsmith.errors import InvalidFileError, Problem

MOST_BYTES = 512 * 1024 * 1024
"""A larger export is read in parts."""


def json_list(data: bytes, name: str, *, mend: str) -> list[object]:
    """Return the items of the list that `data` is. Raises InvalidFileError, naming `mend` as what gives such a file."""
    if len(data) > MOST_BYTES:
        _refuse(name, f"{len(data):,} bytes are more than {MOST_BYTES:,} that are read at once", "export fewer tasks")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        _refuse(name, f"byte {error.start} is no UTF-8", mend)
    try:
        held = json.loads(text, parse_constant=_no_number)
    except json.JSONDecodeError as error:
        problem = Problem(message=f"not JSON: {error.msg}", file=name, line=error.lineno, column=error.colno, mend=mend)
        raise _unreadable(name, problem) from None
    except RecursionError:
        _refuse(name, "lists and objects stand too deep in each other", mend)
    except ValueError as error:
        _refuse(name, f"not JSON: {error}", mend)
    if not isinstance(held, list):
        _refuse(name, f"a list of records was expected, found {kind_of(held)}", mend)
    if not held:
        _refuse(name, "the list is empty", mend)
    return held


def kind_of(value: object) -> str:
    """Return what a value is, in words."""
    if value is None:
        return "nothing"
    kinds = ((bool, "a yes or no"), (dict, "an object"), (list, "a list"), (str, "a text"))
    return next((told for kind, told in kinds if isinstance(value, kind)), "a number")


def foreign_file(name: str, problems: tuple[Problem, ...], *, tool: str) -> InvalidFileError:
    """Return the error for a file in which nothing is ours."""
    message = f"nothing in {name} was handed out by Goldsmith"
    step = f"export the project of {tool} that was set up with the files of `goldsmith review export`"
    return InvalidFileError(message, problems=problems, next_step=step)


def _no_number(text: str) -> NoReturn:
    message = f"{text} is no number"
    raise ValueError(message)


def _refuse(name: str, message: str, mend: str) -> NoReturn:
    raise _unreadable(name, Problem(message=message, file=name, mend=mend)) from None


def _unreadable(name: str, problem: Problem) -> InvalidFileError:
    return InvalidFileError(f"{name} cannot be read as an export", problems=(problem,), next_step=problem.mend)
