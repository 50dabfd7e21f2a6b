"""Practice: settled examples in the two steps of a review, and at once what the settled word is and why."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from secrets import token_hex
from typing import Any

from goldsmith.errors import InputError
from goldsmith.ports.pages import Reply
from goldsmith.review.blinding import BEHAVIOURS, Drafted
from goldsmith.review.labelling import LabelGiven
from goldsmith.review.practice import Outcome
from goldsmith.web.case_view import handbook_parts, passage_views
from goldsmith.web.label_form import CHOICES, chosen, read_label
from goldsmith.web.marking import Marked, grouped, posted
from goldsmith.web.script_words import EVIDENCE_KEYS, script_words
from goldsmith.web.spoken import spoken_errors
from goldsmith.web.visit import Page, Visit
from goldsmith.workflows.handbook import handbook_of
from goldsmith.workflows.review_practice import Lesson, PracticeCase, lessons, practice_case, practised


def show_practice(visit: Visit) -> Reply:
    """Return the list of practice cases, or one of them."""
    number = visit.call.asked("n")
    if number:
        return _page(visit, _laid(visit, number), step="evidence")
    held = lessons(visit.desk, visit.person)
    first = next((item for item in held if not item.right), None)
    return visit.page("practice.html", {"lessons": held, "first": first or next(iter(held), None)})


def post_practice(visit: Visit) -> Reply:
    """Take one step of a practice case: the evidence, then the decision."""
    laid = _laid(visit, visit.call.posted("n"))
    read = posted(visit.call)
    problems = [visit.say("case.need_words", words=words) for words in read.missing]
    act = visit.call.posted("do")
    if act == "again" or problems or (not read.marks and not read.none):
        lacking = problems or ([visit.say("case.need_evidence")] if act == "evidence" else [])
        return _page(visit, laid, step="evidence", marks=read.marks, problems=lacking)
    if act == "evidence":
        return _page(visit, laid, step="label", marks=read.marks)
    label = read_label(chosen(visit.call))
    if label is None:
        needed = [visit.say("case.need_decision")]
        return _page(visit, laid, step="label", marks=read.marks, problems=needed)
    return _answered(visit, laid, label, read.marks)


def _answered(visit: Visit, laid: PracticeCase, label: LabelGiven, marks: Sequence[Marked]) -> Reply:
    try:
        outcome = practised(
            visit.desk, visit.person, laid, label, [mark.given for mark in marks],
            key=visit.call.posted("key") or token_hex(8),
        )  # fmt: skip
    except InputError as error:
        return _page(visit, laid, step="evidence", problems=spoken_errors(visit, error))
    values = {
        **_values(visit, laid, marks),
        "outcome": outcome,
        "learnt": _learnt(visit, laid.lesson, outcome),
        "following": laid.lesson.number % laid.total + 1,
    }
    return visit.page("practice_answered.html", values)


def _page(
    visit: Visit, laid: PracticeCase, *, step: str, marks: Sequence[Marked] = (), problems: Sequence[str] = ()
) -> Reply:
    values = _values(visit, laid, marks) | {
        "step": step,
        "problems": [text for text in problems if text],
        "key": token_hex(8),
    }
    return visit.page("practice_case.html", values, status=422 if problems else 200)


def _values(visit: Visit, laid: PracticeCase, marks: Sequence[Marked]) -> dict[str, Any]:
    exercise = laid.lesson.exercise
    return {
        **CHOICES,
        "lesson": laid.lesson,
        "example": exercise.example,
        "draft": Drafted(answers=exercise.draft, behaviours=BEHAVIOURS),
        "held_to": (),
        "checked_by": {},
        "given": chosen(visit.call),
        "total": laid.total,
        "marks": marks,
        "groups": grouped(marks),
        "shown": [replace(view, may_read=False) for view in passage_views(visit, laid.passages, marks)],
        "words": script_words(visit),
        "keys": EVIDENCE_KEYS,
        "handbook": handbook_parts(handbook_of(visit.desk.project)),
    }


def _learnt(visit: Visit, lesson: Lesson, outcome: Outcome) -> list[str]:
    exercise = lesson.exercise
    behaviour = visit.say(f"case.behaviour.{exercise.example.behaviour}")
    told = []
    for item in outcome.lessons:
        key = f"practice.lesson.{item}.{exercise.decision}" if item == "decision" else f"practice.lesson.{item}"
        told.append(visit.say(key, behaviour=behaviour) if item == "behaviour" else visit.say(key))
    return told


def _laid(visit: Visit, number: str) -> PracticeCase:
    held = int(number) if number.isascii() and number.isdecimal() and len(number) <= len("9999") else 0
    return practice_case(visit.desk, visit.person, held)


PAGES = (
    Page(method="GET", path="/practice", right="label", handle=show_practice),
    Page(method="POST", path="/practice", right="label", handle=post_practice),
)
