"""What became of a decision: nothing of others before it is final and settled, and a remark on the way there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from goldsmith.records.workbench import Commented
from goldsmith.web.spoken import SPOKEN
from goldsmith.workflows.review_batch import draw_batch
from goldsmith.workflows.review_desk import Desk
from goldsmith.workflows.review_label import Sent, comment
from goldsmith.workflows.review_resolve import dispute_of, follow
from goldsmith.workflows.review_seat import handle_for
from goldsmith.workflows.review_take import take
from tests.architecture.house import PACKAGE
from tests.web.visiting import header, text
from tests.web.workbench import come_in, differing, form_of, send, words
from tests.web.workbench import follow as followed
from tests.workflows.reviewers import DOUBLE, PEOPLE, facts, frame, marks, opened_in, says

NO_RETURN = "No return is possible without a receipt."
HIDDEN = ("What was hidden from you", "What the author expects a system to do", "What holds")


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return opened_in(tmp_path)


def outcome(desk: Desk, name: str, case: str = "receipt", **query: str) -> str:
    return words(come_in(desk, name).get("/outcome", case=handle_for(desk, case), **query))


def settle(desk: Desk, decision: str = "approved") -> None:
    """Let a third person follow the one who decided so."""
    arbiter, handle = desk.person("arbiter"), handle_for(desk, "receipt")
    found = dispute_of(desk, arbiter, handle)
    letter = next(side.letter for side in found.sides if side.label.decision == decision)
    sent = Sent(round=found.round, base=found.base, key="settle")
    follow(desk, arbiter, handle, sent=sent, seen=found.seen, letter=letter, reason="The rule, not the advice.")


def test_a_word_that_can_be_taken_back_tells_its_author_nothing_more(desk: Desk) -> None:
    handle = handle_for(desk, "receipt")
    marks(desk, desk.person("r1"), handle, NO_RETURN)
    says(desk, desk.person("r1"), handle, reason="as it stands")
    page = outcome(desk, "r1")

    assert "The case is not settled yet." in page
    assert "What you said" in page
    assert "Approve : as it stands" in page
    assert NO_RETURN in page
    assert [word for word in HIDDEN if word in page] == []


def test_while_a_remark_can_still_reach_who_settles_it_nothing_hidden_is_told(desk: Desk) -> None:
    page = outcome(differing(desk), "r1")
    settle(desk)

    assert "What was hidden from you" not in page
    assert "What was hidden from you" in outcome(desk, "r1")
    assert "What holds" not in page
    assert [word for word in ("nobody asks this", "Keep the receipt.", "Reject", "r2") if word in page] == []


def test_once_it_is_settled_both_are_told_what_holds_and_why(desk: Desk) -> None:
    settle(differing(desk))
    first, second = outcome(desk, "r1"), outcome(desk, "r2")

    assert "What holds is what you said." in first
    assert "The rule, not the advice." in first
    assert "Where you differ What What you said What holds The decision Reject Approve" in second
    assert "The rule, not the advice." in second


def test_a_settled_word_withholds_passages_of_documents_that_are_not_yours_to_see(tmp_path: Path) -> None:
    cases = "- {id: receipt, question: Is a receipt needed?, answerability: unsupported, behaviour: refuse}\n"
    settings = PEOPLE.replace("[people.r2]", '[people.r2]\ndenied = ["returns"]') + DOUBLE
    desk = opened_in(tmp_path, cases=cases, settings=settings)
    handle, second = handle_for(desk, "receipt"), desk.person("r2")
    marks(desk, desk.person("r1"), handle, NO_RETURN)
    says(desk, desk.person("r1"), handle)
    marks(desk, second, handle)
    says(desk, second, handle, "rejected", reason="no source says so")
    settle(desk)
    page = outcome(desk, "r2")

    assert "1 passage stands in documents that are not yours to see." in page
    assert NO_RETURN not in page
    assert NO_RETURN in outcome(desk, "r1")


def test_while_an_expert_checks_its_batch_nothing_more_is_told(desk: Desk) -> None:
    settle(differing(desk))
    draw_batch(desk, desk.person("owner"), name="autumn")
    page = outcome(desk, "r2")

    assert "The case is not settled yet." in page
    assert [word for word in HIDDEN if word in page] == []


def test_a_remark_is_kept_and_reaches_whoever_settles(desk: Desk) -> None:
    browser = come_in(differing(desk), "r1")
    handle = handle_for(desk, "receipt")
    page = browser.get("/outcome", case=handle)
    kept = followed(browser, send(browser, page, action="/case/remark", text="  The advice is no rule.  "))
    twice = send(browser, page, action="/case/remark", text="The advice is no rule.")

    assert "Your remark is kept." in words(kept)
    assert "The advice is no rule. yours" in words(kept)
    assert twice.status == 303
    assert [fact.text for _, fact in facts(desk) if isinstance(fact, Commented)] == ["The advice is no rule."]
    assert "The advice is no rule." in words(come_in(desk, "arbiter").get("/disputes", case=handle))
    assert "The advice is no rule." not in outcome(desk, "r2")


def test_an_empty_remark_and_one_that_comes_too_late_are_told(desk: Desk) -> None:
    browser = come_in(differing(desk), "r1")
    handle = handle_for(desk, "receipt")
    page = browser.get("/outcome", case=handle)
    empty = send(browser, page, action="/case/remark", text="  ")
    settle(desk)
    late = send(browser, page, action="/case/remark", text="one more thing")

    assert empty.status == 422
    assert "a comment has from 1 to" in words(empty)
    assert late.status == 422
    assert "nobody would read the remark any more" in words(late)
    assert "one more thing" in text(late)
    assert [fact for _, fact in facts(desk) if isinstance(fact, Commented)] == []


def test_who_gave_no_label_is_sent_to_their_queue_and_leaves_no_remark(desk: Desk) -> None:
    browser = come_in(desk, "r2")
    handle = handle_for(desk, "receipt")
    browser.get("/queue")
    asked, said = browser.get("/outcome", case=handle), browser.post("/case/remark", case=handle, round="1", text="hm")

    assert {header(reply, "Location") for reply in (asked, said)} == {"/queue?told=gone"}
    assert [fact for _, fact in facts(desk) if isinstance(fact, Commented)] == []


def test_remarks_of_others_are_shown_when_it_is_settled_and_not_before(desk: Desk) -> None:
    differing(desk)
    handle, second = handle_for(desk, "receipt"), desk.person("r2")
    comment(desk, second, handle, sent=frame(take(desk, second, handle)), text="who would ask?")
    before = outcome(desk, "r1")
    settle(desk)

    assert "who would ask?" not in before
    assert "who would ask?" in outcome(desk, "r1")


def test_after_a_decision_the_page_of_the_next_case_leads_to_a_remark(desk: Desk) -> None:
    browser = come_in(desk, "r1")
    browser.get("/queue")
    reply = browser.post("/queue/next")
    label = followed(browser, send(browser, followed(browser, reply), do="submit", none="1"))
    after = followed(browser, send(browser, label, do="submit", decision="rejected", reason="nobody asks this"))
    found = re.search(r'href="/outcome\?case=([0-9a-f]{16})"', text(after))

    assert found
    assert form_of(browser.get("/outcome", case=found[1]), action="/case/remark").fields["round"] == "1"


@pytest.mark.parametrize(
    ("language", "told"), [("ru", "По этому адресу для вас ничего нет."), ("zh", "没有需要您处理的内容")]
)
def test_an_error_speaks_the_language_of_the_page_and_english_to_the_owner_alone(
    desk: Desk, language: str, told: str
) -> None:
    pages = [words(come_in(desk, name).get("/case", case="0" * 16, lang=language)) for name in ("r1", "owner")]

    assert [told in page for page in pages] == [True, True]
    assert ["there is nothing for you to do under this address" in page for page in pages] == [False, True]


def test_every_sentence_that_is_spoken_is_one_that_the_house_says() -> None:
    said = "\n".join(
        path.read_text(encoding="utf-8")
        for room in ("workflows", "review", "web/pages")
        for path in sorted((PACKAGE / room).glob("*.py"))
    )

    assert [start for start, _ in SPOKEN if start not in said] == []
