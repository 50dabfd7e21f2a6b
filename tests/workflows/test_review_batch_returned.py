"""A batch is played through to its end: sent back whole it is labelled again, accepted it is written to the set."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

from goldsmith.records.acceptance import SampleReading
from goldsmith.records.decision import DecisionWord
from goldsmith.workflows.check import states_of
from goldsmith.workflows.open_set import open_project
from goldsmith.workflows.review_apply import apply_reviews
from goldsmith.workflows.review_batch import batch_standing, draw_batch, next_sample
from tests.workflows.batching import NAMES, QUALITY, QUOTE, began, checked, offered, settle, settled_desk


def states(root: Path) -> set[str]:
    return {held.state for held in states_of(open_project(root)).values()}


def test_a_batch_with_more_wrong_than_may_be_is_labelled_again_whole_and_never_applied(tmp_path: Path) -> None:
    desk = settled_desk(tmp_path)
    owner, arbiter = desk.person("owner"), desk.person("arbiter")
    drawn = draw_batch(desk, owner, name="first", quality=QUALITY)

    assert (drawn.state, drawn.plan.batch, drawn.plan.sample, drawn.plan.accept) == ("checking", 10, 6, 1)
    assert len(apply_reviews(desk, person="owner").held) == 10

    words: list[DecisionWord] = ["approved", "rejected", "rejected"]
    found = [checked(desk, arbiter, "first", word).state for word in words]
    returned = batch_standing(desk, "first")

    assert found == ["checking", "checking", "returned"]
    assert (returned.checked, len(returned.wrong), returned.exit_status) == (3, 2, 1)
    assert returned.reading == SampleReading(found=2, accepted=False, low=2, high=9)
    assert next_sample(desk, arbiter, "first") is None
    rounds = {name: desk.bench().work[name].rounds for name in NAMES}
    assert {name: [one.state for one in held] for name, held in rounds.items()} == {
        name: ["closed", "waiting"] for name in NAMES
    }
    again = [held[1].opened for held in rounds.values()]
    assert {(one.round, one.batch, one.needed) for one in again} == {(2, "first", 1)}
    assert [one.snapshot for one in again] == [held[0].opened.snapshot for held in rounds.values()]

    applied = apply_reviews(desk, person="owner")

    assert (applied.applied, applied.waiting) == ((), 10)
    assert not (tmp_path / "golden/reviews.jsonl").exists()

    for name in NAMES:
        settle(desk, name, by="r2")
    draw_batch(desk, owner, name="second", quality=QUALITY)
    second = [checked(desk, arbiter, "second") for _ in range(6)][-1]

    assert (second.state, second.wrong) == ("accepted", ())

    applied = apply_reviews(desk, person="owner")

    assert sorted(item.case for item in applied.applied) == list(NAMES)
    assert {item.reviewers for item in applied.applied} == {("r2",)}
    assert states(tmp_path) == {"approved"}


def test_up_to_the_acceptance_number_the_batch_stands_and_is_applied(tmp_path: Path) -> None:
    desk = settled_desk(tmp_path)
    arbiter = desk.person("arbiter")
    draw_batch(desk, desk.person("owner"), name="first", quality=QUALITY)
    words: list[DecisionWord] = ["approved", "approved", "rejected", "approved", "approved", "approved"]
    found = [checked(desk, arbiter, "first", word) for word in words][-1]

    assert (found.state, found.checked, len(found.wrong), found.exit_status) == ("accepted", 6, 1, 0)
    assert found.reading == SampleReading(found=1, accepted=True, low=1, high=4)
    assert len(apply_reviews(desk, person="owner").applied) == 10


def test_the_expert_sees_nothing_of_the_settled_word(tmp_path: Path) -> None:
    desk = settled_desk(tmp_path)
    arbiter = desk.person("arbiter")
    draw_batch(desk, desk.person("owner"), name="first", quality=QUALITY)
    offer = offered(desk, arbiter, "first")
    before = json.dumps(asdict(offer))
    after = began(desk, arbiter, "first", offer)

    assert (offer.step, offer.marks, offer.label, offer.case.drafted, offer.base) == ("evidence", None, None, None, 0)
    assert not [
        word for word in ("r1", "approved", "right", "Within 30 days.", "told-", "returns") if f'"{word}' in before
    ]
    assert (after.step, after.label) == ("label", None)
    assert after.case.drafted is not None
    assert after.case.drafted.answers == ("Within 30 days.",)
    assert [mark.quote for mark in after.marks or ()] == [QUOTE]
    assert "r1" not in json.dumps(asdict(after))
