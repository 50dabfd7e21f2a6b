"""What is written well is left alone: the built-in example, questions from a template, and public data."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

import goldsmith.lint
from goldsmith.lint.engine import check
from goldsmith.lint.view import LintView
from goldsmith.records.case import Case
from goldsmith.records.golden_set import CasePlace, GoldenSet, SetHeader
from goldsmith.scoring.observing.claims import see_claims
from goldsmith.workflows.check import CheckOptions, check_set
from goldsmith.workflows.freeze import FreezeOptions, freeze
from goldsmith.workflows.open_set import open_project
from tests.lint.building import case, need, view
from tests.workflows.small_project import NOW

EXAMPLE = Path(goldsmith.lint.__file__).parents[1] / "_example" / "help-desk"
OF_WORDS = {f"GS{number}" for number in (*range(125, 140), 226, *range(302, 305))}
TRUE_OF_THE_EXAMPLE = {"GS132"}
"""Two accepted answers of the example are not worded as their own claims ask."""


def test_the_built_in_example_raises_no_false_alarm(tmp_path: Path) -> None:
    shutil.copytree(EXAMPLE, tmp_path / "desk")
    root = tmp_path / "desk"
    freeze(root / "documents", root=root, options=FreezeOptions(label="help-desk"))
    found = check_set(open_project(root), CheckOptions(), now=NOW).findings

    assert {one.code for one in found} & (OF_WORDS - TRUE_OF_THE_EXAMPLE) == set()
    assert {one.code for one in found} & {f"GS{number}" for number in (107, 212, 406, 507, 508, 509, 510, 512)} == set()


def test_a_template_with_other_numbers_or_other_answers_makes_other_questions() -> None:
    parts = [
        case(f"n{number}", question=f"What does part {number} of the big mixer cost today?") for number in range(300)
    ]
    words = "kettle oven mixer toaster fridge freezer grill blender juicer scale".split()
    goods = [
        case(word, question=f"How long may I keep the {word} before I pay?", evidence=(need(word),)) for word in words
    ]

    assert [one for one in check(view(*parts, *goods)) if one.code == "GS302"] == []


@pytest.mark.real_data
def test_questions_about_public_documentation_hold_no_secret_and_no_person(shared: Path) -> None:
    inside = shared / "data" / "anthropic-docs-rag" / "skills" / "retrieval_augmented_generation"
    rows = json.loads((inside / "evaluation" / "docs_evaluation_dataset.json").read_text(encoding="utf-8"))
    cases = [
        case(row["id"], question=row["question"], evidence=tuple(need(name) for name in row["correct_chunks"]))
        for row in rows
    ]
    found = {one.code for one in check(_set(cases))}

    assert found & (OF_WORDS - {"GS127", "GS132"}) == set()


def _set(cases: list[Case]) -> LintView:
    golden = GoldenSet(
        header=SetHeader(name="public"),
        cases=tuple(cases),
        places=tuple(CasePlace(file="a.json", line=line) for line in range(1, len(cases) + 1)),
    )
    return LintView(golden=golden, states={}, today="2026-09-08", claims_in=see_claims)
