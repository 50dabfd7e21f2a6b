"""Until both have submitted, nothing that the second reviewer can reach shows what the first one did."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goldsmith.adapters.review_stores.memory import MemoryReviewStore
from goldsmith.errors import GoldsmithError
from goldsmith.workflows.open_set import Project, open_project
from goldsmith.workflows.review_desk import Desk
from goldsmith.workflows.review_label import comment, give_evidence, save_draft, take_back
from goldsmith.workflows.review_mine import own_words
from goldsmith.workflows.review_open import open_reviews
from goldsmith.workflows.review_progress import outcome_of
from goldsmith.workflows.review_resolve import dispute_of, disputes
from goldsmith.workflows.review_seat import handle_for
from goldsmith.workflows.review_take import document_page, find_passages, next_case, put_back, take, waiting_for
from tests.workflows.reviewers import Clock, desk_in, frame, marks, opened_in, says

WHERE = "038-double-blind-leaks"
OBVIOUS = "obvious"
CHOSEN = "within 30 days"


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Project:
    """Return a project that no test changes."""
    return desk_in(tmp_path_factory.mktemp("shop")).project


def first_reviewer_submits(desk: Desk, handle: str) -> None:
    """Let r1 choose a passage, call it obvious in a reason and in a remark, and submit."""
    marks(desk, desk.person("r1"), handle, CHOSEN)
    says(desk, desk.person("r1"), handle, reason=OBVIOUS)
    comment(desk, desk.person("r1"), handle, sent=frame(take(desk, desk.person("r1"), handle)), text=OBVIOUS)


def reached(desk: Desk, name: str, handle: str) -> dict[str, Any]:
    """Return what a person reaches by each kind of request, by its line in the shared case."""
    person = desk.person(name)
    offer = take(desk, person, handle)
    pages = tuple(document_page(desk, person, handle, source.source) for source in offer.sources)
    return {
        "GET /cases/g001": (offer, pages),
        "GET /cases/g001/history": (_refusal(lambda: outcome_of(desk, person, handle)), own_words(desk, person)),
        "GET /cases?sort=agreement": (waiting_for(desk, person), next_case(desk, person)),
        "GET /export?status=in_review": _files(desk.project.root),
        "GET /reviewers/r1/annotations": own_words(desk, person),
        "GET /cases/g001 as arbitrator": (
            disputes(desk, person),
            _refusal(lambda: dispute_of(desk, person, handle)),
        ),
        'search text "obvious"': find_passages(desk, person, handle, OBVIOUS),
    }


def _refusal(ask: Callable[[], object]) -> object:
    try:
        return ask()
    except GoldsmithError as error:
        return str(error)


def _files(root: Path) -> dict[str, bytes]:
    """Return the files of the set and everything else of the project, as an export would read them."""
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in sorted(root.rglob("*")) if path.is_file()}


@pytest.mark.parametrize("name", ["r2", "arbiter"])
def test_none_of_seven_kinds_of_request_changes_when_the_first_reviewer_submits(
    tmp_path: Path, shared_case: Callable[[str], Path], name: str
) -> None:
    lines = (shared_case(WHERE) / "requests.txt").read_text(encoding="utf-8").splitlines()
    state = json.loads((shared_case(WHERE) / "state.json").read_text(encoding="utf-8"))
    desk = opened_in(tmp_path)
    handle = handle_for(desk, "window")
    take(desk, desk.person(name), handle)
    before = reached(desk, name, handle)
    first_reviewer_submits(desk, handle)
    after = reached(desk, name, handle)

    assert [note["note"] for note in state["annotations"]] == [OBVIOUS]
    assert len(lines) == len(before) == 7
    for line, kind in zip(lines, before, strict=True):
        assert line.startswith(kind)
        assert after[kind] == before[kind], line
    assert OBVIOUS not in repr(list(after.values()))


ACTS = st.lists(st.sampled_from(["evidence", "none", "approve", "reject", "away", "comment", "draft", "undo", "leave"]))


@settings(max_examples=30)
@given(acts=ACTS)
def test_whatever_the_first_reviewer_does_the_second_sees_the_same(acts: list[str], shop: Project) -> None:
    desk = Desk(shop, MemoryReviewStore(), now=Clock())
    open_reviews(desk, person=desk.person("owner"))
    handle = handle_for(desk, "window")
    r2 = desk.person("r2")
    take(desk, r2, handle)
    before = (take(desk, r2, handle), waiting_for(desk, r2), own_words(desk, r2), outcome_of(desk, r2, handle))
    for act in acts:
        with suppress(GoldsmithError):
            do(desk, act, handle)

    assert (take(desk, r2, handle), waiting_for(desk, r2), own_words(desk, r2), outcome_of(desk, r2, handle)) == before
    assert desk.bench().round_of("window") is not None


def do(desk: Desk, act: str, handle: str) -> None:
    """Let r1 do one thing, if it can be done now."""
    r1 = desk.person("r1")
    offer = take(desk, r1, handle)
    match act:
        case "evidence":
            marks(desk, r1, handle, CHOSEN)
        case "none":
            give_evidence(desk, r1, handle, sent=frame(offer), marks=())
        case "approve":
            says(desk, r1, handle, reason=OBVIOUS)
        case "reject":
            says(desk, r1, handle, "rejected", reason=OBVIOUS)
        case "away":
            says(desk, r1, handle, "outside_my_field", reason=OBVIOUS)
        case "comment":
            comment(desk, r1, handle, sent=frame(offer), text=OBVIOUS)
        case "draft":
            save_draft(desk, r1, handle, round_number=1, revision=offer.draft_revision, entered=OBVIOUS)
        case "undo":
            take_back(desk, r1, handle, sent=frame(offer), what="label")
        case _:
            put_back(desk, r1, handle)


def test_a_third_person_cannot_tell_a_case_with_one_label_from_one_with_none(tmp_path: Path) -> None:
    desk = opened_in(tmp_path)
    handle = handle_for(desk, "window")
    first_reviewer_submits(desk, handle)
    told = _refusal(lambda: dispute_of(desk, desk.person("arbiter"), handle))
    other = _refusal(lambda: dispute_of(desk, desk.person("arbiter"), handle_for(desk, "receipt")))

    assert told == other


def test_both_are_seen_once_both_are_in(tmp_path: Path) -> None:
    desk = opened_in(tmp_path)
    handle = handle_for(desk, "window")
    first_reviewer_submits(desk, handle)
    marks(desk, desk.person("r2"), handle, CHOSEN)
    says(desk, desk.person("r2"), handle, "rejected", reason="nobody asks")

    assert OBVIOUS in repr(dispute_of(desk, desk.person("arbiter"), handle))


def test_whether_the_opinion_of_a_machine_was_shown_stands_on_each_label(tmp_path: Path) -> None:
    desk = opened_in(tmp_path)
    handle = handle_for(desk, "window")
    first_reviewer_submits(desk, handle)
    bodies = [json.loads(one.body) for one in desk.store.of("case:window")]

    assert [body["prelabel_shown"] for body in bodies if body["fact"] in {"evidence", "label"}] == [False, False]


def test_what_is_open_stands_in_no_file_of_the_set(tmp_path: Path) -> None:
    desk = opened_in(tmp_path)
    before = _files(tmp_path)
    first_reviewer_submits(desk, handle_for(desk, "window"))

    assert _files(tmp_path) == before
    assert open_project(tmp_path).golden.facts == ()
