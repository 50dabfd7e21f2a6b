"""Real ratings: MT-RAG's people rated 477 answers on four criteria, from 1 (no) to 4 (yes), mostly three of them each.

Every rating counts: seven raters, the answers of two models and the human reference, and ordinal distances, since the
four values have an order and no even steps.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from goldsmith.review.agreement import Asked, weighed
from goldsmith.stats.alpha import Alpha, Resampling, krippendorff_alpha

pytestmark = pytest.mark.real_data

RATINGS = "data/mtrag/mtrag-human/evaluations/reference_subset_with_human_evaluations.json"
PUBLISHED = {"faithfulness": 0.470, "naturalness": 0.318, "completeness": 0.263, "appropriateness": 0.064}
RESAMPLING = Resampling(seed=1)


@pytest.fixture(scope="module")
def rated(shared: Path) -> Callable[[str], np.ndarray[Any, Any]]:
    """Return a function from a criterion to its ratings: raters x answers, NaN where there is none."""
    answers = json.loads((shared / RATINGS).read_text(encoding="utf-8"))["evaluations"]

    def matrix(criterion: str) -> np.ndarray[Any, Any]:
        held = [answer["annotations"][criterion] for answer in answers]
        raters = sorted({name for one in held for name in one})
        return np.array([[float(one[name]["value"]) if name in one else np.nan for one in held] for name in raters])

    return matrix


@pytest.fixture(scope="module")
def alphas(rated: Callable[[str], np.ndarray[Any, Any]]) -> dict[str, Alpha]:
    return {
        criterion: krippendorff_alpha(rated(criterion), metric="ordinal", resampling=RESAMPLING)
        for criterion in PUBLISHED
    }


def test_the_ratings_are_those_of_seven_people_on_477_answers(rated: Callable[[str], np.ndarray[Any, Any]]) -> None:
    ratings = rated("faithfulness")
    given = Counter((~np.isnan(ratings)).sum(axis=0).tolist())

    assert ratings.shape == (7, 477)
    assert given == {3: 465, 2: 12}


def test_ordinal_alpha_is_that_of_the_ratings(alphas: dict[str, Alpha]) -> None:
    assert {name: found.value for name, found in alphas.items()} == pytest.approx(PUBLISHED, abs=0.0005)
    assert {found.units for found in alphas.values()} == {477}


def test_no_criterion_reaches_the_floor_and_the_last_cannot_be_used_as_it_stands(alphas: dict[str, Alpha]) -> None:
    told = {name: weighed("alpha", one.units, one.value, one.interval, Asked()) for name, one in alphas.items()}

    assert {name: (figure.standing, figure.why) for name, figure in told.items()} == {
        "faithfulness": ("below", ""),
        "naturalness": ("below", ""),
        "completeness": ("below", ""),
        "appropriateness": ("below", "hardly more than chance gives: it cannot be used as it stands"),
    }


def test_appropriateness_is_low_for_more_than_one_common_value(rated: Callable[[str], np.ndarray[Any, Any]]) -> None:
    shares = {}
    for criterion in ("naturalness", "appropriateness"):
        given = rated(criterion)
        shares[criterion] = round(float((given == 4.0).sum() / (~np.isnan(given)).sum()), 3)

    # Naturalness has one value more often still, and five times the agreement: the criterion itself is unclear.
    assert shares == {"naturalness": 0.888, "appropriateness": 0.75}
