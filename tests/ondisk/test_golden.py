"""A golden set is read whole, from any of its kinds of file, or refused with every problem and its place."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goldsmith.errors import ConfigurationError, InputError, InvalidFileError
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


@pytest.mark.parametrize(
    "record",
    [
        {"evidence": [{"any_of": [{"chunk": "a#1"}]}]},
        {"evidence": []},
        {"evidence": ["a#1"], "accept": ["Ten."]},
        {"evidence": [{"any_of": [{"chunk": "a#1"}]}], "behaviour": "refuse"},
        {"evidence": [{"any_of": [{"chunk": "a#1"}]}], "answerability": "unstated"},
        {"evidence": [{"any_of": [{"chunk": "a#1"}]}], "tags": ["answerability", "behaviour"]},
        {"tags": ["evidence"]},
        {"notes": 'he said "evidence"'},
        {"type": "no-answer"},
    ],
)
def test_a_case_spelled_out_in_full_is_read_as_any_other(tmp_path: Path, record: dict[str, object]) -> None:
    whole = json.dumps({"id": "a", "question": "Q?"} | record)
    written(tmp_path, {"a.jsonl": f"{whole}\n", "a.yaml": f"- {whole}\n"})

    assert load_golden(tmp_path / "a.jsonl").golden.cases == load_golden(tmp_path / "a.yaml").golden.cases


def test_full_and_short_records_of_one_file_keep_their_order(tmp_path: Path) -> None:
    lines = ['{"id": "a", "question": "Q?"}', '{"id": "b", "question": "Q?", "accept": ["x"]}']
    written(tmp_path, {"a.jsonl": "\n".join([*lines, lines[0].replace('"a"', '"c"')])})

    assert [case.id for case in load_golden(tmp_path / "a.jsonl").golden.cases] == ["a", "b", "c"]


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
