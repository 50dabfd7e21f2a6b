"""The case beside its source: evidence first, then the drafted answer and the decision.

Every button of the form posts all of it, so whatever a person does next, what they entered is kept.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from secrets import token_hex
from typing import Any

from goldsmith.errors import ConflictError, GoldsmithError, InputError
from goldsmith.ports.pages import Reply
from goldsmith.review.blinding import blind
from goldsmith.review.offer import Offer
from goldsmith.web.case_view import (
    PassageView,
    as_marked,
    document_views,
    handbook_parts,
    old_beside_new,
    passage_views,
    source_name,
)
from goldsmith.web.entered import Entered, entered_before, entered_in, told
from goldsmith.web.label_form import (
    CHOICES,
    cannot_judge,
    checked_by,
    chosen_before,
    held_to,
    missing,
    read_label,
)
from goldsmith.web.label_form import seconds_of as seconds_in
from goldsmith.web.marking import Marked, grouped, posted
from goldsmith.web.pages.queue import carry_on
from goldsmith.web.script_words import EVIDENCE_KEYS, LABEL_KEYS, script_words
from goldsmith.web.spoken import spoken_errors
from goldsmith.web.visit import Page, Visit
from goldsmith.workflows.handbook import handbook_of
from goldsmith.workflows.review_label import Sent, give_evidence, give_label, save_draft, take_back
from goldsmith.workflows.review_mine import own_words
from goldsmith.workflows.review_open import moved, reopen
from goldsmith.workflows.review_seat import seat_at
from goldsmith.workflows.review_take import document_page, find_passages, put_back, take


def show_case(visit: Visit) -> Reply:
    """Return a case at the step at which the person stands; one that they decided sends them to their queue."""
    offer = take(visit.desk, visit.person, visit.call.asked("case"))
    if offer.step == "done":
        return visit.go("/queue", told="gone" if offer.label is None else "saved")
    return _page(visit, offer, entered_before(offer))


def post_case(visit: Visit) -> Reply:
    """Take the form of a case, by the button that sent it."""
    call = visit.call
    act, _, what = call.posted("do").partition(":")
    if act == "submit":
        return _submitted(visit)
    if act == "cannot":
        return _passed_on(visit)
    return _kept(visit, act, what)


def keep_draft(visit: Visit) -> Reply:
    """Keep a draft for a script; 409 with the newer one where another tab kept it, 410 where nothing is left to say."""
    try:
        revision = _saved_draft(visit, entered_in(visit.call))
    except ConflictError:
        offer = take(visit.desk, visit.person, visit.call.posted("case"))
        if offer.step == "done" or str(offer.round) != visit.call.posted("round"):
            return _json({}, status=410)
        return _json({"revision": offer.draft_revision, "told": told(visit, entered_before(offer))}, status=409)
    return _json({"revision": revision})


def undo(visit: Visit) -> Reply:
    """Take a decision back and open the case again, with what was said still in the form."""
    handle = visit.call.posted("case")
    offer = take(visit.desk, visit.person, handle)
    take_back(visit.desk, visit.person, handle, sent=_sent(visit, key=f"undo-{_posted_base(visit)}"), what="label")
    if offer.label is not None:
        kept = Entered(fields=chosen_before(offer.label))
        save_draft(
            visit.desk, visit.person, handle,
            round_number=offer.round, revision=offer.draft_revision, entered=kept.json,
        )  # fmt: skip
    return visit.go("/case", case=handle)


def change_evidence(visit: Visit) -> Reply:
    """Take evidence back and open its step again, with the marks still in place."""
    handle = visit.call.posted("case")
    offer = take(visit.desk, visit.person, handle)
    take_back(visit.desk, visit.person, handle, sent=_sent(visit, key=f"again-{_posted_base(visit)}"), what="evidence")
    kept = Entered(marks=as_marked(offer.marks), none=not offer.marks, fields={})
    save_draft(
        visit.desk, visit.person, handle, round_number=offer.round, revision=offer.draft_revision, entered=kept.json
    )
    return visit.go("/case", case=handle)


def leave(visit: Visit) -> Reply:
    """Put a case back, so that it comes again after all others."""
    put_back(visit.desk, visit.person, visit.call.posted("case"))
    return visit.go("/queue")


def begin_anew(visit: Visit) -> Reply:
    """Open the next review of a case that was edited, on what it says now."""
    handle = visit.call.posted("case")
    reopen(visit.desk, visit.person, seat_at(visit.desk, visit.person, handle).round.case)
    return visit.go("/case", case=handle)


def _submitted(visit: Visit) -> Reply:
    entered, handle = entered_in(visit.call), visit.call.posted("case")
    evidence = visit.call.posted("step") == "evidence"
    try:
        problems = _give_evidence(visit, entered) if evidence else _give_label(visit, entered)
    except GoldsmithError as error:
        return _not_taken(visit, entered, error)
    if problems:
        return _again(visit, entered, problems)
    if evidence:
        return visit.go("/case", case=handle, **({"seconds": entered.seconds} if entered.seconds else {}))
    return carry_on(visit, told=handle)


def _give_evidence(visit: Visit, entered: Entered) -> Sequence[str]:
    """Hand the marks in; return why not, where they are not whole."""
    problems = _evidence_missing(visit, entered)
    if not problems:
        marks = [mark.given for mark in entered.marks]
        give_evidence(visit.desk, visit.person, visit.call.posted("case"), sent=_sent(visit), marks=marks)
    return problems


def _give_label(visit: Visit, entered: Entered) -> Sequence[str]:
    """Hand the decision in; return why not, where it is not whole."""
    handle = visit.call.posted("case")
    offer = take(visit.desk, visit.person, handle)
    draft, label = offer.case.drafted, read_label(entered.fields, seconds=seconds_in(visit.call))
    lacking = missing(entered.fields, draft, marked=bool(offer.marks)) if draft is not None else ()
    if lacking or label is None:
        return [visit.say(key) for key in lacking or ("case.need_decision",)]
    give_label(visit.desk, visit.person, handle, sent=_sent(visit), label=label)
    return ()


def _passed_on(visit: Visit) -> Reply:
    entered = entered_in(visit.call)
    label = cannot_judge(visit.call)
    if label is None or not label.reason.strip():
        return _again(visit, entered, [visit.say("case.need_decision" if label is None else "case.need_reason")])
    handle = visit.call.posted("case")
    try:
        give_label(visit.desk, visit.person, handle, sent=_sent(visit), label=label)
    except GoldsmithError as error:
        return _not_taken(visit, entered, error)
    return carry_on(visit, told=handle)


def _kept(visit: Visit, act: str, what: str) -> Reply:
    """Keep what was entered, then go where the button leads: a search, a document, or the same page."""
    entered = entered_in(visit.call)
    handle, words = visit.call.posted("case"), posted(visit.call).missing
    if words:
        return _again(visit, entered, [visit.say("case.need_words", words=item) for item in words])
    try:
        _saved_draft(visit, entered)
        # A draft is kept where the case is lost, too: the page to which the button leads could not show it.
        if take(visit.desk, visit.person, handle).step == "done":
            return _over(visit, entered, ())
    except ConflictError:
        return _again(visit, entered, [], clash=True)
    except GoldsmithError as error:
        return _not_taken(visit, entered, error)
    query = visit.call.posted("q").strip()
    if act == "read":
        return _reading(visit, handle, what)
    if act == "passages" or not query:
        return visit.go("/case", case=handle, **({} if act == "passages" else {"told": "kept"}))
    return visit.go("/case", case=handle, q=query)


def _reading(visit: Visit, handle: str, what: str) -> Reply:
    """Send the browser to the paragraph of a whole document in which a passage begins: ``SOURCE:START``."""
    source, _, start = what.partition(":")
    at = _number(start or "0")
    blocks = document_page(visit.desk, visit.person, handle, source).blocks
    place = next((number for number, block in enumerate(blocks, start=1) if at < block.end), 1)
    reply = visit.go("/case", case=handle, source=source)
    return replace(reply, headers=tuple((name, f"{value}#p{place}") for name, value in reply.headers))


def _saved_draft(visit: Visit, entered: Entered) -> int:
    return save_draft(
        visit.desk,
        visit.person,
        visit.call.posted("case"),
        round_number=_number(visit.call.posted("round")),
        revision=_number(visit.call.posted("revision")),
        entered=entered.json,
    )


def _evidence_missing(visit: Visit, entered: Entered) -> list[str]:
    words = posted(visit.call).missing
    if words:
        return [visit.say("case.need_words", words=item) for item in words]
    return [] if entered.marks or entered.none else [visit.say("case.need_evidence")]


def _not_taken(visit: Visit, entered: Entered, error: GoldsmithError) -> Reply:
    """Return the page that says why nothing was taken, with all that was entered: 409, 422, or 503 for a fault here."""
    problems = spoken_errors(visit, error)
    if isinstance(error, ConflictError):
        return _overtaken(visit, entered, problems)
    return _again(visit, entered, problems, status=422 if isinstance(error, InputError) else 503)


def _again(visit: Visit, entered: Entered, problems: Sequence[str], *, clash: bool = False, status: int = 422) -> Reply:
    """Return the page once more with what was entered, and why it was not taken."""
    try:
        offer = take(visit.desk, visit.person, visit.call.posted("case"))
    except GoldsmithError as error:
        return _over(
            visit, entered, problems or spoken_errors(visit, error), status=503 if status == 503 else _status_of(error)
        )
    if offer.step != visit.call.posted("step"):
        return _overtaken(visit, entered, problems)
    if not clash:
        return _page(visit, offer, entered, problems=problems, status=status)
    # Nothing is overwritten unseen: the page shows what another tab kept, and only then goes on from there.
    mine, other = told(visit, entered), told(visit, entered_before(offer))
    return _page(visit, offer, entered, mine=mine, other=other, status=409)


def _overtaken(visit: Visit, entered: Entered, problems: Sequence[str]) -> Reply:
    """Return where the case stands now, with what was sent beside it: it was not taken, and it is not lost."""
    try:
        offer = take(visit.desk, visit.person, visit.call.posted("case"))
    except GoldsmithError as error:
        return _over(visit, entered, problems, status=_status_of(error))
    if offer.step == "done":
        return _over(visit, entered, problems)
    mine, before = told(visit, entered), entered_before(offer)
    here = (offer.step, str(offer.round)) == (visit.call.posted("step"), visit.call.posted("round"))
    return _page(
        visit, offer, entered if here else before, problems=problems, mine=mine, other=told(visit, before), status=409
    )


def _over(visit: Visit, entered: Entered, problems: Sequence[str], *, status: int = 409) -> Reply:
    """Return what was entered to whoever cannot have the case any more."""
    return visit.page("case_over.html", {"problems": problems, "mine": told(visit, entered)}, status=status)


def _status_of(error: GoldsmithError) -> int:
    return 409 if isinstance(error, InputError) else 503


def _page(
    visit: Visit,
    offer: Offer,
    entered: Entered,
    *,
    problems: Sequence[str] = (),
    mine: str = "",
    other: str = "",
    status: int = 200,
) -> Reply:
    values: dict[str, Any] = {
        "offer": offer,
        "key": token_hex(8),
        "revision": offer.draft_revision,
        "seconds": entered.seconds or visit.call.asked("seconds"),
        "problems": [text for text in problems if text],
        "mine": mine,
        "other": other,
        "told": visit.say("case.draft_kept") if visit.call.asked("told") == "kept" else "",
        "words": script_words(visit),
        "handbook": handbook_parts(handbook_of(visit.desk.project)),
        "changed": _changed(visit, offer),
        **_saved(visit),
    }
    if offer.step == "evidence":
        shown = _shown(visit, offer, entered.marks)
        values |= shown | {
            "marks": entered.marks,
            "groups": grouped(entered.marks),
            "none_of_them": entered.none,
            "given": entered.fields,
            "keys": EVIDENCE_KEYS,
        }
        return visit.page("case.html", values, status=status)
    own, draft = as_marked(offer.marks), offer.case.drafted
    values |= {
        **CHOICES,
        **_shown(visit, offer, own),
        "groups": grouped(own),
        "given": entered.fields,
        "held_to": held_to(visit, draft) if draft is not None else (),
        "checked_by": checked_by(draft) if draft is not None else {},
        "keys": LABEL_KEYS,
    }
    return visit.page("case_label.html", values, status=status)


def _shown(visit: Visit, offer: Offer, marks: Sequence[Marked]) -> dict[str, Any]:
    """Return the passages on the page: those that were proposed, those found, or a whole document."""
    call = visit.call
    query, source = call.asked("q") or call.posted("viewing-q"), call.asked("source") or call.posted("viewing-source")
    views: tuple[PassageView, ...]
    name = ""
    if source:
        document = document_page(visit.desk, visit.person, offer.handle, source)
        views, name = document_views(visit, document, marks), source_name(visit, document.source)
    elif query:
        views = passage_views(visit, find_passages(visit.desk, visit.person, offer.handle, query), marks)
    else:
        views = passage_views(visit, offer.passages, marks)
    return {"shown": views, "q": query, "source": source, "document": name}


def _changed(visit: Visit, offer: Offer) -> dict[str, Any] | None:
    """Return the case as it was shown beside the case as it stands; None: they are the same."""
    if not offer.moved:
        return None
    now = moved(visit.desk, seat_at(visit.desk, visit.person, offer.handle).round)
    if now is None:
        return None
    old, new = old_beside_new(offer, blind(now, step=offer.step))
    return {"old": old, "new": new}


def _saved(visit: Visit) -> dict[str, Any]:
    handle = visit.call.asked("saved")
    words = own_words(visit.desk, visit.person, most=3) if handle else ()
    return {
        "saved": bool(handle),
        "undo": next((word for word in words if word.handle == handle and word.may_take_back), None),
    }


def _sent(visit: Visit, *, key: str = "") -> Sent:
    call = visit.call
    return Sent(
        round=_number(call.posted("round")), base=_posted_base(visit), key=key or call.posted("key") or token_hex(8)
    )


def _posted_base(visit: Visit) -> int:
    return _number(visit.call.posted("base"))


def _number(text: str) -> int:
    """Return a number of a hidden field. Raises InputError for what no page of ours wrote."""
    if not text.isascii() or not text.isdecimal() or len(text) > len("999999999"):
        message = "this form was not made by a page of the workbench"
        raise InputError(message, next_step="open the case again from your queue")
    return int(text)


def _json(held: dict[str, object], *, status: int = 200) -> Reply:
    return Reply(status=status, body=json.dumps(held).encode(), media_type="application/json")


PAGES = (
    Page(method="GET", path="/case", right="label", handle=show_case),
    Page(method="POST", path="/case", right="label", handle=post_case),
    Page(method="POST", path="/case/draft", right="label", handle=keep_draft),
    Page(method="POST", path="/case/undo", right="label", handle=undo),
    Page(method="POST", path="/case/again", right="label", handle=change_evidence),
    Page(method="POST", path="/case/leave", right="label", handle=leave),
    Page(method="POST", path="/case/anew", right="label", handle=begin_anew),
)
