"""The other pages of a reviewer: the queue, differences to settle, changed sources, practice."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from goldsmith.ondisk.refreshes import load_plan
from goldsmith.ports.pages import Reply
from goldsmith.records.workbench import Practised, Resolved
from goldsmith.workflows.refresh import path_of
from goldsmith.workflows.review_desk import Desk
from goldsmith.workflows.review_seat import handle_for
from tests.web.visiting import header, text
from tests.web.workbench import APPROVAL, come_in, differing, follow, form_of, help_desk, refreshed, send, words
from tests.workflows.reviewers import ALL, PEOPLE, facts, marks, opened_in, says


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return opened_in(tmp_path)


@pytest.fixture
def disputed(desk: Desk) -> Desk:
    """Return a desk at which r1 and r2 differ on one case."""
    return differing(desk)


@pytest.fixture(scope="module")
def example(tmp_path_factory: pytest.TempPathFactory) -> Desk:
    return help_desk(tmp_path_factory.mktemp("help-desk"))


def test_the_queue_counts_what_is_mine_and_offers_one_thing_to_do(desk: Desk) -> None:
    browser = come_in(desk, "r1")
    before = words(browser.get("/queue"))
    follow(browser, browser.post("/queue/next"))
    after = words(browser.get("/queue"))

    assert "Take the next case" in before
    assert "Begun by you 0 Open for you 2 Sources that changed 0" in before
    assert "Carry on where you stopped" in after
    assert "Begun by you 1 Open for you 1" in after


def test_the_queue_shows_my_last_decisions_and_takes_one_back(desk: Desk) -> None:
    browser = come_in(desk, "r1")
    handle = handle_for(desk, "window")
    marks(desk, desk.person("r1"), handle, "within 30 days")
    says(desk, desk.person("r1"), handle)
    queue = browser.get("/queue")
    back = follow(browser, send(browser, queue, action="/case/undo"))

    assert "When can I return it? Approve" in words(queue)
    assert "Step 2 of 2" in words(back)
    assert "You have not decided anything yet." in words(browser.get("/queue"))


def test_a_decision_on_which_another_reviewer_has_spoken_cannot_be_undone(disputed: Desk) -> None:
    queue = come_in(disputed, "r1").get("/queue")

    assert "What became of it" in words(queue)
    assert "/case/undo" not in text(queue)


def test_when_the_last_case_is_decided_the_queue_says_so(desk: Desk) -> None:
    browser = come_in(desk, "r1")
    browser.get("/queue")
    reply = browser.post("/queue/next")
    for _ in range(2):
        label = follow(browser, send(browser, follow(browser, reply), do="submit", none="1"))
        reply = send(browser, label, do="submit", decision="rejected", reason="nobody asks this")

    assert header(reply, "Location") == "/queue?told=all_done"
    assert "Nothing waits for you." in words(follow(browser, reply))


def test_the_queue_says_how_long_it_takes_at_my_own_pace(example: Desk) -> None:
    browser = come_in(example, "r2")
    before = words(browser.get("/queue"))
    reply = browser.post("/queue/next")
    for _ in range(3):
        label = follow(browser, send(browser, follow(browser, reply), do="submit", none="1"))
        reply = send(browser, label, do="submit", decision="rejected", reason="nobody asks this", seconds="600")

    assert "At your pace" not in before
    assert re.search(r"At your pace that is about \d+ hours of work", words(browser.get("/queue")))


def test_an_unknown_thing_told_is_not_shown(desk: Desk) -> None:
    assert "queue." not in words(come_in(desk, "r1").get("/queue", told="<b>queue.next</b>"))


def test_a_third_person_sees_each_difference_by_its_name_and_no_reviewer_by_theirs(disputed: Desk) -> None:
    browser = come_in(disputed, "arbiter")
    page = browser.get("/disputes", case=handle_for(disputed, "receipt"))
    shown = words(page)

    assert "Differences to settle 0" in words(come_in(disputed, "r1").get("/queue"))
    assert "Differences to settle 1" in words(browser.get("/queue"))
    assert "Do I need a receipt?" in words(browser.get("/disputes"))
    assert "The decision" in shown
    assert "The evidence" in shown
    assert {"Reviewer A", "Reviewer B"} <= set(re.findall(r"Reviewer [AB]", shown))
    assert "r1" not in shown.replace("arbiter", "")
    assert "r2" not in shown
    assert 'data-by="A"' in text(page)
    assert 'data-by="B"' in text(page)


def side_of(page: str, quote: str) -> str:
    """Return the letter of the reviewer who marked some words."""
    found = re.search(
        rf"Reviewer ([AB])(?:(?!Reviewer [AB]).)*?{re.escape(quote)}", page.rsplit("They differ in", maxsplit=1)[-1]
    )
    assert found
    return found[1]


def test_a_third_person_settles_with_the_word_of_one_side_and_a_reason(disputed: Desk) -> None:
    browser = come_in(disputed, "arbiter")
    page = browser.get("/disputes", case=handle_for(disputed, "receipt"))
    letter = side_of(words(page), "No return is possible")
    refused = send(browser, page, action="/disputes", whose=letter)
    settled = send(browser, page, action="/disputes", whose=letter, reason="The rule itself, not the advice.")

    assert refused.status == 422
    assert "Say why." in words(refused)
    assert "Settled." in words(follow(browser, settled))
    (fact,) = [fact for _, fact in facts(disputed) if isinstance(fact, Resolved)]
    assert (fact.label.decision, fact.label.reason) == ("approved", "The rule itself, not the advice.")


def test_a_third_person_writes_a_word_of_their_own(disputed: Desk) -> None:
    browser = come_in(disputed, "arbiter")
    page = browser.get("/disputes", case=handle_for(disputed, "receipt"))
    held = {name: value for name, value in form_of(page, action="/disputes").fields.items() if "passage-" in name}
    place = next(
        name.removeprefix("passage-")
        for name, value in held.items()
        if json.loads(value)["quote"] == "Keep the receipt."
    )
    half = send(browser, page, action="/disputes", whose="own", decision="approved")
    own = {**APPROVAL, f"need-{place}": "1", "whose": "own", "reason": "Both say so."}
    settled = send(browser, page, action="/disputes", **own)

    assert half.status == 422
    assert "An approval needs all three confirmations." in words(half)
    assert settled.status == 303
    (fact,) = [fact for _, fact in facts(disputed) if isinstance(fact, Resolved)]
    assert ([mark.quote for mark in fact.label.marks], fact.label.confirmations) == (["Keep the receipt."], ALL)


def test_a_resolution_that_is_sent_again_is_told_as_kept(disputed: Desk) -> None:
    browser = come_in(disputed, "arbiter")
    page = browser.get("/disputes", case=handle_for(disputed, "receipt"))
    own = {**APPROVAL, "whose": "own", "decision": "rejected", "reason": "Both say so."}
    replies = [send(browser, page, action="/disputes", **own) for _ in range(2)]

    assert [header(reply, "Location") for reply in replies] == ["/disputes?told=saved"] * 2
    assert len([fact for _, fact in facts(disputed) if isinstance(fact, Resolved)]) == 1


@pytest.mark.parametrize("whose", ["A", "own"])
def test_a_resolution_that_came_too_late_is_told_with_the_words_of_the_arbitrator(disputed: Desk, whose: str) -> None:
    browser = come_in(disputed, "arbiter")
    handle = handle_for(disputed, "receipt")
    page, tab = (browser.get("/disputes", case=handle) for _ in range(2))
    send(browser, page, action="/disputes", whose="A", reason="first")
    late = send(browser, tab, action="/disputes", whose=whose, decision="rejected", reason="thought <about> long")

    assert late.status == 400
    assert "thought <about> long" in words(late)
    assert [fact.label.reason for _, fact in facts(disputed) if isinstance(fact, Resolved)] == ["first"]


@pytest.mark.parametrize(("whose", "chosen"), [("A", []), ("own", ["own"])])
def test_a_resolution_of_other_words_than_were_shown_is_not_taken_and_not_lost(
    disputed: Desk, whose: str, chosen: list[str]
) -> None:
    browser = come_in(disputed, "arbiter")
    page = browser.get("/disputes", case=handle_for(disputed, "receipt"))
    fields = {"decision": "rejected", "reason": "thought <about> long", "seen": "0123456789abcdef"}
    late = send(browser, page, action="/disputes", whose=whose, **fields)

    assert late.status == 409
    assert "something was said about this case since you opened it" in words(late)
    assert "thought <about> long" in words(late)
    # A letter may stand for somebody else now: it is chosen anew.
    assert re.findall(r'name="whose" value="(\w+)"[^>]* checked', text(late)) == chosen
    assert send(browser, late, action="/disputes", whose="own", **(fields | {"seen": seen_in(late)})).status == 303


def seen_in(page: Reply) -> str:
    return form_of(page, action="/disputes").fields["seen"]


def test_without_a_choice_nothing_is_settled(disputed: Desk) -> None:
    browser = come_in(disputed, "arbiter")
    page = browser.get("/disputes", case=handle_for(disputed, "receipt"))
    reply = send(browser, page, action="/disputes", reason="so", whose="Z")

    assert reply.status == 422
    assert "Choose whose word holds" in words(reply)


@pytest.mark.parametrize("name", ["r1", "r2"])
def test_who_labelled_the_case_cannot_settle_it(disputed: Desk, name: str) -> None:
    browser = come_in(disputed, name)

    assert "There is nothing for you to settle." in words(browser.get("/disputes"))
    assert browser.get("/disputes", case=handle_for(disputed, "receipt")).status == 400


def test_changed_sources_are_answered_one_after_the_other(tmp_path: Path) -> None:
    desk = refreshed(tmp_path)
    browser = come_in(desk, "r1")
    first = browser.get("/refresh")
    second = follow(browser, send(browser, first, action="/refresh", answer="stands"))
    done = follow(browser, send(browser, second, action="/refresh", answer="revise", reason="say it anew"))
    plan = load_plan(path_of(desk.project))

    assert "1 of 2" in words(first)
    assert '<span class="gone">of</span>' in text(first)
    assert '<span class="come">after the</span>' in text(first)
    assert "That was the last change." in words(done)
    assert plan is not None
    assert [(one.answer, one.reviewer) for one in plan.answers] == [("stands", "r1"), ("revise", "r1")]
    assert plan.answers[1].reason == "say it anew"


def test_a_change_that_is_not_asked_about_any_more_is_told(tmp_path: Path) -> None:
    desk = refreshed(tmp_path)
    browser = come_in(desk, "r1")
    page = browser.get("/refresh")
    send(browser, page, action="/refresh", answer="retire")
    again = follow(browser, send(browser, page, action="/refresh", answer="stands"))
    unknown = follow(browser, send(browser, again, action="/refresh", answer="shrug"))

    assert "That change is no longer asked about." in words(again)
    assert "That change is no longer asked about." in words(unknown)


def test_a_change_of_what_a_person_may_not_see_is_not_shown(tmp_path: Path) -> None:
    desk = refreshed(tmp_path)
    path = tmp_path / "goldsmith.toml"
    path.write_text(path.read_text().replace("[people.r1]", '[people.r1]\ndenied = ["returns.md"]'), encoding="utf-8")
    desk.look_again()

    assert "No change of the sources waits for you." in words(come_in(desk, "r1").get("/refresh"))
    assert "1 of 2" in words(come_in(desk, "r2").get("/refresh"))


def test_a_practice_case_is_answered_and_explained_at_once(example: Desk) -> None:
    browser = come_in(example, "r1")
    listed = browser.get("/practice")
    number = next(iter(re.findall(r"/practice\?n=(\d+)", text(listed))))
    first = browser.get("/practice", n=number)
    second = send(browser, first, action="/practice", do="evidence", none="1")
    answered = send(browser, second, action="/practice", do="label", **APPROVAL)

    assert "These cases are settled" in words(listed)
    assert second.status == 200
    assert "What to take away" in words(answered)
    assert "The settled word" in words(answered)
    said = [(author, fact) for author, fact in facts(example) if isinstance(fact, Practised)]
    assert [(author, fact.right) for author, fact in said] == [("r1", False)]
    assert "try again" in words(browser.get("/practice"))


def test_practice_shows_no_case_that_is_closed_or_a_sentinel(example: Desk) -> None:
    held = {
        case.question for case in example.project.golden.cases if case.sentinel or case.split in {"release", "audit"}
    }
    listed = text(come_in(example, "r1").get("/practice"))

    assert not [question for question in held if question in listed]


@pytest.mark.parametrize("number", ["0", "99", "-1", "x", "9" * 30])
def test_there_is_no_other_practice_case(example: Desk, number: str) -> None:
    assert come_in(example, "r1").get("/practice", n=number).status == 400


def test_practice_needs_evidence_and_a_decision(example: Desk) -> None:
    browser = come_in(example, "r1")
    first = browser.get("/practice", n="1")
    nothing = send(browser, first, action="/practice", do="evidence")
    second = send(browser, first, action="/practice", do="evidence", none="1")
    undecided = send(browser, second, action="/practice", do="label")

    assert (nothing.status, undecided.status) == (422, 422)
    assert "Choose a decision." in words(undecided)


def test_a_set_without_approved_cases_has_nothing_to_practise(desk: Desk) -> None:
    assert "The handbook holds no example yet." in words(come_in(desk, "r1").get("/practice"))


@pytest.mark.parametrize("path", ["/queue", "/practice", "/refresh", "/disputes", "/case"])
@pytest.mark.parametrize("language", ["ru", "zh"])
def test_every_page_reads_in_every_language(disputed: Desk, path: str, language: str) -> None:
    browser = come_in(disputed, "arbiter")
    handle = {"/disputes": handle_for(disputed, "receipt"), "/case": handle_for(disputed, "window")}.get(path)
    reply = browser.get(path, lang=language, **({"case": handle} if handle else {}))

    assert reply.status == 200
    assert f'lang="{ {"ru": "ru", "zh": "zh-Hans"}[language] }"' in text(reply)


def test_who_may_not_label_has_no_queue(tmp_path: Path) -> None:
    desk = opened_in(
        tmp_path, settings=PEOPLE.replace("[people.arbiter]", '[people.arbiter]\nroles = ["product_owner"]')
    )
    browser = come_in(desk, "arbiter")

    assert {browser.get(path).status for path in ("/queue", "/case", "/practice", "/refresh", "/disputes")} == {403}


def test_a_label_is_the_same_whoever_reads_the_page(desk: Desk) -> None:
    """A person with another clearance is offered the same form: nothing but their sources differs."""
    pages = [come_in(desk, name).get("/case", case=handle_for(desk, "window")) for name in ("r1", "r2")]
    forms = [set(replace(form_of(page)).fields) for page in pages]

    assert forms[0] == forms[1]
