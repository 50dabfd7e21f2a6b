"""Ragas' own annotated data: every annotation is read, and none is taken for a decision on a case."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from goldsmith.interchange.formats import recognised
from goldsmith.interchange.ragas_annotations import FORMAT
from goldsmith.ondisk.foreign_files import open_foreign
from tests.interchange.foreign import lines_of, read_all


@pytest.mark.parametrize("name", ["annotated_data", "edited_chain_runs", "sample_annotated_summary"])
def test_every_annotation_is_read_with_its_verdict_and_what_the_person_said(shared: Path, name: str) -> None:
    path = shared / "data" / "ragas-annotated" / "docs" / "_static" / f"{name}.json"
    ((metric, told),) = json.loads(path.read_text(encoding="utf-8")).items()
    source = open_foreign([path], options={}, workbook=lambda _: iter(()))

    records = read_all(FORMAT, source)

    assert recognised(source) == ("ragas-annotations",)
    assert [record.case and record.case.question for record in records] == [
        one["metric_input"]["user_input"] for one in told
    ]
    assert [[score.value for score in record.published[:2]] for record in records] == [
        [one["metric_output"], one["is_accepted"]] for one in told
    ]
    assert {score.measure.removesuffix(" mended") for record in records for score in record.published} == {
        metric,
        f"{metric} accepted",
    }
    assert [record.decision for record in records] == [None] * len(told)
    assert lines_of(records, "wrong") == []


def test_there_are_58_of_them(shared: Path) -> None:
    folder = shared / "data" / "ragas-annotated" / "docs" / "_static"
    source = open_foreign([folder], options={}, workbook=lambda _: iter(()))

    assert len({record.record for record in read_all(FORMAT, source)}) == 58
