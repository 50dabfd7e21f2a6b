"""The pool of a case, its scores and what an audit says of them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldsmith.ports.retriever import Ranked
from goldsmith.records.case import AcceptedAnswer, Case
from goldsmith.records.claims import OptionalClaim, ProhibitedClaim, RequiredClaim
from goldsmith.records.decision import DecisionWord
from goldsmith.records.prelabel import CountedShare, RetrieverShare
from goldsmith.records.vocabulary import Answerability
from goldsmith.records.workbench import Labelled, Mark, PooledPassage
from goldsmith.review.pooling import (
    Brought,
    Passage,
    Relevance,
    audit_error,
    audited,
    interleaved,
    pool,
    pool_recall,
    retriever_shares,
    scored,
    statements,
    states_an_answer,
)
from goldsmith.text.support import Weights

RANKS = st.dictionaries(
    st.sampled_from(["words", "ngrams", "headings"]),
    st.lists(st.sampled_from("abcdefgh"), unique=True).map(lambda ids: [Ranked(name, 1.0) for name in ids]),
)
WORDS = st.lists(
    st.sampled_from("refund money returned within 30 days months 24 no receipt 退款 срок".split()), max_size=8
).map(" ".join)


def ranked(ids: str) -> list[Ranked]:
    return [Ranked(name, 10.0 - at) for at, name in enumerate(ids)]


def case(*answers: str, question: str = "When is money returned?", answerability: Answerability = "unstated") -> Case:
    accept = tuple(AcceptedAnswer(answer=answer) for answer in answers)
    return Case(id="c1", question=question, accept=accept, answerability=answerability)


def passage(text: str, *, heading: str = "") -> Passage:
    return Passage(chunk="d#1", document="d", heading=heading, text=text)


def score(asked: Case, text: str, *, heading: str = "") -> float:
    return Relevance(Weights(())).score(asked, passage(text, heading=heading))


def auto(chunk: str, *, drawn: bool = False) -> PooledPassage:
    return PooledPassage(chunk=chunk, document="d", score=0.9, source="auto", audited=drawn, retrievers=("words",))


def by_hand(chunk: str) -> PooledPassage:
    return PooledPassage(
        chunk=chunk, document="d", score=0.2, source="human_required", audited=False, retrievers=("words",)
    )


def label(*chunks: str, decision: DecisionWord = "approved") -> Labelled:
    marks = tuple(Mark(need=0, document="d", start=0, end=1, quote="x", chunks=(chunk,)) for chunk in chunks)
    return Labelled(round=1, decision=decision, reason="", marks=marks)


def test_a_pool_holds_what_anybody_brought_and_says_who() -> None:
    assert pool({"words": ranked("ab"), "ngrams": ranked("bc")}, depth=2, named=["z"]) == (
        Brought(chunk="a", retrievers=("words",)),
        Brought(chunk="b", retrievers=("ngrams", "words")),
        Brought(chunk="c", retrievers=("ngrams",)),
        Brought(chunk="z", retrievers=()),
    )


@given(ranks=RANKS, depth=st.integers(0, 9), named=st.sets(st.sampled_from("abxyz")))
def test_a_pool_is_exactly_what_was_ranked_in_depth_and_what_the_case_names(
    ranks: dict[str, list[Ranked]], depth: int, named: set[str]
) -> None:
    found = pool(ranks, depth=depth, named=named)
    wanted = {item.chunk for items in ranks.values() for item in items[:depth]}

    assert {one.chunk for one in found} == wanted | named
    assert {one.chunk for one in found if one.retrievers} == wanted
    assert found == pool(dict(reversed(ranks.items())), depth=depth, named=named)


def test_two_ranks_of_one_retriever_take_turns() -> None:
    found = interleaved(ranked("abcd"), ranked("bx"), depth=4)

    assert [item.chunk for item in found] == ["a", "b", "x", "c"]


def test_a_passage_that_states_question_and_answer_scores_full() -> None:
    assert score(case("Within 30 days of purchase."), "Money is returned within 30 days of purchase.") == 1.0


def test_a_passage_on_the_topic_without_the_answer_scores_low() -> None:
    assert score(case("Within thirty days of purchase."), "Money is returned by the desk.") == 0.0


def test_the_word_of_the_answer_about_something_else_scores_low() -> None:
    assert score(case("By the express desk."), "The express desk opens at nine.") == 0.0


def test_another_amount_halves_the_score() -> None:
    asked = case("The refund money comes within 30 days of purchase.")
    right = score(asked, "Refund money is returned: it comes within 30 days of purchase.")
    wrong = score(asked, "Refund money is returned: it comes within 14 days of purchase.")

    assert (right, wrong < 0.5) == (1.0, True)


def test_an_amount_may_be_spelled_in_any_way() -> None:
    asked = case("The warranty lasts 24 months.", question="What of the warranty?")

    spelled = score(asked, "The warranty lasts two years: it is counted in months.")
    another = score(asked, "The warranty lasts three years: it is counted in months.")

    assert (spelled, another < 0.5) == (1.0, True)


@pytest.mark.parametrize(
    ("answer", "text"), [("Weekly.", "Money is returned weekly."), ("30", "Money is returned: 30.")]
)
def test_a_lone_word_or_number_is_never_enough_by_itself(answer: str, text: str) -> None:
    assert score(case(answer), text) == 0.8


def test_a_heading_counts_for_the_passage_under_it() -> None:
    asked = case("A receipt and the card.")

    assert score(asked, "Bring a receipt and the card.", heading="When money is returned") == 1.0


def test_any_of_the_accepted_answers_will_do() -> None:
    assert (
        score(case("Never at any price.", "With the receipt at hand."), "Money is returned with the receipt at hand")
        == 1
    )


@pytest.mark.parametrize("answers", [(), ("It is.",)])
def test_without_an_answer_that_states_something_no_passage_scores_above_a_half(answers: tuple[str, ...]) -> None:
    assert not states_an_answer(case(*answers))
    assert score(case(*answers), "When is money returned?") == 0.5


def test_required_claims_are_statements_and_others_are_not() -> None:
    asked = Case(
        id="c1",
        question="?",
        accept=(AcceptedAnswer(answer="one"),),
        claims=(RequiredClaim(required="two"), OptionalClaim(optional="three"), ProhibitedClaim(prohibited="four")),
    )

    assert statements(asked) == ("one", "two")


def test_how_a_refusal_is_worded_is_no_statement() -> None:
    assert statements(case("The handbook does not say.", answerability="unsupported")) == ()


@given(question=WORDS, answer=WORDS, text=WORDS, heading=WORDS)
def test_scores_lie_between_0_and_1(question: str, answer: str, text: str, heading: str) -> None:
    assert 0 <= score(case(answer, question=question), text, heading=heading) <= 1


def test_a_pool_is_scored_in_an_order_that_tells_nothing() -> None:
    brought = (Brought(chunk="d#2", retrievers=("words",)), Brought(chunk="d#1", retrievers=()))
    texts = {"d#1": "Bring the card.", "d#2": "Money is returned within 30 days of purchase."}
    passages = {name: Passage(chunk=name, document="d", heading="", text=text) for name, text in texts.items()}
    asked = case("Within 30 days of purchase.")
    found = scored(
        asked, (*brought, Brought(chunk="gone", retrievers=())), passages, Relevance(Weights(())), auto_above=0.8
    )

    assert [(one.chunk, one.score, one.source, one.audited, one.retrievers) for one in found] == [
        ("d#1", 0.0, "human_required", False, ()),
        ("d#2", 1.0, "auto", False, ("words",)),
    ]


def test_a_share_of_the_auto_passages_is_drawn_and_no_other() -> None:
    pools = {f"c{at:03}": (auto("a"), by_hand("b")) for at in range(500)}
    found = audited(pools, share=0.1, seed=20)
    drawn = [case for case, (one, _) in found.items() if one.audited]

    assert 30 <= len(drawn) <= 70
    assert not any(other.audited for _, other in found.values())
    assert found == audited(dict(reversed(pools.items())), share=0.1, seed=20)
    assert found != audited(pools, share=0.1, seed=21)


def test_what_else_is_pooled_does_not_change_who_is_drawn() -> None:
    pools = {f"c{at:03}": (auto("a"), auto("b")) for at in range(200)}
    some = {name: held for name, held in pools.items() if name < "c100"}
    whole = audited(pools, share=0.2, seed=20)

    assert audited(some, share=0.2, seed=20) == {name: whole[name] for name in some}


def test_at_least_one_is_drawn_where_there_is_any() -> None:
    found = audited({"c1": (auto("a"), auto("b")), "c2": (by_hand("c"),)}, share=0.0, seed=20)

    assert sum(one.audited for held in found.values() for one in held) == 1
    assert audited({"c2": (by_hand("c"),)}, share=1.0, seed=20) == {"c2": (by_hand("c"),)}


def test_only_drawn_passages_of_settled_rounds_say_how_often_auto_is_wrong() -> None:
    rounds = [
        ((auto("a", drawn=True), auto("b", drawn=True), auto("c"), by_hand("d")), label("a", "d")),
        ((auto("a", drawn=True),), label(decision="rejected")),
        ((auto("a", drawn=True),), label(decision="source_unreadable")),
    ]
    found = audit_error(rounds)

    assert (found.part, found.of) == (2, 3)
    assert found.share == pytest.approx(2 / 3)
    assert found.interval == pytest.approx((0.2077, 0.9385), abs=1e-4)


def test_without_a_drawn_passage_nothing_is_said() -> None:
    assert audit_error([((auto("a"),), label())]) == CountedShare(
        part=0, of=0, share=None, interval=None, why="no audited passage was labelled yet"
    )


def test_recall_counts_what_was_brought_and_not_what_the_case_names() -> None:
    pools = {
        "c1": (Brought(chunk="a", retrievers=("words",)), Brought(chunk="b", retrievers=())),
        "c2": (Brought(chunk="a", retrievers=("ngrams", "words")), Brought(chunk="x", retrievers=("ngrams",))),
    }
    known = {"c1": frozenset({"a", "b", "c"}), "c2": frozenset({"a"})}
    found = pool_recall(pools, known)

    assert (found.part, found.of, found.share) == (2, 4, 0.5)
    assert retriever_shares(pools, known, {"words": "1", "ngrams": "2"}) == (
        RetrieverShare(retriever="ngrams", version="2", brought=1, alone=0),
        RetrieverShare(retriever="words", version="1", brought=2, alone=1),
    )


def test_without_known_evidence_there_is_no_recall() -> None:
    assert pool_recall({}, {}).why == "no approved case names a passage"
