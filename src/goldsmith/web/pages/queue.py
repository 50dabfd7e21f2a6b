"""The queue: what waits for one reviewer, one thing to do next, and what they decided last."""

from __future__ import annotations

import math

from goldsmith.errors import GoldsmithError
from goldsmith.ports.pages import Reply
from goldsmith.web.visit import Page, Visit
from goldsmith.workflows.review_mine import own_pace_s, own_words
from goldsmith.workflows.review_refresh import requests_for
from goldsmith.workflows.review_resolve import disputes
from goldsmith.workflows.review_sampling import to_check
from goldsmith.workflows.review_take import next_case, waiting_for

TOLD = frozenset({"saved", "all_done", "gone"})
"""What a page that sends somebody here may have told."""


def show_queue(visit: Visit) -> Reply:
    """Return what waits for the person: counts of their own alone."""
    desk, person = visit.desk, visit.person
    waiting = waiting_for(desk, person)
    may_settle = person.may("adjudicate")
    told = visit.call.asked("told")
    words = own_words(desk, person)
    values = {
        "begun": len(waiting.begun),
        "open": waiting.left,
        "more": waiting.left >= waiting.most,
        "refresh": len(requests_for(desk, person)),
        "disputes": len(disputes(desk, person)) if may_settle else 0,
        "samples": sum(batch.left for batch in to_check(desk, person)) if may_settle else 0,
        "may_settle": may_settle,
        "told": f"queue.{told}" if told in TOLD else "",
        "last": words,
        "minutes": _minutes(visit, len(waiting.begun) + waiting.left),
        "undoable": next((word for word in words if word.may_take_back), None),
    }
    return visit.page("queue.html", values)


def _minutes(visit: Visit, cases: int) -> int:
    """Return how long what waits takes this person at their own pace; 0: nobody can tell."""
    pace_s = own_pace_s(visit.desk, visit.person)
    return math.ceil(cases * pace_s / 60) if pace_s is not None else 0


def take_next(visit: Visit) -> Reply:
    """Give the person their next case."""
    offer = next_case(visit.desk, visit.person)
    return visit.go("/queue") if offer is None else visit.go("/case", case=offer.handle)


def carry_on(visit: Visit, *, told: str) -> Reply:
    """Send a person who has just saved something to their next case, or to the queue where that was the last."""
    try:
        offer = next_case(visit.desk, visit.person)
    except GoldsmithError:
        # What was saved is saved: that the next case cannot be given now is for the queue to tell.
        return visit.go("/queue", told="saved")
    return visit.go("/queue", told="all_done") if offer is None else visit.go("/case", case=offer.handle, saved=told)


PAGES = (
    Page(method="GET", path="/queue", right="label", handle=show_queue),
    Page(method="POST", path="/queue/next", right="label", handle=take_next),
)
