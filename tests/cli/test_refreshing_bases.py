"""From which corpus a refresh starts, what it leaves open, and what it does where the base is not what was judged."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

from tests.cases.telling import Goldsmith
from tests.cli.refreshed_desk import desk, edit, plan, requests, state

__all__ = ["desk"]


def test_open_requests_hold_the_corpus_unless_they_are_left_open_on_purpose(desk: Path, goldsmith: Goldsmith) -> None:
    edit(desk / "docs/returns.md", "The parcel needs a label.", "The parcel needs no label.")
    request = requests(goldsmith)["refund-window"][1]
    refused = goldsmith("refresh", "--apply", "--reviewer", "Ben")
    moved = goldsmith("refresh", "--apply", "--leave-open", "--reviewer", "Ben")

    assert refused.status == 2
    assert "1 request(s) are not answered: refund-window" in refused.err
    assert moved.status == 0
    assert "left open, and stale until somebody decides: refund-window" in moved.out
    assert state(goldsmith, "refund-window") == "approved stale"
    assert requests(goldsmith) == {"refund-window": ("section_changed", request)}


def test_what_was_left_open_is_settled_later(desk: Path, goldsmith: Goldsmith) -> None:
    edit(desk / "docs/returns.md", "The parcel needs a label.", "The parcel needs no label.")
    goldsmith("refresh", "--apply", "--leave-open", "--reviewer", "Ben")
    goldsmith("refresh", "--stands", "refund-window", "--reviewer", "Ben")
    goldsmith("refresh", "--apply", "--reviewer", "Ben")

    assert state(goldsmith, "refund-window") == "approved"
    assert goldsmith("refresh").status == 0


def test_requests_of_an_earlier_corpus_are_superseded_when_another_change_takes_their_place(
    desk: Path, goldsmith: Goldsmith
) -> None:
    edit(desk / "docs/returns.md", "The parcel needs a label.", "The parcel needs no label.")
    first = requests(goldsmith)["refund-window"][1]
    edit(desk / "docs/returns.md", "The parcel needs no label.", "The parcel needs two labels.")
    now = plan(goldsmith)

    assert now["superseded"] == [first]
    assert [one["case"] for one in now["requests"]] == ["refund-window"]  # type: ignore[attr-defined]


def test_a_fresh_checkout_freezes_the_pinned_corpus_again_from_its_commit(desk: Path, goldsmith: Goldsmith) -> None:
    def git(*words: str) -> None:
        who = ("-c", "user.name=Ada", "-c", "user.email=ada@example.org")
        subprocess.run(["git", *who, *words], cwd=desk, check=True, capture_output=True)

    git("init", "-q")
    (desk / ".gitignore").write_text(".goldsmith/\n", encoding="utf-8")
    git("add", "-A")
    git("commit", "-qm", "as judged")
    edit(desk / "docs/returns.md", "The parcel needs a label.", "The parcel needs no label.")
    git("commit", "-qam", "the documents changed")
    shutil.rmtree(desk / ".goldsmith")
    told = goldsmith("refresh")

    assert told.status == 1
    assert "frozen again from commit" in told.err
    assert "refund-window   the quoted words stand" in told.out


def test_a_set_that_pins_its_corpus_is_followed_from_there_alone(desk: Path, goldsmith: Goldsmith) -> None:
    edit(desk / "docs/returns.md", "The parcel needs a label.", "The parcel needs no label.")
    goldsmith("freeze", "--label", "new")
    told = goldsmith("refresh", "new", "--from", "new")

    assert told.status == 2
    assert "the set was judged against old, which it pins" in told.err


def test_answers_hold_again_after_a_look_at_another_corpus(desk: Path, goldsmith: Goldsmith) -> None:
    edit(desk / "docs/returns.md", "The parcel needs a label.", "The parcel needs no label.")
    goldsmith("refresh", "--label", "new", "--stands", "refund-window", "--reviewer", "Ben")
    goldsmith("refresh", "old")
    told = goldsmith("refresh", "new")

    assert "ANSWERED   1 still stand" in told.out


def test_a_revision_under_the_right_label_with_other_documents_proves_nothing(desk: Path, goldsmith: Goldsmith) -> None:
    edit(desk / "docs/fees.md", "costs 4 EUR", "costs 6 EUR")
    shutil.rmtree(desk / ".goldsmith")
    (desk / "corpus.lock").unlink()
    goldsmith("freeze", "--label", "old")
    told = goldsmith("refresh")

    assert told.status == 1
    assert "the case was pinned to other words than old holds there" in told.out


def test_a_lock_that_names_another_corpus_by_the_label_is_believed(desk: Path, goldsmith: Goldsmith) -> None:
    lock = (desk / "corpus.lock").read_bytes()
    edit(desk / "docs/fees.md", "costs 4 EUR", "costs 6 EUR")
    shutil.rmtree(desk / ".goldsmith")
    goldsmith("freeze", "--label", "old", "--update-lock")
    (desk / "corpus.lock").write_bytes(lock)
    told = goldsmith("refresh")

    assert told.status == 2
    assert "what is frozen here as old is not the corpus that corpus.lock names by it" in told.err


def test_where_nothing_is_to_be_settled_nothing_is_recorded(desk: Path, goldsmith: Goldsmith) -> None:
    told = goldsmith("refresh", "--apply", "--reviewer", "Ben")

    assert told.status == 0
    assert not (desk / "golden/refreshes.jsonl").exists()
