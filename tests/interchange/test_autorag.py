"""AutoRAG: lists of lists of passages, the corpus beside them, and tables that its reader does not break on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given, settings

from goldsmith.adapters.workbooks import xlsx
from goldsmith.errors import InvalidFileError
from goldsmith.interchange.autorag import FORMAT
from goldsmith.interchange.format import Outgoing
from goldsmith.ondisk.foreign_files import open_foreign
from goldsmith.ondisk.foreign_write import write_foreign
from goldsmith.ports.foreign import ForeignSource, WrittenFile
from goldsmith.records.case import AcceptedAnswer, Case
from goldsmith.records.evidence import Alternative, Need
from goldsmith.records.interchange import ForeignPassage, ForeignRecord, ForeignResponse, PublishedScore
from goldsmith.records.response import Reply, RetrievedItem
from tests.interchange.foreign import HEADER, cases_of_any_kind, come_back, lines_of, passages_of, read_all, source_of

_QA = {"qid": "VARCHAR", "query": "VARCHAR", "retrieval_gt": "VARCHAR[][]", "generation_gt": "VARCHAR[]"}
_META = "STRUCT(last_modified_datetime TIMESTAMP, page BIGINT)"
_CORPUS = {
    "doc_id": "VARCHAR",
    "contents": "VARCHAR",
    "metadata": _META,
    "path": "VARCHAR",
    "start_end_idx": "BIGINT[]",
}
_ROW: dict[str, Any] = {
    "qid": "q1",
    "query": "When?",
    "retrieval_gt": [["a", "b"], ["c"]],
    "generation_gt": ["May.", "In May."],
}
_PASSAGES: list[dict[str, Any]] = [{"doc_id": name, "contents": f"Text {name}."} for name in "abc"]


def test_outer_lists_are_needs_and_inner_ones_alternatives(tmp_path: Path) -> None:
    records = _read(tmp_path, [_ROW], _PASSAGES)

    assert records[0].case == Case(
        id="q1",
        question="When?",
        answerability="supported",
        behaviour="answer",
        accept=(AcceptedAnswer(answer="May."), AcceptedAnswer(answer="In May.")),
        evidence=(
            Need(any_of=(Alternative(chunk="a"), Alternative(chunk="b"))),
            Need(any_of=(Alternative(chunk="c"),)),
        ),
    )
    assert [passage.id for record in records for passage in record.passages] == ["a", "b", "c"]
    assert [(line.fate, line.field) for line in lines_of(records)] == [("mapped", "retrieval_gt")]


@pytest.mark.parametrize(
    ("kind", "held", "groups"),
    [
        ("VARCHAR[]", ["a", "b"], [["a"], ["b"]]),
        ("VARCHAR", "a", [["a"]]),
        ("VARCHAR[][]", [["a"], [], ["a"]], [["a"]]),
        ("VARCHAR[][]", [[]], []),
    ],
)
def test_a_plain_list_and_a_text_alone_are_needs(tmp_path: Path, kind: str, held: object, groups: object) -> None:
    (record, *_) = _read(tmp_path, [_ROW | {"retrieval_gt": held}], _PASSAGES, kinds=_QA | {"retrieval_gt": kind})

    assert record.case is not None
    assert [[item.chunk for item in need.any_of] for need in record.case.evidence] == groups


def test_an_answer_may_be_a_text_alone(tmp_path: Path) -> None:
    (record, *_) = _read(
        tmp_path, [_ROW | {"generation_gt": "May."}], _PASSAGES, kinds=_QA | {"generation_gt": "VARCHAR"}
    )

    assert record.case is not None
    assert record.case.accept == (AcceptedAnswer(answer="May."),)


def test_a_passage_that_the_corpus_lacks_is_told(tmp_path: Path) -> None:
    records = _read(tmp_path, [_ROW], _PASSAGES[:1])

    assert [(line.record, line.field, line.found) for line in lines_of(records, "wrong")] == [
        ("qa.parquet row 1", "retrieval_gt", "b"),
        ("qa.parquet row 1", "retrieval_gt", "c"),
    ]


def test_a_question_without_passages_says_nothing_of_why(tmp_path: Path) -> None:
    (record, *_) = _read(tmp_path, [_ROW | {"retrieval_gt": [[]]}], _PASSAGES)

    assert record.case is not None
    assert record.case.answerability == "unstated"
    assert [line.field for line in lines_of([record], "inferred")] == [""]


def test_ids_that_stand_twice_and_empty_rows_are_told(tmp_path: Path) -> None:
    rows: list[dict[str, Any]] = [_ROW, _ROW | {"query": "Who?"}, _ROW | {"query": None}]
    records = _read(tmp_path, rows, [*_PASSAGES, _PASSAGES[0], {"doc_id": "d", "contents": " "}])

    assert [(line.record, line.field) for line in lines_of(records, "wrong")] == [
        ("qa.parquet row 2", "qid"),
        ("corpus.parquet row 4", "doc_id"),
    ]
    assert [line.record for line in lines_of(records, "dropped")] == ["qa.parquet row 3", "corpus.parquet row 5"]


def test_a_passage_keeps_its_file_its_place_and_its_metadata(tmp_path: Path) -> None:
    row = {
        "doc_id": "a",
        "contents": "Text.",
        "path": "docs/pay.pdf",
        "start_end_idx": [0, 4],
        "metadata": {"last_modified_datetime": "2026-03-01 10:00:00", "page": 3},
    }
    (_, record) = _read(tmp_path, [_ROW | {"retrieval_gt": [["a"]]}], [row])

    assert record.passages == (
        ForeignPassage(
            id="a",
            text="Text.",
            document="docs/pay.pdf",
            source="docs/pay.pdf",
            metadata={"last_modified_datetime": "2026-03-01T10:00:00", "page": 3, "start_end_idx": [0, 4]},
        ),
    )


def test_contents_beside_the_ids_stand_for_a_corpus_that_is_not_there(tmp_path: Path) -> None:
    row = _ROW | {"retrieval_gt_contents": [["Text a.", "Text b."], ["Text c."]]}
    files = (_table("qa.parquet", _QA | {"retrieval_gt_contents": "VARCHAR[][]"}, [row]),)

    (record,) = read_all(FORMAT, _opened(tmp_path, files))

    assert [(passage.id, passage.text) for passage in record.passages] == [
        ("a", "Text a."),
        ("b", "Text b."),
        ("c", "Text c."),
    ]
    assert lines_of([record], "wrong") == []


def test_questions_are_held_against_the_corpus_in_their_own_folder(tmp_path: Path) -> None:
    files = (
        _table("one/qa.parquet", _QA, [_ROW | {"retrieval_gt": [["a"]]}]),
        _table("one/corpus.parquet", _CORPUS, _PASSAGES[:1]),
        _table("two/qa.parquet", _QA, [_ROW | {"retrieval_gt": [["a"]]}]),
        _table("two/corpus.parquet", _CORPUS, _PASSAGES[1:]),
    )

    records = read_all(FORMAT, _opened(tmp_path, files))

    assert [line.record for line in lines_of(records, "wrong")] == ["two/qa.parquet row 1"]


def test_a_trial_is_a_system_with_responses_and_figures(tmp_path: Path) -> None:
    kinds = _QA | {
        "retrieved_ids": "VARCHAR[]",
        "retrieved_contents": "VARCHAR[]",
        "retrieve_scores": "DOUBLE[]",
        "generated_texts": "VARCHAR",
        "prompts": "VARCHAR",
        "retrieval_recall": "DOUBLE",
    }
    found: dict[str, Any] = {"retrieved_ids": ["a", "z"], "retrieved_contents": ["Text a.", "Text z."]}
    found |= {"retrieve_scores": [0.5, 0.25], "generated_texts": "May.", "prompts": "Say", "retrieval_recall": 0.5}
    files = (
        _table("data/corpus.parquet", _CORPUS, _PASSAGES),
        _table("data/qa.parquet", _QA, [_ROW]),
        _table("trial/generator/best.parquet", kinds, [_ROW | found]),
    )

    records = read_all(FORMAT, _opened(tmp_path, files))

    (record,) = [record for record in records if record.responses]
    items = (RetrievedItem(id="a", text="Text a.", score=0.5), RetrievedItem(id="z", text="Text z.", score=0.25))
    assert record.responses == (
        ForeignResponse(case="q1", outcome=Reply(answer="May.", retrieved=items), system="trial/generator"),
    )
    assert record.passages == (ForeignPassage(id="z", text="Text z."),)
    assert record.published == (
        PublishedScore(measure="retrieval_recall", value=0.5, case="q1", system="trial/generator"),
    )
    assert record.case == records[0].case
    assert [line.field for line in lines_of([record], "dropped")] == ["prompts"]


def test_what_was_retrieved_in_lists_of_other_lengths_is_told(tmp_path: Path) -> None:
    kinds = _QA | {"retrieved_ids": "VARCHAR[]", "retrieve_scores": "DOUBLE[]"}
    row = _ROW | {"retrieved_ids": ["a", "b"], "retrieve_scores": [0.5]}
    (record, *_) = _read(tmp_path, [row], _PASSAGES, kinds=kinds)

    assert [one.outcome for one in record.responses] == [
        Reply(retrieved=(RetrievedItem(id="a"), RetrievedItem(id="b")))
    ]
    assert [(line.field, line.found) for line in lines_of([record], "wrong")] == [("retrieved_ids", "[2, 1]")]


def test_another_table_is_refused_with_words(tmp_path: Path) -> None:
    source = source_of(tmp_path, {"set.csv": "qid,query,retrieval_gt\nq,?,a\n"})

    assert not FORMAT.recognises(source)
    assert FORMAT.read is not None
    with pytest.raises(InvalidFileError, match="holds no questions of AutoRAG"):
        list(FORMAT.read(source))


def test_a_case_without_passages_has_an_empty_inner_list() -> None:
    """Without one, AutoRAG looks for the first and finds none."""
    case = Case(id="a", question="Who?", answerability="unsupported", behaviour="refuse")

    questions, _ = _written(case)

    assert [row["retrieval_gt"] for row in questions.rows] == [[[]]]


def test_ids_that_nobody_has_the_words_of_are_left_out_and_come_back() -> None:
    """AutoRAG refuses a set that needs what its corpus lacks."""
    case = Case(id="a", question="When?", evidence=(Need(any_of=(Alternative(chunk="x"), Alternative(chunk="y"))),))
    passages = {"x": ForeignPassage(id="x", text="Text.")}
    assert FORMAT.write is not None
    assert FORMAT.holds is not None
    written = FORMAT.write(Outgoing(header=HEADER, cases=(case,), passages=passages))

    assert [row["retrieval_gt"] for row in written.files[0].rows] == [[["x"]]]
    assert [line.field for line in written.lines if "words" in line.told] == ["evidence"]
    with TemporaryDirectory() as held:
        (record, _) = read_all(FORMAT, _opened(Path(held), written.files))
    assert record.case == FORMAT.holds(case)
    assert lines_of([record]) == []


def test_what_was_changed_in_the_columns_wins(tmp_path: Path) -> None:
    case = Case(
        id="a",
        question="When?",
        accept=(AcceptedAnswer(answer="May.", needs=("when",)), AcceptedAnswer(answer="Spring.")),
        evidence=(Need(need="when", any_of=(Alternative(chunk="x", quote="May"),)),),
        risk="high",
    )
    questions, corpus = _written(case)
    row = dict(questions.rows[0]) | {"retrieval_gt": [["x", "y"]], "generation_gt": ["May.", "In May."]}
    passages = [*corpus.rows, {"doc_id": "y", "contents": "Text y."}]
    kinds = dict(zip(questions.columns, questions.kinds, strict=True))
    files = (_table("qa.parquet", kinds, [row]), _table("corpus.parquet", _CORPUS, passages))

    (record, *_) = read_all(FORMAT, _opened(tmp_path, files))

    assert record.case is not None
    assert record.case.risk == "high"
    assert record.case.accept == (AcceptedAnswer(answer="May.", needs=("when",)), AcceptedAnswer(answer="In May."))
    assert record.case.evidence == (Need(any_of=(Alternative(chunk="x", quote="May"), Alternative(chunk="y"))),)
    assert [line.field for line in lines_of([record])] == ["generation_gt", "retrieval_gt"]


@settings(max_examples=20)
@given(cases_of_any_kind())
def test_every_case_comes_back(cases: list[Case]) -> None:
    come_back(FORMAT, cases)


def _table(name: str, kinds: Mapping[str, str], rows: Iterable[Mapping[str, Any]]) -> WrittenFile:
    return WrittenFile(
        name=name, container="parquet", columns=tuple(kinds), kinds=tuple(kinds.values()), rows=tuple(rows)
    )


def _opened(folder: Path, files: Iterable[WrittenFile]) -> ForeignSource:
    write_foreign(folder, tuple(files), workbook=xlsx.workbook)
    return open_foreign([folder], options={}, workbook=xlsx.rows)


def _read(
    folder: Path,
    questions: Iterable[Mapping[str, Any]],
    passages: Iterable[Mapping[str, Any]],
    *,
    kinds: Mapping[str, str] = _QA,
) -> list[ForeignRecord]:
    files = (_table("qa.parquet", kinds, questions), _table("corpus.parquet", _CORPUS, passages))
    return read_all(FORMAT, _opened(folder, files))


def _written(*cases: Case) -> tuple[WrittenFile, ...]:
    assert FORMAT.write is not None
    return FORMAT.write(Outgoing(header=HEADER, cases=cases, passages=passages_of(cases))).files
