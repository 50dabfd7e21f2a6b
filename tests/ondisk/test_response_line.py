"""The short way to a journal line gives the very line of the long way, or leaves the result to it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, is_dataclass, replace
from pathlib import Path
from types import NoneType
from typing import Any, Literal, get_args, get_origin, get_type_hints

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldsmith.ondisk.journal import Journal, line_of, read_journal
from goldsmith.ondisk.response_line import response_line
from goldsmith.records.response import Failure, Reply, Response, RetrievedItem, Usage
from goldsmith.records.task import TaskKey

TEXTS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x00"), max_size=8)
NUMBERS = st.floats(allow_nan=False, allow_infinity=False) | st.integers(-(2**60), 2**60)
JSON = st.recursive(
    st.none() | st.booleans() | TEXTS | NUMBERS,
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(TEXTS, inner, max_size=2),
    max_leaves=4,
)


def held_by(hint: Any) -> st.SearchStrategy[Any]:
    """Return what a field of this type may hold."""
    simple: dict[Any, st.SearchStrategy[Any]] = {
        str: TEXTS,
        float: NUMBERS,
        int: st.integers(-(2**60), 2**60),
        bool: st.booleans(),
        NoneType: st.none(),
        Any: JSON,
    }
    if hint in simple:
        return simple[hint]
    if is_dataclass(hint):
        return records(hint)
    inner = get_args(hint)
    if get_origin(hint) is Literal:
        return st.sampled_from(inner)
    if get_origin(hint) is dict:
        return st.dictionaries(held_by(inner[0]), held_by(inner[1]), max_size=2)
    if get_origin(hint) is tuple and inner[-1] is ...:
        return st.lists(held_by(inner[0]), max_size=2).map(tuple)
    if get_origin(hint) is tuple:
        return st.tuples(*map(held_by, inner))
    return st.one_of(*map(held_by, inner))


def records(kind: Any) -> st.SearchStrategy[Any]:
    """Return records of which every field, those that come later included, takes what it declares."""
    hints = get_type_hints(kind)
    return st.builds(kind, **{one.name: held_by(hints[one.name]) for one in fields(kind)})


PLAIN = Response(key=TaskKey(task="a", step=0, repeat=1), case="a", case_digest="c1:x", outcome=Reply(answer="Ten."))


@given(records(Response))
def test_the_short_way_gives_the_line_of_the_long_way(response: Response) -> None:
    assert response_line(response) == line_of(response)


@pytest.mark.parametrize("name", [one.name for one in fields(Reply)])
def test_no_field_of_a_reply_takes_what_it_does_not_declare(name: str) -> None:
    held: dict[str, Any] = {name: 4 + 2j}

    with pytest.raises((TypeError, ValueError)):
        response_line(replace(PLAIN, outcome=Reply(**held)))


@pytest.mark.parametrize(
    "reply",
    [
        Reply(trace={"a": float("nan")}),
        Reply(trace={"a": {1: "x", "1": "y"}}),
        Reply(trace={"a": 10**4500}),
        Reply(state={"a": (1, 2)}),
        Reply(time_to_first_token_ms=float("inf")),
        Reply(usage=Usage(input_tokens=True)),
        Reply(retrieved=(RetrievedItem(id="a", span=(1, 2, 3)),)),  # type: ignore[arg-type] # what a system may do
        Reply(answer="\ud800"),
    ],
    ids=["nan", "doubled", "long", "tuple", "infinite", "yes", "span", "surrogate"],
)
def test_what_other_readers_could_read_otherwise_is_left_to_the_long_way(reply: Reply) -> None:
    with pytest.raises((TypeError, ValueError)):
        response_line(replace(PLAIN, outcome=reply))


def doubled() -> dict[Any, str]:
    return {1: "x", "1": "y"}


def long_number() -> dict[Any, int]:
    return {"n": 10**4100}


@pytest.mark.parametrize("data", [doubled, long_number])
def test_data_that_no_journal_can_give_back_harm_only_their_own_result(
    data: Callable[[], dict[Any, Any]], tmp_path: Path
) -> None:
    path = tmp_path / "responses.jsonl"
    with Journal(path) as journal:
        journal.append([PLAIN, replace(PLAIN, key=replace(PLAIN.key, repeat=2), outcome=Reply(trace=data()))])
    good, bad = read_journal(path, ["a"]).responses

    assert (good, isinstance(bad.outcome, Failure) and bad.outcome.kind) == (PLAIN, "bad_reply")


def test_the_words_of_a_failure_are_those_of_its_record() -> None:
    kinds = get_args(get_type_hints(Failure)["kind"])
    failures = [replace(PLAIN, outcome=Failure(kind=kind, message="m")) for kind in kinds]

    assert [response_line(one) for one in failures] == [line_of(one) for one in failures]
