"""Answers that need not be asked again: what an earlier run was told under the very same call.

A system that states its revision answers an equal call equally, so its answer is taken over: same user, tenant and
roles, same configuration and revision of the system, same corpus, case, question, history and repeat. A task is taken
over as a whole from one earlier run, so that a conversation never mixes two. Failures, probes of access and tasks that
do something to the system are always asked anew, and what was itself taken over is no source.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, ClassVar

from goldsmith.errors import GoldsmithError
from goldsmith.ondisk.runs import RunFolder, run_ids
from goldsmith.records.call_key import CallKey
from goldsmith.records.case import Message
from goldsmith.records.response import Reply, Response
from goldsmith.records.run import Plan, RulerNote
from goldsmith.records.task import Task, TaskKey
from goldsmith.runner.planning import plan_tasks

REUSED = "reused"
"""Kind of the note that tells how many answers were taken over; also the name of the file that lists them."""
NOT_REUSED = "not_reused"
"""Kind of the note that tells why none could be."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reused:
    """One result that was taken over."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    key: TaskKey
    run: str
    """The run that asked."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TakenOver:
    """What need not be asked."""

    responses: tuple[Response, ...]
    """With no attempts: no call was made for them."""
    origins: tuple[Reused, ...]


def take_over(folder: RunFolder, tasks: Sequence[Task], done: Collection[TaskKey], *, runs: Path) -> TakenOver:
    """Return what the earlier runs below `runs` hold of what `folder` is to ask and is not `done`; newest first.

    Nothing where the system states no revision. Runs that cannot be read are passed over.
    """
    plan = folder.plan
    if plan.system_revision is None:
        return TakenOver(responses=(), origins=())
    wanted = {
        (task.id, repeat): task
        for repeat in range(1, plan.repeats + 1)
        for task in tasks
        if _is_plain(task) and not any(_key(task, step, repeat) in done for step in range(len(task.steps)))
    }
    responses: list[Response] = []
    origins: list[Reused] = []
    for run in reversed(run_ids(runs)):
        if not wanted or run == plan.run:
            continue
        for place, found in _found(runs, run, plan, wanted):
            del wanted[place]
            responses += [replace(response, attempts=0) for response in found]
            origins += [Reused(key=response.key, run=run) for response in found]
    return TakenOver(responses=tuple(responses), origins=tuple(origins))


def told_reuse(origins: Sequence[Reused], plan: Plan, asked: int) -> RulerNote:
    """Return the note on what was taken over; `asked` is how many answers the run consists of."""
    if plan.system_revision is None:
        message = "no answer was reused: the system states no revision"
        mend = f'write revision = "…" under [systems.{plan.system}], and change it with the system'
        return RulerNote(kind=NOT_REUSED, message=message, mend=mend)
    if not origins:
        return RulerNote(kind=NOT_REUSED, message=f"no answer of revision {plan.system_revision} was there to reuse")
    runs = sorted({origin.run for origin in origins})
    named = ", ".join(runs[-3:])
    noun = "run" if len(runs) == 1 else f"{len(runs)} runs, the latest" if len(runs) > 3 else "runs"
    message = f"{len(origins)} of {asked} answers reused from {noun} {named} (revision {plan.system_revision})"
    return RulerNote(kind=REUSED, message=message)


def read_origins(folder: RunFolder) -> tuple[Reused, ...]:
    """Return what a run took over; nothing where it took nothing."""
    return folder.read_records(REUSED, Reused) if (folder.path / f"{REUSED}.jsonl").is_file() else ()


def _is_plain(task: Task) -> bool:
    return not task.probe and not task.together and not any(step.before or step.after for step in task.steps)


def _key(task: Task, step: int, repeat: int) -> TaskKey:
    return TaskKey(task=task.id, step=step, repeat=repeat)


def _found(
    runs: Path, run: str, plan: Plan, wanted: Mapping[tuple[str, int], Task]
) -> Iterator[tuple[tuple[str, int], tuple[Response, ...]]]:
    """Yield the wanted tasks that one earlier run asked in the same way, with its replies to every step."""
    try:
        folder = RunFolder.open(runs, run)
        before = folder.plan
        if not _may_serve(before, plan):
            return
        asked = {task.id: task for task in plan_tasks([item.case for item in folder.cases()])}
        held = folder.read_journal().by_key
    except (GoldsmithError, OSError):
        return
    for (name, repeat), task in tuple(wanted.items()):
        earlier = asked.get(name)
        keys = [_key(task, step, repeat) for step in range(len(task.steps))]
        replies = tuple(held[key] for key in keys if key in held and _is_source(held[key], plan))
        if earlier is None or len(replies) < len(keys) or len(earlier.steps) != len(task.steps):
            continue
        if _calls(task, plan, replies) == _calls(earlier, before, replies):
            yield (name, repeat), replies


def _may_serve(before: Plan, now: Plan) -> bool:
    """Say at once whether any call of the two can be equal: most runs of a folder are of another revision."""
    return (before.system_digest, before.system_revision, before.set_name, before.retrieval_only) == (
        now.system_digest, now.system_revision, now.set_name, now.retrieval_only,
    )  # fmt: skip


def _is_source(response: Response, plan: Plan) -> bool:
    outcome = response.outcome
    return (
        isinstance(outcome, Reply)
        and not response.probe
        and response.attempts > 0
        # Another revision may have answered than the one that was meant.
        and outcome.revision in {None, plan.system_revision}
    )


def _calls(task: Task, plan: Plan, replies: Sequence[Response]) -> tuple[str, ...]:
    """Return the keys of the calls of one repeat, each with what was said before it."""
    history: list[Message] = []
    keys: list[str] = []
    for step, response in zip(task.steps, replies, strict=True):
        history += step.messages
        identity = step.identity
        key = CallKey(
            purpose="run",
            user=identity.user if identity else None,
            tenant=identity.tenant if identity else None,
            roles=tuple(identity.roles) if identity else (),
            system=plan.system_digest,
            system_revision=plan.system_revision,
            corpus=plan.corpus_digest,
            set_name=plan.set_name,
            case=task.case_digest,
            question=step.question,
            parameters={
                "system_prompt": step.system_prompt,
                "allowed_tools": step.allowed_tools,
                "forbidden_tools": step.forbidden_tools,
                "fingerprints": plan.fingerprints,
                "retrieval_only": plan.retrieval_only,
            },
            repeat=response.key.repeat,
            step=response.key.step,
            history=tuple(history),
        )
        keys.append(key.digest)
        answer = response.outcome.answer if isinstance(response.outcome, Reply) else None
        history += [Message(role="user", content=step.question), Message(role="assistant", content=answer or "")]
    return tuple(keys)
