"""GS219 to GS222: evidence that tells nothing, or nothing of its own, and passages that say the same."""

from __future__ import annotations

import pytest

from goldsmith.lint.rule import Rule
from goldsmith.lint.rules.bare_heading_evidence import BareHeadingEvidence
from goldsmith.lint.rules.unlabelled_twin import UnlabelledTwin
from goldsmith.lint.rules.unneeded_evidence import UnneededEvidence
from goldsmith.lint.rules.unsupporting_evidence import UnsupportingEvidence
from goldsmith.lint.weighing import Flaw
from goldsmith.records.decision import Status
from tests.lint.building import case, need, view

FLAWS = (
    Flaw(kind="bare_heading", case="c1", need=1, alternative=0),
    Flaw(kind="unsupporting", case="c1", need=0, alternative=0),
    Flaw(kind="unneeded", case="c1", need=1, alternative=0, others=("a#1",)),
    Flaw(kind="twin", case="c1", need=0, alternative=0, others=("b#1", "b#2", "b#3", "b#4")),
    Flaw(kind="twin", case="unknown", need=0, alternative=0, others=("b#1",)),
)


@pytest.mark.parametrize(
    ("rule", "severity", "message", "field"),
    [
        (
            UnsupportingEvidence(),
            "warning",
            "'a#1' shares next to nothing with the answer and the claims",
            "evidence.0.any_of.0",
        ),
        (
            UnneededEvidence(),
            "advice",
            "all that 'a#2' says of the answer stands in other needs too, most of it in 'a#1'",
            "evidence.1",
        ),
        (
            UnlabelledTwin(),
            "advice",
            "'a#1' has a twin that is not named: 'b#1', 'b#2', 'b#3' and 1 more",
            "evidence.0.any_of.0",
        ),
        (
            BareHeadingEvidence(),
            "warning",
            "'a#2' is a heading without a sentence: it supports nothing",
            "evidence.1.any_of.0",
        ),
    ],
)
def test_each_rule_tells_its_own_flaws(rule: Rule, severity: str, message: str, field: str) -> None:
    seen = view(case(evidence=(need("a#1"), need("a#2"))), resolutions=[], flaws=FLAWS)
    found = list(rule.check(seen))

    assert [(one.severity, one.case, one.message, one.field) for one in found] == [(severity, "c1", message, field)]
    assert found[0].mend


@pytest.mark.parametrize("rule", [UnsupportingEvidence(), UnneededEvidence(), UnlabelledTwin(), BareHeadingEvidence()])
def test_nothing_is_told_without_flaws_or_of_a_case_that_is_gone(rule: Rule) -> None:
    gone = {"c1": Status(state="retired", why="gone")}
    both = case(evidence=(need("a#1"), need("a#2")))

    assert list(rule.check(view(both, resolutions=[]))) == []
    assert list(rule.check(view(both, resolutions=[], flaws=FLAWS, states=gone))) == []
    assert rule.needs == ("revision", "text")
