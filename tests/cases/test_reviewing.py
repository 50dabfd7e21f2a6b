"""Case 036: what agreement of reviewers can say where there is next to nothing to compare."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from goldsmith.cli.review import review_command
from tests.review.settled import settle

Told = Callable[..., tuple[int, str]]
SIGNS = {"yes": "+", "no": "-"}


@pytest.fixture
def told(shared_case: Callable[[str], Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Told:
    """Return a function from a batch of the case to the exit status of the command and what it printed."""
    with (shared_case("036-agreement-degenerate") / "labels.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))

    def tell(batch: str, *words: str) -> tuple[int, str]:
        folder = tmp_path / batch
        if not folder.exists():
            said = [(row["item"], row["reviewer"], SIGNS[row["label"]], "") for row in rows if row["batch"] == batch]
            settle(folder, said)
        monkeypatch.chdir(folder)
        done = CliRunner().invoke(review_command, ["agreement", "--floor", "0.75", *words])

        assert isinstance(done.exception, SystemExit) or done.exception is None, done.exception
        assert "nan" not in done.output.lower()
        return done.exit_code, done.output

    return tell


def record(told: Told, batch: str) -> Mapping[str, Any]:
    held: Mapping[str, Any] = json.loads(told(batch, "--json")[1])
    return held


def test_036_one_word_alone_is_full_raw_agreement_and_an_undefined_kappa(told: Told) -> None:
    status, text = told("A")
    whole = record(told, "A")["whole"]

    assert (status, whole["raw"], whole["figure"]["value"]) == (1, 1.0, None)
    assert text.startswith("CANNOT TELL   kappa of words undefined")
    assert "100 %" in text
    assert "only one word was ever given: approved" in text


def test_036_one_reviewer_has_nobody_to_agree_with(told: Told) -> None:
    status, text = told("B")

    assert status == 1
    assert text.startswith("CANNOT TELL   no two reviewers decided on the same content")
    assert record(told, "B")["one_decision"] == 2


def test_036_one_item_in_common_has_no_interval(told: Told) -> None:
    status, text = told("C")
    whole = record(told, "C")["whole"]

    assert (status, whole["contents"], whole["raw"]) == (1, 1, 0.0)
    assert (whole["raw_interval"], whole["figure"]["value"], whole["figure"]["interval"]) == (None, None, None)
    assert text.startswith("CANNOT TELL")


def test_036_the_same_reviewer_twice_is_never_two_reviewers(told: Told) -> None:
    status, text = told("D")
    held = record(told, "D")

    assert (status, held["whole"]["contents"], held["whole"]["pairs"]) == (1, 1, 1)
    assert [(item["first_word"], item["second_word"]) for item in held["differences"]] == [("rejected", "approved")]
    assert held["left_out"]["replaced"] == 1
    assert "1 replaced by the same reviewer before anybody else decided" in " ".join(text.split())
