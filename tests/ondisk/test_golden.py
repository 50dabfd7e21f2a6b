"""A golden set is read whole, from any of its kinds of file, or refused with every problem and its place."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goldsmith.errors import ConfigurationError, InputError, InvalidFileError, Problem
from goldsmith.ondisk.golden import load_golden
from goldsmith.ondisk.short_forms import shorten
from goldsmith.ondisk.yaml_write import emit_yaml
from goldsmith.records.case import AcceptedAnswer, Case
from goldsmith.records.digests import anchor_digest, case_digest, metadata_digest
from goldsmith.records.evidence import Alternative, Need
from goldsmith.records.golden_set import CasePlace, CorpusPin, SetHeader
from tests.records.building import cases

SharedCase = Callable[[str], Path]
TWO = "- id: a\n  question: Q?\n\n- id: b\n  question: R?\n"


def written(folder: Path, files: dict[str, str]) -> Path:
    """Write a set and return its folder."""
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8", newline="")
    return folder


def refused(path: Path, shown: str = "golden") -> list[tuple[str, int, str, str]]:
    """Return file, line, case and field of every problem for which `path` is refused."""
    with pytest.raises(InvalidFileError) as caught:
        load_golden(path, shown=shown)
    return [(problem.file, problem.line, problem.case_id, problem.field) for problem in caught.value.problems]


def problems_of(path: Path) -> tuple[Problem, ...]:
    with pytest.raises(InvalidFileError) as caught:
        load_golden(path, shown=path.name)
    return caught.value.problems


def test_a_folder_is_its_header_and_the_cases_of_all_its_files_in_the_order_of_their_names(tmp_path: Path) -> None:
    golden = load_golden(
        written(
            tmp_path,
            {
                "set.yaml": "name: desk\ncorpus: {label: r1}\n",
                "cases/b.yaml": TWO,
                "cases/a.jsonl": '\n{"id": "c", "question": "S?"}\n',
                "cases/deep/c.json": '[{"id": "d", "question": "T?"}]',
                "cases/z.csv": "id,question\ne,U?\n",
            },
        ),
        shown="golden",
    ).golden

    assert golden.header == SetHeader(name="desk", corpus=CorpusPin(label="r1"))
    assert [case.id for case in golden.cases] == ["c", "a", "b", "d", "e"]
    assert golden.places == (
        CasePlace(file="golden/cases/a.jsonl", line=2),
        CasePlace(file="golden/cases/b.yaml", line=1),
        CasePlace(file="golden/cases/b.yaml", line=4),
        CasePlace(file="golden/cases/deep/c.json", line=1),
        CasePlace(file="golden/cases/z.csv", line=2),
    )
    assert not golden.bare


def test_each_case_knows_the_file_and_the_record_that_it_came_from(tmp_path: Path) -> None:
    folder = written(
        tmp_path, {"set.yaml": "name: desk\n", "cases/b.yaml": TWO, "cases/a.yml": "- {id: z, question: Q?}"}
    )
    loaded = load_golden(folder)

    assert loaded.files == (folder / "cases/a.yml", folder / "cases/b.yaml", folder / "cases/b.yaml")
    assert [raw.record_id for raw in loaded.raws] == ["z", "a", "b"]
    assert loaded.reviews_file == folder / "reviews.jsonl"


def test_a_lone_file_is_a_set_that_nobody_reviewed(tmp_path: Path) -> None:
    folder = written(tmp_path, {"quick.yaml": TWO})
    loaded = load_golden(folder / "quick.yaml")

    assert (loaded.golden.header, loaded.golden.bare) == (SetHeader(name="quick"), True)
    assert loaded.reviews_file == folder / "quick.reviews.jsonl"


def test_the_problems_of_all_files_are_told_at_once(tmp_path: Path) -> None:
    folder = written(
        tmp_path,
        {
            "set.yaml": "name: desk\nownr: me\n",
            "cases/a.yaml": "- id: a\n  question: Q?\n  riks: high\n",
            "cases/b.jsonl": '{"id": "b", "question": 1}\nnot json\n',
            "cases/c.yaml": TWO,
            "cases/d.yaml": "- id: 007\n  question: Q?\n  evidence: a#1\n",
        },
    )

    assert refused(folder) == [
        ("golden/set.yaml", 2, "", "ownr"),
        ("golden/cases/a.yaml", 3, "a", "riks"),
        ("golden/cases/b.jsonl", 2, "", ""),
        ("golden/cases/d.yaml", 1, "007", "id"),
        ("golden/cases/d.yaml", 3, "007", "evidence"),
    ]


def test_a_header_that_is_no_yaml_does_not_hide_the_problems_of_the_cases(tmp_path: Path) -> None:
    folder = written(tmp_path, {"set.yaml": "name: [x\n", "cases/a.yaml": "- id: a\n"})

    assert {name for name, _, _, _ in refused(folder)} == {"golden/set.yaml", "golden/cases/a.yaml"}


def test_a_file_that_is_not_read_is_told_and_a_hidden_one_is_not(tmp_path: Path) -> None:
    folder = written(
        tmp_path,
        {
            "set.yaml": "name: desk\n",
            "cases/a.yaml": TWO,
            "cases/b.YAML": "- {id: c, question: S?}\n",
            "cases/more.txt": "x",
            "cases/a.reviews.jsonl": "x",
            "cases/README.md": "x",
            "cases/.a.yaml.swp": "x",
            "cases/.copies/a.yaml": TWO,
        },
    )
    loaded = load_golden(folder, shown="golden")

    assert [case.id for case in loaded.golden.cases] == ["a", "b", "c"]
    assert loaded.warnings == (
        "golden/cases/a.reviews.jsonl was not read: a set is read from .yaml, .yml, .jsonl, .json, .csv",
        "golden/cases/more.txt was not read: a set is read from .yaml, .yml, .jsonl, .json, .csv",
    )


@pytest.mark.parametrize(
    ("files", "name", "message"),
    [
        ({}, "golden", "there is no golden set at golden"),
        ({"golden/cases/a.yaml": TWO}, "golden", "golden has no set.yaml"),
        ({"golden.xlsx": "x"}, "golden.xlsx", "golden.xlsx is none of the kinds that a set is read from"),
        ({"golden/set.yaml": "name: x\n"}, "golden", "golden holds no cases, so there is nothing to measure"),
    ],
)
def test_what_is_no_set_is_refused_with_the_next_step(
    tmp_path: Path, files: dict[str, str], name: str, message: str
) -> None:
    written(tmp_path, files)
    with pytest.raises(InputError) as caught:
        load_golden(tmp_path / name, shown=name)

    assert caught.value.message == message
    assert caught.value.next_step


def test_a_file_of_another_tool_is_read_by_its_own_names(tmp_path: Path) -> None:
    path = tmp_path / "theirs.jsonl"
    path.write_text('{"qid": "a", "text": "Q?", "gold": ["d#1"], "truth": "Ten."}\n', encoding="utf-8")
    names = {"id": "qid", "question": "text", "evidence": "gold", "accept": "truth"}

    assert load_golden(path, fields=names).golden.cases == (
        Case(
            id="a",
            question="Q?",
            answerability="supported",
            behaviour="answer",
            accept=(AcceptedAnswer(answer="Ten."),),
            evidence=(Need(any_of=(Alternative(chunk="d#1"),)),),
        ),
    )


def test_a_foreign_name_beside_our_own_is_refused_and_not_guessed(tmp_path: Path) -> None:
    path = tmp_path / "theirs.jsonl"
    path.write_text('{"id": "1", "qid": "a", "question": "Q?"}\n', encoding="utf-8")
    with pytest.raises(InvalidFileError) as caught:
        load_golden(path, shown="theirs.jsonl", fields={"id": "qid"})

    assert [(problem.line, problem.field, problem.message, problem.mend) for problem in caught.value.problems] == [
        (
            1,
            "id",
            "`id` and `qid` are both there, and the configuration says that `qid` is `id`",
            "take `id` out of the file or of `fields`",
        )
    ]


def test_a_mapped_name_that_no_case_has_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "theirs.jsonl"
    path.write_text('{"id": "a", "question": "Q?", "notes": "n"}\n', encoding="utf-8")
    with pytest.raises(ConfigurationError) as caught:
        load_golden(path, shown="theirs.jsonl", fields={"notes": "note"})

    assert caught.value.message == (
        "no case of theirs.jsonl has a field 'note', which `fields` in goldsmith.toml names; did you mean 'notes'?"
    )


def test_two_cases_with_one_id_are_both_loaded(tmp_path: Path) -> None:
    golden = load_golden(written(tmp_path, {"a.yaml": TWO.replace("id: b", "id: a")}) / "a.yaml").golden

    assert [(case.id, case.question) for case in golden.cases] == [("a", "Q?"), ("a", "R?")]


def digests(case: Case) -> tuple[str, str, str]:
    return case_digest(case), anchor_digest(case), metadata_digest(case)


@settings(max_examples=25)
@given(st.lists(cases, min_size=1, max_size=3))
def test_what_is_written_as_yaml_or_json_lines_is_read_as_the_same_cases(
    tmp_path_factory: pytest.TempPathFactory, several: list[Case]
) -> None:
    folder = tmp_path_factory.mktemp("round")
    short = [shorten(case) for case in several]
    written(
        folder,
        {
            "a.yaml": emit_yaml(short),
            "a.jsonl": "".join(f"{json.dumps(item, ensure_ascii=False)}\n" for item in short),
            "a.json": json.dumps(short, indent=1),
        },
    )
    for name in ("a.yaml", "a.jsonl", "a.json"):
        again = load_golden(folder / name).golden.cases

        assert again == tuple(several)
        assert [digests(case) for case in again] == [digests(case) for case in several]


def test_pipes_tabs_quotes_and_line_ends_survive_every_format(shared_case: SharedCase, tmp_path: Path) -> None:
    record = json.loads((shared_case("008-roundtrip-delimiters") / "golden.json").read_text(encoding="utf-8"))[0]
    quotes = [Alternative(document="plans.md", quote=text) for text in record["context"]]
    case = Case(
        id=record["id"],
        question=record["question"],
        answerability="supported",
        behaviour="answer",
        evidence=tuple(Need(any_of=(item,)) for item in quotes),
        notes=record["notes"],
    )
    written(tmp_path, {"a.yaml": emit_yaml([shorten(case)]), "a.jsonl": json.dumps(shorten(case))})

    assert [load_golden(tmp_path / name).golden.cases for name in ("a.yaml", "a.jsonl")] == [(case,), (case,)]


def test_a_field_that_we_do_not_know_is_refused_and_never_dropped(shared_case: SharedCase) -> None:
    problems = problems_of(shared_case("008-roundtrip-delimiters") / "golden.json")

    assert [(problem.line, problem.field, problem.message) for problem in problems] == [
        (10, "context", "there is no field `context`")
    ]


def test_utf16_with_a_mark_is_read_right(shared_case: SharedCase) -> None:
    case = load_golden(shared_case("002-utf16-csv") / "golden.csv").golden.cases[0]

    assert (case.id, case.accept[0].answer, case.notes) == ("g001", "2 Jahre, außer Akku", "Übersetzt")


def test_yaml_never_turns_a_text_into_something_else(shared_case: SharedCase) -> None:
    problems = problems_of(shared_case("011-yaml-implicit-types") / "golden.yaml")

    assert [(problem.line, problem.mend) for problem in problems if "would be read as" in problem.message] == [
        (5, 'write id: "001"'),
        (7, 'write expected_output: "no"'),
        (9, 'write "on"'),
        (9, 'write "off"'),
        (9, 'write "yes"'),
        (11, 'write id: "012"'),
        (13, 'write expected_output: "9:30"'),
        (15, 'write "no"'),
        (17, 'write id: "2026-02-01"'),
        (19, 'write expected_output: "1_000"'),
        (22, 'write weight: ".nan"'),
    ]


def test_the_traps_of_yaml_in_our_own_fields_are_named_with_their_mend(tmp_path: Path) -> None:
    one = "- id: 012\n  question: Q?\n  accept: [no, 9:30]\n  tags: [~]\n  weight: .nan\n"
    two = "- id: b\n  question: Q?\n  weight: '2'\n"
    problems = problems_of(written(tmp_path, {"a.yaml": one + two}) / "a.yaml")

    assert [(problem.line, problem.field, problem.message) for problem in problems] == [
        (1, "id", "012 would be read as a number"),
        (3, "accept.0", "no would be read as a yes or no"),
        (3, "accept.1", "9:30 would be read as a number in base 60"),
        (4, "tags.0", "a text was expected, found nothing"),
        (5, "weight", "a number was expected, found .nan"),
        (8, "weight", 'a number was expected, found the text "2"'),
    ]


@pytest.mark.parametrize(
    ("name", "fields"),
    [
        ("golden.yaml", [(7, "expected_output"), (8, "denied_sources")]),
        ("golden.json", [(1, "hard_gates.authorization")]),
    ],
)
def test_a_field_that_stands_twice_is_refused_with_both_places(
    shared_case: SharedCase, name: str, fields: list[tuple[int, str]]
) -> None:
    problems = problems_of(shared_case("012-yaml-duplicate-keys") / name)

    assert [(problem.line, problem.field) for problem in problems] == fields
    assert all("the first is on line" in problem.message for problem in problems)


@pytest.mark.parametrize("name", ["bomb.yaml", "deep.json", "tag.yaml"])
def test_a_hostile_file_is_refused_at_once(shared_case: SharedCase, tmp_path: Path, name: str) -> None:
    start = time.monotonic()
    problems = problems_of(shared_case("013-yaml-hostile") / name)

    assert len(problems) == 1
    assert time.monotonic() - start < 2
    assert not (Path() / "goldsmith-was-here").exists()


def test_ids_of_many_digits_stay_exact_and_numbers_are_refused(shared_case: SharedCase, tmp_path: Path) -> None:
    case = load_golden(shared_case("014-huge-integers") / "golden.json").golden.cases[0]
    numbers = written(
        tmp_path, {"a.json": '[{"id": "a", "question": "Q?", "evidence": [{"chunk": 9007199254740993}]}]'}
    )

    assert case.evidence[0].any_of[0].chunk == "9007199254740993"
    assert [problem.mend for problem in problems_of(numbers / "a.json")] == ['write "chunk": "9007199254740993"']


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("array.jsonl", [(1, "this looks like a JSON array; in this file every line is one object")]),
        (
            "pretty.jsonl",
            [(1, "this looks like one JSON object over several lines; in this file every line is one object")],
        ),
        ("mixed.jsonl", [(3, "the text that starts here is not closed on its line"), (4, "not JSON: expecting value")]),
    ],
)
def test_a_bad_line_is_told_and_never_skipped(
    shared_case: SharedCase, name: str, expected: list[tuple[int, str]]
) -> None:
    problems = problems_of(shared_case("015-json-lines-dialects") / name)

    assert [(problem.line, problem.message) for problem in problems] == expected


def test_a_line_separator_inside_text_ends_no_line(shared_case: SharedCase, tmp_path: Path) -> None:
    lines = (shared_case("015-json-lines-dialects") / "mixed.jsonl").read_bytes().split(b"\n")
    (tmp_path / "good.jsonl").write_bytes(b"\n".join([lines[0], lines[1], lines[4]]))

    assert [(case.id, case.question) for case in load_golden(tmp_path / "good.jsonl").golden.cases] == [
        ("g003", "Q?"),
        ("g005", "U+2028 \u2028 inside"),
    ]


def test_cases_whose_ids_look_alike_are_all_loaded(shared_case: SharedCase) -> None:
    golden = load_golden(shared_case("017-near-duplicate-case-ids") / "golden.csv").golden

    assert [(case.id, case.question, place.line) for case, place in zip(golden.cases, golden.places, strict=True)] == [
        ("g001", "Q1?", 2),
        ("g001", "Q1 again?", 3),
        ("G001", "Q2?", 4),
        ("g001 ", "Q3?", 5),
        ("g\u200b001", "Q4?", 6),
        ("é1", "Q5?", 7),
        ("e\u03011", "Q6?", 8),
        ("с001", "Q7?", 9),
        ("c001", "Q8?", 10),
    ]


@pytest.mark.parametrize("name", ["zero.csv", "blank-lines.csv", "header-only.csv", "empty.yaml", "null.yaml"])
def test_a_file_without_cases_is_refused(shared_case: SharedCase, name: str) -> None:
    assert len(problems_of(shared_case("050-empty-inputs") / name)) == 1


def test_a_very_long_cell_is_read_whole(shared_case: SharedCase) -> None:
    golden = load_golden(shared_case("051-very-long-cell") / "golden.csv").golden

    assert len(golden.cases) == 2
    assert len(golden.cases[0].accept[0].answer) > 131_072


def test_dates_in_a_case_are_text_as_written_or_asked_to_be_quoted(tmp_path: Path) -> None:
    head = "- id: a\n  question: Q?\n  evidence:\n    - {document: d, effective: "
    good = load_golden(written(tmp_path, {"a.yaml": f'{head}"2026-03-01T00:30:00+14:00"}}\n'}) / "a.yaml").golden
    problems = problems_of(written(tmp_path, {"b.yaml": f"{head}2026-02-30}}\n"}) / "b.yaml")

    assert good.cases[0].evidence[0].any_of[0].effective == "2026-03-01T00:30:00+14:00"
    assert [(problem.line, problem.mend) for problem in problems] == [(4, 'write effective: "2026-02-30"')]
