"""What is handed to another tool: whose, how much, and nothing that blinding hides."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from goldsmith.errors import InputError, UnknownNameError
from goldsmith.records.review_exchange import ReviewsOut
from goldsmith.records.workbench import Pooled, PooledPassage
from goldsmith.workflows.review_desk import Desk
from goldsmith.workflows.review_exchange import HandOut, hand_out, save_files
from goldsmith.workflows.review_seat import handle_for
from goldsmith.workflows.review_sources import text_in
from goldsmith.workflows.review_take import take
from tests.workflows.exchanging import handed, task_on
from tests.workflows.reviewers import DOUBLE, PEOPLE, SINGLE, facts, marks, opened_in, says
from tests.workflows.small_project import project_folder

TELLING = """\
- id: secret-trap-receipt
  question: Do I need a receipt?
  language: en
  messages: [{role: user, content: I bought a coat.}]
  identity: {user: guest}
  accept: [Only with a drafted receipt.]
  notes: the author's own note
  tags: [told-tag]
  risk: high
  behaviour: answer
  claims:
    - required: A receipt is claimed.
    - prohibited: A voucher is given instead.
  evidence: [{document: returns, quote: No return is possible without a receipt.}]
"""
HIDDEN = ("secret-trap", "the author's own note", "told-tag", "high", "returns.md")
DRAFTED = ("Only with a drafted receipt.", "A receipt is claimed.", "A voucher is given instead.")


def told(desk: Desk, **asked: object) -> ReviewsOut:
    return hand_out(desk, HandOut(format="label-studio", **asked))[0]  # type: ignore[arg-type]


def test_each_review_goes_to_as_many_people_as_are_to_label_it(tmp_path: Path) -> None:
    double = told(opened_in(tmp_path / "double", settings=PEOPLE + DOUBLE))
    single = told(opened_in(tmp_path / "single", settings=PEOPLE + SINGLE))

    assert [sum(number for _, number in one.tasks) for one in (double, single)] == [4, 2]
    assert max(number for _, number in double.tasks) == 1
    assert [name for name, _ in double.tasks] == ["owner", "r1", "r2", "arbiter"]


def test_the_same_state_is_handed_out_alike_and_nothing_is_written(tmp_path: Path) -> None:
    desk = opened_in(tmp_path)
    before = facts(desk)

    assert hand_out(desk, HandOut(format="argilla")) == hand_out(desk, HandOut(format="argilla"))
    assert facts(desk) == before


def test_no_task_of_evidence_shows_what_blinding_hides_and_the_drafted_answer_comes_after_it(tmp_path: Path) -> None:
    desk = opened_in(tmp_path, cases=TELLING, settings=PEOPLE + DOUBLE)
    (task,) = handed(desk, "r1")
    text = json.dumps(task, ensure_ascii=False)

    assert [word for word in (*HIDDEN, *DRAFTED) if word in text] == []
    assert task["data"]["question"] == "[user] I bought a coat.\n[who asks] guest\nDo I need a receipt?"
    assert set(task["data"]["goldsmith"]) == {
        "scheme", "case", "round", "step", "prelabels_shown", "handbook", "claims", "places",
    }  # fmt: skip
    assert (task["data"]["goldsmith"]["claims"], handed(desk, "r1", "label")) == (0, [])
    marks(desk, desk.person("r1"), handle_for(desk, "secret-trap-receipt"), "Keep the receipt.")
    (after,) = handed(desk, "r1", "label")
    shown = json.dumps(after, ensure_ascii=False)
    assert [word for word in DRAFTED if word not in shown] == []
    assert [word for word in HIDDEN if word in shown] == []
    assert set(after["data"]) == {"question", "passages", "drafted", "claims", "goldsmith"}
    assert after["data"]["goldsmith"]["claims"] == 2
    assert [one["value"] for one in after["data"]["claims"]][:2] == [
        "1. right: A receipt is claimed. (must be said)",
        "1. not right: A receipt is claimed. (must be said)",
    ]


def test_nobody_gets_an_answer_to_judge_without_having_marked_evidence(tmp_path: Path) -> None:
    desk = opened_in(tmp_path)
    marks(desk, desk.person("r1"), handle_for(desk, "receipt"), "Keep the receipt.")

    assert [len(handed(desk, name, "label")) for name in ("r1", "r2", "owner")] == [1, 0, 0]
    says(desk, desk.person("r1"), handle_for(desk, "receipt"))
    assert handed(desk, "r1", "label") == []


def test_what_somebody_has_before_them_at_the_workbench_is_left_to_them(tmp_path: Path) -> None:
    desk = opened_in(tmp_path, settings=PEOPLE + SINGLE)
    take(desk, desk.person("r1"), handle_for(desk, "receipt"))
    found = told(desk)

    assert sum(number for _, number in found.tasks) == 1
    assert [(line.record, line.told) for line in found.lines] == [
        ("receipt", "whoever is to label it has begun at the workbench")
    ]


def test_places_that_stay_empty_are_told_with_the_reason(tmp_path: Path) -> None:
    settings = PEOPLE + '\n[people.guest]\nlanguages = ["ru"]\n' + DOUBLE
    cases = "- {id: a, question: Where is the receipt?, language: en, evidence: [returns]}\n"
    found = told(opened_in(tmp_path, cases=cases, settings=settings), people=("r1", "guest"))

    assert found.tasks == (("r1", 1), ("guest", 0))
    assert [line.told for line in found.lines] == ["1 of 2 places stay empty: guest does not read its language"]


def test_a_case_that_was_edited_since_is_left_out(tmp_path: Path) -> None:
    desk = opened_in(tmp_path)
    project_folder(tmp_path, cases="- {id: receipt, question: Do I need it?, evidence: [returns]}\n")
    desk.look_again()
    found = told(desk)

    assert ("receipt", "the case was edited since its review was opened") in [
        (line.record, line.told) for line in found.lines
    ]


def test_passages_that_a_clearance_does_not_allow_are_in_no_file_of_theirs(tmp_path: Path) -> None:
    settings = PEOPLE + '\n[people.guest]\ndenied = ["fees.txt"]\n' + DOUBLE
    cases = "- {id: fee, question: What is the express fee for a return?, evidence: [returns]}\n"
    desk = opened_in(tmp_path, cases=cases, settings=settings)
    fee = {name: "9 euro" in json.dumps(handed(desk, name)) for name in ("r1", "guest")}

    assert fee == {"r1": True, "guest": False}


@pytest.mark.parametrize("shown", [True, False])
def test_scores_of_a_machine_go_out_only_where_the_settings_show_them(tmp_path: Path, shown: bool) -> None:
    more = "show_prelabels = true\n" if shown else ""
    desk = opened_in(tmp_path, settings=PEOPLE + DOUBLE + more)
    rows = [(chunk.id, chunk.document) for name in ("returns", "fees.txt") for chunk in text_in(desk, name).chunks]
    scored = tuple(
        PooledPassage(chunk=chunk, document=document, score=0.95, source="auto", audited=True, retrievers=("words",))
        for chunk, document in rows
    )
    desk.say("owner", "case:receipt", Pooled(round=1, passages=scored, scored_by="words-1"))
    task = task_on(handed(desk, "r1"), "receipt")

    assert task["data"]["goldsmith"]["prelabels_shown"] is shown
    assert ("machine: 0.95" in task["data"]["passages"]) is shown
    assert ("predictions" in task) is shown
    if shown:
        assert task["predictions"][0]["model_version"] == "words-1"
        assert len(task["predictions"][0]["result"]) == len(rows)


def test_argilla_gets_a_folder_for_each_person_with_the_handbook_in_it(tmp_path: Path) -> None:
    desk = opened_in(tmp_path)
    found, files = hand_out(desk, HandOut(format="argilla", people=("r1", "r2")))
    save_files(tmp_path / "out", files)
    settings = json.loads((tmp_path / "out/evidence-r1/.argilla/settings.json").read_text(encoding="utf-8"))

    assert found.files == (
        "evidence-r1/.argilla/settings.json",
        "evidence-r1/.argilla/dataset.json",
        "evidence-r1/records.json",
        "evidence-r2/.argilla/settings.json",
        "evidence-r2/.argilla/dataset.json",
        "evidence-r2/records.json",
    )
    assert settings["guidelines"].startswith("# Reviewer handbook: desk")


def test_names_of_people_make_names_of_files_that_stay_in_the_folder(tmp_path: Path) -> None:
    people = '[people."../../x"]\n[people."a b"]\n[people."a/b"]\n[people."Анна"]\n[people."//"]\n'
    settings = f'documents = "documents"\n{people}\n[people.owner]\nroles = ["evaluation_owner"]\n'
    cases = "".join(
        f"- {{id: c{number}, question: What receipt {number}?, evidence: [returns]}}\n" for number in range(6)
    )
    desk = opened_in(tmp_path, cases=cases, settings=settings + SINGLE)
    found = told(desk)

    assert set(found.files) == {
        "handbook.html", "evidence.xml", "evidence-______x.json", "evidence-a_b.json", "evidence-a_b_3.json",
        "evidence-Анна.json", "evidence-___5.json", "evidence-owner.json",
    }  # fmt: skip


def test_an_unknown_person_or_case_and_who_may_not_label_are_refused(tmp_path: Path) -> None:
    desk = opened_in(tmp_path, settings=PEOPLE + '\n[people.boss]\nroles = ["product_owner"]\n' + DOUBLE)

    with pytest.raises(UnknownNameError, match="did you mean 'r1'"):
        told(desk, people=("r11",))
    with pytest.raises(UnknownNameError, match="receipt"):
        told(desk, cases=("receit",))
    with pytest.raises(InputError, match="boss may not label"):
        told(desk, people=("boss", "r1"))


def test_without_an_open_review_the_next_step_is_to_open_some(tmp_path: Path) -> None:
    desk = opened_in(tmp_path)

    assert told(desk, step="label").next_step == "bring the evidence in first: goldsmith review import FILE"
    for name, quote in (("receipt", "Keep the receipt."), ("window", "within 30 days")):
        for person in ("r1", "r2"):
            marks(desk, desk.person(person), handle_for(desk, name), quote)
    assert told(desk).next_step == "goldsmith serve: what was left out is reviewed at the workbench"
    for name in ("receipt", "window"):
        for person in ("r1", "r2"):
            says(desk, desk.person(person), handle_for(desk, name))
    assert told(desk).next_step == "goldsmith review open, so that there is something to label"


def test_a_case_for_which_nothing_is_found_is_left_out(tmp_path: Path) -> None:
    desk = opened_in(tmp_path, cases="- {id: a, question: Wann?, evidence: [returns]}\n", settings=PEOPLE + SINGLE)
    (line,) = told(desk, people=("r1",)).lines

    assert (line.record, line.told) == (
        "a", "no passage was found to lay before r1: goldsmith review prelabel --reviews"
    )  # fmt: skip
