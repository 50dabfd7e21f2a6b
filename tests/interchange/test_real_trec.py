"""Real judgements and runs: every line is read, and the figures from what was read are those of the files."""

from __future__ import annotations

from pathlib import Path

import pytest

from goldsmith.errors import InvalidFileError
from goldsmith.interchange.formats import recognised
from goldsmith.interchange.trec import FORMAT
from goldsmith.ondisk.foreign_files import open_foreign
from goldsmith.records.interchange import ForeignRecord
from goldsmith.records.response import Reply
from tests.interchange.foreign import read_all

_TREC_EVAL = Path("data", "trec_eval-tests", "test")
_CACM = Path("data", "cacm", "src", "test", "resources")


@pytest.mark.parametrize(
    ("name", "questions"),
    [
        (_TREC_EVAL / "qrels.test", 3),
        (_TREC_EVAL / "qrels.test.with-comments", 3),
        (_TREC_EVAL / "qrels.rel_level", 3),
        (_CACM / "sample_qrels" / "cacm" / "qrels.cacm.txt", 52),
        (Path("data", "ir_measures-tests", "tests", "compat.qrels"), 0),
    ],
)
def test_every_relevant_document_is_evidence(shared: Path, name: Path, questions: int) -> None:
    lines = [line.split() for line in (shared / name).read_text(encoding="utf-8").splitlines()]
    judged = [line for line in lines if line and not line[0].startswith("#")]
    records = _read(shared / name)

    found = [
        [record.case.id, item.chunk, item.grade]
        for record in records
        if record.case
        for need in record.case.evidence
        for item in need.any_of
    ]
    assert sorted(found) == sorted([line[0], line[2], int(line[3])] for line in judged if int(line[3]) > 0)
    assert len(records) == len({line[0] for line in judged})
    assert not questions or len(records) == questions


@pytest.mark.parametrize(
    "name",
    [
        _TREC_EVAL / "results.test",
        _TREC_EVAL / "results.trunc",
        _CACM / "sample_runs" / "cacm" / "cacm-bm25.txt",
        Path("data", "ir_measures-tests", "tests", "compat.run"),
    ],
)
def test_every_result_is_retrieved_in_the_order_of_the_scores(shared: Path, name: Path) -> None:
    lines = [line.split() for line in (shared / name).read_text(encoding="utf-8").splitlines()]
    replies = [
        one.outcome for record in _read(shared / name) for one in record.responses if isinstance(one.outcome, Reply)
    ]

    assert sum(len(reply.retrieved or ()) for reply in replies) == len(lines)
    assert len(replies) == len({line[0] for line in lines})
    for reply in replies:
        scores = [item.score or 0 for item in reply.retrieved or ()]
        assert scores == sorted(scores, reverse=True)


@pytest.mark.parametrize("name", ["qrels.123", "qrels.comments.123"])
def test_judgements_of_several_groups_are_refused(shared: Path, name: str) -> None:
    """The tests of trec_eval read these two as its variant with groups of judges."""
    with pytest.raises(InvalidFileError, match="qrels_jg"):
        _read(shared / _TREC_EVAL / name)


@pytest.mark.parametrize("name", ["prefs.test", "prefs.rank20", "zscores_file", "out.test"])
def test_other_files_of_trec_eval_are_not_taken_for_either(shared: Path, name: str) -> None:
    source = open_foreign([shared / _TREC_EVAL / name], options={}, workbook=lambda _: iter(()))

    assert not FORMAT.recognises(source)


def test_both_are_recognised(shared: Path) -> None:
    paths = [shared / _TREC_EVAL / "qrels.test", shared / _TREC_EVAL / "results.test"]

    assert recognised(open_foreign(paths, options={}, workbook=lambda _: iter(()))) == ("trec",)


def _read(path: Path) -> list[ForeignRecord]:
    return read_all(FORMAT, open_foreign([path], options={}, workbook=lambda _: iter(())))
