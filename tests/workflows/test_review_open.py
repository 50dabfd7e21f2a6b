"""Reviews are opened once, for what needs a person, and closed when there is nothing left to judge."""

from __future__ import annotations

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from time import process_time

import pytest

from goldsmith.adapters.review_stores.memory import MemoryReviewStore
from goldsmith.errors import InputError, UnknownNameError
from goldsmith.ondisk.revisions import load_revision
from goldsmith.records.case import Case
from goldsmith.records.decision import Confirmations
from goldsmith.records.digests import case_digest
from goldsmith.records.workbench import AppliedToSet, Opened
from goldsmith.workflows.approve import Judged, approve
from goldsmith.workflows.check import pin_evidence
from goldsmith.workflows.freeze import FreezeOptions, freeze
from goldsmith.workflows.open_set import open_project
from goldsmith.workflows.refresh import plan_refresh
from goldsmith.workflows.review_desk import Desk
from goldsmith.workflows.review_open import moved, open_proposed, open_reviews, reopen
from goldsmith.workflows.review_seat import handle_for
from goldsmith.workflows.review_take import next_case, take
from tests.workflows.reviewers import PEOPLE, SINGLE, Clock, desk_in, facts, marks, opened_in, says
from tests.workflows.small_project import NOW, RETURNS, WORDS

ALL = Confirmations(question_plausible=True, answer_within_source=True, evidence_sufficient=True)
PROPOSED = Case(id="fee", question="What does express cost?", answerability="supported", behaviour="answer")


def approved(root: Path, *names: str) -> None:
    pin_evidence(open_project(root))
    judged = Judged(cases=names, reviewer="Ana", decision="approved", reason="it says so", confirmations=ALL)
    approve(open_project(root), judged, now=NOW)


def edit(desk: Desk, old: str, new: str) -> None:
    path = desk.project.root / "golden" / "cases" / "a.yaml"
    path.write_text(path.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
    desk.look_again()


def triggers(desk: Desk) -> list[tuple[str, int, str]]:
    """Return case, trigger and round of every review that was opened."""
    stored = [(one.subject, fact) for one, (_, fact) in zip(desk.store.after(0), facts(desk), strict=True)]
    return [(name.partition(":")[2], fact.round, fact.trigger) for name, fact in stored if isinstance(fact, Opened)]


def test_every_candidate_is_opened_on_exactly_what_it_says(tmp_path: Path) -> None:
    desk = desk_in(tmp_path)
    report = open_reviews(desk, person=desk.person("owner"))
    rounds = list(desk.bench().current())

    assert (report.opened, report.closed, report.waiting, report.double, report.hands) == (
        ("window", "receipt"), (), 2, 2, 4,
    )  # fmt: skip
    assert [desk.case_shown(one.opened) for one in rounds] == sorted(desk.project.golden.cases, key=lambda one: one.id)
    assert {one.opened.corpus for one in rounds} == {desk.project.revision.digest if desk.project.revision else None}


def test_opening_again_opens_nothing(tmp_path: Path) -> None:
    desk = opened_in(tmp_path)
    before = desk.store.after(0)

    assert open_reviews(desk, person=desk.person("owner")).opened == ()
    assert desk.store.after(0) == before


def test_two_who_open_at_once_open_each_case_once(tmp_path: Path) -> None:
    store = MemoryReviewStore()
    one = desk_in(tmp_path, store=store)
    other = Desk(open_project(tmp_path), store, now=Clock())
    with ThreadPoolExecutor(2) as pool:
        both = [(one, "owner"), (other, "r1")] * 4
        list(pool.map(lambda pair: open_reviews(pair[0], person=pair[0].person(pair[1])), both))

    assert Counter(name for name, _, _ in triggers(one)) == {"window": 1, "receipt": 1}


def test_what_is_approved_is_not_asked_and_what_was_edited_since_is(tmp_path: Path) -> None:
    desk = desk_in(tmp_path)
    approved(tmp_path, "window", "receipt")
    desk.look_again()
    before = open_reviews(desk, person=desk.person("owner"))
    edit(desk, "When can I return it?", "Until when can I return it?")
    after = open_reviews(desk, person=desk.person("owner"))

    assert (before.opened, after.opened) == ((), ("window",))
    assert triggers(desk) == [("window", 1, "edit")]


def test_what_was_applied_and_says_the_same_is_not_asked_again(tmp_path: Path) -> None:
    desk = opened_in(tmp_path)
    for one in list(desk.bench().current()):
        digest = one.opened.case_digest
        desk.say("owner", f"case:{one.case}", AppliedToSet(round=1, decisions=("d-1",), case_digest=digest))
    same = open_reviews(desk, person=desk.person("owner"))
    edit(desk, "Do I need a receipt?", "Must I keep the receipt?")
    other = open_reviews(desk, person=desk.person("owner"))

    assert (same.opened, other.opened) == ((), ("receipt",))


def test_named_cases_are_looked_at_again_whatever_their_state(tmp_path: Path) -> None:
    desk = desk_in(tmp_path)
    approved(tmp_path, "window", "receipt")
    desk.look_again()
    report = open_reviews(desk, person=desk.person("owner"), cases=("receipt",))

    assert report.opened == ("receipt",)
    assert triggers(desk) == [("receipt", 1, "audit")]
    assert open_reviews(desk, person=desk.person("owner"), cases=("receipt",)).opened == ()
    with pytest.raises(UnknownNameError):
        open_reviews(desk, person=desk.person("owner"), cases=("recipe",))


def test_a_case_that_is_gone_takes_its_review_with_it(tmp_path: Path) -> None:
    desk = opened_in(tmp_path)
    path = tmp_path / "golden" / "cases" / "a.yaml"
    path.write_text(WORDS[: WORDS.index("- id: receipt")], encoding="utf-8")
    desk.look_again()
    report = open_reviews(desk, person=desk.person("owner"))

    assert report.closed == ("receipt",)
    assert [(one.case, one.state) for one in desk.bench().current()] == [("receipt", "closed"), ("window", "waiting")]


def test_an_open_review_whose_case_was_edited_stays_open_and_tells(tmp_path: Path) -> None:
    desk = opened_in(tmp_path)
    edit(desk, "Do I need a receipt?", "Must I keep the receipt?")
    one = desk.bench().round_of("receipt")
    assert one is not None
    now = moved(desk, one)
    offer = take(desk, desk.person("r1"), handle_for(desk, "receipt"))

    assert open_reviews(desk, person=desk.person("owner")).opened == ()
    assert now is not None
    assert now.question == "Must I keep the receipt?"
    assert (offer.moved, offer.case.question) == (True, "Do I need a receipt?")


def test_a_new_tag_moves_nothing(tmp_path: Path) -> None:
    desk = opened_in(tmp_path)
    edit(desk, "- id: receipt\n", "- id: receipt\n  tags: [till]\n")
    one = desk.bench().round_of("receipt")

    assert one is not None
    assert moved(desk, one) is None


def test_opening_anew_shows_what_the_case_says_now(tmp_path: Path) -> None:
    desk = opened_in(tmp_path)
    edit(desk, "Do I need a receipt?", "Must I keep the receipt?")
    reopen(desk, desk.person("owner"), "receipt")
    offer = take(desk, desk.person("r1"), handle_for(desk, "receipt"))

    assert (offer.round, offer.moved, offer.case.question) == (2, False, "Must I keep the receipt?")
    assert triggers(desk)[-1] == ("receipt", 2, "edit")
    with pytest.raises(InputError, match="no open review"):
        reopen(desk, desk.person("owner"), "receipt")


def test_a_refresh_request_is_asked_once_and_shows_old_and_new(tmp_path: Path) -> None:
    desk = desk_in(tmp_path, settings=PEOPLE + SINGLE)
    approved(tmp_path, "window", "receipt")
    (tmp_path / "documents" / "returns.md").write_text(
        RETURNS.replace("within 30 days", "within 14 days"), encoding="utf-8"
    )
    freeze(tmp_path / "documents", root=tmp_path, options=FreezeOptions(label="r2"))
    plan = plan_refresh(open_project(tmp_path), load_revision(tmp_path, "r2"))
    desk.look_again()
    report = open_reviews(desk, person=desk.person("owner"))
    offer = next_case(desk, desk.person("r1"))
    one = desk.bench().round_of("window")

    assert report.opened == ("window",)
    assert triggers(desk) == [("window", 1, "refresh")]
    assert one is not None
    assert (one.opened.request, one.opened.corpus) == (plan.requests[0].id, plan.current.digest)
    assert offer is not None
    assert any("within 14 days" in (item.text or "") for item in offer.passages)
    assert offer.changes is not None
    assert "within 30 days" in (offer.changes[0].before or "")
    assert "within 14 days" in offer.changes[0].now[0]
    assert open_reviews(desk, person=desk.person("owner")).opened == ()


def test_a_proposed_case_is_judged_by_others_than_its_author(tmp_path: Path) -> None:
    desk = desk_in(tmp_path, settings=PEOPLE + SINGLE)
    handle = open_proposed(desk, desk.person("r1"), PROPOSED)
    same = open_proposed(desk, desk.person("r1"), PROPOSED)
    with pytest.raises(InputError, match="already"):
        open_proposed(desk, desk.person("r2"), PROPOSED)
    with pytest.raises(InputError, match="already"):
        open_proposed(desk, desk.person("r1"), replace(PROPOSED, question="And now?"))
    offer = next_case(desk, desk.person("r2"))

    assert handle == same
    assert next_case(desk, desk.person("r1")) is None
    assert offer is not None
    assert (offer.handle, offer.case.question) == (handle, "What does express cost?")
    assert open_reviews(desk, person=desk.person("owner")).closed == ()
    with pytest.raises(InputError, match="nothing for you"):
        take(desk, desk.person("r1"), handle)


def test_who_is_alone_judges_what_they_wrote(tmp_path: Path) -> None:
    desk = desk_in(tmp_path, settings='documents = "documents"\n[people.r1]\n' + SINGLE)
    open_proposed(desk, desk.person("r1"), PROPOSED)

    assert next_case(desk, desk.person("r1")) is not None


def test_a_settled_case_that_needs_two_is_named_where_only_one_may_label(tmp_path: Path) -> None:
    desk = desk_in(tmp_path, settings='documents = "documents"\n[people.owner]\nroles = ["evaluation_owner"]\n')
    report = open_reviews(desk, person=desk.person("owner"))

    assert (report.double, report.hands) == (2, 1)


def test_what_was_labelled_and_closed_is_opened_again_while_nobody_decided(tmp_path: Path) -> None:
    desk = opened_in(tmp_path, settings=PEOPLE + SINGLE)
    handle = handle_for(desk, "receipt")
    marks(desk, desk.person("r1"), handle, "Keep the receipt.")
    says(desk, desk.person("r1"), handle)
    edit(desk, "Do I need a receipt?", "Must I keep the receipt?")
    reopen(desk, desk.person("owner"), "receipt")
    one = desk.bench().round_of("receipt")

    assert one is not None
    assert (one.number, one.labels, one.state) == (2, (), "waiting")
    assert one.opened.case_digest == case_digest(desk.case_shown(one.opened))


def test_ten_thousand_reviews_open_in_seconds_and_the_next_case_comes_in_milliseconds(tmp_path: Path) -> None:
    line = (
        "- {{id: c{n}, question: 'How long for item {n}?', evidence: [{{document: returns, quote: within 30 days}}]}}\n"
    )
    desk = desk_in(tmp_path, cases="".join(line.format(n=number) for number in range(10_000)))
    begun = process_time()
    report = open_reviews(desk, person=desk.person("owner"))
    opening = process_time() - begun
    next_case(desk, desk.person("r1"))
    begun = process_time()
    for _ in range(20):
        next_case(desk, desk.person("r1"))
    each = (process_time() - begun) / 20

    assert len(report.opened) == 10_000
    assert opening < 10
    assert each < 0.005
