"""A check sees documents and gates that would make a later evaluation mean something else."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cases.telling import Goldsmith
from tests.workflows.shop import SET, make_shop


@pytest.mark.parametrize(
    ("gate", "told"),
    [
        ("{measure: recal, min: 0.9}", "did you mean 'recall'"),
        ("{measure: recall, min: 0.9, max: 0.1}", "can never hold: its min is above its max"),
        ("{measure: recall}", "has neither min nor max"),
    ],
)
def test_a_gate_that_no_answer_could_decide_is_refused(
    tmp_path: Path, goldsmith: Goldsmith, gate: str, told: str
) -> None:
    make_shop(tmp_path)
    (tmp_path / "golden" / "set.yaml").write_text(f"{SET}gates:\n  - {gate}\n", encoding="utf-8")
    refused = goldsmith("check")

    assert refused.status == 2
    assert told in refused.err


def test_documents_that_are_not_as_frozen_are_a_warning_and_stand_before_the_figures(
    tmp_path: Path, goldsmith: Goldsmith
) -> None:
    make_shop(tmp_path)
    before = goldsmith("check", "--json").json["findings"]
    (tmp_path / "documents" / "staff.md").write_text("# Staff\n\nOther words.\n", encoding="utf-8")
    (tmp_path / "documents" / "new.md").write_text("# New\n", encoding="utf-8")
    found = [item for item in goldsmith("check", "--json").json["findings"] if item["code"] == "GS218"]
    (tmp_path / "run.jsonl").write_text('{"case_id": "mars", "answer": "Ask the help desk."}\n', encoding="utf-8")
    notes = goldsmith("evaluate", "--system", "run.jsonl", "--json").json["ruler"]

    assert [item["code"] for item in before if item["code"] == "GS218"] == []
    assert [item["severity"] for item in found] == ["warning"]
    assert "new.md, staff.md" in found[0]["message"]
    assert notes[0]["kind"] == "documents_changed"
    assert notes[0]["message"] == "2 documents are not as in corpus revision march (new.md, staff.md)"


def test_a_pin_that_was_mistyped_is_told_from_one_that_is_not_frozen_yet(tmp_path: Path, goldsmith: Goldsmith) -> None:
    make_shop(tmp_path)
    header = tmp_path / "golden" / "set.yaml"
    header.write_text("name: shop\ncorpus: {label: marhc}\n", encoding="utf-8")
    mistyped = goldsmith("check").err
    header.write_text("name: shop\ncorpus: {label: october-2}\n", encoding="utf-8")
    other = goldsmith("check").err

    assert "did you mean march (frozen here)?" in mistyped
    assert mistyped.splitlines()[-1] == "  Next: write corpus: {label: march} in set.yaml"
    assert other.splitlines()[-1] == "  Next: goldsmith freeze --label october-2"
