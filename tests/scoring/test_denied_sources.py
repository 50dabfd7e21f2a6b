"""Ten thousand leaking results and a thousand near misses: none missed, no false alarm."""

from __future__ import annotations

import random
import unicodedata
from typing import Any

from goldsmith.records.case import Case
from goldsmith.records.response import Citation, Reply, RetrievedItem, StreamEvent, ToolCall
from goldsmith.scoring.observe import Observer
from tests.scoring.building import case, response, support

DENIED = (
    "runbook-region-b",
    "hr/salaries-2026",
    "caf\u00e9_plan",
    "T-4411",
    "\u4eba\u4e8b-\u89c4\u5219",
    "\u043e\u0442\u0447\u0451\u0442-7",
)
ALLOWED = ("policy-public", "fees", "returns-eu", "handbook.v2")
CHANNELS = ("candidates", "context", "document", "citations", "stream", "trace", "keys", "cache", "answer", "tools")


def variant(name: str, chance: random.Random) -> str:
    """Return an id in another letter case or normal form."""
    changes = (str, str.upper, str.title, lambda text: unicodedata.normalize("NFD", text), lambda text: f" {text} ")
    return chance.choice(changes)(name)


def nested(value: str, chance: random.Random) -> Any:
    """Return `value` somewhere inside dictionaries and lists."""
    payload: Any = value
    for _ in range(chance.randrange(6)):
        payload = chance.choice(({"hits": [1, payload, None]}, [payload, "fees"], {"a": {"b": payload}, "k": 3}))
    return {"payload": payload}


def shown(channel: str, name: str, chance: random.Random) -> Reply:
    """Return a reply that is clean but for `name` in one channel."""
    chunk = chance.choice((name, f"{name}#{chance.randrange(99)}", f"{name}#a1b2"))
    clean = tuple(RetrievedItem(id=f"{one}#1") for one in chance.sample(ALLOWED, 2))
    prose = chance.choice(
        ("See {}.", "({}) says so", "as in \u201c{}\u201d", "[{}]", "{}: 30 days", "docs/{} holds it")
    )
    fields: dict[str, Any] = {"answer": "Within 30 days.", "retrieved": clean, "citations": (Citation(id="fees#1"),)}
    match channel:
        case "candidates":
            fields["candidates"] = (*clean, RetrievedItem(id=chunk))
        case "context":
            fields["retrieved"] = (*clean, RetrievedItem(id=chunk))
        case "document":
            fields["retrieved"] = (*clean, RetrievedItem(id="9f", document=name))
        case "citations":
            fields["citations"] = (Citation(id=chunk),)
        case "stream":
            text = prose.format(chunk)
            cut = chance.randrange(len(text))
            fields["events"] = (StreamEvent(kind="t", text=text[:cut]), StreamEvent(kind="t", text=text[cut:]))
        case "trace":
            fields["trace"] = nested(chance.choice((chunk, f"retrieved {chunk} at rank 3")), chance)
        case "keys":
            fields["trace"] = {"scores": {"fees": 0.4, chunk: 0.9}}
        case "cache":
            fields["cache"] = chance.choice((chunk, f"answer from {chunk}"))
        case "answer":
            fields["answer"] = prose.format(chunk)
        case _:
            fields["tool_calls"] = (ToolCall(name="read", arguments=f'{{"doc": "{chunk}"}}'),)
    return Reply(**fields)


def guarded() -> Case:
    return case(identity=support(allowed=ALLOWED, denied=DENIED))


def test_no_denied_source_is_missed_in_ten_thousand_results() -> None:
    chance = random.Random(6)
    observer, asked = Observer(None, access="open"), guarded()
    missed = []
    for number in range(10_000):
        name, channel = chance.choice(DENIED), CHANNELS[number % len(CHANNELS)]
        answer = shown(channel, variant(name, chance), chance)
        if {leak.document for leak in observer.observe(asked, response(answer)).leaks} != {name}:
            missed.append((channel, name, answer))

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
        )
    )
    return changed if changed.casefold() not in {one.casefold() for one in DENIED} else name + "zz"


def test_no_near_miss_raises_a_false_alarm() -> None:
    chance = random.Random(66)
    observer, asked = Observer(None, access="open"), guarded()
    alarms = []
    for number in range(1_000):
        near, channel = near_miss(chance.choice(DENIED), chance), CHANNELS[number % len(CHANNELS)]
        observation = observer.observe(asked, response(shown(channel, near, chance)))
        if observation.leaks:
            alarms.append((channel, near, observation.leaks))

    assert alarms == []
