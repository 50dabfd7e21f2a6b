"""Files of facts: one JSON line each, appended and never changed."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import asdict
from pathlib import Path
from typing import Any, TypeVar

from goldsmith._base.atomic import append_durably
from goldsmith.errors import InvalidFileError, Problem
from goldsmith.ondisk.json_strict import read_json_lines
from goldsmith.ondisk.located import RawRecord

Fact = TypeVar("Fact")


def read_facts(path: Path, parse: Callable[[RawRecord], Fact | tuple[Problem, ...]], *, noun: str) -> tuple[Fact, ...]:
    """Return all facts in the order in which they were written; a missing file holds none.

    `parse` returns the fact of a line or what is wrong with it; `noun` says what a line should be. Raises
    InvalidFileError with every line that is none.
    """
    data = path.read_bytes() if path.exists() else b""
    if not data.strip():
        return ()
    facts: list[Fact] = []
    problems: list[Problem] = []
    try:
        raws = read_json_lines(data, name=str(path))
    except InvalidFileError as error:
        raise _unusable(path, data, error.problems, noun) from None
    for raw in raws:
        result = parse(raw)
        if isinstance(result, tuple):
            problems += result
        else:
            facts.append(result)
    if problems:
        raise _unusable(path, data, tuple(problems), noun)
    return tuple(facts)


def append_facts(path: Path, facts: Iterable[Any]) -> None:
    """Append records as facts, without the fields that are None; they are on disk when this returns."""
    held = ({name: value for name, value in asdict(fact).items() if value is not None} for fact in facts)
    lines = [json.dumps(fact, ensure_ascii=False, sort_keys=True) for fact in held]
    append_durably(path, "".join(f"{line}\n" for line in lines).encode())


def _unusable(path: Path, data: bytes, problems: tuple[Problem, ...], noun: str) -> InvalidFileError:
    lines = {problem.line for problem in problems}
    next_step = "restore the file from git: facts are never edited by hand"
    if lines == {data.count(b"\n") + 1}:
        # Only the last line, and it has no end: nobody was ever told that it is settled.
        next_step = f"delete line {max(lines)}, which was cut short while it was written, and record it again"
    message = f"{path} holds {len(lines)} line(s) that are not {noun}"
    return InvalidFileError(message, problems=problems, next_step=next_step)
