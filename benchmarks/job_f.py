"""(f) Paired statistics: 1,000 cases x 10 measures x 10,000 resamples. Agreement: 10,000 items x 5 raters, 4 labels."""

from __future__ import annotations

from typing import Any, Literal

from contest import Call, Contest, Peer, Place
from shared_calls import peer_case, shared_module

_MODULE = "bench_f_stats"
_QUICK_RESAMPLES = 1_000
_DRAWN_INTERVAL = 2e-3
_DRAWN_ALPHA = 0.01
_ALPHA_RESAMPLES = 200
"""As many as the peer draws, at either size."""
_WRITTEN = 1e-5
"""The peers round to five places."""
_DRAWN_P = 0.05
"""Two honest sets of resamples differ by about this much at most at quick size."""


def _differences(place: Place) -> Any:
    old, new = shared_module(place, _MODULE).gen()
    return new - old


def _resamples(place: Place) -> int:
    return place.size(10_000, _QUICK_RESAMPLES)


def _intervals(method: Literal["percentile", "bca"]) -> Any:
    def setup(place: Place) -> Call:
        from goldsmith.stats.paired import bootstrap_intervals

        differences = _differences(place)

        def call() -> list[float]:
            found = bootstrap_intervals(differences, method=method, resamples=_resamples(place), seed=1)
            return [one.interval.low for one in found if hasattr(one, "interval")][:4]

        return call

    return setup


def _sign_flips(place: Place) -> Call:
    from goldsmith.stats.paired import sign_flip_tests

    # The peers take old minus new; the test is two-sided.
    differences = _differences(place)

    def call() -> list[float]:
        found = sign_flip_tests(differences, resamples=_resamples(place), seed=1)
        return [one.p_value for one in found if hasattr(one, "p_value")][:4]

    return call


def _kappas(place: Place) -> Call:
    from goldsmith.stats.agreement import cohen_kappa, pair_table

    ratings = shared_module(place, _MODULE).labels()

    def call() -> list[float]:
        pairs = [(one, other) for one in range(len(ratings)) for other in range(one)]
        tables = [pair_table(ratings[one], ratings[other], labels=4) for one, other in pairs]
        values = [cohen_kappa(table).value for table in tables]
        return [value for value in values if isinstance(value, float)][:4]

    return call


def _alpha_interval(place: Place) -> Call:
    from goldsmith.stats.alpha import Resampling, krippendorff_alpha
    from goldsmith.stats.intervals import Interval

    ratings = shared_module(place, _MODULE).missing()

    def call() -> list[float]:
        found = krippendorff_alpha(ratings, resampling=Resampling(seed=1, resamples=_ALPHA_RESAMPLES)).interval
        return [found.low, found.high] if isinstance(found, Interval) else []

    return call


def _within(bound: float) -> Any:
    def agree(ours: list[float], theirs: list[float]) -> str:
        far = max(abs(one - other) for one, other in zip(ours, theirs, strict=True))
        return "" if far <= bound else f"{far:.2g} apart"

    return agree


def _peer(name: str, case: str, *, goal: float | None, within: float) -> Peer:
    return Peer(name=name, setup=peer_case(_MODULE, case, B=_QUICK_RESAMPLES), goal=goal, agree=_within(within))


_BOOT = "boot 1kx10 B=10k: scipy.stats.bootstrap"
_FLIP = "perm 1kx10 B=10k:"

CONTESTS = (
    Contest(
        name="f-percentile",
        says="paired bootstrap, percentile intervals",
        ours=_intervals("percentile"),
        peers=(
            _peer("scipy, all at once", f"{_BOOT} axis=0, all metrics, batch=100", goal=0.3, within=_DRAWN_INTERVAL),
            _peer("scipy, one by one", f"{_BOOT} percentile, per metric", goal=None, within=_DRAWN_INTERVAL),
        ),
    ),
    Contest(
        name="f-bca",
        says="paired bootstrap, BCa intervals",
        ours=_intervals("bca"),
        peers=(_peer("scipy BCa", f"{_BOOT} BCa (default), per metric", goal=0.3, within=_DRAWN_INTERVAL),),
    ),
    Contest(
        name="f-flip",
        says="sign-flip permutation test",
        ours=_sign_flips,
        peers=(
            _peer("ranx (numba)", f"{_FLIP} ranx fisher_randomization (numba)", goal=0.02, within=_DRAWN_P),
            _peer("scipy", f"{_FLIP} scipy permutation_test samples, vectorised", goal=None, within=_DRAWN_P),
        ),
        repeats=3,
    ),
    Contest(
        name="f-kappa",
        says="Cohen's kappa with its interval, 10 pairs of raters x 10,000 items",
        ours=_kappas,
        peers=(_peer("sklearn", "kappa 10k x 10 rater pairs: sklearn cohen_kappa_score", goal=0.1, within=_WRITTEN),),
    ),
    Contest(
        name="f-alpha",
        says="Krippendorff's alpha with a bootstrap interval of 200 resamples, 30 % of ratings missing",
        ours=_alpha_interval,
        peers=(
            _peer(
                "krippendorff in a loop",
                "alpha bootstrap B=200: krippendorff in a loop",
                goal=0.1,
                within=_DRAWN_ALPHA,
            ),
        ),
        repeats=3,
    ),
)
