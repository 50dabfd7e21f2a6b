"""Coverage of a project: its corpus, its past runs, the cases that count."""

from __future__ import annotations

from pathlib import Path

import pytest

from goldsmith.errors import InputError, UnknownNameError
from goldsmith.ondisk.runs import RunFolder, snapshot
from goldsmith.records.decision import Status
from goldsmith.records.gate import CasePass
from goldsmith.records.run import Plan
from goldsmith.records.verdict import CaseResult, Verdict
from goldsmith.workflows.cover import CoverOptions, cover_set
from goldsmith.workflows.open_set import Project, open_project
from tests.workflows.shop import SET, make_shop
from tests.workflows.small_project import frozen_project

MANY = "".join(
    f"- id: q{number}\n  question: Question {number}?\n  answerability: unsupported\n  behaviour: refuse\n\n"
    for number in range(20)
)


def plan_of(project: Project, *, repeats: int, subset: str | None = None) -> Plan:
    return Plan(
        run="",
        created_at="2026-03-01T10:00:00Z",
        system="good",
        system_digest="y1:good",
        system_revision=None,
        set_name=project.golden.header.name,
        set_version=None,
        set_digest="",
        corpus=None,
        corpus_digest=None,
        cases=tuple(case.id for case in project.golden.cases),
        subset=subset,
        repeats=repeats,
        concurrency=1,
        timeout_s=1.0,
        goldsmith="0",
    )


def keep_run(
    project: Project, *, passes: int, repeats: int, subset: str | None = None, why: tuple[str, ...] = ()
) -> None:
    """Write a run in which every case passed in `passes` of its `repeats`."""
    plan = plan_of(project, repeats=repeats, subset=subset)
    cases = [snapshot(case, Status(state="candidate", why="")) for case in project.golden.cases]
    folder = RunFolder.create(project.state / "runs", plan, cases)
    results = tuple(
        CaseResult(
            result=CasePass(
                case=name, state="passed" if passes == repeats else "failed", why=why, passes=passes, repeats=repeats
            ),
            question="?",
            answer="",
            expected="",
            state="candidate",
            ranks=(),
            scores=(),
        )
        for name in plan.cases
    )
    folder.write_record(
        "verdict",
        Verdict(
            status="passed",
            headline="",
            plan=folder.plan,
            answered=len(results),
            failed=0,
            unanswered=0,
            reviewed=0,
            ruler=(),
            gates=(),
            comparison=None,
            summaries=(),
            slices=(),
            cases=results,
            behaviours=(),
            next_step="",
        ),
    )


def test_the_corpus_is_held_against_the_cases(tmp_path: Path) -> None:
    project = make_shop(tmp_path)
    found = cover_set(project, CoverOptions())
    rule = found.access[0]

    assert (found.set_name, found.corpus, found.cases) == ("shop", "march", 3)
    assert (rule.principals, rule.permitted, rule.denied) == (("staff",), 0, 0)
    assert found.documents is not None
    assert (found.documents.documents, found.documents.cited) == (2, 1)


def test_evidence_written_as_words_counts_as_a_citation_before_it_is_pinned(tmp_path: Path) -> None:
    found = cover_set(frozen_project(tmp_path), CoverOptions()).documents

    assert found is not None
    assert (found.documents, found.cited) == (2, 1)


def test_the_next_step_is_the_minimum_that_is_not_met(tmp_path: Path) -> None:
    project = make_shop(tmp_path, header=f"{SET}minima:\n  - {{slice: {{risk: high}}, cases: 3}}\n")
    found = cover_set(project, CoverOptions())

    assert found.exit_status == 1
    assert found.next_step == "write 2 cases with risk=high, then goldsmith check"


def test_without_a_corpus_nothing_is_said_of_documents(tmp_path: Path) -> None:
    (tmp_path / "cases.yaml").write_text(
        MANY.replace(
            "behaviour: refuse",
            "behaviour: refuse\n  job: lookup\n  difficulty: easy\n  risk: low\n"
            "  reasoning: single\n  origin: {kind: log}",
        ),
        encoding="utf-8",
    )
    found = cover_set(open_project(tmp_path, file=Path("cases.yaml")), CoverOptions())

    assert (found.documents, found.access, found.corpus) == (None, (), "")
    assert found.next_step == (
        "freeze the documents, so that they are held against the cases: goldsmith freeze DOCUMENTS"
    )


def test_repeats_of_the_latest_run_say_how_many_verdicts_flip(tmp_path: Path) -> None:
    project = make_shop(tmp_path, cases=MANY)
    keep_run(project, passes=1, repeats=2)
    keep_run(project, passes=2, repeats=2, subset="tag x")
    found = cover_set(project, CoverOptions()).detection.flips

    assert (found.basis, found.observed, found.cases, found.runs) == ("repeats", 1.0, 20, ("0001-good",))


def test_a_repeat_without_an_answer_is_no_flip(tmp_path: Path) -> None:
    project = make_shop(tmp_path, cases=MANY)
    keep_run(project, passes=1, repeats=2, why=("no answer: connection refused",))

    assert cover_set(project, CoverOptions()).detection.flips.basis == "assumed"

    keep_run(project, passes=1, repeats=1)
    keep_run(project, passes=0, repeats=1, why=("no result",))
    keep_run(project, passes=1, repeats=1)
    found = cover_set(project, CoverOptions()).detection.flips

    assert (found.observed, found.runs) == (0.0, ("0002-good", "0004-good"))


def test_a_case_that_was_changed_since_tells_nothing_of_flips(tmp_path: Path) -> None:
    keep_run(make_shop(tmp_path, cases=MANY), passes=1, repeats=2)
    cases = tmp_path / "golden" / "cases" / "cases.yaml"
    cases.write_text(MANY.replace("Question 7?", "Another question?"), encoding="utf-8")

    assert cover_set(open_project(tmp_path), CoverOptions()).detection.flips.basis == "assumed"


def test_a_run_that_broke_off_is_no_hindrance(tmp_path: Path) -> None:
    project = make_shop(tmp_path, cases=MANY)
    keep_run(project, passes=1, repeats=2)
    cases = [snapshot(case, Status(state="candidate", why="")) for case in project.golden.cases]
    RunFolder.create(project.state / "runs", plan_of(project, repeats=2), cases)

    assert cover_set(project, CoverOptions()).detection.flips.runs == ("0001-good",)


def test_a_preset_or_an_axis_that_does_not_exist_is_refused_with_the_nearest(tmp_path: Path) -> None:
    project = make_shop(tmp_path)
    with pytest.raises(UnknownNameError, match="did you mean 'eighty'"):
        cover_set(project, CoverOptions(presets=("eigthy",)))
    with pytest.raises(UnknownNameError, match="did you mean 'risk'"):
        cover_set(project, CoverOptions(by=("rsik",)))


@pytest.mark.parametrize("by", [("job", "risk", "language"), ("job", "job")])
def test_only_two_different_axes_are_crossed(tmp_path: Path, by: tuple[str, ...]) -> None:
    with pytest.raises(InputError, match="one axis, or two different ones"):
        cover_set(make_shop(tmp_path), CoverOptions(by=by))


@pytest.mark.parametrize("points", [0.0, 100.5, float("nan")])
def test_a_fall_that_cannot_be_is_refused(tmp_path: Path, points: float) -> None:
    with pytest.raises(InputError, match="more than 0 and at most 100 points"):
        cover_set(make_shop(tmp_path), CoverOptions(points=points))
