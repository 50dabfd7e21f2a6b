"""Every reference vector of the topics that this floor answers for, computed by ours in the shape of the vector."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import pytest

from goldsmith.stats.denominators import SliceTotal, scored_mean, slice_means, worst_and_best
from goldsmith.stats.intervals import (
    PairedCounts,
    clean_cases_needed,
    clopper_pearson,
    paired_rate_difference,
    upper_bound_if_none,
    wilson,
)
from goldsmith.stats.multiplicity import benjamini_hochberg, holm
from goldsmith.stats.paired import (
    bootstrap_interval,
    bootstrap_means,
    mcnemar,
    paired_t,
    sign_flip_test,
    smallest_sign_flip_p,
)
from goldsmith.stats.power import (
    clustered_standard_error,
    exact_mcnemar_power,
    paired_sample_size,
    smallest_visible_drop,
    smallest_visible_mean_drop,
    standard_error_with_repeats,
)
from goldsmith.stats.repeats import RepeatCount, mean_pass_hat_k, pass_at_k, pass_hat_k
from goldsmith.stats.undefined import Undefined

T = TypeVar("T")
TOPICS = {"significance", "intervals", "power", "repeats", "denominators", "slices"}
# Sentences and counter-examples that a vector carries for its reader.
NOT_A_FIGURE = {"gate_expected", "reason", "mean_errors_as_zero", "pooled_wrong"}


def defined(value: T | Undefined) -> T:
    assert not isinstance(value, Undefined), value.reason
    return value


def differences(given: dict[str, Any]) -> list[float]:
    return [a - b for a, b in zip(given["a"], given["b"], strict=True)]


def permutation_exact(given: dict[str, Any]) -> dict[str, Any]:
    test = defined(sign_flip_test(differences(given), seed=1))
    return {"mean_diff": test.mean_difference, "p_two_sided": test.p_value, "patterns": test.patterns}


def permutation_min_p(given: dict[str, Any]) -> dict[str, Any]:
    return {"rows": [{"n": n, "min_two_sided_p": smallest_sign_flip_p(n)} for n in given["n"]]}


def ttest(given: dict[str, Any]) -> dict[str, Any]:
    test = defined(paired_t(differences(given)))
    return {
        "t": test.t,
        "p": test.p_value,
        "ci95": [test.interval.low, test.interval.high],
        "df": test.degrees_of_freedom,
    }


def bootstrap_paired(given: dict[str, Any]) -> dict[str, Any]:
    percentile = defined(bootstrap_interval(differences(given), method="percentile", level=given["level"], seed=1))
    bca = defined(bootstrap_interval(differences(given), method="bca", level=given["level"], seed=1))
    return {
        "percentile": [percentile.interval.low, percentile.interval.high],
        "bca": [bca.interval.low, bca.interval.high],
        "mean": bca.mean_difference,
    }


def bootstrap_of_one(given: dict[str, Any]) -> dict[str, Any]:
    interval = bootstrap_interval(given["differences"], seed=1)
    return {"interval": None if isinstance(interval, Undefined) else interval}


def mcnemar_exact(given: dict[str, Any]) -> dict[str, Any]:
    tests = [mcnemar(old, new) for old, new in given["pairs"]]
    return {
        "rows": [
            {
                "only_old_passed": test.only_old,
                "only_new_passed": test.only_new,
                "p_exact": test.p_value,
                "p_mid": None if isinstance(test.p_mid, Undefined) else test.p_mid,
            }
            for test in tests
        ]
    }


def many_tests(given: dict[str, Any]) -> dict[str, Any]:
    adjusted, family = benjamini_hochberg(given["p"]), holm(given["p"])
    if "alpha" not in given:
        return {"adjusted": list(adjusted), "holm": list(family)}
    rejected = [p <= given["alpha"] for p in adjusted]
    return {
        "adjusted": list(adjusted),
        "rejected": rejected,
        "n_rejected": sum(rejected),
        "holm": list(family),
        "n_holm": sum(p <= given["alpha"] for p in family),
    }


def proportion(given: dict[str, Any]) -> dict[str, Any]:
    rows = []
    for x, n in given["pairs"]:
        score, exact = defined(wilson(x, n, level=given["level"])), defined(clopper_pearson(x, n, level=given["level"]))
        rows.append(
            {
                "x": x,
                "n": n,
                "p": x / n,
                "wilson95": [score.low, score.high],
                "clopper_pearson95": [exact.low, exact.high],
                "upper_one_sided95_if_zero": upper_bound_if_none(n) if x == 0 else None,
            }
        )
    return {"rows": rows}


def rule_of_three(given: dict[str, Any]) -> dict[str, Any]:
    return {"n": [clean_cases_needed(rate) for rate in given["r"]]}


def paired_difference(given: dict[str, Any]) -> dict[str, Any]:
    rows = []
    for both, only_a, only_b, neither in given["tables"]:
        counts = PairedCounts(both=both, only_first=only_a, only_second=only_b, neither=neither)
        found = defined(paired_rate_difference(counts))
        rows.append(
            {
                "both": both,
                "only_a": only_a,
                "only_b": only_b,
                "neither": neither,
                "diff": found.difference,
                "ci95": [found.interval.low, found.interval.high],
            }
        )
    return {"rows": rows}


def sample_size(given: dict[str, Any]) -> dict[str, Any]:
    return {
        "rows": [
            {
                "drop": drop,
                "share_of_cases_that_flip": flip,
                "n_power80": paired_sample_size(drop=drop, flip_share=flip, alpha=given["alpha"], power=0.8),
                "n_power90": paired_sample_size(drop=drop, flip_share=flip, alpha=given["alpha"], power=0.9),
            }
            for drop in (0.1, 0.05, 0.02, 0.01)
            for flip in (0.1, 0.15, 0.2, 0.3)
        ]
    }


def exact_power(given: dict[str, Any]) -> dict[str, Any]:
    return {
        "rows": [
            {
                "n": row["n"],
                "p_only_old": row["p10"],
                "p_only_new": row["p01"],
                "power_exact_mcnemar": exact_mcnemar_power(row["n"], p_only_old=row["p10"], p_only_new=row["p01"]),
            }
            for row in given["rows"]
        ]
    }


def visible_drop(given: dict[str, Any]) -> dict[str, Any]:
    rows = []
    for n in (10, 20, 30, 60, 80, 100, 200, 500, 1000, 2000):
        for flip in (0.1, 0.2, 0.3):
            drop = smallest_visible_drop(n, flip_share=flip, alpha=given["alpha"], power=given["power"])
            rows.append({"n": n, "flip_share": flip, "mde": None if isinstance(drop, Undefined) else drop})
    return {"rows": rows}


def visible_mean_drop(given: dict[str, Any]) -> dict[str, Any]:
    return {"mde": [smallest_visible_mean_drop(n, sd=sd) for n, sd in given["rows"]]}


def repeats_error(given: dict[str, Any]) -> dict[str, Any]:
    between, within, cases = given["between"], given["within"], given["n"]
    return {
        "se": [standard_error_with_repeats(between=between, within=within, cases=cases, repeats=k) for k in given["k"]]
    }


def clustered_error(given: dict[str, Any]) -> dict[str, Any]:
    error = defined(clustered_standard_error(given["clusters"]))
    return {"mean": error.mean, "clustered_se": error.clustered, "naive_se": error.naive}


def pass_of_k(given: dict[str, Any]) -> dict[str, Any]:
    rows = []
    for n, c, k in given["rows"]:
        runs = RepeatCount(runs=n, passed=c)
        rows.append({"n": n, "c": c, "k": k, "pass_at_k": pass_at_k(runs, k), "pass_hat_k": pass_hat_k(runs, k)})
    return {"rows": rows}


def suite_pass_hat(given: dict[str, Any]) -> dict[str, Any]:
    counts = [RepeatCount(runs=n, passed=c) for n, c in given["n_c"]]
    return {"mean_pass_hat_3": mean_pass_hat_k(counts, given["k"])}


def missing_scores(given: dict[str, Any], mean_name: str) -> dict[str, Any]:
    scores = [score for score in given["scores"] if score is not None]
    mean = defined(scored_mean(scores, asked=len(given["scores"])))
    bounds = defined(worst_and_best(scores, asked=len(given["scores"])))
    return {mean_name: mean.mean, "completeness": mean.completeness, "bounds": [bounds.worst, bounds.best]}


def totals(slices: dict[str, list[int]]) -> dict[str, SliceTotal]:
    return {name: SliceTotal(total=passed, cases=cases) for name, (passed, cases) in slices.items()}


def changed_mix(given: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for system in ("old", "new"):
        slices = totals(given[system])
        found[f"{system}_overall"] = defined(slice_means(slices)).micro
        found[system] = {name: defined(slice_means({name: slices[name]})).macro for name in slices}
    return found


def macro_and_micro(given: dict[str, Any]) -> dict[str, Any]:
    means = defined(slice_means(totals(given["slices"])))
    return {"micro": means.micro, "macro": means.macro, "worst_slice": means.worst_slice}


COMPUTE: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {
    "sig.permutation.exact": permutation_exact,
    "sig.permutation.min_p": permutation_min_p,
    "sig.ttest.paired": ttest,
    "sig.bootstrap.paired": bootstrap_paired,
    "sig.bootstrap.n1": bootstrap_of_one,
    "sig.mcnemar.exact": mcnemar_exact,
    "sig.bh": many_tests,
    "sig.bh.small": many_tests,
    "ci.proportion": proportion,
    "ci.rule_of_three": rule_of_three,
    "ci.paired_difference": paired_difference,
    "power.paired.sample_size": sample_size,
    "power.paired.exact": exact_power,
    "power.paired.mde": visible_drop,
    "power.paired.continuous_mde": visible_mean_drop,
    "power.repeats": repeats_error,
    "power.clustered_se": clustered_error,
    "repeat.pass_at_k": pass_of_k,
    "repeat.pass_hat_k.mean": suite_pass_hat,
    "denominator.errors": lambda given: missing_scores(given, "mean_scored_only"),
    "denominator.bounds": lambda given: missing_scores(given, "mean_scored"),
    "slice.simpson": changed_mix,
    "slice.macro_micro": macro_and_micro,
}
OF_ITS_OWN_TEST = {"sig.bootstrap.enumerated_n3"}


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


def test_the_bootstrap_of_three_cases_is_near_the_full_enumeration(oracle: Callable[[str], dict[str, Any]]) -> None:
    vector = oracle("sig.bootstrap.enumerated_n3")
    expected = vector["expected"]

    means = bootstrap_means(np.array(vector["input"]["differences"])[:, None], resamples=20_000, seed=1)[:, 0]
    values, counts = np.unique(np.round(means, 9) + 0.0, return_counts=True)
    shares = {f"{value:.1f}": int(count) / means.size for value, count in zip(values, counts, strict=True)}

    assert {
        "distribution": shares,
        "mean": float(means.mean()),
        "sd": float(means.std()),
        "at_or_below_zero": np.count_nonzero(means <= 1e-12) / means.size,
    } == {
        "distribution": pytest.approx(expected["distribution"], abs=0.01),
        "mean": pytest.approx(expected["mean_of_distribution"], abs=0.01),
        "sd": pytest.approx(expected["plugin_sd_over_sqrt_n"], abs=0.01),
        "at_or_below_zero": pytest.approx(expected["share_at_or_below_zero"], abs=0.01),
    }


def test_every_vector_of_our_topics_is_computed(shared: Path) -> None:
    document = json.loads((shared / "oracles" / "oracles.json").read_text(encoding="utf-8"))
    ours = {vector["id"] for vector in document["vectors"] if vector["topic"] in TOPICS}

    assert ours == set(COMPUTE) | OF_ITS_OWN_TEST
