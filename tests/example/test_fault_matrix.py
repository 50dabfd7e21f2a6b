"""Injected faults come out of a comparison under their own names."""

from __future__ import annotations

from pathlib import Path

import pytest

from goldsmith.adapters.systems.reference_faults import FAULTS
from tools.fault_matrix import LOST_ROW, PAGE, page, rows, share

LEAST_SHARE = 0.95
LEAST_OF_A_ROW = 0.75
"""The smallest row has five regressions."""


@pytest.mark.timeout(600)  # fifteen evaluations, on whatever machine
def test_nearly_every_regression_names_the_injected_fault_first() -> None:
    table = tuple(rows())
    told = page(table)
    print(f"\n{told}")  # noqa: T201 - `pytest -s` shows the matrix

    assert [row.fault for row in table] == [*FAULTS, LOST_ROW]
    assert share(table) >= LEAST_SHARE
    assert [row.fault for row in table if row.on_the_diagonal < LEAST_OF_A_ROW * row.regressions] == []
    assert [row.fault for row in table if not row.regressions] == []
    assert Path(PAGE).read_text(encoding="utf-8") == told, "run tools/fault_matrix.py"
