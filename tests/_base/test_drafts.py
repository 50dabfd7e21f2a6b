"""Records that are made at once are those that their own way of making would give."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, dataclass, field
from typing import Any

import pytest

from goldsmith._base.drafts import maker_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Note:
    """A record with each kind of field."""

    name: str
    size: int = 1
    marks: dict[str, int] = field(default_factory=dict)


make = maker_of(Note)


@pytest.mark.parametrize("given", [{"name": "a"}, {"marks": {"x": 1}, "size": 2, "name": "b"}, {"name": "", "size": 0}])
def test_a_record_made_at_once_is_the_record(given: dict[str, Any]) -> None:
    made = make(given)

    assert (made, type(made)) == (Note(**given), Note)


def test_a_record_made_at_once_is_frozen_and_shares_nothing() -> None:
    first, second = make({"name": "a"}), make({"name": "a"})
    first.marks["x"] = 1

    assert second.marks == {}
    with pytest.raises(FrozenInstanceError):
        first.size = 2  # type: ignore[misc] # what must not work
    with pytest.raises(FrozenInstanceError):
        del first.size


@pytest.mark.parametrize("given", [{}, {"size": 1}, {"name": "a", "nome": "b"}])
def test_what_is_no_record_is_refused_as_the_record_refuses_it(given: dict[str, Any]) -> None:
    with pytest.raises(TypeError) as by_hand:
        Note(**given)
    with pytest.raises(TypeError) as at_once:
        make(given)

    assert str(at_once.value) == str(by_hand.value)
