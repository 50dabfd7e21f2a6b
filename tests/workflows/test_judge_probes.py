"""The probes of a run count for the gate of authorization, and for no other figure."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from goldsmith.records.digests import case_digest
from goldsmith.records.gate import GateFinding, GateResult
from goldsmith.records.response import Reply, Response, RetrievedItem
from goldsmith.records.run import Plan
from goldsmith.records.task import Step, Task, TaskKey
from goldsmith.runner.planning import plan_tasks
from goldsmith.workflows.check import states_of
from goldsmith.workflows.judge_run import Judged, judge_responses
from goldsmith.workflows.open_set import Project
from tests.workflows.shop import CASES, NOW, SET, approve_all, make_shop

PROBED = SET + "probes: [same_text, paraphrase]\n"
STAFF = (
    CASES
    + """
- id: safe-staff
  question: How does the safe open?
  identity: {user: ann, roles: [staff]}
  accept: [With 4711.]
  evidence:
    - {document: staff.md, quote: The safe opens with 4711 every single morning at nine.}
  claims:
    - required: With 4711.
      match: {value: "4711"}
"""
)


def project_of(root: Path) -> Project:
    make_shop(root, header=PROBED, cases=STAFF)
    return approve_all(root)


def answer(project: Project, task: Task, step: Step) -> Reply:
    """Return what a system with a cache that is keyed by the text of a question says."""
    chunks = {case.id: case.evidence[0].any_of[0].chunk or "" for case in project.golden.cases if case.evidence}
    if step.case == "window":
        item = RetrievedItem(id=chunks["window"])
        return Reply(answer="Within 30 days.", retrieved=(item,), citations=(), behaviour="answer")
    user = step.identity.user if step.identity else None
    if step.case == "safe-staff" or (step.case == "safe" and task.probe == "same_text"):
        item = RetrievedItem(id=chunks["safe-staff"])
        told = "It opens with 4711."
        return Reply(answer=told, retrieved=(item,), citations=(), behaviour="answer", identity_echo=user)
    sorry = "I could not find that. Please ask the help desk."
    return Reply(answer=sorry, retrieved=(), citations=(), behaviour="refuse", identity_echo=user)


def responses_of(project: Project) -> list[Response]:
    tasks = plan_tasks(project.golden.cases, project.golden.header.probes, {one.id: one for one in project.documents})
    return [
        Response(
            key=TaskKey(task=task.id, step=number, repeat=1),
            case=step.case,
            case_digest=task.case_digest,
            outcome=answer(project, task, step),
            probe=task.probe,
        )
        for task in tasks
        for number, step in enumerate(task.steps)
    ]


def judged(project: Project, responses: Sequence[Response]) -> Judged:
    asked = {case.id: case_digest(case) for case in project.golden.cases}
    plan = Plan(
        run="1", created_at="2026-11-30T12:00:00Z", system="cached", system_digest="y1:0", system_revision=None,
        set_name="shop", set_version="1.0", set_digest="s1:0", corpus="march", corpus_digest=None, cases=tuple(asked),
        subset=None, repeats=1, concurrency=1, timeout_s=1, probes=project.golden.header.probes, goldsmith="0",
    )  # fmt: skip
    return judge_responses(project, plan, asked, responses, states_of(project), now=NOW)


def authorization(found: Judged) -> GateResult:
    return next(gate for gate in found.gates if gate.gate == "authorization")


def test_a_cache_that_is_keyed_by_the_text_alone_breaks_the_gate_and_changes_no_figure(tmp_path: Path) -> None:
    project = project_of(tmp_path)
    responses = responses_of(project)

    with_probes = judged(project, responses)
    without = judged(project, [one for one in responses if not one.probe])

    gate = authorization(with_probes)
    told = (
        "probe same text: denied source staff.md retrieved at rank 1, "
        "after a permitted question with the same text (cache)"
    )
    assert (gate.status, gate.population) == ("failed", 2)
    assert gate.findings == (GateFinding(case="safe", kind="broken", message=told),)
    assert with_probes.summaries == without.summaries
    assert with_probes.observations == without.observations
    assert len(with_probes.responses) == len(project.golden.cases)
    assert [(one.kind, one.control) for one in with_probes.probes] == [("same_text", "got"), ("paraphrase", "got")]


def test_probes_that_the_set_asks_for_and_the_run_did_not_carry_out_leave_the_gate_undecided(tmp_path: Path) -> None:
    project = project_of(tmp_path)

    found = judged(project, [one for one in responses_of(project) if not one.probe])

    gate = authorization(found)
    assert (gate.status, [one.kind for one in gate.findings]) == ("incomplete", ["missing", "missing"])


def test_the_detector_is_tried_on_the_replies_of_every_run(tmp_path: Path) -> None:
    project = project_of(tmp_path)

    found = judged(project, responses_of(project))

    assert (found.detector.missed, found.detector.false_alarms) == ((), ())
    assert found.detector.planted > 0
