"""What a command told, and short ways to say what a case, a reply and a project are."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

_PROBLEM = re.compile(r"^    (\S.*)$", re.MULTILINE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """One command, ended."""

    status: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """What was printed, read back strictly."""
        return json.loads(self.out, parse_constant=lambda word: pytest_fail(f"{word} is not JSON"))

    @property
    def problems(self) -> list[str]:
        """Every problem of an error, without the file's name before its place."""
        found = _PROBLEM.findall(self.err)
        return [re.sub(r"^\S*?([^/\s]+):(?=\d)", r"\1:", line) for line in found if not line.startswith("  ")]


def pytest_fail(message: str) -> None:
    """Stop with `message`."""
    raise AssertionError(message)


class Goldsmith(Protocol):
    """Run one command."""

    def __call__(self, *words: str | Path) -> Told:
        """Run it."""
        ...


def case(name: str, *, days: int | None = None, **fields: Any) -> Mapping[str, Any]:
    """Return a case with evidence a#1; `days` is the number that a right answer states."""
    usual: dict[str, Any] = {"question": f"Question of {name}?", "accept": ["A"], "evidence": ["a#1"]}
    if days is not None:
        usual["claims"] = [{"required": f"{days} days", "match": {"number": days, "unit": "day"}}]
    return {"id": name, **usual, **fields}


def reply(name: str, answer: str = "A", retrieved: Sequence[Any] = ("a#1",), **fields: Any) -> Mapping[str, Any]:
    """Return a recorded reply."""
    return {"case_id": name, "answer": answer, "retrieved": list(retrieved), **fields}


def project(folder: Path, *, header: str, cases: Sequence[Mapping[str, Any]]) -> None:
    """Write a golden set into `folder`."""
    held = folder / "golden" / "cases"
    held.mkdir(parents=True)
    (folder / "golden" / "set.yaml").write_text(header, encoding="utf-8")
    text = "".join(json.dumps(one, ensure_ascii=False) + "\n" for one in cases)
    (held / "cases.jsonl").write_text(text, encoding="utf-8")


def summary(verdict: Mapping[str, Any], measure: str) -> Mapping[str, Any]:
    """Return the summary of a measure in a verdict."""
    found: Mapping[str, Any] = next(item for item in verdict["summaries"] if item["measure"] == measure)
    return found


def gate(verdict: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    """Return a gate of a verdict by the start of its name."""
    found: Mapping[str, Any] = next(item for item in verdict["gates"] if item["gate"].startswith(name))
    return found


def score(verdict: Mapping[str, Any], case_id: str, measure: str) -> Any:
    """Return value and reason of one score of the first repeat; None where the measure does not apply."""
    for one in verdict["cases"]:
        if one["result"]["case"] == case_id:
            return next(((value, why) for name, value, why in one["scores"] if name == measure), None)
    return None
