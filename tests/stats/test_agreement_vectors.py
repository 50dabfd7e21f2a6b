"""Every reference vector of agreement, computed by ours in the shape of the vector."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from goldsmith.stats.agreement import Kappa, cohen_kappa, pair_table
from goldsmith.stats.alpha import Metric, krippendorff_alpha
from goldsmith.stats.alpha_of_sets import alpha_of_sets
from goldsmith.stats.intervals import Interval
from goldsmith.stats.many_raters import (
    ChanceCorrected,
    brennan_prediger,
    conger_kappa,
    fleiss_kappa,
    gwet_ac1,
    label_counts,
)
from goldsmith.stats.set_overlap import jaccard, masi
from goldsmith.stats.undefined import Undefined

METRICS: tuple[Metric, ...] = ("nominal", "ordinal", "interval", "ratio")
# Sentences, counter-examples, and the same figure written short.
NOT_A_FIGURE = {"reason", "package", "rounded", "without_unpicked"} | {f"{metric}_rounded" for metric in METRICS}


def number(value: float | Undefined) -> float | None:
    return None if isinstance(value, Undefined) else value


def ends(interval: Interval | Undefined) -> list[float] | None:
    return None if isinstance(interval, Undefined) else [interval.low, interval.high]


def codes(*raters: Sequence[str | int | float | None]) -> tuple[np.ndarray[Any, Any], int]:
    labels = sorted({str(label) for row in raters for label in row if label is not None})
    found = [[-1 if label is None else labels.index(str(label)) for label in row] for row in raters]
    return np.array(found), len(labels)


def of_raters(given: dict[str, Any]) -> Kappa:
    both, labels = codes(given["rater1"], given["rater2"])
    return cohen_kappa(pair_table(both[0], both[1], labels=labels))


def two_raters(given: dict[str, Any]) -> dict[str, Any]:
    kappa = cohen_kappa(given["table_rows_rater1_cols_rater2"])
    return {
        "kappa": number(kappa.value),
        "observed_agreement": number(kappa.observed),
        "expected_agreement": number(kappa.expected),
        "asymptotic_se": number(kappa.standard_error),
        "ci95": ends(kappa.interval),
        "n": kappa.items,
    }


def single_label(given: dict[str, Any]) -> dict[str, Any]:
    kappa = of_raters(given)
    return {"kappa": number(kappa.value), "observed_agreement": number(kappa.observed)}


def missing_pairwise(given: dict[str, Any]) -> dict[str, Any]:
    kappa = of_raters(given)
    return {
        "kappa": number(kappa.value),
        "n_used": kappa.items,
        "n_left_out": len(given["rater1"]) - kappa.items,
    }


def weighted(given: dict[str, Any]) -> dict[str, Any]:
    return {"kappa_weighted": number(cohen_kappa(given["table"], weights=given["weights"]).value)}


def unused_middle(given: dict[str, Any]) -> dict[str, Any]:
    def kappa(labels: list[int]) -> float | None:
        first, second = ([labels.index(label) for label in given[rater]] for rater in ("rater1", "rater2"))
        return number(cohen_kappa(pair_table(first, second, labels=len(labels)), weights=given["weights"]).value)

    return {"kappa_with_labels": kappa(given["labels"]), "kappa_without": kappa([0, 2])}


def width_by_n(given: dict[str, Any]) -> dict[str, Any]:
    rows = []
    for row in given["rows"]:
        kappa = cohen_kappa(row["table"])
        rows.append(
            {"n": kappa.items, "table": row["table"], "kappa": number(kappa.value), "ci95": ends(kappa.interval)}
        )
    return {"rows": rows}


def fleiss(given: dict[str, Any]) -> dict[str, Any]:
    return {"kappa": number(fleiss_kappa(given["counts_per_item"]).value)}


def fleiss_of_one_label(given: dict[str, Any]) -> dict[str, Any]:
    found = fleiss_kappa(given["counts_per_item"])
    return {"kappa": number(found.value), "observed_agreement": number(found.observed)}


def alphas(*metrics: Metric) -> Callable[[dict[str, Any]], dict[str, Any]]:
    def compute(given: dict[str, Any]) -> dict[str, Any]:
        rows = given["rows_are_coders"]
        if any(isinstance(value, str) for row in rows for value in row):
            ratings = codes(*rows)[0].astype(np.float64)
        else:
            ratings = np.array(rows, dtype=np.float64)
        return {metric: number(krippendorff_alpha(ratings, metric=metric).value) for metric in metrics}

    return compute


def four_raters(given: dict[str, Any]) -> dict[str, Any]:
    ratings, labels = codes(*zip(*given["units_rows"], strict=True))
    counts = label_counts(ratings, labels=labels)
    found = gwet_ac1(counts)
    return {
        "ac1": number(found.value),
        "percent_agreement": number(found.observed),
        "pe": number(found.expected),
        "ci95": ends(found.interval),
        "se": number(found.standard_error),
        "brennan_prediger": number(brennan_prediger(counts).value),
        "conger_kappa": number(conger_kappa(ratings, labels=labels).value),
        "fleiss_generalised": number(fleiss_kappa(counts).value),
    }


def of_table(table: list[list[int]]) -> ChanceCorrected:
    labels = np.eye(len(table))
    cells = [
        (labels[row] + labels[column], held[column]) for row, held in enumerate(table) for column in range(len(held))
    ]
    return gwet_ac1([counts for counts, times in cells for _ in range(times)])


def ac1_of_two(given: dict[str, Any]) -> dict[str, Any]:
    found = of_table(given["table"])
    return {
        "ac1": number(found.value),
        "pa": number(found.observed),
        "pe": number(found.expected),
        "kappa": number(cohen_kappa(given["table"]).value),
    }


def pairwise_sets(given: dict[str, Any]) -> dict[str, Any]:
    rows = []
    for pair in given["pairs"]:
        one, other = set(pair["a"]), set(pair["b"])
        shared = jaccard(one, other)
        # F1 is Jaccard in another spelling.
        rows.append({**pair, "jaccard": shared, "masi": masi(one, other), "f1": 2 * shared / (1 + shared)})
    return {"rows": rows}


def alpha_of_selections(given: dict[str, Any]) -> dict[str, Any]:
    units = [[set(item["A"]), set(item["B"])] for item in given["items"]]
    some = [unit for unit in units if any(unit)]
    return {
        "alpha_masi": number(alpha_of_sets(units, masi).value),
        "alpha_jaccard": number(alpha_of_sets(units, jaccard).value),
        "exact_match_rate": sum(one == other for one, other in units) / len(units),
        "mean_jaccard": sum(jaccard(one, other) for one, other in units) / len(units),
        "alpha_masi_without_empty_item": number(alpha_of_sets(some, masi).value),
    }


def per_candidate(given: dict[str, Any]) -> dict[str, Any]:
    first, second = ([int(name in given[rater]) for name in given["candidates"]] for rater in ("A", "B"))
    return {"kappa": number(cohen_kappa(pair_table(first, second, labels=2)).value)}


COMPUTE: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {
    "kappa.2x2.textbook": two_raters,
    "kappa.3class": two_raters,
    "kappa.paradox": two_raters,
    "kappa.negative": two_raters,
    "kappa.perfect.2class": two_raters,
    "kappa.single_label.undefined": single_label,
    "kappa.missing.pairwise": missing_pairwise,
    "kappa.weighted.linear": weighted,
    "kappa.weighted.quadratic": weighted,
    "kappa.weighted.unused_middle": unused_middle,
    "kappa.ci_width_by_n": width_by_n,
    "fleiss.10x14x5": fleiss,
    "fleiss.6x3x2": fleiss,
    "fleiss.single_label.undefined": fleiss_of_one_label,
    "alpha.4x12.missing": alphas(*METRICS),
    "alpha.3x15.missing": alphas("nominal", "interval"),
    "alpha.negative": alphas("nominal"),
    "alpha.one_rare_disagreement": alphas("nominal"),
    "alpha.single_value.undefined": alphas("nominal"),
    "alpha.no_pairable_unit.undefined": alphas("nominal"),
    "ac1.4raters12units": four_raters,
    "ac1.paradox": ac1_of_two,
    "ac1.2x2": ac1_of_two,
    "setagree.pairwise": pairwise_sets,
    "setagree.alpha": alpha_of_selections,
    "setagree.kappa_per_candidate": per_candidate,
}


def leaves(value: object, place: str = "") -> dict[str, object]:
    """Return every figure of a nested value under its place, so that all are compared at once."""
    if isinstance(value, dict):
        named = [(f"{place}.{key}", item) for key, item in value.items()]
    elif isinstance(value, list):
        named = [(f"{place}.{index}", item) for index, item in enumerate(value)]
    else:
        return {place: value}
    return {key: leaf for below, item in named for key, leaf in leaves(item, below).items()}


@pytest.mark.parametrize("vector_id", sorted(COMPUTE))
def test_ours_gives_the_figures_of_the_vector(vector_id: str, oracle: Callable[[str], dict[str, Any]]) -> None:
    vector = oracle(vector_id)
    expected = {key: value for key, value in vector["expected"].items() if key not in NOT_A_FIGURE}

    computed = COMPUTE[vector_id](vector["input"])

    assert leaves(computed) == {
        place: pytest.approx(leaf, rel=0, abs=vector["tolerance"]) if isinstance(leaf, float) else leaf
        for place, leaf in leaves(expected).items()
    }


def test_every_vector_of_agreement_is_computed(shared: Path) -> None:
    document = json.loads((shared / "oracles" / "oracles.json").read_text(encoding="utf-8"))
    named = {vector["id"] for vector in document["vectors"] if vector["topic"] == "agreement"}

    assert named == set(COMPUTE)
