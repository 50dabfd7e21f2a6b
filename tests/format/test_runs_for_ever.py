"""A run folder and a baseline that version 1 wrote are read for ever, every field of them."""

from __future__ import annotations

from pathlib import Path
from shutil import copytree

import pytest

from goldsmith.ondisk.baselines import CaseDigests, load_baseline, load_baselines
from goldsmith.ondisk.runs import RunFolder, run_ids
from goldsmith.records.digests import anchor_digest, case_digest, metadata_digest
from goldsmith.records.measure import Score
from goldsmith.records.observation import Observation
from goldsmith.records.run import RulerNote
from goldsmith.records.verdict import Verdict
from tests.format import contents

FOLDER = Path(__file__).parent / "1"
BASELINE = FOLDER / "golden" / "baselines" / "main.jsonl"


@pytest.fixture
def run(tmp_path: Path) -> RunFolder:
    """Return the run, copied: reading must not be able to change the fixture."""
    copytree(FOLDER / ".goldsmith" / "runs", tmp_path / "runs")
    return RunFolder.open(tmp_path / "runs", run_ids(tmp_path / "runs")[0])


def test_a_plan_is_read_for_ever(run: RunFolder) -> None:
    assert (run.plan, run.finished) == (contents.PLAN, True)


def test_the_cases_of_a_run_are_read_for_ever_and_hold_what_their_digests_say(run: RunFolder) -> None:
    assert run.cases() == contents.SNAPSHOTS


def test_a_journal_is_read_for_ever(run: RunFolder) -> None:
    held = run.read_journal()

    assert held.responses == contents.RESPONSES
    assert (held.repeated, held.half_written) == ((), False)


def test_what_was_made_of_the_responses_is_read_for_ever(run: RunFolder) -> None:
    assert run.read_records("observations", Observation) == contents.OBSERVATIONS
    assert run.read_records("scores", Score) == contents.SCORES
    assert run.read_records("notes", RulerNote) == contents.NOTES
    assert run.read_record("verdict", Verdict) == contents.VERDICT


def test_the_corpus_of_a_run_is_read_for_ever(run: RunFolder) -> None:
    revision = run.revision()

    assert revision is not None
    assert (revision.label, revision.digest[:12], revision.chunks) == ("2026-03", "a162abb2a0b3", 4)


def test_a_baseline_is_read_for_ever() -> None:
    baseline = load_baseline(BASELINE)

    assert (baseline.name, baseline.plan, baseline.responses) == ("main", contents.PLAN, contents.RESPONSES)
    assert (baseline.header.judge, baseline.header.goldsmith, baseline.header.format) == (None, "0.1.0", 1)
    assert baseline.header.cases == tuple(
        CaseDigests(
            case=item.case.id,
            content=case_digest(item.case),
            anchors=anchor_digest(item.case),
            metadata=metadata_digest(item.case),
        )
        for item in contents.SNAPSHOTS
    )
    assert [item.name for item in load_baselines(BASELINE.parent)] == ["main"]


def test_a_baseline_that_was_checked_out_with_other_line_ends_is_the_same(tmp_path: Path) -> None:
    (tmp_path / "main.jsonl").write_bytes(BASELINE.read_bytes().replace(b"\n", b"\r\n"))

    assert load_baseline(tmp_path / "main.jsonl") == load_baseline(BASELINE)
