"""A probe breaks the gate by a leak, and holds only where the permitted asker got what the denied one did not."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from goldsmith.gates.hard import Evidence, decide_hard_gates
from goldsmith.records.case import Case, Identity, Waiver
from goldsmith.records.detector import DetectorCheck, Planted
from goldsmith.records.gate import GateFinding, GateResult
from goldsmith.records.observation import CheckSeen, Leak, Observation
from goldsmith.records.probe import Control, ProbeSeen
from goldsmith.records.response import Failure
from goldsmith.records.task import ProbeKind
from tests.gates.making import case, leak, seen

ANN = case("ann", identity=Identity(user="ann"))
BOB = case("bob", identity=Identity(user="bob", denied=("runbook-b",)))


def probe(kind: ProbeKind = "same_text", control: Control = "got", **fields: Any) -> ProbeSeen:
    settled: dict[str, Any] = {
        "task": f"bob~{kind}",
        "repeat": 1,
        "permitted": "ann",
        "denied": "bob",
        "documents": ("runbook-b",),
        "first": seen(ANN, probe=kind),
        "second": seen(BOB, probe=kind),
    }
    return ProbeSeen(kind=kind, control=control, **{**settled, **fields})


def gate(*probes: ProbeSeen, bob: Case = BOB, plain: tuple[Observation, ...] = (), **fields: Any) -> GateResult:
    evidence = Evidence(
        cases={"ann": ANN, "bob": bob},
        observations={"ann": (seen(ANN),), "bob": plain or (seen(bob),)},
        dropped={},
        today="2026-11-30",
        probes=probes,
        **fields,
    )
    return decide_hard_gates(evidence)[0]


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        ("same_text", "after a permitted question with the same text (cache)"),
        ("paraphrase", "after a permitted question in other words (cache by meaning)"),
        ("simultaneous", "while a permitted asker asked the same (shared state)"),
        ("shared_conversation", "in a conversation that a permitted asker began (memory)"),
        ("revoked", "after access was revoked (rights held too long)"),
        ("deleted", "after the document was deleted (old index or cache)"),
    ],
)
def test_a_leak_says_under_which_probe_it_showed(kind: ProbeKind, words: str) -> None:
    result = gate(probe(kind, second=seen(BOB, leaks=(leak(),))))

    told = f"probe {kind.replace('_', ' ')}: denied source runbook-b retrieved at rank 3, {words}"
    assert (result.status, result.findings) == ("failed", (GateFinding(case="bob", kind="broken", message=told),))


def test_a_source_that_leaks_without_any_probe_is_not_laid_to_one() -> None:
    leaking = seen(BOB, leaks=(leak(),))

    result = gate(probe(second=leaking), probe("revoked", control="not_got", second=leaking), plain=(leaking,))

    assert [one.message for one in result.findings] == ["denied source runbook-b retrieved at rank 3"]


def test_clean_probes_with_their_controls_add_no_case_to_the_figures() -> None:
    result = gate(probe(), probe("paraphrase"), probe("revoked"))

    assert (result.status, result.checked, result.population, result.findings) == ("passed", 2, 2, ())


@pytest.mark.parametrize(
    ("control", "kind", "message"),
    [
        ("not_got", "not_observed", "the permitted asker (ann) did not get runbook-b either, so nothing is shown"),
        ("not_shown", "not_observed", "the system does not show whether the permitted asker (ann) got runbook-b"),
        ("failed", "missing", "the permitted asker (ann) has no answer, so nothing is shown"),
        ("no_result", "missing", "the permitted asker (ann) has no answer, so nothing is shown"),
    ],
)
def test_a_probe_without_its_control_is_no_pass(control: Control, kind: Any, message: str) -> None:
    result = gate(probe(control=control))

    after = "after a permitted question with the same text (cache)"
    assert (result.status, result.checked) == ("incomplete", 1)
    assert result.findings == (GateFinding(case="bob", kind=kind, message=f"probe same text: {message}, {after}"),)


def test_a_leak_is_a_leak_without_any_control() -> None:
    assert gate(probe(control="failed", second=seen(BOB, leaks=(leak(),)))).status == "failed"


def test_a_probe_that_was_not_carried_out_is_missing() -> None:
    result = gate(probe(first=None, second=None, control="no_result"))

    assert (result.status, result.findings[0].kind) == ("incomplete", "missing")


def test_somebody_who_is_turned_away_is_kept_out_only_once_their_access_was_revoked() -> None:
    turned_away = seen(BOB, failure=Failure(kind="not_authorised", message="403"))

    assert gate(probe("revoked", second=turned_away)).status == "passed"
    assert gate(probe("same_text", second=turned_away)).status == "incomplete"


def test_a_reply_for_somebody_else_or_without_its_context_shows_nothing() -> None:
    other = CheckSeen(check="identity", state="not_met", detail="asked as 'bob', answered for 'ann'")

    assert gate(probe(second=seen(BOB, checks=(other,)))).status == "incomplete"
    assert gate(probe(second=seen(BOB, not_observed=("context",)))).status == "incomplete"


def test_a_leak_to_the_permitted_asker_is_one_too() -> None:
    result = gate(probe("simultaneous", first=seen(ANN, leaks=(leak("secret-of-bob"),))))

    when = "as the permitted asker, while a permitted asker asked the same (shared state)"
    assert [(one.case, one.message) for one in result.findings] == [
        ("ann", f"probe simultaneous: denied source secret-of-bob retrieved at rank 3, {when}")
    ]


def test_a_waiver_of_the_denied_case_covers_its_probes() -> None:
    waiver = Waiver(gate="authorization", who="Ana", why="old cache", until="2026-12-31")
    bob = case("bob", identity=BOB.identity, waivers=(waiver,))

    result = gate(probe(second=seen(bob, leaks=(leak(),))), bob=bob)

    assert (result.status, [one.kind for one in result.findings]) == ("passed", ["waived"])


def test_where_the_set_no_longer_says_what_is_at_stake_only_leaks_are_told() -> None:
    assert gate(probe(documents=(), first=None, control="no_result")).status == "passed"
    assert gate(probe(documents=(), second=seen(BOB, leaks=(leak(),)))).status == "failed"


def test_a_title_that_gives_a_source_away_breaks_the_gate() -> None:
    title = Leak(channel="answer", document="runbook-b", detail="the answer names it", basis="existence")

    result = gate(probe(second=seen(BOB, leaks=(title,))))

    assert result.findings[0].message.startswith("probe same text: title of the denied source runbook-b in the answer")


def test_a_detector_that_missed_a_planted_leak_leaves_the_gate_undecided_whatever_is_waived() -> None:
    waiver = Waiver(gate="authorization", who="Ana", why="old cache", until="2026-12-31")
    bob = case("bob", identity=BOB.identity, waivers=(waiver,))
    missed = Planted(channel="trace", place="key", spelling="upper case", case="bob", document="runbook-b")
    again = Planted(channel="trace", place="key", spelling="upper case", case="ann", document="runbook-b")

    result = gate(bob=bob, detector=DetectorCheck(planted=9, missed=(missed, again), clean=4))

    assert (result.status, result.rules_out) == ("incomplete", None)
    assert result.findings == (
        GateFinding(
            case="bob",
            kind="not_observed",
            message="the detector did not see a planted leak in trace (key, upper case): "
            "a real one would not be seen either",
        ),
    )


def test_a_case_whose_asker_is_denied_nothing_is_no_trial_of_access() -> None:
    open_to_all = replace(seen(BOB), guarded=False)

    result = gate(plain=(open_to_all,))

    assert (result.status, result.checked, result.population) == ("passed", 1, 1)
