"""promptfoo's files of a real project: two tables, their configurations, the recorded results of three retrievers."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from goldsmith.adapters.workbooks import xlsx
from goldsmith.interchange import promptfoo, promptfoo_results
from goldsmith.ondisk.foreign_files import open_foreign
from goldsmith.records.response import Failure, Reply
from tests.interchange.foreign import lines_of, read_all

pytestmark = pytest.mark.real_data
FOLDER = "data/anthropic-docs-rag/skills/retrieval_augmented_generation"


def test_both_tables_are_read_once_through_the_configurations_that_name_them(shared: Path) -> None:
    source = open_foreign([shared / FOLDER / "evaluation"], options={}, workbook=xlsx.rows)

    records = read_all(promptfoo.FORMAT, source)

    cases = [one.case for one in records if one.case is not None]
    assert (len(records), len(cases), len({one.id for one in cases})) == (2 + 200, 200, 200)
    assert Counter((bool(one.accept), bool(one.evidence)) for one in cases) == {(True, False): 100, (False, True): 100}
    assert Counter(one.metrics[0] for one in cases) == {
        "python: file://eval_end_to_end.py": 100,
        "python: file://eval_retrieval.py": 100,
    }
    beside = {(line.fate, line.field) for line in lines_of(records, "dropped", "wrong")}
    assert beside == {("dropped", "prompts"), ("dropped", "providers"), ("dropped", "description")}


def test_the_results_are_three_systems_with_the_rates_that_were_published(shared: Path) -> None:
    """35 results carry an error; in one alone the call itself had failed."""
    source = open_foreign([shared / FOLDER / "data/retrieval_results.json"], options={}, workbook=xlsx.rows)

    head, *records = read_all(promptfoo_results.FORMAT, source)

    assert len(records) == 300
    assert len({repr(one.case) for one in records}) == 100
    assert [(one.system.rpartition(":")[2], one.value) for one in head.published] == [
        ("retrieve_base", 0.83),
        ("retrieve_level_two", 0.9),
        ("retrieve_level_three", 0.92),
    ]
    outcomes = [response.outcome for one in records for response in one.responses]
    assert Counter(map(type, outcomes)) == {Reply: 299, Failure: 1}
    recalls = [
        score.value
        for one in records
        for score in one.published
        if score.measure == "Recall" and score.system.endswith("retrieve_base")
    ]
    assert round(sum(recalls) / len(recalls), 4) == 0.6557
