"""What came of the probes of access in one run."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from goldsmith.records.case import Case
from goldsmith.records.corpus import Document
from goldsmith.records.observation import Observation
from goldsmith.records.probe import Control, ProbeSeen, at_stake, document_of, probe_case
from goldsmith.records.response import Response
from goldsmith.records.task import Task, TaskKey
from goldsmith.scoring.observe import Observer


def observe_probes(
    observer: Observer,
    cases: Mapping[str, Case],
    tasks: Sequence[Task],
    responses: Sequence[Response],
    *,
    documents: Mapping[str, Document],
    repeats: int = 1,
) -> tuple[ProbeSeen, ...]:
    """Return how each probe of `tasks` came out in each repeat, also where there is no result.

    `cases` are those of the set by id, `tasks` and `responses` may hold others than probes. A result of a probe that is
    not among `tasks` (the cases were changed since) comes last: its leaks are told, and no source is at stake.
    """
    found = {one.key: one for one in responses if one.probe and one.case in cases}
    planned = [(task, repeat) for repeat in range(1, repeats + 1) for task in tasks if task.probe]
    expected = {TaskKey(task=task.id, step=step, repeat=repeat) for task, repeat in planned for step in (0, 1)}
    seen = (_seen(observer, cases, task, repeat, found, documents) for task, repeat in planned)
    return (*seen, *_strays(observer, cases, found.values(), expected))


def _seen(
    observer: Observer,
    cases: Mapping[str, Case],
    task: Task,
    repeat: int,
    found: Mapping[TaskKey, Response],
    documents: Mapping[str, Document],
) -> ProbeSeen:
    first, second = task.steps
    permitted, denied = cases[first.case], cases[second.case]
    withheld = tuple(sorted({action.document for action in second.before}))
    at_risk = withheld or (at_stake(permitted, denied.identity, documents) if denied.identity else ())
    asked = (
        probe_case(permitted, question=first.question),
        probe_case(denied, question=second.question, withheld=withheld),
    )
    got, tried = (
        _observed(observer, case, found.get(TaskKey(task=task.id, step=step, repeat=repeat)))
        for step, case in enumerate(asked)
    )
    return ProbeSeen(
        task=task.id,
        kind=task.probe or "same_text",
        repeat=repeat,
        permitted=permitted.id,
        denied=denied.id,
        documents=at_risk,
        control=_control(permitted, got, at_risk),
        first=got,
        second=tried,
    )


def _observed(observer: Observer, case: Case, response: Response | None) -> Observation | None:
    return None if response is None else observer.observe(case, response)


def _control(permitted: Case, seen: Observation | None, documents: Sequence[str]) -> Control:
    """Say whether the permitted asker got one of `documents`: retrieved it, or cited it."""
    if seen is None:
        return "no_result"
    if seen.failure is not None:
        return "failed"
    needs = {
        place
        for place, need in enumerate(permitted.evidence)
        if all(document_of(one) in documents for one in need.any_of)
    }
    met = any(need.need in needs and need.rank is not None for need in seen.needs)
    retrieved = any(passage.document in documents or passage.id in documents for passage in seen.passages or ())
    cited = any(needs & set(citation.needs) or citation.id in documents for citation in seen.citations or ())
    if met or retrieved or cited:
        return "got"
    return "not_shown" if seen.passages is None else "not_got"


def _strays(
    observer: Observer, cases: Mapping[str, Case], responses: Iterable[Response], expected: Collection[TaskKey]
) -> Iterator[ProbeSeen]:
    for one in sorted(responses, key=lambda response: response.key):
        if one.key not in expected and one.probe:
            yield ProbeSeen(
                task=one.key.task,
                kind=one.probe,
                repeat=one.key.repeat,
                permitted=one.case,
                denied=one.case,
                documents=(),
                control="no_result",
                first=None,
                second=observer.observe(cases[one.case], one),
            )
