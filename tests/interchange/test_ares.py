"""ARES: tables of queries, documents and answers with labels."""

from __future__ import annotations

from pathlib import Path

from goldsmith.interchange.ares import FORMAT
from goldsmith.records.case import AcceptedAnswer
from goldsmith.records.interchange import ForeignRecord
from goldsmith.records.response import Reply, RetrievedItem
from tests.interchange.foreign import lines_of, read_all, source_of

HEADER = "Query\tDocument\tAnswer\tContext_Relevance_Label\tAnswer_Relevance_Label\tAnswer_Faithfulness_Label\n"


def test_labels_decide_what_is_evidence_and_what_is_accepted(tmp_path: Path) -> None:
    rows = (
        'When?\t"Paid in\n30 days."\tIn 30 days.\t[[Yes]]\t1\tYes\n'
        "When?\tPaid in 30 days.\tSoon.\t[[Yes]]\t[[Yes]]\t[[No]]\n"
        "When?\tFees are due.\tSoon.\t0\t[[No]]\t[[No]]\n"
    )

    records = _read(tmp_path, HEADER + rows)

    assert [record.case and record.case.accept for record in records] == [
        (AcceptedAnswer(answer="In 30 days."),),
        (),
        (),
    ]
    assert [bool(record.case and record.case.evidence) for record in records] == [True, True, False]
    assert records[0].passages[0].text == "Paid in\n30 days."
    assert [min((one.measure, one.value) for one in record.published) for record in records] == [
        ("Answer_Faithfulness_Label", 1.0),
        ("Answer_Faithfulness_Label", 0.0),
        ("Answer_Faithfulness_Label", 0.0),
    ]


def test_an_unlabelled_document_is_what_was_retrieved_and_no_evidence(tmp_path: Path) -> None:
    (record,) = _read(tmp_path, "Question\tDocument\tAnswer\nWhen?\tPaid in 30 days.\tSoon.\n")

    (passage,) = record.passages
    assert record.case is not None
    assert record.case.evidence == ()
    assert [one.outcome for one in record.responses] == [
        Reply(answer="Soon.", retrieved=(RetrievedItem(id=passage.id, text="Paid in 30 days."),))
    ]
    assert [line.field for line in lines_of([record], "inferred")] == [""]


def test_a_label_that_is_neither_yes_nor_no_is_told(tmp_path: Path) -> None:
    header = "Query\tDocument\tAnswer\tContradictory_Answer\tContext_Relevance_Label\n"

    (record,) = _read(tmp_path, header + "When?\tPaid.\tSoon.\tNever.\tmaybe\n")

    assert [(line.field, line.fate) for line in lines_of([record], "wrong", "dropped")] == [
        ("Context_Relevance_Label", "wrong"),
        ("Contradictory_Answer", "dropped"),
    ]


def _read(folder: Path, table: str) -> list[ForeignRecord]:
    return read_all(FORMAT, source_of(folder, {"judge.tsv": table}))
