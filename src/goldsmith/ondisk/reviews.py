"""Settled decisions: one JSON line a fact, appended, chained by case."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from goldsmith.errors import IntegrityError, Problem
from goldsmith.ondisk.door import Door
from goldsmith.ondisk.fact_lines import read_facts
from goldsmith.ondisk.located import RawRecord
from goldsmith.records.decision import Adjudication, Decision, ReviewFact
from goldsmith.records.digests import fact_digest

_DECISION = Door(Decision)
_ADJUDICATION = Door(Adjudication)


def load_facts(path: Path) -> tuple[ReviewFact, ...]:
    """Read all facts in the order in which they were settled; a missing file holds none.

    Raises InvalidFileError for a line that is not a fact, IntegrityError where the chain of a case is broken.
    """

    def parse(raw: RawRecord) -> ReviewFact | tuple[Problem, ...]:
        adjudicated = isinstance(raw.value, dict) and raw.value.get("fact") == "adjudication"
        return (_ADJUDICATION if adjudicated else _DECISION).parse(raw, file=str(path))

    facts: tuple[ReviewFact, ...] = read_facts(path, parse, noun="review facts")
    _refuse_broken_chain(facts, path)
    return facts


def _refuse_broken_chain(facts: Iterable[ReviewFact], path: Path) -> None:
    """Two branches may each have added a fact after the same one, and git's union merge keeps both lines.

    So a fact must follow *some* earlier fact of its case, and the first one none.
    """
    seen: dict[str, set[str | None]] = {}
    for fact in facts:
        links = seen.setdefault(fact.case, {None})
        if fact.previous not in links:
            message = f"{path}: fact {fact.id} on case {fact.case!r} does not follow any earlier fact of that case"
            raise IntegrityError(
                message, next_step="restore the file from git: a line before it was changed or taken out"
            )
        links.add(fact_digest(fact))
