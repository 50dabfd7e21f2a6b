"""(g) What the runner itself costs: 10,000 cases answered at once, and 5,000 over HTTP, journal on disk."""

from __future__ import annotations

import atexit
import itertools
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from contest import Call, Contest, Peer, Place
from shared_calls import peer_case, shared_module

FULL, QUICK = 10_000, 1_000
HTTP_FULL, HTTP_QUICK = 5_000, 500
AT_ONCE = 64
PORT = 8765
"""Where the server of the peers' calls listens."""
LIMIT_MS = 0.1
ANSWER = "Forty-two."


def _cases(count: int) -> tuple[Any, ...]:
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
        for number in range(count)
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


def _carried(cases: Sequence[Any], path: Path, system: Any) -> tuple[Any, ...]:
    """Plan and ask every case, journal on disk, and return the responses as they were kept."""
    from goldsmith.runner.planning import plan_tasks

    kept: list[Any] = []
    _ask_all(plan_tasks(cases), path, system, kept.extend)
    return tuple(kept)


def _ask_all(tasks: Sequence[Any], path: Path, system: Any, take: Callable[[Sequence[Any]], object]) -> None:
    """Ask every task, journal on disk; `take` gets each group of responses once it is there."""
    from goldsmith.ondisk.journal import Journal
    from goldsmith.records.settings import RunSettings
    from goldsmith.runner.blocking import run_blocking
    from goldsmith.runner.carrying import carry
    from goldsmith.runner.limits import Surroundings

    with Journal(path) as journal:

        def keep(group: Sequence[Any]) -> None:
            journal.append(group)
            take(group)

        async def carried() -> None:
            around = Surroundings(begin=journal.begin)
            settings = RunSettings(concurrency=AT_ONCE)
            try:
                await carry(tasks, system, settings, done={}, keep=keep, around=around)
            finally:
                await system.close()

        run_blocking(carried())


def _fresh_paths(place: Place, name: str) -> Any:
    import tempfile

    return (Path(tempfile.mkdtemp(dir=place.work)) / name for _ in itertools.count())


def _run(place: Place) -> Call:
    cases, paths = _cases(place.size(FULL, QUICK)), _fresh_paths(place, "responses.jsonl")
    return lambda: len(_carried(cases, next(paths), _system()))


def _run_and_score(place: Place) -> Call:
    from goldsmith.records.measure import Scored
    from goldsmith.scoring.measures import parse, score
    from goldsmith.scoring.observe import Observer

    cases, paths = _cases(place.size(FULL, QUICK)), _fresh_paths(place, "responses.jsonl")
    measures = (parse("recall"), parse("claim_recall"))

    def call() -> float:
        by_id = {case.id: case for case in cases}
        observer = Observer(None, access="open")
        seen = observer.observe_all((by_id[one.case], one) for one in _carried(cases, next(paths), _system()))
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

    cases, roots = _cases(place.size(FULL, QUICK)), _fresh_paths(place, "project")
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


def _server(place: Place) -> None:
    """Start the server that answers every question, until this process ends."""
    command = [sys.executable, str(place.shared / "bench" / "server_g.py"), str(PORT), "0"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    atexit.register(process.terminate)
    assert process.stdout is not None
    process.stdout.readline()


def _over_http(place: Place) -> Call:
    """Ask a server every case: open the system, connect, ask, read each reply, fsync each group, count what was kept.

    What is asked stands before, as it does for the peer: a plan is made of the set, whatever the system (`_run` times
    it). An answer is counted when its group is on disk, and let go, as a run does: it reads the journal afterwards.
    """
    from goldsmith.ondisk.golden import LoadedSet
    from goldsmith.records.golden_set import GoldenSet, SetHeader
    from goldsmith.records.settings import ProjectSettings, SetSettings
    from goldsmith.runner.planning import plan_tasks
    from goldsmith.wiring import open_system
    from goldsmith.workflows.open_set import Project

    _server(place)
    cases, paths = _cases(place.size(HTTP_FULL, HTTP_QUICK)), _fresh_paths(place, "responses.jsonl")
    golden = GoldenSet(header=SetHeader(name="bench"), cases=cases, places=(), bare=True)
    project = Project(
        root=place.work,
        settings=ProjectSettings(systems={"server": {"kind": "http", "url": f"http://127.0.0.1:{PORT}/query"}}),
        chosen=SetSettings(path="cases.jsonl"),
        loaded=LoadedSet(golden=golden, path=place.work / "cases.jsonl", files=(), raws=(), warnings=()),
        stored=None,
    )

    tasks = plan_tasks(cases)

    def call() -> int:
        right = 0

        def count(group: Sequence[Any]) -> None:
            nonlocal right
            right += sum(getattr(one.outcome, "answer", None) == ANSWER for one in group)

        _ask_all(tasks, next(paths), open_system(project, "server", here=place.work).system, count)
        return right

    return call


def _bare_aiohttp(place: Place) -> Call:
    _server(place)
    count = place.size(HTTP_FULL, HTTP_QUICK)
    go = shared_module(place, "bench_g_http").aiohttp_go()()
    return lambda: go(count, AT_ONCE)


def _same_count(ours: Any, theirs: Any) -> str:
    return "" if ours == theirs else f"{ours} right answers against {theirs}"


def _pool_case(place: Place) -> Call:
    return peer_case("bench_g_http", f"noop SUT n={place.size(FULL, QUICK)}: BOUND asyncio worker pool")(place)


_BOUND = Peer(name="bare asyncio workers", setup=_pool_case)
_SCALE = (1000 / FULL, 1000 / QUICK)

_AIOHTTP = Peer(name="bare aiohttp", setup=_bare_aiohttp, goal=1 / 0.6, agree=_same_count)

CONTESTS = (
    Contest(
        name="g-http",
        says="5,000 requests over HTTP, 64 at once, journal on disk",
        ours=_over_http,
        peers=(_AIOHTTP,),
        scale=(1.0, 1.0),
    ),
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
