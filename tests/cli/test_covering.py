"""`goldsmith cover` as a person meets it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from goldsmith.cli.cover import cover_command
from tests.workflows.shop import SET, make_shop

Cover = Callable[..., Result]


@pytest.fixture
def cover(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Cover:
    """Return a function that runs the command in the test's folder."""
    monkeypatch.chdir(tmp_path)
    return lambda *words: CliRunner().invoke(cover_command, words)


def test_a_set_is_told_on_a_screen_that_ends_with_the_next_step(tmp_path: Path, cover: Cover) -> None:
    make_shop(tmp_path)
    done = cover()
    lines = done.output.splitlines()

    assert done.exit_code == 0
    assert lines[1] == "shop · 3 live cases · corpus march"
    assert lines[-1].startswith("Next: write 1 case about staff.md with ") or lines[-2].startswith("Next: write 1 case")
    assert len(lines) <= 50
    assert max(map(len, lines)) <= 100


def test_a_minimum_that_is_not_met_is_status_1_and_a_preset_is_advice(tmp_path: Path, cover: Cover) -> None:
    make_shop(tmp_path)
    advised = cover("--preset", "eighty", "--preset", "adversarial")
    (tmp_path / "golden" / "set.yaml").write_text(
        f"{SET}minima:\n  - {{slice: {{risk: high}}, cases: 3}}\n", encoding="utf-8"
    )
    short = cover()

    assert (advised.exit_code, short.exit_code) == (0, 1)
    assert "x supported 1 of 32" in advised.output
    assert short.output.startswith("SHORT   1 of 1 minima of set.yaml not met")


def test_the_record_holds_every_gap(tmp_path: Path, cover: Cover) -> None:
    make_shop(tmp_path)
    record = json.loads(cover("--json", "--detect", "10").output)

    assert record["detection"]["points"] == 10.0
    assert record["detection"]["repeats"][0]["needed"] == 155
    assert record["gaps"][0]["kind"] == "access"
    assert record["gaps"][0]["documents"] == ["staff.md"]


def test_cases_and_repeats_for_a_fall_are_told_slice_by_slice(tmp_path: Path, cover: Cover) -> None:
    make_shop(tmp_path)
    told = " ".join(cover("--detect", "5").output.split())

    assert "to see a fall of 5 points: 626 cases without kin run once, 312 run 3 times each" in told
    assert "risk=high 1 case no fall for certain; 625 more needed" in told


def test_two_axes_are_crossed(tmp_path: Path, cover: Cover) -> None:
    make_shop(tmp_path)
    done = cover("--by", "behaviour,risk")

    assert "BEHAVIOUR by risk" in done.output
    assert "2 cases without a word on one of the two" in done.output


def test_a_lone_file_of_questions_is_covered_without_a_corpus(tmp_path: Path, cover: Cover) -> None:
    (tmp_path / "golden.csv").write_text(
        "id,question,expected_answer,expected_sources,type\n"
        "a,How long?,30 days,returns.md#1,simple\n"
        "b,On Mars?,Unknown,,no_answer\n",
        encoding="utf-8",
    )
    done = cover("golden.csv", "--preset", "seven-types")

    assert done.exit_code == 0
    assert "golden · 2 live cases · no corpus" in done.output
    assert "x simple 1 of 5" in done.output
    assert "- cross lingual (one language only)" in done.output


@pytest.mark.parametrize("points", ["0", "-1", "101", "five"])
def test_a_fall_that_cannot_be_is_a_wrong_call(cover: Cover, points: str) -> None:
    assert cover("--detect", points).exit_code == 2
