"""Public sets come in, and what was frozen of them holds their evidence."""

from __future__ import annotations

from pathlib import Path

import pytest

from goldsmith.workflows.check import CheckOptions, check_set
from goldsmith.workflows.freeze import FreezeOptions, freeze
from goldsmith.workflows.open_set import open_project
from tests.workflows.importing import NOW, imported, told

pytestmark = pytest.mark.real_data


def test_recorded_answers_that_name_pages_otherwise_are_told_with_the_rule(shared: Path, tmp_path: Path) -> None:
    done = imported(tmp_path, shared / "data/azure-rag-eval/example_results/baseline")

    assert (done.format, done.cases, done.responses) == ("azure-rag-eval", 200, 200)
    assert r"ids = {pattern = '(.+)\.pdf#page=(\d+)', replace = '{1}-{2-1}.pdf'}" in done.drift[1]
    assert "38 of the 38 that are expected" in done.drift[1]


def test_every_marked_answer_stands_in_what_was_frozen(shared: Path, tmp_path: Path) -> None:
    done = imported(tmp_path, shared / "data/xquad/xquad.zh.json")
    freeze(tmp_path / "corpus/xquad.jsonl", root=tmp_path, options=FreezeOptions(label="r1"))

    assert (done.cases, done.passages, told(done, "wrong", "dropped")) == (1_190, 240, [])
    assert check_set(open_project(tmp_path), CheckOptions(errors_alone=True), now=NOW).errors == 0
