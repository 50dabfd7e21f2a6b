"""The version of a measure stands with its figures, and two versions are never set against each other."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from goldsmith.records.digests import status
from goldsmith.workflows.judge_run import Judged, compared, judge_responses
from goldsmith.workflows.open_set import open_project
from tests.cases.telling import Goldsmith, summary
from tests.comparison.sides import plan
from tests.plugins.conftest import Project
from tests.scoring.building import reply

NOW = datetime(2026, 9, 8, tzinfo=UTC)
MEASURE = """
from goldsmith.ports import Scored
class Mine:
    name, version, layer, direction, unit = "acme.mine", {version}, "response", "higher", "count"
    def outcome(self, asked):
        return Scored(value={version} * len(asked.answer))
PLUGINS = [Mine()]
"""


def judged(folder: Path) -> Judged:
    """Judge one reply with the plug-ins of the project as they are now."""
    project = open_project(folder)
    (case,) = project.golden.cases
    asked = {case.id: project.once.digest(case)}
    states = {case.id: status(case, ())}
    answer = replace(reply(answer="Four"), case_digest=asked[case.id])
    return judge_responses(project, plan(), asked, [answer], states, now=NOW)


def test_a_measure_of_another_version_is_not_compared(written: Project) -> None:
    folder = written(MEASURE.format(version=1), toml='measures = ["acme.mine", "recall"]\n')
    before = judged(folder)
    (folder / "evals" / "mine.py").write_text(MEASURE.format(version=2), encoding="utf-8")
    now = judged(folder)
    found = compared(open_project(folder), now, before, name="main", why="")

    assert [item.message for item in found.changes if item.what == "measure"] == [
        "acme.mine is not compared: version 1 and 2"
    ]
    assert [item.measure for item in found.effects] == ["recall"]


def test_a_baseline_is_scored_by_the_measure_as_it_is_today(written: Project, goldsmith: Goldsmith) -> None:
    folder = written(MEASURE.format(version=1), toml='measures = ["acme.mine"]\n', answer="Four")
    goldsmith("evaluate", "--system", "run.jsonl")
    goldsmith("baseline", "save", "main")
    (folder / "evals" / "mine.py").write_text(MEASURE.format(version=2), encoding="utf-8")
    told = goldsmith("evaluate", "--system", "run.jsonl", "--baseline", "main", "--json").json
    (effect,) = told["comparison"]["effects"]

    assert summary(told, "acme.mine")["version"] == 2
    assert (effect["before"], effect["now"]) == (8.0, 8.0)
