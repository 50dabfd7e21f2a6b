"""Cases of the set that came back changed: what differs is spliced into their files, and nothing else is touched."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import MISSING, Field, fields
from pathlib import Path
from typing import Any

from goldsmith._base.plain_data import plain
from goldsmith.errors import InputError
from goldsmith.ondisk.short_forms import shorten
from goldsmith.ondisk.splice_fields import set_fields
from goldsmith.records.case import Case
from goldsmith.records.interchange import LossLine
from goldsmith.workflows.import_ground import Ground
from goldsmith.workflows.open_set import Project, open_project

CHANGED = "changed in the set: what was approved before has to be approved again"


class Updates:
    """The changes of one import, kept until everything was read."""

    def __init__(self, ground: Ground) -> None:
        self._ground = ground
        self._changes: dict[str, dict[str, Any]] = {}

    def __len__(self) -> int:
        return len(self._changes)

    def add(self, there: Case, case: Case, record: str, *, evidence: bool) -> Iterator[LossLine]:
        """Keep what a case says otherwise than the set; `evidence` False: its evidence is the same but for pins."""
        short = shorten(case)
        for item in fields(Case):
            name = item.name
            if getattr(there, name) == getattr(case, name) or (name == "evidence" and not evidence):
                continue
            default = _default(item)
            value = short.get(name, plain(getattr(case, name)) if getattr(case, name) != default else plain(default))
            self._changes.setdefault(case.id, {})[name] = value
            yield LossLine(record=record, fate="mapped", field=name, told=CHANGED, found=case.id)

    def refuse_unwritable(self) -> None:
        """Raise InputError for a case that stands in a CSV file, or in a set that calls its fields otherwise."""
        project, by_file = self._places()
        if project is not None and project.chosen.fields:
            raise InputError(
                "the set calls its fields otherwise, so changed cases cannot be written into it",
                next_step="change them in their file by hand",
            )
        if project is not None:
            _refuse_cells({path: project.loaded.raws[places[0]].source.kind for path, places in by_file.items()})

    def _places(self) -> tuple[Project | None, dict[Path, list[int]]]:
        if not self._changes:
            return None, {}
        project = open_project(self._ground.start, set_name=self._ground.set_path, must_be_frozen=False)
        by_file: dict[Path, list[int]] = {}
        for place, case in enumerate(project.golden.cases):
            if case.id in self._changes:
                by_file.setdefault(project.loaded.files[place], []).append(place)
        return project, by_file

    def write(self) -> tuple[tuple[str, str], ...]:
        """Splice every change into its file, one atomic write a file, and return the files.

        Call `refuse_unwritable` before anything else is written. Raises ConflictError where a file was changed
        meanwhile.
        """
        project, by_file = self._places()
        if project is None:
            return ()
        loaded = project.loaded
        for path, places in by_file.items():
            set_fields(path, [(loaded.raws[place], self._changes[project.golden.cases[place].id]) for place in places])
        return tuple((self._ground.near(path), _held(len(places))) for path, places in by_file.items())


def _refuse_cells(kinds: dict[Path, str]) -> None:
    cells = next((path for path, kind in kinds.items() if kind not in {"yaml", "json"}), None)
    if cells is not None:
        message = f"{cells.name} is no YAML and no JSONL, and a changed case cannot be written into it"
        raise InputError(message, next_step="keep these cases as YAML or JSONL, or change them there by hand")


def _default(item: Field[Any]) -> Any:
    return item.default_factory() if item.default_factory is not MISSING else item.default


def _held(number: int) -> str:
    return f"{number:,} case{'' if number == 1 else 's'} changed"
