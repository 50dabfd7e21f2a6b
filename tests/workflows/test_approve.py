"""A decision is bound to exactly what was judged, and is refused where it would bind to less."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta, timezone
from pathlib import Path

import pytest

from goldsmith.errors import InputError, UnknownNameError
from goldsmith.records.decision import Confirmations, DecisionWord
from goldsmith.records.digests import case_digest, fact_digest
from goldsmith.workflows.approve import Judged, approve, passages, to_judge
from goldsmith.workflows.check import pin_evidence
from goldsmith.workflows.open_set import Project, open_project
from goldsmith.workflows.standing import standing
from tests.workflows.small_project import NOW, WORDS, frozen_project, project_folder

ALL = Confirmations(question_plausible=True, answer_within_source=True, evidence_sufficient=True)
APPROVED = Judged(
    cases=("window",), reviewer="ann", decision="approved", reason="as the source says", confirmations=ALL
)


@pytest.fixture
def pinned(tmp_path: Path) -> Project:
    """Return a project whose evidence is pinned."""
    pin_evidence(frozen_project(tmp_path))
    return open_project(tmp_path)


def said(word: DecisionWord, *cases: str, reviewer: str = "ann") -> Judged:
    held = ALL if word == "approved" else None
    return Judged(cases=cases, reviewer=reviewer, decision=word, reason="because", confirmations=held)


def states(root: Path) -> dict[str, str]:
    golden = open_project(root).golden
    return {name: found.state for name, found in standing(golden).items()}


def refused(project: Project, judged: Judged) -> InputError:
    with pytest.raises(InputError) as caught:
        approve(project, judged, now=NOW)

    assert not project.loaded.reviews_file.exists()
    return caught.value


def test_an_approval_is_kept_with_what_it_binds_to(pinned: Project) -> None:
    (decision,) = approve(pinned, APPROVED, now=NOW)
    case = pinned.golden.cases[0]

    assert (decision.reviewer, decision.at, decision.decision) == ("ann", "2026-09-08T12:00:00Z", "approved")
    assert (decision.case, decision.reason, decision.confirmations) == ("window", "as the source says", ALL)
    assert (decision.case_digest, decision.evidence) == (case_digest(case), (case.evidence[0].any_of[0].chunk,))
    assert open_project(pinned.root).golden.facts == (decision,)
    assert states(pinned.root) == {"window": "approved", "receipt": "candidate"}


def test_the_time_is_kept_in_utc(pinned: Project) -> None:
    (decision,) = approve(pinned, APPROVED, now=NOW.astimezone(timezone(timedelta(hours=14))))

    assert decision.at == "2026-09-08T12:00:00Z"


def test_each_decision_on_a_case_follows_the_one_before(pinned: Project) -> None:
    (first,) = approve(pinned, said("ambiguous", "window"), now=NOW)
    (second,) = approve(open_project(pinned.root), said("approved", "window"), now=NOW)
    (other,) = approve(open_project(pinned.root), said("approved", "receipt"), now=NOW)

    assert (first.previous, second.previous, other.previous) == (None, fact_digest(first), None)
    assert len({first.id, second.id, other.id}) == 3


def test_an_approval_that_stands_is_not_written_again(pinned: Project) -> None:
    (first,) = approve(pinned, said("approved", "window"), now=NOW)
    project = open_project(pinned.root)

    assert approve(project, said("approved", "window"), now=NOW) == ()
    assert to_judge(project, said("approved", "window", "receipt")).stands == (first,)
    assert [case.id for case in to_judge(project, said("approved", "window", "receipt")).open] == ["receipt"]
    assert [item.reviewer for item in approve(project, said("approved", "window", reviewer="bo"), now=NOW)] == ["bo"]


def test_an_approval_that_was_taken_back_or_outdated_is_written_again(pinned: Project) -> None:
    approve(pinned, said("approved", "window", "receipt"), now=NOW)
    approve(open_project(pinned.root), said("rejected", "window"), now=NOW)
    path = pinned.root / "golden" / "cases" / "a.yaml"
    path.write_text(path.read_text(encoding="utf-8").replace("Do I need", "Must I bring"), encoding="utf-8")
    written = approve(open_project(pinned.root), said("approved", "window", "receipt"), now=NOW)

    assert [item.case for item in written] == ["window", "receipt"]


def test_words_that_are_not_quoted_are_fetched_from_the_corpus(pinned: Project) -> None:
    chunk = pinned.golden.cases[0].evidence[0].any_of[0].chunk
    cases = f"- {{id: a, question: Q?, evidence: [{chunk}, gone#1]}}\n"
    (pinned.root / "golden" / "cases" / "a.yaml").write_text(cases, encoding="utf-8")
    project = open_project(pinned.root)
    held = passages(project, project.golden.cases)

    assert list(held) == [chunk]
    assert "Goods can be returned within 30 days of purchase." in held[str(chunk)]


def test_a_case_that_is_named_twice_is_decided_once(pinned: Project) -> None:
    assert [item.case for item in approve(pinned, said("approved", "window", "receipt", "window"), now=NOW)] == [
        "window",
        "receipt",
    ]


def test_a_changed_question_undoes_the_approval_and_a_note_does_not(pinned: Project) -> None:
    approve(pinned, said("approved", "window", "receipt"), now=NOW)
    path = pinned.root / "golden" / "cases" / "a.yaml"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("Do I need a receipt?", "Must I bring a receipt?"), encoding="utf-8")
    changed = states(pinned.root)
    path.write_text(text.replace("- id: receipt\n", "- id: receipt\n  notes: Seen often.\n"), encoding="utf-8")

    assert changed == {"window": "approved", "receipt": "edited"}
    assert states(pinned.root) == {"window": "approved", "receipt": "approved"}


def test_a_lone_file_has_its_decisions_beside_it(tmp_path: Path) -> None:
    (tmp_path / "quick.yaml").write_text("- {id: a, question: Q?}\n", encoding="utf-8")
    approve(open_project(tmp_path, file=Path("quick.yaml")), said("rejected", "a"), now=NOW)
    project = open_project(tmp_path, file=Path("quick.yaml"))

    assert (tmp_path / "quick.reviews.jsonl").exists()
    assert standing(project.golden)["a"].state == "rejected"


@pytest.mark.parametrize(
    ("judged", "message"),
    [
        (replace(APPROVED, cases=()), "a decision needs a case"),
        (replace(APPROVED, reviewer=" "), "a decision needs a reviewer"),
        (replace(APPROVED, reason=""), "a decision needs a reason, so that it can be understood later"),
    ],
)
def test_a_decision_without_case_reviewer_or_reason_is_refused(pinned: Project, judged: Judged, message: str) -> None:
    assert refused(pinned, judged).message == message


@pytest.mark.parametrize(
    "confirmations",
    [
        None,
        replace(ALL, question_plausible=False),
        replace(ALL, answer_within_source=False),
        replace(ALL, evidence_sufficient=False),
    ],
)
def test_an_approval_must_confirm_all_three_things(pinned: Project, confirmations: Confirmations | None) -> None:
    error = refused(pinned, replace(APPROVED, confirmations=confirmations))

    assert error.message.startswith("an approval says three things")


def test_another_decision_needs_no_confirmation(pinned: Project) -> None:
    (decision,) = approve(pinned, said("source_unreadable", "window"), now=NOW)

    assert (decision.decision, decision.confirmations) == ("source_unreadable", None)


def test_an_unknown_case_suggests_the_nearest(pinned: Project) -> None:
    error = refused(pinned, said("approved", "windows"))

    assert isinstance(error, UnknownNameError)
    assert error.message == "none of the cases is called 'windows'; did you mean 'window'?"


def test_an_id_that_two_cases_have_cannot_be_judged(tmp_path: Path) -> None:
    project = frozen_project(tmp_path, cases=WORDS.replace("id: receipt", "id: window"))

    assert refused(project, said("rejected", "window")).message == (
        "2 cases have the id 'window', so nobody could tell which of them was judged"
    )


@pytest.mark.parametrize(
    ("evidence", "next_step"),
    [
        ("{document: returns, quote: within 30 days}", "goldsmith check --fix, look at the result, then approve"),
        (
            "nothing#1",
            "mend the evidence that goldsmith check names, goldsmith check --fix, look at the result, then approve",
        ),
    ],
)
def test_evidence_that_is_not_pinned_cannot_be_approved(tmp_path: Path, evidence: str, next_step: str) -> None:
    cases = f"- id: window\n  question: Q?\n  evidence: [{evidence}]\n"
    error = refused(frozen_project(tmp_path, cases=cases), APPROVED)

    assert error.message == (
        "the evidence of window is not pinned to the corpus, so an approval would bind to a name only"
    )
    assert error.next_step == next_step


def test_without_a_corpus_a_name_cannot_be_approved_and_quoted_words_can(tmp_path: Path) -> None:
    cases = "- {id: name, question: Q?, evidence: [returns#1]}\n- {id: words, question: Q?, evidence: [{quote: ten}]}\n"
    project = open_project(project_folder(tmp_path, cases=cases, header="name: desk\n"))
    error = refused(project, said("approved", "name", "words"))

    assert error.message.startswith("the evidence of name is not pinned")
    assert error.next_step.startswith("goldsmith freeze FOLDER, ")
    assert [item.case for item in approve(project, said("approved", "words"), now=NOW)] == ["words"]
