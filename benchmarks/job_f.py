"""(f) Paired statistics: 1,000 cases x 10 measures x 10,000 resamples."""

from __future__ import annotations

from typing import Any, Literal

from contest import Call, Contest, Peer, Place
from shared_calls import peer_case, shared_module

_MODULE = "bench_f_stats"
_QUICK_RESAMPLES = 1_000
_DRAWN_INTERVAL = 2e-3
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
)
