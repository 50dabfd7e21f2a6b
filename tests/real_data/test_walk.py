"""The walk of the documentation on public data: what its commands print, and its figures to four decimals."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.real_data import EXPECTED, PAGE, Written, figures, lay_out, read_walk, run_walk

pytestmark = [pytest.mark.real_data, pytest.mark.timeout(600)]


def test_every_command_prints_what_the_page_says_and_every_figure_is_the_published_one(
    tmp_path: Path, shared: Path
) -> None:
    # One test, so that the walk is walked once however many workers there are.
    lay_out(tmp_path, shared)
    ran = list(run_walk(read_walk(PAGE.read_text(encoding="utf-8")), tmp_path))
    wrong = [(item.command.line, item.printed) for item in ran if not item.as_told]
    other = [line for line, right in figures(tmp_path) if not right]

    assert wrong == []  # `python tools/real_data.py --write` puts what they print today into the page
    assert other == []
    assert [item.command.line.split()[1] for item in ran] == [
        "freeze", "check", "evaluate", "baseline", "evaluate", "evaluate", "compare",
    ]  # fmt: skip


def test_the_page_itself_holds_the_figures_and_the_failure() -> None:
    page = PAGE.read_text(encoding="utf-8")
    wanted = {f"{mean:.4f}" for item in EXPECTED.values() for mean in (*item.means, *item.over_all)}

    assert {figure for figure in wanted if figure not in page} == set()
    assert "pickle data was truncated" in page


def test_the_page_can_be_pasted_in_order() -> None:
    first, *rest = read_walk(PAGE.read_text(encoding="utf-8"))

    assert isinstance(first, Written)
    assert first.path == "goldsmith.toml"
    assert not any(isinstance(step, Written) for step in rest)
