"""Two recorded systems on public documentation questions: retrieval only, with one failure in the baseline."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from goldsmith.gates.passing import case_pass
from goldsmith.records.case import Case
from goldsmith.records.comparison import Side
from goldsmith.records.evidence import Alternative, Need
from goldsmith.records.observation import Observation
from goldsmith.records.response import Failure, Reply, Response, RetrievedItem
from goldsmith.records.task import TaskKey
from goldsmith.scoring.measures import parse, score
from goldsmith.scoring.observe import observe
from tests.comparison.sides import compared, side

pytestmark = pytest.mark.real_data

FOLDER = "data/anthropic-docs-rag/skills/retrieval_augmented_generation"
MEASURES = tuple(parse(name) for name in ("precision", "recall", "reciprocal_rank"))


def load(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


def questions(shared: Path) -> dict[str, Case]:
    """Return the case of each question."""
    return {
        raw["question"]: Case(
            id=raw["id"],
            question=raw["question"],
            answerability="supported",
            behaviour="answer",
            evidence=tuple(Need(any_of=(Alternative(chunk=name),)) for name in raw["correct_chunks"]),
        )
        for raw in load(shared / FOLDER / "evaluation/docs_evaluation_dataset.json")
    }


def recorded(shared: Path, system: str, cases: dict[str, Case]) -> Side:
    """Return the stored results of one system, observed and scored."""
    found: list[Observation] = []
    for raw in load(shared / FOLDER / "data/retrieval_results.json")["results"]["results"]:
        if raw["provider"]["id"].endswith(f":{system}"):
            case = cases[raw["vars"]["query"]]
            key = TaskKey(task=case.id, step=0, repeat=1)
            response = Response(key=key, case=case.id, case_digest="", outcome=outcome(raw))
            found.append(observe(case, response, None, "open"))
    scored = score(found, MEASURES)
    by_id = {case.id: case for case in cases.values()}
    passes = [case_pass(by_id[one.case], [one], ()) for one in found]
    return side(system, list(by_id.values()), observations=found, scored=scored, passes=passes, system=system)


def outcome(raw: dict[str, Any]) -> Reply | Failure:
    output = raw.get("response", {}).get("output")
    if not isinstance(output, list):
        return Failure(kind="recorded_failure", message=raw["error"])
    return Reply(retrieved=tuple(RetrievedItem(id=name) for name in output))


def test_the_better_system_rises_and_each_of_its_falls_has_passage_and_ranks(shared: Path) -> None:
    cases = questions(shared)
    base, three = (recorded(shared, name, cases) for name in ("retrieve_base", "retrieve_level_three"))

    result = compared(three, base, list(cases.values()), measures=MEASURES)

    assert (result.common, len(result.left_out)) == (99, 1)
    assert "pickle data was truncated" in result.left_out[0].why
    assert "\n" not in result.left_out[0].why
    told = {one.measure: (round(one.before or 0, 4), one.rises, one.falls, one.n) for one in result.effects}
    assert told["recall"] == (0.6557, 14, 6, 99)
    assert (told["reciprocal_rank"][0], told["reciprocal_rank"][2]) == (0.734, 5)
    falls = [cause for item in result.regressions for cause in item.causes]
    assert all(cause.passage and cause.rank_before is not None for cause in falls)
    assert {cause.kind for cause in falls} <= {"not_retrieved", "other"}
    assert sum(any(name == "recall" for name, _, _ in item.falls) for item in result.regressions) == 6
    assert result.smallest_visible_fall is None
