"""Agreement and load: figures for who reads, names for who manages, and nothing of what is still to be judged."""

from __future__ import annotations

from pathlib import Path

import pytest

from goldsmith.records.decision import Confirmations
from goldsmith.workflows.approve import Judged, approve
from goldsmith.workflows.check import pin_evidence
from goldsmith.workflows.open_set import open_project
from goldsmith.workflows.review_desk import Desk
from goldsmith.workflows.review_open import open_reviews
from tests.web.owning import main_of, shop_desk, site_of, visit
from tests.web.visiting import text
from tests.web.workbench import words
from tests.workflows.reviewing import APPROVED, labelled, opened
from tests.workflows.shop import CASES, NOW

ALL = Confirmations(question_plausible=True, answer_within_source=True, evidence_sufficient=True)
BEA, CLEO = "Beatrix", "Cleopatra"
REASON = "the sentence allows two readings"
MORE = "".join(
    f"\n- id: more-{at}\n  question: What is fee number {at}?\n  answerability: unsupported\n  behaviour: refuse\n"
    f"  must_point_to: [help desk]\n"
    for at in range(20)
)


def decided(root: Path) -> Desk:
    """Return a desk over a set on which two decided, and differed on one case."""
    desk = shop_desk(root)
    (root / "golden" / "cases" / "cases.yaml").write_text(CASES + MORE, encoding="utf-8")
    pin_evidence(open_project(root))
    names = tuple(case.id for case in open_project(root).golden.cases)
    for who, own in ((BEA, names), (CLEO, names[1:])):
        word = Judged(cases=own, reviewer=who, decision="approved", reason="it is so", confirmations=ALL)
        approve(open_project(root), word, now=NOW)
    differing = Judged(cases=names[:1], reviewer=CLEO, decision="rejected", reason=REASON, confirmations=None)
    approve(open_project(root), differing, now=NOW)
    desk.look_again()
    return desk


def test_figures_have_their_interval_and_the_cases_that_they_rest_on(tmp_path: Path) -> None:
    page = words(visit(decided(tmp_path), "pia", "/agreement"))

    assert "Same word 96 % [79, 99] %" in page
    assert "Cohen's kappa" in page
    assert "Cases 23 Reviewers 2" in page


def test_a_difference_is_listed_with_both_words_and_reasons(tmp_path: Path) -> None:
    page = words(visit(decided(tmp_path), "owner", "/agreement"))

    assert f"{BEA}: Approve it is so" in page
    assert f"{CLEO}: Reject {REASON}" in page


@pytest.mark.parametrize(("name", "named"), [("owner", True), ("r1", False), ("pia", False)])
def test_who_reviewed_is_named_to_who_manages_alone(tmp_path: Path, name: str, named: bool) -> None:
    page = main_of(visit(decided(tmp_path), name, "/agreement"))

    assert [one in page for one in (BEA, CLEO)] == [named, named]
    assert ("reviewer A" in page) is not named


def test_what_others_settled_of_a_case_is_hidden_from_who_may_still_judge_it(tmp_path: Path) -> None:
    desk = decided(tmp_path)
    open_reviews(desk, person=desk.person("owner"), cases=["window"], trigger="audit")
    pages = {name: text(visit(desk, name, "/agreement")) for name in ("r2", "pia")}

    assert {name: (REASON in page, "How long may I return goods?" in page) for name, page in pages.items()} == {
        "r2": (False, False),
        "pia": (True, True),
    }
    assert "are in the figures and not listed" in pages["r2"]


def test_without_a_second_decision_the_page_says_what_makes_one(tmp_path: Path) -> None:
    page = words(visit(shop_desk(tmp_path), "pia", "/agreement", by="nothing"))

    assert "No two reviewers have decided on the same case yet" in page
    assert "0 cases have one decision, 3 have none." in page


def test_the_load_tells_what_waits_who_gave_labels_and_when_it_is_done(tmp_path: Path) -> None:
    desk = shop_desk(tmp_path)
    opened(desk, "window", "mars", needed=2)
    labelled(desk, "window", APPROVED, "r1")
    page = words(visit(desk, "owner", "/load"))

    assert "Waiting for labels 2 Disputed 0 Settled 0" in page
    assert "r1 0 0 0 0 0 1 1" in page
    assert "At 2 hours a week altogether it is done on 2026-" in page
    assert "Reckoned with 8 minutes a label, an assumption" in page


@pytest.mark.parametrize(("asked", "said"), [
    ({"hours": "many"}, "Write a number of hours"),
    ({"hours": "0"}, "Write a number of hours"),
    ({"hours": "nan"}, "Write a number of hours"),
    ({"by": "soon"}, "Choose a day."),
    ({"by": "2020-01-01"}, "That day is not in the future."),
])  # fmt: skip
def test_what_cannot_be_reckoned_with_is_said_beside_its_field(
    tmp_path: Path, asked: dict[str, str], said: str
) -> None:
    page = visit(shop_desk(tmp_path), "owner", "/load", **asked)

    assert page.status == 422
    assert f'class="error" id="{next(iter(asked))}-error">{said}' in text(page)


def test_a_day_that_cannot_be_met_says_what_it_would_take(tmp_path: Path) -> None:
    desk = decided(tmp_path)
    open_reviews(desk, person=desk.person("owner"), cases=[f"more-{at}" for at in range(20)], trigger="audit")
    page = words(visit(desk, "owner", "/load", hours="0,1", by="2026-09-15"))

    assert "It cannot be done by 2026-09-15" in page


@pytest.mark.parametrize(("name", "status"), [("owner", 200), ("r1", 403), ("pia", 403)])
def test_the_load_is_for_who_manages(tmp_path: Path, name: str, status: int) -> None:
    assert visit(shop_desk(tmp_path), name, "/load").status == status


def test_who_is_not_signed_in_learns_nothing(tmp_path: Path) -> None:
    site = site_of(shop_desk(tmp_path))

    assert (site.get("/agreement").status, site.get("/load").status) == (401, 401)
