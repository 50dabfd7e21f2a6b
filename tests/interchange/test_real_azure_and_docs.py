"""The real runs of a chat application over 200 rows, and the real set of questions over documentation."""

from __future__ import annotations

from pathlib import Path

import pytest

from goldsmith.adapters.workbooks import xlsx
from goldsmith.interchange import anthropic_docs, azure_rag_eval
from goldsmith.ondisk.foreign_files import open_foreign
from goldsmith.records.response import Reply
from tests.interchange.foreign import lines_of, read_all

pytestmark = pytest.mark.real_data


def test_three_runs_are_three_systems_whose_means_are_the_published_ones(shared: Path) -> None:
    source = open_foreign([shared / "data/azure-rag-eval/example_results"], options={}, workbook=xlsx.rows)

    records = read_all(azure_rag_eval.FORMAT, source)

    responses = [response for one in records for response in one.responses]
    assert (len(responses), len({one.case for one in responses})) == (600, 200)
    assert {one.system for one in responses} == {"baseline", "baseline2", "prompt_nomarkdownmention"}
    assert all(isinstance(one.outcome, Reply) and one.outcome.retrieved for one in responses)
    published = {(one.system, one.measure): one.value for row in records if row.case is None for one in row.published}
    for system in ("baseline", "baseline2"):
        grades = [
            one.value
            for row in records
            if row.case is not None
            for one in row.published
            if one.system == system and one.measure == "gpt_groundedness"
        ]
        assert round(sum(grades) / len(grades), 2) == published[system, "gpt_groundedness.mean_rating"]
    assert published["baseline2", "citation_match.total"] == 0
    beside = {line.record.rpartition("/")[2] for line in lines_of(records, "wrong", "dropped")}
    assert beside == {"config.json", "evaluate_parameters.json"}


def test_questions_that_have_no_answer_are_held_for_refusals(shared: Path) -> None:
    source = open_foreign([shared / "data/azure-rag-eval/example_input"], options={}, workbook=xlsx.rows)

    cases = [one.case for one in read_all(azure_rag_eval.FORMAT, source) if one.case is not None]

    assert (len(cases), sum(one.behaviour == "refuse" for one in cases)) == (246, 45)
    assert sum(len(one.evidence) for one in cases) == 201


def test_the_documentation_set_names_chunks_that_stand_beside_it(shared: Path) -> None:
    source = open_foreign([shared / "data/anthropic-docs-rag"], options={}, workbook=xlsx.rows)

    records = read_all(anthropic_docs.FORMAT, source)

    passages = {passage.id for one in records for passage in one.passages}
    cases = [one.case for one in records if one.case is not None]
    named = {item.chunk for case in cases for need in case.evidence for item in need.any_of}
    assert (len(cases), len(passages)) == (100, 232)
    assert named <= passages
