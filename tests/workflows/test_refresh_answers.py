"""What is proposed for a case under a new corpus, when it cannot stand, and what people answer."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from goldsmith.errors import InputError, UnknownNameError
from goldsmith.ondisk.refreshes import load_plan
from goldsmith.ondisk.revisions import load_revision
from goldsmith.records.case import AcceptedAnswer, Case
from goldsmith.records.claims import ProhibitedClaim, RequiredClaim, ValueMatch
from goldsmith.records.digests import case_digest
from goldsmith.records.evidence import Alternative, Need
from goldsmith.records.refresh import Impact, Passage, Reason, RefreshPlan
from goldsmith.workflows.freeze import FreezeOptions, freeze
from goldsmith.workflows.open_set import Project, open_project
from goldsmith.workflows.refresh import path_of, plan_refresh
from goldsmith.workflows.refresh_answers import (
    Said,
    answer_requests,
    refuse_unsettled,
    renewed,
    unanswerable,
    why_not_standing,
)
from tests.workflows.small_project import frozen_project

NOW = datetime(2026, 6, 1, 10, 0, tzinfo=UTC)
RULE = "Goods can be returned within 30 days. Keep the receipt."


def quote(
    text: str | None, *, document: str = "returns.md", chunk: str = "returns.md#1", grade: int = 3
) -> Alternative:
    return Alternative(document=document, chunk=chunk, quote=text, grade=grade)


def case(
    *needs: Need, answer: str = "Yes.", claims: tuple[RequiredClaim | ProhibitedClaim, ...] = (), refers: str = ""
) -> Case:
    accepted = AcceptedAnswer(answer=answer, needs=(refers,) if refers else ())
    return Case(
        id="c1",
        question="Can I return it?",
        answerability="supported",
        behaviour="answer",
        accept=(accepted,),
        claims=claims,
        evidence=needs,
    )


def need(*alternatives: Alternative, name: str | None = None) -> Need:
    return Need(need=name, any_of=alternatives)


def reason(
    *pinned: Alternative, impact: Impact = "quote_edited", need: int | None = 0, alternative: int | None = 0
) -> Reason:
    return Reason(impact=impact, message="it changed", need=need, alternative=alternative, pinned=pinned)


def quotes(one: Case) -> list[list[str | None]]:
    """Return the quotes of each need."""
    return [[item.quote for item in need.any_of] for need in one.evidence]


def test_what_is_proposed_takes_the_place_of_what_is_written() -> None:
    now = quote("Goods can be returned within one month.", chunk="returns.md#7")

    assert renewed(case(need(quote(RULE))), [reason(now)]).evidence == (need(now),)


def test_without_a_proposal_the_evidence_stays_as_it_is_written() -> None:
    one = case(need(quote(RULE), quote("Yes.")), need(quote(None)))

    assert renewed(one, []) == one
    assert renewed(one, [reason(need=None, alternative=None, impact="retrieval_changed")]) == one
    assert why_not_standing(one, []) == ""


def test_words_that_a_reader_reads_alike_keep_their_spelling_and_the_approval() -> None:
    one = case(need(quote("Keep   the\nreceipt.")))
    after = renewed(one, [reason(quote("Keep the receipt.", chunk="returns.md#7"), impact="anchor_moved")])

    assert after.evidence == (need(quote("Keep   the\nreceipt.", chunk="returns.md#7")),)
    assert case_digest(after) == case_digest(one)


def test_a_quote_in_several_pieces_becomes_as_many_needs_never_its_first_piece_alone() -> None:
    pieces = quote("Goods can be returned within 30 days."), quote("Keep the receipt.", chunk="returns.md#2")
    split = [reason(*pieces, impact="quote_split")]

    assert renewed(case(need(quote(RULE))), split).evidence == (need(pieces[0]), need(pieces[1]))
    assert renewed(case(need(quote(RULE), name="rule")), split).evidence == (
        need(pieces[0], name="rule-1"),
        need(pieces[1], name="rule-2"),
    )
    assert why_not_standing(case(need(quote(RULE))), split) == ""


@pytest.mark.parametrize("by", ["answer", "claim"])
def test_pieces_of_a_need_that_an_answer_or_a_claim_names_are_for_a_person_to_write(by: str) -> None:
    claim = RequiredClaim(required="30 days", needs=("rule",), match=ValueMatch(value="30"))
    named = need(quote(RULE), name="rule")
    one = case(named, refers="rule") if by == "answer" else case(named, claims=(claim,))
    split = [reason(quote("Goods can be returned within 30 days."), quote("Keep the receipt."), impact="quote_split")]

    assert why_not_standing(one, split) == (
        "the need 'rule' stands in 2 pieces now, and how they belong together is for you to write"
    )


def test_a_prohibited_claim_refers_to_no_need() -> None:
    claim = ProhibitedClaim(prohibited="forever", match=ValueMatch(value="forever"))
    one = case(need(quote(RULE), name="rule"), claims=(claim,))
    split = [reason(quote("Goods can be returned within 30 days."), quote("Keep the receipt."), impact="quote_split")]

    assert why_not_standing(one, split) == ""


def test_pieces_beside_another_alternative_are_for_a_person_to_write() -> None:
    one = case(need(quote(RULE), quote("Returns are possible for 30 days.", document="faq.md")))
    split = [reason(quote("Goods can be returned within 30 days."), quote("Keep the receipt."), impact="quote_split")]

    assert "stands in 2 pieces now" in why_not_standing(one, split)
    assert quotes(renewed(one, split)) == [["Returns are possible for 30 days."]]


@pytest.mark.parametrize("impact", ["quote_gone", "source_failed", "undecidable"])
def test_an_alternative_that_stands_nowhere_is_left_out_where_another_one_stands(impact: Impact) -> None:
    one = case(need(quote(RULE), quote("Returns are possible for 30 days.", document="faq.md")))
    gone = [reason(impact=impact)]

    assert quotes(renewed(one, gone)) == [["Returns are possible for 30 days."]]
    assert why_not_standing(one, gone) == ""


@pytest.mark.parametrize(
    ("name", "told"),
    [
        (None, "its evidence stands nowhere in the new corpus"),
        ("fee", "the need 'fee' stands nowhere in the new corpus"),
    ],
)
def test_a_need_of_which_nothing_stands_cannot_stand(name: str | None, told: str) -> None:
    one = case(need(quote("Keep the receipt.")), need(quote(RULE), quote("Yes."), name=name))
    gone = [reason(impact="quote_gone", need=1), reason(impact="quote_gone", need=1, alternative=1)]

    assert why_not_standing(one, gone) == told
    assert renewed(one, gone) == one


def test_only_reasons_about_the_words_leave_an_alternative_out() -> None:
    one = case(need(quote(RULE)))

    assert why_not_standing(one, [reason(impact="dates_changed")]) == ""
    assert renewed(one, [reason(impact="dates_changed")]) == one


def test_of_several_reasons_for_one_passage_a_proposal_counts() -> None:
    now = quote("Keep the bill.")
    both = [reason(impact="undecidable"), reason(now, impact="section_changed")]

    assert quotes(renewed(case(need(quote(RULE))), both)) == [["Keep the bill."]]
    assert quotes(renewed(case(need(quote(RULE))), both[::-1])) == [["Keep the bill."]]


@pytest.mark.parametrize(
    ("answer", "now", "broken"),
    [
        ("Within 30 days.", "Goods can be returned within 14 days.", "30 days"),
        ("Within thirty days.", "Goods can be returned within 14 days.", "thirty days"),
        ("Within 30 days.", "Goods can be returned within thirty days.", ""),
        ("Within 30 days.", "Goods can be returned.", "30 days"),
        ("Within 30 days.", "Goods can be returned within 30 hours.", "30 days"),
        ("At any time.", "Goods can be returned within 14 days.", ""),
        ("Within 7 weeks.", "Goods can be returned within 14 days.", ""),
    ],
)
def test_an_answer_cannot_stand_on_a_figure_that_its_evidence_states_no_more(
    answer: str, now: str, broken: str
) -> None:
    told = why_not_standing(case(need(quote(RULE)), answer=answer), [reason(quote(now))])

    assert told == (f"its answer says {broken}, which its evidence no longer does" if broken else "")


@pytest.mark.parametrize(
    ("now", "broken"),
    [
        ("The rule holds from 1 March 2027.", True),
        ("The rule holds from 2026-03-01.", False),
        ("The rule holds.", True),
    ],
)
def test_an_answer_cannot_stand_on_a_date_that_its_evidence_states_no_more(now: str, broken: bool) -> None:
    one = case(need(quote("The rule holds from March 1, 2026.")), answer="Since 1 March 2026.")
    told = why_not_standing(one, [reason(quote(now))])

    assert told == ("its answer says 1 March 2026, which its evidence no longer does" if broken else "")


def test_what_a_claim_requires_counts_as_the_answer_and_what_it_prohibits_does_not() -> None:
    required = RequiredClaim(required="Within 30 days.", match=ValueMatch(value="30"))
    prohibited = ProhibitedClaim(prohibited="Within 30 days.", match=ValueMatch(value="30"))
    edited = [reason(quote("Goods can be returned within 14 days."))]

    assert "its answer says 30 days" in why_not_standing(case(need(quote(RULE)), claims=(required,)), edited)
    assert why_not_standing(case(need(quote(RULE)), claims=(prohibited,)), edited) == ""


def test_words_of_an_answer_that_stand_in_two_pieces_still_stand() -> None:
    pieces = quote("Goods can be returned within 30 days."), quote("Keep the receipt.", chunk="returns.md#2")

    assert why_not_standing(case(need(quote(RULE)), answer=RULE), [reason(*pieces, impact="quote_split")]) == ""


def shown(text: str, quoted: str | None = None) -> Passage:
    span = None if quoted is None else (text.index(quoted), text.index(quoted) + len(quoted))
    return Passage(document="returns.md", chunks=("returns.md#1",), section=None, text=text, span=span)


def test_evidence_without_a_quote_counts_with_the_words_of_its_passage() -> None:
    by_chunk = case(need(quote(None)), answer="Twice.")
    changed = replace(
        reason(quote(None, chunk="returns.md#7"), impact="section_changed"),
        before=shown("# X\n\nPossible twice. Always."),
        now=(shown("# X\n\nPossible three times. Always."),),
    )

    assert why_not_standing(by_chunk, [changed]) == "its answer says Twice, which its evidence no longer does"


def test_new_text_beside_evidence_without_a_quote_is_not_its_words() -> None:
    by_chunk = case(need(quote(None)), answer="Twice.")
    beside = replace(
        reason(quote(None), impact="shares_terms"), before=shown("Possible twice."), now=(shown("Ask on Friday."),)
    )

    assert why_not_standing(by_chunk, [beside]) == ""


def test_a_case_that_is_to_be_answered_from_what_its_asker_may_not_see_cannot_stand() -> None:
    one = case(need(quote(RULE)))
    lost = [reason(quote(RULE), impact="sight_lost")]
    refusal = replace(one, behaviour="refuse", accept=())

    assert [why_not_standing(one, lost), why_not_standing(refusal, lost)] == [
        "it is to be answered from a source that its asker may not see: it changed",
        "",
    ]


@pytest.mark.parametrize(
    ("impact", "told"),
    [
        ("undecidable", "its evidence changed, and where it stands now is not known: no text is kept that would tell"),
        ("source_failed", "its evidence stands in a document that can no longer be read"),
    ],
)
def test_what_is_not_known_is_not_told_as_gone(impact: Impact, told: str) -> None:
    assert why_not_standing(case(need(quote(RULE))), [reason(impact=impact)]) == told


def test_a_figure_that_another_need_still_states_is_not_broken() -> None:
    one = case(need(quote(RULE)), need(quote("All returns: 30 days.")), answer="Within 30 days.")

    assert why_not_standing(one, [reason(quote("Goods can be returned within 14 days."))]) == ""


def test_a_refusal_says_which_case_and_what_to_do() -> None:
    with pytest.raises(InputError) as caught:
        refuse_unsettled(case(need(quote(RULE))), [reason(impact="quote_gone")])

    assert caught.value.message == "c1 cannot stand as it is: its evidence stands nowhere in the new corpus"
    assert caught.value.next_step == "edit it, or say --revise c1, --retire or --unanswerable"


def test_an_unanswerable_case_keeps_its_question_and_what_is_prohibited() -> None:
    prohibited = ProhibitedClaim(prohibited="forever", match=ValueMatch(value="forever"))
    required = RequiredClaim(required="30 days", match=ValueMatch(value="30"))
    one = case(need(quote(RULE)), claims=(required, prohibited))

    assert unanswerable(one) == replace(
        one, answerability="unsupported", behaviour="refuse", evidence=(), accept=(), claims=(prohibited,)
    )


@pytest.fixture
def asked(tmp_path: Path) -> tuple[Project, RefreshPlan]:
    """Return a project of which one document changed, and what that asks."""
    project = frozen_project(tmp_path)
    returns = tmp_path / "documents" / "returns.md"
    text = returns.read_text(encoding="utf-8")
    returns.write_text(text.replace("of purchase", "after purchase").replace("Keep the", "Bring the"), encoding="utf-8")

    freeze(tmp_path / "documents", root=tmp_path, options=FreezeOptions(label="r2"))
    return project, plan_refresh(project, load_revision(tmp_path, "r2"))


def test_an_answer_is_kept_with_who_when_and_why(asked: tuple[Project, RefreshPlan]) -> None:
    project, plan = asked
    said = Said(names=("window",), answer="stands", reviewer=" Ben ", reason=" as before ")
    answered = answer_requests(project, plan, said, now=NOW)
    (given,) = answered.answers

    assert [request.case for request in plan.requests] == ["receipt", "window"]
    assert (given.case, given.answer, given.reviewer, given.reason, given.at) == (
        "window",
        "stands",
        "Ben",
        "as before",
        "2026-06-01T10:00:00Z",
    )
    assert [request.case for request in answered.open] == ["receipt"]
    assert load_plan(path_of(project)) == answered


def test_without_a_reason_the_change_itself_is_the_reason(asked: tuple[Project, RefreshPlan]) -> None:
    project, plan = asked
    answered = answer_requests(project, plan, Said(names=("window",), answer="revise", reviewer="Ben"), now=NOW)

    assert answered.answers[0].reason == f"corpus r2: {plan.requests[1].reasons[0].message}"


def test_a_request_may_be_named_by_its_id_and_is_answered_anew(asked: tuple[Project, RefreshPlan]) -> None:
    project, plan = asked
    both = tuple(request.id for request in plan.requests)
    first = answer_requests(project, plan, Said(names=both, answer="stands", reviewer="Ben"), now=NOW)
    named = Said(names=("window", both[1]), answer="retire", reviewer="Cyd")
    second = answer_requests(project, first, named, now=NOW)

    assert [(one.case, one.answer, one.reviewer) for one in second.answers] == [
        ("receipt", "stands", "Ben"),
        ("window", "retire", "Cyd"),
    ]
    assert second.open == ()


def test_answers_are_met_again_when_the_same_is_asked(asked: tuple[Project, RefreshPlan]) -> None:
    project, plan = asked
    answered = answer_requests(project, plan, Said(names=("window",), answer="stands", reviewer="Ben"), now=NOW)

    again = plan_refresh(open_project(project.root, corpus="r1"), load_revision(project.root, "r2"))

    assert (again.answers, again.superseded) == (answered.answers, ())


def test_who_answers_must_have_a_name(asked: tuple[Project, RefreshPlan]) -> None:
    project, plan = asked
    with pytest.raises(InputError) as caught:
        answer_requests(project, plan, Said(names=("window",), answer="stands", reviewer="  "), now=NOW)

    assert caught.value.message == "an answer needs a reviewer"


def test_what_is_not_asked_about_cannot_be_answered(asked: tuple[Project, RefreshPlan]) -> None:
    project, plan = asked
    with pytest.raises(UnknownNameError, match="windwo"):
        answer_requests(project, plan, Said(names=("receipt", "windwo"), answer="stands", reviewer="Ben"), now=NOW)

    assert load_plan(path_of(project)) == plan
