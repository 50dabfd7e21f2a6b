"""How a probe is observed: the control by the permitted case, the denied asker under all that is denied to them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from goldsmith.records.case import Case, Identity
from goldsmith.records.evidence import Alternative, Need
from goldsmith.records.probe import ProbeSeen
from goldsmith.records.response import Citation, Failure, Reply, Response, RetrievedItem
from goldsmith.records.task import ProbeKind, TaskKey
from goldsmith.runner.planning import plan_tasks
from goldsmith.scoring.measures import parse, score
from goldsmith.scoring.observe import Observer
from goldsmith.scoring.probes import observe_probes
from goldsmith.scoring.results import match_results
from tests.scoring.building import items

ANN = Case(
    id="ann",
    question="Where is the safe?",
    identity=Identity(user="ann", allowed=("plan",)),
    evidence=(Need(any_of=(Alternative(chunk="plan#1"),)),),
)
BOB = Case(id="bob", question="Where is the safe?", identity=Identity(user="bob", denied=("plan",)))
CASES = {"ann": ANN, "bob": BOB}
GOT = Reply(answer="In the hall.", retrieved=items("plan#1"))
NOTHING = Reply(answer="I do not know.", retrieved=())


def result(task: str, step: int, of: str, outcome: Reply | Failure, probe: ProbeKind, repeat: int = 1) -> Response:
    key = TaskKey(task=task, step=step, repeat=repeat)
    return Response(key=key, case=of, case_digest="c1:0", outcome=outcome, probe=probe)


def seen(kind: ProbeKind, responses: Sequence[Response], repeats: int = 1) -> tuple[ProbeSeen, ...]:
    tasks = plan_tasks(CASES.values(), [kind])
    return observe_probes(Observer(None, access="open"), CASES, tasks, responses, documents={}, repeats=repeats)


def cached(first: Reply | Failure, second: Reply | Failure) -> ProbeSeen:
    pair = [
        result("bob~same_text", 0, "ann", first, "same_text"),
        result("bob~same_text", 1, "bob", second, "same_text"),
    ]
    (found,) = seen("same_text", pair)
    return found


@pytest.mark.parametrize(
    ("first", "control"),
    [
        (GOT, "got"),
        (Reply(answer="Hall.", retrieved=(RetrievedItem(id="x", document="plan"),)), "got"),
        (Reply(answer="Hall.", citations=(Citation(id="plan"),)), "got"),
        (NOTHING, "not_got"),
        (Reply(answer="Hall."), "not_shown"),
        (Failure(kind="timeout", message="late"), "failed"),
    ],
)
def test_the_control_holds_where_the_permitted_asker_got_the_source(first: Any, control: str) -> None:
    found = cached(first, NOTHING)

    assert (found.permitted, found.denied, found.documents, found.control) == ("ann", "bob", ("plan",), control)


def test_a_result_that_never_came_is_a_probe_all_the_same() -> None:
    first, second = seen("same_text", [result("bob~same_text", 0, "ann", GOT, "same_text")], repeats=2)

    assert (first.control, first.second) == ("got", None)
    assert (second.repeat, second.control, second.first) == (2, "no_result", None)


@pytest.mark.parametrize("kind", ["revoked", "deleted"])
def test_what_was_taken_away_is_denied_to_the_asker_who_may_see_it_otherwise(kind: ProbeKind) -> None:
    pair = [result(f"ann~{kind}", step, "ann", GOT, kind) for step in (0, 1)]

    (found,) = seen(kind, pair)

    assert found.first is not None
    assert found.second is not None
    assert (found.control, found.first.leaks) == ("got", ())
    assert [(leak.channel, leak.document, leak.basis) for leak in found.second.leaks] == [("context", "plan", "denied")]


def test_a_leak_under_a_probe_that_the_set_no_longer_plans_is_told() -> None:
    (stray,) = seen("paraphrase", [result("old~same_text", 1, "bob", GOT, "same_text")])[1:]

    assert stray.second is not None
    assert (stray.documents, [leak.document for leak in stray.second.leaks]) == ((), ["plan"])


def test_a_probe_is_no_trial_of_its_case_for_any_measure_but_those_of_authorization() -> None:
    observed = Observer(None, access="open").observe(BOB, result("bob~same_text", 1, "bob", GOT, "same_text"))

    scores = score([observed], [parse(name) for name in ("recall@5", "right_behaviour", "latency_ms", "leaks")])

    assert [getattr(one.outcome, "reason", "scored") for one in scores] == [
        "not_applicable",
        "not_applicable",
        "not_applicable",
        "scored",
    ]


def test_a_probe_is_no_result_of_its_case() -> None:
    plain = replace(result("bob", 0, "bob", NOTHING, "same_text"), probe="")
    probes = [result("bob~same_text", 1, "bob", NOTHING, "same_text")]

    assert match_results([BOB], [plain, *probes]).usable == (plain,)
    assert match_results([BOB], probes).missing == ("bob",)
