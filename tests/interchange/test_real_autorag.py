"""AutoRAG's own samples: every question is read, and every passage that one needs stands in the corpus."""

from __future__ import annotations

from pathlib import Path

import pytest

from goldsmith.interchange.autorag import FORMAT
from goldsmith.interchange.formats import recognised
from goldsmith.ondisk.foreign_files import open_foreign
from tests.interchange.foreign import lines_of, read_all

_SAMPLES = Path("data", "autorag-samples", "legacy", "tests", "resources")


@pytest.mark.parametrize(
    ("names", "questions", "passages"),
    [
        (("qa_data_sample.parquet", "corpus_data_sample.parquet"), 10, 30),
        (("dataset_sample_gen_by_autorag",), 20, 55),
        (("result_project/data",), 10, 30),
    ],
)
def test_every_question_and_every_passage_is_read(
    shared: Path, names: tuple[str, ...], questions: int, passages: int
) -> None:
    paths = [shared / _SAMPLES / name for name in names]
    source = open_foreign(paths, options={}, workbook=lambda _: iter(()))
    records = read_all(FORMAT, source)

    cases = [record.case for record in records if record.case]
    assert (len(cases), len({one.id for record in records for one in record.passages})) == (questions, passages)
    assert all(case.evidence and case.accept for case in cases)
    assert lines_of(records, "wrong", "dropped", "inferred") == []
    assert recognised(source)[0] == "autorag"


def test_each_table_of_a_trial_is_a_system_with_its_figures(shared: Path) -> None:
    source = open_foreign([shared / _SAMPLES / "result_project"], options={}, workbook=lambda _: iter(()))
    records = read_all(FORMAT, source)

    systems = {one.system for record in records for one in record.responses}
    assert len({record.case.id for record in records if record.case}) == 10
    assert systems == {
        "0/post_retrieve_node_line/generator",
        "0/post_retrieve_node_line/prompt_maker",
        "0/retrieve_node_line/hybrid_retrieval",
        "0/retrieve_node_line/passage_reranker",
    }
    recalls = [
        score.value
        for record in records
        for score in record.published
        if (score.measure, score.system) == ("retrieval_recall", "0/retrieve_node_line/hybrid_retrieval")
    ]
    assert len(recalls) == 10
