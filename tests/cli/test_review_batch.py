"""`goldsmith review batch` as a person meets it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from goldsmith.cli.review import review_command
from goldsmith.errors import InputError, UnknownNameError
from goldsmith.ports.review_store import NewFact, StoredFact
from goldsmith.wiring.workbench import open_desk
from tests.workflows.batching import NAMES, QUALITY, checked, settled_desk

Review = Callable[..., Result]
QUALITY_OPTIONS = ("--good", str(QUALITY.good), "--bad", str(QUALITY.bad), "--risk", str(QUALITY.risk))


@pytest.fixture
def review(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Review:
    """Return a function that runs the command over ten settled cases in the test's folder."""
    monkeypatch.chdir(tmp_path)
    source = settled_desk(tmp_path)
    desk = open_desk(tmp_path)
    for stored in source.store.after(0):
        desk.store.append([_as_new(stored)])
    desk.close()
    return lambda *words: CliRunner().invoke(review_command, ["batch", *words])


def _as_new(stored: object) -> NewFact:
    assert isinstance(stored, StoredFact)
    return NewFact(subject=stored.subject, author=stored.author, at=stored.at, body=stored.body, key=stored.key)


def test_a_batch_is_drawn_checked_and_sent_back(tmp_path: Path, review: Review) -> None:
    none = review("list")
    drawn = review("draw", "first", *QUALITY_OPTIONS)
    desk = open_desk(tmp_path)
    for _ in range(2):
        checked(desk, desk.person("arbiter"), "first", "rejected")
    desk.close()
    shown, listed = review("show", "first"), review("list")

    assert none.output.splitlines()[0] == "no batch was drawn yet"
    assert drawn.exit_code == 0
    assert drawn.output.startswith("BEING CHECKED   0 of 6 checked of a batch of 10")
    assert shown.exit_code == 1
    assert shown.output.startswith("SENT BACK   2 wrong among the 2 of 6 checked")
    assert listed.output.splitlines()[1].endswith("sent back")


def test_the_record_is_printed_as_json(review: Review) -> None:
    drawn = json.loads(review("draw", "few", "--case", "c01", "--case", "c02", "--json").output)
    listed = json.loads(review("list", "--json").output)

    assert (drawn["name"], drawn["state"], drawn["plan"]["batch"]) == ("few", "checking", 2)
    assert [one["name"] for one in listed] == ["few"]


def test_what_cannot_be_drawn_or_shown_is_told(review: Review) -> None:
    twice = [review("draw", "first").exception, review("draw", "first").exception]

    assert twice[0] is None
    assert isinstance(twice[1], InputError)
    assert isinstance(review("show", "frist").exception, UnknownNameError)
    assert isinstance(review("draw", "next", "--case", NAMES[0]).exception, UnknownNameError)
    assert isinstance(review("draw", "next", "--good", "2").exception, InputError)
