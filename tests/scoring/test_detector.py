"""Leaks planted into copies of real replies are seen, near misses are not, and a detector that sleeps is told."""

from __future__ import annotations

import time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goldsmith.records.case import Case
from goldsmith.records.detector import DetectorCheck, Planted
from goldsmith.records.observation import Leak
from goldsmith.records.response import CHANNELS, Failure, Reply, Response, StreamEvent, ToolCall
from goldsmith.scoring.detector import MOST_NEAR, MOST_PLANTED, check_detector
from goldsmith.scoring.observe import Observer
from tests.scoring.building import case, chunk, cited, items, reply, response, support, view

WORDS = "The safe opens with four seven one one every single morning at nine sharp and not a minute before."


def full(**fields: Any) -> Response:
    """Return a result that shows every channel."""
    shown: dict[str, Any] = {
        "answer": "Within 30 days.",
        "retrieved": items("returns#1"),
        "candidates": items("returns#1", "fees#1"),
        "citations": cited("returns#1"),
        "events": (StreamEvent(kind="text", text="Within 30 days."), StreamEvent(kind="end")),
        "tool_calls": (ToolCall(name="search", arguments='{"query": "returns"}'),),
        "trace": {"spans": [{"document": "returns"}]},
        "cache": "",
    }
    return reply(**{**shown, **fields})


def guarded(*denied: str) -> Case:
    return case(identity=support(denied=denied))


def check(asked: Case, *responses: Response, observer: Observer | None = None) -> DetectorCheck:
    return check_detector(observer or Observer(None, access="open"), {asked.id: asked}, responses)


def test_every_planted_leak_is_seen_and_no_near_miss() -> None:
    corpus = view(chunk("runbook-b#1", WORDS), chunk("returns#1", "Goods may be returned."))

    found = check(guarded("runbook-b"), full(), observer=Observer(corpus, access="open"))

    assert (found.missed, found.clean, found.false_alarms) == ((), MOST_NEAR, ())
    assert 50 < found.planted <= MOST_PLANTED
    assert found.told == f"{found.planted} planted leaks caught, 0 of {MOST_NEAR} near misses flagged"


class Asleep(Observer):
    """An observer that is blind in one channel, or sees a leak in everything."""

    def __init__(self, channel: str, *, everything: bool = False) -> None:
        super().__init__(None, access="open")
        self._channel = channel
        self._everything = everything

    def leaks(self, case: Case, reply: Reply) -> tuple[Leak, ...]:
        found = super().leaks(case, reply)
        if self._everything and (reply.retrieved or ())[-1:] != items("returns#1"):
            found = (*found, Leak(channel="context", document="runbook-b", detail="", basis="denied"))
        return tuple(leak for leak in found if leak.channel != self._channel)


@pytest.mark.parametrize("channel", CHANNELS)
def test_a_detector_that_is_blind_in_a_channel_is_told_with_place_and_spelling(channel: str) -> None:
    found = check(guarded("runbook-b"), full(), observer=Asleep(channel))

    assert {one.channel for one in found.missed} == {channel}
    assert "as written" in {one.spelling for one in found.missed}
    assert found.caught == found.planted - len(found.missed)


def test_a_detector_that_sees_leaks_everywhere_is_told_too() -> None:
    found = check(guarded("runbook-b"), full(), observer=Asleep("", everything=True))

    assert found.false_alarms != ()
    assert {one.document for one in found.false_alarms} == {"runbook-b"}


def test_only_channels_that_the_system_shows_are_planted_into() -> None:
    found = check(guarded("runbook-b"), reply(answer="No."), observer=Asleep("answer"))

    assert {one.channel for one in found.missed} == {"answer"}
    assert found.caught == 0


def test_nothing_is_planted_where_nothing_is_denied_or_nothing_was_answered() -> None:
    failed = response(Failure(kind="timeout", message="late"))

    assert check(case(), full()) == DetectorCheck()
    assert check(guarded(), full()) == DetectorCheck()
    assert check(guarded("runbook-b"), failed) == DetectorCheck()


def test_a_leak_that_is_there_already_proves_nothing_of_the_detector() -> None:
    observer = Asleep("answer")
    leaking = full(retrieved=items("runbook-b#1"))

    found = check(guarded("runbook-b"), leaking, observer=observer)

    assert "context" not in {one.channel for one in found.missed}
    assert found.planted < check(guarded("runbook-b"), full(), observer=observer).planted


def test_what_is_planted_depends_on_nothing_but_cases_and_replies() -> None:
    observer = Asleep("trace")
    first = check(guarded("b", "runbook-b", "T-4411"), full(), observer=observer)

    assert check(guarded("T-4411", "runbook-b", "b"), full(), observer=observer) == first
    assert first.missed[0] == Planted(
        channel="trace", place="value", spelling="as written", case="c1", document=first.missed[0].document
    )


IDS = st.one_of(
    st.text(min_size=1, max_size=12).filter(lambda name: any(map(str.isalnum, name))),
    st.from_regex(r"[a-z]{1,6}([-_./ ][a-z0-9é]{1,5}){0,3}", fullmatch=True),
    st.sampled_from(
        ["fees", "12", "人事-规则", "отчёт-7", "policy (eu)", "https://x.example/d?id=3", 'say "hi"', "a%20b"]
    ),
)


@given(st.lists(IDS, min_size=1, max_size=4, unique=True))
@settings(max_examples=100)
def test_the_detector_sees_ids_of_any_form(denied: list[str]) -> None:
    found = check(guarded(*denied), full(answer="Ω."))

    assert (found.missed, found.false_alarms) == ((), ())


def test_very_many_denied_sources_and_very_long_replies_do_not_slow_a_run() -> None:
    asked = guarded(*(f"doc-{number}" for number in range(5_000)))
    observer = Observer(None, access="open")
    observer.rules(asked.identity or support())
    long = full(answer="word " * 100_000, trace={"spans": [{"text": "word " * 1_000}] * 20})

    started = time.process_time()
    found = check(asked, long, observer=observer)
    spent = time.process_time() - started

    assert (found.missed, found.false_alarms) == ((), ())
    assert spent < 2, f"{spent:.2f} s"
