"""One case of the sample of a batch before an expert: as blind as on the first day, evidence first, then the word."""

from __future__ import annotations

import json
from collections.abc import Sequence
from secrets import token_hex
from typing import Any

from goldsmith.errors import ConflictError, GoldsmithError, InputError
from goldsmith.ports.pages import Reply
from goldsmith.review.casework import SIDES
from goldsmith.review.offer import Offer
from goldsmith.web.case_view import (
    PassageView,
    as_marked,
    document_views,
    handbook_parts,
    passage_views,
    source_name,
)
from goldsmith.web.entered import Entered, entered_before, entered_in, told
from goldsmith.web.label_form import CHOICES, checked_by, held_to, missing, read_label, seconds_of
from goldsmith.web.marking import Marked, grouped, posted
from goldsmith.web.script_words import EVIDENCE_KEYS, LABEL_KEYS, script_words
from goldsmith.web.spoken import spoken_errors
from goldsmith.web.visit import Page, Visit
from goldsmith.workflows.handbook import handbook_of
from goldsmith.workflows.review_batch import check_sample, give_sample_evidence, next_sample, sample_offer
from goldsmith.workflows.review_label import Sent
from goldsmith.workflows.review_sampling import sample_document, sample_passages, save_sample_draft

DECISIONS = tuple(word for word in CHOICES["decisions"] if word in SIDES)
"""Whoever cannot judge a case leaves it to another expert."""


def show_sample(visit: Visit) -> Reply:
    """Return a case of the sample at the step at which the expert stands."""
    name, handle = visit.call.asked("name"), visit.call.asked("case")
    offer = sample_offer(visit.desk, visit.person, name, handle)
    return _page(visit, name, offer, entered_before(offer))


def post_sample(visit: Visit) -> Reply:
    """Take the form of a case of the sample, by the button that sent it."""
    act, _, what = visit.call.posted("do").partition(":")
    entered = entered_in(visit.call)
    if act == "submit":
        return _evidence(visit, entered) if visit.call.posted("step") == "evidence" else _label(visit, entered)
    words = posted(visit.call).missing
    if words:
        return _again(visit, entered, [visit.say("case.need_words", words=item) for item in words])
    try:
        _saved(visit, entered)
    except ConflictError:
        return _again(visit, entered, [], clash=True)
    except GoldsmithError as error:
        return _not_taken(visit, entered, error)
    address = {"name": visit.call.posted("name"), "case": visit.call.posted("case")}
    query = visit.call.posted("q").strip()
    if act == "read":
        return visit.go("/batches/sample", **address, source=what)
    return visit.go("/batches/sample", **address, **({"q": query} if act == "search" and query else {}))


def keep_draft(visit: Visit) -> Reply:
    """Keep a draft for a script; 409 with the newer one where another tab kept it."""
    try:
        return _json({"revision": _saved(visit, entered_in(visit.call))})
    except ConflictError:
        offer = sample_offer(visit.desk, visit.person, visit.call.posted("name"), visit.call.posted("case"))
        return _json({"revision": offer.draft_revision, "told": told(visit, entered_before(offer))}, status=409)


def _evidence(visit: Visit, entered: Entered) -> Reply:
    name, handle = visit.call.posted("name"), visit.call.posted("case")
    words = posted(visit.call).missing
    problems = [visit.say("case.need_words", words=item) for item in words]
    if not problems and not (entered.marks or entered.none):
        problems = [visit.say("case.need_evidence")]
    if problems:
        return _again(visit, entered, problems)
    given = [mark.given for mark in entered.marks]
    try:
        give_sample_evidence(visit.desk, visit.person, name, handle, sent=_sent(visit), marks=given)
    except GoldsmithError as error:
        return _not_taken(visit, entered, error)
    return visit.go("/batches/sample", name=name, case=handle)


def _label(visit: Visit, entered: Entered) -> Reply:
    desk, person = visit.desk, visit.person
    name, handle = visit.call.posted("name"), visit.call.posted("case")
    try:
        offer = sample_offer(desk, person, name, handle)
    except GoldsmithError as error:
        return _not_taken(visit, entered, error)
    draft, label = offer.case.drafted, read_label(entered.fields, seconds=seconds_of(visit.call))
    lacking = missing(entered.fields, draft, marked=bool(offer.marks)) if draft is not None else ()
    if lacking or label is None or label.decision not in DECISIONS:
        return _again(visit, entered, [visit.say(key) for key in lacking or ("case.need_decision",)])
    try:
        check_sample(desk, person, name, handle, sent=_sent(visit), label=label)
    except GoldsmithError as error:
        return _not_taken(visit, entered, error)
    following = next_sample(desk, person, name)
    if following is None:
        return visit.go("/batches", told="checked")
    return visit.go("/batches/sample", name=name, case=following.handle)


def _not_taken(visit: Visit, entered: Entered, error: GoldsmithError) -> Reply:
    """Return the page that says why nothing was taken, with all that was entered: 409, 422, or 503 for a fault here."""
    status = 409 if isinstance(error, ConflictError) else 422 if isinstance(error, InputError) else 503
    return _again(visit, entered, spoken_errors(visit, error), status=status)


def _again(visit: Visit, entered: Entered, problems: Sequence[str], *, clash: bool = False, status: int = 422) -> Reply:
    """Return the page once more with what was entered, and why it was not taken."""
    name = visit.call.posted("name")
    try:
        offer = sample_offer(visit.desk, visit.person, name, visit.call.posted("case"))
    except GoldsmithError as error:
        values = {"problems": problems or spoken_errors(visit, error), "mine": told(visit, entered)}
        return visit.page("case_over.html", values, status=409 if isinstance(error, InputError) else 503)
    before = entered_before(offer)
    if offer.step != visit.call.posted("step"):
        # The step of the form is over: what it says stands beside the step that is open now.
        return _page(visit, name, offer, before, problems=problems, beside=(entered, before), status=409)
    beside = (entered, before) if clash else None
    return _page(visit, name, offer, entered, problems=problems, beside=beside, status=409 if clash else status)


def _page(
    visit: Visit,
    name: str,
    offer: Offer,
    entered: Entered,
    *,
    problems: Sequence[str] = (),
    beside: tuple[Entered, Entered] | None = None,
    status: int = 200,
) -> Reply:
    evidence = offer.step == "evidence"
    marks = entered.marks if evidence else as_marked(offer.marks)
    draft = offer.case.drafted
    values: dict[str, Any] = {
        **CHOICES,
        "decisions": DECISIONS,
        "name": name,
        "offer": offer,
        "key": token_hex(8),
        "revision": offer.draft_revision,
        "seconds": entered.seconds or visit.call.asked("seconds"),
        "problems": [text for text in problems if text],
        "mine": told(visit, beside[0]) if beside else "",
        "other": told(visit, beside[1]) if beside else "",
        "words": script_words(visit),
        "handbook": handbook_parts(handbook_of(visit.desk.project)),
        "marks": marks,
        "groups": grouped(marks),
        "none_of_them": entered.none,
        "given": entered.fields,
        "checked_by": checked_by(draft) if draft is not None else {},
        "held_to": held_to(visit, draft) if draft is not None else (),
        "keys": EVIDENCE_KEYS if evidence else [row for row in LABEL_KEYS if row[1] != "case.change_evidence"],
        **_shown(visit, name, offer, marks),
    }
    return visit.page("sample.html" if evidence else "sample_label.html", values, status=status)


def _shown(visit: Visit, name: str, offer: Offer, marks: Sequence[Marked]) -> dict[str, Any]:
    call, desk, person = visit.call, visit.desk, visit.person
    query = call.asked("q") or call.posted("viewing-q")
    source = call.asked("source") or call.posted("viewing-source")
    views: tuple[PassageView, ...]
    document = ""
    if source:
        found = sample_document(desk, person, name, offer.handle, source)
        views, document = document_views(visit, found, marks), source_name(visit, found.source)
    elif query:
        views = passage_views(visit, sample_passages(desk, person, name, offer.handle, query), marks)
    else:
        views = passage_views(visit, offer.passages, marks)
    return {"shown": views, "q": query, "source": source, "document": document}


def _saved(visit: Visit, entered: Entered) -> int:
    call = visit.call
    return save_sample_draft(
        visit.desk, visit.person, call.posted("name"), call.posted("case"),
        round_number=_number(call.posted("round")), revision=_number(call.posted("revision")), entered=entered.json,
    )  # fmt: skip


def _sent(visit: Visit) -> Sent:
    call = visit.call
    return Sent(
        round=_number(call.posted("round")), base=_number(call.posted("base")), key=call.posted("key") or token_hex(8)
    )


def _number(text: str) -> int:
    """Return a number of a hidden field; -1, which fits nothing, for what no page of ours wrote."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else -1


def _json(held: dict[str, object], *, status: int = 200) -> Reply:
    return Reply(status=status, body=json.dumps(held).encode(), media_type="application/json")


PAGES = (
    Page(method="GET", path="/batches/sample", right="adjudicate", handle=show_sample),
    Page(method="POST", path="/batches/sample", right="adjudicate", handle=post_sample),
    Page(method="POST", path="/batches/sample/draft", right="adjudicate", handle=keep_draft),
)
