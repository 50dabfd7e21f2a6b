"""Each case and each gate is a test; the system is asked once."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree as ET

from tests.pytest_plugin.conftest import ASKED, BROKEN, GOOD, LEAKING, WRONG, Pytest, calls


def test_every_case_and_every_gate_is_an_item(shop: Path, run: Pytest) -> None:
    told = run(*ASKED, "-v")

    assert told.outcomes() == {
        "window": "PASSED",
        "mars": "PASSED",
        "safe": "PASSED",
        "gate:authorization": "PASSED",
        "gate:material_accuracy": "PASSED",
        "gate:refusal": "PASSED",
        "gate:citations": "PASSED",
    }
    assert (told.status, len(calls(shop))) == (0, 3)
    assert "golden set: shop, 3 cases, system app.py:answer" in told.out
    assert "PASSED   every gate holds" in told.out


def test_a_failing_case_tells_its_causes_and_no_traceback(shop: Path, run: Pytest) -> None:
    (shop / "app.py").write_text(WRONG, encoding="utf-8")
    told = run(*ASKED, "-v")

    assert (told.status, told.outcomes()["window"], told.outcomes()["gate:citations"]) == (1, "FAILED", "PASSED")
    assert 'required claim missing: "Within 30 days." (found 14 days)\n  evidence returns.md#' in told.out
    assert ": at rank 1\n  question: How long may I return goods?\n  answer: You may return goods" in told.out
    assert "cases.yaml::window - Failed: required claim missing" in told.out
    assert "Traceback" not in told.out


def test_a_broken_gate_names_the_case_that_breaks_it(shop: Path, run: Pytest) -> None:
    (shop / "app.py").write_text(LEAKING, encoding="utf-8")
    told = run(*ASKED, "-v")

    assert (told.status, told.outcomes()["gate:citations"]) == (1, "FAILED")
    assert "broken in 1 of 1 case\n  window: cites staff.md, which was not retrieved" in told.out


def test_a_failed_call_is_an_error_and_leaves_its_gate_undecided(shop: Path, run: Pytest) -> None:
    (shop / "app.py").write_text(BROKEN, encoding="utf-8")
    told = run(*ASKED, "-v")

    assert told.status == 1
    assert {name: word for name, word in told.outcomes().items() if word != "PASSED"} == {
        "mars": "ERROR",
        "gate:refusal": "FAILED",
    }
    assert "ERROR at setup of mars" in told.out
    assert "no answer: ValueError: no such planet" in told.out
    assert "could not be decided: decided in 1 of 2 cases" in told.out


def test_what_cannot_be_decided_is_skipped_with_the_reason(shop: Path, run: Pytest) -> None:
    case = "- id: why\n  question: Why may I return it?\n  accept: [Because.]\n  evidence: [{document: returns.md}]\n"
    (shop / "golden" / "cases" / "more.yaml").write_text(case, encoding="utf-8")
    told = run(*ASKED, "-v", "-rs", "-k", "why")

    assert told.outcomes() == {"why": "SKIPPED"}
    assert "no required claim says what a right answer holds" in told.out


def test_cases_are_chosen_by_words_and_only_those_are_asked(shop: Path, run: Pytest) -> None:
    told = run(*ASKED, "-v", "-k", "warranty and not window")

    assert (told.outcomes(), calls(shop)) == ({"mars": "PASSED"}, ["What is the warranty on Mars?"])


def test_cases_are_chosen_by_the_words_of_their_axes(shop: Path, run: Pytest) -> None:
    told = run(*ASKED, "-v", "-m", "risk_high")

    assert (told.status, told.outcomes()) == (0, {"window": "PASSED"})


def test_a_case_is_chosen_by_its_place(shop: Path, run: Pytest) -> None:
    told = run(ASKED[1], "--golden=golden", "golden/cases/cases.yaml::mars", "-v")

    assert told.outcomes() == {"mars": "PASSED"}


def test_a_subset_passes_no_gate_and_may_break_one(shop: Path, run: Pytest) -> None:
    good = run(*ASKED, "-v", "-k", "window or gate")
    (shop / "app.py").write_text(LEAKING, encoding="utf-8")
    bad = run(*ASKED, "-v", "-k", "window or gate")

    assert {word for name, word in good.outcomes().items() if name != "window"} == {"SKIPPED"}
    assert bad.outcomes()["gate:citations"] == "FAILED"


def test_gates_alone_are_decided_over_the_whole_set(shop: Path, run: Pytest) -> None:
    told = run(*ASKED, "-v", "-k", "gate:refusal")

    assert (told.outcomes(), len(calls(shop))) == ({"gate:refusal": "PASSED"}, 3)


def test_only_what_failed_is_asked_again(shop: Path, run: Pytest) -> None:
    (shop / "app.py").write_text(LEAKING, encoding="utf-8")
    run(*ASKED)
    (shop / "calls.log").unlink()
    told = run(*ASKED, "-v", "--lf")

    assert told.outcomes() == {"window": "FAILED", "gate:citations": "FAILED"}
    assert calls(shop) == ["How long may I return goods?"]


def test_workers_share_one_run(shop: Path, run_apart: Pytest) -> None:
    (shop / "app.py").write_text(WRONG, encoding="utf-8")
    told = run_apart(*ASKED, "-p", "xdist", "-n", "2")

    assert (told.status, len(calls(shop))) == (1, 3)
    assert "1 failed, 6 passed" in told.out
    assert "report: .goldsmith/runs/0001-answer/report.html" in told.out
    assert [path.name for path in (shop / ".goldsmith" / "runs").iterdir()] == ["0001-answer"]


def test_a_run_that_cannot_be_made_is_an_error_of_every_item(shop: Path, run: Pytest) -> None:
    told = run("--golden=golden", "--golden-system=nowhere.py:answer")

    assert "7 errors" in told.out
    assert "GSE-107 nowhere.py:answer: there is no file" in told.out
    assert "Traceback" not in told.out


def test_a_set_that_cannot_be_read_is_never_no_tests(shop: Path, run: Pytest) -> None:
    (shop / "golden" / "cases" / "cases.yaml").write_text("- id: [", encoding="utf-8")
    told = run(*ASKED)

    assert told.status == 4
    assert told.out.startswith("ERROR: GSE-102")


def test_junit_tells_failures_and_errors_apart(shop: Path, run: Pytest) -> None:
    (shop / "app.py").write_text(BROKEN.replace('within 30 days.", "b', 'in May.", "b'), encoding="utf-8")
    run(*ASKED, "--junitxml=out.xml")
    found = {
        str(case.get("name")): next((child.tag for child in case if child.tag != "properties"), "")
        for case in ET.parse(shop / "out.xml").iter("testcase")  # noqa: S314 - written a moment ago
    }

    assert {name: tag for name, tag in found.items() if tag} == {
        "window": "failure",
        "mars": "error",
        "gate:refusal": "failure",
    }


def test_in_continuous_integration_failures_hold_ids_only(shop: Path, run: Pytest) -> None:
    (shop / "app.py").write_text(WRONG, encoding="utf-8")
    told = [run(*ASKED, *words, ci="true").out for words in ((), ("--golden-show=texts",))]

    assert ["How long may I return goods?" in out for out in told] == [False, True]
    assert "window" in told[0]


def test_a_lone_file_of_cases_is_a_set_too(shop: Path, run: Pytest) -> None:
    table = "id,question,expected_answer,type\nopen,When do you open?,,no_answer\n"
    (shop / "questions.csv").write_text(table, encoding="utf-8")
    told = run("--golden=questions.csv", ASKED[1], "-v")

    assert (told.outcomes()["open"], told.outcomes()["gate:refusal"]) == ("PASSED", "PASSED")


def test_the_configuration_of_pytest_may_name_the_set(shop: Path, run: Pytest) -> None:
    (shop / "pytest.ini").write_text("[pytest]\ngolden = golden\ngolden_system = app.py:answer\ntestpaths = tests\n")
    (shop / "tests").mkdir()
    (shop / "tests" / "test_prices.py").write_text("def test_a_price():\n    pass\n")

    assert "8 passed" in run().out
    assert "1 passed" in run("tests/test_prices.py").out
    assert "1 passed" in run("golden/cases/cases.yaml::mars").out
    assert "1 passed" in run("--golden=").out


def test_a_worse_answer_than_the_baselines_says_so(shop: Path, run: Pytest) -> None:
    from goldsmith.workflows.baseline import save
    from goldsmith.workflows.open_set import open_project

    run(*ASKED)
    save(open_project(shop), "main", run=None, replace=False)
    (shop / "app.py").write_text(WRONG, encoding="utf-8")
    told = run(*ASKED, "-k", "window")

    assert "  against main:\n    claim missing: " in told.out
    assert GOOD != WRONG


def test_collecting_asks_nothing(shop: Path, run: Pytest) -> None:
    told = run(*ASKED, "--collect-only", "-q")

    assert ("golden/cases/cases.yaml::safe" in told.out, calls(shop)) == (True, [])


def test_unused_it_loads_nothing_but_itself(shop: Path, run_apart: Pytest) -> None:
    (shop / "test_modules.py").write_text(
        "import sys\n\n\ndef test_what_is_loaded():\n"
        "    ours = sorted(name for name in sys.modules if name.split('.')[0] == 'goldsmith')\n"
        "    assert ours == ['goldsmith', 'goldsmith.pytest_plugin']\n"
    )
    told = run_apart("test_modules.py")

    assert "1 passed" in told.out


def test_passages_alone_leave_cases_undecided_and_access_decided(shop: Path, run: Pytest) -> None:
    (shop / "goldsmith.toml").write_text(
        '[systems.app]\nkind = "callable"\ntarget = "app.py:answer"\nrevision = "7"\n'
        '[systems.app.retrieval]\ntarget = "app.py:retrieve"\n'
    )
    retrieve = "\n\ndef retrieve(question, identity=None):\n    return {'retrieved': ['returns.md']}\n"
    (shop / "app.py").write_text(GOOD + retrieve, encoding="utf-8")
    told = run("--golden=golden", "--golden-retrieval-only", "-v")

    assert (told.status, calls(shop)) == (0, [])
    assert {name: word for name, word in told.outcomes().items() if word != "SKIPPED"} == {
        "gate:authorization": "PASSED"
    }
    assert "RETRIEVAL ONLY" in told.out


def test_answers_of_the_same_revision_are_taken_over(shop: Path, run: Pytest) -> None:
    (shop / "goldsmith.toml").write_text('[systems.app]\nkind = "callable"\ntarget = "app.py:answer"\nrevision = "7"\n')
    run("--golden=golden")
    told = run("--golden=golden", "--golden-reuse")

    assert ("7 passed" in told.out, len(calls(shop))) == (True, 3)


def test_repeats_that_disagree_are_told_with_the_case(shop: Path, run: Pytest) -> None:
    once = """\
    try:
        Path("once").open("x").close()
    except FileExistsError:
        once = False
    else:
        return "No."
"""
    (shop / "app.py").write_text(GOOD.replace('    if "return" not', once + '    if "return" not'), encoding="utf-8")
    told = run(*ASKED, "--golden-repeats=3", "-k", "window")

    assert "  2 of 3 repeats passed\n" in told.out
