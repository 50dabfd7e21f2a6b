"""From cases to the steps that a system is asked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from goldsmith.records.case import Case, Message
from goldsmith.records.digests import case_digest
from goldsmith.records.task import Step, Task


def plan_tasks(cases: Iterable[Case]) -> tuple[Task, ...]:
    """Return one task a case, in the order of the cases.

    A plain case is one step. In a conversation, a user turn that has no recorded assistant turn before the next user
    turn is a step of its own (``judged=False``): the system must play it, and its reply becomes part of the history.
    `Step.messages` holds the turns recorded since the step before; the history is all of them with the replies between.
    """
    return tuple(Task(id=case.id, steps=tuple(_steps(case)), case_digest=case_digest(case)) for case in cases)


def _steps(case: Case) -> Iterator[Step]:
    recorded: list[Message] = []
    for place, message in enumerate(case.messages):
        if message.role == "user" and not _is_answered(case.messages[place + 1 :]):
            yield _step(case, message.content, recorded, judged=False)
            recorded = []
        else:
            recorded.append(message)
    yield _step(case, case.question, recorded, judged=True)


def _is_answered(later: tuple[Message, ...]) -> bool:
    """Say whether an assistant turn comes before the next user turn."""
    return next((turn.role for turn in later if turn.role in {"assistant", "user"}), "user") == "assistant"


def _step(case: Case, question: str, recorded: list[Message], *, judged: bool) -> Step:
    return Step(
        case=case.id,
        question=question,
        messages=tuple(recorded),
        identity=case.identity,
        allowed_tools=case.allowed_tools,
        forbidden_tools=case.forbidden_tools,
        system_prompt=case.system_prompt,
        judged=judged,
    )
