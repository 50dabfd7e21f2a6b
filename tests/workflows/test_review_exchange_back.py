"""What comes back from another tool: held to the rules of the workbench, kept once, and every loss told."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from goldsmith.errors import InputError, InvalidFileError, UnknownNameError
from goldsmith.records.workbench import Closed, EvidenceGiven, Labelled, Resolved
from goldsmith.workflows.review_desk import Desk
from goldsmith.workflows.review_exchange_back import Brought, take_in
from goldsmith.workflows.review_open import reopen
from goldsmith.workflows.review_seat import handle_for
from goldsmith.workflows.review_sources import text_in
from goldsmith.workflows.review_take import take
from tests.workflows.exchanging import APPROVAL, answered, back, choosing, handed, marking, refused, task_on
from tests.workflows.reviewers import DOUBLE, PEOPLE, SINGLE, facts, marks, opened_in, says
from tests.workflows.reviewing import APPROVED
from tests.workflows.small_project import project_folder

KEEP = "Keep the receipt."
NO_RETURN = "No return is possible without a receipt."
NONE = {"no_evidence": ["none"]}


def said(desk: Desk) -> list[tuple[str, EvidenceGiven | Labelled]]:
    return [(name, fact) for name, fact in facts(desk) if isinstance(fact, EvidenceGiven | Labelled)]


def test_evidence_comes_first_and_the_label_after_it_with_its_marks(tmp_path: Path) -> None:
    desk = opened_in(tmp_path)
    task = task_on(handed(desk, "r1"), "receipt")
    first = back(desk, answered(task, r1=marking(task, KEEP), r2=marking(task, NO_RETURN)))
    after = task_on(handed(desk, "r1", "label"), "receipt")
    second = back(desk, answered(after, r1=choosing(APPROVAL, "so it says")))
    (r1, one), (r2, other), (_, label) = said(desk)

    assert (first.kept, first.exit_status, second.kept) == ((("r1", 1), ("r2", 1)), 0, (("r1", 1),))
    assert (r1, r2) == ("r1", "r2")
    assert isinstance(one, EvidenceGiven)
    assert isinstance(other, EvidenceGiven)
    assert ([mark.quote for mark in one.marks], [mark.quote for mark in other.marks]) == ([KEEP], [NO_RETURN])
    text = text_in(desk, "returns").text
    assert [text[mark.start : mark.end] for mark in (*one.marks, *other.marks)] == [KEEP, NO_RETURN]
    assert isinstance(label, Labelled)
    assert (label.decision, label.reason, label.seconds, label.marks) == ("approved", "so it says", 9.5, one.marks)
    assert str(label.handbook_digest).startswith("h1:")
    assert first.next_step.startswith("goldsmith review export --format label-studio --step label")
    assert second.next_step == "goldsmith review apply"


def test_the_same_export_again_adds_nothing_even_when_the_case_is_settled(tmp_path: Path) -> None:
    desk = opened_in(tmp_path, settings=PEOPLE + SINGLE)
    task = task_on(handed(desk, "r1"), "receipt")
    evidence = answered(task, r1=marking(task, KEEP))
    back(desk, evidence)
    label = answered(task_on(handed(desk, "r1", "label"), "receipt"), r1=choosing(APPROVAL))
    back(desk, label)
    before = facts(desk)
    again = (back(desk, evidence), back(desk, label))

    assert facts(desk) == before
    assert [(one.kept, one.count("already"), one.exit_status) for one in again] == [((), 1, 0), ((), 1, 0)]
    assert desk.bench().states["settled"] == {"receipt": None}


def test_a_label_without_evidence_is_refused_unless_there_was_nothing_to_look_at(tmp_path: Path) -> None:
    desk = opened_in(tmp_path)
    task = task_on(handed(desk, "r1"), "receipt")
    cannot = choosing({"cannot_judge": ["outside_my_field"]}, "customs law")
    found = back(desk, answered(task, r1=cannot))
    ((_, fact),) = said(desk)

    assert found.kept == (("r1", 1),)
    assert isinstance(fact, Labelled)
    assert (fact.decision, fact.reason, fact.marks) == ("outside_my_field", "customs law", ())
    marks(desk, desk.person("r2"), handle_for(desk, "receipt"), KEEP)
    after = task_on(handed(desk, "r2", "label"), "receipt")
    assert refused(back(desk, answered(after, arbiter=choosing(APPROVAL)))) == [
        "receipt: evidence comes first: mark the passages, or say that there are none"
    ]


def test_a_label_that_is_not_whole_is_refused_by_the_rules_of_the_workbench(tmp_path: Path) -> None:
    desk = opened_in(tmp_path)
    marks(desk, desk.person("r1"), handle_for(desk, "receipt"), KEEP)
    task = task_on(handed(desk, "r1", "label"), "receipt")
    half = {name: held for name, held in APPROVAL.items() if name != "confirmed"}

    assert refused(back(desk, answered(task, r1=choosing({"decision": ["rejected"]})))) == [
        "receipt: this decision needs a reason, so that whoever mends the case knows what to do"
    ]
    (told,) = refused(back(desk, answered(task, r1=choosing(half))))
    assert told.startswith("receipt: an approval says three things")
    assert len(said(desk)) == 1


def test_marks_are_held_against_the_source_as_it_is_frozen(tmp_path: Path) -> None:
    desk = opened_in(tmp_path)
    task = task_on(handed(desk, "r1"), "receipt")
    task["data"]["passages"] = task["data"]["passages"].replace("Keep the receipt", "Lose the receipt")

    (told,) = refused(back(desk, answered(task, r1=marking(task, "Lose the receipt"))))
    assert told.startswith("receipt: 1 of 1 marks cannot be kept; need 1: the text at ")
    assert said(desk) == []


def test_a_document_that_the_annotator_may_not_see_cannot_be_marked(tmp_path: Path) -> None:
    settings = PEOPLE + '\n[people.guest]\nemail = "guest@example.org"\ndenied = ["fees.txt"]\n' + DOUBLE
    cases = "- {id: fee, question: What is the express fee for a return?, evidence: [returns]}\n"
    desk = opened_in(tmp_path, cases=cases, settings=settings)
    (task,) = handed(desk, "r1")
    item = answered(task, r1=marking(task, "9 euro"))
    item["annotations"][0]["completed_by"] = {"id": 9, "email": "Guest@Example.org"}
    found = take_in(desk, Brought(format="label-studio", name="x", data=json.dumps([item]).encode()))

    assert refused(found) == ["fee: there is no such source for you"]


def test_a_round_that_is_over_says_which(tmp_path: Path) -> None:
    desk = opened_in(tmp_path, settings=PEOPLE + SINGLE)
    tasks = {name: task_on(handed(desk, "r1"), words) for name, words in (("receipt", "receipt"), ("window", "When"))}
    late = [answered(tasks[name], r1=choosing(NONE)) for name in ("receipt", "window")]
    marks(desk, desk.person("r2"), handle_for(desk, "receipt"), KEEP)
    says(desk, desk.person("r2"), handle_for(desk, "receipt"))
    desk.say("owner", "case:window", Closed(round=1, why="the case is retired"))

    assert refused(back(desk, *late)) == [
        "receipt: it is settled",
        "window: its review was closed: the case is retired",
    ]
    assert [name for name, _ in said(desk)] == ["r2", "r2"]


def test_a_disputed_and_a_resolved_round_take_nothing_more(tmp_path: Path) -> None:
    desk = opened_in(tmp_path)
    late = answered(task_on(handed(desk, "arbiter"), "receipt"), arbiter=choosing(NONE))
    for name, quote in (("r1", KEEP), ("r2", NO_RETURN)):
        marks(desk, desk.person(name), handle_for(desk, "receipt"), quote)
        says(desk, desk.person(name), handle_for(desk, "receipt"))

    assert refused(back(desk, late)) == ["receipt: all labels that it needs are in, and they wait to be settled"]
    desk.say("owner", "case:receipt", Resolved(round=1, label=APPROVED, of=()))
    assert refused(back(desk, late)) == ["receipt: it is settled"]


def test_a_case_that_was_edited_since_is_refused_and_so_is_its_earlier_round(tmp_path: Path) -> None:
    desk = opened_in(tmp_path)
    late = answered(task_on(handed(desk, "r1"), "receipt"), r1=choosing(NONE))
    project_folder(tmp_path, cases="- {id: receipt, question: Do I need it?, evidence: [returns]}\n")
    desk.look_again()

    assert refused(back(desk, late)) == ["receipt: the case was edited since its review was opened: hand it out again"]
    reopen(desk, desk.person("owner"), "receipt")
    assert refused(back(desk, late)) == ["receipt: round 1 is over: the case was opened again since, on other words"]


def test_other_evidence_and_a_second_label_of_the_same_person_are_refused(tmp_path: Path) -> None:
    desk = opened_in(tmp_path)
    task = task_on(handed(desk, "r1"), "receipt")
    back(desk, answered(task, r1=marking(task, KEEP)))

    assert refused(back(desk, answered(task, r1=marking(task, NO_RETURN)))) == [
        "receipt: other evidence of r1 is in already"
    ]
    says(desk, desk.person("r1"), handle_for(desk, "receipt"))
    assert refused(back(desk, answered(task, r1=choosing(NONE)))) == ["receipt: another label of r1 is in already"]


def test_a_place_that_somebody_has_at_the_workbench_is_not_taken_from_them(tmp_path: Path) -> None:
    desk = opened_in(tmp_path, settings=PEOPLE + SINGLE)
    task = task_on(handed(desk, "r1"), "receipt")
    take(desk, desk.person("r2"), handle_for(desk, "receipt"))

    assert refused(back(desk, answered(task, r1=choosing(NONE)))) == [
        "receipt: its places are taken by others, who labelled it or have it before them"
    ]


def test_who_may_not_label_the_case_is_refused_with_the_reason(tmp_path: Path) -> None:
    settings = PEOPLE.replace("[people.r2]\n", '[people.r2]\nlanguages = ["ru"]\n') + DOUBLE
    cases = "- {id: a, question: Where is the receipt?, language: en, evidence: [returns]}\n"
    desk = opened_in(tmp_path, cases=cases, settings=settings)
    (task,) = handed(desk, "r1")

    assert refused(back(desk, answered(task, r2=choosing(NONE)))) == ["a: r2 does not read its language"]


def test_nothing_is_kept_while_nobody_knows_who_an_annotator_is(tmp_path: Path) -> None:
    desk = opened_in(tmp_path)
    task = task_on(handed(desk, "r1"), "receipt")
    data = json.dumps([answered(task, r1=choosing(NONE), r2=choosing(NONE))]).encode()
    before = facts(desk)
    with pytest.raises(InputError, match="nobody knows who said this") as caught:
        take_in(desk, Brought(format="label-studio", name="x.json", data=data, annotators={"1": "r1", "7": "r2"}))

    assert [(one.message, one.mend) for one in caught.value.problems] == [
        ("annotator 2 said 1 thing(s)", "add --as 2=NAME (one of: arbiter, owner, r1, r2)"),
        ("nobody in the file is '7'", "it names: 1, 2"),
    ]
    with pytest.raises(UnknownNameError, match="r1"):
        take_in(desk, Brought(format="label-studio", name="x.json", data=data, annotators={"1": "r11"}))
    assert facts(desk) == before


def test_a_label_records_whether_a_machines_opinion_was_shown_when_it_was_given(tmp_path: Path) -> None:
    desk = opened_in(tmp_path)
    task = task_on(handed(desk, "r1"), "receipt")
    task["data"]["goldsmith"]["prelabels_shown"] = True
    back(desk, answered(task, r1=marking(task, KEEP)))
    ((_, fact),) = said(desk)

    assert isinstance(fact, EvidenceGiven)
    assert fact.prelabel_shown is True


def test_argilla_comes_back_the_same_way(tmp_path: Path) -> None:
    from goldsmith.workflows.review_exchange import HandOut, hand_out

    desk = opened_in(tmp_path)
    _, files = hand_out(desk, HandOut(format="argilla", people=("r1",)))
    records = json.loads(next(one.text for one in files if one.name == "evidence-r1/records.json"))
    for record in records:
        record["responses"] = [{"user_id": "u-1", "status": "submitted", "values": {"outcome": {"value": "none"}}}]
    brought = Brought(
        format="argilla", name="records.json", data=json.dumps(records).encode(), annotators={"u-1": "r1"}
    )
    first, again = take_in(desk, brought), take_in(desk, brought)

    assert (first.kept, again.kept, again.count("already")) == ((("r1", 2),), (), 2)
    assert [fact.marks for _, fact in said(desk)] == [(), ()]


def test_a_file_of_another_tool_is_refused(tmp_path: Path) -> None:
    desk = opened_in(tmp_path)
    with pytest.raises(InvalidFileError, match="was handed out by Goldsmith"):
        take_in(desk, Brought(format="argilla", name="x", data=b'[{"id": 1, "fields": {"text": "x"}}]'))
