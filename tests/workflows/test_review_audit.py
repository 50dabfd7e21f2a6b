"""The log shows everything but what a reader still has to decide on."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from goldsmith.records.workbench import BatchClosed, BatchDrawn, SampleChecked
from goldsmith.workflows.review_audit import PAGE_ROWS, AuditAsked, AuditPage, audit, subject_meant
from goldsmith.workflows.review_desk import Desk
from goldsmith.workflows.review_people import sign_out
from tests.web.visiting import make_desk
from tests.workflows.reviewing import APPROVED, labelled, opened


def seen(desk: Desk, reader: str, asked: AuditAsked | None = None) -> tuple[list[tuple[str, str]], bool]:
    page = audit(desk, desk.person(reader), asked or AuditAsked())
    return [(row.author, row.subject) for row in page.rows], page.hidden


def test_what_others_said_of_a_case_comes_with_the_readers_own_label(tmp_path: Path) -> None:
    desk = make_desk(tmp_path)
    opened(desk, "window", needed=2)
    labelled(desk, "window", APPROVED, "ben")
    before = seen(desk, "sam")
    labelled(desk, "window", APPROVED, "sam")

    assert before == ([], True)
    assert seen(desk, "sam") == ([("sam", "case:window"), ("ben", "case:window"), ("owner", "case:window")], False)


def test_a_reader_sees_their_own_words_on_a_case_that_waits_for_them_again(tmp_path: Path) -> None:
    desk = make_desk(tmp_path)
    opened(desk, "window")
    labelled(desk, "window", APPROVED, "sam")
    opened(desk, "window", number=2)
    labelled(desk, "mars", APPROVED, "ben")

    assert seen(desk, "sam") == ([("ben", "case:mars"), ("sam", "case:window")], True)


def test_asking_for_a_hidden_case_tells_nothing_but_that(tmp_path: Path) -> None:
    desk = make_desk(tmp_path)
    opened(desk, "window", "mars", needed=2)
    labelled(desk, "window", APPROVED, "ben", "sam")

    assert seen(desk, "sam", AuditAsked(subject="case:mars")) == ([], True)
    assert seen(desk, "sam", AuditAsked(subject="case:nothing")) == ([], False)
    assert seen(desk, "sam", AuditAsked(subject="case:window", person="ben")) == ([("ben", "case:window")], False)


def test_the_cases_of_a_batch_are_hidden_until_it_is_closed(tmp_path: Path) -> None:
    desk = make_desk(tmp_path)
    opened(desk, "window")
    labelled(desk, "window", APPROVED, "ben")
    drawn = BatchDrawn(cases=(("window", 1),), sample=("window",), accept=0, good=0.02, bad=0.1, risk=0.05, seed=1)
    desk.say("ada", "batch:b1", drawn)
    while_open = seen(desk, "sam")
    desk.say("sam", "batch:b1", SampleChecked(case="window", label=replace(APPROVED)))
    desk.say("ada", "batch:b1", BatchClosed(accepted=True, wrong=()))

    assert while_open == ([("ada", "batch:b1")], True)
    assert seen(desk, "sam") == (
        [
            ("ada", "batch:b1"),
            ("sam", "batch:b1"),
            ("ada", "batch:b1"),
            ("ben", "case:window"),
            ("owner", "case:window"),
        ],
        False,
    )


def test_the_log_comes_in_pages_of_which_each_row_stands_on_one(tmp_path: Path) -> None:
    desk = make_desk(tmp_path)
    for _ in range(10 * PAGE_ROWS + 7):
        sign_out(desk, "ben")
    opened(desk, "window")
    pages: list[AuditPage] = [audit(desk, desk.person("sam"), AuditAsked(page=number)) for number in range(1, 13)]

    assert [(len(page.rows), page.more) for page in pages] == [(50, True)] * 10 + [(7, False), (0, False)]


def test_a_bare_word_is_a_case() -> None:
    assert [subject_meant(text) for text in ("", " window ", "case:a", "batch:b", "person:c")] == [
        "", "case:window", "case:a", "batch:b", "person:c",
    ]  # fmt: skip
