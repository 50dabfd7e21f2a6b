"""What differs between two runs, and what a comparison says as a whole."""

from __future__ import annotations

import pytest

from goldsmith.records.comparison import Change, Comparison
from goldsmith.stats.power import smallest_fall_that_flips
from tests.comparison.sides import case, compared, passed, side


def test_two_equal_runs_have_nothing_to_tell() -> None:
    cases = [case("c1"), case("c2")]
    passes = [passed("c1"), passed("c2", "failed", "why")]

    result = compared(side("now", cases, passes=passes), side("main", cases, passes=passes), cases)

    assert result == Comparison(
        baseline="main",
        why_this_baseline="it was asked for",
        common=2,
        left_out=(),
        changes=(),
        effects=(),
        regressions=(),
        improved=(),
        smallest_visible_fall=None,
        flip_share=0.0,
        stale=False,
    )


def test_flips_are_counted_in_both_directions_and_gains_are_named() -> None:
    cases = [case(name) for name in ("a", "b", "c", "d", "e")]
    now = side(
        "now",
        cases,
        passes=[passed("a"), passed("b", "failed", "x"), passed("c"), passed("d"), passed("e", "undecided")],
    )
    before = side(
        "main", cases, passes=[passed("a", "failed", "x"), passed("b"), passed("c"), passed("d"), passed("e")]
    )

    result = compared(now, before, cases)

    assert (result.improved, result.flip_share) == (("a",), 0.5)
    assert [item.case for item in result.regressions if item.case_failed] == ["b"]
    assert result.changes == (
        Change(what="measure", message="1 case passed in the baseline and cannot be decided now: e"),
    )


def test_a_component_with_another_fingerprint_makes_the_baseline_stale() -> None:
    cases = [case("c1")]
    now = side("now", cases, fingerprints={"model": "m2", "prompt": "p1", "chunker": "c1"})
    before = side("main", cases, fingerprints={"model": "m1", "prompt": "p1", "reranker": "r1"})

    result = compared(now, before, cases)

    assert result.stale
    assert result.changes == (
        Change(
            what="system",
            component="chunker",
            message="chunker: declared only now (c1), so the baseline may have had another",
        ),
        Change(
            what="system",
            component="reranker",
            message="reranker: declared only in the baseline (r1), so it may be another now",
        ),
        Change(what="system", component="model", message="model: m1 → m2"),
    )


def test_set_corpus_and_system_are_told_apart() -> None:
    cases = [case("c1")]
    now = side("now", cases, set_version="1.5.0", corpus="2026-10", system_digest="s2", system_revision="b7", repeats=3)

    result = compared(now, side("main", cases), cases)

    assert not result.stale
    assert result.changes == (
        Change(what="set", message="version 1.4.0 → 1.5.0"),
        Change(what="corpus", message="revision 2026-09 → 2026-10"),
        Change(what="measure", message="each case was asked once in the baseline and 3 times now"),
        Change(what="system", message="revision none → b7"),
        Change(what="system", message="desk is configured otherwise"),
    )


def test_another_set_and_another_split_are_told() -> None:
    cases = [case("c1")]

    result = compared(side("now", cases, set_name="shop", split="release"), side("main", cases, split="dev"), cases)

    assert result.changes == (
        Change(what="set", message="another set: help-desk → shop"),
        Change(what="set", message="split dev → release"),
    )


def test_a_corpus_label_that_holds_other_content_is_told() -> None:
    cases = [case("c1")]

    result = compared(side("now", cases, corpus_digest="k2"), side("main", cases), cases)

    assert result.changes == (Change(what="corpus", message="revision 2026-09 has other content: k1 → k2"),)


@pytest.mark.parametrize(("number", "points"), [(0, None), (5, None), (6, 86), (40, 18), (62, 14)])
def test_the_smallest_visible_fall_shrinks_with_the_cases(number: int, points: int | None) -> None:
    names = [f"c{place}" for place in range(number)]
    cases, passes = [case(name) for name in names], [passed(name) for name in names]

    fall = compared(side("now", cases, passes=passes), side("main", cases, passes=passes), cases).smallest_visible_fall

    assert (None if fall is None else round(fall * 100)) == points


def test_the_smallest_visible_fall_grows_with_the_flips() -> None:
    names = [f"c{place:02}" for place in range(62)]
    cases = [case(name) for name in names]
    now = [passed(name, "passed" if place % 5 < 4 else "failed", "x") for place, name in enumerate(names)]
    before = [passed(name, "passed" if place % 5 else "failed", "x") for place, name in enumerate(names)]

    result = compared(side("now", cases, passes=now), side("main", cases, passes=before), cases)

    assert result.flip_share == 25 / 62
    assert result.smallest_visible_fall == smallest_fall_that_flips(62, least_flips=25 / 62)
