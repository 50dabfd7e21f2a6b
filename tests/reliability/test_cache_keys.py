"""The key of a call: another part makes another key, nothing else does, and no two calls share one."""

from __future__ import annotations

import json
import math
import unicodedata
from collections.abc import Iterator
from dataclasses import fields, replace
from itertools import product
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldsmith.records.call_key import CallKey
from goldsmith.records.case import Message

CALL = CallKey(
    purpose="run", user="ann", tenant="eu", roles=("agent", "lead"), system="y1:0a", system_revision="r7",
    corpus="6536", set_name="help-desk", case="c1:4b", question="When?", judge_model="j-1", prompt="77",
    parameters={"temperature": 0, "stop": ["\n"]}, repeat=1, step=0, history=(Message(role="user", content="Hello"),),
)  # fmt: skip
OTHERS: dict[str, list[Any]] = {
    "purpose": ["judge", "draft"],
    "user": ["Ann", "ann ", "", None],
    "tenant": ["us", "", None],
    "roles": [(), ("agent",), ("agent", "lead", ""), ("agentlead",), ("agent,lead",)],
    "system": ["y1:0b", ""],
    "system_revision": ["r8", "", None],
    "corpus": ["6537", "", None],
    "set_name": ["helpdesk", "", None],
    "case": ["c1:4c", "", None],
    "question": ["When ?", "When?\n", "when?", ""],
    "judge_model": ["j-2", "", None],
    "prompt": ["78", "", None],
    "parameters": [
        {}, {"temperature": 0}, {"temperature": 1, "stop": ["\n"]}, {"temperature": False, "stop": ["\n"]},
        {"temperature": "0", "stop": ["\n"]}, {"temperature": 0, "stop": "\n"}, {"temperature": 0, "stop": [["\n"]]},
        {"temperature": 0, "stop": []}, {"temperature": 0, "stop": {"\n": None}}, {"temperature": 0, "stop ": ["\n"]},
        {"temperature": None, "stop": ["\n"]}, {"temperature": 1e-9, "stop": ["\n"]},
    ],
    "repeat": [2, 0, 10],
    "step": [1, 10],
    "history": [
        (), (Message(role="assistant", content="Hello"),), (Message(role="user", content="Hello "),),
        (Message(role="user", content="Hel"), Message(role="user", content="lo")),
        (Message(role="user", content="Hello"), Message(role="user", content="")),
    ],
}  # fmt: skip
TEXTS = ("", "a", "b", "ab", "1:a", "s1:a", "n", "é", "e\u0301", "\n", "\ud800", "l0:", "#1:1")


def test_every_part_of_a_call_is_tried() -> None:
    assert [item.name for item in fields(CallKey)] == list(OTHERS)


@pytest.mark.parametrize("name", OTHERS)
def test_another_part_makes_another_key(name: str) -> None:
    keys = [CALL.digest, *(replace(CALL, **{name: value}).digest for value in OTHERS[name])]

    assert len(set(keys)) == len(keys)


def test_two_parts_that_change_places_make_another_key() -> None:
    texts = ["user", "tenant", "system", "system_revision", "corpus", "set_name", "case", "question", "prompt"]
    changes: list[dict[str, Any]] = [
        {first: "x", second: "y"} for first, second in product(texts, texts) if first != second
    ]
    keys = [replace(CALL, **change).digest for change in changes]

    assert len(set(keys)) == len(keys)


@pytest.mark.parametrize(
    "same",
    [
        replace(CALL, roles=("lead", "agent")),
        replace(CALL, roles=("lead", "agent", "lead")),
        replace(CALL, parameters={"stop": ["\n"], "temperature": 0}),
        replace(CALL, parameters={"stop": ("\n",), "temperature": 0.0}),
        replace(CALL, parameters={"stop": ["\n"], "temperature": -0.0}),
        replace(CALL, parameters=json.loads(json.dumps(CALL.parameters))),
    ],
)
def test_what_says_nothing_makes_no_other_key(same: CallKey) -> None:
    assert same.digest == CALL.digest


def test_a_key_stays_the_same_from_version_to_version() -> None:
    assert CALL.digest == "k1:5a09303edf468d4252469dd5de1a8a006b30d3dea10654871386c46002d6bc19"


plain = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 3) | st.sampled_from((0.5, 1.0, 1e300)) | st.sampled_from(TEXTS),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(TEXTS), inner, max_size=3),
    max_leaves=6,
)
calls = st.builds(
    CallKey,
    purpose=st.sampled_from(("run", "judge", "draft")),
    user=st.none() | st.sampled_from(TEXTS),
    tenant=st.none() | st.sampled_from(TEXTS),
    roles=st.lists(st.sampled_from(TEXTS), max_size=3).map(tuple),
    system=st.sampled_from(TEXTS),
    system_revision=st.none() | st.sampled_from(TEXTS),
    corpus=st.none() | st.sampled_from(TEXTS),
    set_name=st.none() | st.sampled_from(TEXTS),
    case=st.none() | st.sampled_from(TEXTS),
    question=st.sampled_from(TEXTS),
    judge_model=st.none() | st.sampled_from(TEXTS),
    prompt=st.none() | st.sampled_from(TEXTS),
    parameters=st.dictionaries(st.sampled_from(TEXTS), plain, max_size=3),
    repeat=st.integers(1, 3),
    step=st.integers(0, 3),
    history=st.lists(
        st.builds(Message, role=st.sampled_from(("user", "assistant")), content=st.sampled_from(TEXTS)), max_size=3
    ).map(tuple),
)


def told(value: Any) -> Any:
    """Return a value such that what is equal for a key, and only that, is equal for Python: 1 is no True."""
    if isinstance(value, dict):
        return ("mapping", frozenset((key, told(inner)) for key, inner in value.items()))
    if isinstance(value, list | tuple):
        return ("list", tuple(map(told, value)))
    return (isinstance(value, bool), value)


def parts(call: CallKey) -> tuple[Any, ...]:
    held = {item.name: getattr(call, item.name) for item in fields(call)}
    roles, history = frozenset(held.pop("roles")), held.pop("history")
    return (*map(told, held.values()), roles, history)


@given(calls, calls)
def test_two_calls_share_a_key_only_where_they_are_the_same(first: CallKey, second: CallKey) -> None:
    assert (first.digest == second.digest) == (parts(first) == parts(second))


@given(calls, st.data())
def test_one_part_of_another_call_makes_another_key(call: CallKey, data: st.DataObject) -> None:
    other = data.draw(calls)
    name = data.draw(st.sampled_from([item.name for item in fields(CallKey)]))
    changed = replace(call, **{name: getattr(other, name)})

    assert (changed.digest == call.digest) == (parts(changed) == parts(call))


def near_calls(count: int) -> Iterator[CallKey]:
    """Yield calls that differ in little: the same few characters, cut apart at other places."""
    chance = Random("keys")
    alphabet = ("", "a", "b", "1", ":", "s1:a", "é", "n")
    seen: set[tuple[tuple[str, ...], int, int]] = set()
    while len(seen) < count:
        texts = tuple("".join(chance.choices(alphabet, k=2)) for _part in range(6))
        mark = (texts, chance.randrange(4), chance.randrange(4))
        if mark in seen:
            continue
        seen.add(mark)
        user, tenant, system, corpus, case, question = texts
        yield CallKey(
            purpose="run", user=user, tenant=tenant, roles=(), system=system, system_revision=None, corpus=corpus,
            set_name=None, case=case, question=question, repeat=mark[1], step=mark[2],
        )  # fmt: skip


@pytest.mark.parametrize("count", [200_000, pytest.param(1_000_000, marks=pytest.mark.slow)])
def test_of_very_many_near_calls_no_two_share_a_key(count: int) -> None:
    assert len({call.digest for call in near_calls(count)}) == count


@pytest.mark.parametrize("value", [math.nan, math.inf, object(), {1: "a"}, {"a": {"b"}}, b"a"])
def test_what_has_no_text_has_no_key(value: Any) -> None:
    with pytest.raises((TypeError, ValueError)):
        _ = replace(CALL, parameters={"a": value}).digest


def test_the_characters_that_are_sent_decide_and_not_how_they_look() -> None:
    composed, apart = (unicodedata.normalize(form, "Café?") for form in ("NFC", "NFD"))

    assert replace(CALL, question=composed).digest != replace(CALL, question=apart).digest
