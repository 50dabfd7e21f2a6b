"""A batch of settled cases before experts, in few words."""

from __future__ import annotations

from pathlib import Path

from goldsmith.ports.review_store import ReviewStore
from goldsmith.records.batching import BatchStanding
from goldsmith.records.decision import DecisionWord
from goldsmith.records.person import Person
from goldsmith.review.labelling import LabelGiven
from goldsmith.review.offer import Offer
from goldsmith.workflows.check import pin_evidence
from goldsmith.workflows.open_set import open_project
from goldsmith.workflows.review_batch import Quality, check_sample, give_sample_evidence, next_sample, sample_offer
from goldsmith.workflows.review_desk import Desk
from goldsmith.workflows.review_open import open_reviews
from goldsmith.workflows.review_seat import handle_for
from tests.workflows.reviewers import ALL, PEOPLE, SINGLE, desk_in, frame, marks, quoted, says

QUOTE = "within 30 days"
NAMES = tuple(f"c{number:02}" for number in range(10))
TEN = "".join(
    f"- id: {name}\n  question: When can I return it, {name}?\n  accept: [Within 30 days.]\n  tags: [told-{name}]\n"
    f"  evidence: [{{document: returns, quote: {QUOTE}}}]\n"
    for name in NAMES
)
QUALITY = Quality(good=0.1, bad=0.5, risk=0.1)
"""Of ten cases six are checked, and one of them may be wrong."""
EXPERTS = PEOPLE + '\n[people.other]\n\n[people.reader]\nroles = ["product_owner"]\n' + SINGLE


def settled_desk(root: Path, *, store: ReviewStore | None = None) -> Desk:
    """Return a desk with ten cases that r1 approved, each in a review of its own that one label settles."""
    desk = desk_in(root, cases=TEN, settings=EXPERTS, store=store)
    pin_evidence(open_project(root))
    desk.look_again()
    open_reviews(desk, person=desk.person("owner"))
    for name in NAMES:
        settle(desk, name)
    return desk


def settle(desk: Desk, case: str, *, by: str = "r1") -> None:
    """Let somebody approve a case with the evidence that it names."""
    handle = handle_for(desk, case)
    marks(desk, desk.person(by), handle, QUOTE)
    says(desk, desk.person(by), handle)


def offered(desk: Desk, expert: Person, batch: str) -> Offer:
    """Return the next case of the sample; there must be one."""
    offer = next_sample(desk, expert, batch)
    assert offer is not None
    return offer


def began(desk: Desk, expert: Person, batch: str, offer: Offer, quote: str = QUOTE) -> Offer:
    """Let an expert give evidence on a case of the sample, and return what they are shown then."""
    give_sample_evidence(desk, expert, batch, offer.handle, sent=frame(offer), marks=quoted(offer, quote))
    return sample_offer(desk, expert, batch, offer.handle)


def word_of(decision: DecisionWord) -> LabelGiven:
    """Return a label as a form brings it."""
    if decision == "approved":
        return LabelGiven(decision=decision, answer="right", behaviour="answer", confirmations=ALL)
    return LabelGiven(decision=decision, reason="the words do not say it")


def checked(desk: Desk, expert: Person, batch: str, decision: DecisionWord = "approved") -> BatchStanding:
    """Let an expert check the next case of the sample."""
    offer = began(desk, expert, batch, offered(desk, expert, batch))
    return check_sample(desk, expert, batch, offer.handle, sent=frame(offer), label=word_of(decision))
