"""A case passes on all of its repeats, fails on one, and is undecided where nobody can tell."""

from __future__ import annotations

from goldsmith.gates.hard import Evidence, decide_hard_gates
from goldsmith.gates.passing import case_pass, case_passes
from goldsmith.records.claims import ProhibitedClaim
from goldsmith.records.gate import CasePass, GateFinding, GateResult
from goldsmith.records.observation import CheckSeen
from goldsmith.records.response import Failure
from tests.gates.making import AGENT, behaved, case, claim, seen

DAYS = claim("Within 30 days.", "required", "stated")


def test_every_required_claim_and_the_right_behaviour_pass() -> None:
    asked = case("c1")

    assert case_pass(asked, [seen(asked, claims=(DAYS,))]) == CasePass(
        case="c1", state="passed", why=(), passes=1, repeats=1
    )


def test_a_missing_claim_fails_and_says_which() -> None:
    asked = case("c1")
    missing = claim("Within 30 days.", "required", "not_stated")

    result = case_pass(asked, [seen(asked, claims=(missing,))])

    assert (result.state, result.why) == ("failed", ('required claim missing: "Within 30 days."',))


def test_a_claim_that_needs_a_judge_leaves_the_case_undecided() -> None:
    asked = case("c1")
    open_claim = claim("It is fair.", "required", "undecided")

    assert case_pass(asked, [seen(asked, claims=(open_claim,))]).state == "undecided"


def test_a_missing_claim_decides_although_another_is_open() -> None:
    asked = case("c1")
    claims = (claim("A", "required", "undecided"), claim("B", "required", "not_stated"))

    assert case_pass(asked, [seen(asked, claims=claims)]).state == "failed"


def test_prose_without_claims_is_never_a_pass() -> None:
    asked = case("c1")

    result = case_pass(asked, [seen(asked)])

    assert (result.state, result.why) == ("undecided", ("no required claim says what a right answer holds",))


def test_the_wrong_behaviour_fails() -> None:
    asked = case("c1", answerability="ambiguous", behaviour="clarify")

    result = case_pass(asked, [seen(asked, behaviour=behaved(asked, "answer"))])

    assert result.why == ("expected to clarify, did answer",)


def test_a_check_that_is_not_met_fails() -> None:
    asked = case("c1", answerability="ambiguous", behaviour="clarify", must_ask=("model",))
    check = CheckSeen(check="must_ask", state="not_met", detail="does not ask for the model")

    assert case_pass(asked, [seen(asked, checks=(check,))]).why == ("must ask: does not ask for the model",)


def test_a_requirement_that_the_system_does_not_show_leaves_the_case_undecided() -> None:
    asked = case("c1", expected_state={"plan": "pro"})
    check = CheckSeen(check="state", state="not_observed", detail="plan: the state is not shown")

    result = case_pass(asked, [seen(asked, claims=(DAYS,), checks=(check,))])

    assert (result.state, result.why) == ("undecided", ("state cannot be told: plan: the state is not shown",))


def test_a_system_that_does_not_say_for_whom_it_answered_can_pass() -> None:
    asked = case("c1", identity=AGENT)
    check = CheckSeen(check="identity", state="not_observed", detail="the system does not say for whom it answered")

    assert case_pass(asked, [seen(asked, claims=(DAYS,), checks=(check,))]).state == "passed"


def test_a_case_that_states_no_behaviour_is_neither_passed_nor_failed() -> None:
    asked = case("c1", answerability="unstated", behaviour="unstated")

    result = case_pass(asked, [seen(asked, claims=(DAYS,), behaviour=behaved(asked, "answer"))])

    assert (result.state, result.why) == ("undecided", ("the case states no behaviour",))


def test_two_passes_of_three_are_counted_and_are_a_failure() -> None:
    asked = case("c1")
    failure = Failure(kind="timeout", message="no answer in 60 s")
    repeats = [
        seen(asked, claims=(DAYS,), repeat=1),
        seen(asked, failure=failure, repeat=2),
        seen(asked, claims=(DAYS,), repeat=3),
    ]

    result = case_pass(asked, repeats)

    assert (result.state, result.passes, result.repeats) == ("failed", 2, 3)


def test_a_broken_gate_fails_the_case_that_broke_it() -> None:
    asked = case("c1")
    finding = GateFinding(case="c1", kind="broken", message="cites fees#1, which was not retrieved")
    gate = GateResult(gate="citations", status="failed", checked=1, population=1, findings=(finding,))

    (result,) = case_passes({"c1": asked}, {"c1": [seen(asked, claims=(DAYS,))]}, (gate,))

    assert (result.state, result.passes) == ("failed", 0)
    assert result.why == ("citations: cites fees#1, which was not retrieved",)


def test_a_case_without_any_result_failed() -> None:
    assert case_pass(case("c1"), []) == CasePass(case="c1", state="failed", why=("no result",), passes=0, repeats=0)


def test_what_a_broken_gate_says_is_not_said_again() -> None:
    asked = case("c1", answerability="unsupported", behaviour="refuse", forbidden_tools=("pay",))
    stated = claim("No receipt.", "prohibited", "stated")
    called = CheckSeen(check="tools", state="not_met", detail="calls pay")
    seen_once = seen(asked, claims=(stated,), behaviour=behaved(asked, "answer"), checks=(called,))
    broken = (
        "authorization: forbidden tool call: calls pay",
        'material_accuracy: states what it must not: "No receipt."',
    )

    assert case_pass(asked, [seen_once], broken).why == (*broken, "expected to refuse, did answer")
    assert case_pass(asked, [seen_once], ("refusal: answered where it had to refuse",)).why == (
        "refusal: answered where it had to refuse",
        'prohibited claim stated: "No receipt."',
        "tools: calls pay",
    )


def test_the_lines_of_the_gates_begin_as_the_reasons_expect() -> None:
    asked = case(
        "c1", answerability="unsupported", behaviour="refuse", forbidden_tools=("pay",),
        claims=(ProhibitedClaim(prohibited="No receipt."),),
    )  # fmt: skip
    stated = claim("No receipt.", "prohibited", "stated")
    called = CheckSeen(check="tools", state="not_met", detail="calls pay")
    observed = {"c1": (seen(asked, claims=(stated,), behaviour=behaved(asked, "answer"), checks=(called,)),)}
    gates = decide_hard_gates(Evidence(cases={"c1": asked}, observations=observed, dropped={}, today="2026-10-01"))

    assert [line.partition(":")[0] for line in case_passes({"c1": asked}, observed, gates)[0].why] == [
        "authorization",
        "material_accuracy",
        "refusal",
    ]
