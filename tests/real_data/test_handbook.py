"""A handbook that really changed: what is asked, held against labels made by hand, and a second opinion by git."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from goldsmith.ondisk.golden import load_golden
from goldsmith.records.case import Case
from goldsmith.records.refresh import Impact
from goldsmith.text.normal import comparable
from tools import handbook_witness as second
from tools.refresh_real import CHANGED, HANDBOOK, Pair, pairs, report

pytestmark = [pytest.mark.real_data, pytest.mark.timeout(300)]

YEARS = ("2021", "2023", "2024")
STATES = {"intact", "elsewhere", "section", "edited", "split", "crossed", "gone", "none"}
CHANGED_WITHOUT_EVIDENCE = "answered now"
SPLITS_TOLD_OTHERWISE = {
    "hb21-classified-for-project 2021->2023": "quote_gone",
    "hb21-classified-for-project 2021->2024": "quote_gone",
}
"""Quotes that stand in pieces, and are asked about under another name: a link was put into a sentence of it, and little
else of its page is left."""
RIVALS_NOT_NAMED = {"hb23-contribution-rights 2023->2024"}
"""Another page says the same now, and the case is only in the list that is confirmed together."""


@pytest.fixture(scope="module")
def folder(shared: Path) -> Path:
    return shared / "data" / "tts-handbook"


@pytest.fixture(scope="module")
def found(folder: Path) -> tuple[Pair, ...]:
    return pairs(folder)


def lines(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (HANDBOOK / name).read_text(encoding="utf-8").splitlines()]


def labels() -> list[dict[str, Any]]:
    return [*lines("truth.jsonl"), *lines("truth-2023.jsonl")]


def cases() -> Iterator[tuple[str, Case]]:
    for year in ("2021", "2023"):
        for case in load_golden(HANDBOOK / f"golden-{year}.yaml").golden.cases:
            yield year, case


def named(label: dict[str, Any]) -> tuple[str, str, str]:
    return label["case"], label["from"], label["to"]


def test_every_changed_pair_is_asked_about_and_little_else(found: tuple[Pair, ...]) -> None:
    told = list(report(found, cases=True))

    assert [pair.name for pair in found if pair.changed and not pair.asked] == []
    assert told[-1] == "PASS"
    assert any(line.startswith("all: 124 pairs, 67 changed") for line in told)


def test_a_split_is_told_as_one_with_all_of_its_pieces_but_where_it_is_known_not_to(found: tuple[Pair, ...]) -> None:
    splits = [pair for pair in found if pair.truth == "split"]

    assert {pair.name: pair.impact.impact for pair in splits if not pair.named} == SPLITS_TOLD_OTHERWISE
    assert [pair.name for pair in splits if pair.named and len(pair.impact.reasons[0].pinned) < 2] == []


def test_a_passage_that_says_the_same_elsewhere_is_named_but_one(found: tuple[Pair, ...]) -> None:
    unnamed = {pair.name for pair in found if pair.rival and not pair.names_rival}

    assert unnamed == RIVALS_NOT_NAMED


def test_a_pair_that_is_missed_or_asked_without_need_fails_the_report(found: tuple[Pair, ...]) -> None:
    quiet = [Quiet(pair) if pair.changed else pair for pair in found]
    loud = [Loud(pair) for pair in found]

    assert list(report(quiet, cases=False))[-1].startswith("missed: ")  # type: ignore[arg-type]
    assert "asked over one year: 100%" in list(report(loud, cases=False))[-1]  # type: ignore[arg-type]


class _Said:
    def __init__(self, pair: Pair) -> None:
        self._pair = pair

    def __getattr__(self, name: str) -> Any:
        return getattr(self._pair, name)


class Quiet(_Said):
    """A pair about which nobody is asked."""

    asked = False


class Loud(_Said):
    """A pair about which somebody is asked."""

    asked = True


def test_every_pair_of_a_case_and_a_later_date_is_labelled_once() -> None:
    wanted = {(case.id, year, later) for year, case in cases() for later in YEARS if later > year}
    counted = Counter(map(named, labels()))

    assert set(counted) == wanted
    assert set(counted.values()) == {1}


def test_every_label_says_what_became_of_the_evidence_and_why(folder: Path) -> None:
    held = {case.id: bool(case.evidence) for _, case in cases()}

    assert {label["evidence"] for label in labels()} <= STATES
    assert [named(label) for label in labels() if (label["evidence"] == "none") == held[label["case"]]] == []
    assert [named(label) for label in labels() if not label["why"].strip()] == []
    assert [
        named(label)
        for label in labels()
        if label.get("document_now") and not (folder / f"{label['to']}-01-01" / label["document_now"]).is_file()
    ] == []


def test_every_quote_stands_exactly_once_in_its_page(folder: Path) -> None:
    wrong = [
        (case.id, item.document)
        for year, case in cases()
        for need in case.evidence
        for item in need.any_of
        if comparable((folder / f"{year}-01-01" / str(item.document)).read_text(encoding="utf-8")).count(
            comparable(str(item.quote))
        )
        != 1
    ]

    assert wrong == []


def test_each_kind_of_change_is_met_by_five_cases(found: tuple[Pair, ...]) -> None:
    met = {(kind, pair.case) for pair in found for kind in kinds(pair)}
    counts = Counter(kind for kind, _ in met)

    assert {kind: count for kind, count in counts.items() if count < 5} == {}
    assert set(counts) == {*CHANGED, "intact", "elsewhere", "merged", "rival", "unanswered", CHANGED_WITHOUT_EVIDENCE}


def kinds(pair: Pair) -> Iterator[str]:
    yield pair.truth
    if pair.merged:
        yield "merged"
    if pair.rival:
        yield "rival"


def test_what_git_and_a_plain_search_see_is_what_is_committed(folder: Path) -> None:
    seen = list(second.witness(folder))

    assert [dict(line) for line in seen] == lines("witness.jsonl")


def test_the_labels_differ_from_it_in_the_nine_pairs_that_were_read_again() -> None:
    told = list(second.disagreements(list(lines("witness.jsonl"))))

    assert len(told) == 9
    assert [line for line in told if line.endswith("no label")] == []


def test_a_pair_with_changed_evidence_by_git_is_asked_about_or_labelled_otherwise(found: tuple[Pair, ...]) -> None:
    asked = {(pair.case, pair.start, pair.to) for pair in found if pair.asked}
    told = {line.partition(":")[0] for line in second.disagreements(list(lines("witness.jsonl")))}
    unasked = [
        f"{line['case']} {line['from']} -> {line['to']}"
        for line in lines("witness.jsonl")
        if (line["quote"] != "same" or line["section"] != "same") and named(line) not in asked
    ]

    assert [name for name in unasked if name not in told] == []


def test_an_impact_that_is_not_asked_about_never_hides_a_change(found: tuple[Pair, ...]) -> None:
    hidden: set[Impact] = {pair.impact.impact for pair in found if pair.changed and not pair.asked}

    assert hidden == set()
    assert {pair.truth for pair in found if pair.changed} <= {*CHANGED, CHANGED_WITHOUT_EVIDENCE}


def test_the_second_opinion_needs_nothing_of_ours() -> None:
    source = Path(second.__file__).read_text(encoding="utf-8")

    assert "import goldsmith" not in source
    assert "from goldsmith" not in source
