"""Search the corpus within what the person may see, and read whole documents of it."""

from __future__ import annotations

from typing import Any

from goldsmith.errors import InputError
from goldsmith.ports.pages import Reply
from goldsmith.web.library_view import found_views, pieces, read_views, titled
from goldsmith.web.visit import Page, Visit
from goldsmith.workflows.review_search import library, library_document, search_library


def show_search(visit: Visit) -> Reply:
    """Return what was found for some words; without words, the documents that can be read."""
    words = visit.call.asked("q").strip()
    held = library(visit.desk, visit.person)
    page = _page(visit)
    found = search_library(visit.desk, visit.person, words, page=page) if words and held is not None else None
    views = found_views(visit, found.passages) if found is not None else ()
    values = {
        "q": words,
        "page": page,
        "more": found.more if found is not None else False,
        "library": held,
        "listed": [(titled(visit, one), one) for one in held.sources] if held is not None else [],
        "hits": [
            (view, item.source, pieces(item.text or item.preview or "", words))
            for view, item in zip(views, found.passages if found is not None else (), strict=True)
        ],
    }
    return visit.page("search.html", values)


def show_document(visit: Visit) -> Reply:
    """Return a whole document; one that is not theirs is told as one that is not there."""
    words = visit.call.asked("q").strip()
    values: dict[str, Any]
    try:
        shown = library_document(visit.desk, visit.person, visit.call.asked("source"))
    except InputError:
        values = {
            "heading": visit.say("search.no_document"),
            "why": visit.say("search.no_document_why"),
            "back": "/search",
            "back_words": visit.say("search.back"),
        }
        return visit.page("told.html", values, status=404)
    views = read_views(visit, shown)
    texts = [block.text for block in shown.blocks] or [item.text or item.preview or "" for item in shown.previews]
    values = {
        "q": words,
        "name": titled(visit, shown.source),
        "source": shown.source,
        "parts_of": [(view, pieces(text, words)) for view, text in zip(views, texts, strict=True)],
    }
    return visit.page("document.html", values)


def _page(visit: Visit) -> int:
    asked = visit.call.asked("page", "1")
    page = int(asked) if asked.isascii() and asked.isdecimal() and len(asked) < 4 else 0
    return page or 1


PAGES = (
    Page(method="GET", path="/search", right="write", handle=show_search),
    Page(method="GET", path="/search/document", right="write", handle=show_document),
)
