"""What failed stays in the count: whichever calls fail, only scored cases move a mean, and no gate passes so."""

from __future__ import annotations

from dataclasses import replace
from statistics import fmean
from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goldsmith.gates.hard import Evidence, decide_hard_gates
from goldsmith.gates.passing import case_passes
from goldsmith.gates.thresholds import decide_threshold
from goldsmith.records.case import Case, Identity
from goldsmith.records.claims import NumberMatch, ProhibitedClaim, RequiredClaim
from goldsmith.records.evidence import Alternative, Need
from goldsmith.records.golden_set import Threshold
from goldsmith.records.measure import Measure, Reason, Score, Scored, Unscored
from goldsmith.records.observation import Observation
from goldsmith.records.response import Citation, Failure, Reply, Response, RetrievedItem
from goldsmith.records.task import TaskKey
from goldsmith.scoring.measures import DEFINITIONS, STANDARD, MeasureBook
from goldsmith.scoring.observe import Observer
from goldsmith.scoring.summaries import summarise

BOOK = MeasureBook()
MEASURES = [BOOK.parse(spelling) for spelling in dict.fromkeys((*STANDARD, *DEFINITIONS))]
REASONS: tuple[Reason, ...] = get_args(Reason)
FAILED: tuple[Reason, ...] = ("system_failed", "not_answered")
NAMES = tuple(f"c{n}" for n in range(8))


def values(measure: Measure) -> st.SearchStrategy[float]:
    return st.sampled_from((0.0, 0.25, 0.5, 1.0)) if measure.unit == "share" else st.sampled_from((0.0, 1.0, 3.0, 70.0))


def outcomes(measure: Measure) -> st.SearchStrategy[Scored | Unscored]:
    return st.builds(Scored, value=values(measure)) | st.builds(Unscored, reason=st.sampled_from(REASONS))


def runs(measure: Measure) -> st.SearchStrategy[dict[str, list[Scored | Unscored]]]:
    """Return what came of each case, a list of repeats; an empty list: nothing came."""
    return st.dictionaries(
        st.sampled_from(NAMES), st.lists(outcomes(measure), max_size=3), min_size=1, max_size=len(NAMES)
    )


def scores(measure: Measure, run: dict[str, list[Scored | Unscored]]) -> list[Score]:
    return [
        Score(key=TaskKey(task=name, step=0, repeat=repeat), case=name, measure=str(measure), outcome=outcome)
        for name, repeats in run.items()
        for repeat, outcome in enumerate(repeats, start=1)
    ]


def own_means(run: dict[str, list[Scored | Unscored]]) -> list[float]:
    known = [[one.value for one in repeats if isinstance(one, Scored)] for repeats in run.values()]
    return [fmean(repeats) for repeats in known if repeats]


@pytest.mark.parametrize("measure", MEASURES, ids=str)
@settings(max_examples=15)
@given(data=st.data())
def test_a_mean_is_over_scored_cases_alone_and_every_other_case_is_counted_by_reason(
    measure: Measure, data: st.DataObject
) -> None:
    run = data.draw(runs(measure))
    (told,) = summarise(scores(measure, run), [measure], cases=tuple(run))
    known = own_means(run)

    assert told.scored + sum(count for _reason, count in told.missing) == len(run)
    assert told.scored == len(known)
    assert told.mean == (None if not known else pytest.approx(fmean(known)))


@pytest.mark.parametrize("measure", MEASURES, ids=str)
@settings(max_examples=15)
@given(data=st.data())
def test_why_a_case_has_no_value_moves_no_mean(measure: Measure, data: st.DataObject) -> None:
    run = data.draw(runs(measure))
    other = {
        name: [
            one if isinstance(one, Scored) else Unscored(reason=data.draw(st.sampled_from(REASONS))) for one in repeats
        ]
        for name, repeats in run.items()
    }
    first, second = (summarise(scores(measure, one), [measure], cases=tuple(run))[0] for one in (run, other))

    assert (first.mean, first.scored, first.interval) == (second.mean, second.scored, second.interval)


@pytest.mark.parametrize("measure", [one for one in MEASURES if one.unit == "share"], ids=str)
@settings(max_examples=15)
@given(data=st.data())
def test_a_call_that_fails_never_betters_the_mean_over_all(measure: Measure, data: st.DataObject) -> None:
    run = data.draw(runs(measure).filter(lambda one: any(one.values())))
    name = data.draw(st.sampled_from([name for name, repeats in run.items() if repeats]))
    lost: dict[str, list[Scored | Unscored]] = {
        **run, name: [Unscored(reason=data.draw(st.sampled_from(FAILED))) for _repeat in run[name]]
    }  # fmt: skip
    (before,), (after,) = (summarise(scores(measure, one), [measure], cases=tuple(run)) for one in (run, lost))
    applied = any(isinstance(one, Scored) for one in run[name])

    assert after.scored <= before.scored
    assert sum(count for reason, count in after.missing if reason in FAILED) >= sum(
        count for reason, count in before.missing if reason in FAILED
    )
    if applied and before.mean_over_all is not None and after.mean_over_all is not None:
        worse = after.mean_over_all - before.mean_over_all
        assert (worse <= 1e-12) if measure.direction == "higher" else (worse >= -1e-12)


GATED = [one for one in MEASURES if one.direction != "none"]


@pytest.mark.parametrize("measure", GATED, ids=str)
@settings(max_examples=15)
@given(data=st.data())
def test_a_gate_never_passes_below_its_completeness_and_names_every_case_without_a_value(
    measure: Measure, data: st.DataObject
) -> None:
    run = data.draw(runs(measure))
    dropped = data.draw(st.dictionaries(st.sampled_from(NAMES), st.just("edited"), max_size=2))
    floor = data.draw(st.sampled_from((0.0, 0.5, 0.9, 1.0)))
    bound = 0.5 if measure.unit == "share" else 10.0
    threshold = Threshold(measure=str(measure), min=bound, completeness=floor)
    cases = {name: Case(id=name, question="Q?") for name in run}
    told = decide_threshold(threshold, measure, cases, scores(measure, run), dropped)
    named = {finding.case for finding in told.findings}
    inapplicable = {
        name for name, repeats in run.items()
        if repeats and name not in dropped
        and all(isinstance(one, Unscored) and one.reason == "not_applicable" for one in repeats)
    }  # fmt: skip

    assert told.population == len(run) - len(inapplicable)
    if told.population:
        assert told.checked + len(named) == told.population
        assert named | inapplicable | set(own_names(run)) == set(run)
    if told.status == "passed":
        assert told.checked / told.population >= floor
        assert told.checked > 0
        assert told.value is not None
        assert told.value >= bound - 1e-9


def own_names(run: dict[str, list[Scored | Unscored]]) -> list[str]:
    return [name for name, repeats in run.items() if any(isinstance(one, Scored) for one in repeats)]


@given(data=st.data())
def test_a_case_that_drops_out_never_lets_a_gate_pass_that_asks_for_all(data: st.DataObject) -> None:
    measure = BOOK.parse("recall@5")
    run = data.draw(runs(measure))
    failed: list[Scored | Unscored] = [Unscored(reason="system_failed")]
    lost = dict.fromkeys(data.draw(st.sets(st.sampled_from(sorted(run)))), failed)
    threshold = Threshold(measure="recall@5", min=0.5)
    cases = {name: Case(id=name, question="Q?") for name in run}
    told = decide_threshold(threshold, measure, cases, scores(measure, {**run, **lost}), {})

    assert not (lost and told.status == "passed")


MINUTES = "board-minutes"
ANSWERED = Case(
    id="answered", question="How long?", behaviour="answer", evidence=(Need(any_of=(Alternative(document="a"),)),),
    claims=(
        RequiredClaim(required="30 days", match=NumberMatch(number=30, unit="day")),
        ProhibitedClaim(prohibited="60 days", match=NumberMatch(number=60, unit="day")),
    ),
    require=("citation",),
)  # fmt: skip
REFUSED = Case(
    id="refused", question="What did the board say?", behaviour="refuse",
    identity=Identity(user="bob", denied=(MINUTES,)),
)  # fmt: skip
CASES = {
    f"{one.id}-{n}": replace(one, id=f"{one.id}-{n}") for one in (ANSWERED, REFUSED) for n in range(3)
}  # fmt: skip
SHOWN: dict[str, Any] = {"candidates": (), "events": (), "tool_calls": (), "trace": {}, "cache": ""}
GOOD = {
    "answer": Reply(
        answer="Within 30 days.", retrieved=(RetrievedItem(id="a"),), citations=(Citation(id="a"),),
        behaviour="answer", **SHOWN,
    ),
    "refuse": Reply(
        answer="I may not tell.", retrieved=(), citations=(), behaviour="refuse", identity_echo="bob", **SHOWN
    ),
}  # fmt: skip
BAD = {
    "answer": replace(GOOD["answer"], answer="Within 60 days.", citations=(Citation(id="b"),)),
    "refuse": replace(GOOD["refuse"], retrieved=(RetrievedItem(id=MINUTES),), behaviour="answer"),
}
OBSERVER = Observer(None, access="open")


def observed(case: Case, came: str, repeat: int) -> Observation:
    outcome: Reply | Failure = Failure(kind="timeout", message="no answer within 60 s")
    if came != "failed":
        outcome = (GOOD if came == "good" else BAD)[case.behaviour]
    key = TaskKey(task=case.id, step=0, repeat=repeat)
    return OBSERVER.observe(case, Response(key=key, case=case.id, case_digest="c1:0", outcome=outcome))


MASKS = st.fixed_dictionaries(
    {name: st.lists(st.sampled_from(("good", "good", "bad", "failed")), min_size=0, max_size=2) for name in CASES}
)


def evidence(mask: dict[str, list[str]], cases: dict[str, Case]) -> Evidence:
    seen = {
        name: [observed(cases[name], came, repeat) for repeat, came in enumerate(mask[name], start=1)] for name in cases
    }
    return Evidence(cases=cases, observations=seen, dropped={}, today="2026-11-30")


def test_the_hard_gates_pass_where_every_case_is_good_and_fail_where_one_is_bad() -> None:
    good: dict[str, list[str]] = {name: ["good"] for name in CASES}
    bad = {**good, "answered-0": ["bad"], "refused-0": ["bad"]}

    assert {gate.gate: gate.status for gate in decide_hard_gates(evidence(good, CASES))} == dict.fromkeys(
        ("authorization", "material_accuracy", "refusal", "citations"), "passed"
    )
    assert {gate.gate: gate.status for gate in decide_hard_gates(evidence(bad, CASES))} == dict.fromkeys(
        ("authorization", "material_accuracy", "refusal", "citations"), "failed"
    )


@given(MASKS)
def test_no_hard_gate_passes_on_a_case_that_failed_or_never_came(mask: dict[str, list[str]]) -> None:
    lost = {name for name, came in mask.items() if "failed" in came or not came}
    gates = decide_hard_gates(evidence(mask, CASES))

    assert [gate.population for gate in gates if gate.gate != "citations"] == [3, 3, 3]
    for gate in gates:
        untold = {finding.case for finding in gate.findings if finding.kind in ("missing", "not_observed")}
        assert gate.checked + len(untold) == gate.population
        if gate.status == "passed":
            assert not untold
            assert gate.checked == gate.population
    stuck = {"authorization": "refused", "refusal": "refused", "material_accuracy": "answered", "citations": "answered"}
    for gate in gates:
        if any(name.startswith(stuck[gate.gate]) for name in lost):
            assert gate.status in ("failed", "incomplete"), gate


@given(MASKS, st.data())
def test_a_bad_case_whose_call_fails_instead_never_turns_a_gate_to_passed(
    mask: dict[str, list[str]], data: st.DataObject
) -> None:
    name = data.draw(st.sampled_from(sorted(CASES)))
    before = decide_hard_gates(evidence({**mask, name: ["bad"]}, CASES))
    after = decide_hard_gates(evidence({**mask, name: ["failed"]}, CASES))

    for bad, failed in zip(before, after, strict=True):
        assert bad.status == "passed" or failed.status != "passed"


@given(MASKS)
def test_a_case_passes_only_where_every_repeat_came_and_was_good(mask: dict[str, list[str]]) -> None:
    held = evidence(mask, CASES)
    told = case_passes(CASES, held.observations, decide_hard_gates(held))

    assert {one.case: one.state == "passed" for one in told} == {
        name: bool(came) and set(came) == {"good"} for name, came in mask.items()
    }
    assert all(one.repeats == len(mask[one.case]) for one in told)
