"""(d) Re-anchor evidence: 10,000 quotes in edited documents, 1,000 spans in documents that were cut otherwise."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

from contest import Call, Contest, Peer, Place
from shared_calls import shared_module

_MODULE = "bench_d_remap"
_QUOTES = (10_000, 1_000)
_SPANS = 1_000
_LEAST_FOUND = 0.999
_AUTORAG = "autorag==0.3.27"

Found = dict[str, float]
"""What the generator's judge says: how much was found where it stands, and what was found that is not there."""


def _quotes(place: Place) -> Call:
    from goldsmith.text.alignment import Ground, aligned, in_comparison_form

    module = shared_module(place, _MODULE)
    documents, edited, evidence = module.gen_d2(place.size(*_QUOTES))

    def call() -> Any:
        grounds: dict[int, Ground] = {}
        found = []
        for number, start, end, _ in evidence:
            if number not in grounds:
                grounds[number] = Ground(edited[number])
            quote, ground = documents[number][start:end], grounds[number]
            spans = ground.exact(quote) or ground.alike(in_comparison_form(quote))
            became = None if spans else aligned(quote, ground)
            place_now = became.span if became is not None else next(iter(spans), None)
            found.append(None if place_now is None else tuple(place_now))
        return module.judge(found, evidence)

    return call


def _edlib(place: Place) -> Call:
    module = shared_module(place, _MODULE)
    documents, edited, evidence = module.gen_d2(place.size(*_QUOTES))
    align = module._edl(documents, edited)  # noqa: SLF001 - the peer's own call
    return lambda: module.judge([align(number, start, end) for number, start, end, _ in evidence], evidence)


def _rapidfuzz(place: Place) -> Call:
    module = shared_module(place, _MODULE)
    documents, edited, evidence = module.gen_d2(place.size(*_QUOTES))
    align = module._rf(documents, edited)  # noqa: SLF001 - the peer's own call
    return lambda: module.judge([align(number, start, end) for number, start, end, _ in evidence], evidence)


def _all_found(ours: Found, theirs: Found) -> str:
    """Hold ours against what the generator knows; where the peer errs, that is no fault of ours."""
    faults = []
    if ours["iou90"] < _LEAST_FOUND:
        faults.append(f"{ours['iou90']:.1%} found in their place")
    if ours["false_found"]:
        faults.append(f"{ours['false_found']} deleted ones found")
    if ours["kept"] != theirs["kept"]:
        faults.append("not the same quotes")
    return ", ".join(faults)


def _spans(place: Place) -> Call:
    import numpy as np

    from goldsmith.corpus.pieces import overlaps

    module = shared_module(place, _MODULE)
    _, old, new, evidence = module.gen_d1(_SPANS)
    truth = module.truth_d1(old, new, evidence)
    rows = [(number, start, end) for number, chunks in enumerate(new) for start, end in chunks]
    own = [(number, at) for number, chunks in enumerate(new) for at in range(len(chunks))]
    held = np.array(rows, dtype=np.int64).T
    asked = np.array([(number, *old[number][at]) for number, at in evidence], dtype=np.int64).T

    def call() -> Any:
        links = overlaps(tuple(held), tuple(asked))
        found: list[set[tuple[int, int]]] = [set() for _ in evidence]
        for which, row in zip(links.asked.tolist(), links.row.tolist(), strict=True):
            found[which].add(own[row])
        return module.score(found, truth)

    return call


def _fetch_autorag(place: Place) -> None:
    """Put the peer's source where its call looks for it; its dependencies are stubbed there."""
    folder = str(place.work / "autorag_src")
    install = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-compile"]
    subprocess.run([*install, "--no-deps", "--target", folder, _AUTORAG], check=True)


def _autorag(place: Place) -> Call:
    call: Call = shared_module(place, _MODULE).autorag(_SPANS)
    return call


def _none_missed(ours: Found, theirs: Found) -> str:
    faults = [f"{ours[kind]} links {kind}" for kind in ("missed", "wrong") if ours[kind]]
    return ", ".join(faults if ours["true_links"] == theirs["true_links"] else [*faults, "not the same links"])


CONTESTS = (
    Contest(
        name="d-quotes",
        says="10,000 quotes in edited documents (quick: 1,000)",
        ours=_quotes,
        peers=(
            Peer(name="edlib", setup=_edlib, goal=0.5, agree=_all_found),
            Peer(name="rapidfuzz", setup=_rapidfuzz, goal=None, agree=_all_found),
        ),
        repeats=4,
    ),
    Contest(
        name="d-spans",
        says="1,000 spans after re-chunking: every chunk that holds a part",
        ours=_spans,
        peers=(Peer(name="AutoRAG", setup=_autorag, goal=0.01, agree=_none_missed),),
        prepare=_fetch_autorag,
        rounds=2,
        repeats=2,
    ),
)
