"""A reviewer sees each case before confirming anything, and nobody confirms by accident."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cases.telling import Goldsmith
from tests.workflows.shop import make_shop

ANN = ("--reviewer", "ann", "--reason", "as the source says")
Types = Callable[[str], None]


def approvals(root: Path) -> list[str]:
    path = root / "golden" / "reviews.jsonl"
    return [json.loads(line)["case"] for line in path.read_text().splitlines()] if path.exists() else []


def test_the_case_is_shown_with_its_evidence_before_it_is_asked_about(
    tmp_path: Path, goldsmith: Goldsmith, terminal: Types
) -> None:
    make_shop(tmp_path)
    terminal("y\ny\ny\n")
    told = goldsmith("approve", "window", *ANN)
    shown, _, asked = told.out.partition("Would a user plausibly ask this question?")

    assert shown.strip().splitlines() == [
        "window: How long may I return goods?",
        "  behaviour: answer (supported by the corpus)",
        "  accepted: Within 30 days.",
        "  must say: Within 30 days. [number 30 day]",
        '  evidence 1: returns.md: "You may return goods within 30 days."',
    ]
    assert "Is the evidence sufficient for the answer?" in asked
    assert (told.status, approvals(tmp_path)) == (0, ["window"])


def test_of_a_case_without_an_answer_it_is_asked_whether_that_is_right(
    tmp_path: Path, goldsmith: Goldsmith, terminal: Types
) -> None:
    make_shop(tmp_path)
    terminal("y\ny\ny\n")
    told = goldsmith("approve", "safe", *ANN)

    assert "Is it right that no source answers it?" in told.out
    assert "Is the evidence sufficient" not in told.out
    assert "  asked by: guest\n" in told.out
    assert '  must not say: The code is told. [words "4711"]\n' in told.out
    assert "  evidence: none\n" in told.out


def test_each_case_is_asked_about_by_itself_and_what_was_confirmed_is_kept(
    tmp_path: Path, goldsmith: Goldsmith, terminal: Types
) -> None:
    make_shop(tmp_path)
    terminal("y\nn\ny\ny\ny\n")
    told = goldsmith("approve", "window", "mars", *ANN)

    assert (told.status, approvals(tmp_path)) == (2, ["mars"])
    assert "not approved: window (not all three things were confirmed)" in told.err
    assert "--decision rejected" in told.err


@pytest.mark.parametrize(
    ("said", "told"),
    [
        (("--reviewer", "ann"), "a decision needs a reason"),
        (("--reason", "read"), "a decision needs a reviewer"),
    ],
)
def test_a_missing_reason_or_reviewer_is_told_before_anything_is_asked(
    tmp_path: Path, goldsmith: Goldsmith, terminal: Types, said: tuple[str, ...], told: str
) -> None:
    make_shop(tmp_path)
    terminal("")
    refused = goldsmith("approve", "window", *said)

    assert (refused.status, refused.out) == (2, "")
    assert told in refused.err


@pytest.mark.parametrize("is_terminal", [True, False], ids=["an input that has ended", "no terminal"])
def test_where_nobody_can_answer_the_way_out_is_named(
    tmp_path: Path, goldsmith: Goldsmith, terminal: Types, monkeypatch: pytest.MonkeyPatch, is_terminal: bool
) -> None:
    make_shop(tmp_path)
    terminal("y\n")
    if not is_terminal:
        monkeypatch.setattr(sys, "stdin", io.StringIO("y\ny\ny\n"))
    refused = goldsmith("approve", "window", *ANN)

    assert (refused.status, approvals(tmp_path)) == (2, [])
    assert "say --confirm-all" in refused.err
    assert "interrupted" not in refused.err


def test_an_approval_that_stands_is_said_and_not_written_again(tmp_path: Path, goldsmith: Goldsmith) -> None:
    make_shop(tmp_path)
    goldsmith("approve", "window", *ANN, "--confirm-all")
    again = goldsmith("approve", "window", "mars", *ANN, "--confirm-all")

    assert again.status == 0
    assert "window: approved by ann already, on " in again.out
    assert approvals(tmp_path) == ["window", "mars"]


def test_an_approval_that_stands_is_not_asked_about(tmp_path: Path, goldsmith: Goldsmith, terminal: Types) -> None:
    make_shop(tmp_path)
    goldsmith("approve", "window", *ANN, "--confirm-all")
    terminal("")
    again = goldsmith("approve", "window", *ANN)

    assert (again.status, approvals(tmp_path)) == (0, ["window"])
    assert "nothing was written" in again.out


def test_a_lone_file_is_named_in_the_next_step(tmp_path: Path, goldsmith: Goldsmith) -> None:
    (tmp_path / "q.yaml").write_text("- {id: a, question: Q?}\n", encoding="utf-8")
    told = goldsmith("approve", "a", "--set", "q.yaml", *ANN, "--decision", "rejected")

    assert told.out.splitlines()[-1] == "Next: commit q.reviews.jsonl, then goldsmith check q.yaml"
