"""Where only passages are asked for, nothing is said of answers, and access is held as ever."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from goldsmith.adapters.systems.callable import open_system
from goldsmith.records.verdict import Verdict
from goldsmith.reports.terminal import render_verdict
from goldsmith.workflows.baseline import save
from goldsmith.workflows.evaluate import Against, evaluate
from goldsmith.workflows.open_set import open_project
from goldsmith.workflows.run import Asking
from tests.cases.conftest import goldsmith
from tests.cases.telling import Goldsmith
from tests.workflows.shop import NOW, SET, approve_all, ask, make_shop, right_answers

__all__ = ["goldsmith"]
WINDOW = "How long may I return goods?"
GATED = SET + "gates:\n  - {measure: claim_recall, min: 0.9}\n  - {measure: recall, min: 0.9}\n"


def retrieve(root: Path, found: dict[str, list[str]], *, baseline: str | None = "none", **plan: Any) -> Verdict:
    """Evaluate a retriever that finds these passages for these questions, and nothing for all others."""
    asking = Asking(system_digest=f"y1:{found}", retrieval_only=True, **plan)

    def passages(question: str, identity: object = None) -> dict[str, list[str]]:
        return {"retrieved": found.get(question, [])}

    system = open_system(passages, name="good")
    return evaluate(open_project(root), system, asking, now=NOW, against=Against(baseline=baseline))


def gold(root: Path) -> str:
    chunk = open_project(root).golden.cases[0].evidence[0].any_of[0].chunk

    assert chunk is not None
    return chunk


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    """Return a reviewed shop."""
    make_shop(tmp_path)
    approve_all(tmp_path)
    return tmp_path


def test_gates_on_answers_do_not_apply_and_access_is_decided(shop: Path) -> None:
    verdict = retrieve(shop, {WINDOW: [gold(shop)]})

    assert {gate.gate: gate.status for gate in verdict.gates} == {
        "authorization": "passed",
        "material_accuracy": "not_applicable",
        "refusal": "not_applicable",
        "citations": "not_applicable",
    }
    assert (verdict.status, verdict.headline) == ("passed", "RETRIEVAL ONLY · every gate holds")
    assert verdict.plan.retrieval_only


def test_no_case_passes_or_fails_by_what_it_did_not_answer(shop: Path) -> None:
    verdict = retrieve(shop, {})

    assert {(item.result.state, item.result.why) for item in verdict.cases} == {
        ("undecided", ("only passages were asked for",))
    }
    assert verdict.behaviours == ()


def test_only_measures_of_retrieval_access_and_operations_have_a_place(shop: Path) -> None:
    verdict = retrieve(shop, {WINDOW: [gold(shop)]})
    recall = next(item for item in verdict.summaries if item.measure == "recall")

    assert {item.layer for item in verdict.summaries} == {"retrieval", "authorization", "operations"}
    assert (recall.mean, recall.scored) == (1.0, 1)


def test_a_denied_source_that_is_retrieved_blocks(shop: Path) -> None:
    verdict = retrieve(shop, {"How does the safe open?": ["staff.md"]})
    states = {item.result.case: item.result.state for item in verdict.cases}

    assert (verdict.status, states) == ("blocked", {"window": "undecided", "mars": "undecided", "safe": "failed"})


def test_a_threshold_on_retrieval_is_decided_and_one_on_answers_is_set_aside(tmp_path: Path) -> None:
    make_shop(tmp_path, header=GATED)
    approve_all(tmp_path)
    verdict = retrieve(tmp_path, {})

    assert [(gate.gate, gate.status) for gate in verdict.gates if "recall" in gate.gate] == [
        ("claim_recall >= 0.9", "not_applicable"),
        ("recall >= 0.9", "failed"),
    ]


def test_a_failed_call_is_a_failure_here_too(shop: Path) -> None:
    system = open_system(lambda question: 1 / 0, name="good")
    asking = Asking(system_digest="y1:z", retrieval_only=True)
    verdict = evaluate(open_project(shop), system, asking, now=NOW, against=Against(baseline="none"))

    assert {item.result.state for item in verdict.cases} == {"failed"}
    assert verdict.status == "incomplete"


def test_of_a_baseline_with_answers_only_retrieval_is_compared(shop: Path) -> None:
    project = open_project(shop)
    ask(project, right_answers(project))
    save(project, "main", run=None, replace=False)
    comparison = retrieve(shop, {}, baseline=None).comparison

    assert comparison is not None
    assert "passages alone, so only those are compared" in comparison.why_this_baseline
    assert [(item.case, item.case_failed, item.causes[0].kind) for item in comparison.regressions] == [
        ("window", False, "not_retrieved")
    ]
    assert {effect.layer for effect in comparison.effects} == {"retrieval", "authorization", "operations"}


def test_a_whole_run_is_compared_with_passages_alone_in_the_same_way(shop: Path) -> None:
    retrieve(shop, {WINDOW: [gold(shop)]})
    save(open_project(shop), "passages", run=None, replace=False)
    project = open_project(shop)
    comparison = ask(project, right_answers(project), baseline=None).comparison

    assert comparison is not None
    assert (comparison.regressions, {effect.layer for effect in comparison.effects}) == (
        (),
        {"retrieval", "authorization", "operations"},
    )


def test_a_baseline_of_the_same_kind_is_nearer(shop: Path) -> None:
    project = open_project(shop)
    ask(project, right_answers(project))
    save(project, "answers", run=None, replace=False)
    retrieve(shop, {WINDOW: [gold(shop)]})
    save(open_project(shop), "passages", run=None, replace=False)
    comparison = retrieve(shop, {WINDOW: [gold(shop)]}, baseline=None).comparison

    assert comparison is not None
    assert comparison.baseline == "passages"


def test_the_screen_says_first_what_was_not_asked(shop: Path) -> None:
    printed = render_verdict(retrieve(shop, {WINDOW: [gold(shop)]}))

    assert printed.startswith("PASSED   RETRIEVAL ONLY · every gate holds")
    assert "only passages were asked for: nothing is said of answers" in printed
    assert "Next: ask for answers too: goldsmith evaluate" in printed


def test_the_command_asks_what_the_table_of_the_system_names(shop: Path, goldsmith: Goldsmith) -> None:
    (shop / "app.py").write_text(
        "def answer(question, identity=None):\n    raise ValueError('a model was called')\n\n\n"
        "def retrieve(question, identity=None):\n    return {'retrieved': ['returns.md']}\n",
        encoding="utf-8",
    )
    (shop / "goldsmith.toml").write_text(
        'documents = "documents"\n[systems.app]\nkind = "callable"\ntarget = "app.py:answer"\n'
        '[systems.app.retrieval]\ntarget = "app.py:retrieve"\n',
        encoding="utf-8",
    )
    told = goldsmith("evaluate", "--retrieval-only")

    assert (told.status, told.out.startswith("PASSED   RETRIEVAL ONLY")) == (0, True)
    assert goldsmith("evaluate").status == 3
