"""From cases to the steps that a system is asked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from goldsmith._base.collector import collector_at_rest
from goldsmith.records.case import Case, Message
from goldsmith.records.corpus import Document
from goldsmith.records.digests import case_digest
from goldsmith.records.task import Step, Task
from goldsmith.runner.probing import probe_tasks


@collector_at_rest()
def plan_tasks(
    cases: Iterable[Case],
    probes: Sequence[str] = (),
    documents: Mapping[str, Document] | None = None,
    *,
    digest: Callable[[Case], str] = case_digest,
) -> tuple[Task, ...]:
    """Return one task a case, in the order of the cases, and after them the probes of access of these kinds.

    `documents` are those of the corpus by id, for their access rules; see `goldsmith.runner.probing` for the probes.
    `digest` returns the digest of a case: one that remembers serves where it is needed elsewhere too.

    A plain case is one step. In a conversation, a user turn that has no recorded assistant turn before the next user
    turn is a step of its own (``judged=False``): the system must play it, and its reply becomes part of the history.
    `Step.messages` holds the turns recorded since the step before; the history is all of them with the replies between.
    """
    asked = tuple(cases)
    plain = tuple(Task(id=case.id, steps=tuple(_steps(case)), case_digest=digest(case)) for case in asked)
    return (*plain, *probe_tasks(asked, probes, documents, digest=digest))


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
