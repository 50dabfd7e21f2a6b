"""Changes of the sources, one case after the other: old beside new, and one word for each."""

from __future__ import annotations

from typing import Any, cast, get_args

from goldsmith.errors import InputError
from goldsmith.ports.pages import Reply
from goldsmith.records.refresh import Answer
from goldsmith.web.visit import Page, Visit
from goldsmith.workflows.review_refresh import answer, asked, requests_for

KEYS: tuple[tuple[Answer, str], ...] = (("stands", "s"), ("revise", "r"), ("retire", "t"), ("unanswerable", "u"))
"""Each answer with its key."""
TOLD = frozenset({"saved", "superseded"})


def show_changes(visit: Visit) -> Reply:
    """Return the change that is asked for, else the first one that is open."""
    return _page(visit, visit.call.asked("change"))


def post_change(visit: Visit) -> Reply:
    """Take one answer, then show the next change."""
    call, wanted = visit.call, visit.call.posted("change")
    held = requests_for(visit.desk, visit.person)
    word = call.posted("answer")
    if wanted not in held or word not in get_args(Answer):
        return visit.go("/refresh", told="superseded")
    following = _after(held, wanted)
    try:
        answer(visit.desk, visit.person, wanted, cast("Answer", word), reason=call.posted("reason"))
    except InputError as error:
        return _page(visit, wanted, problem=error)
    return visit.go("/refresh", told="saved", **({"change": following} if following else {}))


def _page(visit: Visit, wanted: str, *, problem: InputError | None = None) -> Reply:
    held = requests_for(visit.desk, visit.person)
    told = visit.call.asked("told")
    values: dict[str, Any] = {
        "told": f"refresh.{told}" if told in TOLD else "",
        "keys": KEYS,
        "problem": problem,
        "total": len(held),
    }
    if not held:
        return visit.page("refresh.html", {**values, "asked": None})
    chosen = wanted if wanted in held else held[0]
    values |= {
        "asked": asked(visit.desk, visit.person, chosen),
        "number": held.index(chosen) + 1,
        "following": _after(held, chosen),
    }
    return visit.page("refresh.html", values, status=422 if problem else 200)


def _after(held: tuple[str, ...], wanted: str) -> str:
    """Return the change behind `wanted`, from the first again behind the last; empty: it is the only one."""
    return held[(held.index(wanted) + 1) % len(held)] if len(held) > 1 else ""


PAGES = (
    Page(method="GET", path="/refresh", right="label", handle=show_changes),
    Page(method="POST", path="/refresh", right="label", handle=post_change),
)
