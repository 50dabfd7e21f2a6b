"""Refresh requests at the workbench: to whom they are open, and what they show."""

from __future__ import annotations

from pathlib import Path

import pytest

from goldsmith.errors import UnknownNameError
from goldsmith.workflows.review_open import open_reviews
from goldsmith.workflows.review_refresh import answer, asked, requests_for
from tests.web.workbench import refreshed


def test_old_stands_beside_new_with_the_words_that_differ(tmp_path: Path) -> None:
    desk = refreshed(tmp_path)
    person = desk.person("r1")
    names = requests_for(desk, person)
    first = asked(desk, person, names[0])

    assert len(names) == 2
    assert (first.previous, first.current, first.case.id) == ("march", "june", "window")
    assert [piece.text for piece in first.changes[0].old if piece.changed] == ["of"]
    assert [piece.text for piece in first.changes[0].new if piece.changed] == ["after the"]
    assert first.changes[0].where_old == "returns.md > Returns > Refunds"


def test_a_request_that_was_answered_is_open_no_more(tmp_path: Path) -> None:
    desk = refreshed(tmp_path)
    person = desk.person("r1")
    names = requests_for(desk, person)
    answer(desk, person, names[0], "stands")

    assert requests_for(desk, desk.person("r2")) == names[1:]
    with pytest.raises(UnknownNameError):
        answer(desk, person, names[0], "retire")


def test_a_case_that_somebody_still_has_to_judge_blind_is_not_shown_to_them(tmp_path: Path) -> None:
    desk = refreshed(tmp_path)
    open_reviews(desk, person=desk.person("owner"), cases=["window"], trigger="refresh")
    held = [asked(desk, desk.person("r1"), name).case.id for name in requests_for(desk, desk.person("r1"))]

    assert held == ["exchange"]


def test_without_a_plan_nothing_is_asked(tmp_path: Path) -> None:
    desk = refreshed(tmp_path)
    for path in (tmp_path / ".goldsmith" / "refresh").glob("*.json"):
        path.unlink()

    assert requests_for(desk, desk.person("r1")) == ()
