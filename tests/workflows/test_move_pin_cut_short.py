"""A move that was cut short goes on from where it stopped, to the same end."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from goldsmith.workflows import move_pin as room
from goldsmith.workflows.left_open import left_open, refreshed
from goldsmith.workflows.open_set import open_project
from goldsmith.workflows.refresh import plan_refresh
from tests.workflows.moving import (
    BOTH,
    LATER,
    NOW,
    RENAMED,
    answered,
    decided,
    frozen,
    label,
    moved,
    shop,
    states,
    texts,
)

STEPS = [
    ("append_facts", 0),
    ("set_fields", 0),
    ("set_fields", 1),
    ("append_facts", 1),
    ("write_lock", 0),
    ("write_pin", 0),
]
"""Every write of a move in its order: the function, and which of its calls."""


def broken_at(function: Callable[..., Any], number: int) -> Callable[..., Any]:
    """Return `function` with a full disk at its call `number`, from 0."""
    calls: list[int] = []

    def call(*held: Any, **named: Any) -> Any:
        calls.append(1)
        if len(calls) > number:
            message = "the disk is full"
            raise OSError(message)
        return function(*held, **named)

    return call


FACTS = ("golden/reviews.jsonl", "golden/refreshes.jsonl")
"""What holds the time at which it was written."""


@pytest.fixture
def whole(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Return the files of a set that was moved in one go."""
    root = tmp_path_factory.mktemp("whole")
    shop(root, BOTH)
    moved(root, frozen(root, RENAMED))
    return texts(root)


@pytest.mark.parametrize(("step", "number"), STEPS)
def test_a_move_that_was_cut_short_goes_on_to_the_same_end(
    tmp_path: Path, whole: dict[str, str], monkeypatch: pytest.MonkeyPatch, step: str, number: int
) -> None:
    shop(tmp_path, BOTH)
    june = frozen(tmp_path, RENAMED)
    with monkeypatch.context() as patched:
        patched.setattr(room, step, broken_at(getattr(room, step), number))
        with pytest.raises(OSError, match="full"):
            moved(tmp_path, june)
    fact = moved(tmp_path, june, now=LATER)
    ended = texts(tmp_path)

    assert [name for name in whole if ended[name] != whole[name] and name not in FACTS] == []
    assert len(ended["golden/refreshes.jsonl"].splitlines()) == 1
    assert sorted(decided(tmp_path)[4:]) == [
        ("exchange", "Ben", "approved"),
        ("fee", "Cyd", "approved"),
        ("window", "Ben", "approved"),
    ]
    assert set(states(tmp_path).values()) == {"approved"}
    assert (fact.superseded, len(fact.answered)) == ((), 2)


@pytest.mark.parametrize("step", ["write_lock", "write_pin"])
def test_what_was_left_open_stays_known_wherever_the_move_was_cut_short(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    shop(tmp_path, BOTH)
    june = frozen(tmp_path, RENAMED)
    with monkeypatch.context() as patched:
        patched.setattr(room, step, broken_at(getattr(room, step), 0))
        with pytest.raises(OSError, match="full"):
            moved(tmp_path, june, leave_open=True)
    moved(tmp_path, june, leave_open=True, now=LATER)
    project = open_project(tmp_path)

    assert left_open(project) == {"window": "march", "exchange": "march"}
    assert len(refreshed(project)) == 1
    assert label(tmp_path) == "june"


@pytest.mark.parametrize(("step", "number"), [one for one in STEPS[1:] if one != ("set_fields", 1)])
def test_what_is_to_be_revised_or_retired_is_recorded_though_the_move_was_cut_short(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str, number: int
) -> None:
    shop(tmp_path, BOTH)
    june = frozen(tmp_path, RENAMED)
    project = open_project(tmp_path)
    plan = answered(project, plan_refresh(project, june), window="revise", exchange="retire")
    with monkeypatch.context() as patched:
        patched.setattr(room, step, broken_at(getattr(room, step), number))
        with pytest.raises(OSError, match="full"):
            room.move_pin(project, plan, june, room.Confirming(reviewer="Cyd"), now=NOW)
    fact = moved(tmp_path, june, now=LATER)

    assert (fact.to_revise, sorted(fact.answered)) == (("window",), sorted(one.id for one in plan.requests))
    assert states(tmp_path) == {"window": "rejected", "fee": "approved", "exchange": "retired", "free": "approved"}
    assert len(decided(tmp_path)) == 4 + 3
