"""RAGChecker's own example: what is read gives its own figures."""

from __future__ import annotations

from pathlib import Path

import pytest

from goldsmith.interchange.formats import recognised
from goldsmith.interchange.ragchecker import FORMAT
from goldsmith.interchange.ragchecker_labels import labels_from
from goldsmith.ondisk.foreign_files import open_foreign
from goldsmith.records.measure import Scored
from goldsmith.scoring.claim_measures import GROUPS, claim_measures, mean_claim_measures, published_percent
from tests.interchange.foreign import lines_of, read_all

_EXAMPLES = Path("data", "ragchecker-meta", "examples")


def test_the_eleven_figures_from_what_was_read_are_the_published_ones(shared: Path) -> None:
    source = open_foreign([shared / _EXAMPLES / "checking_outputs.json"], options={}, workbook=lambda _: iter(()))
    whole, *records = read_all(FORMAT, source)

    measured = [claim_measures(labels_from(record.judgments[0])) for record in records]
    for held, record in zip(measured, records, strict=True):
        published = {score.measure: score.value for score in record.published}
        values = {str(name): one.value for name, one in held.items() if isinstance(one, Scored)}
        assert values == pytest.approx(published, abs=1e-12)
    means = mean_claim_measures(measured)
    assert {score.measure: score.value for score in whole.published} == {
        f"{group}.{name}": published_percent(means[name].mean_over_all)
        for group, names in GROUPS.items()
        for name in names
    }
    assert recognised(source) == ("ragchecker",)
    assert lines_of(records, "wrong", "dropped") == []


def test_the_inputs_are_two_cases_with_responses(shared: Path) -> None:
    source = open_foreign([shared / _EXAMPLES / "checking_inputs.json"], options={}, workbook=lambda _: iter(()))
    records = read_all(FORMAT, source)

    assert [(len(record.responses), len(record.passages), record.judgments) for record in records] == [
        (1, 4, ()),
        (1, 3, ()),
    ]
