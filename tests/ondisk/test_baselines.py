"""Baselines hold responses, say what they were measured on, and are chosen by that alone."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldsmith.errors import ConflictError, IncompleteError, InputError, IntegrityError, InvalidFileError
from goldsmith.ondisk.baselines import (
    Baseline,
    BaselineHeader,
    CaseDigests,
    file_stem,
    load_baseline,
    load_baselines,
    nearest,
    save_baseline,
)
from goldsmith.ondisk.runs import RunFolder, snapshot
from goldsmith.records.case import Case
from goldsmith.records.decision import Status
from goldsmith.records.digests import anchor_digest, case_digest, metadata_digest
from goldsmith.records.response import Reply, Response
from goldsmith.records.run import Plan
from goldsmith.records.task import TaskKey

PLAN = Plan(
    run="", created_at="2026-01-02T03:04:05Z", system="desk", system_digest="s", system_revision="v1",
    fingerprints={"model": "m1"}, set_name="help", set_version="1.0", set_digest="d", split="release", corpus="r1",
    corpus_digest="c", cases=("a",), subset=None, repeats=1, concurrency=8, timeout_s=60.0, goldsmith="0.1.0",
)  # fmt: skip
CASE = Case(id="a", question="Why?", risk="high")
ANSWER = Response(key=TaskKey(task="a", step=0, repeat=1), case="a", case_digest="c1:x", outcome=Reply(answer="So."))


@pytest.fixture
def run(tmp_path: Path) -> RunFolder:
    folder = RunFolder.create(tmp_path / "runs", PLAN, [snapshot(CASE, Status(state="approved", why="x"))])
    with folder.journal() as journal:
        journal.append([ANSWER])
    folder.finish()
    return folder


@pytest.fixture
def store(tmp_path: Path) -> Path:
    return tmp_path / "golden" / "baselines"


def test_a_baseline_comes_back_as_it_was_stored(run: RunFolder, store: Path) -> None:
    path = save_baseline(run, store, "main")

    held = load_baseline(path)

    assert path == store / "main.jsonl"
    assert (held.name, held.plan, held.responses) == ("main", run.plan, (ANSWER,))
    assert held.header.cases == (
        CaseDigests(case="a", content=case_digest(CASE), anchors=anchor_digest(CASE), metadata=metadata_digest(CASE)),
    )
    assert load_baselines(store) == (held,)


def test_a_baseline_is_not_overwritten_unless_told(run: RunFolder, store: Path) -> None:
    save_baseline(run, store, "main")

    with pytest.raises(ConflictError, match="already a baseline 'main'"):
        save_baseline(run, store, "main")
    assert save_baseline(run, store, "main", replace=True) == store / "main.jsonl"


def test_an_unfinished_run_makes_no_baseline(tmp_path: Path, store: Path) -> None:
    with pytest.raises(IncompleteError):
        save_baseline(RunFolder.create(tmp_path / "runs", PLAN, ()), store, "main")


def test_a_baseline_without_a_name_is_refused(run: RunFolder, store: Path) -> None:
    with pytest.raises(InputError, match="needs a name"):
        save_baseline(run, store, " ")


def test_changed_responses_are_found_and_changed_line_ends_are_none(run: RunFolder, store: Path) -> None:
    path = save_baseline(run, store, "main")
    as_stored = load_baseline(path)
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))

    assert load_baseline(path) == as_stored

    path.write_bytes(path.read_bytes().replace(b"So.", b"No."))
    with pytest.raises(IntegrityError, match="not the 1 that were stored"):
        load_baseline(path)


def test_an_empty_or_foreign_file_is_no_baseline(store: Path) -> None:
    store.mkdir(parents=True)
    (store / "empty.jsonl").write_bytes(b"")
    (store / "foreign.jsonl").write_bytes(b"not json\n")

    with pytest.raises(IntegrityError, match="header is missing"):
        load_baseline(store / "empty.jsonl")
    with pytest.raises(IntegrityError, match="not JSON"):
        load_baseline(store / "foreign.jsonl")
    with pytest.raises(InputError, match="there is no baseline"):
        load_baseline(store / "none.jsonl")


def test_a_format_of_another_version_is_named_with_the_version_that_wrote_it(run: RunFolder, store: Path) -> None:
    path = save_baseline(run, store, "main")
    header, _, body = path.read_bytes().partition(b"\n")
    changed = header.replace(b'"format":1', b'"format":7').replace(b'"goldsmith":"0.1.0"', b'"goldsmith":"3.0.0"')
    path.write_bytes(changed + b"\n" + body)

    with pytest.raises(InvalidFileError, match=r"format 7, written by goldsmith 3\.0\.0"):
        load_baseline(path)


def stored(name: str, plan: Plan) -> Baseline:
    return Baseline(
        header=BaselineHeader(baseline=name, plan=plan, cases=(), responses=0, responses_sha256="", goldsmith="0.1.0"),
        responses=(),
    )


EXACT = stored("exact", PLAN)
OTHER_SYSTEM = stored("a-system", replace(PLAN, system="other"))
OTHER_CORPUS = stored("a-corpus", replace(PLAN, corpus_digest="other"))
OTHER_SPLIT = stored("a-split", replace(PLAN, split="dev"))
OTHER_SET = stored("a-set", replace(PLAN, set_name="other"))
NEWER = stored("zz-newer", replace(PLAN, created_at="2099-01-01T00:00:00Z"))


@pytest.mark.parametrize(
    ("there", "chosen", "why"),
    [
        ([NEWER, OTHER_SYSTEM, EXACT], "exact", "same set, split, corpus, system and set content"),
        ([OTHER_CORPUS, OTHER_SYSTEM], "a-system", "same set, split, corpus and set content; another system"),
        ([OTHER_SPLIT, OTHER_CORPUS], "a-corpus", "same set, split, system and set content; another corpus"),
        ([OTHER_SET, OTHER_SPLIT], "a-split", "same set, corpus, system and set content; another split"),
    ],
)
def test_the_nearest_is_what_was_measured_on_the_most_alike(there: list[Baseline], chosen: str, why: str) -> None:
    choice = nearest(there, PLAN)

    assert choice.baseline is not None
    assert (choice.baseline.name, choice.why) == (chosen, f"{chosen} is the nearest baseline: {why}")
    assert choice.others == tuple(sorted(item.name for item in there if item.name != chosen))


def test_a_baseline_of_another_set_is_never_chosen() -> None:
    assert nearest([OTHER_SET], PLAN).baseline is None
    assert nearest([OTHER_SET], PLAN).why == "no baseline of the set help is stored; there are a-set (other)"
    assert nearest([], PLAN).why == "no baseline of the set help is stored"


@given(st.permutations([EXACT, OTHER_SYSTEM, OTHER_CORPUS, OTHER_SPLIT, OTHER_SET, NEWER]))
def test_the_choice_does_not_depend_on_the_order_of_the_files(there: list[Baseline]) -> None:
    assert nearest(there, PLAN).baseline is EXACT


@pytest.mark.parametrize(
    "name", ["../../outside", "/etc/x", "CON", "con", "a:b|c?", "-rf", "Main", "x" * 300, "é", ".."]
)
def test_a_hostile_name_becomes_a_plain_file_name(name: str) -> None:
    stem = file_stem(name)

    assert stem.replace("-", "").isalnum()
    assert stem.isascii()
    assert not stem.startswith("-")
    assert stem not in {"con", "main"}
    assert len(stem) < 70


@given(st.lists(st.text(min_size=1, max_size=12), min_size=2, max_size=2, unique=True))
def test_two_names_never_share_a_file_even_where_case_does_not_count(names: list[str]) -> None:
    assert file_stem(names[0]).lower() != file_stem(names[1]).lower()
