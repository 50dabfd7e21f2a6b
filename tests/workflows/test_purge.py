"""Old runs go, and what was recorded of a case goes while the run stays readable."""

from __future__ import annotations

import json
import os
import shutil
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from goldsmith.errors import IncompleteError, InputError, UnknownNameError
from goldsmith.ondisk.baselines import load_baseline
from goldsmith.ondisk.runs import RunFolder, run_ids
from goldsmith.ondisk.tombstones import read_erasures
from goldsmith.records.response import Failure
from goldsmith.records.verdict import Verdict
from goldsmith.workflows import baseline
from goldsmith.workflows.evaluate import Against, conclude
from goldsmith.workflows.open_set import open_project
from goldsmith.workflows.purge import Purging, purge, read_phrases
from tests.workflows.shop import NOW, SORRY, ask, make_shop, right_answers

PRIVATE = "Ludmila from Gera asked this at midnight"
WANTED = Purging(cases=("window",), who="Ana", why="Ludmila asked for it")


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a shop with a run in which a private answer was given, kept as a baseline, and a second run."""
    root = tmp_path_factory.mktemp("shop")
    project = make_shop(root)
    answers = right_answers(project)
    question = "How long may I return goods?"
    ask(project, answers | {question: {**answers[question], "answer": f"Within 30 days. {PRIVATE}."}})
    baseline.save(project, "main", run=None, replace=True)
    ask(open_project(root), answers | {question: {**SORRY, "answer": PRIVATE}}, baseline="main")
    return root


@pytest.fixture
def shop(made: Path, tmp_path: Path) -> Path:
    """Return a copy of the shop: each test purges its own."""
    shutil.copytree(made, tmp_path / "shop")
    return tmp_path / "shop"


def holding(root: Path, text: str) -> list[str]:
    """Return the files below the project that hold `text`."""
    files = (path for path in sorted(root.rglob("*")) if path.is_file())
    return [path.relative_to(root).as_posix() for path in files if text.encode() in path.read_bytes()]


def first_run(root: Path) -> RunFolder:
    runs = root / ".goldsmith" / "runs"
    return RunFolder.open(runs, run_ids(runs)[0])


def test_nothing_goes_before_it_is_confirmed(shop: Path) -> None:
    before = {path: path.read_bytes() for path in shop.rglob("*") if path.is_file()}
    told = purge(shop, WANTED, now=NOW, really=False)

    assert {path: path.read_bytes() for path in shop.rglob("*") if path.is_file()} == before
    assert [(item.place, item.case, item.results) for item in told.erasures] == [
        (f"run {run_ids(shop / '.goldsmith' / 'runs')[0]}", "window", 1),
        (f"run {run_ids(shop / '.goldsmith' / 'runs')[1]}", "window", 1),
        ("baseline main", "window", 1),
    ]


def test_an_erased_case_is_nowhere_in_what_machines_wrote(shop: Path) -> None:
    told = purge(shop, WANTED, now=NOW, really=True)

    assert holding(shop, "Ludmila from") == []
    assert holding(shop / ".goldsmith" / "runs", "How long may I return goods") == []
    assert told.still_named == ("golden/cases/cases.yaml",)


def test_a_run_with_an_erased_result_is_read_and_says_who_erased_it(shop: Path) -> None:
    purge(shop, WANTED, now=NOW, really=True)
    folder = first_run(shop)
    failures = [item.outcome for item in folder.read_journal().responses if isinstance(item.outcome, Failure)]
    verdict = folder.read_record("verdict", Verdict)

    assert failures == [Failure(kind="not_answered", message="erased on 2026-11-30 by Ana: Ludmila asked for it")]
    assert [item.state for item in verdict.cases if item.result.case == "window"] == ["erased"]
    assert verdict.ruler[0].message == (
        "what was recorded of 1 case was erased on 2026-11-30 by Ana: Ludmila asked for it"
    )
    assert (folder.path / "report.html").exists() is False


def test_a_run_with_an_erased_result_is_scored_again_and_is_incomplete(shop: Path) -> None:
    purge(shop, WANTED, now=NOW, really=True)
    verdict = conclude(open_project(shop), first_run(shop), now=NOW, against=Against(baseline="none"))

    assert (verdict.status, verdict.unanswered) == ("incomplete", 1)
    assert any("erased on 2026-11-30 by Ana" in note.message for note in verdict.ruler)


def test_a_baseline_without_the_case_is_still_a_baseline(shop: Path) -> None:
    purge(shop, WANTED, now=NOW, really=True)
    held = load_baseline(shop / "golden" / "baselines" / "main.jsonl")

    assert [isinstance(item.outcome, Failure) for item in held.responses if item.case == "window"] == [True]
    assert len(held.responses) == 3


def test_the_tombstone_says_what_stood_there_by_its_digest_alone(shop: Path) -> None:
    purge(shop, WANTED, now=NOW, really=True)
    stones = read_erasures(shop / "golden" / "erasures.jsonl")

    assert [(item.case, item.who, item.at, item.results, len(item.sha256)) for item in stones] == [
        ("window", "Ana", "2026-11-30T12:00:00Z", 1, 64)
    ] * 3


def test_what_is_erased_is_not_erased_twice(shop: Path) -> None:
    purge(shop, WANTED, now=NOW, really=True)
    after = {path: path.read_bytes() for path in shop.rglob("*") if path.is_file()}

    assert purge(shop, WANTED, now=NOW, really=True).erasures == ()
    assert {path: path.read_bytes() for path in shop.rglob("*") if path.is_file()} == after


@pytest.mark.parametrize("writes", range(14))
def test_a_purge_that_stops_halfway_is_finished_by_the_same_command(
    shop: Path, monkeypatch: pytest.MonkeyPatch, writes: int
) -> None:
    left = [writes]
    real = os.replace

    def failing(source: str, target: str) -> None:
        left[0] -= 1
        if left[0] < 0:
            raise OSError(5, "the plug was pulled")
        real(source, target)

    with monkeypatch.context() as broken:
        broken.setattr(os, "replace", failing)
        with suppress(OSError):
            purge(shop, WANTED, now=NOW, really=True)
    first_run(shop).read_journal()
    load_baseline(shop / "golden" / "baselines" / "main.jsonl")
    purge(shop, WANTED, now=NOW, really=True)

    assert holding(shop, "Ludmila from") == []
    assert len(read_erasures(shop / "golden" / "erasures.jsonl")) == 3


def test_a_person_is_found_by_the_words_of_a_file(shop: Path) -> None:
    phrases = shop / "names.txt"
    phrases.write_text("LUDMILA FROM GERA\n\n", encoding="utf-8")
    wanted = Purging(phrases=read_phrases(phrases), who="Ana", why="asked")
    phrases.unlink()
    told = purge(shop, wanted, now=NOW, really=True)

    assert ({item.case for item in told.erasures}, holding(shop, "Ludmila from")) == ({"window"}, [])


def test_old_runs_go_and_the_latest_stays(shop: Path) -> None:
    runs = shop / ".goldsmith" / "runs"
    both = run_ids(runs)
    told = purge(shop, Purging(older_than=30), now=NOW + timedelta(days=31), really=True)

    assert (told.runs, run_ids(runs), sorted(path.name for path in runs.iterdir())) == (both[:1], both[1:], [both[1]])
    assert (shop / "golden" / "baselines" / "main.jsonl").exists()


def test_the_days_may_stand_in_the_configuration(shop: Path) -> None:
    (shop / "goldsmith.toml").write_text("[privacy]\nkeep_days = 30\n", encoding="utf-8")
    days = [len(purge(shop, Purging(), now=NOW + timedelta(days=d), really=False).runs) for d in (29, 31)]

    assert days == [0, 1]


def test_a_run_that_is_named_goes_though_it_is_the_latest(shop: Path) -> None:
    runs = shop / ".goldsmith" / "runs"
    last = run_ids(runs)[-1]
    purge(shop, Purging(runs=(last,)), now=NOW, really=True)

    assert last not in run_ids(runs)


def test_what_a_killed_removal_left_goes_with_the_next(shop: Path) -> None:
    runs = shop / ".goldsmith" / "runs"
    shutil.copytree(runs / run_ids(runs)[0], runs / ".purged-0000-x")
    purge(shop, Purging(older_than=10_000), now=NOW, really=True)

    assert [path.name for path in runs.iterdir() if path.name.startswith(".")] == []


def test_what_cannot_be_done_says_why(shop: Path) -> None:
    with pytest.raises(InputError, match="nothing was asked to go"):
        purge(shop, Purging(), now=NOW, really=True)
    with pytest.raises(InputError, match="who asked for it and why"):
        purge(shop, replace(WANTED, who=" "), now=NOW, really=True)
    with pytest.raises(UnknownNameError, match="9999-x"):
        purge(shop, Purging(runs=("9999-x",)), now=NOW, really=True)


def test_no_line_of_an_erased_case_is_left_in_other_records(shop: Path) -> None:
    purge(shop, WANTED, now=NOW, really=True)
    lines = (first_run(shop).path / "observations.jsonl").read_text(encoding="utf-8").splitlines()

    assert sorted(json.loads(line)["case"] for line in lines) == ["mars", "safe"]


def test_a_run_that_cannot_be_read_is_removed_all_the_same(shop: Path) -> None:
    first = run_ids(shop / ".goldsmith/runs")[0]
    (shop / ".goldsmith/runs" / first / "plan.json").write_text("{", encoding="utf-8")

    done = purge(shop, Purging(runs=(first,)), now=NOW, really=True)

    assert done.runs == (first,)
    assert first not in run_ids(shop / ".goldsmith/runs")


def test_a_run_that_cannot_be_read_keeps_nothing_in_the_others(shop: Path) -> None:
    runs = shop / ".goldsmith/runs"
    first, *others = run_ids(runs)
    (runs / first / "plan.json").write_text("{", encoding="utf-8")
    wanted = Purging(cases=("window",), who="Ana", why="asked for it")

    with pytest.raises(IncompleteError, match=f"erased everywhere but in {first}"):
        purge(shop, wanted, now=NOW, really=True)

    baseline = next((shop / "golden/baselines").glob("*.jsonl"))
    assert b"erased on" in baseline.read_bytes()
    assert all(b"erased on" in (runs / name / "responses.jsonl").read_bytes() for name in others)
