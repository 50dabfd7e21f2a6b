"""Two labels are held against each other thing by thing; selections are the same or they are not."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from goldsmith.records.workbench import ClaimWord, Labelled, Mark
from goldsmith.review.differences import Differing, differences, same_selection
from tests.review.saying import APPROVED, REJECTED, mark, with_marks

MARKS = st.lists(
    st.builds(mark, st.sampled_from(["d#1", "d#2", "d#3"]), need=st.integers(0, 2)), max_size=5
)  # fmt: skip


def test_labels_that_say_the_same_differ_in_nothing() -> None:
    assert differences(APPROVED, replace(APPROVED, reason="in other words", seconds=90)) == ()


def test_how_needs_are_numbered_makes_no_difference() -> None:
    one = with_marks(APPROVED, mark("d#1", need=0), mark("d#2", need=1))
    other = with_marks(APPROVED, mark("d#2", need=0), mark("d#1", need=1))

    assert differences(one, other) == ()


def test_what_only_one_marked_is_named() -> None:
    one, other = with_marks(APPROVED, mark("d#1")), with_marks(APPROVED, mark("d#1"), mark("d#2"))

    assert differences(one, other) == (Differing(name="evidence", first="", second="d#2"),)


def test_all_of_them_and_any_of_them_are_not_the_same() -> None:
    both = with_marks(APPROVED, mark("d#1", need=0), mark("d#2", need=1))
    either = with_marks(APPROVED, mark("d#1", need=0), mark("d#2", need=0))

    assert differences(both, either) == (Differing(name="evidence", first="d#1 and d#2", second="d#1 or d#2"),)


def test_a_word_more_makes_no_difference_and_another_sentence_of_the_chunk_does() -> None:
    whole = replace(mark("d#1"), start=0, end=30, quote="Goods are taken back. Keep it.")
    first, last = replace(whole, end=21, quote="Goods are taken back."), replace(whole, start=22, quote="Keep it.")

    assert differences(with_marks(APPROVED, whole), with_marks(APPROVED, first)) == ()
    assert differences(with_marks(APPROVED, first), with_marks(APPROVED, last)) == (
        Differing(name="evidence", first="Goods are taken back.", second="Keep it."),
    )


def test_an_approval_and_a_rejection_differ_in_the_decision() -> None:
    assert differences(APPROVED, REJECTED)[0] == Differing(name="decision", first="approved", second="rejected")


def test_two_who_reject_need_not_agree_on_why() -> None:
    assert differences(REJECTED, replace(REJECTED, reason="the source is wrong", behaviour="clarify")) == ()


def test_answer_claims_and_behaviour_are_named_one_by_one() -> None:
    one = replace(APPROVED, claims=(ClaimWord(claim=0, holds=True), ClaimWord(claim=1, holds=True)))
    other = replace(
        one, answer="incomplete", behaviour="clarify", claims=(one.claims[0], ClaimWord(claim=1, holds=False))
    )

    assert differences(one, other) == (
        Differing(name="answer", first="right", second="incomplete"),
        Differing(name="claim", first="holds", second="does not hold", claim=1),
        Differing(name="behaviour", first="answer", second="clarify"),
    )


@given(MARKS, MARKS)
def test_labels_differ_in_evidence_exactly_where_their_selections_do(first: list[Mark], second: list[Mark]) -> None:
    one, other = with_marks(APPROVED, *first), with_marks(APPROVED, *second)

    assert bool(differences(one, other)) == (not same_selection(first, second))
    assert bool(differences(other, one)) == bool(differences(one, other))


@given(st.sampled_from([APPROVED, REJECTED]), MARKS)
def test_no_label_differs_from_itself(label: Labelled, marks: list[Mark]) -> None:
    said = with_marks(label, *marks)

    assert differences(said, said) == ()
