"""BEIR: what is read from a folder of it, the traps of its loader, and what we write for it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given

from goldsmith.errors import InvalidFileError
from goldsmith.interchange.beir import FORMAT
from goldsmith.interchange.format import Outgoing
from goldsmith.interchange.side_file import NAME
from goldsmith.ports.foreign import WrittenFile
from goldsmith.records.case import AcceptedAnswer, Case
from goldsmith.records.evidence import Alternative, Need
from goldsmith.records.interchange import ForeignPassage, ForeignRecord
from tests.interchange.foreign import HEADER, cases_of_any_kind, come_back, lines_of, read_all, source_of

HEAD = "query-id\tcorpus-id\tscore\n"
CORPUS = (
    '{"_id": "d1", "title": "Money", "text": "Paid in May."}\n{"_id": "d2", "title": "", "text": "Paid in June."}\n'
)
QUERIES = '{"_id": "q1", "text": "When?"}\n'


def test_a_query_with_its_judgements_is_a_case(tmp_path: Path) -> None:
    records = _read(tmp_path, {"qrels/dev.tsv": f"{HEAD}q1\td1\t2\nq1\td2\t0\n"})

    assert _cases(records) == [
        Case(
            id="q1",
            question="When?",
            answerability="supported",
            behaviour="answer",
            evidence=(Need(any_of=(Alternative(chunk="d1", grade=2),)),),
            split="dev",
        )
    ]
    assert [passage for record in records for passage in record.passages] == [
        ForeignPassage(id="d1", title="Money", text="Paid in May."),
        ForeignPassage(id="d2", text="Paid in June."),
    ]
    assert [(line.fate, line.field, line.found) for line in lines_of(records)] == [
        ("mapped", "qrels", "dev"),
        ("dropped", "qrels", "d2"),
    ]


def test_each_relevant_passage_is_needed_and_somebody_is_asked(tmp_path: Path) -> None:
    records = _read(tmp_path, {"qrels/test.tsv": f"{HEAD}q1\td1\t1\nq1\td2\t1\n"})

    (case,) = _cases(records)
    assert [need.any_of[0].chunk for need in case.evidence] == ["d1", "d2"]
    assert case.tags == ("split:test",)
    assert ["somebody has to say" in line.told for line in lines_of(records, "inferred")] == [True]


def test_a_first_line_that_is_a_judgement_is_read_though_beir_passes_over_it(tmp_path: Path) -> None:
    records = _read(tmp_path, {"qrels/test.tsv": "q1\td1\t1\nq1\td2\t1\n"})

    (case,) = _cases(records)
    assert [need.any_of[0].chunk for need in case.evidence] == ["d1", "d2"]
    assert [(line.record, line.found) for line in lines_of(records, "wrong")] == [("qrels/test.tsv row 1", "q1\td1\t1")]


def test_a_query_without_judgements_is_not_forgotten(tmp_path: Path) -> None:
    queries = QUERIES + '{"_id": "q2", "text": "Who?"}\n'
    records = _read(tmp_path, {"queries.jsonl": queries, "qrels/test.tsv": f"{HEAD}q1\td1\t1\n"})

    assert [(case.id, case.answerability) for case in _cases(records)] == [("q1", "supported"), ("q2", "unstated")]
    assert [(line.record, line.field) for line in lines_of(records, "inferred")] == [("queries.jsonl line 2", "")]


def test_of_several_equal_ids_the_last_holds_and_the_others_are_told(tmp_path: Path) -> None:
    queries = '{"_id": "q1", "text": "Old?"}\n{"_id": "q1", "text": "New?"}\n'
    corpus = '{"_id": "d1", "text": "Old."}\n{"_id": "d1", "text": "New."}\n'
    records = _read(
        tmp_path, {"queries.jsonl": queries, "corpus.jsonl": corpus, "qrels/test.tsv": f"{HEAD}q1\td1\t1\n"}
    )

    assert [case.question for case in _cases(records)] == ["New?"]
    assert [passage.text for record in records for passage in record.passages] == ["New."]
    assert [line.record for line in lines_of(records, "wrong")] == ["queries.jsonl line 1", "corpus.jsonl line 1"]


def test_what_does_not_fit_together_is_told(tmp_path: Path) -> None:
    rows = "q1\td1\t1\nq1\td1\t2\nq1\tgone\t1\nq1\td2\t-1\nq1\td2\thigh\nnobody\td1\t1\n"
    records = _read(tmp_path, {"qrels/test.tsv": HEAD + rows})

    (case,) = _cases(records)
    assert [(need.any_of[0].chunk, need.any_of[0].grade) for need in case.evidence] == [("d1", 2), ("gone", 1)]
    assert [(line.record, line.fate, line.found) for line in lines_of(records, "wrong", "dropped")] == [
        ("qrels/test.tsv row 6", "wrong", "high"),
        ("queries.jsonl line 1", "wrong", "d1"),
        ("queries.jsonl line 1", "wrong", "gone"),
        ("queries.jsonl line 1", "dropped", "d2"),
        ("qrels of nobody", "dropped", "nobody"),
    ]


def test_a_query_of_several_splits_keeps_their_names(tmp_path: Path) -> None:
    judged = f"{HEAD}q1\td1\t1\n"
    records = _read(tmp_path, {"qrels/dev.tsv": judged, "qrels/train.tsv": judged})

    (case,) = _cases(records)
    assert (case.split, case.tags) == ("dev", ("split:train",))


def test_metadata_of_queries_and_passages_is_kept_or_told(tmp_path: Path) -> None:
    queries = '{"_id": 7, "text": "When?", "metadata": {"topic": "money", "long": ["a"]}}\n'
    corpus = '{"_id": "d1", "text": "Paid.", "metadata": {"url": "https://example.com/pay", "year": 2026}}\n'
    records = _read(tmp_path, {"queries.jsonl": queries, "corpus.jsonl": corpus, "qrels/test.tsv": f"{HEAD}7\td1\t1\n"})

    (case,) = _cases(records)
    assert (case.id, case.tags) == ("7", ("split:test", "topic:money"))
    assert [passage for record in records for passage in record.passages] == [
        ForeignPassage(id="d1", text="Paid.", source="https://example.com/pay", metadata={"year": 2026})
    ]
    assert [line.field for line in lines_of(records, "dropped")] == ["metadata.long"]


def test_a_folder_without_queries_is_refused_with_words(tmp_path: Path) -> None:
    source = source_of(tmp_path, {"corpus.jsonl": CORPUS})

    assert not FORMAT.recognises(source)
    assert FORMAT.read is not None
    with pytest.raises(InvalidFileError, match="is no folder of BEIR"):
        list(FORMAT.read(source))


def test_a_header_stands_first_and_cases_without_evidence_stand_aside() -> None:
    found = Case(
        id="a",
        question="When?",
        evidence=(Need(any_of=(Alternative(chunk="d1", grade=2), Alternative(chunk="d2"))),),
        split="dev",
    )
    refused = Case(id="b", question="Who?", answerability="unsupported", behaviour="refuse")
    files = _written(found, refused)

    assert files["qrels/dev.tsv"].text == f"{HEAD}a\td1\t2\na\td2\t1\n"
    assert [json.loads(line)["_id"] for line in files["queries.jsonl"].text.splitlines()] == ["a"]
    assert [json.loads(line)["id"] for line in files[NAME].text.splitlines()] == ["b"]


def test_the_whole_corpus_leaves_with_the_set() -> None:
    def corpus() -> Iterator[ForeignPassage]:
        yield ForeignPassage(id="d1", text="Paid in May.", title="Money", document="money")
        yield ForeignPassage(id="d2", text="Nobody asks of this.")

    case = Case(
        id="a",
        question="When?",
        evidence=(Need(any_of=(Alternative(chunk="d1"),)), Need(any_of=(Alternative(quote="Paid in June."),))),
    )
    files = _written(case, corpus=corpus)

    rows = [json.loads(line) for line in files["corpus.jsonl"].text.splitlines()]
    assert [(row["title"], row["text"], row["metadata"]) for row in rows] == [
        ("Money", "Paid in May.", {"document": "money"}),
        ("", "Nobody asks of this.", {}),
        ("", "Paid in June.", {}),
    ]


def test_changed_judgements_win_on_the_way_back(tmp_path: Path) -> None:
    case = Case(
        id="a",
        question="When?",
        accept=(AcceptedAnswer(answer="In May."),),
        evidence=(
            Need(need="when", any_of=(Alternative(chunk="d1", quote="May"), Alternative(chunk="d2"))),
            Need(any_of=(Alternative(chunk="d3"),)),
        ),
    )
    files = {name: file.text for name, file in _written(case).items()}
    files["qrels/test.tsv"] = f"{HEAD}a\td1\t3\na\td4\t1\na\td3\t0\n"

    (back,) = _cases(read_all(FORMAT, source_of(tmp_path, files)))

    assert back.accept == case.accept
    assert back.evidence == (
        Need(need="when", any_of=(Alternative(chunk="d1", quote="May", grade=3),)),
        Need(any_of=(Alternative(chunk="d4"),)),
    )


@given(cases_of_any_kind())
def test_every_case_comes_back(cases: list[Case]) -> None:
    come_back(FORMAT, cases, in_order=False)


def _read(folder: Path, files: dict[str, str]) -> list[ForeignRecord]:
    return read_all(FORMAT, source_of(folder, {"corpus.jsonl": CORPUS, "queries.jsonl": QUERIES} | files))


def _cases(records: list[ForeignRecord]) -> list[Case]:
    return [record.case for record in records if record.case is not None]


def _written(*cases: Case, **parts: Any) -> dict[str, WrittenFile]:
    assert FORMAT.write is not None
    return {file.name: file for file in FORMAT.write(Outgoing(header=HEADER, cases=cases, **parts)).files}
