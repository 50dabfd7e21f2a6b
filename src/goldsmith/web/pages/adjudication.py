"""Differences between two reviewers, settled by a third: both labels side by side, every difference by its name."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count
from secrets import token_hex

from goldsmith.errors import ConflictError, GoldsmithError, InputError
from goldsmith.ports.pages import Reply
from goldsmith.review.blinding import Drafted
from goldsmith.web.case_view import PassageView, as_marked, document_views, handbook_parts, source_name
from goldsmith.web.entered import entered_in, told
from goldsmith.web.label_form import CHOICES, checked_by, chosen, held_to, missing, read_label
from goldsmith.web.label_view import label_view, told_difference
from goldsmith.web.marking import Marked, posted
from goldsmith.web.spoken import spoken_errors
from goldsmith.web.visit import Page, Visit
from goldsmith.workflows.handbook import handbook_of
from goldsmith.workflows.review_dispute_sources import marked_documents
from goldsmith.workflows.review_label import Sent
from goldsmith.workflows.review_resolve import Dispute, Side, dispute_of, disputes, follow, resolve

MOST_LISTED = 50
_OWN = "own"


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkedBy:
    """One marked passage and who marked it for which need: what an own word can take over."""

    mark: Marked
    by: tuple[tuple[str, int], ...]
    """Letters of the sides, each with the need, from 1."""


def show_disputes(visit: Visit) -> Reply:
    """Return the differences that the person may settle, or one of them."""
    handle = visit.call.asked("case")
    if handle:
        return _page(visit, dispute_of(visit.desk, visit.person, handle))
    held = disputes(visit.desk, visit.person)
    shown = [dispute_of(visit.desk, visit.person, name) for name in held[:MOST_LISTED]]
    saved = visit.call.asked("told") == "saved"
    return visit.page("disputes.html", {"shown": shown, "waiting": len(held), "saved": saved})


def post_dispute(visit: Visit) -> Reply:
    """Take the word that holds."""
    try:
        dispute = dispute_of(visit.desk, visit.person, visit.call.posted("case"))
    except InputError as error:
        return _sent_late(visit, error)
    problems = _lacking(visit, dispute, visit.call.posted("whose"))
    if problems:
        return _page(visit, dispute, problems=problems)
    try:
        _settle(visit)
    except GoldsmithError as error:
        return _not_taken(visit, error)
    return visit.go("/disputes", told="saved")


def _settle(visit: Visit) -> None:
    """Hand the word in. Raises InputError for a form without a decision, and as `follow` and `resolve` do."""
    call, desk, person = visit.call, visit.desk, visit.person
    handle, whose, seen = call.posted("case"), call.posted("whose"), call.posted("seen")
    sent = Sent(
        round=_number(call.posted("round")), base=_number(call.posted("base")), key=call.posted("key") or token_hex(8)
    )
    if whose != _OWN:
        follow(desk, person, handle, sent=sent, seen=seen, letter=whose, reason=call.posted("reason"))
        return
    label = read_label(_own_fields(visit))
    if label is None:
        message = "no decision was chosen"
        raise InputError(message, next_step="choose one")
    resolve(desk, person, handle, sent=sent, seen=seen, label=label, marks=[mark.given for mark in posted(call).marks])


def _sent_late(visit: Visit, error: InputError) -> Reply:
    """Take a form of a dispute that is over: it is settled by this very form, or what it says is shown again."""
    try:
        _settle(visit)
    except GoldsmithError:
        return _over(visit, error)
    return visit.go("/disputes", told="saved")


def _not_taken(visit: Visit, error: GoldsmithError) -> Reply:
    """Return the dispute as it stands, why nothing was taken, and all that was entered."""
    status = _status_of(error, unusable=422)
    try:
        dispute = dispute_of(visit.desk, visit.person, visit.call.posted("case"))
    except InputError:
        return _over(visit, error)
    return _page(visit, dispute, problems=spoken_errors(visit, error), status=status)


def _over(visit: Visit, error: GoldsmithError) -> Reply:
    """Return what was entered to whoever cannot settle the dispute any more."""
    values = {"problems": spoken_errors(visit, error), "mine": told(visit, entered_in(visit.call))}
    return visit.page("case_over.html", values, status=_status_of(error, unusable=400))


def _status_of(error: GoldsmithError, *, unusable: int) -> int:
    return 409 if isinstance(error, ConflictError) else unusable if isinstance(error, InputError) else 503


def _lacking(visit: Visit, dispute: Dispute, whose: str) -> list[str]:
    say, call = visit.say, visit.call
    if whose not in {_OWN, *(side.letter for side in dispute.sides)}:
        return [say("adjudication.need_choice")]
    found = [] if call.posted("reason").strip() else [say("adjudication.need_reason")]
    if whose == _OWN:
        read, draft = posted(call), dispute.case.drafted or Drafted()
        found += [say("case.need_words", words=words) for words in read.missing]
        found += [say(key) for key in missing(_own_fields(visit), draft, marked=bool(read.marks))]
    return found


def _own_fields(visit: Visit) -> dict[str, str]:
    return chosen(visit.call)


def _page(visit: Visit, dispute: Dispute, *, problems: Sequence[str] = (), status: int = 0) -> Reply:
    """Return a dispute with what was entered; `status`: 0 is 422 where there are problems, else 200."""
    draft = dispute.case.drafted or Drafted()
    shown = tuple(_sources(visit, dispute))
    held = tuple(_marked_by(dispute.sides))
    values = {
        **CHOICES,
        # On this page the letters choose whose word holds.
        "decision_keys": dict.fromkeys(CHOICES["decisions"], ""),
        "behaviour_keys": dict.fromkeys(draft.behaviours, ""),
        "dispute": dispute,
        "draft": draft,
        "held_to": held_to(visit, draft),
        "checked_by": checked_by(draft),
        "given": chosen(visit.call),
        # After other words were said a letter may be somebody else's.
        "whose": "" if status == 409 and visit.call.posted("whose") != _OWN else visit.call.posted("whose"),
        "mine": told(visit, entered_in(visit.call)) if status else "",
        "differing": tuple(told_difference(visit, item.differing) for item in dispute.apart),
        "sides": tuple(
            {"letter": side.letter, **label_view(visit, side.label, side.marks)} for side in dispute.sides
        ),
        "shown": shown,
        "taken": tuple(
            (PassageView(number=number, document="", name="", details=(), start=0, stretches=(), held=False,
                         whole=replace(item.mark, need=0).json), item)
            for number, item in enumerate(held, start=1 + sum(len(views) for _, views in shown))
        ),
        "problems": [text for text in problems if text],
        "key": token_hex(8),
        "handbook": handbook_parts(handbook_of(visit.desk.project)),
    }  # fmt: skip
    return visit.page("dispute.html", values, status=status or (422 if problems else 200))


def _sources(visit: Visit, dispute: Dispute) -> Iterator[tuple[str, tuple[PassageView, ...]]]:
    """Yield each marked document with its paragraphs, cut by who marked what: 1 for the first side, 2 for the next."""
    marks = [replace(mark, need=place) for place, side in enumerate(dispute.sides) for mark in as_marked(side.marks)]
    numbers = count(1)
    for document in marked_documents(visit.desk, visit.person, dispute):
        views = document_views(visit, document, marks)
        yield source_name(visit, document.source), tuple(replace(view, number=next(numbers)) for view in views)


def _marked_by(sides: Sequence[Side]) -> Iterator[MarkedBy]:
    found: dict[Marked, list[tuple[str, int]]] = {}
    for side in sides:
        for mark in as_marked(side.marks):
            found.setdefault(replace(mark, need=0), []).append((side.letter, mark.need + 1))
    for mark, by in found.items():
        yield MarkedBy(mark=mark, by=tuple(by))


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= len("999999999") else -1


PAGES = (
    Page(method="GET", path="/disputes", right="adjudicate", handle=show_disputes),
    Page(method="POST", path="/disputes", right="adjudicate", handle=post_dispute),
)
