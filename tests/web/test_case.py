"""The case beside its source, without a script: evidence, then the decision, and nothing that was entered is lost."""

from __future__ import annotations

import html
import json
import re
from pathlib import Path

import pytest

from goldsmith.ports.pages import Call, Reply
from goldsmith.records.workbench import EvidenceGiven, Labelled, Withdrawn
from goldsmith.workflows.review_desk import Desk
from goldsmith.workflows.review_take import next_case, take
from tests.web.visiting import Browser, header, text
from tests.web.workbench import APPROVAL, come_in, follow, form_of, send, words
from tests.workflows.reviewers import facts, opened_in


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return opened_in(tmp_path)


def opened(browser: Browser) -> Reply:
    """Open the next case of somebody."""
    browser.get("/queue")
    return follow(browser, browser.post("/queue/next"))


def passage_with(reply: Reply, quote: str) -> str:
    """Return the number of the passage that holds some words."""
    held = re.findall(r'name="passage-(\d+)" value="([^"]*)"', text(reply))
    return next(str(number) for number, value in held if quote in json.loads(html.unescape(value))["quote"])


def mark_by_hand(browser: Browser, reply: Reply, quote: str, *, do: str = "submit", **more: str) -> Reply:
    place = passage_with(reply, quote)
    return send(browser, reply, do=do, **{f"need-{place}": "1", f"words-{place}": quote}, **more)


def question_of(reply: Reply) -> str:
    found = re.search(r"<h1>(.*?)</h1>", text(reply))
    assert found
    return html.unescape(found[1])


def test_a_case_is_labelled_without_a_script(desk: Desk) -> None:
    browser = come_in(desk, "r1")
    first = opened(browser)
    second = follow(browser, mark_by_hand(browser, first, "without a receipt"))
    saved = send(browser, second, do="submit", **APPROVAL)
    following = follow(browser, saved)

    assert "Step 1 of 2" in words(first)
    assert "Step 2 of 2" in words(second)
    assert question_of(following) != question_of(first)
    assert "Saved." in words(following)
    said = [fact for _, fact in facts(desk) if isinstance(fact, EvidenceGiven | Labelled)]
    assert [type(fact).__name__ for fact in said] == ["EvidenceGiven", "Labelled"]
    assert [mark.quote for mark in said[1].marks] == ["without a receipt"]


def test_evidence_first_the_drafted_answer_is_not_on_the_page(desk: Desk) -> None:
    browser = come_in(desk, "r1")
    page = opened(browser)
    answer = {"When can I return it?": "Within 30 days.", "Do I need a receipt?": "Yes."}[question_of(page)]

    assert f">{answer}<" not in text(page)
    assert f">{answer}<" in text(follow(browser, send(browser, page, do="submit", none="1")))


def test_without_evidence_and_without_a_word_that_there_is_none_nothing_is_taken(desk: Desk) -> None:
    browser = come_in(desk, "r1")
    reply = send(browser, opened(browser), do="submit")

    assert reply.status == 422
    assert "Mark what the answer rests on" in words(reply)


def test_words_that_do_not_stand_in_the_passage_are_named_and_the_other_marks_are_kept(desk: Desk) -> None:
    browser = come_in(desk, "r1")
    page = opened(browser)
    kept = follow(browser, mark_by_hand(browser, page, "without a receipt", do="keep"))
    place = passage_with(kept, "30 days")
    reply = send(browser, kept, do="submit", **{f"need-{place}": "2", f"words-{place}": "40 days"})

    assert reply.status == 422
    assert "These words do not stand in the passage: 40 days" in words(reply)
    assert [json.loads(mark)["quote"] for mark in form_of(reply).marks] == ["without a receipt"]


def test_an_approval_that_is_not_whole_says_what_is_missing(desk: Desk) -> None:
    browser = come_in(desk, "r1")
    page = follow(browser, mark_by_hand(browser, opened(browser), "without a receipt"))
    told = words(send(browser, page, do="submit", decision="approved", answer="wrong"))
    none = words(send(browser, page, do="submit"))
    rejected = words(send(browser, page, do="submit", decision="rejected", reason=" "))

    assert "Say what a good system should do." in told
    assert "An answer that is wrong" in told
    assert "An approval needs all three confirmations." in told
    assert "Choose a decision." in none
    assert "Give a reason." in rejected


def test_a_form_that_is_not_taken_is_shown_again_as_it_was_filled_in(desk: Desk) -> None:
    browser = come_in(desk, "r1")
    page = follow(browser, mark_by_hand(browser, opened(browser), "without a receipt"))
    again = text(send(browser, page, do="submit", decision="approved", reason="<b>as said</b>", answer="incomplete"))

    assert 'value="approved" checked' in again
    assert 'value="incomplete" checked' in again
    assert "&lt;b&gt;as said&lt;/b&gt;" in again


def test_who_cannot_judge_passes_the_case_on_before_any_evidence(desk: Desk) -> None:
    browser = come_in(desk, "r1")
    page = opened(browser)
    refused = send(browser, page, do="cannot", decision="outside_my_field")
    passed = send(browser, page, do="cannot", decision="outside_my_field", reason="tax law")

    assert refused.status == 422
    assert passed.status == 303
    assert [fact.decision for _, fact in facts(desk) if isinstance(fact, Labelled)] == ["outside_my_field"]


def test_a_decision_is_undone_and_its_form_is_still_filled_in(desk: Desk) -> None:
    browser = come_in(desk, "r1")
    page = follow(browser, mark_by_hand(browser, opened(browser), "without a receipt"))
    following = follow(browser, send(browser, page, do="submit", **APPROVAL, reason="as it says"))
    back = follow(browser, send(browser, following, action="/case/undo"))

    assert question_of(back) == question_of(page)
    assert 'value="approved" checked' in text(back)
    assert "as it says" in text(back)
    assert [fact.what for _, fact in facts(desk) if isinstance(fact, Withdrawn)] == ["label"]
    assert send(browser, back, do="submit", **APPROVAL).status == 303


def test_evidence_is_changed_from_the_second_step_and_its_marks_are_still_there(desk: Desk) -> None:
    browser = come_in(desk, "r1")
    page = follow(browser, mark_by_hand(browser, opened(browser), "without a receipt"))
    back = follow(browser, send(browser, page, action="/case/again"))

    assert "Step 1 of 2" in words(back)
    assert [json.loads(mark)["quote"] for mark in form_of(back).marks] == ["without a receipt"]


def test_a_search_finds_passages_and_keeps_what_was_marked(desk: Desk) -> None:
    browser = come_in(desk, "r1")
    page = opened(browser)
    found = follow(browser, mark_by_hand(browser, page, "without a receipt", do="search", q="express fee"))

    assert "Found: 1" in words(found)
    assert "The express fee is 9 euro." in words(found)
    assert [json.loads(mark)["quote"] for mark in form_of(found).marks] == ["without a receipt"]
    fee = follow(browser, mark_by_hand(browser, found, "9 euro", do="passages"))
    assert sorted(json.loads(mark)["quote"] for mark in form_of(fee).marks) == ["9 euro", "without a receipt"]
    nothing = follow(browser, send(browser, fee, do="search", q="zeppelin"))
    assert "No passage holds these words." in words(nothing)


def test_a_whole_document_is_read_and_marked(desk: Desk) -> None:
    browser = come_in(desk, "r1")
    page = opened(browser)
    source = re.findall(r'value="(read:[0-9a-f]+:\d+)"', text(page))[0]
    sent = send(browser, page, do=source)
    whole = follow(browser, sent)
    marked = follow(browser, mark_by_hand(browser, whole, "Keep the receipt.", do="keep"))

    assert "Goods can be returned within 30 days of purchase." in words(whole)
    assert header(sent, "Location").partition("#p")[2].isdecimal()
    assert [json.loads(mark)["quote"] for mark in form_of(marked).marks] == ["Keep the receipt."]
    assert send(browser, marked, do="submit").status == 303


def test_a_case_that_is_put_back_comes_again_last(desk: Desk) -> None:
    browser = come_in(desk, "r1")
    page = opened(browser)
    queue = follow(browser, send(browser, page, action="/case/leave"))

    assert "Open for you 2" in words(queue)
    assert question_of(opened(browser)) != question_of(page)


def test_a_draft_is_kept_for_a_script_and_shown_again(desk: Desk) -> None:
    browser = come_in(desk, "r1")
    page = opened(browser)
    reply = send_draft(browser, page, none="1")

    assert (reply.status, json.loads(reply.body)) == (200, {"revision": 1})
    assert 'name="none" value="1" data-key="0" checked' in text(browser.get("/case", case=handle_in(page)))


def handle_in(page: Reply) -> str:
    return form_of(page).fields["case"]


def send_draft(browser: Browser, page: Reply, **fields: str) -> Reply:
    told = {"csrf": browser.csrf, **form_of(page).fields, **fields}
    call = Call(
        method="POST", path="/case/draft", form={name: (value,) for name, value in told.items()},
        headers={"host": browser.host, "origin": f"http://{browser.host}"}, cookies=dict(browser.cookies),
    )  # fmt: skip
    return browser.handles["POST", "/case/draft"](call)


def test_two_tabs_cannot_overwrite_each_other_and_both_versions_are_told(desk: Desk) -> None:
    browser = come_in(desk, "r1")
    page = opened(browser)
    one = send_draft(browser, page, none="1")
    other = send_draft(browser, page, decision="outside_my_field", reason="tax law")
    by_hand = mark_by_hand(browser, page, "without a receipt", do="keep")

    assert one.status == 200
    assert (other.status, json.loads(other.body)) == (409, {"revision": 1, "told": "None of the sources answers this"})
    assert by_hand.status == 409
    assert "This case is open in another tab" in words(by_hand)
    assert "On this page Need 1: without a receipt In the other tab None of the sources answers this" in words(by_hand)
    assert send(browser, by_hand, do="keep").status == 303


def test_the_second_tab_cannot_submit_over_the_first(desk: Desk) -> None:
    browser = come_in(desk, "r1")
    page = opened(browser)
    tab = browser.get("/case", case=handle_in(page))
    send(browser, page, do="submit", none="1")
    reply = mark_by_hand(browser, tab, "without a receipt")

    assert reply.status == 409
    assert "Step 2 of 2" in words(reply)
    assert "On this page Need 1: without a receipt" in words(reply)
    assert [fact.marks for _, fact in facts(desk) if isinstance(fact, EvidenceGiven)] == [()]


def test_what_was_written_in_a_tab_is_shown_where_the_case_was_decided_in_another(desk: Desk) -> None:
    browser = come_in(desk, "r1")
    page = opened(browser)
    label = follow(browser, send(browser, page, do="submit", none="1"))
    tab = browser.get("/case", case=handle_in(page))
    send(browser, label, do="submit", decision="rejected", reason="nobody asks this")
    reply = send(browser, tab, do="submit", decision="ambiguous", reason="two readings")

    assert reply.status == 409
    assert "Ambiguous two readings" in words(reply)
    assert [fact.decision for _, fact in facts(desk) if isinstance(fact, Labelled)] == ["rejected"]


def test_a_form_that_is_sent_twice_is_taken_once(desk: Desk) -> None:
    browser = come_in(desk, "r1")
    page = opened(browser)
    sent = [send(browser, page, do="submit", none="1").status for _ in range(2)]

    assert sent == [303, 303]
    assert len([fact for _, fact in facts(desk) if isinstance(fact, EvidenceGiven)]) == 1


def test_a_draft_of_a_review_that_was_begun_anew_says_that_nothing_is_left(desk: Desk) -> None:
    browser = come_in(desk, "r1")
    page = opened(browser)
    edit(desk)
    send(browser, browser.get("/case", case=handle_in(page)), action="/case/anew")

    assert send_draft(browser, page).status == 410


def edit(desk: Desk) -> None:
    """Change the questions of both cases in git."""
    path = desk.project.root / "golden" / "cases" / "a.yaml"
    path.write_text(path.read_text(encoding="utf-8").replace("it?", "the parcel?").replace("Do I", "Do you"))
    desk.look_again()


def test_a_case_that_was_edited_shows_old_beside_new_and_begins_anew(desk: Desk) -> None:
    browser = come_in(desk, "r1")
    page = opened(browser)
    edit(desk)
    moved = browser.get("/case", case=handle_in(page))
    anew = follow(browser, send(browser, moved, action="/case/anew"))

    assert "This case was changed since you opened it" in words(moved)
    assert '<span class="gone">' in text(moved)
    assert '<span class="come">' in text(moved)
    assert question_of(moved) == question_of(page)
    assert question_of(anew) != question_of(page)
    assert "This case was changed" not in words(anew)


def test_a_case_that_is_decided_sends_to_the_queue(desk: Desk) -> None:
    browser = come_in(desk, "r1")
    page = opened(browser)
    label = follow(browser, send(browser, page, do="submit", none="1"))
    send(browser, label, do="submit", decision="rejected", reason="nobody asks this")
    reply = browser.get("/case", case=handle_in(page))

    assert (reply.status, header(reply, "Location")) == (303, "/queue?told=saved")


@pytest.mark.parametrize("fields", [{"round": "x"}, {"base": "-1"}, {"base": "9" * 40}, {"round": "2"}])
def test_a_form_that_no_page_made_is_refused_and_nothing_is_kept(desk: Desk, fields: dict[str, str]) -> None:
    browser = come_in(desk, "r1")
    reply = send(browser, opened(browser), do="submit", none="1", **fields)

    assert reply.status in {409, 422}
    assert not [fact for _, fact in facts(desk) if isinstance(fact, EvidenceGiven)]


@pytest.mark.parametrize("language", ["en", "ru", "zh"])
def test_both_steps_read_in_every_language(desk: Desk, language: str) -> None:
    browser = come_in(desk, "r1")
    offer = next_case(desk, desk.person("r1"))
    assert offer is not None
    first = browser.get("/case", case=offer.handle, lang=language)
    second = follow(browser, send(browser, first, do="submit", none="1"))

    assert (first.status, second.status) == (200, 200)
    assert take(desk, desk.person("r1"), offer.handle).step == "label"
