"""The problems of a manifest, row by row."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from goldsmith.errors import InvalidFileError, Problem
from goldsmith.tables.manifest_columns import ManifestColumns

SHOWN = 200
"""Problems that are listed one by one; the rest is counted."""


class RowProblems:
    """Collects what is wrong, with row and line."""

    def __init__(self, manifest: ManifestColumns) -> None:
        self._manifest = manifest
        self._found: list[tuple[int, Problem]] = []
        self._rows: set[int] = set()

    def add(self, row: int, message: str, *, field: str, mend: str = "") -> None:
        """Note a problem of a row (from 0)."""
        self._rows.add(row)
        lines = self._manifest.lines
        problem = Problem(
            message=f"row {row + 1}: {message}",
            file=self._manifest.name,
            line=lines[row] if lines is not None else 0,
            field=self._manifest.columns.get(field, field),
            mend=mend,
        )
        self._found.append((row, problem))

    def has(self, row: int) -> bool:
        """Say whether something is wrong with a row already."""
        return row in self._rows

    def given(self, name: str) -> NDArray[np.bool_]:
        """Say for each row whether it has a value in the field `name`."""
        column = self._manifest.values.get(name)
        if column is None:
            return np.zeros(self._manifest.rows, dtype=np.bool_)
        if isinstance(column, np.ndarray):
            return np.ones(self._manifest.rows, dtype=np.bool_)
        return np.fromiter((value is not None for value in column), dtype=np.bool_, count=len(column))

    def stop(self) -> None:
        """Raise InvalidFileError where anything is wrong, problems in the order of the rows."""
        if not self._found:
            return
        ordered = [problem for _, problem in sorted(self._found, key=lambda found: found[0])]
        shown = ordered[:SHOWN]
        if len(ordered) > SHOWN:
            more = f"and {len(ordered) - SHOWN} more problems"
            shown.append(replace(shown[-1], message=more, line=0, field="", mend=""))
        raise InvalidFileError(
            f"the manifest {self._manifest.name} cannot be frozen: {len(ordered)} problem(s)",
            problems=tuple(shown),
            next_step="mend the manifest where it is made; nothing was repaired or left out",
        )
