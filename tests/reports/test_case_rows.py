"""What is said of a case beside its texts."""

from __future__ import annotations

from dataclasses import replace

import pytest

from goldsmith.records.observation import Leak
from goldsmith.reports.case_rows import (
    LeakRow,
    citation_marks,
    claim_mark,
    expected_shown,
    leak_rows,
    retrieved_marks,
    retrieved_summary,
    slice_numbers,
    slice_options,
)
from tests.reports.detail import cited, claim, detailed, leak, retrieved
from tests.reports.sample import case_result


@pytest.mark.parametrize(
    ("force", "state", "mark"),
    [
        ("required", "stated", ("good", "stated")),
        ("required", "not_stated", ("bad", "missing")),
        ("required", "undecided", ("warn", "only a judge can tell")),
        ("optional", "stated", ("soft", "stated")),
        ("optional", "not_stated", ("soft", "not stated")),
        ("prohibited", "stated", ("bad", "stated, and prohibited")),
        ("prohibited", "not_stated", ("good", "not stated")),
        ("prohibited", "undecided", ("warn", "only a judge can tell")),
    ],
)
def test_a_claim_says_how_it_stands(force: str, state: str, mark: tuple[str, str]) -> None:
    assert claim_mark(claim("It holds.", force, state)) == mark


def test_a_citation_says_how_it_was_resolved_the_gravest_first() -> None:
    leaks = (Leak(channel="citations", document="d", detail="citation 2: d#1", basis="denied"),)
    bad = cited("d#1", retrieved="no", known="no", quote_found="not_found", superseded=True, needs=())

    assert [words for _, words in citation_marks(bad, 2, leaks)] == [
        "denied to the asker",
        "not in the corpus",
        "not retrieved",
        "the quoted words do not stand there",
        "superseded source",
    ]
    assert citation_marks(cited("d#1", retrieved="unknown"), 1, leaks) == (
        ("warn", "what was retrieved is not shown"),
        ("good", "evidence"),
    )
    assert citation_marks(cited("d#1", needs=()), 1, ()) == (("soft", "retrieved, no evidence of this case"),)


def test_a_passage_says_what_is_wrong_with_it() -> None:
    passage = retrieved("d#1", None, denied=True, superseded=True, known="no", text_differs=True, needs=("term",))

    assert [words for _, words in retrieved_marks(passage)] == [
        "denied to the asker",
        "evidence",
        "superseded",
        "not in the corpus",
        "text differs from the frozen one",
        "duplicate",
    ]


def test_what_was_retrieved_fits_a_line() -> None:
    none = detailed(retrieved=(retrieved("d#1", 1),), retrieved_total=1)

    assert [retrieved_summary(detailed()), retrieved_summary(none)] == [
        "30 passages · evidence at rank 2 · 1 denied · 1 duplicate",
        "1 passage · no evidence among them",
    ]


def test_leaks_are_told_by_source_and_channel() -> None:
    found = leak_rows(
        (leak("context", "rank 1", "denied"), leak("answer", "a", "text"), leak("context", "r2", "denied"))
    )

    assert found == (LeakRow(document="salary-bands", channels=(("context", 2, "rank 1"), ("answer", 1, "a"))),)


def test_claims_that_are_listed_are_not_told_twice() -> None:
    item = detailed(
        expected="behaviour: refuse\nmust say: It counts from delivery.\nmust say: Another.\nmust point to: desk"
    )

    assert expected_shown(item) == "behaviour: refuse\nmust say: Another.\nmust point to: desk"


def test_only_axes_that_tell_cases_apart_narrow_the_page_down() -> None:
    cases = [
        case_result("returns-001", labels=(("job", "lookup"), ("risk", "high"))),
        case_result("returns-002", labels=(("job", "exception"), ("risk", "high"))),
    ]
    options = slice_options(cases)

    assert (options, [slice_numbers(item, options) for item in cases]) == (
        (("job", ((0, "exception"), (1, "lookup"))),),
        ["1", "0"],
    )
    assert slice_numbers(replace(cases[0], labels=()), options) == ""
