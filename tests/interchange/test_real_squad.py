"""Real files in the form of SQuAD: as many answers as are known to stand elsewhere are told, and no other."""

from __future__ import annotations

from pathlib import Path

import pytest

from goldsmith.interchange.squad import FORMAT
from goldsmith.ondisk.foreign_files import open_foreign
from tests.interchange.foreign import lines_of, read_all


def test_five_of_the_1002_offsets_of_cmrc_are_wrong_and_two_questions_are_empty(shared: Path) -> None:
    path = shared / "data" / "cmrc2018" / "squad-style-data" / "cmrc2018_trial.json"
    records = read_all(FORMAT, open_foreign([path], options={}, workbook=lambda _: iter(())))

    wrong = lines_of(records, "wrong")
    assert len(records) == 1_002
    empty = [line.record for line in lines_of(records, "dropped") if not line.field]
    assert empty == ["qas TRIAL_776_QUERY_4", "qas TRIAL_20_QUERY_0"]
    assert sum(record.case is not None for record in records) == 1_000
    assert [line.record for line in wrong] == [f"qas TRIAL_210_QUERY_{place}" for place in range(5)]
    assert {line.told for line in wrong} == {"the offset counts UTF-16 units: the place is counted anew in code points"}
    assert wrong[0].found == "名龙尖，"
    assert len({passage.id for record in records for passage in record.passages}) == 256


@pytest.mark.parametrize("language", ["en", "ru", "zh"])
def test_no_offset_of_xquad_is_wrong(shared: Path, language: str) -> None:
    path = shared / "data" / "xquad" / f"xquad.{language}.json"
    records = read_all(FORMAT, open_foreign([path], options={}, workbook=lambda _: iter(())))

    spans = [item.span for record in records if record.case for need in record.case.evidence for item in need.any_of]
    assert len(spans) == 1_190
    assert None not in spans
    assert lines_of(records) == []
