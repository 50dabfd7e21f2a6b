"""Writing a case: proposed without a script, checked at once, kept as a draft, and never judged by its author."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from goldsmith.ports.pages import Reply
from goldsmith.records.workbench import Opened
from goldsmith.workflows.review_apply import apply_reviews
from goldsmith.workflows.review_desk import Desk
from goldsmith.workflows.review_take import waiting_for
from goldsmith.workflows.review_write import id_from, kept_draft
from tests.web.owning import followed, hidden_field, post, shop_desk, site_of, visit
from tests.web.visiting import Browser, text
from tests.web.workbench import come_in, words
from tests.workflows.reviewing import APPROVED, labelled, marked

QUOTE = "You may return goods within 30 days."
FIELDS = {
    "question": "What is the deadline to send unused goods back?",
    "language": "en",
    "answerability": "supported",
    "behaviour": "answer",
    "answer": "It ends 30 days after the purchase.",
    "required": "The deadline is 30 days.",
    "risk": "low",
}


def mark_of(browser: Browser) -> str:
    """Return the passage that a search brings, as a mark."""
    return json.dumps(json.loads(hidden_field(browser.get("/write", q="return goods"), "passage-1")))


def send(browser: Browser, do: str = "submit", **changed: str) -> Reply:
    """Send the form as it stands, filled in."""
    revision = hidden_field(browser.get("/write"), "revision")
    fields = {**FIELDS, "mark": mark_of(browser), "revision": revision, "do": do, **changed}
    return post(browser, "/write", **{name: value for name, value in fields.items() if value})


def proposals(desk: Desk) -> list[tuple[str, Opened]]:
    return [(name, work.rounds[0].opened) for name, work in desk.bench().work.items() if work.rounds[0].opened.proposed]


def test_a_proposed_case_is_opened_for_review_with_its_evidence_pinned(tmp_path: Path) -> None:
    desk = shop_desk(tmp_path)
    browser = come_in(desk, "r1", site_of(desk))
    reply = followed(browser, send(browser))
    [(name, opened)] = proposals(desk)
    case = desk.case_shown(opened)

    assert "waits for reviewers now" in words(reply)
    assert (name, opened.trigger, opened.round, case.accept[0].answer) == (
        "deadline-send-unused-goods-back", "new", 1, "It ends 30 days after the purchase.",
    )  # fmt: skip
    [passage] = case.evidence[0].any_of
    assert (passage.document, passage.quote) == ("returns.md", f"# Returns\n\n{QUOTE}")
    assert passage.sha256


def test_its_author_is_never_asked_to_judge_it_and_others_are(tmp_path: Path) -> None:
    desk = shop_desk(tmp_path)
    send(come_in(desk, "r1", site_of(desk)))

    assert [waiting_for(desk, desk.person(name)).left for name in ("r1", "r2", "arbiter")] == [0, 1, 1]


def test_a_form_that_is_sent_twice_proposes_one_case(tmp_path: Path) -> None:
    desk = shop_desk(tmp_path)
    browser = come_in(desk, "r1", site_of(desk))
    statuses = [send(browser).status for _ in range(2)]

    assert (statuses, len(proposals(desk))) == ([303, 303], 1)


def test_two_cases_with_like_questions_get_two_ids(tmp_path: Path) -> None:
    desk = shop_desk(tmp_path)
    browser = come_in(desk, "r1", site_of(desk))
    send(browser)
    send(browser, answer="Thirty days.", **{"all-the-same": "1"})

    assert sorted(name for name, _ in proposals(desk)) == [
        "deadline-send-unused-goods-back",
        "deadline-send-unused-goods-back-2",
    ]


@pytest.mark.parametrize(("changed", "said"), [
    ({"question": ""}, "Write the question."),
    ({"answerability": ""}, "Choose what the documents say."),
    ({"behaviour": ""}, "Choose what a good system should do."),
    ({"mark": ""}, "mark the words that do"),
    ({"answer": "", "required": ""}, "Say what a right answer is"),
    ({"name": "a b"}, "Use letters, digits, dots and dashes."),
    ({"name": "window"}, "This name is taken."),
    ({"question": "What does sk_live_4eC39HqLyjWDarjtT1zdp7dc open?"}, "password or a key"),
])  # fmt: skip
def test_what_is_missing_or_wrong_stands_beside_its_field_and_nothing_is_opened(
    tmp_path: Path, changed: dict[str, str], said: str
) -> None:
    desk = shop_desk(tmp_path)
    reply = send(come_in(desk, "r1", site_of(desk)), **changed)

    assert (reply.status, proposals(desk)) == (422, [])
    assert said in words(reply)
    assert 'aria-invalid="true"' in text(reply) or 'class="error"' in text(reply)


def test_a_remark_is_read_before_a_case_is_submitted_with_it(tmp_path: Path) -> None:
    desk = shop_desk(tmp_path)
    browser = come_in(desk, "r1", site_of(desk))
    first = send(browser, question="How long may I return goods?")
    remarked = words(first)
    second = send(browser, question="How long may I return goods?", **{"all-the-same": "1"})

    assert (first.status, second.status, len(proposals(desk))) == (422, 303, 1)
    assert "The set asks nearly this already: “How long may I return goods?”" in remarked


def test_a_check_opens_nothing_and_says_that_nothing_is_wrong(tmp_path: Path) -> None:
    desk = shop_desk(tmp_path)
    reply = send(come_in(desk, "r1", site_of(desk)), do="check")

    assert (reply.status, proposals(desk)) == (200, [])
    assert "Nothing was found wrong." in words(reply)


def test_what_was_entered_is_there_again_after_a_search_and_in_another_session(tmp_path: Path) -> None:
    desk = shop_desk(tmp_path)
    browser = come_in(desk, "r1", site_of(desk))
    found = followed(browser, send(browser, do="search", q="staff"))
    again = visit(desk, "r1", "/write")

    assert [FIELDS["answer"] in text(page) for page in (found, again)] == [True, True]
    assert [hidden_field(page, "mark") != "" for page in (found, again)] == [True, True]


def test_a_passage_that_is_marked_by_hand_counts_where_scripts_are_off(tmp_path: Path) -> None:
    desk = shop_desk(tmp_path)
    browser = come_in(desk, "r1", site_of(desk))
    passage = mark_of(browser)
    by_hand = {"passage-1": passage, "need-1": "1", "words-1": "within 30 days"}
    send(browser, mark="", **by_hand)
    [(_, opened)] = proposals(desk)

    assert desk.case_shown(opened).evidence[0].any_of[0].quote == "within 30 days"


def test_two_tabs_cannot_overwrite_each_other(tmp_path: Path) -> None:
    desk = shop_desk(tmp_path)
    browser = come_in(desk, "r1", site_of(desk))
    browser.get("/write")
    post(browser, "/write", do="keep", revision="0", question="The first tab")
    second = post(browser, "/write", do="keep", revision="0", question="The second tab")
    script = post(browser, "/write/draft", revision="0", question="The third tab")

    assert (second.status, script.status) == (409, 409)
    assert ["The first tab" in text(second), "The second tab" in text(second)] == [True, True]
    assert json.loads(script.body)["revision"] == 1
    assert "The first tab" in (kept_draft(desk, desk.person("r1"))[0] or "")


@pytest.mark.parametrize("do", ["submit", "keep", "search", "check"])
def test_a_text_that_is_too_long_is_shown_again_whole(tmp_path: Path, do: str) -> None:
    reply = send(come_in(shop_desk(tmp_path), "r1"), do=do, answer="x" * 1_000_000)

    assert reply.status == 422
    assert "x" * 1_000_000 in text(reply)


def test_a_draft_is_of_one_person_and_can_be_thrown_away(tmp_path: Path) -> None:
    desk = shop_desk(tmp_path)
    browser = come_in(desk, "r1", site_of(desk))
    browser.get("/write")
    post(browser, "/write", do="keep", revision="0", question="Mine alone")
    other = text(visit(desk, "r2", "/write"))
    post(browser, "/write", do="drop")

    assert "Mine alone" not in other
    assert kept_draft(desk, desk.person("r1")) == (None, 0)


def test_words_of_a_document_beyond_ones_clearance_are_no_evidence(tmp_path: Path) -> None:
    desk = shop_desk(tmp_path)
    staff = come_in(desk, "r1", site_of(desk))
    secret = hidden_field(staff.get("/write", q="safe opens"), "passage-1")
    reply = send(come_in(desk, "r2", site_of(desk)), mark=secret)

    assert (reply.status, proposals(desk)) == (422, [])
    assert "The marked words are no longer in the documents." in words(reply)


def test_a_proposal_that_two_approve_is_written_to_the_set(tmp_path: Path) -> None:
    desk = shop_desk(tmp_path)
    send(come_in(desk, "r1", site_of(desk)))
    [(name, _)] = proposals(desk)
    labelled(desk, name, APPROVED, "r2", "arbiter", marks=marked(desk, "returns.md", f"# Returns\n\n{QUOTE}"))
    apply_reviews(desk, person="owner")

    assert (tmp_path / "golden" / "cases" / "workbench.yaml").read_text(encoding="utf-8").startswith(f"- id: {name}")
    assert "decided and recorded in the set" in words(visit(desk, "r1", "/write"))


@pytest.mark.parametrize(("question", "name"), [
    ("What is the warranty on Mars?", "warranty-mars"),
    ("Сколько дней на возврат?", "case-"),
    ("退货期限是多久？", "case-"),
    ("???", "case-"),
])  # fmt: skip
def test_an_id_is_made_of_telling_latin_words_or_of_a_digest(question: str, name: str) -> None:
    made = id_from(question)

    assert made.startswith(name)
    assert made.isascii()


def test_who_may_not_write_is_told_so(tmp_path: Path) -> None:
    assert site_of(shop_desk(tmp_path)).get("/write").status == 401
