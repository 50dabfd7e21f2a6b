"""incidents.jsonl beside the cases."""

from __future__ import annotations

from pathlib import Path

from goldsmith.errors import Problem
from goldsmith.ondisk.door import Door
from goldsmith.ondisk.fact_lines import read_facts
from goldsmith.ondisk.located import RawRecord
from goldsmith.records.incident import Incident, IncidentClosed, IncidentFact

_INCIDENT = Door(Incident)
_CLOSED = Door(IncidentClosed)


def load_incidents(path: Path) -> tuple[IncidentFact, ...]:
    """Return all facts in the order in which they were written; a missing file holds none.

    Raises InvalidFileError with every line that is not such a fact.
    """

    def parse(raw: RawRecord) -> IncidentFact | tuple[Problem, ...]:
        closed = isinstance(raw.value, dict) and raw.value.get("fact") == "closed"
        return (_CLOSED if closed else _INCIDENT).parse(raw, file=str(path))

    return read_facts(path, parse, noun="incidents")
