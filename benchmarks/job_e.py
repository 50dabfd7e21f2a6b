"""(e) Near-duplicate questions: 100,000 questions of 8 to 19 words, a tenth of them copies with up to two edits."""

from __future__ import annotations

from typing import Any

from contest import Call, Contest, Peer, Place
from shared_calls import peer_case, shared_module

_MODULE = "bench_e_dups"
_QUICK = 10_000
_LEAST_FOUND = 0.99

Found = dict[str, float]
"""Share of the planted copies found, by kind of edit."""


def _ours(place: Place) -> Call:
    from goldsmith.text.near_duplicates import near_duplicates

    module = shared_module(place, _MODULE)
    questions, planted = module.gen_q(place.size(100_000, _QUICK))

    def call() -> Any:
        found = near_duplicates(questions)
        return module.judge([(pair.first, pair.second) for pair in found], planted)

    return call


def _finds_all(ours: Found, theirs: Found) -> str:
    """Hold ours against the planted copies; the peers miss some, which is no fault of ours."""
    missed = [kind for kind in ours if kind in theirs and kind != "extra" and ours[kind] < _LEAST_FOUND]
    return f"fewer than {_LEAST_FOUND:.0%} found: {', '.join(missed)}" if missed else ""


def _peer(name: str, case: str, *, goal: float | None) -> Peer:
    def setup(place: Place) -> Call:
        size = "10k" if place.quick else "100k"
        return peer_case(_MODULE, f"{size} {case}")(place)

    return Peer(name=name, setup=setup, goal=goal, agree=_finds_all)


CONTESTS = (
    Contest(
        name="e-duplicates",
        says="near-duplicate questions among 100,000 (quick: 10,000)",
        ours=_ours,
        peers=(
            _peer("rensa", "rensa RMinHash(128)+LSH 0.6, char-4", goal=1.0),
            _peer("datasketch", "datasketch MinHash(128)+LSH 0.6, char-4", goal=None),
        ),
        rounds=2,
        repeats=2,
    ),
)
