"""A case becomes the steps that a system is asked."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from goldsmith.records.case import Case, Identity, Message
from goldsmith.records.digests import case_digest
from goldsmith.records.task import Step, Task
from goldsmith.runner.planning import plan_tasks


def user(content: str) -> Message:
    return Message(role="user", content=content)


def assistant(content: str) -> Message:
    return Message(role="assistant", content=content)


def steps(*messages: Message) -> list[tuple[str, tuple[str, ...], bool]]:
    case = Case(id="c", question="last?", messages=messages)
    return [
        (step.question, tuple(turn.content for turn in step.messages), step.judged)
        for step in plan_tasks([case])[0].steps
    ]


def test_a_plain_case_is_one_judged_step_that_carries_who_asks() -> None:
    case = Case(id="c1", question="Why?", identity=Identity(user="ann"), forbidden_tools=("delete",))

    assert plan_tasks([case]) == (
        Task(
            id="c1",
            case_digest=case_digest(case),
            steps=(Step(case="c1", question="Why?", identity=Identity(user="ann"), forbidden_tools=("delete",)),),
        ),
    )


def test_the_digest_of_a_case_may_come_from_elsewhere() -> None:
    case = Case(id="c1", question="Why?")

    assert [task.case_digest for task in plan_tasks([case], digest=lambda one: f"known {one.id}")] == ["known c1"]


def test_recorded_turns_are_given_and_not_played() -> None:
    assert steps(user("a"), assistant("b")) == [("last?", ("a", "b"), True)]


def test_a_user_turn_without_a_recorded_reply_is_played_by_the_system() -> None:
    assert steps(user("a"), assistant("b"), user("c")) == [("c", ("a", "b"), False), ("last?", (), True)]


def test_each_of_two_user_turns_in_a_row_is_played() -> None:
    assert steps(user("a"), user("b")) == [("a", (), False), ("b", (), False), ("last?", (), True)]


def test_turns_recorded_after_a_played_one_stand_before_the_next_question() -> None:
    assert steps(user("a"), user("b"), assistant("c")) == [("a", (), False), ("last?", ("b", "c"), True)]


def test_a_tool_turn_does_not_part_a_question_from_its_reply() -> None:
    turns = (Message(role="system", content="s"), user("a"), Message(role="tool", content="t"), assistant("b"))

    assert steps(*turns) == [("last?", ("s", "a", "t", "b"), True)]


@given(st.lists(st.sampled_from(["user", "assistant", "system", "tool"])))
def test_no_turn_is_lost_and_only_the_question_is_judged(roles: list[str]) -> None:
    messages = tuple(Message(role=role, content=str(place)) for place, role in enumerate(roles))  # type: ignore[arg-type]
    (task,) = plan_tasks([Case(id="c", question="last?", messages=messages)])

    told = [text for step in task.steps for text in (*(turn.content for turn in step.messages), step.question)]

    assert told == [*map(str, range(len(roles))), "last?"]
    assert [step.judged for step in task.steps] == [False] * (len(task.steps) - 1) + [True]
