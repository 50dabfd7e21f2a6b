"""Cases 001 to 017, 050, 051 and 056: what a person sees when a file of cases is read."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import goldsmith as api
from goldsmith.records.digests import case_digest, metadata_digest
from tests.cases.telling import Goldsmith

Folder = Callable[[str], Path]


def digests(path: Path) -> list[tuple[str, str]]:
    return [(case_digest(case), metadata_digest(case)) for case in api.open_golden_set(path).cases]


def test_001_a_mark_and_crlf_change_neither_values_nor_digests(
    shared_case: Folder, tmp_path: Path, goldsmith: Goldsmith
) -> None:
    given = shared_case("001-bom-crlf-csv") / "golden.csv"
    plain = tmp_path / "golden.csv"
    plain.write_bytes(given.read_bytes().removeprefix(b"\xef\xbb\xbf").replace(b"\r\n", b"\n") + b"\n")
    told = goldsmith("check", given, "--json")

    assert (told.status, told.json["cases"]) == (0, 2)
    assert [(case.id, case.notes) for case in api.open_golden_set(given).cases] == [("g001", None), ("g002", "checked")]
    assert digests(given) == digests(plain)


def test_002_utf_16_is_read_with_its_umlauts(shared_case: Folder, goldsmith: Goldsmith) -> None:
    given = shared_case("002-utf16-csv") / "golden.csv"
    told = goldsmith("check", given, "--all")
    (case,) = api.open_golden_set(given).cases

    assert told.status == 0
    assert "\0" not in told.out
    assert "außer" in case.accept[0].answer


def test_004_control_characters_are_errors_at_their_place(shared_case: Folder, goldsmith: Goldsmith) -> None:
    folder = shared_case("004-nul-and-control-bytes")
    cells, texts = goldsmith("check", folder / "golden.csv"), goldsmith("check", folder / "golden.jsonl")

    assert (cells.status, texts.status) == (2, 2)
    assert cells.problems == ["golden.csv:2:24: [g001] expected_answer: the cell holds a NUL character (U+0000)"]
    assert texts.problems == [
        "golden.jsonl:1:25: [g002] question: the text holds a NUL character (U+0000)",
        "golden.jsonl:2:25: [g003] question: the text holds U+D83D, half of a surrogate pair",
    ]


def test_005_a_record_is_named_by_the_line_where_it_starts(shared_case: Folder, goldsmith: Goldsmith) -> None:
    given = shared_case("005-csv-multiline-cells") / "golden.csv"
    told = goldsmith("check", given, "--json")
    errors = [item for item in told.json["findings"] if item["severity"] == "error"]
    first = api.open_golden_set(given).cases[0]

    assert (told.status, told.json["cases"]) == (1, 3)
    assert [(item["code"], item["case"], item["line"], item["field"]) for item in errors] == [
        ("GS103", "g003", 7, "question")
    ]
    assert first.question == "List the steps,\nin order"
    assert first.accept[0].answer == '1. Open the panel\n2. Press "Reset", then wait'
    assert [need.any_of[0].chunk for need in first.evidence] == ["runbook.md#4", "runbook.md#5"]


def test_007_a_semicolon_inside_an_id_is_known_from_the_corpus(shared_case: Folder, goldsmith: Goldsmith) -> None:
    folder = shared_case("007-separator-inside-id")
    goldsmith("freeze", folder / "manifest.jsonl")
    told = goldsmith("check", folder / "golden.csv", "--json")

    assert told.status == 0
    assert [item["code"] for item in told.json["findings"] if item["severity"] == "error"] == []
    assert [(item["case"], item["field"]) for item in told.json["findings"] if item["code"] == "GS210"] == [
        ("g001", "evidence.0.any_of.0"),
        ("g002", "evidence.0.any_of.0"),
        ("g002", "evidence.1.any_of.0"),
    ]


def test_007_without_the_whole_id_in_the_corpus_both_halves_are_reported(
    shared_case: Folder, tmp_path: Path, goldsmith: Goldsmith
) -> None:
    folder = shared_case("007-separator-inside-id")
    kept = (folder / "manifest.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)[1:]
    (tmp_path / "manifest.jsonl").write_text("".join(kept), encoding="utf-8")
    goldsmith("freeze", "manifest.jsonl")
    told = goldsmith("check", folder / "golden.csv", "--json")
    dangling = [item for item in told.json["findings"] if item["code"] == "GS204"]

    assert told.status == 1
    assert [item["message"].split("'")[1] for item in dangling] == ["policy", "v2.md#3"]


def test_009_ragged_rows_and_doubled_columns_are_errors_with_their_line(
    shared_case: Folder, goldsmith: Goldsmith
) -> None:
    folder = shared_case("009-ragged-and-duplicate-columns")
    told = goldsmith("check", folder / "golden.csv")
    three = goldsmith("check", folder / "three-lines.csv")

    assert (told.status, three.status) == (2, 2)
    assert told.problems == [
        "golden.csv:1:51: type: the column 'type' stands twice in the header: columns 5 and 6",
        "golden.csv:3:1: [g002]: the row has 3 cells, the header has 7",
        "golden.csv:4:1: [g003]: the row has 8 cells, the header has 7",
    ]
    assert three.problems[0] == "three-lines.csv:1:1: the column `id` is missing"


def test_010_every_cell_is_text_as_written(shared_case: Folder, goldsmith: Goldsmith) -> None:
    given = shared_case("010-text-looking-like-numbers") / "golden.csv"
    told = goldsmith("check", given, "--json")
    cases = api.open_golden_set(given).cases

    assert (told.status, told.json["cases"]) == (0, 7)
    assert [(case.id, case.accept[0].answer) for case in cases] == [
        ("001", "0870"),
        ("1", "1.10"),
        ("1e5", "1E-3"),
        ("TRUE", "No"),
        ("null", "N/A"),
        ("NaN", "NaN"),
        ("-0", "+49 30 000"),
    ]


def test_011_what_yaml_would_change_is_named_with_line_and_field(shared_case: Folder, goldsmith: Goldsmith) -> None:
    told = goldsmith("check", shared_case("011-yaml-implicit-types") / "golden.yaml")

    assert told.status == 2
    assert told.problems[0].startswith("golden.yaml:4:1: test_cases: the cases stand under `test_cases`")
    assert [line.partition(": ")[2] for line in told.problems[1:]] == [
        "test_cases.0.id: 001 would be read as a number",
        "test_cases.0.expected_output: no would be read as a yes or no",
        "test_cases.0.tags.0: on would be read as a yes or no",
        "test_cases.0.tags.1: off would be read as a yes or no",
        "test_cases.0.tags.2: yes would be read as a yes or no",
        "test_cases.1.id: 012 would be read as a number",
        "test_cases.1.expected_output: 9:30 would be read as a number in base 60",
        "test_cases.1.tags.0: no would be read as a yes or no",
        "test_cases.2.id: 2026-02-01 would be read as a date",
        "test_cases.2.expected_output: 1_000 would be read as a number",
        "test_cases.2.weight: .nan would be read as a number",
    ]


def test_011_the_same_values_in_our_own_spelling(tmp_path: Path, goldsmith: Goldsmith) -> None:
    (tmp_path / "golden.yaml").write_text(
        "- {id: a, question: Q?, accept: [A], evidence: [a#1], weight: .nan}\n"
        '- {id: b, question: Q?, accept: [A], evidence: [a#1], weight: "2"}\n'
        "- {id: c, question: Q?, accept: [A], evidence: [a#1], tags: [~]}\n"
        "- {id: d, question: Q?, accept: [no], evidence: [a#1], weight: 1.5}\n",
        encoding="utf-8",
    )
    told = goldsmith("check", "golden.yaml")

    assert told.status == 2
    assert [line.partition(":")[2].partition(": ")[2].partition(":")[0] for line in told.problems] == [
        "[a] weight",
        "[b] weight",
        "[c] tags.0",
        "[d] accept.0",
    ]


def test_012_a_key_that_stands_twice_is_named_with_both_lines(shared_case: Folder, goldsmith: Goldsmith) -> None:
    folder = shared_case("012-yaml-duplicate-keys")
    yaml, json = goldsmith("check", folder / "golden.yaml"), goldsmith("check", folder / "golden.json")

    assert (yaml.status, json.status) == (2, 2)
    assert yaml.problems == [
        (
            "golden.yaml:7:5: expected_output: the field `expected_output` stands here a second time; "
            "the first is on line 5"
        ),
        "golden.yaml:8:5: denied_sources: the field `denied_sources` stands here a second time; the first is on line 6",
    ]
    assert json.problems == [
        (
            "golden.json:1:65: [g002] hard_gates.authorization: the field `authorization` stands here a second time; "
            "the first is on line 1"
        )
    ]


def test_014_ids_as_text_keep_every_digit(shared_case: Folder, tmp_path: Path, goldsmith: Goldsmith) -> None:
    folder = shared_case("014-huge-integers")
    refused = goldsmith("freeze", folder / "manifest.jsonl")
    text = (folder / "manifest.jsonl").read_text(encoding="utf-8")
    quoted = text.replace("9007199254740993,", '"9007199254740993",').replace(
        "1970670598291982290", '"1970670598291982290"'
    )
    (tmp_path / "manifest.jsonl").write_text(quoted, encoding="utf-8")
    goldsmith("freeze", "manifest.jsonl")
    checked = goldsmith("check", folder / "golden.json", "--json")

    assert refused.status == 2
    assert refused.problems == [
        (
            "manifest.jsonl:1: chunk_id: row 1: the chunk id 9007199254740993 is a number; tools round large numbers, "
            "so ids are text"
        ),
        "manifest.jsonl:1: doc_id: row 1: the document 1970670598291982290 is a number; ids are text",
    ]
    assert checked.status == 0
    assert [item["code"] for item in checked.json["findings"] if item["code"] == "GS204"] == []


@pytest.mark.parametrize(
    ("name", "problems"),
    [
        ("array.jsonl", ["array.jsonl:1:1: this looks like a JSON array; in this file every line is one object"]),
        (
            "pretty.jsonl",
            [
                (
                    "pretty.jsonl:1:1: this looks like one JSON object over several lines; "
                    "in this file every line is one object"
                )
            ],
        ),
        (
            "mixed.jsonl",
            [
                "mixed.jsonl:3:25: the text that starts here is not closed on its line",
                "mixed.jsonl:4:1: not JSON: expecting value",
            ],
        ),
    ],
)
def test_015_a_bad_line_stops_the_reading_and_is_named(
    shared_case: Folder, goldsmith: Goldsmith, name: str, problems: list[str]
) -> None:
    told = goldsmith("check", shared_case("015-json-lines-dialects") / name)

    assert told.status == 2
    assert told.problems == problems


def test_015_a_line_separator_inside_text_breaks_no_line(
    shared_case: Folder, tmp_path: Path, goldsmith: Goldsmith
) -> None:
    rows = (shared_case("015-json-lines-dialects") / "mixed.jsonl").read_bytes().split(b"\n")
    (tmp_path / "valid.jsonl").write_bytes(b"\n".join([rows[0], rows[1], rows[4], b""]))
    told = goldsmith("check", "valid.jsonl", "--json")

    assert (told.status, told.json["cases"]) == (0, 2)
    assert "\u2028" in api.open_golden_set(tmp_path / "valid.jsonl").cases[1].question


def test_017_ids_that_look_alike_name_their_twin(shared_case: Folder, goldsmith: Goldsmith) -> None:
    told = goldsmith("check", shared_case("017-near-duplicate-case-ids") / "golden.csv", "--json")
    found = [item for item in told.json["findings"] if item["code"] in {"GS101", "GS102"}]

    assert (told.status, told.json["cases"]) == (1, 9)
    assert [(item["code"], item["severity"], item["line"]) for item in found] == [
        ("GS101", "error", 3),
        ("GS102", "warning", 4),
        ("GS102", "error", 5),
        ("GS102", "error", 6),
        ("GS102", "error", 8),
        ("GS102", "warning", 10),
    ]
    assert found[0]["message"].endswith("golden.csv:2")


@pytest.mark.parametrize("name", ["blank-lines.csv", "empty.yaml", "header-only.csv", "null.yaml", "zero.csv"])
def test_050_a_file_without_cases_gives_no_verdict(
    shared_case: Folder, tmp_path: Path, goldsmith: Goldsmith, name: str
) -> None:
    given = shared_case("050-empty-inputs") / name
    (tmp_path / "run.jsonl").write_text('{"case_id": "g001", "answer": "A"}\n', encoding="utf-8")
    checked, evaluated = goldsmith("check", given), goldsmith("evaluate", given, "--system", "run.jsonl")

    assert (checked.status, evaluated.status) == (2, 2)
    assert ["holds no cases" in line for line in checked.problems] == [True]
    assert "holds no cases" in evaluated.err
    assert evaluated.out == ""


def test_051_a_cell_past_the_usual_limit_is_read_whole(
    shared_case: Folder, tmp_path: Path, goldsmith: Goldsmith
) -> None:
    given = shared_case("051-very-long-cell") / "golden.csv"
    (tmp_path / "run.jsonl").write_text(
        '{"case_id": "g001", "answer": "A"}\n{"case_id": "g002", "answer": "A"}\n', encoding="utf-8"
    )
    checked = goldsmith("check", given)
    evaluated = goldsmith("evaluate", given, "--system", "run.jsonl")
    page = next(tmp_path.rglob("report.html"))

    assert [checked.status, evaluated.status] == [0, 0]
    assert max(len(case.accept[0].answer) for case in api.open_golden_set(given).cases) > 131_072
    assert max(map(len, [*checked.out.splitlines(), *evaluated.out.splitlines()])) <= 120
    assert page.stat().st_size < 131_072


def test_056_dates_that_are_none_are_errors_with_line_and_field(tmp_path: Path, goldsmith: Goldsmith) -> None:
    dates = ["2026-02-30", "01/02/2026", "2026-03-01T23:30:00-05:00", "2026-03-29T02:30:00", "1767225600"]
    (tmp_path / "golden.jsonl").write_text(
        "".join(
            f'{{"id": "g{n}", "question": "{n}?", "accept": ["A"], '
            f'"evidence": [{{"chunk": "a#1", "effective": "{date}"}}]}}\n'
            for n, date in enumerate(dates, start=1)
        ),
        encoding="utf-8",
    )
    told = goldsmith("check", "golden.jsonl", "--json")
    found = [item for item in told.json["findings"] if "date" in item["name"]]

    assert told.status == 1
    assert [(item["case"], item["line"], item["field"]) for item in found if item["severity"] == "error"] == [
        ("g1", 1, "evidence.0.any_of.0.effective"),
        ("g2", 2, "evidence.0.any_of.0.effective"),
        ("g5", 5, "evidence.0.any_of.0.effective"),
    ]


def test_056_an_unquoted_date_is_refused_where_it_stands(shared_case: Folder, goldsmith: Goldsmith) -> None:
    told = goldsmith("check", shared_case("056-dates-and-zones") / "golden.yaml")

    assert told.status == 2
    assert told.problems[1:] == ["golden.yaml:2:61: test_cases.0.reviewed_at: 2026-02-30 would be read as a date"]
