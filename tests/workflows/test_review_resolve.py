"""A third person sees what two said with every difference named, never whose it was, and their word holds."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from goldsmith.errors import ConflictError, InputError
from goldsmith.records.case import Identity
from goldsmith.records.person import Person
from goldsmith.review.labelling import LabelGiven
from goldsmith.workflows.check import pin_evidence
from goldsmith.workflows.open_set import open_project
from goldsmith.workflows.review_desk import Desk
from goldsmith.workflows.review_label import Sent
from goldsmith.workflows.review_marks import MarkGiven
from goldsmith.workflows.review_resolve import Dispute, dispute_of, disputes, follow, resolve
from goldsmith.workflows.review_sources import text_in
from tests.workflows.reviewing import ALL, APPROVED, REJECTED, desk_of, labelled, marked, opened
from tests.workflows.small_project import frozen_project

CLEO = Person(name="cleo", roles=("domain_reviewer",))
ANN = Person(name="ann", roles=("domain_reviewer",))
READER = Person(name="rita", roles=("product_owner",))


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    """Return a desk at which ann and ben differ on one case."""
    pin_evidence(frozen_project(tmp_path))
    desk = desk_of(open_project(tmp_path))
    opened(desk, "window", "receipt", needed=2)
    labelled(desk, "window", APPROVED, "ann", marks=marked(desk, "returns", "within 30 days"))
    labelled(desk, "window", APPROVED, "ben", marks=marked(desk, "returns", "Keep the receipt."))
    return desk


def the_dispute(desk: Desk) -> Dispute:
    (handle,) = disputes(desk, CLEO)
    return dispute_of(desk, CLEO, handle)


def letter_of(dispute: Dispute, quote: str) -> str:
    return next(side.letter for side in dispute.sides if side.marks[0].quote == quote)


def sent(dispute: Dispute, key: str = "k1") -> Sent:
    return Sent(round=dispute.round, base=dispute.base, key=key)


def test_each_difference_is_named_and_nobody_is(desk: Desk) -> None:
    dispute = the_dispute(desk)

    assert [item.differing.name for item in dispute.apart] == ["evidence"]
    assert {side.marks[0].quote for side in dispute.sides} == {"within 30 days", "Keep the receipt."}
    assert "ann" not in repr(dispute)
    assert "ben" not in repr(dispute)


def test_those_who_differ_and_those_without_the_right_see_no_dispute(desk: Desk) -> None:
    assert disputes(desk, ANN) == ()
    assert disputes(desk, READER) == ()
    with pytest.raises(InputError):
        dispute_of(desk, ANN, the_dispute(desk).handle)


def test_who_may_not_see_the_source_cannot_settle_it(desk: Desk) -> None:
    barred = replace(CLEO, sees=Identity(user="cleo", denied=("returns",)))

    assert disputes(desk, barred) == ()


def test_the_word_of_one_side_holds_with_the_reason_of_the_third(desk: Desk) -> None:
    dispute = the_dispute(desk)
    letter = letter_of(dispute, "within 30 days")

    follow(
        desk, CLEO, dispute.handle, sent=sent(dispute), seen=dispute.seen, letter=letter, reason="it states the time"
    )
    held = desk.bench().round_of("window")

    assert held is not None
    assert (held.state, held.word and held.word.reason) == ("settled", "it states the time")
    assert held.word is not None
    assert held.word.marks[0].quote == "within 30 days"
    assert disputes(desk, CLEO) == ()


def test_a_reason_is_asked_for(desk: Desk) -> None:
    dispute = the_dispute(desk)

    with pytest.raises(InputError, match="needs a reason"):
        follow(desk, CLEO, dispute.handle, sent=sent(dispute), seen=dispute.seen, letter="A", reason="  ")


def test_a_label_that_came_meanwhile_is_not_passed_over(desk: Desk) -> None:
    dispute = the_dispute(desk)
    labelled(desk, "window", REJECTED, "ben")

    with pytest.raises(ConflictError, match="since you opened it"):
        follow(desk, CLEO, dispute.handle, sent=sent(dispute), seen=dispute.seen, letter="A", reason="so it is")
    assert the_dispute(desk).apart[0].differing.name == "decision"


def test_a_word_of_ones_own_holds_with_its_own_evidence(desk: Desk) -> None:
    dispute = the_dispute(desk)
    words = "Goods can be returned within 30 days of purchase."
    text = text_in(desk, "returns").text
    side = next(side for side in dispute.sides if side.marks[0].quote == "within 30 days")
    mark = MarkGiven(
        need=0,
        source=side.marks[0].source.source,
        quote=words,
        start=text.index(words),
        end=text.index(words) + len(words),
        unit="codepoint",
    )
    label = LabelGiven(
        decision="approved", reason="the whole sentence", answer="right", behaviour="answer", confirmations=ALL
    )

    resolve(desk, CLEO, dispute.handle, sent=sent(dispute), seen=dispute.seen, label=label, marks=[mark])
    held = desk.bench().round_of("window")

    assert held is not None
    assert held.word is not None
    assert [mark.quote for mark in held.word.marks] == [words]


def test_the_same_form_sent_again_is_taken_as_done(desk: Desk) -> None:
    dispute = the_dispute(desk)
    letter = letter_of(dispute, "within 30 days")
    first, again = (
        follow(desk, CLEO, dispute.handle, sent=sent(dispute), seen=dispute.seen, letter=letter, reason="as it says")
        for _ in range(2)
    )
    with pytest.raises(InputError):
        follow(desk, CLEO, dispute.handle, sent=sent(dispute, "k2"), seen=dispute.seen, letter=letter, reason="more")

    assert again == first
