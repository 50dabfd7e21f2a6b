"""Passages in the usual shape are read at once, and mean what they would mean one by one."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from goldsmith.adapters.systems import BadReplyError, read_items
from goldsmith.adapters.systems.names import Roles
from goldsmith.adapters.systems.plain_items import plain_items
from goldsmith.records.response import RetrievedItem

ODD: dict[str, Any] = {"id": "z", "version": "2"}
"""An item after which a whole list is looked at item by item."""
TEXTS = st.one_of(st.none(), st.text(max_size=5))
SCORES = st.one_of(st.none(), st.floats(), st.integers(), st.just("0.5"), st.booleans())
ITEMS = st.one_of(
    st.fixed_dictionaries({"id": st.text(max_size=5)}, optional={"document": TEXTS, "text": TEXTS, "score": SCORES}),
    st.fixed_dictionaries({}, optional={"id": st.one_of(TEXTS, st.integers()), "text": TEXTS, "source": TEXTS}),
    st.text(max_size=5),
)


def read(items: list[Any]) -> tuple[RetrievedItem, ...] | str:
    try:
        return read_items(items, "retrieved")
    except BadReplyError as error:
        return str(error)


@given(st.lists(ITEMS, max_size=4))
def test_items_are_read_alike_whether_all_are_plain_or_not(items: list[Any]) -> None:
    found, beside = read(items), read([*items, ODD])

    assert found == (beside if isinstance(beside, str) else beside[:-1])


def test_a_plain_item_is_the_record_that_its_parts_make() -> None:
    item: dict[str, Any] = {"id": "a#1", "document": "a", "text": "words", "score": 0.5}

    assert plain_items([item, {"id": "b"}]) == (RetrievedItem(**item), RetrievedItem(id="b"))
    assert plain_items([item, ODD]) is None
    assert plain_items([]) == ()


def test_items_share_nothing_that_could_be_changed() -> None:
    first, second = plain_items([{"id": "a"}, {"id": "b"}]) or ()
    first.metadata["seen"] = True

    assert second.metadata == {}


def test_of_several_names_for_one_part_the_surest_counts_wherever_it_stands() -> None:
    roles = Roles({"answer": ("answer", "text"), "state": ("state",)})

    assert roles.surest(["text", "other", "answer"]) == {"answer": "answer"}
    assert roles.surest(["state", "text"]) == {"state": "state", "answer": "text"}
