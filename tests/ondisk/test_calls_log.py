"""Calls that a stop cut off are known the next time, and counted once a sitting."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldsmith.ondisk.journal import CALLS_NAME, Journal, calls_cut_off
from goldsmith.records.task import TaskKey


def key(task: str, repeat: int = 1) -> TaskKey:
    return TaskKey(task=task, step=0, repeat=repeat)


def sitting(path: Path, *keys: TaskKey) -> None:
    with Journal(path) as journal:
        for each in keys:
            journal.begin(each)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "responses.jsonl"


def test_a_run_that_was_never_begun_cut_nothing_off(path: Path) -> None:
    assert calls_cut_off(path, ()) == 0


def test_calls_with_a_result_are_not_cut_off(path: Path) -> None:
    sitting(path, key("a"), key("b"))

    assert calls_cut_off(path, {key("a"), key("b")}) == 0


def test_a_call_that_is_tried_again_counts_once(path: Path) -> None:
    sitting(path, key("a"), key("a"), key("a"))

    assert calls_cut_off(path, ()) == 1


def test_each_stop_cuts_off_calls_of_its_own(path: Path) -> None:
    sitting(path, key("a"), key("b"))
    sitting(path, key("a"))

    assert (calls_cut_off(path, ()), calls_cut_off(path, {key("a"), key("b")})) == (3, 1)


def test_a_sitting_that_asked_nothing_changes_no_count(path: Path) -> None:
    sitting(path, key("a"))
    sitting(path)

    assert calls_cut_off(path, ()) == 1


def test_what_a_power_cut_left_of_a_line_is_passed_over(path: Path) -> None:
    sitting(path, key("a"))
    with path.with_name(CALLS_NAME).open("ab") as stream:
        stream.write(b'0 1 "b\x00\x00\n\x00\n0 1 "c')
    sitting(path, key("d"))

    assert calls_cut_off(path, ()) == 2


@given(st.lists(st.tuples(st.text(max_size=5), st.integers(1, 3)), max_size=8, unique=True))
def test_any_key_is_read_back_as_it_was_written(
    tmp_path_factory: pytest.TempPathFactory, keys: list[tuple[str, int]]
) -> None:
    path = tmp_path_factory.mktemp("run") / "responses.jsonl"
    sitting(path, *(key(*each) for each in keys))

    assert calls_cut_off(path, ()) == len(keys)
    assert calls_cut_off(path, {key(*each) for each in keys}) == 0
