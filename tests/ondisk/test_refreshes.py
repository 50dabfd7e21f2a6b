"""The open plan of a refresh, and the facts of every pin that moved."""

from __future__ import annotations

from pathlib import Path

import pytest

from goldsmith.errors import InvalidFileError
from goldsmith.ondisk.fact_lines import append_facts
from goldsmith.ondisk.refreshes import load_plan, load_refreshed, plan_path, save_plan
from goldsmith.records.evidence import Alternative
from goldsmith.records.golden_set import CorpusPin
from goldsmith.records.refresh import (
    CaseImpact,
    Passage,
    Reason,
    RefreshAnswer,
    Refreshed,
    RefreshPlan,
    RefreshRequest,
)

OLD, NEW = CorpusPin(label="old", digest="aa"), CorpusPin(label="new", digest="bb")
REASON = Reason(
    impact="quote_edited",
    message="the sentence says 14 days now, not 30",
    need=0,
    alternative=0,
    method="aligned",
    confidence=0.91,
    before=Passage(document="returns", chunks=("returns#1",), section="Refunds", text="within 30 days", span=(7, 14)),
    now=(Passage(document="returns", chunks=("returns#2",), section=None, text="within 14 days"),),
    pinned=(Alternative(document="returns", chunk="returns#2", quote="14 days", span=(7, 14)),),
)
PLAN = RefreshPlan(
    set_name="desk",
    previous=OLD,
    current=NEW,
    impacts=(CaseImpact(case="a", case_digest="c1:a", impact="quote_edited", asking="single", reasons=(REASON,)),),
    requests=(
        RefreshRequest(
            id="q-1",
            case="a",
            case_digest="c1:a",
            previous=OLD,
            current=NEW,
            trigger="source",
            impact="quote_edited",
            reasons=(REASON,),
            passage="returns > Refunds",
        ),
    ),
    answers=(
        RefreshAnswer(request="q-1", case="a", answer="stands", reviewer="Ada", reason="r", at="2026-09-01T10:00:00Z"),
    ),
    superseded=("q-0",),
)


def test_a_plan_comes_back_as_it_was_saved(tmp_path: Path) -> None:
    path = plan_path(tmp_path, "help desk/é", "golden")
    save_plan(path, PLAN)

    assert load_plan(path) == PLAN
    assert path.parent == tmp_path / "refresh"


def test_sets_of_one_name_have_a_plan_each(tmp_path: Path) -> None:
    assert plan_path(tmp_path, "desk", "golden") != plan_path(tmp_path, "desk", "other/golden")


def test_no_plan_is_none_and_a_broken_one_is_never_thrown_away_unseen(tmp_path: Path) -> None:
    path = plan_path(tmp_path, "desk", "golden")

    assert load_plan(path) is None

    path.parent.mkdir()
    path.write_text('{"set_name": "desk"}\n', encoding="utf-8")
    with pytest.raises(InvalidFileError, match="not a refresh plan"):
        load_plan(path)


def test_moves_of_the_pin_are_read_in_their_order(tmp_path: Path) -> None:
    path = tmp_path / "refreshes.jsonl"
    first = Refreshed(
        id="m-1", at="2026-09-01T10:00:00Z", by="Ada", previous=OLD, current=NEW, counts={"untouched": 3}, moved=("a",)
    )
    second = Refreshed(
        id="m-2",
        at="2026-10-01T10:00:00Z",
        by="Ben",
        previous=NEW,
        current=OLD,
        counts={},
        left_open={"b": "new"},
        superseded=("q-2",),
    )
    append_facts(path, [first])
    append_facts(path, [second])

    assert load_refreshed(path) == (first, second)
    assert load_refreshed(tmp_path / "none.jsonl") == ()
