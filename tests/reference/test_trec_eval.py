"""Parity with trec_eval on its own test files, to the four digits that it prints."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from goldsmith.scoring.ranking import Population, RunEvaluation, evaluate_run
from goldsmith.scoring.trec import parse_qrels, parse_run
from goldsmith.tables.rank_columns import RunColumns

pytestmark = pytest.mark.real_data

NAMES = {
    "map": "average_precision",
    "map_cut": "average_precision",
    "P": "precision",
    "recall": "recall",
    "recip_rank": "reciprocal_rank",
    "ndcg": "ndcg",
    "ndcg_cut": "ndcg",
    "success": "hit",
    "set_P": "precision",
    "set_recall": "recall",
}
LINE = re.compile(r"(?P<name>[a-zA-Z_]+?)(?:_(?P<cutoff>\d+))?")


def ours(spelling: str) -> str | None:
    """Return our spelling of one of theirs; None for a measure that we do not have."""
    match = LINE.fullmatch(spelling)
    if match is None or match["name"] not in NAMES:
        return None
    return NAMES[match["name"]] + (f"@{match['cutoff']}" if match["cutoff"] else "")


def printed(path: Path) -> list[tuple[str, str, str]]:
    """Return our spelling, question and printed value of every line that our measures can say."""
    rows = [line.split() for line in path.read_text(encoding="utf-8").splitlines()]
    named = [(ours(row[0]), row[1], row[2]) for row in rows if len(row) == 3]
    return [(name, question, value) for name, question, value in named if name is not None]


def compare(told: RunEvaluation, path: Path, over: Population) -> int:
    """Hold every printed figure against ours; return how many there were."""
    place = {question: index for index, question in enumerate(told.questions)}
    lines = printed(path)
    for name, question, value in lines:
        if question != "all" and question not in place:
            assert float(value) == 0.0
            continue
        figure = told.mean(name, over=over) if question == "all" else told.values[name][place[question]]
        assert figure is not None
        assert f"{figure:.4f}" == value, (name, question)
    return len(lines)


def evaluate(folder: Path, qrels: str, run: RunColumns, expected: str, *, level: int = 1) -> RunEvaluation:
    wanted = sorted({name for name, _, _ in printed(folder / expected)})
    judged = parse_qrels((folder / qrels).read_text(encoding="utf-8"))
    return evaluate_run(judged, run, wanted, relevance_level=level)


@pytest.fixture(scope="module")
def folder(shared: Path) -> Path:
    return shared / "data" / "trec_eval-tests" / "test"


@pytest.fixture(scope="module")
def read_run(folder: Path) -> Callable[[str], RunColumns]:
    return lambda name: parse_run((folder / name).read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("qrels", "run", "expected", "over", "lines"),
    [
        ("qrels.test", "results.test", "out.test", "returned", 11),
        ("qrels.test", "results.test", "out.test.a", "returned", 44),
        ("qrels.test", "results.test", "out.test.aq", "returned", 176),
        ("qrels.test.with-comments", "results.test", "out.test.aq", "returned", 176),
        ("qrels.test", "results.trunc", "out.test.aqc", "judged", 176),
        ("qrels.test", "results.test", "out.test.meas_params", "returned", 44),
    ],
)
def test_figures_are_those_that_trec_eval_prints(
    folder: Path,
    read_run: Callable[[str], RunColumns],
    qrels: str,
    run: str,
    expected: str,
    over: Population,
    lines: int,
) -> None:
    told = evaluate(folder, qrels, read_run(run), expected)

    assert compare(told, folder / expected, over) == lines


def test_runs_cut_at_a_hundred_documents_agree_too(folder: Path, read_run: Callable[[str], RunColumns]) -> None:
    run = first_hundred(read_run("results.trunc"))
    told = evaluate(folder, "qrels.test", run, "out.test.aqcM")

    assert compare(told, folder / "out.test.aqcM", "judged") == 176


def first_hundred(run: RunColumns) -> RunColumns:
    """Keep the first hundred documents of each question in trec_eval's order."""
    assert run.score is not None
    assert run.line is not None
    order = np.lexsort((run.document, run.score.astype(np.float32), run.query))[::-1]
    seen: Counter[str] = Counter()
    kept = []
    for row in order.tolist():
        seen[str(run.query[row])] += 1
        if seen[str(run.query[row])] <= 100:
            kept.append(row)
    return replace(run, query=run.query[kept], document=run.document[kept], score=run.score[kept], line=run.line[kept])


def test_a_higher_level_of_relevance_leaves_gains_as_they_are(
    folder: Path, read_run: Callable[[str], RunColumns]
) -> None:
    told = evaluate(folder, "qrels.rel_level", read_run("results.test"), "out.test.aql", level=2)
    # There the mean is over all three questions, one of which has no document of that level.
    questions = [line for line in printed(folder / "out.test.aql") if line[1] in told.questions]
    place = {question: index for index, question in enumerate(told.questions)}

    assert [f"{told.values[name][place[question]]:.4f}" for name, question, _ in questions] == [
        value for _, _, value in questions
    ]
    assert len(questions) == 44 * len(told.questions)
