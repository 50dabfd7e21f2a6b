"""Gates in few lines: by case what is broken, by reason what could not be decided."""

from __future__ import annotations

from goldsmith.reports.gating import Told, stands, told
from tests.reports.sample import broken, gate


def test_hundreds_of_leaks_of_one_case_are_told_together() -> None:
    places = [broken("access-003", f"denied source runbook-us rank {rank}") for rank in range(200)]

    (group,) = told(gate("authorization", "failed", *places))

    assert (group.cases, len(group.messages)) == (("access-003",), 200)


def test_findings_alike_in_every_repeat_are_told_once() -> None:
    same = [broken("access-003", "denied source runbook-us rank 3")] * 3

    assert told(gate("authorization", "failed", *same)) == (
        Told(kind="broken", cases=("access-003",), messages=("denied source runbook-us rank 3",)),
    )


def test_cases_that_could_not_be_decided_for_one_reason_share_a_line() -> None:
    lost = [broken(case, "no result", "missing") for case in ("a", "b", "c")]

    assert told(gate("refusal", "incomplete", *lost)) == (
        Told(kind="missing", cases=("a", "b", "c"), messages=("no result",)),
    )


def test_an_expired_waiver_stands_before_all_else() -> None:
    kinds = ("missing", "waived", "broken", "expired_waiver")
    found = told(gate("citations", "failed", *(broken("a", kind, kind) for kind in kinds)))

    assert [group.kind for group in found] == ["expired_waiver", "broken", "waived", "missing"]


def test_each_state_of_a_gate_has_its_sentence() -> None:
    sentences = [
        stands(gate("authorization", "passed", checked=14, rules_out=0.193)),
        stands(gate("citations", "passed", broken("a", "x", "waived"))),
        stands(gate("citations", "failed", broken("a", "x"), broken("a", "y"), broken("b", "x"))),
        stands(gate("refusal", "incomplete", checked=12)),
        stands(gate("refusal", "not_applicable", checked=0)),
        stands(gate("recall@5 >= 0.8", "failed", value=0.7142857)),
        stands(gate("recall@5 >= 0.8", "incomplete", checked=0)),
    ]

    assert sentences == [
        "no leak in 14 guarded cases: rules out rates above 19 %",
        "nothing broken that is not waived in 14 cases",
        "broken in 2 of 14 cases",
        "decided in 12 of 14 cases",
        "not asked for, or not shown by the system",
        "0.714 on 14 cases",
        "no value on 0 of 14 cases",
    ]
