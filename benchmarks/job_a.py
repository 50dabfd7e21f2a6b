"""(a) Retrieval measures of a whole run: 10,000 questions x 100 results, eleven measures, ids as text."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

from contest import Call, Contest, Peer, Place
from shared_calls import peer_case, shared_module

MEASURES = {
    "recall@1": "recall_1", "recall@5": "recall_5", "recall@10": "recall_10", "recall@100": "recall_100",
    "precision@5": "P_5", "precision@10": "P_10", "reciprocal_rank": "recip_rank", "average_precision": "map",
    "ndcg@5": "ndcg_cut_5", "ndcg@10": "ndcg_cut_10", "ndcg@100": "ndcg_cut_100",
}  # fmt: skip
"""Our spelling, and the one of trec_eval."""

_ROUNDED = 2e-6


def _columns(place: Place, kind: Any) -> tuple[Any, Any]:
    """Return judgements and run as our columns, with ids of the numpy type `kind`."""
    import numpy as np

    from goldsmith.tables.rank_columns import JudgementColumns, RunColumns

    questions = place.size(10_000, 500)
    ranked, scores, judged, grades = shared_module(place, "bench_a_metrics").gen_arrays(questions)
    names = np.array([f"q{number}" for number in range(questions)], dtype=kind)

    def ids(numbers: Any) -> Any:
        return np.array([f"d{number}" for number in numbers.ravel().tolist()], dtype=kind)

    judgements = JudgementColumns(
        query=np.repeat(names, judged.shape[1]), document=ids(judged), grade=grades.ravel().astype(np.int64)
    )
    run = RunColumns(query=np.repeat(names, ranked.shape[1]), document=ids(ranked), score=scores.ravel())
    return judgements, run


def _means(told: Any) -> dict[str, float]:
    return {theirs: round(told.mean(ours), 6) for ours, theirs in MEASURES.items()}


def _columns_of(kind_name: str) -> Any:
    def setup(place: Place) -> Call:
        import numpy as np

        from goldsmith.scoring.ranking import evaluate_run

        judgements, run = _columns(place, np.str_ if kind_name == "fixed" else object)
        return lambda: _means(evaluate_run(judgements, run, list(MEASURES)))

    return setup


def _pytrec(place: Place) -> Call:
    module = shared_module(place, "bench_a_metrics")
    call: Call = module.pytrec(place.size(10_000, 500))
    return call


def _same_means(ours: dict[str, float], theirs: dict[str, float]) -> str:
    far = [name for name, value in ours.items() if abs(value - theirs[name]) > _ROUNDED]
    return f"other means: {', '.join(far)}" if far else ""


def _ir_measures(place: Place) -> Call:
    import ir_measures
    from ir_measures import AP, RR, P, R, nDCG

    judged, run = shared_module(place, "bench_a_metrics").gen_dicts(place.size(10_000, 500))
    asked = (R @ 1, R @ 5, R @ 10, R @ 100, P @ 5, P @ 10, RR, AP, nDCG @ 5, nDCG @ 10, nDCG @ 100)

    def call() -> dict[str, float]:
        found = ir_measures.calc_aggregate(asked, judged, run)
        return {name: round(found[measure], 6) for name, measure in zip(MEASURES.values(), asked, strict=True)}

    return call


def _trec_text(place: Place) -> Call:
    from goldsmith.scoring.ranking import evaluate_run
    from goldsmith.scoring.trec import parse_qrels, parse_run

    run, judged = _files(place)

    def call() -> dict[str, float]:
        judgements, results = (Path(name).read_text(encoding="utf-8") for name in (judged, run))
        return _means(evaluate_run(parse_qrels(judgements), parse_run(results), list(MEASURES)))

    return call


def _files(place: Place) -> tuple[str, str]:
    module = shared_module(place, "bench_a_metrics")
    (place.work / "data").mkdir(exist_ok=True)
    questions = place.size(10_000, 500)
    module.N, module.gen_arrays = questions, partial(module.gen_arrays, questions)
    found: tuple[str, str] = module.files()
    return found


def _write_files(place: Place) -> None:
    _files(place)


def _differing(place: Place) -> Call:
    """Count the figures that differ from pytrec_eval's on runs in which nearly everything is tied."""
    import numpy as np
    import pytrec_eval

    from goldsmith.scoring.ranking import evaluate_run
    from goldsmith.tables.rank_columns import JudgementColumns, RunColumns

    module = shared_module(place, "bench_a_metrics")
    questions = place.size(2_000, 200)
    judged, run = module.gen_dicts(questions)
    chance = np.random.default_rng(11)
    tied = {name: {one: float(chance.integers(0, 5)) / 7 for one in found} for name, found in run.items()}
    grades = [(name, one, grade) for name, found in judged.items() for one, grade in found.items()]
    rows = [(name, one, score) for name, found in tied.items() for one, score in found.items()]

    def call() -> int:
        told = evaluate_run(
            JudgementColumns(
                query=np.array([row[0] for row in grades]),
                document=np.array([row[1] for row in grades]),
                grade=np.array([row[2] for row in grades], np.int64),
            ),
            RunColumns(
                query=np.array([row[0] for row in rows]),
                document=np.array([row[1] for row in rows]),
                score=np.array([row[2] for row in rows]),
            ),
            list(MEASURES),
        )
        expected = pytrec_eval.RelevanceEvaluator(judged, module.TREC).evaluate(tied)
        return sum(
            bool(abs(told.values[ours][place_of] - expected[name][theirs]) > 1e-9)
            for place_of, name in enumerate(told.questions)
            for ours, theirs in MEASURES.items()
        )

    return call


CONTESTS = (
    Contest(
        name="a-columns",
        says="11 measures, 10,000 questions x 100 results, columns of text",
        ours=_columns_of("fixed"),
        peers=(
            Peer(name="pytrec_eval", setup=_pytrec, goal=0.35, agree=_same_means),
            Peer(name="ir_measures", setup=_ir_measures, agree=_same_means),
        ),
    ),
    Contest(
        name="a-objects",
        says="the same, ids as Python text (no goal: the goal is for columns)",
        ours=_columns_of("object"),
        peers=(Peer(name="pytrec_eval", setup=_pytrec, agree=_same_means),),
    ),
    Contest(
        name="a-ties",
        says="of 22,000 figures over tied runs, those unlike pytrec_eval's",
        ours=_differing,
        limit=0,
        unit="differ",
        is_time=False,
        rounds=1,
        repeats=1,
    ),
    Contest(
        name="a-file",
        says="the same from TREC text files",
        ours=_trec_text,
        peers=(
            Peer(
                name="pytrec_eval",
                setup=peer_case("bench_a_metrics", "FILE pytrec_eval parse_run + evaluate L"),
                agree=_same_means,
            ),
        ),
        prepare=_write_files,
        repeats=3,
    ),
)
