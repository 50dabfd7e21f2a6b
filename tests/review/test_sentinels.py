"""Sentinels are chosen for what they decide, and one ruler measures everybody."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from goldsmith.records.case import AcceptedAnswer, Case, Identity, Origin
from goldsmith.records.claims import ProhibitedClaim
from goldsmith.records.decision import Adjudication, ReviewFact, Status
from goldsmith.records.sentinels import RulerReading, SettledWord, WordSaid
from goldsmith.review.sentinels import (
    Flips,
    History,
    choose,
    ruler,
    settled_over_time,
    settled_words,
    stand,
)
from tests.review.deciding import adjudication, case, decision

APPROVED = Status(state="approved", why="two agree")
PLAIN = Case(id="plain", question="When?", accept=(AcceptedAnswer(answer="Now."),), behaviour="answer", risk="low")
GUARD = replace(PLAIN, id="guard", identity=Identity(user="eu", denied=("payroll",)))
REFUSAL = replace(PLAIN, id="refusal", behaviour="refuse", answerability="unsupported")
CLAIM = replace(PLAIN, id="claim", claims=(ProhibitedClaim(prohibited="A voucher."),))
RISKY = replace(PLAIN, id="risky", risk="high")
WORD = SettledWord(
    case="a", content="c1:now", decision="approved", needs=(("x", "y"), ("z",)), since="2026-09-08T12:00:00Z",
    by=("ada", "ben"),
)  # fmt: skip
NEEDS = {"a": (("x", "y"), ("z",))}


def chosen(
    *cases: Case, flips: dict[str, Flips] | None = None, most: int = 9
) -> dict[str, tuple[float, tuple[str, ...]]]:
    states = {item.id: APPROVED for item in cases}
    found = choose(cases, states, flips=flips or {}, settled={}, most=most)
    return {one.case: (one.value, one.reasons) for one in found}


def said(day: int, word: str = "+", evidence: str | None = "xz", *, who: str = "chen", of: str = "a") -> WordSaid:
    return WordSaid(
        who=who,
        kind="reviewer",
        case=of,
        content="c1:now",
        at=f"2026-10-{day:02}T12:00:00Z",
        decision="approved" if word == "+" else "rejected",
        evidence=None if evidence is None else tuple(evidence),
    )


def test_what_guards_a_gate_is_chosen_before_what_is_risky_and_that_before_the_plain() -> None:
    assert list(chosen(PLAIN, GUARD, REFUSAL, CLAIM, RISKY)) == ["guard", "refusal", "risky", "claim", "plain"]


def test_every_point_is_said_in_words() -> None:
    asker = replace(GUARD, risk="high", behaviour="fail_safely", origin=Origin(kind="ticket"))

    assert chosen(asker, flips={"guard": Flips(changed=3, of=4)}) == {
        "guard": (
            12.0,
            (
                "it guards access to sources (+3)",
                "right is to fail safely (+3)",
                "its risk is high (+2)",
                "its verdict changed 3 of 4 times from run to run (+1.5)",
                "no sentinel has behaviour fail_safely (+1)",
                "no sentinel has risk high (+1)",
                "it is real (ticket) (+0.5)",
            ),
        )
    }


def test_a_slice_that_a_sentinel_covers_gives_no_point_nor_does_one_chosen_before() -> None:
    covered = replace(RISKY, id="sentinel", sentinel=True)
    twin = replace(REFUSAL, id="refusal-2")
    found = chosen(covered, REFUSAL, twin)

    assert list(found) == ["refusal", "refusal-2"]
    assert [value for value, _ in found.values()] == [5.0, 3.0]


def test_real_comes_before_synthetic() -> None:
    real = replace(PLAIN, id="z-real", origin=Origin(kind="log"))
    made = replace(PLAIN, id="a-made", origin=Origin(kind="synthetic"))

    assert list(chosen(made, real)) == ["z-real", "a-made"]


def test_only_approved_cases_that_are_not_stale_and_no_sentinels_are_chosen() -> None:
    cases = (PLAIN, GUARD, RISKY, replace(REFUSAL, sentinel=True))
    states = {
        "plain": APPROVED,
        "guard": Status(state="candidate", why=""),
        "risky": Status(state="approved", why="", flags=("stale",)),
        "refusal": APPROVED,
    }

    assert [one.case for one in choose(cases, states, flips={}, settled={}, most=9)] == ["plain"]


def test_of_equals_the_calibrated_one_comes_first() -> None:
    cases = (replace(PLAIN, id="a"), replace(PLAIN, id="b"))
    found = choose(cases, dict.fromkeys("ab", APPROVED), flips={}, settled={"b": WORD}, most=1)

    assert [(one.case, one.calibrated) for one in found] == [("b", True)]


def test_two_who_agree_in_word_and_evidence_calibrate_a_case() -> None:
    held = case("a", chunks="xz")
    agreeing: list[ReviewFact] = [decision("a", "ada", "+", "xz"), decision("a", "ben", "+", "zx")]
    settle = {"a": "c1:now"}

    assert settled_words([held], settle, agreeing, needs=NEEDS)["a"].by == ("ada", "ben")
    others: tuple[list[ReviewFact], ...] = (
        [decision("a", "ada", "+", "xz")],
        [decision("a", "ada", "+", "xz"), decision("a", "ada", "+", "xz")],
        [decision("a", "ada", "+", "xz"), decision("a", "ben", "-", "xz")],
        [decision("a", "ada", "+", "xz"), decision("a", "ben", "+", "x")],
        [decision("a", "ada", "+", "xz"), decision("a", "ben", "o")],
        [decision("a", "ada", "+", "xz", digest="c1:old"), decision("a", "ben", "+", "xz", digest="c1:old")],
        [*agreeing, decision("a", "chen", "-")],
    )
    for other in others:
        assert settled_words([held], settle, other, needs=NEEDS) == {}


def test_an_adjudication_calibrates_alone_and_for_what_it_settled() -> None:
    facts: list[ReviewFact] = [
        decision("a", "ada", "+"),
        decision("a", "ben", "-"),
        adjudication("a", "a-ada-+", "a-ben--"),
    ]
    found = settled_words([case("a")], {"a": "c1:now"}, facts, needs={})

    assert (found["a"].by, found["a"].decision, found["a"].since) == (("zoe",), "approved", "2026-09-09T12:00:00Z")
    assert settled_words([case("a")], {"a": "c1:edited"}, facts, needs={}) == {}


def test_a_word_that_is_settled_again_holds_from_the_first_time_on() -> None:
    facts: list[ReviewFact] = [
        decision("a", "ada", "+", "xz"),
        decision("a", "ben", "+", "xz"),
        decision("a", "chen", "-"),
        replace(adjudication("a"), at="2026-12-01T12:00:00Z"),
    ]
    found = settled_over_time([case("a")], {"a": "c1:now"}, facts, needs=NEEDS)

    assert found == {("a", "c1:now"): (WORD,)}


def test_a_word_that_is_overturned_holds_until_then() -> None:
    overturned: Adjudication = replace(adjudication("a"), decision="rejected", at="2026-12-01T12:00:00Z")
    facts: list[ReviewFact] = [
        decision("a", "ada", "+", "xz"),
        decision("a", "ben", "+", "xz"),
        decision("a", "chen", "-"),
        overturned,
    ]
    settled = settled_over_time([case("a")], {"a": "c1:now"}, facts, needs=NEEDS)
    early, late = said(1, "-"), replace(said(1, "-"), at="2026-12-02T12:00:00Z")
    (reading,) = ruler(settled, [early, late])

    assert [one.decision for one in settled["a", "c1:now"]] == ["approved", "rejected"]
    assert (reading.labels, reading.same_word) == (2, 1)


def test_the_ruler_counts_words_and_evidence_with_their_intervals() -> None:
    (reading,) = ruler({("a", "c1:now"): (WORD,)}, [said(1), said(2, evidence="yz"), said(3, "-", None)])

    assert reading == RulerReading(
        who="chen",
        kind="reviewer",
        labels=3,
        same_word=2,
        interval=reading.interval,
        selections=2,
        same_evidence=2,
        evidence_interval=reading.evidence_interval,
        apart=("a",),
        standing="cannot_tell",
        why="3 of at least 5 labels of sentinels since they were settled",
    )


def test_evidence_is_the_same_where_each_need_has_one_of_its_passages_and_nothing_else_is_named() -> None:
    settled = {("a", "c1:now"): (WORD,)}
    right = {evidence: ruler(settled, [said(1, evidence=evidence)])[0].same_evidence for evidence in
             ("xz", "yz", "xyz", "x", "z", "xzw", "")}  # fmt: skip

    assert right == {"xz": 1, "yz": 1, "xyz": 1, "x": 0, "z": 0, "xzw": 0, "": 0}


def test_what_settled_a_word_and_what_was_said_before_it_is_not_held_against_it() -> None:
    settled = {("a", "c1:now"): (WORD,)}
    before = replace(said(1), at="2026-09-08T12:00:00Z")
    elsewhere = replace(said(1), content="c1:old")

    assert ruler(settled, [before, elsewhere, replace(said(1), decision="outside_my_field")]) == ()


def test_drift_is_told_only_where_the_whole_interval_is_below_the_floor() -> None:
    settled = {("a", "c1:now"): (WORD,)}

    def standing(right: int, wrong: int) -> str:
        words = [said(day, "+" if day <= right else "-") for day in range(1, right + wrong + 1)]
        return ruler(settled, words)[0].standing

    assert [standing(*counts) for counts in ((0, 4), (1, 4), (3, 3), (12, 0), (11, 0))] == [
        "cannot_tell", "drifted", "cannot_tell", "holds", "cannot_tell",
    ]  # fmt: skip


@given(st.permutations([said(day, "+-"[day % 2], who="ab"[day % 3 == 0]) for day in range(1, 10)]))
def test_the_ruler_reads_the_same_in_whatever_order_words_come_and_however_often(words: list[WordSaid]) -> None:
    settled = {("a", "c1:now"): (WORD,)}
    ordered = sorted(words, key=lambda one: one.at)

    assert ruler(settled, [*words, *words]) == ruler(settled, ordered)


def test_a_sentinel_is_due_when_nobody_spoke_of_what_it_says_now_for_so_long() -> None:
    held = case("a")

    def due(*words: WordSaid, now: str, is_open: bool = False) -> tuple[str | None, bool]:
        history = History(settled=WORD, said=words, is_open=is_open)
        found = stand(held, APPROVED, "c1:now", history, now=now, relabel_after_days=30)
        return found.due_at, found.due

    old = replace(said(1), content="c1:old")
    assert due(now="2026-10-08T11:59:59Z") == ("2026-10-08T12:00:00Z", False)
    assert due(now="2026-10-08T12:00:00Z") == ("2026-10-08T12:00:00Z", True)
    assert due(old, now="2026-10-08T12:00:00Z") == ("2026-10-08T12:00:00Z", True)
    assert due(said(1), now="2026-10-30T12:00:00Z") == ("2026-10-31T12:00:00Z", False)
    assert due(now="2027-10-08T12:00:00Z", is_open=True) == ("2026-10-08T12:00:00Z", False)


def test_a_sentinel_that_is_not_approved_is_reviewed_anyway_and_not_due() -> None:
    history = History(settled=None, said=(), is_open=False)
    edited = Status(state="edited", why="")
    found = stand(case("a"), edited, "c1:now", history, now="2026-10-08T12:00:00Z", relabel_after_days=30)

    assert (found.due, found.due_at, found.calibrated) == (False, None, False)
