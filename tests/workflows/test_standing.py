"""Where each case stands, and which of them may be run."""

from __future__ import annotations

from dataclasses import replace

import pytest

from goldsmith.records.case import Case, Origin
from goldsmith.records.decision import Decision, DecisionWord
from goldsmith.records.digests import case_digest
from goldsmith.records.evidence import Alternative
from goldsmith.records.golden_set import CasePlace, GoldenSet, SetHeader
from goldsmith.records.resolution import Resolution, ResolutionState
from goldsmith.workflows.standing import runnable, standing

CASES = tuple(Case(id=name, question=f"{name}?") for name in "abcde")


def said(case: Case, word: DecisionWord) -> Decision:
    return Decision(
        id=f"d-{case.id}-{word}",
        case=case.id,
        reviewer="ann",
        at="2026-03-01T10:00:00Z",
        decision=word,
        reason="r",
        case_digest=case_digest(case),
    )


def golden(cases: tuple[Case, ...], *facts: Decision) -> GoldenSet:
    places = tuple(CasePlace(file="a.yaml", line=1) for _ in cases)
    return GoldenSet(header=SetHeader(name="s"), cases=cases, places=places, facts=facts)


def resolved(case: str, state: ResolutionState) -> Resolution:
    return Resolution(case=case, need=0, alternative=0, state=state, pinned=Alternative(chunk="d#1"), complete=False)


def test_every_case_has_the_status_that_its_own_facts_give_it() -> None:
    a, b, c, d, e = CASES
    facts = (said(a, "approved"), said(b, "rejected"), said(c, "retired"), said(replace(d, question="was"), "approved"))
    states = standing(golden(CASES, *facts))

    assert {name: found.state for name, found in states.items()} == {
        "a": "approved",
        "b": "rejected",
        "c": "retired",
        "d": "edited",
        "e": "candidate",
    }
    assert runnable(golden(CASES, *facts), states) == (a, d, e)


@pytest.mark.parametrize(
    ("state", "flags"),
    [
        ("dangling", ("stale",)),
        ("document_failed", ("stale",)),
        ("changed", ("stale",)),
        ("quote_missing", ("stale",)),
        ("found", ()),
        ("document_level", ()),
        ("moved", ()),
        ("ambiguous", ()),
        ("text_absent", ()),
    ],
)
def test_evidence_that_no_longer_stands_makes_a_case_stale(state: ResolutionState, flags: tuple[str, ...]) -> None:
    states = standing(golden(CASES[:2]), (resolved("a", "found"), resolved("a", state)))

    assert (states["a"].flags, states["b"].flags) == (flags, ())


def test_a_synthetic_case_is_uncalibrated() -> None:
    made = replace(CASES[0], origin=Origin(kind="synthetic"))

    assert standing(golden((made,)), (resolved("a", "changed"),))["a"].flags == ("stale", "uncalibrated")
