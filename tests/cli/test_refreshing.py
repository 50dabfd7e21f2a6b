"""`goldsmith refresh` from the first look to the moved corpus, as one developer meets it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cases.telling import Goldsmith
from tests.cli.refreshed_desk import ALL, RETURNS, desk, edit, facts, plan, requests, state

__all__ = ["desk"]


def test_line_ends_alone_ask_nothing_and_touch_nothing(desk: Path, goldsmith: Goldsmith) -> None:
    before = (desk / "golden/cases/desk.yaml").read_bytes()
    (desk / "docs/returns.md").write_bytes(RETURNS.replace("\n", "\r\n").encode())
    told = goldsmith("refresh")

    assert told.status == 0
    assert "no case of 4 needs a person" in told.out
    assert "UNTOUCHED   4 cases" in told.out
    assert (desk / "golden/cases/desk.yaml").read_bytes() == before


def test_a_change_elsewhere_is_confirmed_together_and_no_approval_falls(desk: Path, goldsmith: Goldsmith) -> None:
    edit(desk / "docs/returns.md", "whatever the reason", "and we ask no questions about it")
    looked = goldsmith("refresh")
    written = (desk / "golden/reviews.jsonl").read_bytes()
    applied = goldsmith("refresh", "--apply", "--reviewer", "Ben", "--label", "new")

    assert looked.status == 1
    assert "no case of 4 needs a person" in looked.out
    assert "CONFIRM TOGETHER   2 cases" in looked.out
    assert applied.status == 0
    assert (desk / "golden/reviews.jsonl").read_bytes() == written
    assert {state(goldsmith, case) for case in ALL} == {"approved"}
    assert goldsmith("refresh").status == 0
    assert goldsmith("check").status == 0


def test_moving_the_corpus_is_recorded_with_who_confirmed_what(desk: Path, goldsmith: Goldsmith) -> None:
    edit(desk / "docs/returns.md", "whatever the reason", "and we ask no questions about it")
    goldsmith("refresh", "--apply", "--reviewer", "Ben", "--label", "new")
    (line,) = (desk / "golden/refreshes.jsonl").read_text(encoding="utf-8").splitlines()
    fact = json.loads(line)

    assert (fact["by"], fact["previous"]["label"], fact["current"]["label"]) == ("Ben", "old", "new")
    assert sorted([*fact["moved"], *fact["elsewhere"]]) == ["exchange-count", "refund-window"]
    assert re.search(r"corpus: \{label: new, digest: [0-9a-f]{64}\}", (desk / "golden/set.yaml").read_text("utf-8"))
    assert json.loads((desk / "corpus.lock").read_text(encoding="utf-8"))["label"] == "new"


def test_a_changed_section_asks_about_its_cases_and_about_no_other(desk: Path, goldsmith: Goldsmith) -> None:
    edit(desk / "docs/returns.md", "The parcel needs a label.", "The parcel needs no label.")
    told = goldsmith("refresh")

    assert told.status == 1
    assert "1 of 4 cases needs a person" in told.out
    assert "ASK   1 request about 1 passage" in told.out
    assert 'refund-window   the quoted words stand; the section now says "…parcel needs no label."' in told.out
    assert list(requests(goldsmith)) == ["refund-window"]


def test_the_same_change_asks_once_however_often_and_under_whatever_label_it_is_looked_at(
    desk: Path, goldsmith: Goldsmith
) -> None:
    edit(desk / "docs/returns.md", "The parcel needs a label.", "The parcel needs no label.")
    first = requests(goldsmith)
    goldsmith("refresh", "--stands", "refund-window", "--reviewer", "Ben")
    (desk / "docs/hours.md").write_text("# Hours\n\nWe work from nine to five.\n", encoding="utf-8")
    again = plan(goldsmith, "--label", "another")

    assert [one["id"] for one in again["requests"]] == [first["refund-window"][1]]  # type: ignore[attr-defined]
    assert [one["request"] for one in again["answers"]] == [first["refund-window"][1]]  # type: ignore[attr-defined]


def test_an_answer_is_settled_as_a_decision_under_the_new_corpus(desk: Path, goldsmith: Goldsmith) -> None:
    edit(desk / "docs/returns.md", "The parcel needs a label.", "The parcel needs no label.")
    request = requests(goldsmith)["refund-window"][1]
    said = goldsmith("refresh", "--stands", "refund-window", "--reviewer", "Ben", "--reason", "the 30 days stand")
    before = len(facts(desk, "refund-window"))
    goldsmith("refresh", "--apply", "--reviewer", "Cyd")
    fact = facts(desk, "refund-window")[-1]

    assert "1 still stand" in said.out
    assert (before, len(facts(desk, "refund-window"))) == (1, 2)
    assert (fact["reviewer"], fact["decision"], fact["trigger"], fact["request"]) == (
        "Ben",
        "approved",
        "refresh",
        request,
    )
    assert fact["reason"] == "the 30 days stand"
    assert state(goldsmith, "refund-window") == "approved"
    assert goldsmith("refresh").status == 0


def test_other_words_in_the_place_of_a_quote_are_written_on_a_persons_word_only(
    desk: Path, goldsmith: Goldsmith
) -> None:
    edit(desk / "docs/returns.md", "within 30 days of purchase", "within 30 days after the purchase")
    asked = requests(goldsmith)
    untouched = "within 30 days of purchase" in (desk / "golden/cases/desk.yaml").read_text(encoding="utf-8")
    goldsmith("refresh", "--stands", "refund-window", "--reviewer", "Ben")
    goldsmith("refresh", "--apply", "--reviewer", "Ben")

    assert asked["refund-window"][0] == "quote_edited"
    assert untouched
    assert "within 30 days after the purchase." in (desk / "golden/cases/desk.yaml").read_text(encoding="utf-8")
    assert state(goldsmith, "refund-window") == "approved"


def test_an_answer_whose_figure_is_gone_from_the_evidence_cannot_be_said_to_stand(
    desk: Path, goldsmith: Goldsmith
) -> None:
    edit(desk / "docs/returns.md", "within 30 days of purchase", "within 14 days of purchase")
    told = goldsmith("refresh", "--stands", "refund-window", "--reviewer", "Ben")

    assert told.status == 2
    assert "its answer says 30 days, which its evidence no longer does" in told.err


def test_what_stands_nowhere_cannot_be_said_to_stand(desk: Path, goldsmith: Goldsmith) -> None:
    edit(desk / "docs/returns.md", "A customer may ask for a refund within 30 days of purchase. ", "")
    refused = goldsmith("refresh", "--stands", "refund-window", "--reviewer", "Ben")
    retired = goldsmith("refresh", "--retire", "refund-window", "--reviewer", "Ben", "--reason", "the rule is gone")
    goldsmith("refresh", "--apply", "--reviewer", "Ben")

    assert refused.status == 2
    assert "stands nowhere in the new corpus" in refused.err
    assert retired.status == 1
    assert state(goldsmith, "refund-window").startswith("retired")


def test_a_case_that_no_source_answers_any_more_becomes_one_to_refuse(desk: Path, goldsmith: Goldsmith) -> None:
    edit(desk / "docs/fees.md", "Sending a parcel back costs 4 EUR.", "Write to us about parcels.")
    goldsmith("refresh", "--unanswerable", "return-fee", "--reviewer", "Ben")
    goldsmith("refresh", "--apply", "--reviewer", "Ben")
    text = (desk / "golden/cases/desk.yaml").read_text(encoding="utf-8")
    own = text[text.index("- id: return-fee") : text.index("- id: gift-cards")]

    assert "answerability: unsupported" in own
    assert "behaviour: refuse" in own
    assert "evidence: []" in own
    assert "4 EUR" not in own
    assert state(goldsmith, "return-fee") == "approved"


def test_a_case_to_revise_leaves_the_runs_until_it_is_approved_anew(desk: Path, goldsmith: Goldsmith) -> None:
    edit(desk / "docs/fees.md", "costs 4 EUR", "costs 6 EUR")
    goldsmith("refresh", "--revise", "return-fee", "--reviewer", "Ben", "--reason", "6 EUR now")
    goldsmith("refresh", "--apply", "--reviewer", "Ben")

    assert state(goldsmith, "return-fee").startswith("rejected")
    assert facts(desk, "return-fee")[-1]["reason"] == "to be revised: 6 EUR now"


def test_a_renamed_document_is_confirmed_together_and_approved_under_its_new_id(
    desk: Path, goldsmith: Goldsmith
) -> None:
    (desk / "docs/fees.md").rename(desk / "docs/costs.md")
    told = goldsmith("refresh")
    goldsmith("refresh", "--apply", "--reviewer", "Ben")
    fact = facts(desk, "return-fee")[-1]

    assert "the document goes by another id: return-fee" in told.out
    assert "document: costs.md" in (desk / "golden/cases/desk.yaml").read_text(encoding="utf-8")
    assert (fact["reviewer"], fact["trigger"]) == ("Ben", "refresh")
    assert state(goldsmith, "return-fee") == "approved"


def test_new_text_that_may_answer_what_had_no_answer_is_asked_about(desk: Path, goldsmith: Goldsmith) -> None:
    (desk / "docs/gifts.md").write_text(
        "# Gift cards\n\nA gift card can be returned for cash within a week.\n", encoding="utf-8"
    )

    assert requests(goldsmith)["gift-cards"][0] == "may_be_answered"


def test_the_passage_is_shown_once_and_each_case_is_one_key(
    desk: Path, goldsmith: Goldsmith, terminal: Callable[[str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    edit(desk / "docs/returns.md", "The parcel needs a label.", "The parcel needs no label.")
    edit(desk / "docs/fees.md", "costs 4 EUR", "costs 6 EUR")
    monkeypatch.delenv("EDITOR", raising=False)
    monkeypatch.delenv("VISUAL", raising=False)
    terminal("r\nno longer offered\ny\n")
    told = goldsmith("refresh", "--answer", "--reviewer", "Ben")

    assert "1 of 2" in told.out
    assert "2 of 2" in told.out
    assert "y still stands · e revise · r retire · u no source answers it now · s later · q stop" in told.out
    assert "e revise · r retire · u no source answers it now · s later · q stop" in told.out
    assert "it cannot stand as it is: its answer says 4 EUR, which its evidence no longer does" in told.out
    assert "ANSWERED   1 to retire, 1 still stand" in told.out
    assert "Next: goldsmith refresh --apply" in told.out


def test_a_case_that_is_edited_is_read_again_and_asked_about_as_it_says_now(
    desk: Path, goldsmith: Goldsmith, terminal: Callable[[str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    edit(desk / "docs/fees.md", "costs 4 EUR", "costs 6 EUR")
    editor = desk / "editor.sh"
    editor.write_text('#!/bin/sh\nsed -i "s/4 EUR/6 EUR/g" "$1"\n', encoding="utf-8")
    editor.chmod(0o755)
    monkeypatch.setenv("EDITOR", str(editor))
    monkeypatch.delenv("VISUAL", raising=False)
    terminal("e\ny\n")
    told = goldsmith("refresh", "--answer", "--reviewer", "Ben")
    goldsmith("refresh", "--apply", "--reviewer", "Ben")

    assert "the quoted words stand in the new corpus and did not stand in the earlier one" in told.out
    assert state(goldsmith, "return-fee") == "approved"
    assert goldsmith("refresh").status == 0


def test_without_a_terminal_nobody_is_asked(desk: Path, goldsmith: Goldsmith) -> None:
    edit(desk / "docs/fees.md", "costs 4 EUR", "costs 6 EUR")
    told = goldsmith("refresh", "--answer", "--reviewer", "Ben")

    assert told.status == 2
    assert "there is no terminal to ask on" in told.err
    assert "--stands CASE" in told.err


@pytest.mark.parametrize(
    ("words", "found"),
    [
        (("nowhere",), "is neither a frozen revision nor a file or folder"),
        (("--stands", "refund-windw", "--reviewer", "Ben"), "did you mean"),
        (("--stands", "refund-window"), "an answer needs a reviewer"),
        (("--apply",), "needs the name of who confirms it"),
    ],
)
def test_what_cannot_be_done_is_said_with_the_way_out(
    desk: Path, goldsmith: Goldsmith, words: tuple[str, ...], found: str
) -> None:
    edit(desk / "docs/returns.md", "The parcel needs a label.", "The parcel needs no label.")
    told = goldsmith("refresh", *words)

    assert told.status == 2
    assert found in told.err
    assert "Next: " in told.err
