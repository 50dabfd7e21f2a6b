"""What `goldsmith.testing` says to the author of a plug-in that does not fit."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest

from goldsmith.ports import (
    Asked,
    Case,
    CaseFile,
    Channel,
    Component,
    Decided,
    Direction,
    Layer,
    Message,
    Outcome,
    Reply,
    Scored,
    Sought,
    Step,
    SystemFailure,
    TaskKey,
    Unit,
)
from goldsmith.testing import asked, check_format, check_matcher, check_measure, check_system, read_cases


class Measure:
    name = "acme.mine"
    version = 1
    layer: Layer = "response"
    direction: Direction = "higher"
    unit: Unit = "share"

    def __init__(self, value_of: Callable[[str], Any]) -> None:
        self._value_of = value_of

    def outcome(self, asked: Asked) -> Outcome:
        return Scored(value=self._value_of(asked.answer))


class Matcher:
    name = "acme.mine"

    def __init__(self, decide: Callable[[str], Any]) -> None:
        self._decide = decide

    def decide(self, sought: Sought) -> Decided:
        found: Decided = self._decide(sought.answer)
        return found


class Bot:
    name = "bot"
    revision: str | None = None
    shows: tuple[Channel, ...] = ("answer",)
    fingerprints: Mapping[Component, str] = {}

    def __init__(self) -> None:
        self.closed = 0

    async def ask(self, step: Step, history: tuple[Message, ...], key: TaskKey) -> Reply:
        if step.question == "Break!":
            raise SystemFailure("timeout", "too late")
        return Reply(answer=step.question, citations=() if step.question == "Cite!" else None)

    async def close(self) -> None:
        self.closed += 1


class Lines:
    name = "acme.lines"
    suffixes = (".lines",)

    def read(self, file: CaseFile) -> Iterator[Mapping[str, Any]]:
        for line in file.text.splitlines():
            yield {"id": line, "question": "Q?"}


def refusal(check: Callable[[], None]) -> str:
    with pytest.raises(AssertionError) as caught:
        check()
    return str(caught.value)


def test_a_sound_plugin_of_each_kind_passes() -> None:
    bot = Bot()
    check_measure(Measure(lambda answer: float("30" in answer)), examples=[(asked("30 days"), 1.0)])
    check_matcher(
        Matcher(lambda answer: Decided(state="stated" if "30" in answer else "not_stated")),
        options={},
        stated=["30 days"],
        not_stated=["40 days"],
    )
    check_system(bot, answered=["When?"], failing=["Break!"])
    check_format(Lines(), b"c1\nc2\n", cases=[Case(id="c1", question="Q?"), Case(id="c2", question="Q?")])

    assert bot.closed == 1


def test_a_measure_that_breaks_on_a_blank_answer_is_told_the_answer() -> None:
    found = refusal(lambda: check_measure(Measure(lambda answer: 1 / len(answer))))

    assert found.startswith("acme.mine: ZeroDivisionError: ")
    assert found.endswith(", for the answer ''")


def test_a_measure_that_keeps_something_of_a_reply_is_told() -> None:
    values = iter((0.1, 0.2))
    found = refusal(lambda: check_measure(Measure(lambda _: next(values))))

    assert found == "acme.mine gives Scored(value=0.1) and then Scored(value=0.2) for the answer ''"


def test_a_measure_with_another_value_than_the_example_is_told_both() -> None:
    found = refusal(lambda: check_measure(Measure(lambda _: 0.5), examples=[(asked("A"), 1.0)]))

    assert found == "acme.mine gives Scored(value=0.5) for the answer 'A', where 1.0 was expected"


def test_a_measure_without_prefix_is_told_how_to_write_it() -> None:
    measure = Measure(lambda _: 1.0)
    measure.name = "mine"

    assert refusal(lambda: check_measure(measure)).endswith('write name = "acme.mine", with your own prefix')


@pytest.mark.parametrize(
    ("decide", "told"),
    [
        (
            lambda _: Decided(state="not_stated"),
            "acme.mine says not_stated of the answer 'yes', where stated was expected",
        ),
        (lambda answer: answer[5], "acme.mine: IndexError: string index out of range"),
    ],
)
def test_a_matcher_that_does_not_find_or_breaks_is_told(decide: Callable[[str], Any], told: str) -> None:
    found = refusal(lambda: check_matcher(Matcher(decide), options={}, stated=["yes"], not_stated=[]))

    assert found.startswith(told)


def test_a_system_that_shows_more_than_it_says_is_told_and_closed() -> None:
    bot = Bot()
    found = refusal(lambda: check_system(bot, answered=["Cite!"]))

    assert (found, bot.closed) == ("the reply to 'Cite!' shows citations, which `shows` does not name", 1)


def test_a_system_that_answers_what_it_should_not_is_told() -> None:
    found = refusal(lambda: check_system(Bot(), answered=[], failing=["When?"]))

    assert found.startswith("a failure was expected for 'When?', and Reply(answer='When?'")


def test_a_system_that_fails_is_told_how() -> None:
    assert refusal(lambda: check_system(Bot(), answered=["Break!"])) == "bot fails on 'Break!': timeout: too late"


def test_a_format_that_reads_something_else_is_told_both() -> None:
    found = refusal(lambda: check_format(Lines(), b"c1\n", cases=[]))

    assert found.startswith("acme.lines reads (Case(id='c1'")


def test_what_a_format_cannot_read_is_told_as_a_person_would_meet_it() -> None:
    assert "record 1: acme.lines: UnicodeDecodeError" in refusal(lambda: check_format(Lines(), b"\xff", cases=[]))


def test_what_is_asked_holds_what_was_observed() -> None:
    given = asked("Within 30 days.", case=Case(id="c1", question="When?"))

    assert (given.answer, given.case.id, given.observation.answered) == ("Within 30 days.", "c1", True)
    assert [case.id for case in read_cases(Lines(), b"c1\n")] == ["c1"]
