"""A foreign set comes in: cases, passages to freeze, recorded answers, and a line for every field."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from goldsmith.adapters.workbooks import xlsx
from goldsmith.errors import ConfigurationError, InputError, InvalidFileError, UnknownNameError
from goldsmith.interchange.account import passage_id
from goldsmith.records.case import AcceptedAnswer, Case, Origin
from goldsmith.records.evidence import Alternative, Need
from goldsmith.workflows.check import CheckOptions, check_set, fix_set
from goldsmith.workflows.freeze import FreezeOptions, freeze
from goldsmith.workflows.import_set import Importing, import_set
from goldsmith.workflows.open_set import open_project
from tests.workflows.importing import (
    NOW,
    RECEIPT,
    WINDOW,
    cases_of,
    files_of,
    imported,
    sample,
    told,
    write_lines,
)


def test_cases_passages_and_answers_arrive_in_a_folder_without_a_set(tmp_path: Path) -> None:
    file = write_lines(
        tmp_path / "desk.jsonl",
        sample("How long?", WINDOW, answer="30 days.", response="30.", retrieved_contexts=[WINDOW]),
        sample("A receipt?", RECEIPT, synthesizer_name="single_hop"),
    )

    done = imported(tmp_path, file)

    assert (done.format, done.detected, done.records, done.cases, done.responses, done.passages) == (
        "ragas", True, 2, 2, 1, 2,
    )  # fmt: skip
    assert cases_of(tmp_path) == {
        "desk-0001": Case(
            id="desk-0001",
            question="How long?",
            accept=(AcceptedAnswer(answer="30 days."),),
            evidence=(Need(any_of=(Alternative(chunk=passage_id(WINDOW)),)),),
            answerability="supported",
            behaviour="answer",
        ),
        "desk-0002": Case(
            id="desk-0002",
            question="A receipt?",
            accept=(AcceptedAnswer(answer="Yes."),),
            evidence=(Need(any_of=(Alternative(chunk=passage_id(RECEIPT)),)),),
            answerability="supported",
            behaviour="answer",
            reasoning="single",
            origin=Origin(kind="synthetic", ref="single_hop"),
        ),
    }
    assert [name for name, _ in done.written] == [
        "golden/set.yaml", "goldsmith.toml", "corpus/desk.jsonl", "responses/desk.jsonl", "golden/cases/desk.yaml",
    ]  # fmt: skip
    assert done.next_step == (
        "goldsmith freeze corpus/desk.jsonl, then: goldsmith evaluate --system responses/desk.jsonl"
    )


def test_evidence_resolves_once_the_passages_that_came_along_are_frozen(tmp_path: Path) -> None:
    imported(
        tmp_path, write_lines(tmp_path / "desk.jsonl", sample("How long?", WINDOW), sample("Both?", WINDOW, RECEIPT))
    )

    freeze(tmp_path / "corpus/desk.jsonl", root=tmp_path, options=FreezeOptions(label="r1"))
    project, fixed = fix_set(lambda: open_project(tmp_path))

    assert check_set(project, CheckOptions(), now=NOW).errors == 0
    assert fixed == ("desk-0001: 1 passage(s) pinned to r1", "desk-0002: 2 passage(s) pinned to r1")


def test_the_same_import_again_changes_nothing_and_says_so(tmp_path: Path) -> None:
    file = write_lines(tmp_path / "desk.jsonl", sample("How long?", WINDOW, response="30."))
    imported(tmp_path, file)
    before = files_of(tmp_path)

    done = imported(tmp_path, file)

    assert (done.cases, done.already, done.written) == (0, 1, ())
    assert files_of(tmp_path) == before


def test_the_same_import_after_freeze_and_pinning_changes_nothing_either(tmp_path: Path) -> None:
    file = write_lines(tmp_path / "desk.jsonl", sample("How long?", WINDOW), sample("A receipt?", RECEIPT, WINDOW))
    imported(tmp_path, file)
    freeze(tmp_path / "corpus/desk.jsonl", root=tmp_path, options=FreezeOptions(label="r1"))
    fix_set(lambda: open_project(tmp_path))
    before = files_of(tmp_path)

    done = imported(tmp_path, file)

    assert (done.cases, done.already, done.written, told(done, "wrong", "dropped")) == (0, 2, (), [])
    assert files_of(tmp_path) == before


def test_what_the_set_says_of_a_case_stays_and_is_told(tmp_path: Path) -> None:
    file = write_lines(tmp_path / "desk.jsonl", sample("How long?", WINDOW))
    imported(tmp_path, file)
    before = files_of(tmp_path)["golden/cases/desk.yaml"]
    write_lines(file, sample("How long now?", WINDOW), sample("A receipt?", RECEIPT))

    done = imported(tmp_path, file)

    assert told(done, "dropped") == [
        ("dropped", "the set has a case of this id that says something else: it stays (--update changes it)", 1)
    ]
    assert files_of(tmp_path)["golden/cases/desk.yaml"] == before
    assert sorted(cases_of(tmp_path)) == ["desk-0001", "desk-0002"]
    assert (tmp_path / "golden/cases/desk-2.yaml").exists()


def test_one_id_for_two_texts_never_gives_a_case_the_text_of_another(tmp_path: Path) -> None:
    file = write_lines(
        tmp_path / "desk.jsonl",
        sample("How long?", WINDOW, reference_context_ids=["000"]),
        sample(
            "A receipt?", RECEIPT, reference_context_ids=["000"], response="No.", retrieved_contexts=[RECEIPT],
            retrieved_context_ids=["000"],
        ),
    )  # fmt: skip

    done = imported(tmp_path, file)

    rows = [json.loads(line) for line in (tmp_path / "corpus/desk.jsonl").read_text(encoding="utf-8").splitlines()]
    texts = {row["chunk_id"]: row["text"] for row in rows}
    (first,), (second,) = (case.evidence[0].any_of for case in cases_of(tmp_path).values())
    assert [texts[item.chunk or ""] for item in (first, second)] == [WINDOW, RECEIPT]
    recorded = json.loads((tmp_path / "responses/desk.jsonl").read_text(encoding="utf-8"))
    assert recorded["retrieved"] == [{"id": second.chunk, "text": RECEIPT}]
    assert told(done, "wrong") == [
        ("wrong", "the source gives two texts to one id: the later one was given another id", 1)
    ]


def test_what_one_id_stands_for_is_known_again_after_the_freeze(tmp_path: Path) -> None:
    file = write_lines(
        tmp_path / "desk.jsonl",
        sample("How long?", WINDOW, reference_context_ids=["000"]),
        sample("A receipt?", RECEIPT, reference_context_ids=["000"]),
    )
    imported(tmp_path, file)
    freeze(tmp_path / "corpus/desk.jsonl", root=tmp_path, options=FreezeOptions(label="r1"))

    done = imported(tmp_path, file)

    assert (done.cases, done.already, told(done, "wrong", "dropped")) == (0, 2, [])


def test_many_cases_are_written_as_lines_and_few_for_people(tmp_path: Path) -> None:
    rows = [sample(f"Question {number}?", WINDOW) for number in range(1_001)]

    done = imported(tmp_path, write_lines(tmp_path / "desk.jsonl", *rows))

    assert done.written[-1] == ("golden/cases/desk.jsonl", "1,001 cases")
    assert len(cases_of(tmp_path)) == 1_001


def test_every_record_has_its_line_in_the_report(tmp_path: Path) -> None:
    done = imported(
        tmp_path,
        write_lines(tmp_path / "desk.jsonl", sample("How long?", WINDOW, rubrics={"a": "b"}), {"user_input": ""}),
    )

    lines = (tmp_path / done.report).read_text(encoding="utf-8").splitlines()
    assert [json.loads(line) for line in lines] == [
        {
            "record": "line 1",
            "case": "desk-0001",
            "kept": ["user_input", "reference_contexts", "reference"],
            "lines": [
                {"fate": "dropped", "field": "rubrics", "told": "no place for it in a case", "found": "{'a': 'b'}"}
            ],
        },
        {"record": "line 2", "lines": [{"fate": "dropped", "told": "no sample: it asks nothing"}]},
    ]


def test_a_file_that_nobody_knows_is_told_with_what_it_looks_like(tmp_path: Path) -> None:
    file = write_lines(tmp_path / "odd.jsonl", {"colour": "red", "size": 3})

    with pytest.raises(InputError) as refused:
        imported(tmp_path, file)

    assert list(map(str, refused.value.problems)) == ["odd.jsonl: JSONL, with colour, size"]
    assert "--format NAME, one of: " in refused.value.next_step


def test_a_format_that_nobody_knows_is_told_with_the_nearest(tmp_path: Path) -> None:
    file = write_lines(tmp_path / "desk.jsonl", sample("How long?", WINDOW))

    with pytest.raises(UnknownNameError, match="did you mean 'ragas'"):
        imported(tmp_path, file, format="raga")


def test_a_mapping_that_nobody_asks_for_is_told_before_anything_is_written(tmp_path: Path) -> None:
    file = write_lines(tmp_path / "desk.jsonl", sample("How long?", WINDOW))

    with pytest.raises(InputError, match="--map colour: Ragas has no field"):
        imported(tmp_path, file, options={"colour": "c"})

    assert sorted(path.name for path in tmp_path.iterdir()) == ["desk.jsonl"]


def test_a_file_that_breaks_off_in_the_middle_leaves_nothing(tmp_path: Path) -> None:
    file = write_lines(tmp_path / "desk.jsonl", sample("How long?", WINDOW), '{"user_input":')

    with pytest.raises(InvalidFileError, match="cannot be read"):
        imported(tmp_path, file)

    assert sorted(path.name for path in tmp_path.iterdir()) == ["desk.jsonl"]


def test_an_import_that_is_stopped_leaves_nothing(tmp_path: Path) -> None:
    rows = [sample(f"Question {number}?", WINDOW) for number in range(1_000)]
    file = write_lines(tmp_path / "desk.jsonl", *rows)

    def stop(_number: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        import_set(tmp_path, Importing(paths=(file,)), workbook=xlsx.rows, now=NOW, progress=stop)

    assert sorted(path.name for path in tmp_path.iterdir()) == ["desk.jsonl"]


def test_figures_of_single_cases_are_told_as_their_mean(tmp_path: Path) -> None:
    done = imported(
        tmp_path,
        write_lines(
            tmp_path / "desk.jsonl",
            sample("How long?", WINDOW, faithfulness=0.5),
            sample("A receipt?", RECEIPT, faithfulness=1.0),
        ),
    )

    assert [(score.measure, score.value) for score in done.published] == [("faithfulness (mean of 2)", 0.75)]


def test_answers_that_name_passages_otherwise_than_the_evidence_are_told_with_the_rule(tmp_path: Path) -> None:
    rows = [
        sample(f"Question {number}?", reference_context_ids=[f"Guide-{number}.pdf"], response="Yes.",
               retrieved_context_ids=[f"Guide.pdf#page={number + 1}"])
        for number in range(4)
    ]  # fmt: skip

    done = imported(tmp_path, write_lines(tmp_path / "desk.jsonl", *rows))

    assert done.drift[0] == (
        "none of the 4 retrieved ids is one of the 4 that are expected: retrieved 'Guide.pdf#page=1', "
        "'Guide.pdf#page=2', 'Guide.pdf#page=3' …; expected 'Guide-0.pdf', 'Guide-1.pdf', 'Guide-2.pdf' …"
    )
    assert r"ids = {pattern = '(.+)\.pdf#page=(\d+)', replace = '{1}-{2-1}.pdf'}" in done.drift[1]


def test_a_set_that_is_a_lone_file_is_not_added_to(tmp_path: Path) -> None:
    (tmp_path / "goldsmith.toml").write_text('[[sets]]\npath = "cases.csv"\n', encoding="utf-8")
    (tmp_path / "cases.csv").write_text("id,question\n", encoding="utf-8")
    file = write_lines(tmp_path / "desk.jsonl", sample("How long?", WINDOW))

    with pytest.raises(InputError, match="is a lone file"):
        imported(tmp_path, file)


def test_of_several_sets_one_is_to_be_named(tmp_path: Path) -> None:
    (tmp_path / "goldsmith.toml").write_text('[[sets]]\npath = "one"\n[[sets]]\npath = "two"\n', encoding="utf-8")
    file = write_lines(tmp_path / "desk.jsonl", sample("How long?", WINDOW))

    with pytest.raises(ConfigurationError, match="enables 2 sets"):
        imported(tmp_path, file)
    done = imported(tmp_path, file, set_name="two")

    assert done.written[-1] == ("two/cases/desk.yaml", "1 case")


def test_a_configuration_that_is_there_is_left_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "goldsmith.toml").write_text('documents = "docs"\n', encoding="utf-8")
    (tmp_path / "golden").mkdir()
    (tmp_path / "golden/set.yaml").write_text("name: mine\n", encoding="utf-8")

    done = imported(tmp_path, write_lines(tmp_path / "desk.jsonl", sample("How long?", WINDOW)))

    assert (tmp_path / "goldsmith.toml").read_text(encoding="utf-8") == 'documents = "docs"\n'
    assert (tmp_path / "golden/set.yaml").read_text(encoding="utf-8") == "name: mine\n"
    assert done.cases == 1
