"""Which plug-ins broke, where, and on how many cases."""

from __future__ import annotations

from goldsmith.records.case import Case
from goldsmith.records.claims import PluginMatch, RequiredClaim
from goldsmith.records.measure import Score, Scored, Unscored
from goldsmith.records.response import Failure, Reply
from goldsmith.records.task import TaskKey
from goldsmith.scoring.observe import observe
from goldsmith.scoring.plugged_notes import plugin_notes
from tests.scoring.building import response

CLAIM = RequiredClaim(required="Part A-100.", match=PluginMatch(matcher="acme.part"))
ASKED = {name: Case(id=name, question="Q?", claims=(CLAIM,)) for name in ("c1", "c2", "c3")}


def score(case: str, detail: str | None) -> Score:
    outcome = Scored(value=1.0) if detail is None else Unscored(reason="measure_failed", detail=detail)
    return Score(key=TaskKey(task=case, step=0, repeat=1), case=case, measure="acme.mine", outcome=outcome)


def test_a_measure_that_broke_is_told_once_with_its_first_reason() -> None:
    scores = [score("c2", "acme.mine: ValueError: b"), score("c1", "acme.mine: ValueError: a"), score("c3", None)]

    assert [note.message for note in plugin_notes({}, (), scores)] == [
        'the measure failed on 2 of 3 cases: "acme.mine: ValueError: a"'
    ]


def test_a_matcher_that_left_claims_open_is_told_and_failed_calls_do_not_count() -> None:
    outcomes: tuple[Reply | Failure, ...] = (
        Reply(answer="A-100"),
        Reply(answer=" "),
        Failure(kind="timeout", message="late"),
    )
    observed = [
        observe(ASKED[name], response(outcome, name=name), None, "open")
        for name, outcome in zip(ASKED, outcomes, strict=True)
    ]

    assert [note.message for note in plugin_notes(ASKED, observed, ())] == [
        "the matcher acme.part left 1 of 1 claims undecided: \"no matcher is called 'acme.part'\""
    ]


def test_where_nothing_broke_nothing_is_told() -> None:
    assert plugin_notes(ASKED, (), [score("c1", None)]) == ()
