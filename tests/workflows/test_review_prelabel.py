"""Pools for the cases of a set, and for reviews that are open."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from goldsmith.errors import InputError, UnknownNameError
from goldsmith.ports.retriever import Ranked
from goldsmith.records.workbench import Pooled, PooledPassage
from goldsmith.wiring.retrievers import open_retrievers
from goldsmith.workflows.check import pin_evidence
from goldsmith.workflows.freeze import FreezeOptions, freeze
from goldsmith.workflows.open_set import Project, open_project
from goldsmith.workflows.review_prelabel import (
    Prelabelling,
    audit_of_auto,
    export_text,
    prelabel,
    prelabel_rounds,
    save_export,
    searched_revision,
)
from tests.workflows.reviewing import APPROVED, desk_of, labelled, marked, opened
from tests.workflows.shop import approve_all
from tests.workflows.small_project import WORDS, frozen_project, project_folder

RETURNS, RECEIPTS = "returns#28cd852a15c2", "returns#bea8e766ea27"
UNANSWERED = """
- id: pets
  question: May pets be returned?
  answerability: unsupported
  behaviour: refuse
  refusal_reason: not_found
"""


class Fixed:
    """A retriever that always brings the same chunks, and notes what it was asked."""

    version = "1"

    def __init__(self, name: str, *chunks: str) -> None:
        self.name = name
        self.asked: list[str] = []
        self._ranks = tuple(Ranked(chunk, 1.0) for chunk in chunks)

    def search(self, questions: Sequence[str], k: int) -> tuple[tuple[Ranked, ...], ...]:
        self.asked += questions
        return tuple(self._ranks[:k] for _ in questions)


def own(project: Project, *cases: str, depth: int = 50) -> Prelabelling:
    return Prelabelling(retrievers=open_retrievers(searched_revision(project)), depth=depth, cases=cases)


def test_every_case_has_the_passages_that_its_question_and_its_answer_bring(tmp_path: Path) -> None:
    project = frozen_project(tmp_path)
    found = prelabel(project, own(project))
    told = {one.case: [(item.chunk, item.source, item.audited) for item in one.passages] for one in found.pools}

    assert told == {
        "receipt": [(RECEIPTS, "human_required", False)],
        "window": [(RETURNS, "auto", True), (RECEIPTS, "human_required", False)],
    }
    assert (found.passages, found.auto, found.audited, found.corpus) == (3, 1, 1, "r1")
    assert [one.retriever for one in found.retrievers] == ["headings", "ngrams", "words"]


def test_the_question_is_asked_alone_and_with_what_an_answer_must_say(tmp_path: Path) -> None:
    project = frozen_project(tmp_path, cases=WORDS + UNANSWERED)
    retriever = Fixed("one")
    found = prelabel(project, Prelabelling(retrievers=(retriever,)))

    assert retriever.asked == [
        "May pets be returned?",
        "Do I need a receipt?",
        "When can I return it?",
        "Do I need a receipt?\nYes.",
        "When can I return it?\nWithin 30 days.",
    ]
    assert found.unstated == ("pets",)


def test_evidence_that_a_case_names_is_in_its_pool_whoever_misses_it(tmp_path: Path) -> None:
    pin_evidence(frozen_project(tmp_path))
    project = approve_all(tmp_path)
    found = prelabel(project, Prelabelling(retrievers=(Fixed("one", RETURNS), Fixed("two"))))
    told = {one.case: [(item.chunk, item.retrievers) for item in one.passages] for one in found.pools}

    assert told == {"receipt": [(RETURNS, ("one",)), (RECEIPTS, ())], "window": [(RETURNS, ("one",))]}
    assert (found.recall.part, found.recall.of) == (1, 2)
    assert [(one.retriever, one.brought, one.alone) for one in found.retrievers] == [("one", 1, 1), ("two", 0, 0)]
    assert found.next_step == ("goldsmith review prelabel --depth 100: the pools miss evidence that people approved")


def test_without_an_approved_case_there_is_no_recall(tmp_path: Path) -> None:
    project = frozen_project(tmp_path)
    found = prelabel(project, own(project))

    assert (found.recall.share, found.recall.why) == (None, "no approved case names a passage")


def test_the_order_of_the_retrievers_does_not_matter(tmp_path: Path) -> None:
    project = frozen_project(tmp_path)
    asked = own(project)
    turned = Prelabelling(retrievers=asked.retrievers[::-1])

    assert prelabel(project, turned) == prelabel(project, asked)


def test_depth_and_cases_are_a_choice(tmp_path: Path) -> None:
    project = frozen_project(tmp_path)
    found = prelabel(project, own(project, "window", depth=1))

    assert [(one.case, [item.chunk for item in one.passages]) for one in found.pools] == [("window", [RETURNS])]


def test_what_cannot_be_pooled_says_why(tmp_path: Path) -> None:
    project = frozen_project(tmp_path)
    bare = open_project(project_folder(tmp_path / "bare", header="name: desk\n"))

    with pytest.raises(UnknownNameError, match="did you mean 'window'"):
        prelabel(project, own(project, "windw"))
    with pytest.raises(InputError, match="the depth is 0"):
        prelabel(project, own(project, depth=0))
    with pytest.raises(InputError, match="no corpus is frozen"):
        searched_revision(bare)


def test_a_revision_without_texts_cannot_be_searched(tmp_path: Path) -> None:
    project_folder(tmp_path)
    freeze(tmp_path / "documents", root=tmp_path, options=FreezeOptions(label="r1", keep_text=False))

    with pytest.raises(InputError, match="holds no text"):
        open_retrievers(searched_revision(open_project(tmp_path)))


def test_a_retriever_is_chosen_by_name(tmp_path: Path) -> None:
    stored = searched_revision(frozen_project(tmp_path))

    assert [one.name for one in open_retrievers(stored, ["words"])] == ["words"]
    with pytest.raises(UnknownNameError, match="did you mean 'words'"):
        open_retrievers(stored, ["word"])


def test_the_export_has_the_best_first_and_keeps_to_itself_who_found_what(tmp_path: Path) -> None:
    project = frozen_project(tmp_path)
    text = export_text(project, prelabel(project, own(project, "window")))
    save_export(tmp_path / "out.jsonl", text)

    assert [json.loads(line) for line in (tmp_path / "out.jsonl").read_text(encoding="utf-8").splitlines()] == [
        {
            "case": "window",
            "question": "When can I return it?",
            "prelabels": [
                {
                    "chunk_id": RETURNS,
                    "text_preview": "# Returns\n\nGoods can be returned within 30 days of purchase.",
                    "confidence": "high",
                    "source": "auto",
                },
                {
                    "chunk_id": RECEIPTS,
                    "text_preview": "# Receipts\n\nNo return is possible without a receipt. Keep the receipt.",
                    "confidence": "low",
                    "source": "human_required",
                },
            ],
        }
    ]


def test_every_open_review_without_a_pool_gets_one_once(tmp_path: Path) -> None:
    project = frozen_project(tmp_path)
    desk = desk_of(project)
    opened(desk, "receipt", "window")
    labelled(desk, "window", APPROVED, "ana")
    first = prelabel_rounds(desk, own(project), person="owner")
    facts = len(desk.store.after(0))
    again = prelabel_rounds(desk, own(project), person="owner")
    held = {one.case: one.pool for one in desk.bench().current()}

    assert [(one.case, one.round) for one in first.pools] == [("receipt", 1)]
    assert held["window"] is None
    assert held["receipt"] == Pooled(
        round=1,
        scored_by="shared-units-1",
        passages=(
            PooledPassage(
                chunk=RECEIPTS, document="returns", score=0.0, source="human_required", audited=False,
                retrievers=("headings", "ngrams", "words"),
            ),
        ),
    )  # fmt: skip
    assert (again.pools, again.already, len(desk.store.after(0))) == ((), 1, facts)


def test_what_people_mark_says_how_often_auto_is_wrong(tmp_path: Path) -> None:
    project = frozen_project(tmp_path)
    desk = desk_of(project)
    opened(desk, "window")
    before = prelabel_rounds(desk, own(project), person="owner").audit
    labelled(desk, "window", APPROVED, "ana", marks=marked(desk, "returns", "within 30 days"))
    after = audit_of_auto(desk)

    assert before is not None
    assert (before.share, after.part, after.of) == (None, 0, 1)


def test_a_case_is_pooled_as_it_stood_when_its_review_was_opened(tmp_path: Path) -> None:
    project = frozen_project(tmp_path)
    desk = desk_of(project)
    opened(desk, "receipt")
    (tmp_path / "golden/cases/a.yaml").write_text(WORDS.replace("need a receipt", "need it"), encoding="utf-8")
    desk.look_again()
    found = prelabel_rounds(desk, own(desk.project), person="owner")

    assert [one.question for one in found.pools] == ["Do I need a receipt?"]


def test_only_a_case_with_an_open_review_can_be_asked_for(tmp_path: Path) -> None:
    project = frozen_project(tmp_path)
    desk = desk_of(project)
    opened(desk, "receipt")

    with pytest.raises(UnknownNameError, match="cases with an open review"):
        prelabel_rounds(desk, own(project, "window"), person="owner")
