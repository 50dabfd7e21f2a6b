"""Write a case: the question, where its answer stands, and what a right answer is; checked at once, kept as a draft.

Every button of the form posts all of it, so whatever a person does next, what they entered is kept.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from goldsmith.errors import ConflictError, GoldsmithError, InputError
from goldsmith.ports.pages import Reply
from goldsmith.records.vocabulary import AXES
from goldsmith.web import figures
from goldsmith.web.library_view import found_views, read_views, titled
from goldsmith.web.marking import grouped
from goldsmith.web.script_words import EVIDENCE_KEYS, script_words
from goldsmith.web.spoken import spoken_errors
from goldsmith.web.visit import Page, Visit
from goldsmith.web.writing import (
    ANSWERABILITY,
    BEHAVIOUR,
    REASONS,
    Written,
    languages_of,
    proposal_of,
    told,
    unfinished,
    written_before,
    written_in,
)
from goldsmith.workflows.review_search import library_document, search_library
from goldsmith.workflows.review_write import (
    Remarked,
    check_proposal,
    drop_draft,
    keep_draft,
    kept_draft,
    own_proposals,
    propose_case,
)

PROPOSED = 5
"""Passages that are shown for the question itself, before anything is searched for."""
TOLD = frozenset({"kept", "proposed", "dropped"})
"""What a form that was taken may have told."""
_SAME = {"no_question": "GS103", "no_behaviour": "GS105", "no_answerability": "GS105", "no_must_ask": "GS111"}
"""What is lacking, and the rule that would say the same of it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """What a check of the form found."""

    remarks: Sequence[Remarked] = ()
    problems: Sequence[str] = ()
    refused: bool = False
    """It was to be submitted, and was not."""
    status: int = 422
    """Of the page, where there are problems."""


def show_write(visit: Visit) -> Reply:
    """Return the form with what was entered before."""
    draft, revision = kept_draft(visit.desk, visit.person)
    return _page(visit, written_before(draft, language=visit.language), revision)


def post_write(visit: Visit) -> Reply:
    """Take the form, by the button that sent it."""
    act, _, what = visit.call.posted("do").partition(":")
    if act == "drop":
        drop_draft(visit.desk, visit.person)
        return visit.go("/write", told="dropped")
    written = written_in(visit.call)
    try:
        revision = keep_draft(visit.desk, visit.person, revision=_revision(visit), entered=written.json)
    except ConflictError:
        return _clash(visit, written)
    except GoldsmithError as error:
        return _refused(visit, written, _revision(visit), error)
    if act == "submit":
        return _submitted(visit, written, revision)
    if act == "check" or written.missing:
        return _page(visit, written, revision, Found(remarks=_remarks(visit, written)))
    query = visit.call.posted("q").strip()
    if act == "read":
        return visit.go("/write", source=what)
    if act == "search" and query:
        return visit.go("/write", q=query)
    return visit.go("/write", **({} if act in {"passages", "search"} else {"told": "kept"}))


def keep_written(visit: Visit) -> Reply:
    """Keep a draft for a script; 409 with the newer one where another tab kept it."""
    try:
        revision = keep_draft(visit.desk, visit.person, revision=_revision(visit), entered=written_in(visit.call).json)
    except ConflictError:
        draft, newer = kept_draft(visit.desk, visit.person)
        other = told(visit, written_before(draft, language=visit.language))
        return _json({"revision": newer, "told": other}, status=409)
    return _json({"revision": revision})


def _submitted(visit: Visit, written: Written, revision: int) -> Reply:
    remarks = _remarks(visit, written)
    refused = bool(written.missing) or any(remark.hard for remark in remarks)
    if refused or (remarks and not visit.call.posted("all-the-same")):
        return _page(visit, written, revision, Found(remarks=remarks, refused=True))
    try:
        propose_case(visit.desk, visit.person, proposal_of(written))
    except GoldsmithError as error:
        return _refused(visit, written, revision, error)
    return visit.go("/write", told="proposed")


def _refused(visit: Visit, written: Written, revision: int, error: GoldsmithError) -> Reply:
    """Return the page with all that was entered, and why it was not taken: 422, or 503 for a fault here."""
    problems = tuple(line for line in spoken_errors(visit, error) if line)
    status = 422 if isinstance(error, InputError) else 503
    return _page(visit, written, max(revision, 0), Found(problems=problems, status=status))


def _remarks(visit: Visit, written: Written) -> tuple[Remarked, ...]:
    lacking = tuple(unfinished(written))
    try:
        found = check_proposal(visit.desk, visit.person, proposal_of(written)).remarks
    except InputError:
        return (*lacking, Remarked(code="bad_marks", field="evidence", hard=True))
    said = {_SAME[one.code] for one in lacking if one.code in _SAME}
    return (*lacking, *(one for one in found if one.code not in said))


def _clash(visit: Visit, written: Written) -> Reply:
    """Return the page with what another tab kept beside it; only when it is sent once more is that replaced."""
    draft, revision = kept_draft(visit.desk, visit.person)
    other = told(visit, written_before(draft, language=visit.language))
    return _page(visit, written, revision, other=other)


def _page(visit: Visit, written: Written, revision: int, found: Found | None = None, *, other: str = "") -> Reply:
    held = found or Found()
    remarks, checked = held.remarks, found is not None
    words = [visit.say("case.need_words", words=item) for item in written.missing]
    done = visit.call.asked("told")
    values: dict[str, Any] = {
        "written": written,
        "given": written.fields,
        "marks": written.marks,
        "groups": grouped(written.marks),
        "revision": revision,
        "words": script_words(visit),
        "keys": [row for row in EVIDENCE_KEYS if row[1] != "case.key_none"],
        "remarks": _beside(visit, remarks),
        "errors": _beside(visit, [one for one in remarks if one.hard]),
        "soft": any(not one.hard for one in remarks),
        "hard": any(one.hard for one in remarks) or bool(words),
        "problems": [*words, *held.problems],
        "checked": checked,
        "told": visit.say(f"write.{done}") if done in TOLD and not checked else "",
        "mine": told(visit, written) if other else "",
        "other": other,
        "proposals": [
            (one.question, one.at, visit.say(f"write.state.{one.state}"))
            for one in own_proposals(visit.desk, visit.person)
        ],
        **_choices(visit),
        **_shown(visit, written),
    }
    status = 409 if other else held.status if held.refused or values["problems"] else 200
    return visit.page("write.html", values, status=status)


def _choices(visit: Visit) -> dict[str, Any]:
    def words(axis: str) -> list[tuple[str, str]]:
        return [(word, figures.axis_word(visit, axis, word)) for word in AXES[axis]]

    unsaid = ("", visit.say("write.unsaid"))
    return {
        "answerabilities": [(word, visit.say(f"write.answerability.{word}")) for word in ANSWERABILITY],
        "behaviours": [(word, visit.say(f"case.behaviour.{word}")) for word in BEHAVIOUR],
        "reasons": [unsaid, *((word, visit.say(f"write.reason.{word}")) for word in REASONS)],
        "jobs": [unsaid, *words("job")],
        "origins": [unsaid, *((word, text) for word, text in words("origin") if word != "synthetic")],
        "risks": [(word, visit.say(f"write.risk.{word}")) for word in AXES["risk"]],
        "languages_of_cases": [(name, name) for name in languages_of(visit)],
    }


def _shown(visit: Visit, written: Written) -> dict[str, Any]:
    """Return the passages on the page: a whole document, what was searched for, or what goes with the question."""
    call, desk, person = visit.call, visit.desk, visit.person
    query = call.asked("q") or call.posted("viewing-q")
    source = call.asked("source") or call.posted("viewing-source")
    if source:
        document = library_document(desk, person, source)
        views, name = read_views(visit, document, written.marks), titled(visit, document.source)
        return {"shown": views, "q": query, "source": source, "document": name}
    searched = query or written.text("question")
    found = search_library(desk, person, searched).passages if searched else ()
    if not query:
        found = found[:PROPOSED]
    return {"shown": found_views(visit, found, written.marks), "q": query, "source": "", "document": ""}


def _beside(visit: Visit, remarks: Sequence[Remarked]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for one in remarks:
        text = visit.say(f"write.found.{one.code}", told=one.told)
        if text not in found.setdefault(one.field, []):
            found[one.field].append(text)
    return found


def _revision(visit: Visit) -> int:
    text = visit.call.posted("revision")
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else -1


def _json(held: dict[str, object], *, status: int = 200) -> Reply:
    return Reply(status=status, body=json.dumps(held).encode(), media_type="application/json")


PAGES = (
    Page(method="GET", path="/write", right="write", handle=show_write),
    Page(method="POST", path="/write", right="write", handle=post_write),
    Page(method="POST", path="/write/draft", right="write", handle=keep_written),
)
