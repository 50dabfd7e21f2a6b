"""How far reviewers agree, and what is said where nothing can be."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goldsmith.records.agreement import Difference, Figure, GroupAgreement, ReviewAgreement
from goldsmith.records.case import Case
from goldsmith.records.decision import Decision, ReviewFact
from goldsmith.review.agreement import Asked, agreement
from tests.review.deciding import adjudication, both, case, decision

FEW = Asked(least=2)


def agreed(facts: Sequence[ReviewFact], *, cases: Sequence[Case] = (), asked: Asked = FEW) -> ReviewAgreement:
    digests = {item.id: "c1:now" for item in cases} or {fact.case: "c1:now" for fact in facts}
    return agreement("desk", cases, digests, facts, asked)


def test_two_reviewers_have_raw_agreement_kappa_and_the_agreement_on_each_word() -> None:
    found = agreed(both("+" * 20 + "-" * 5 + "+" * 10 + "-" * 15, "+" * 25 + "-" * 25)).whole

    assert (found.contents, found.pairs, found.reviewers) == (50, 50, ("ada", "ben"))
    assert found.raw == pytest.approx(0.7)
    assert (found.figure.name, found.figure.standing) == ("kappa", "below")
    assert found.figure.value == pytest.approx(0.4)
    assert found.figure.interval == pytest.approx((0.151, 0.649), abs=5e-4)
    assert [word.word for word in found.words] == ["approved", "rejected"]
    assert [word.share for word in found.words] == pytest.approx([0.55, 0.45])
    assert [word.agreement for word in found.words] == pytest.approx([40 / 55, 30 / 45])


def test_more_than_two_reviewers_have_alpha_and_each_two_of_them_kappa() -> None:
    facts = [decision(f"c{n}", name, "+-"[n % 2]) for n in range(6) for name in ("ada", "ben", "chen")]
    found = agreed([*facts, decision("c9", "ada", "+"), decision("c9", "chen", "-")])

    assert (found.whole.figure.name, found.whole.contents, found.whole.pairs) == ("alpha", 7, 19)
    assert [(pair.reviewers, pair.figure.name, pair.contents) for pair in found.pairs] == [
        (("ada", "ben"), "kappa", 6),
        (("ada", "chen"), "kappa", 7),
        (("ben", "chen"), "kappa", 6),
    ]
    assert found.pairs[0].figure.value == 1.0


def test_full_agreement_holds_the_floor_and_claims_no_certainty() -> None:
    found = agreed(both("+-+-", "+-+-", evidence=["a|a", "b|b", "c|c", "|"]))

    assert found.whole.figure == Figure(
        name="kappa",
        value=1.0,
        interval=None,
        why="no disagreement was seen, so the formula sees no spread",
        standing="holds",
    )
    assert (found.whole.evidence.figure.value, found.standing, found.exit_status) == (1.0, "holds", 0)
    assert found.differences == ()


def test_a_kappa_that_is_low_because_one_word_dominates_says_so() -> None:
    found = agreed(both("+" * 94 + "-" * 6, "+" * 90 + "-" * 4 + "+" * 4 + "-" * 2)).whole

    assert found.figure.value == pytest.approx(0.2908, abs=5e-5)
    assert found.ac1 == pytest.approx(0.9098, abs=5e-5)
    assert found.low_by_prevalence
    assert not agreed(both("++--", "+-+-")).whole.low_by_prevalence


def test_one_word_alone_leaves_nothing_to_say_beyond_the_raw_agreement() -> None:
    found = agreed(both("+++", "+++"))

    assert (found.whole.raw, found.whole.figure.value) == (1.0, None)
    assert found.whole.figure.why == "only one word was ever given: approved"
    assert (found.standing, found.exit_status) == ("cannot_tell", 1)


def test_no_double_decision_leaves_nothing_to_say() -> None:
    found = agreed([decision("c", "ada"), decision("d", "ada")])

    assert (found.whole.contents, found.whole.raw, found.whole.raw_interval) == (0, None, None)
    assert found.whole.figure.why == "no two reviewers decided on the same content"
    assert (found.one_decision, found.standing) == (2, "cannot_tell")


def test_one_double_decision_has_no_interval() -> None:
    found = agreed(both("+", "-")).whole

    assert (found.contents, found.raw, found.raw_interval, found.figure.value) == (1, 0.0, None, None)


def test_fewer_cases_than_asked_for_tell_nothing_whatever_the_figure_is() -> None:
    found = agreed(both("+-+-+", "+-+-+"), asked=Asked(least=6))

    assert (found.whole.figure.value, found.whole.figure.standing) == (1.0, "cannot_tell")
    assert found.whole.figure.why.startswith("5 of at least 6 cases that two decided on")


def test_words_that_are_hardly_above_chance_cannot_be_used_as_they_stand() -> None:
    found = agreed(both("+-" * 100, "+--+" * 50)).whole.figure

    assert (found.standing, found.why) == ("below", "hardly more than chance gives: it cannot be used as it stands")


def test_selections_are_compared_as_sets_and_never_averaged() -> None:
    found = agreed(both("+-+-", "+-+-", evidence=["ab|ba", "c|cd", "e|f", "|"])).whole.evidence

    assert (found.contents, found.same, found.repeating) == (4, 0.5, 0)
    assert found.jaccard == pytest.approx((1 + 1 / 2 + 0 + 1) / 4)
    assert found.masi == pytest.approx((1 + 1 / 2 * 2 / 3 + 0 + 1) / 4)
    assert (found.figure.name, found.figure.standing) == ("alpha_masi", "below")


def test_who_only_names_what_the_case_names_confirms_and_does_not_select() -> None:
    cases = [case("c0", chunks="a"), case("c1", chunks="b"), case("c2")]
    confirmed = agreed(both("+-+", "+-+", evidence=["a|a", "b|b", "|"]), cases=cases)
    selected = agreed(both("+-+", "+-+", evidence=["a|a", "b|c", "|"]), cases=cases).whole.evidence

    assert (confirmed.whole.evidence.figure.standing, confirmed.whole.evidence.repeating) == ("not_asked", 3)
    assert confirmed.standing == "holds"
    assert (selected.figure.standing, selected.repeating) == ("below", 2)


def test_a_case_is_in_the_slice_of_each_of_its_words() -> None:
    cases = [case("c0", risk="high"), case("c1", risk="low"), case("c2", risk="high"), case("c3")]
    found = agreed(both("++-+", "+--+"), cases=cases).slices

    assert [(group.slice, group.contents, group.raw) for group in found] == [
        ({"risk": "high"}, 2, 1.0),
        ({"risk": "low"}, 1, 0.0),
    ]


def test_a_difference_says_what_differs() -> None:
    facts = [decision("c", "ada", "+", "ab"), decision("c", "ben", "-", "bc")]

    assert agreed(facts).differences == (
        Difference(
            case="c",
            content="c1:now",
            current=True,
            settled=False,
            first="ada",
            second="ben",
            first_word="approved",
            second_word="rejected",
            only_first=("a",),
            only_second=("c",),
            first_reason="read it",
            second_reason="read it",
        ),
    )


def test_open_differences_on_what_cases_say_now_come_first() -> None:
    facts: list[ReviewFact] = [
        *both("+", "-"),
        adjudication("c0", "c0-ada-+"),
        decision("earlier", "ada", digest="c1:old"),
        decision("earlier", "ben", "-", digest="c1:old"),
        decision("evidence", "ada", "+", "a"),
        decision("evidence", "ben", "+", "b"),
        decision("word", "ada"),
        decision("word", "ben", "-"),
    ]
    found = agreed(facts).differences

    assert [(item.case, item.current, item.settled) for item in found] == [
        ("word", True, False),
        ("evidence", True, False),
        ("c0", True, True),
        ("earlier", False, False),
    ]


def test_who_could_not_read_the_source_differs_in_the_word_alone() -> None:
    (found,) = agreed([decision("c", "ada", "u"), decision("c", "ben", "+", "ab")]).differences

    assert (found.first_word, found.only_first, found.only_second) == ("source_unreadable", (), ())


DECIDED = st.lists(
    st.tuples(
        st.sampled_from(["+-", "++", "--", "?+", "-+-", "+++", "+"]),
        st.lists(st.sampled_from(["", "a", "ab", "c"]), min_size=3, max_size=3),
    ),
    min_size=1,
    max_size=8,
)


def facts_of(decided: list[tuple[str, list[str]]], names: Sequence[str]) -> list[Decision]:
    return [
        decision(f"c{number}", name, word, selected)
        for number, (words, evidence) in enumerate(decided)
        for name, word, selected in zip(names, words, evidence, strict=False)
    ]


def figures(group: GroupAgreement) -> list[float | None]:
    evidence = group.evidence
    held = [group.raw, group.ac1, group.figure.value, evidence.same, evidence.jaccard, evidence.masi]
    return [*held, evidence.alpha_jaccard, evidence.figure.value]


@settings(max_examples=40)
@given(DECIDED, st.randoms(use_true_random=False))
def test_neither_names_nor_the_order_of_cases_matter(
    decided: list[tuple[str, list[str]]], chance: random.Random
) -> None:
    before = agreed(facts_of(decided, ["ada", "ben", "chen"]))
    chance.shuffle(decided)
    after = agreed(facts_of(decided, ["zoe", "yan", "xia"]))

    assert figures(after.whole) == pytest.approx(figures(before.whole), abs=1e-9)
    assert (after.one_decision, len(after.differences)) == (before.one_decision, len(before.differences))


@settings(max_examples=40)
@given(DECIDED)
def test_no_figure_leaves_its_bounds_and_masi_is_never_above_jaccard(decided: list[tuple[str, list[str]]]) -> None:
    found = agreed(facts_of(decided, ["ada", "ben", "chen"])).whole
    told = [value for value in figures(found) if value is not None]

    assert all(-1.0 - 1e-9 <= value <= 1.0 for value in told)
    assert (found.evidence.masi or 0.0) <= (found.evidence.jaccard or 0.0) + 1e-12
    assert sum(word.share for word in found.words) == pytest.approx(1.0 if found.contents else 0.0)


def test_facts_on_drafts_that_never_came_in_count_for_the_reviewers() -> None:
    found = agreed([decision("draft", "ada"), decision("draft", "ben", "-")], cases=[case("c")])

    assert (found.whole.contents, found.no_decision) == (1, 1)
    assert [item.current for item in found.differences] == [False]


def test_an_adjudication_is_no_decision_of_a_reviewer() -> None:
    facts: list[ReviewFact] = [decision("c", "ada"), adjudication("c", "c-ada-+")]

    assert agreed(facts).whole.contents == 0
    assert agreed([replace(decision("c", "ada"), corpus="r2"), *facts]).whole.contents == 0


def test_agreement_is_told_by_the_version_of_the_handbook_that_both_decided_by() -> None:
    def by(version: str | None, *said: ReviewFact) -> list[ReviewFact]:
        return [replace(one, handbook_digest=version) for one in said if isinstance(one, Decision)]

    old = by("h1:old", *both("+-+-", "+--+"))
    new = by("h1:new", *(replace(one, case=f"n{one.case}") for one in both("+-+-", "+-+-")))
    across = [*by("h1:old", decision("x", "ada", "+")), *by("h1:new", decision("x", "ben", "-"))]
    found = agreed([*old, *new, *across])

    assert [(group.slice, group.contents, group.raw) for group in found.handbooks] == [
        ({"handbook": "h1:new"}, 4, 1.0),
        ({"handbook": "h1:old"}, 4, 0.5),
    ]
    assert (found.whole.contents, found.across_handbooks) == (9, 1)
    assert found.standing == agreed([*old, *new, *across]).standing


def test_where_all_decided_by_one_version_there_is_nothing_to_tell_apart() -> None:
    assert (agreed(both("+-", "+-")).handbooks, agreed(both("+-", "+-")).across_handbooks) == ((), 0)
