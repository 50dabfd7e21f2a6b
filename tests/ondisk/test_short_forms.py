"""Short forms are inverses of the full ones, and the sixty-question columns become fields of a case."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import TypeAdapter

from goldsmith.ondisk.door import Door
from goldsmith.ondisk.golden import load_golden
from goldsmith.ondisk.json_strict import read_json
from goldsmith.ondisk.short_forms import expand, from_sixty, is_sixty, rename, shorten, source_list, type_problem
from goldsmith.records.case import AcceptedAnswer, Case
from goldsmith.records.column_words import TYPES
from goldsmith.records.evidence import Alternative, Need
from tests.records.building import FULL, cases

CASE = TypeAdapter(Case)
SharedCase = Callable[[str], Path]


def read(plain: dict[str, Any]) -> Case:
    return CASE.validate_json(json.dumps(expand(plain)))


@settings(max_examples=40)
@given(cases)
def test_expanding_what_was_shortened_gives_the_case_again(case: Case) -> None:
    assert read(shorten(case)) == case


@settings(max_examples=40)
@given(cases)
def test_shortening_what_was_expanded_gives_the_short_form_again(case: Case) -> None:
    short = shorten(case)

    assert shorten(read(short)) == short


def test_a_full_case_survives_the_short_form() -> None:
    assert read(shorten(FULL)) == FULL


def test_the_smallest_case_is_written_as_people_write_it() -> None:
    case = Case(
        id="refund-window",
        question="When can a customer ask for a refund?",
        answerability="supported",
        behaviour="answer",
        accept=(AcceptedAnswer(answer="Within 30 days."),),
        evidence=(Need(any_of=(Alternative(chunk="refund-policy#2f91"),)),),
    )

    assert shorten(case) == {
        "id": "refund-window",
        "question": "When can a customer ask for a refund?",
        "accept": ["Within 30 days."],
        "evidence": ["refund-policy#2f91"],
    }


@pytest.mark.parametrize(
    ("written", "full"),
    [
        ("a#1", {"any_of": [{"chunk": "a#1"}]}),
        ({"document": "a", "quote": "q"}, {"any_of": [{"document": "a", "quote": "q"}]}),
        ({"need": "x", "chunk": "a#1"}, {"need": "x", "any_of": [{"chunk": "a#1"}]}),
        ({"need": "x", "any_of": [{"chunk": "a#1"}]}, {"need": "x", "any_of": [{"chunk": "a#1"}]}),
        ({}, {"any_of": [{}]}),
    ],
)
def test_an_item_of_evidence_is_a_need_with_alternatives(written: object, full: object) -> None:
    assert expand({"evidence": [written]})["evidence"] == [full]


def test_evidence_implies_that_the_question_is_supported_and_to_be_answered() -> None:
    assert expand({"id": "a", "evidence": ["a#1"]}) == {
        "id": "a",
        "evidence": [{"any_of": [{"chunk": "a#1"}]}],
        "answerability": "supported",
        "behaviour": "answer",
    }


@pytest.mark.parametrize("plain", [{"id": "a"}, {"id": "a", "evidence": []}])
def test_without_evidence_nothing_is_implied(plain: dict[str, Any]) -> None:
    assert expand(plain) == plain


def test_what_an_author_says_holds_against_what_evidence_implies() -> None:
    found = expand({"evidence": ["a#1"], "behaviour": "refuse"})

    assert (found["behaviour"], found["answerability"]) == ("refuse", "supported")


def test_what_is_no_list_is_left_for_the_door_to_report() -> None:
    assert expand({"accept": "ten", "evidence": "a#1"}) == {
        "accept": "ten",
        "evidence": "a#1",
        "answerability": "supported",
        "behaviour": "answer",
    }


def test_expanding_leaves_the_record_of_the_file_alone() -> None:
    record: dict[str, Any] = {"id": "a", "accept": ["x"], "evidence": ["a#1"]}
    expand(record)

    assert record == {"id": "a", "accept": ["x"], "evidence": ["a#1"]}


def sixty(kind: str, sources: str = "a#1") -> dict[str, Any]:
    record = {"id": "a", "question": "Q?", "expected_answer": "Ten.", "expected_sources": sources, "type": kind}
    case = expand(from_sixty(record))
    return {
        name: case[name] for name in ("answerability", "behaviour", "reasoning", "challenges", "tags") if case.get(name)
    }


@pytest.mark.parametrize(
    ("kind", "sources", "axes"),
    [
        ("simple", "a#1", {"answerability": "supported", "behaviour": "answer", "reasoning": "single"}),
        ("multi_hop", "a#1;b#1", {"answerability": "supported", "behaviour": "answer", "reasoning": "multi_hop"}),
        ("no_answer", "", {"answerability": "unsupported", "behaviour": "refuse"}),
        ("ambiguous", "", {"answerability": "ambiguous", "behaviour": "clarify"}),
        ("typo", "a#1", {"answerability": "supported", "behaviour": "answer", "challenges": ["typo"]}),
        (
            "cross_lingual",
            "a#1",
            {"answerability": "supported", "behaviour": "answer", "challenges": ["cross_lingual"]},
        ),
        ("adversarial", "a#1", {"answerability": "supported", "behaviour": "answer", "challenges": ["provocation"]}),
        ("adversarial", "", {"answerability": "unsupported", "behaviour": "refuse", "challenges": ["provocation"]}),
        ("long", "a#1", {"answerability": "supported", "behaviour": "answer", "challenges": ["long"]}),
        ("procedure", "a#1", {"answerability": "supported", "behaviour": "answer", "tags": ["type:procedure"]}),
        ("No-Answer ", "", {"answerability": "unsupported", "behaviour": "refuse"}),
        ("multi hop", "a#1", {"answerability": "supported", "behaviour": "answer", "reasoning": "multi_hop"}),
        (
            "ADVERSARIAL",
            "",
            {"answerability": "unsupported", "behaviour": "refuse", "challenges": ["provocation"]},
        ),
        ("", "a#1", {"answerability": "supported", "behaviour": "answer"}),
        ("", "", {}),
    ],
)
def test_a_type_becomes_axes(kind: str, sources: str, axes: dict[str, Any]) -> None:
    assert sixty(kind, sources) == axes


def test_the_types_are_the_eight_of_the_sixty_question_file() -> None:
    assert sorted(TYPES) == [
        "adversarial", "ambiguous", "cross_lingual", "long", "multi_hop", "no_answer", "simple", "typo",
    ]  # fmt: skip


@pytest.mark.parametrize("order", [("type", "behaviour", "challenges"), ("challenges", "behaviour", "type")])
def test_our_own_words_hold_against_the_type_wherever_they_stand(order: tuple[str, ...]) -> None:
    values = {"type": "typo", "behaviour": "clarify", "challenges": ["stale"]}
    case = from_sixty({name: values[name] for name in order})

    assert case == {"answerability": "supported", "behaviour": "clarify", "challenges": ["stale", "typo"]}


def test_a_job_in_the_type_column_is_added_to_the_tags() -> None:
    assert from_sixty({"type": "Diagnosis", "tags": ["a"]}) == {"tags": ["a", "type:diagnosis"]}


@pytest.mark.parametrize(
    ("written", "message"),
    [
        ("banana", "`banana` is no type"),
        ("no_anwser", "`no_anwser` is no type; did you mean `no_answer`?"),
        ("unanswerable", "`unanswerable` is no type; did you mean `no_answer`?"),
        (7, "`7` is no type"),
        (["simple"], "`['simple']` is no type; did you mean `simple`?"),
        ("Cross-Lingual", ""),
        (" ", ""),
        (None, ""),
    ],
)
def test_a_word_that_is_no_type_is_told_with_the_types(written: object, message: str) -> None:
    types = "types: simple, multi_hop, no_answer, ambiguous, typo, cross_lingual, adversarial, long"

    assert type_problem(written) == (message, types if message else "")


def test_a_blank_cell_says_nothing_but_a_blank_question_stays() -> None:
    record = {"id": "a", "question": "", "expected_answer": " ", "expected_sources": "", "notes": "", "risk": ""}

    assert from_sixty(record) == {"id": "a", "question": "", "accept": [], "evidence": []}


def test_a_field_under_both_names_is_reported_and_neither_is_lost() -> None:
    record = read_json(b'{"id":"a","question":"Q?","accept":["x"],"expected_answer":"y"}', name="a.json")[0]
    assert isinstance(record.value, dict)
    problems = Door(Case).parse(record, file="a.json", value=expand(from_sixty(record.value)))

    assert isinstance(problems, tuple)
    assert [(problem.field, problem.message) for problem in problems] == [
        ("expected_answer", "there is no field `expected_answer`")
    ]


@pytest.mark.parametrize(("record", "expected"), [({"type": "x"}, True), ({"id": "a", "accept": []}, False)])
def test_the_foreign_columns_tell_a_sixty_question_record(record: dict[str, Any], expected: bool) -> None:
    assert is_sixty(record) is expected


def test_the_names_of_a_foreign_file_are_put_for_ours() -> None:
    assert rename({"qid": "a", "text": "Q?", "notes": "n"}, {"id": "qid", "question": "text"}) == {
        "id": "a",
        "question": "Q?",
        "notes": "n",
    }


@pytest.mark.parametrize(
    ("cell", "expected"),
    [
        ("a#1", ["a#1"]),
        (" a#1 ; b#1 ;", ["a#1", "b#1"]),
        ("", []),
        (None, []),
        ('["a;b#1", "c#1"]', ["a;b#1", "c#1"]),
        ("[draft] a#1", ["[draft] a#1"]),
        ("[1]", [1]),
        (["a;b#1"], ["a;b#1"]),
    ],
)
def test_a_cell_of_sources_is_a_list(cell: object, expected: object) -> None:
    assert source_list(cell, None) == expected


def test_one_known_id_is_never_cut_at_its_semicolon() -> None:
    known = {"policy;v2#3"}.__contains__

    assert source_list("policy;v2#3", known) == ["policy;v2#3"]
    assert source_list("policy#3;policy#4", known) == ["policy#3", "policy#4"]


ids = st.text("ab#./- é", min_size=1, max_size=6).map(str.strip).filter(bool)


@given(st.lists(ids, max_size=4))
def test_ids_without_a_semicolon_come_back_from_a_cell(sources: list[str]) -> None:
    assert source_list(";".join(sources), None) == sources


@given(st.lists(ids | st.just("a;b"), max_size=4))
def test_any_ids_come_back_from_a_cell_with_a_json_list(sources: list[str]) -> None:
    assert source_list(json.dumps(sources), None) == sources


def chunks(case: Case) -> list[str | None]:
    return [item.chunk for need in case.evidence for item in need.any_of]


def test_the_corpus_tells_one_id_with_a_semicolon_from_two(shared_case: SharedCase) -> None:
    folder = shared_case("007-separator-inside-id")
    manifest = (folder / "manifest.jsonl").read_text(encoding="utf-8").splitlines()
    known = {json.loads(line)["chunk_id"] for line in manifest}
    golden = load_golden(folder / "golden.csv", known=known.__contains__).golden

    assert [chunks(case) for case in golden.cases] == [["policy;v2.md#3"], ["policy.md#3", "policy.md#4"]]
    assert [chunks(read(shorten(case))) for case in golden.cases] == [chunks(case) for case in golden.cases]


def test_text_that_looks_like_a_number_stays_text(shared_case: SharedCase) -> None:
    golden = load_golden(shared_case("010-text-looking-like-numbers") / "golden.csv").golden

    assert [(case.id, case.accept[0].answer) for case in golden.cases] == [
        ("001", "0870"),
        ("1", "1.10"),
        ("1e5", "1E-3"),
        ("TRUE", "No"),
        ("null", "N/A"),
        ("NaN", "NaN"),
        ("-0", "+49 30 000"),
    ]


def test_a_byte_order_mark_and_crlf_change_no_case(shared_case: SharedCase, tmp_path: Path) -> None:
    marked = load_golden(shared_case("001-bom-crlf-csv") / "golden.csv").golden.cases
    data = (shared_case("001-bom-crlf-csv") / "golden.csv").read_bytes()
    (tmp_path / "plain.csv").write_bytes(data.removeprefix(b"\xef\xbb\xbf").replace(b"\r\n", b"\n"))

    assert [(case.id, case.notes) for case in marked] == [("g001", None), ("g002", "checked")]
    assert load_golden(tmp_path / "plain.csv").golden.cases == marked


def test_cells_of_several_lines_are_kept_and_every_case_knows_its_line(shared_case: SharedCase) -> None:
    golden = load_golden(shared_case("005-csv-multiline-cells") / "golden.csv", shown="golden.csv").golden
    first = golden.cases[0]

    assert [(case.id, place.line) for case, place in zip(golden.cases, golden.places, strict=True)] == [
        ("g001", 2),
        ("g002", 6),
        ("g003", 7),
    ]
    assert (first.question, first.accept[0].answer, first.notes) == (
        "List the steps,\nin order",
        '1. Open the panel\n2. Press "Reset", then wait',
        "line one\nline two",
    )


def test_a_declared_no_answer_is_told_from_forgotten_evidence(shared_case: SharedCase) -> None:
    golden = load_golden(shared_case("031-no-answer-versus-forgotten-evidence") / "golden.csv").golden

    assert [(case.id, case.answerability, case.behaviour, chunks(case)) for case in golden.cases] == [
        ("g001", "unsupported", "refuse", []),
        ("g002", "supported", "answer", []),
        ("g003", "unsupported", "refuse", ["space.md#1"]),
        ("g004", "supported", "answer", ["fees.md#1"]),
    ]
