"""The pages of foreign formats, and those for who comes from another tool, are walked and held against the program."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.real_data import ROOT, read_walk, run_walk

FORMATS = ROOT / "docs" / "formats"
NOT_WALKED = {
    "anthropic-docs",
    "autorag",
    "azure-rag-eval",
    "beir",
    "chunk-records",
    "csv",
    "eight-types",
    "golden-case",
    "langfuse",
    "langfuse-traces",
    "langsmith",
    "otlp",
    "permission-cases",
    "phoenix",
    "phoenix-traces",
    "promptfoo",
    "promptfoo-results",
    "trec",
    "xlsx",
}
"""Pages whose files cannot be written as they are shown, or that show a command without what it prints."""
WALKED = sorted({path.stem for path in FORMATS.glob("*.md")} - NOT_WALKED - {"README"})
VERDICTS = {"ragas": 1, "deepeval": 0, "promptfoo": 1, "langsmith": 0, "label-studio": 3}
"""Exit status of the last verdict on the page for who comes from each tool."""


def _page(path: Path) -> str:
    return path.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", WALKED)
def test_the_example_of_a_page_prints_what_the_page_says(name: str, tmp_path: Path) -> None:
    ran = list(run_walk(read_walk(_page(FORMATS / f"{name}.md")), tmp_path))
    wrong = [(item.command.line, item.printed) for item in ran if not item.as_told]

    assert wrong == []  # `python tools/real_data.py --write docs/formats/NAME.md` puts what they print into the page
    assert {item.status for item in ran} <= {0}


@pytest.mark.parametrize("name", sorted(VERDICTS))
def test_who_comes_from_another_tool_is_led_to_a_verdict_and_back(name: str, tmp_path: Path) -> None:
    ran = list(run_walk(read_walk(_page(ROOT / "docs" / f"coming-from-{name}.md")), tmp_path))
    verdicts = [item.status for item in ran if item.command.line.startswith("goldsmith evaluate ")]

    assert [(item.command.line, item.printed) for item in ran if not item.as_told] == []
    assert verdicts[-1] == VERDICTS[name]
    assert ran[-1].command.line.startswith(f"goldsmith export {name}")
    assert ran[-1].status == 0


def test_every_page_for_who_comes_from_another_tool_is_walked() -> None:
    walked = {f"coming-from-{name}" for name in VERDICTS} | {"coming-from-regtrace"}

    assert {path.stem for path in (ROOT / "docs").glob("coming-from-*.md")} == walked
