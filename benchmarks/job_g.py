"""(g) What the runner itself costs: 10,000 cases and a system that answers at once, journal on disk."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from contest import Call, Contest, Peer, Place
from shared_calls import peer_case

FULL, QUICK = 10_000, 1_000
AT_ONCE = 64
LIMIT_MS = 0.1
ANSWER = "Forty-two."


def _cases(place: Place) -> tuple[Any, ...]:
    from goldsmith.records.case import AcceptedAnswer, Case
    from goldsmith.records.claims import RequiredClaim, ValueMatch
    from goldsmith.records.evidence import Alternative, Need

    return tuple(
        Case(
            id=f"q{number}",
            question=f"What is the answer to question {number}?",
            answerability="supported",
            behaviour="answer",
            accept=(AcceptedAnswer(answer=ANSWER),),
            evidence=(Need(any_of=(Alternative(chunk="a"),)),),
            claims=(RequiredClaim(required=ANSWER, match=ValueMatch(value="Forty-two")),),
        )
        for number in range(place.size(FULL, QUICK))
    )


def _system() -> Any:
    from goldsmith.records.case import Message
    from goldsmith.records.response import Channel, Component, Reply, RetrievedItem
    from goldsmith.records.task import Step, TaskKey

    class AtOnce:
        """Answers every question with the same words and two passages."""

        name = "at-once"
        revision: str | None = None
        shows: tuple[Channel, ...] = ("context", "answer")
        fingerprints: Mapping[Component, str] = {}

        async def ask(self, step: Step, history: tuple[Message, ...], key: TaskKey) -> Reply:
            del step, history, key
            return Reply(answer=ANSWER, retrieved=(RetrievedItem(id="a"), RetrievedItem(id="b")))

        async def close(self) -> None:
            return None

    return AtOnce()


def _carried(place: Place, cases: Sequence[Any], path: Path) -> tuple[Any, ...]:
    """Ask every case, journal on disk, and return the responses as they were kept."""
    from goldsmith.ondisk.journal import Journal
    from goldsmith.records.response import Response
    from goldsmith.records.settings import RunSettings
    from goldsmith.runner.blocking import run_blocking
    from goldsmith.runner.carrying import carry
    from goldsmith.runner.planning import plan_tasks

    del place
    kept: list[Response] = []
    with Journal(path) as journal:

        def keep(group: Sequence[Response]) -> None:
            journal.append(group)
            kept.extend(group)

        run_blocking(carry(plan_tasks(cases), _system(), RunSettings(concurrency=AT_ONCE), done={}, keep=keep))
    return tuple(kept)


def _fresh_paths(place: Place, name: str) -> Any:
    import tempfile

    return (Path(tempfile.mkdtemp(dir=place.work)) / name for _ in itertools.count())


def _run(place: Place) -> Call:
    cases, paths = _cases(place), _fresh_paths(place, "responses.jsonl")
    return lambda: len(_carried(place, cases, next(paths)))


def _run_and_score(place: Place) -> Call:
    from goldsmith.records.measure import Scored
    from goldsmith.scoring.measures import parse, score
    from goldsmith.scoring.observe import Observer

    cases, paths = _cases(place), _fresh_paths(place, "responses.jsonl")
    measures = (parse("recall"), parse("claim_recall"))

    def call() -> float:
        by_id = {case.id: case for case in cases}
        observer = Observer(None, access="open")
        seen = [observer.observe(by_id[one.case], one) for one in _carried(place, cases, next(paths))]
        values = [one.outcome.value for one in score(seen, measures) if isinstance(one.outcome, Scored)]
        return sum(values) / (len(cases) * len(measures))

    return call


def _whole_job(place: Place) -> Call:
    """Run, observe, score by every standard measure, gate and summarise, as `evaluate` does before it reports."""
    from goldsmith.ondisk.golden import LoadedSet
    from goldsmith.records.golden_set import CasePlace, GoldenSet, SetHeader
    from goldsmith.records.settings import ProjectSettings, RunSettings, SetSettings
    from goldsmith.workflows.judge_run import judge_responses
    from goldsmith.workflows.open_set import Project
    from goldsmith.workflows.run import Asking, run_system
    from goldsmith.workflows.standing import standing

    cases, roots = _cases(place), _fresh_paths(place, "project")
    golden = GoldenSet(
        header=SetHeader(name="bench"),
        cases=cases,
        places=tuple(CasePlace(file="cases.jsonl", line=line) for line in range(1, len(cases) + 1)),
        bare=True,
    )
    now = datetime(2026, 1, 1, tzinfo=UTC)

    def call() -> int:
        root = next(roots)
        root.mkdir()
        project = Project(
            root=root,
            settings=ProjectSettings(),
            chosen=SetSettings(path="cases.jsonl"),
            loaded=LoadedSet(golden=golden, path=root / "cases.jsonl", files=(), raws=(), warnings=()),
            stored=None,
        )
        asking = Asking(system_digest="", settings=RunSettings(concurrency=AT_ONCE))
        folder = run_system(project, _system(), asking, now=now)
        asked = {item.case.id: item.case_digest for item in folder.cases()}
        responses = folder.read_journal().responses
        return len(judge_responses(project, folder.plan, asked, responses, standing(golden), now=now).scores)

    return call


def _pool_case(place: Place) -> Call:
    return peer_case("bench_g_http", f"noop SUT n={place.size(FULL, QUICK)}: BOUND asyncio worker pool")(place)


_BOUND = Peer(name="bare asyncio workers", setup=_pool_case)
_SCALE = (1000 / FULL, 1000 / QUICK)

CONTESTS = (
    Contest(
        name="g-carried",
        says="10,000 cases carried, journal on disk",
        ours=_run,
        peers=(_BOUND,),
        limit=LIMIT_MS,
        unit="ms/case",
        scale=_SCALE,
    ),
    Contest(
        name="g-scored",
        says="the same, observed and scored by two measures",
        ours=_run_and_score,
        peers=(_BOUND,),
        limit=LIMIT_MS,
        unit="ms/case",
        scale=_SCALE,
    ),
    Contest(
        name="g-whole",
        says="run folder, read back, 37 measures, gates, summaries",
        ours=_whole_job,
        peers=(),
        unit="ms/case",
        scale=_SCALE,
        repeats=2,
    ),
)
