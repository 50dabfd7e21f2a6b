"""A baseline says what it is made of, and no subset becomes one."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cases.telling import Goldsmith
from tests.workflows.shop import approve_all, make_shop

GOOD = """\
def answer(question, identity=None):
    if "return" not in question:
        return {"answer": "I could not find that. Please ask the help desk.", "retrieved": [], "citations": [],
                "behaviour": "refuse"}
    return {"answer": "You may return goods within 30 days.", "behaviour": "answer",
            "retrieved": [{"document": "returns.md", "text": "You may return goods within 30 days."}],
            "citations": ["returns.md"]}
"""
CONFIGURATION = 'documents = "documents"\n[systems.app]\nkind = "callable"\ntarget = "app.py:answer"\n'


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    """Return a reviewed shop with one system in its configuration, which is right."""
    make_shop(tmp_path)
    approve_all(tmp_path)
    (tmp_path / "goldsmith.toml").write_text(CONFIGURATION, encoding="utf-8")
    (tmp_path / "app.py").write_text(GOOD, encoding="utf-8")
    return tmp_path


def test_a_run_that_passed_is_kept_without_more_words(shop: Path, goldsmith: Goldsmith) -> None:
    told = goldsmith("evaluate")
    kept = goldsmith("baseline", "save", "main")

    assert told.out.startswith("PASSED")
    assert "Next: keep this run to compare with: goldsmith baseline save main" in told.out
    assert kept.out.splitlines()[0] == "kept as main in golden/baselines/main.jsonl"
    assert "Next: nothing stands in the way" in goldsmith("evaluate").out


def test_a_subset_is_no_baseline_and_is_not_suggested_as_one(shop: Path, goldsmith: Goldsmith) -> None:
    told = goldsmith("evaluate", "--case", "mars")
    refused = goldsmith("baseline", "save", "main")

    assert "Next: evaluate the whole set: goldsmith evaluate\n" in told.out
    assert refused.status == 2
    assert "asked a subset (case mars)" in refused.err
    assert "Next: evaluate the whole set: goldsmith evaluate\n" in refused.err
    assert not (shop / "golden" / "baselines").exists()


def test_a_blocked_run_is_kept_and_says_so(shop: Path, goldsmith: Goldsmith) -> None:
    (shop / "app.py").write_text(GOOD.replace('"citations": ["returns.md"]', '"citations": ["staff.md"]'))
    told = goldsmith("evaluate")
    kept = goldsmith("baseline", "save", "main")

    assert told.out.startswith("BLOCKED")
    assert "baseline save" not in told.out
    assert kept.out.splitlines()[0] == "kept as main in golden/baselines/main.jsonl: 3 of 3 cases, verdict blocked"


def test_an_incomplete_run_says_how_many_cases_were_answered(shop: Path, goldsmith: Goldsmith) -> None:
    (shop / "app.py").write_text(GOOD.replace("    if ", '    if "Mars" in question:\n        1 / 0\n    if '))
    told = goldsmith("evaluate")
    kept = goldsmith("baseline", "save", "main")

    assert "Next: mend the system: ZeroDivisionError: division by zero" in told.out
    assert kept.out.splitlines()[0].endswith(": 2 of 3 cases, verdict incomplete")


def test_what_is_replaced_is_named(shop: Path, goldsmith: Goldsmith) -> None:
    goldsmith("evaluate")
    goldsmith("baseline", "save", "main")
    refused = goldsmith("baseline", "save", "main")
    replaced = goldsmith("baseline", "save", "main", "--replace")
    (shop / "golden" / "baselines" / "main.jsonl").write_text("{", encoding="utf-8")
    damaged = goldsmith("baseline", "save", "main", "--replace")

    assert refused.status == 2
    assert replaced.out.splitlines()[1].startswith("in place of app of 20")
    assert replaced.out.splitlines()[1].endswith(", 3 cases")
    assert damaged.out.splitlines()[1].startswith("in place of a file that could not be read (")


def test_a_run_that_was_never_scored_says_so(shop: Path, goldsmith: Goldsmith) -> None:
    run = goldsmith("run").out.splitlines()[-1].rpartition(" ")[2]
    (shop / ".goldsmith" / "runs" / run / "finished").touch()

    assert goldsmith("baseline", "save", "main").out.splitlines()[0].endswith(": 3 of 3 cases, never scored")


def test_baselines_are_shown_for_programs_too(shop: Path, goldsmith: Goldsmith) -> None:
    empty = goldsmith("baseline", "show", "--json").json
    goldsmith("evaluate")
    goldsmith("baseline", "save", "main")
    (held,) = goldsmith("baseline", "show", "--json").json

    assert empty == []
    assert (held["baseline"], held["plan"]["system"], len(held["cases"])) == ("main", "app", 3)


def test_the_file_is_named_where_commands_would_not_find_it(shop: Path, goldsmith: Goldsmith) -> None:
    (shop / "q.csv").write_text("id,question,expected_answer,type\na,Q?,1,no_answer\n", encoding="utf-8")
    shown = goldsmith("baseline", "show", "--set", "q.csv")
    refused = goldsmith("baseline", "save", "main", "--set", "q.csv")

    assert shown.out.splitlines()[-1] == "Next: goldsmith baseline save main --set q.csv"
    assert "Next: goldsmith evaluate q.csv\n" in refused.err


def test_without_a_run_the_call_that_makes_one_is_named_as_this_project_needs_it(
    shop: Path, goldsmith: Goldsmith
) -> None:
    one = goldsmith("report").err
    (shop / "goldsmith.toml").unlink()

    assert one.splitlines()[-1] == "  Next: goldsmith evaluate"
    assert goldsmith("report").err.splitlines()[-1] == "  Next: goldsmith evaluate --system NAME"
