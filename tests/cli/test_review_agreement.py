"""`goldsmith review agreement` as a person meets it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from goldsmith.cli.review import review_command
from goldsmith.errors import InputError, UnknownNameError
from tests.review.deciding import WORDS
from tests.review.settled import Said, settle

Review = Callable[..., Result]
HALVES = [(f"c{n:02}", name, "+-"[n % 2], f"{n}") for n in range(20) for name in ("ada", "ben")]


@pytest.fixture
def review(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Review:
    """Return a function that runs the command in the test's folder."""
    monkeypatch.chdir(tmp_path)
    return lambda *words: CliRunner().invoke(review_command, ["agreement", *words])


def changed(*cases: str, word: str) -> list[Said]:
    """Return the decisions with another word of ben's on these cases."""
    return [(name, who, word if who == "ben" and name in cases else sign, seen) for name, who, sign, seen in HALVES]


def test_reviewers_who_agree_pass(tmp_path: Path, review: Review) -> None:
    settle(tmp_path, HALVES)
    done = review()

    assert done.exit_code == 0
    assert done.output.startswith("AGREED   kappa of words 1.00, alpha of evidence 1.00; floor 0.75")
    assert done.output.splitlines()[-1].startswith("Next: goldsmith evaluate")


def test_reviewers_who_do_not_agree_are_told_what_to_rewrite(tmp_path: Path, review: Review) -> None:
    settle(tmp_path, changed("c00", "c02", "c04", "c06", word="-"))
    done = review()

    assert done.exit_code == 1
    assert done.output.startswith("BELOW THE FLOOR   kappa of words 0.60")
    assert "  c00   ada: approved, ben: rejected" in done.output
    assert "Next: rewrite c00, or the rule of the handbook" in done.output


def test_the_floor_is_a_choice(tmp_path: Path, review: Review) -> None:
    settle(tmp_path, changed("c00", "c02", "c04", "c06", word="-"))

    assert review("--floor", "0.6").exit_code == 0


def test_too_few_double_decisions_say_nothing_and_ask_for_the_rest(tmp_path: Path, review: Review) -> None:
    settle(tmp_path, [*HALVES[:-2], ("c19", "ada", "+", "a")])
    done = review()

    assert done.exit_code == 1
    assert done.output.startswith("CANNOT TELL")
    assert "1 case with one decision" in done.output
    assert "Next: let a second reviewer decide on 1 more case before seeing" in done.output


def test_one_word_alone_asks_for_cases_that_deserve_another(tmp_path: Path, review: Review) -> None:
    settle(tmp_path, [(f"c{n:02}", name, "+", f"{n}") for n in range(20) for name in ("ada", "ben")])
    done = review()

    assert done.exit_code == 1
    assert "? kappa of words: only one word was ever given: approved" in done.output
    assert "Next: let both decide on cases that deserve another word too" in done.output


def test_the_record_holds_every_pair_and_difference(tmp_path: Path, review: Review) -> None:
    settle(tmp_path, [*changed("c00", word="?"), ("c00", "chen", "+", "0")])
    record = json.loads(review("--json", "--by", "risk,language").output)

    assert [item["reviewers"] for item in record["pairs"]] == [["ada", "ben"], ["ada", "chen"], ["ben", "chen"]]
    assert [(item["case"], item["second_word"]) for item in record["differences"]] == [
        ("c00", WORDS["?"]),
        ("c00", WORDS["+"]),
    ]
    assert record["whole"]["figure"]["name"] == "alpha"


def test_words_that_dominate_are_the_reason_and_the_next_step(tmp_path: Path, review: Review) -> None:
    facts = [(f"c{n:02}", name, "+", f"{n}") for n in range(38) for name in ("ada", "ben")]
    settle(tmp_path, [*facts, ("d0", "ada", "+", "a"), ("d0", "ben", "-", "a")])
    done = review()

    assert done.exit_code == 1
    assert "! low because 99 % of all words are approved" in done.output
    assert "Next: let both decide on more cases that deserve the word rejected" in done.output


def test_sources_that_nobody_could_read_leave_the_evidence_untold(tmp_path: Path, review: Review) -> None:
    settle(tmp_path, [(name, who, "u" if sign == "-" else sign, seen) for name, who, sign, seen in HALVES])
    done = review()

    assert done.exit_code == 1
    assert done.output.startswith("CANNOT TELL   kappa of words 1.00")
    assert "? alpha of evidence: 10 of at least 20 cases that two decided on" in done.output
    assert "Next: let both select the evidence" in done.output


def test_cases_that_were_rewritten_since_are_to_be_decided_on_again(tmp_path: Path, review: Review) -> None:
    settle(tmp_path, changed("c00", "c02", "c04", "c06", word="-"))
    cases = tmp_path / "golden" / "cases" / "cases.jsonl"
    cases.write_text(cases.read_text(encoding="utf-8").replace("?", ", in days?"), encoding="utf-8")
    text = " ".join(review().output.split())

    assert "4 more differences on what cases said earlier, or on drafts" in text
    assert "Next: the cases on which they differed were rewritten: then let both decide again" not in text
    assert "Next: the cases on which they differed were rewritten: let both decide again" in text


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (("--floor", "0"), InputError),
        (("--floor", "1.5"), InputError),
        (("--floor", "nan"), InputError),
        (("--least", "1"), InputError),
        (("--by", "colour"), UnknownNameError),
    ],
)
def test_what_cannot_be_asked_is_told(
    tmp_path: Path, review: Review, words: tuple[str, ...], error: type[Exception]
) -> None:
    settle(tmp_path, HALVES)

    assert isinstance(review(*words).exception, error)


def test_a_set_that_nobody_reviewed_is_no_error(tmp_path: Path, review: Review) -> None:
    settle(tmp_path, [("c0", "ada", "+", "a")])
    (tmp_path / "golden" / "reviews.jsonl").unlink()
    done = review()

    assert done.exit_code == 1
    assert done.output.startswith("CANNOT TELL   no two reviewers decided on the same content")
