"""What reviewers settled reaches the files of the set once, as they said it, and never over somebody's edit."""

from __future__ import annotations

import json
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from goldsmith.errors import UnknownNameError
from goldsmith.ondisk.work_facts import snapshot
from goldsmith.records.applying import AppliedCase, HeldCase
from goldsmith.records.case import AcceptedAnswer, Case
from goldsmith.records.decision import Adjudication
from goldsmith.records.digests import case_digest
from goldsmith.records.person import Person
from goldsmith.records.workbench import BatchDrawn, Opened, Resolved
from goldsmith.reports.applying import render_applied
from goldsmith.review.casework import Round
from goldsmith.review.settling import CONFIRMED
from goldsmith.workflows import review_apply
from goldsmith.workflows.check import pin_evidence, states_of
from goldsmith.workflows.freeze import FreezeOptions, freeze
from goldsmith.workflows.open_set import open_project
from goldsmith.workflows.review_apply import apply_reviews
from goldsmith.workflows.review_desk import Desk
from goldsmith.workflows.review_open import open_reviews
from tests.workflows.reviewing import APPROVED, REJECTED, desk_of, labelled, marked, opened
from tests.workflows.small_project import RETURNS, frozen_project

CASES = "golden/cases/a.yaml"


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    """Return a desk over the small project, its evidence pinned."""
    pin_evidence(frozen_project(tmp_path))
    return desk_of(open_project(tmp_path))


def held_round(desk: Desk, case: str) -> Round:
    found = desk.bench().round_of(case)
    assert found is not None
    return found


def states(root: Path) -> dict[str, str]:
    return {name: held.state for name, held in states_of(open_project(root)).items()}


def test_an_approval_with_the_evidence_of_the_case_leaves_its_file_as_it_is(desk: Desk) -> None:
    root = desk.project.root
    before = (root / CASES).read_bytes()
    opened(desk, "window")
    labelled(desk, "window", APPROVED, "ann", marks=marked(desk, "returns", "within 30 days"))

    applied = apply_reviews(desk, person="owner")

    assert applied.applied == (
        AppliedCase(case="window", decision="approved", reviewers=("ann",), edited=False, file=CASES),
    )
    assert (applied.held, applied.waiting, applied.disputed, applied.exit_status) == ((), 0, 0, 0)
    assert (root / CASES).read_bytes() == before
    assert states(root) == {"window": "approved", "receipt": "candidate"}
    assert held_round(desk, "window").state == "applied"


def test_evidence_that_two_marked_alike_takes_the_place_of_the_draft_and_nothing_else_moves(desk: Desk) -> None:
    root = desk.project.root
    before = (root / CASES).read_text(encoding="utf-8")
    opened(desk, "window", needed=2)
    both = marked(desk, "returns", "No return is possible without a receipt.")
    labelled(desk, "window", APPROVED, "ann", "ben", marks=both)

    applied = apply_reviews(desk, person="owner")
    after = (root / CASES).read_text(encoding="utf-8")
    case = open_project(root).golden.cases[0]

    assert applied.applied[0].edited
    assert case.evidence[0].any_of[0].quote == "No return is possible without a receipt."
    assert case.evidence[0].any_of[0].sha256 is not None
    assert after.partition("- id: receipt")[2] == before.partition("- id: receipt")[2]
    assert after.startswith("# What people ask.\n\n- id: window   # asked daily\n")
    assert states(root)["window"] == "approved"
    decisions = open_project(root).golden.facts
    assert {fact.case_digest for fact in decisions} == {case_digest(case)}
    assert [fact.reviewer for fact in decisions] == ["ann", "ben"]


def test_words_of_the_case_that_nobody_marked_leave_although_they_stand_in_the_same_chunk(desk: Desk) -> None:
    root = desk.project.root
    opened(desk, "receipt")
    labelled(desk, "receipt", APPROVED, "ann", marks=marked(desk, "returns", "Keep the receipt."))

    apply_reviews(desk, person="owner")
    case = open_project(root).golden.cases[1]

    assert [item.quote for need in case.evidence for item in need.any_of] == ["Keep the receipt."]
    assert states(root)["receipt"] == "approved"


def test_a_passage_in_which_two_needs_stand_keeps_both_of_them_required(tmp_path: Path) -> None:
    first = "{document: returns, quote: No return is possible without a receipt.}"
    two = f"[{first}, {{document: returns, quote: Keep the receipt.}}]"
    cases = f"- {{id: receipt, question: Do I need a receipt?, accept: [Yes.], evidence: {two}}}\n"
    pin_evidence(frozen_project(tmp_path, cases=cases))
    desk = desk_of(open_project(tmp_path))
    before = (tmp_path / CASES).read_bytes()
    opened(desk, "receipt")
    whole = "No return is possible without a receipt. Keep the receipt."
    labelled(desk, "receipt", APPROVED, "ann", marks=marked(desk, "returns", whole))

    (done,) = apply_reviews(desk, person="owner").applied

    assert (done.edited, done.needs) == (False, None)
    assert (tmp_path / CASES).read_bytes() == before


def test_a_need_that_nobody_marked_is_told(tmp_path: Path) -> None:
    two = "[{document: returns, quote: within 30 days}, {document: returns, quote: Keep the receipt.}]"
    pin_evidence(frozen_project(tmp_path, cases=f"- {{id: both, question: How?, accept: [So.], evidence: {two}}}\n"))
    desk = desk_of(open_project(tmp_path))
    opened(desk, "both")
    labelled(desk, "both", APPROVED, "ann", marks=marked(desk, "returns", "within 30 days"))

    applied = apply_reviews(desk, person="owner")

    assert applied.applied[0].needs == (2, 1)
    assert "evidence as they marked it (needs: 2 before, 1 now)" in render_applied(applied)


def test_an_approval_without_a_reason_states_what_was_confirmed(desk: Desk) -> None:
    opened(desk, "window")
    label = replace(APPROVED, reason="")
    labelled(desk, "window", label, "ann", marks=marked(desk, "returns", "within 30 days"))

    apply_reviews(desk, person="owner")
    (fact,) = open_project(desk.project.root).golden.facts

    assert fact.reason == CONFIRMED


def test_applying_twice_writes_nothing_the_second_time(desk: Desk) -> None:
    root = desk.project.root
    opened(desk, "window")
    labelled(desk, "window", APPROVED, "ann", marks=marked(desk, "returns", "within 30 days"))
    apply_reviews(desk, person="owner")
    before = (root / "golden/reviews.jsonl").read_bytes()

    again = apply_reviews(desk, person="owner")

    assert again.applied == ()
    assert (root / "golden/reviews.jsonl").read_bytes() == before


@pytest.mark.parametrize("cut", ["append_facts", "_record"])
def test_what_was_cut_short_is_finished_by_the_next_call(desk: Desk, cut: str, monkeypatch: pytest.MonkeyPatch) -> None:
    root = desk.project.root
    opened(desk, "window")
    labelled(desk, "window", APPROVED, "ann", marks=marked(desk, "returns", "No return is possible without a receipt."))

    def dies(*_given: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(review_apply, cut, dies)
        with pytest.raises(KeyboardInterrupt):
            apply_reviews(desk, person="owner")
    applied = apply_reviews(desk, person="owner")

    assert [item.case for item in applied.applied] == ["window"]
    assert len(open_project(root).golden.facts) == 1
    assert states(root)["window"] == "approved"


def test_a_case_that_was_changed_meanwhile_is_held_back_and_left_alone(desk: Desk) -> None:
    root = desk.project.root
    opened(desk, "window")
    labelled(desk, "window", APPROVED, "ann", marks=marked(desk, "returns", "within 30 days"))
    text = (root / CASES).read_text(encoding="utf-8").replace("Within 30 days.", "Within 31 days.")
    (root / CASES).write_text(text, encoding="utf-8", newline="")

    applied = apply_reviews(desk, person="owner")

    assert applied.held == (
        HeldCase(
            case="window",
            why="it was changed after its review was opened, so what was said is of other words",
            next_step="goldsmith review open --again window",
        ),
    )
    assert (root / CASES).read_text(encoding="utf-8") == text
    assert not (root / "golden/reviews.jsonl").exists()
    assert applied.exit_status == 1


def test_an_approval_that_contradicts_the_case_is_held_back(desk: Desk) -> None:
    opened(desk, "window")
    says = replace(APPROVED, behaviour="clarify")
    labelled(desk, "window", says, "ann", marks=marked(desk, "returns", "within 30 days"))

    (held,) = apply_reviews(desk, person="owner").held

    assert held.why == "the reviewers say that the right behaviour is clarify, and the case says answer"


def test_a_resolution_is_written_with_the_decisions_that_it_resolves(desk: Desk) -> None:
    root = desk.project.root
    opened(desk, "window", needed=2)
    words = marked(desk, "returns", "within 30 days")
    labelled(desk, "window", APPROVED, "ann", marks=words)
    labelled(desk, "window", REJECTED, "ben")
    round_of = held_round(desk, "window")
    assert round_of.state == "disputed"
    word = replace(APPROVED, reason="ann is right", marks=words)
    of = tuple(said.digest for said in round_of.sides)
    desk.say("cleo", "case:window", Resolved(round=1, label=word, of=of))

    apply_reviews(desk, person="owner")
    first, second, settled = open_project(root).golden.facts

    assert isinstance(settled, Adjudication)
    assert settled.resolves == (first.id, second.id)
    assert (settled.reviewer, settled.decision) == ("cleo", "approved")
    assert states(root)["window"] == "approved"


def test_a_rejection_by_one_reviewer_is_written(desk: Desk) -> None:
    opened(desk, "window")
    labelled(desk, "window", REJECTED, "ann")

    apply_reviews(desk, person="owner")

    assert states(desk.project.root)["window"] == "rejected"


def test_a_case_written_at_the_workbench_is_appended_once_it_is_approved(desk: Desk) -> None:
    root = desk.project.root
    case = Case(id="fee", question="What does express cost?", accept=(AcceptedAnswer(answer="9 euro."),))
    fact = Opened(
        round=1, case_digest=case_digest(case), snapshot=snapshot(case), trigger="new", why="proposed", needed=1,
        proposed=True,
    )  # fmt: skip
    desk.say("dora", "case:fee", fact)
    labelled(desk, "fee", APPROVED, "ann", marks=marked(desk, "fees.txt", "The express fee is 9 euro."))

    apply_reviews(desk, person="owner")
    golden = open_project(root).golden
    written = next(one for one in golden.cases if one.id == "fee")

    assert written.evidence[0].any_of[0].quote == "The express fee is 9 euro."
    assert golden.places[golden.cases.index(written)].file == "golden/cases/workbench.yaml"
    assert states(root)["fee"] == "approved"


def test_a_proposal_that_was_rejected_is_written_nowhere_and_its_id_stays_taken(desk: Desk) -> None:
    root = desk.project.root
    case = Case(id="fee", question="What does express cost?")
    fact = Opened(
        round=1, case_digest=case_digest(case), snapshot=snapshot(case), trigger="new", why="proposed", needed=1,
        proposed=True,
    )  # fmt: skip
    desk.say("dora", "case:fee", fact)
    labelled(desk, "fee", REJECTED, "ann")

    apply_reviews(desk, person="owner")

    assert not (root / "golden/cases/workbench.yaml").exists()
    assert [one.case for one in open_project(root).golden.facts] == ["fee"]


def test_a_case_whose_batch_is_being_checked_waits(desk: Desk) -> None:
    opened(desk, "window")
    labelled(desk, "window", APPROVED, "ann", marks=marked(desk, "returns", "within 30 days"))
    drawn = BatchDrawn(cases=(("window", 1),), sample=("window",), accept=0, good=0.02, bad=0.1, risk=0.05, seed=1)
    desk.say("owner", "batch:b1", drawn)

    (held,) = apply_reviews(desk, person="owner").held

    assert held.why == "its batch 'b1' is being checked"


def test_what_was_marked_is_held_against_the_corpus_that_the_reviewers_saw(desk: Desk) -> None:
    root = desk.project.root
    opened(desk, "window")
    labelled(desk, "window", APPROVED, "ann", marks=marked(desk, "returns", "within 30 days"))
    document, header = root / "documents/returns.md", root / "golden/set.yaml"
    document.write_text(RETURNS.replace("Goods can be", "All goods can be"), encoding="utf-8")
    freeze(root / "documents", root=root, options=FreezeOptions(label="r2"))
    header.write_text(header.read_text(encoding="utf-8").replace("r1", "r2"), encoding="utf-8")

    (applied,) = apply_reviews(desk, person="owner").applied

    assert desk.project.stored is not None
    assert (desk.project.stored.record.label, applied.edited) == ("r2", False)


def test_only_settled_cases_can_be_named(desk: Desk) -> None:
    opened(desk, "window", needed=2)
    labelled(desk, "window", APPROVED, "ann", marks=marked(desk, "returns", "within 30 days"))

    with pytest.raises(UnknownNameError):
        apply_reviews(desk, person="owner", cases=["window"])
    assert apply_reviews(desk, person="owner").waiting == 1


def test_a_branch_takes_the_change_and_the_files_here_stay_as_they_are(desk: Desk) -> None:
    root = desk.project.root
    for words in (
        ("init", "-q", "-b", "main"),
        ("config", "user.email", "o@example.org"),
        ("config", "user.name", "Owner"),
        ("add", "golden"),
        ("commit", "-q", "-m", "the set"),
    ):
        subprocess.run(["git", "-C", str(root), *words], check=True)
    before = (root / CASES).read_bytes()
    opened(desk, "window")
    labelled(desk, "window", APPROVED, "ann", marks=marked(desk, "returns", "No return is possible without a receipt."))

    applied = apply_reviews(desk, person="owner", branch="reviews")

    def there(name: str) -> str:
        told = subprocess.run(["git", "-C", str(root), "show", f"reviews:{name}"], check=True, capture_output=True)
        return told.stdout.decode()

    assert (applied.branch, applied.next_step) == ("reviews", "git push origin reviews")
    assert (root / CASES).read_bytes() == before
    assert not (root / "golden/reviews.jsonl").exists()
    assert "No return is possible without a receipt." in there(CASES).partition("- id: receipt")[0]
    assert json.loads(there("golden/reviews.jsonl"))["decision"] == "approved"
    listed = subprocess.run(["git", "-C", str(root), "worktree", "list"], check=True, capture_output=True)
    assert listed.stdout.count(b"\n") == 1
    # Until the branch is merged nothing changed here, and what was judged is not asked again.
    assert open_reviews(desk, person=Person(name="owner")).opened == ("receipt",)


def test_unsettled_labels_never_reach_the_set(desk: Desk) -> None:
    root = desk.project.root
    opened(desk, "window", needed=2)
    labelled(desk, "window", REJECTED, "ann")

    apply_reviews(desk, person="owner")
    files = [path for path in root.rglob("*") if path.is_file()]

    assert not [path for path in files if b"nobody asks this" in path.read_bytes()]
