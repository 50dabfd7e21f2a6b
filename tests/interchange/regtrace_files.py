"""Regtrace files of our own for its tests: the smallest golden set, a case, a configuration, a run record."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

RUN = "run_20260601_ab12cd"
HEADER: Mapping[str, Any] = {
    "name": "desk",
    "version": "1.0.0",
    "description": "Questions to a desk",
    "interaction_type": "single_turn",
    "tags": ["desk"],
    "author": "ada@example.com",
    "created_at": "2026-01-01",
    "updated_at": "2026-01-02",
}


def a_case(name: str = "d-1", **fields: Any) -> dict[str, Any]:
    """Return a test case with every field that Regtrace asks for."""
    held = {
        "id": name,
        "description": "The fee",
        "input": "What is the fee?",
        "system_prompt": None,
        "expected_output": "The fee is 9 euro.",
        "actual_output": "The fee is 9 euro.",
        "metrics": ["factuality"],
        "tags": [],
        "weight": 1,
    }
    return held | fields


def golden_set(*cases: Mapping[str, Any], **header: Any) -> str:
    """Return a golden set as YAML: JSON is YAML too."""
    return json.dumps({**HEADER, **header, "test_cases": list(cases) or [a_case()]}, indent=1, ensure_ascii=False)


def configuration(paths: Sequence[str | Mapping[str, Any]] = ("desk.yaml",), **parts: Any) -> str:
    """Return the configuration of a project with these golden sets; `parts` are its other tables."""
    listed = [{"path": one} if isinstance(one, str) else dict(one) for one in paths]
    return json.dumps({"project": {"name": "desk"}, "golden_sets": listed, **parts}, indent=1)


def result(name: str = "d-1", answer: str = "Nine euro.", score: float = 0.4) -> dict[str, Any]:
    """Return the result of one test case in a run record."""
    metric = {
        "metric_name": "factuality",
        "score": score,
        "confidence": 0.6,
        "passed": False,
        "threshold": 0.7,
        "explanation": "few words in common",
        "evaluation_type": "deterministic",
        "token_cost": 0,
    }
    return {
        "test_case_id": name,
        "input": "What is the fee?",
        "actual_output": answer,
        "overall_passed": False,
        "severity": "warn",
        "metric_results": {"factuality": metric},
    }


def a_run(*results: dict[str, Any], golden: str = "desk") -> dict[str, Any]:
    """Return a run record with these results."""
    return {
        "run_id": RUN,
        "timestamp": "2026-06-01T10:00:00Z",
        "status": "failed",
        "trigger": "ci",
        "duration_ms": 12,
        "regtrace_version": "0.10.1",
        "judge_provider": "ollama",
        "judge_model": "m",
        "config_hash": "1",
        "golden_set_name": golden,
        "golden_set_version": "1.0.0",
        "golden_set_file_hash": "2",
        "suite_score": 0.4,
        "metric_summary": {"factuality": {"score": 0.4, "pass_rate": 0}},
        "test_case_results": list(results),
        "regression": {"baseline_run_id": None},
    }
