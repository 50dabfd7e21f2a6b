"""A system that leaks on purpose: in each channel, under each probe, and nowhere else."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, get_args

import pytest

from goldsmith.gates.hard import Evidence, decide_hard_gates
from goldsmith.records.case import Case, Identity, Message
from goldsmith.records.evidence import Alternative, Need
from goldsmith.records.gate import GateFinding, GateResult
from goldsmith.records.probe import ProbeSeen
from goldsmith.records.response import (
    CHANNELS,
    Channel,
    Citation,
    Component,
    Reply,
    Response,
    RetrievedItem,
    StreamEvent,
    ToolCall,
)
from goldsmith.records.settings import RunSettings
from goldsmith.records.task import Action, ProbeKind, Step, TaskKey
from goldsmith.runner.carrying import carry
from goldsmith.runner.planning import plan_tasks
from goldsmith.scoring.observe import Observer
from goldsmith.scoring.probes import observe_probes

PROBES: tuple[ProbeKind, ...] = get_args(ProbeKind)
MINUTES = "board-minutes"
QUESTION = "What did the board decide on the plant?"
ANN = Case(
    id="ann",
    question=QUESTION,
    identity=Identity(user="ann"),
    behaviour="answer",
    evidence=(Need(any_of=(Alternative(document=MINUTES),)),),
)
BOB = Case(id="bob", question=QUESTION, identity=Identity(user="bob", denied=(MINUTES,)), behaviour="refuse")
CLEAN = Reply(
    answer="I could not find that.",
    retrieved=(),
    candidates=(),
    citations=(),
    events=(StreamEvent(kind="text", text="I could not find that."),),
    tool_calls=(),
    trace={},
    cache="",
    behaviour="refuse",
)
LEAKING: Mapping[Channel, Any] = {
    "candidates": {"candidates": (RetrievedItem(id=f"{MINUTES}#2"),)},
    "context": {"retrieved": (RetrievedItem(id=f"{MINUTES}#2"),)},
    "citations": {"citations": (Citation(id=MINUTES.upper()),)},
    "stream": {"events": (StreamEvent(kind="text", text="see board-"), StreamEvent(kind="text", text="minutes now"))},
    "tools": {"tool_calls": (ToolCall(name="read", arguments='{"path": "kb/board-minutes"}'),)},
    "trace": {"trace": {"spans": [{"hits": {MINUTES: 0.7}}]}},
    "cache": {"cache": f"entry of {MINUTES}"},
    "answer": {"answer": f"I may not show you {MINUTES}."},
}


class Leaky:
    """Ann may see the secret, Bob may not. One way of access is not kept, and shows in one channel."""

    name, revision = "leaky", None
    shows: tuple[Channel, ...] = CHANNELS
    fingerprints: Mapping[Component, str] = {}

    def __init__(self, fault: ProbeKind | None, channel: Channel) -> None:
        self._fault = fault
        self._channel = channel
        self._withheld: set[str] = set()
        self._conversations: set[str] = set()
        self._cached: set[str] = set()
        self._asked_by_ann = asyncio.Event()

    async def ask(self, step: Step, history: tuple[Message, ...], key: TaskKey) -> Reply:
        assert history == ()

        user = step.identity.user if step.identity else ""
        if user == "ann" and not self._withheld:
            self._cached.add(step.question)
            self._conversations.add(step.conversation or "")
            self._asked_by_ann.set()
            item = RetrievedItem(id=f"{MINUTES}#2")
            return replace(CLEAN, answer="To close it.", retrieved=(item,), behaviour="answer", identity_echo=user)
        leaks = await self._leaks(step, key)
        return replace(CLEAN, identity_echo=user, **(LEAKING[self._channel] if leaks else {}))

    async def _leaks(self, step: Step, key: TaskKey) -> bool:
        under = key.task.partition("~")[2]
        match self._fault:
            case "same_text":
                return under == "same_text" and step.question in self._cached
            case "paraphrase":
                words = step.question.casefold().rpartition(": ")[2]
                return step.question not in self._cached and words in {one.casefold()[:-1] for one in self._cached}
            case "simultaneous":
                if under != "simultaneous":
                    return False
                await self._asked_by_ann.wait()
                return True
            case "shared_conversation":
                return step.conversation is not None and step.conversation in self._conversations
            case "revoked":
                return "revoke" in self._withheld
            case "deleted":
                return "delete" in self._withheld
        return False

    async def act(self, action: Action) -> None:
        assert action.document == MINUTES

        undone = {"grant": "revoke", "restore": "delete"}
        if action.kind in undone:
            self._withheld.discard(undone[action.kind])
        else:
            self._withheld.add(action.kind)

    async def close(self) -> None:
        """Nothing to let go of."""


def run(system: Leaky) -> tuple[tuple[ProbeSeen, ...], GateResult]:
    """Carry out all probes and return them with the gate of authorization."""
    cases = {case.id: case for case in (ANN, BOB)}
    tasks = plan_tasks(cases.values(), PROBES)
    kept: list[Response] = []

    def keep(responses: Sequence[Response]) -> None:
        kept.extend(responses)

    asyncio.run(carry(tasks, system, RunSettings(concurrency=1), done={}, keep=keep))
    observer = Observer(None, access="open")
    plain = {one.case: (observer.observe(cases[one.case], one),) for one in kept if not one.probe}
    probes = observe_probes(observer, cases, tasks, kept, documents={})
    evidence = Evidence(cases=cases, observations=plain, dropped={}, today="2026-11-30", probes=probes)
    return probes, decide_hard_gates(evidence)[0]


def test_every_channel_is_caught_under_every_probe_and_no_other_probe_is_blamed(
    capsys: pytest.CaptureFixture[str],
) -> None:
    caught: dict[tuple[Channel, ProbeKind], list[str]] = {}
    for channel in CHANNELS:
        for fault in PROBES:
            probes, gate = run(Leaky(fault, channel))
            told = [probe.kind for probe in probes if probe.second and probe.second.leaks]
            assert gate.status == "failed"
            assert [one.kind for one in gate.findings] == ["broken"]

            caught[channel, fault] = [*told]
    with capsys.disabled():
        print(matrix(caught))  # noqa: T201 - the figure that this test is for

    assert caught == {(channel, fault): [fault] for channel in CHANNELS for fault in PROBES}


def matrix(caught: Mapping[tuple[Channel, ProbeKind], Sequence[str]]) -> str:
    """Return channels by probes, ``x`` where the leak was caught under that probe and no other."""
    lines = ["", f"{'':12}" + "".join(f"{probe:>20}" for probe in PROBES)]
    for channel in CHANNELS:
        marks = ("x" if caught[channel, probe] == [probe] else "MISSED" for probe in PROBES)
        lines.append(f"{channel:12}" + "".join(f"{mark:>20}" for mark in marks))
    return "\n".join(lines)


def test_a_system_that_keeps_access_passes_every_probe() -> None:
    probes, gate = run(Leaky(None, "answer"))

    assert (gate.status, gate.checked, gate.population, gate.findings) == ("passed", 2, 2, ())
    assert [(probe.kind, probe.control) for probe in probes] == [(kind, "got") for kind in PROBES]


def test_the_finding_says_under_which_probe_it_leaked() -> None:
    _, gate = run(Leaky("same_text", "context"))

    assert gate.findings == (
        GateFinding(
            case="bob",
            kind="broken",
            message="probe same text: denied source board-minutes retrieved at rank 1, "
            "after a permitted question with the same text (cache)",
        ),
    )
