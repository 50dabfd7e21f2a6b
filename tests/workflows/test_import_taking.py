"""Ids that can be used, the same case once, and what stands in a set left alone."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldsmith.records.case import AcceptedAnswer, Case
from goldsmith.records.evidence import Alternative, Need
from goldsmith.workflows.import_taking import (
    BAD_ID,
    BAD_TEXT,
    LONGEST_ID,
    NO_CASE,
    OTHER_CONTENT,
    RESERVED,
    SAME_ID,
    CaseDesk,
    TakenCase,
    says_no_less,
    usable_id,
)
from tests.interchange.foreign import cases_of_any_kind


def _case(name: str, question: str = "How long?") -> Case:
    return Case(id=name, question=question, answerability="supported", behaviour="answer")


def _told(taken: TakenCase) -> list[str]:
    return [line.told for line in taken.lines]


def test_equal_cases_are_one_and_another_of_the_same_id_is_called_otherwise() -> None:
    desk = CaseDesk(standing={})

    taken = [desk.take(_case("a", question), "line", usual="x") for question in ("1?", "1?", "2?", "2?", "3?")]

    assert [(one.case.id, one.fate) for one in taken] == [
        ("a", "new"), ("a", "again"), ("a-2", "new"), ("a-2", "again"), ("a-3", "new"),
    ]  # fmt: skip
    assert _told(taken[2]) == [SAME_ID]


def test_a_name_that_the_source_uses_itself_is_not_given_to_another_case() -> None:
    desk = CaseDesk(standing={})

    taken = [desk.take(_case(*pair), "line", usual="x") for pair in (("a", "1?"), ("a-2", "2?"), ("a", "3?"))]

    assert [one.case.id for one in taken] == ["a", "a-2", "a-3"]


def test_what_the_set_has_is_already_there_or_told() -> None:
    desk = CaseDesk(standing={"a": _case("a"), "b": _case("b")}, reserved=frozenset({"gone"}))

    taken = [desk.take(_case(*pair), "line", usual="x") for pair in (("a",), ("b", "Else?"), ("gone",))]

    assert [(one.fate, _told(one)) for one in taken] == [
        ("already", []), ("other", [OTHER_CONTENT]), ("other", [RESERVED]),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "usable"),
    [
        ("../../outside", "../../outside"),
        ("-rf", "-rf"),
        ("a:b|c?", "a:b|c?"),
        ("退款-1", "退款-1"),
        (" padded ", "padded"),
        ("two\nlines", "two lines"),
        ("zero\u200bwidth", "zerowidth"),
        ("nul\0", "nul"),
        ("caf\u0065\u0301", "caf\u00e9"),
        ("", "usual"),
        ("\u200b", "usual"),
        ("...", "..."),
    ],
)
def test_an_id_that_nobody_could_type_is_made_usable(name: str, usable: str) -> None:
    taken = CaseDesk(standing={}).take(_case(name), "line", usual="usual")

    assert taken.case.id == usable
    assert _told(taken) == ([] if name == usable else [BAD_ID])


@given(st.text(max_size=400), st.text(max_size=400))
def test_a_usable_id_is_short_stays_as_it_is_and_two_long_ones_stay_apart(one: str, other: str) -> None:
    first, second = usable_id(one, "usual"), usable_id(other, "usual")

    assert (len(first) <= LONGEST_ID, usable_id(first, "usual")) == (True, first)
    assert first != second or len(one) <= LONGEST_ID or one == other or first == "usual" or first == one.strip()


def test_characters_that_no_file_holds_are_replaced_and_told() -> None:
    case = replace(_case("a", "nul \0 half \ud83d"), notes="clean")

    taken = CaseDesk(standing={}).take(case, "line", usual="x")

    assert (taken.case.question, taken.case.notes) == ("nul \ufffd half \ufffd", "clean")
    assert _told(taken) == [BAD_TEXT]
    assert json.loads(taken.line)["question"] == "nul \ufffd half \ufffd"


def test_what_makes_no_case_is_not_written() -> None:
    taken = CaseDesk(standing={}).take(replace(_case("a"), split="test"), "line", usual="x")  # type: ignore[arg-type]

    assert (taken.fate, taken.line, _told(taken)) == ("unusable", b"", [NO_CASE])


@given(cases_of_any_kind())
def test_any_case_is_written_as_it_is_and_known_again(cases: list[Case]) -> None:
    desk = CaseDesk(standing={case.id: case for case in cases})

    assert all(
        desk.take(case, "line", usual="x").fate in ("already", "again")
        for case in cases
        if case.id == usable_id(case.id, "x")
    )


def test_evidence_that_was_pinned_meanwhile_is_the_same_and_other_words_are_not() -> None:
    bare = replace(_case("a"), evidence=(Need(any_of=(Alternative(chunk="c1"),)),))
    pinned = Alternative(chunk="c1", document="d", source="d.md", sha256="00", span=(0, 3))
    there = replace(bare, evidence=(Need(any_of=(pinned,)),))

    assert says_no_less(there, bare)
    assert not says_no_less(bare, there)
    assert not says_no_less(replace(there, accept=(AcceptedAnswer(answer="x"),)), bare)
    assert not says_no_less(replace(there, evidence=(Need(any_of=(replace(pinned, quote="w"),)),)), bare)
