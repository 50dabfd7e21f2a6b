"""Exports that the tools themselves wrote (tests/interchange/recorded/README.md), read and brought to a desk."""

from __future__ import annotations

from pathlib import Path

import pytest

from goldsmith.adapters.review_stores.memory import MemoryReviewStore
from goldsmith.interchange.argilla import read_records
from goldsmith.interchange.label_studio import read_export
from goldsmith.records.decision import Confirmations
from goldsmith.records.review_exchange import Annotator, ExchangeStep, WordSaid
from goldsmith.records.workbench import ClaimWord
from goldsmith.workflows.review_desk import Desk
from goldsmith.workflows.review_exchange_back import Brought, take_in
from goldsmith.workflows.review_open import open_reviews
from tests.interchange.tasks import EVIDENCE, FEES, LABEL, mark, word
from tools.label_studio_real import NOW, differences, made_desk

RECORDED = Path(__file__).with_name("recorded")
STEPS: tuple[ExchangeStep, ...] = ("evidence", "label")


def test_what_two_people_said_in_label_studio_stands_on_the_desk(tmp_path: Path) -> None:
    desk = made_desk(tmp_path)
    for step in STEPS:
        data = (RECORDED / f"label-studio-{step}.json").read_bytes()
        brought = Brought(format="label-studio", name="x", data=data, annotators={"1": "ann", "2": "ben"})
        first, again = take_in(desk, brought), take_in(desk, brought)

        assert (first.count("kept"), first.count("refused")) == (6, 0)
        assert (again.count("kept"), again.count("already")) == (0, 6)
    assert list(differences(desk)) == ["6 of 6 evidence sets equal", "6 of 6 labels equal"]
    assert len(desk.bench().states["settled"]) + len(desk.bench().states["disputed"]) == 3


def test_what_label_studio_kept_beside_the_words_is_told() -> None:
    found = read_export((RECORDED / "label-studio-evidence.json").read_bytes(), "x")
    told = [line.told for line in found.lines if line.field != "lead_time"]

    assert told == [
        "1 draft(s): nobody submitted them",
        "2 skipped the task",
        "1 said it again later, in task 2, annotation 5",
    ]
    assert {(word.annotator, word.seconds) for word in found.words} == {
        (Annotator(id="1"), None),
        (Annotator(id="2"), None),
    }
    assert any("\N{RECEIPT}" in one.quote for word in found.words for one in word.marks or ())


def user(number: int) -> Annotator:
    return Annotator(id=f"00000000-0000-0000-0000-{number:012}")


def test_what_the_sdk_of_argilla_wrote_is_read() -> None:
    evidence = read_records((RECORDED / "argilla-evidence.json").read_bytes(), "x")
    label = read_records((RECORDED / "argilla-label.json").read_bytes(), "x")
    said: list[WordSaid] = [
        word(EVIDENCE, mark(FEES, "9 euro"), mark(FEES, "The fee", need=1), annotator=user(1), stamp="",
             record=f"record h1-1-evidence, user {user(1)}"),
        word(EVIDENCE, annotator=user(2), stamp="", record=f"record h1-1-evidence, user {user(2)}"),
    ]  # fmt: skip

    assert list(evidence.words) == said
    assert [(line.what, line.told) for line in evidence.lines] == [
        ("dropped", "draft: it was not submitted"),
        ("refused", "124-130 are one thing in code points, another in UTF-16 units"),
    ]
    assert [(line.what, line.told) for line in label.lines] == [("dropped", "discarded: it was not submitted")]
    assert label.words == (
        word(
            LABEL, record=f"record h1-1-label, user {user(1)}", annotator=user(1), stamp="", decision="approved",
            reason="so it says", answer="right", behaviour="answer",
            claims=(ClaimWord(claim=0, holds=True), ClaimWord(claim=1, holds=False)),
            confirmations=Confirmations(
                question_plausible=True, answer_within_source=True, evidence_sufficient=True
            ),
        ),
    )  # fmt: skip


@pytest.mark.parametrize("step", STEPS)
def test_a_recorded_export_brought_to_another_workbench_keeps_nothing(tmp_path: Path, step: ExchangeStep) -> None:
    project = made_desk(tmp_path).project
    desk = Desk(project, MemoryReviewStore(), now=lambda: NOW)
    open_reviews(desk, person=desk.person("ann"))
    data = (RECORDED / f"label-studio-{step}.json").read_bytes()
    found = take_in(desk, Brought(format="label-studio", name="x", data=data, annotators={"1": "ann", "2": "ben"}))

    assert (found.count("kept"), found.exit_status) == (0, 1)
    assert {line.told for line in found.lines if line.what == "refused"} == {
        "no review of this set is meant: the task is of another set, or of another workbench"
    }
