"""incidents.jsonl beside the cases: one JSON line a fact, appended."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path

from goldsmith._base.atomic import append_durably
from goldsmith.errors import InvalidFileError, Problem
from goldsmith.ondisk.door import Door
from goldsmith.ondisk.json_strict import read_json_lines
from goldsmith.records.incident import Incident, IncidentClosed, IncidentFact

_INCIDENT = Door(Incident)
_CLOSED = Door(IncidentClosed)


def load_incidents(path: Path) -> tuple[IncidentFact, ...]:
    """Return all facts in the order in which they were written; a missing file holds none.

    Raises InvalidFileError with every line that is not such a fact.
    """
    data = path.read_bytes() if path.exists() else b""
    if not data.strip():
        return ()
    facts: list[IncidentFact] = []
    problems: list[Problem] = []
    for raw in read_json_lines(data, name=str(path)):
        closed = isinstance(raw.value, dict) and raw.value.get("fact") == "closed"
        result = (_CLOSED if closed else _INCIDENT).parse(raw, file=str(path))
        if isinstance(result, tuple):
            problems += result
        else:
            facts.append(result)
    if problems:
        message = f"{path} holds {len({problem.line for problem in problems})} line(s) that are no incident"
        raise InvalidFileError(
            message, problems=tuple(problems), next_step="restore the file from git: facts are never edited by hand"
        )
    return tuple(facts)


def append_incidents(path: Path, facts: Iterable[IncidentFact]) -> None:
    """Append `facts`, on disk when this returns."""
    lines = [json.dumps({k: v for k, v in asdict(fact).items() if v is not None}, ensure_ascii=False) for fact in facts]
    append_durably(path, "".join(f"{line}\n" for line in lines).encode())
