"""Answers that the file of another tool carries, as a system."""

from __future__ import annotations

import asyncio

import pytest

from goldsmith.adapters.systems.foreign_answers import ForeignAnswers
from goldsmith.ports.system import System, SystemFailure
from goldsmith.records.interchange import ForeignResponse
from goldsmith.records.response import Failure, Reply, RetrievedItem
from goldsmith.records.task import Step, TaskKey

NINE = Reply(answer="Nine.", retrieved=(RetrievedItem(id="fees#1"),))
HELD = (
    ForeignResponse(case="a", outcome=NINE, latency_ms=12),
    ForeignResponse(case="a", outcome=Reply(answer="Ten."), repeat=2),
    ForeignResponse(case="b", outcome=Failure(kind="recorded_failure", message="quota")),
    ForeignResponse(case="c", outcome=NINE),
    ForeignResponse(case="c", outcome=NINE),
)
SYSTEM = ForeignAnswers(HELD, name="desk")


def ask(case: str, *, repeat: int = 1, judged: bool = True) -> Reply:
    step = Step(case=case, question="?", judged=judged)
    return asyncio.run(SYSTEM.ask(step, (), TaskKey(task=case, step=0, repeat=repeat)))


def test_it_is_a_system_that_shows_what_some_answer_shows() -> None:
    assert isinstance(SYSTEM, System)
    assert SYSTEM.shows == ("context", "answer")


def test_each_repeat_has_its_own_answer() -> None:
    assert (ask("a"), ask("a", repeat=2)) == (NINE, Reply(answer="Ten."))


def test_an_earlier_turn_shows_nothing() -> None:
    assert ask("a", judged=False) == Reply()


@pytest.mark.parametrize(
    ("case", "kind", "message"),
    [
        ("b", "recorded_failure", "quota"),
        ("c", "bad_reply", "desk holds 2 answers to this case"),
        ("d", "not_answered", "desk holds no answer to this case"),
    ],
)
def test_what_is_no_answer_is_a_failure_of_its_own_kind(case: str, kind: str, message: str) -> None:
    with pytest.raises(SystemFailure) as raised:
        ask(case)

    assert (raised.value.kind, raised.value.message) == (kind, message)


def test_the_recorded_time_is_told_where_there_is_one() -> None:
    times = [
        SYSTEM.recorded_latency_ms(Step(case=name, question="?"), TaskKey(task=name, step=0, repeat=1))
        for name in ("a", "b", "c")
    ]

    assert times == [12, None, None]
