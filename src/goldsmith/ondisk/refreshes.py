"""Refreshing on disk: the open plan of each set, and the settled facts of every pin that moved."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path

from goldsmith._base.atomic import turn, write_atomically
from goldsmith._base.canonical import digest
from goldsmith.errors import InvalidFileError
from goldsmith.ondisk.door import Door
from goldsmith.ondisk.fact_lines import read_facts
from goldsmith.ondisk.json_strict import read_json
from goldsmith.records.refresh import Refreshed, RefreshPlan

FOLDER = "refresh"
"""Under `.goldsmith/`: what is open. Deleting it loses no settled decision."""

_PLAN = Door(RefreshPlan)
_REFRESHED = Door(Refreshed)


def plan_path(state: Path, set_name: str, set_path: str) -> Path:
    """Return where the open plan of a set stands; two sets of one name have two plans."""
    kept = "".join(mark if mark.isalnum() or mark in "-_" else "-" for mark in set_name)[:60]
    return state / FOLDER / f"{kept}-{digest([set_name, set_path])[:8]}.json"


def load_plan(path: Path) -> RefreshPlan | None:
    """Return the plan at `path`; None where there is none.

    Raises InvalidFileError for a file that is no plan: answers may stand in it, so it is not thrown away unseen.
    """
    if not path.exists():
        return None
    raws = read_json(path.read_bytes(), name=path.name)
    plan = _PLAN.parse(raws[0], file=path.name)
    if isinstance(plan, tuple):
        message = f"{path} is not a refresh plan that this version reads"
        raise InvalidFileError(
            message, problems=plan, next_step=f"move {path.name} away, then run goldsmith refresh again"
        )
    return plan


@contextmanager
def plan_turn(path: Path) -> Iterator[None]:
    """Hold the turn to read the plan at `path` and write it anew: another terminal waits."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with turn(path.parent):
        yield


def save_move(path: Path, fact: Refreshed) -> None:
    """Write down, beside the plan at `path`, the move that begins now: one that is cut short is told by it later."""
    text = json.dumps(asdict(fact), ensure_ascii=False, indent=1, sort_keys=True) + "\n"
    write_atomically(_move_path(path), text.encode())


def load_move(path: Path) -> Refreshed | None:
    """Return the move that began and did not end; None: there is none, or none that can be read."""
    file = _move_path(path)
    if not file.exists():
        return None
    found = _REFRESHED.parse(read_json(file.read_bytes(), name=file.name)[0], file=file.name)
    return None if isinstance(found, tuple) else found


def forget(path: Path) -> None:
    """Remove the plan and the move that ended."""
    path.unlink(missing_ok=True)
    _move_path(path).unlink(missing_ok=True)


def _move_path(path: Path) -> Path:
    return path.with_suffix(".moving.json")


def save_plan(path: Path, plan: RefreshPlan) -> None:
    """Write `plan`, whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    text = json.dumps(asdict(plan), ensure_ascii=False, indent=1, sort_keys=True) + "\n"
    write_atomically(path, text.encode())


def load_refreshed(path: Path) -> tuple[Refreshed, ...]:
    """Return every move of the pin in the order in which it was made; a missing file holds none.

    Raises InvalidFileError with every line that is none.
    """
    return read_facts(path, lambda raw: _REFRESHED.parse(raw, file=str(path)), noun="refreshes")
