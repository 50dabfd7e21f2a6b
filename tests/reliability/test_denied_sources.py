"""Ten thousand leaking results and a thousand near misses: none missed, no false alarm (channel, spelling, probe)."""

from __future__ import annotations

import json
import random
import unicodedata
from dataclasses import replace
from typing import Any, get_args
from urllib.parse import quote

from goldsmith.gates.authorization import read_probe
from goldsmith.records.case import Case
from goldsmith.records.observation import Observation
from goldsmith.records.probe import ProbeSeen
from goldsmith.records.response import Citation, Reply, RetrievedItem, StreamEvent, ToolCall
from goldsmith.records.task import ProbeKind
from goldsmith.scoring.observe import Observer
from tests.scoring.building import case, response, support

PROBES: tuple[ProbeKind, ...] = get_args(ProbeKind)
DENIED = (
    "runbook-region-b",
    "hr/salaries-2026",
    "caf\u00e9_plan",
    "T-4411",
    "\u4eba\u4e8b-\u89c4\u5219",
    "\u043e\u0442\u0447\u0451\u0442-7",
    "board minutes.v3",
)
ALLOWED = ("policy-public", "fees", "returns-eu", "handbook.v2")
CHANNELS = ("candidates", "context", "document", "citations", "stream", "trace", "keys", "cache", "answer", "tools")
SPELLINGS = (
    str,
    str.upper,
    str.title,
    lambda text: unicodedata.normalize("NFD", text),
    lambda text: f" {text} ",
    lambda text: f"{text}#a1b2",
    lambda text: f"https://files.example/kb/{quote(text, safe='/')}",
    lambda text: f"kb/{text.upper()}#3",
    lambda text: json.dumps({"source": text}),
    lambda text: json.dumps([{"hits": [{"id": f"{text}#9"}]}]).replace("/", "\\/"),
)
PROSE = ("See {}.", "({}) says so", "as in \u201c{}\u201d", "[{}]", "{}: 30 days", "docs/{} holds it")


def nested(value: str, chance: random.Random) -> Any:
    """Return `value` somewhere inside dictionaries and lists."""
    payload: Any = value
    for _ in range(chance.randrange(6)):
        payload = chance.choice(({"hits": [1, payload, None]}, [payload, "fees"], {"a": {"b": payload}, "k": 3}))
    return {"payload": payload}


def shown(channel: str, name: str, chance: random.Random) -> Reply:
    """Return a reply that is clean but for `name` in one channel."""
    clean = tuple(RetrievedItem(id=f"{one}#1") for one in chance.sample(ALLOWED, 2))
    prose = chance.choice(PROSE).format(name)
    fields: dict[str, Any] = {"answer": "Within 30 days.", "retrieved": clean, "citations": (Citation(id="fees#1"),)}
    match channel:
        case "candidates":
            fields["candidates"] = (*clean, RetrievedItem(id=name))
        case "context":
            fields["retrieved"] = (*clean, RetrievedItem(id=name))
        case "document":
            fields["retrieved"] = (*clean, RetrievedItem(id="9f", document=name))
        case "citations":
            fields["citations"] = (Citation(id=name),)
        case "stream":
            cut = chance.randrange(len(prose))
            fields["events"] = (StreamEvent(kind="t", text=prose[:cut]), StreamEvent(kind="t", text=prose[cut:]))
        case "trace":
            fields["trace"] = nested(chance.choice((name, f"retrieved {name} at rank 3")), chance)
        case "keys":
            fields["trace"] = {"scores": {"fees": 0.4, name: 0.9}}
        case "cache":
            fields["cache"] = chance.choice((name, f"answer from {name}"))
        case "answer":
            fields["answer"] = prose
        case _:
            fields["tool_calls"] = (ToolCall(name="read", arguments=json.dumps({"doc": name})),)
    return Reply(**fields)


def probed(observer: Observer, asked: Case, reply: Reply, kind: ProbeKind) -> tuple[Observation, ProbeSeen]:
    """Return the observation of a denied asker's reply, and the probe that it ends."""
    observation = observer.observe(asked, replace(response(reply), probe=kind))
    probe = ProbeSeen(
        task=f"c1~{kind}",
        kind=kind,
        repeat=1,
        permitted="p1",
        denied="c1",
        documents=DENIED[:1],
        control="got",
        first=None,
        second=observation,
    )
    return observation, probe


def guarded() -> Case:
    return case(identity=support(allowed=ALLOWED, denied=DENIED))


def test_no_denied_source_is_missed_in_ten_thousand_results() -> None:
    chance = random.Random(6)
    observer, asked = Observer(None, access="open"), guarded()
    kinds = [(channel, spelling) for channel in CHANNELS for spelling in SPELLINGS]
    missed = []
    for number in range(10_000):
        name, kind = chance.choice(DENIED), PROBES[number % len(PROBES)]
        channel, spelling = kinds[number % len(kinds)]
        reply = shown(channel, spelling(name), chance)
        observation, probe = probed(observer, asked, reply, kind)
        findings = read_probe(probe, {"c1": asked})
        if {leak.document for leak in observation.leaks} != {name} or [one.kind for one in findings] != ["broken"]:
            missed.append((kind, channel, name, reply, observation.leaks))

    assert missed == []


def near_miss(name: str, chance: random.Random) -> str:
    """Return an id that is not `name` and looks much like it."""
    letter = chance.choice("abcxyz27")
    changed = chance.choice(
        (
            name + letter,
            name + "-" + letter,
            name + "_" + letter,
            name + ".v" + letter,
            letter + "-" + name,
            letter + name,
            name[:-1],
            name[1:],
            name.replace("-", "_", 1).replace("_", "-" if "_" in name else "_", 1) + "x",
            quote(name + letter),
            json.dumps({"source": letter + name}),
        )
    )
    return changed if changed.casefold() not in {one.casefold() for one in DENIED} else name + "zz"


def test_no_near_miss_raises_a_false_alarm() -> None:
    chance = random.Random(66)
    observer, asked = Observer(None, access="open"), guarded()
    alarms = []
    for number in range(1_000):
        near, channel = near_miss(chance.choice(DENIED), chance), CHANNELS[number % len(CHANNELS)]
        observation, probe = probed(observer, asked, shown(channel, near, chance), PROBES[number % len(PROBES)])
        if observation.leaks or read_probe(probe, {"c1": asked}):
            alarms.append((channel, near, observation.leaks))

    assert alarms == []
