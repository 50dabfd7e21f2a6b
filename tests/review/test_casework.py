"""What state a review is in follows from what was said, and from nothing else."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldsmith.records.workbench import (
    AnyFact,
    AppliedToSet,
    Closed,
    Commented,
    EvidenceGiven,
    OpenState,
    Resolved,
    Taken,
    Withdrawn,
)
from goldsmith.review.bench import Bench
from goldsmith.review.casework import Round
from tests.review.saying import APPROVED, REJECTED, bench_of, mark, opened, stored, with_marks

EVIDENCE = EvidenceGiven(round=1, marks=(mark("d#1"),), prelabel_shown=False)
APPLIED = AppliedToSet(round=1, decisions=("d-1",), case_digest="c1:x")
OUTSIDE = replace(REJECTED, decision="outside_my_field")
FIRST = with_marks(APPROVED, mark("d#1"))
OTHER = with_marks(APPROVED, mark("d#2"))


def the_round(*said: tuple[str, AnyFact]) -> Round:
    found = bench_of(*said).round_of("a")
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("needed", "said", "state"),
    [
        (1, [], "waiting"),
        (1, [("ann", FIRST)], "settled"),
        (1, [("ann", OUTSIDE)], "waiting"),
        (2, [("ann", FIRST)], "waiting"),
        (2, [("ann", FIRST), ("ben", FIRST)], "settled"),
        (2, [("ann", FIRST), ("ben", OTHER)], "disputed"),
        (2, [("ann", FIRST), ("ben", REJECTED)], "disputed"),
        (2, [("ann", FIRST), ("ann", OTHER)], "waiting"),
        (2, [("ann", FIRST), ("ben", OUTSIDE), ("cleo", FIRST)], "settled"),
        (2, [("ann", FIRST), ("ben", REJECTED), ("ben", Withdrawn(round=1, what="label"))], "waiting"),
        (2, [("ann", FIRST), ("ben", OTHER), ("cleo", Resolved(round=1, label=FIRST, of=()))], "settled"),
        (1, [("ann", FIRST), ("owner", APPLIED)], "applied"),
        (1, [("ann", FIRST), ("owner", Closed(round=1, why="gone"))], "closed"),
    ],
)
def test_the_state_follows_from_the_labels(needed: int, said: list[tuple[str, AnyFact]], state: OpenState) -> None:
    assert the_round(("owner", opened(needed=needed)), *said).state == state


def test_taking_evidence_back_takes_the_label_with_it() -> None:
    one = the_round(
        ("owner", opened()), ("ann", EVIDENCE), ("ann", FIRST), ("ann", Withdrawn(round=1, what="evidence"))
    )

    assert (dict(one.evidence), one.labels) == ({}, ())


def test_a_place_is_free_again_once_its_label_is_in() -> None:
    begun = (("owner", opened(needed=2)), ("ann", Taken(round=1, until="2026-09-08T12:30:00Z")))

    assert dict(the_round(*begun).taken) == {"ann": "2026-09-08T12:30:00Z"}
    assert dict(the_round(*begun, ("ann", FIRST)).taken) == {}


def test_a_second_round_leaves_the_first_as_it_was() -> None:
    bench = bench_of(
        ("owner", opened()), ("ann", FIRST), ("owner", Closed(round=1, why="edited")), ("owner", opened(number=2))
    )
    first, second = bench.work["a"].rounds

    assert (first.state, second.state, second.labels) == ("closed", "waiting", ())
    assert bench.work["a"].said == {"owner": 3, "ann": 1}


def test_a_fact_of_a_round_that_was_never_opened_counts_and_changes_nothing() -> None:
    bench = bench_of(("owner", opened()), ("ann", Commented(round=7, text="?")))

    assert (bench.work["a"].facts, bench.round_of("a")) == (2, the_round(("owner", opened())))


PEOPLE = st.sampled_from(["ann", "ben", "cleo"])
FACTS = st.sampled_from(
    [FIRST, OTHER, REJECTED, OUTSIDE, EVIDENCE, APPLIED, opened(needed=2), opened(number=2),
     Commented(round=1, text="x"), Withdrawn(round=1, what="label"), Withdrawn(round=1, what="evidence"),
     Resolved(round=1, label=FIRST, of=()), Closed(round=1, why="gone"),
     Taken(round=1, until="2026-09-08T12:30:00Z")]
)  # fmt: skip


@given(st.lists(st.tuples(PEOPLE, FACTS), max_size=20), st.integers(0, 20))
def test_facts_taken_in_at_once_or_bit_by_bit_say_the_same(said: list[tuple[str, AnyFact]], cut: int) -> None:
    facts = stored(said)
    whole, parts = Bench(), Bench()

    whole.take_in(facts)
    parts.take_in(facts[:cut])
    parts.take_in(facts[cut:])

    assert (whole.work, whole.states, whole.position) == (parts.work, parts.states, parts.position)
    for state, cases in whole.states.items():
        for case in cases:
            one = whole.round_of(case)
            assert one is not None
            assert one.state == state
