"""How `evaluate` opens its sets and their systems, whether they are ours or of another tool."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from goldsmith.cli import options
from goldsmith.cli.asking import Asked, asking, open_asked
from goldsmith.ports.system import System
from goldsmith.wiring.workbooks import read_workbook
from goldsmith.workflows.evaluate_foreign import open_sets, refuse_other_baseline
from goldsmith.workflows.foreign_set import Opened
from goldsmith.workflows.open_set import enabled_sets
from goldsmith.workflows.run import Asking


def opened_sets(
    here: Path, file: Path | None, *, corpus: str | None, tags: tuple[str, ...], baseline: str | None
) -> tuple[Opened, ...]:
    """Return every set to evaluate, opened, and fit to be compared with the baseline that was named."""
    names = (None,) if file is not None else enabled_sets(here)
    sets = open_sets(here, file=file, names=names, corpus=corpus, tags=tags, workbook=read_workbook)
    refuse_other_baseline(sets, baseline)
    return sets


def asked_of(one: Opened, given: Mapping[str, Any]) -> tuple[System, Asking]:
    """Return the system of a set and what it is asked: where none was named, answers that the file itself carries."""
    asked = Asked(**given)
    asked = replace(asked, tags=one.tags, repeats=asked.repeats or one.repeats)
    opened = None
    if one.foreign is not None:
        from goldsmith.wiring.foreign import open_answers

        opened = open_answers(one.foreign, asked.system)
    opened = opened or open_asked(one.project, asked, options.here())
    return opened.system, asking(one.project, asked, opened)
