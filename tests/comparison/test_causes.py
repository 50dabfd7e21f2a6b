"""Why a case got worse: one example of each kind, and what tells neighbouring kinds apart."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from goldsmith.comparison.causes import causes_of
from goldsmith.records.comparison import Cause
from goldsmith.records.observation import CheckSeen, Observation
from tests.comparison.sides import cites, claim, did, failed, leak, need, passage, seen

W, S = "warranty#3a90", "warranty-2024#77ab"
GOOD = seen(needs=(need(rank=2),), claims=(claim(),), citations=(cites(W, 0),))
MISSING = claim(state="not_stated")


def causes(now: Observation, before: Observation = GOOD) -> tuple[Cause, ...]:
    return causes_of([before], [now], 5)


def changed(**fields: Any) -> Observation:
    return seen(**{"needs": (need(rank=2),), "claims": (claim(),), "citations": (cites(W, 0),)} | fields)


def lines(now: Observation, before: Observation = GOOD) -> list[tuple[str, str]]:
    return [(cause.kind, cause.message) for cause in causes(now, before)]


def test_the_same_twice_has_no_cause() -> None:
    assert causes(GOOD) == ()


def test_a_denied_source_is_told_first_with_channels_and_rank() -> None:
    leaking = changed(
        claims=(MISSING,),
        passages=(passage("runbook-b#1", 3),),
        leaks=(leak("runbook-b", "context", "rank 3: runbook-b#1"), leak("runbook-b", "answer", "the answer")),
    )

    assert causes(leaking)[0] == Cause(
        kind="leak",
        message="denied source runbook-b in context, answer (rank 3: runbook-b#1)",
        passage="runbook-b",
        rank_now=3,
    )


def test_a_leak_that_the_baseline_had_is_no_cause() -> None:
    leaking = changed(leaks=(leak("runbook-b", "context", "rank 3"),))

    assert causes(leaking, leaking) == ()


def test_a_run_that_failed_is_told_and_nothing_is_made_of_what_was_not_seen() -> None:
    assert lines(failed()) == [("run_failed", "no answer: timeout: no reply within 60 s")]


def test_a_passage_that_fell_below_the_cutoff_is_told_with_both_ranks_and_what_is_missing_for_it() -> None:
    found = causes(changed(needs=(need(rank=9),), claims=(MISSING,), citations=()))

    assert found == (
        Cause(
            kind="ranked_below",
            message="warranty#3a90 fell from rank 2 to 9 (k = 5)",
            passage=W,
            rank_before=2,
            rank_now=9,
        ),
        Cause(kind="claim_missing", message='required claim "24 months" missing'),
    )


def test_another_passage_for_the_same_need_below_the_cutoff_is_named() -> None:
    assert lines(changed(needs=(need(rank=9, passage="terms#12"),))) == [
        ("ranked_below", "warranty#3a90 was at rank 2; now terms#12 meets the need at 9 (k = 5)")
    ]


@pytest.mark.parametrize(
    ("now", "kind", "message"),
    [
        (need(rank=None), "not_retrieved", "warranty#3a90 was at rank 2 and is not retrieved now"),
        (
            need(rank=None, candidate_rank=7),
            "not_retrieved",
            "warranty#3a90 was at rank 2 and is not retrieved now: a candidate at rank 7, dropped before the context",
        ),
        (
            need(rank=None, in_corpus="no"),
            "not_in_corpus",
            "warranty#3a90 was at rank 2 and is not in the corpus revision: no system can retrieve it",
        ),
    ],
)
def test_a_passage_that_is_not_retrieved_is_told_apart_by_where_it_was_lost(now: Any, kind: str, message: str) -> None:
    assert lines(changed(needs=(now,), claims=(MISSING,), citations=())) == [
        (kind, message),
        ("claim_missing", 'required claim "24 months" missing'),
    ]


def test_a_passage_that_fell_inside_the_cutoff_is_told_with_both_ranks() -> None:
    found = causes(changed(needs=(need(rank=2),)), changed(needs=(need(rank=1),)))

    assert found == (
        Cause(
            kind="other",
            message="warranty#3a90 fell from rank 1 to 2, still within k = 5",
            passage=W,
            rank_before=1,
            rank_now=2,
        ),
    )


def test_a_passage_that_fell_beyond_the_cutoff_stays_told() -> None:
    assert lines(changed(needs=(need(rank=9),)), changed(needs=(need(rank=7),))) == [
        ("other", "warranty#3a90 fell from rank 7 to 9, still beyond k = 5")
    ]


def test_a_system_that_hides_what_it_retrieves_is_told() -> None:
    assert lines(changed(needs=(need(rank=None),), passages=None)) == [
        ("other", "the system no longer shows what it retrieved")
    ]


def test_evidence_that_is_there_and_in_no_way_used_is_not_the_same_as_a_missing_claim() -> None:
    unused = changed(claims=(MISSING,), citations=())
    half_used = changed(claims=(claim(state="not_stated", found="12 months"),))

    assert causes(unused) == (
        Cause(
            kind="not_used",
            message="evidence retrieved but not used (warranty#3a90 at rank 2)",
            passage=W,
            rank_before=2,
            rank_now=2,
        ),
        Cause(kind="claim_missing", message='required claim "24 months" missing'),
    )
    assert lines(half_used) == [("claim_missing", 'required claim "24 months" missing (found 12 months)')]


def test_evidence_of_which_another_claim_is_stated_is_used() -> None:
    two = (claim(needs=(0,)), claim("by post", at=1, needs=(0,)))
    one = (claim(state="not_stated", needs=(0,)), claim("by post", at=1, needs=(0,)))

    assert lines(changed(claims=one, citations=None), changed(claims=two, citations=None)) == [
        ("claim_missing", 'required claim "24 months" missing')
    ]


def test_a_claim_that_misses_one_of_two_passages_does_not_blame_the_other() -> None:
    both = (need(rank=1), need(1, rank=2, passage="fees#1"))
    one = (need(rank=1), need(1, rank=None, passage="fees#1"))
    rests_on_both = {"claims": (claim(needs=(0, 1)),), "citations": None}
    before = changed(needs=both, **rests_on_both)

    found = lines(changed(needs=one, claims=(claim(state="not_stated", needs=(0, 1)),), citations=None), before)

    assert [kind for kind, _ in found] == ["not_retrieved", "claim_missing"]


def test_citations_tell_what_was_used_where_no_claim_can() -> None:
    judged = (claim(state="undecided"),)
    before = changed(claims=judged)

    assert causes(changed(claims=judged, citations=(cites("fees#1"),)), before)[0].kind == "not_used"
    assert lines(changed(claims=judged, citations=(cites("fees#1", retrieved="no"),)), before) == [
        ("wrong_citation", "cites fees#1, which was not retrieved")
    ]


def test_a_superseded_passage_that_is_cited_now_is_told_before_the_claims_that_it_cost() -> None:
    stale = changed(
        passages=(passage(W, 2), passage(S, 6, superseded=True)),
        claims=(claim(state="not_stated", found="12 months"),),
        citations=(cites(S, superseded=True),),
    )

    found = causes(stale)

    assert found[0] == Cause(
        kind="superseded_used", message=f"superseded {S} used (at rank 6, cited)", passage=S, rank_now=6
    )
    assert [cause.kind for cause in found[1:]] == ["not_used", "claim_missing"]


def test_a_superseded_passage_that_took_the_place_of_the_needed_one_is_the_one_cause() -> None:
    ousted = changed(
        needs=(need(rank=None),),
        passages=(passage(S, 1, superseded=True),),
        claims=(MISSING,),
        citations=(cites(S, superseded=True),),
    )

    assert lines(ousted) == [
        ("superseded_used", f"superseded {S} used (at rank 1, cited) instead of {W}, which was at rank 2"),
        ("claim_missing", 'required claim "24 months" missing'),
    ]


def test_a_superseded_passage_in_the_context_is_no_cause_while_nothing_fell() -> None:
    assert causes(changed(passages=(passage(W, 2), passage(S, 3, superseded=True)))) == ()


def test_a_superseded_passage_that_the_baseline_had_too_is_no_cause() -> None:
    stale = (passage(S, 1, superseded=True),)

    assert lines(changed(passages=stale, claims=(MISSING,)), changed(passages=stale)) == [
        ("claim_missing", 'required claim "24 months" missing')
    ]


def test_a_prohibited_claim_is_told() -> None:
    def told(state: Any) -> Observation:
        return changed(claims=(claim(), claim("a voucher", state, at=1, force="prohibited")))

    assert lines(told("stated"), told("not_stated")) == [("prohibited_claim", 'prohibited claim "a voucher" stated')]


@pytest.mark.parametrize(
    ("citations", "message"),
    [
        ((cites(W, 0), cites("fees#7c", retrieved="no")), "cites fees#7c, which was not retrieved"),
        ((cites(W, 0), cites("fees#7c")), "cites fees#7c, which is not evidence for this case"),
        ((cites(W, 0, quote="not_found"),), "quotes words of warranty#3a90 that do not stand there"),
        ((), "warranty#3a90 is retrieved (rank 2) and no longer cited"),
    ],
)
def test_each_way_to_cite_wrongly_is_told(citations: Any, message: str) -> None:
    assert lines(changed(citations=citations)) == [("wrong_citation", message)]


def test_a_required_citation_that_is_not_given_is_told() -> None:
    def told(state: Any) -> Observation:
        return seen(checks=(CheckSeen(check="citation", state=state, detail="0 citations"),))

    assert lines(told("not_met"), told("met")) == [("wrong_citation", "cites nothing where a citation is required")]


@pytest.mark.parametrize(
    ("expected", "observed", "message"),
    [
        ("clarify", "answer", "asked to clarify, answered instead"),
        ("refuse", "answer", "refused, answered instead"),
        ("answer", "refuse", "answered, refused instead"),
        ("escalate", "clarify", "handed over, asked to clarify instead"),
    ],
)
def test_another_behaviour_is_the_cause_and_not_what_is_missing_for_it(
    expected: Any, observed: Any, message: str
) -> None:
    before = changed(behaviour=did(expected, expected))
    now = changed(
        behaviour=did(observed, expected),
        claims=(MISSING,),
        citations=(),
        checks=(CheckSeen(check="must_point_to", state="not_met", detail="the desk"),),
    )

    assert lines(now, before) == [("wrong_behaviour", message)]


def test_a_wrong_tool_is_told_whatever_the_system_does() -> None:
    now = changed(
        behaviour=did("refuse"), checks=(CheckSeen(check="tools", state="not_met", detail="pay is forbidden"),)
    )

    assert lines(now) == [
        ("wrong_behaviour", "answered, refused instead"),
        ("wrong_behaviour", "forbidden tool call: pay is forbidden"),
    ]


@pytest.mark.parametrize(
    ("check", "kind", "message"),
    [
        ("must_ask", "wrong_behaviour", 'did not ask for "x"'),
        ("must_point_to", "wrong_behaviour", 'did not point to "x"'),
        ("uncertainty", "wrong_behaviour", "did not say how uncertain it is"),
        ("conflict", "wrong_behaviour", "did not say that the sources conflict"),
        ("tools", "wrong_behaviour", "forbidden tool call: x"),
        ("identity", "wrong_behaviour", "x"),
        ("state", "wrong_behaviour", "state of the conversation: x"),
        ("format", "other", "form of the answer: x"),
        ("order", "other", "required claims out of order: x"),
    ],
)
def test_each_requirement_that_is_not_met_any_more_is_told(check: Any, kind: str, message: str) -> None:
    assert lines(changed(checks=(CheckSeen(check=check, state="not_met", detail="x"),))) == [(kind, message)]


def test_an_answer_that_is_empty_is_told() -> None:
    assert ("other", "there is no answer text now") in lines(changed(answered=False, behaviour=did(None)))


def test_repeats_are_set_side_by_side_and_each_cause_is_told_once() -> None:
    worse = {"needs": (need(rank=9),)}
    before = [changed(repeat=1), changed(repeat=2)]
    now = [changed(repeat=1, **worse), changed(repeat=2, **worse), failed(repeat=3)]

    assert [(one.kind, one.message) for one in causes_of(before, now, 5)] == [
        ("run_failed", "no answer in 1 of 3 repeats: timeout: no reply within 60 s"),
        ("ranked_below", "warranty#3a90 fell from rank 2 to 9 (k = 5)"),
    ]


def test_more_repeats_that_fail_are_a_cause_and_as_many_are_none() -> None:
    half = [changed(repeat=1), failed(repeat=2)]

    assert causes_of(half, half, 5) == ()
    assert [one.message for one in causes_of(half, [failed(repeat=1), failed(repeat=2)], 5)] == [
        "no answer in 2 of 2 repeats: timeout: no reply within 60 s"
    ]


def test_a_refusal_for_another_reason_than_is_right_is_told() -> None:
    def refusing(reason: Any) -> Observation:
        return seen(behaviour=replace(did("refuse", "refuse"), refusal_reason=reason))

    assert lines(refusing("wrong"), refusing("right")) == [
        ("wrong_behaviour", "refused for another reason than is right")
    ]


def test_a_wrong_behaviour_where_none_was_recognised_before_names_the_right_one() -> None:
    assert lines(seen(behaviour=did("answer", "clarify")), seen(behaviour=did(None, "clarify"))) == [
        ("wrong_behaviour", "answered where it should have asked to clarify")
    ]


def test_a_superseded_document_that_is_cited_by_name_alone_is_told() -> None:
    stale = changed(claims=(MISSING,), citations=(cites(W, 0), cites("warranty-2024", superseded=True)))

    assert lines(stale)[0] == ("superseded_used", "superseded warranty-2024 used (cited)")


def test_a_quote_that_was_wrong_before_is_no_cause() -> None:
    wrong = changed(citations=(cites(W, 0, quote="not_found"), cites("fees#1", retrieved="no")))

    assert causes(wrong, wrong) == ()


def test_ranks_of_documents_are_not_set_against_ranks_of_passages() -> None:
    passages = seen(needs=(need(rank=1),), passages=(passage(W, 1),))
    of_document = replace(need(rank=2, passage="warranty"), document_level=True, by_document=True)
    documents = seen(needs=(of_document,), passages=(passage("warranty", 2),))
    gone = seen(needs=(replace(of_document, rank=None),), passages=(passage("fees", 1),))
    other_passage = seen(needs=(need(rank=None),), passages=(passage("warranty#0001", 1),))

    assert causes(documents, passages) == ()
    assert causes(other_passage, documents) == ()
    assert [one.kind for one in causes(gone, passages)] == ["not_retrieved"]
    assert [one.kind for one in causes(seen(needs=(need(rank=None),), passages=()), documents)] == ["not_retrieved"]
