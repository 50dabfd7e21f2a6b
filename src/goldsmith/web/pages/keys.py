"""Which keys do what."""

from __future__ import annotations

from goldsmith.ports.pages import Reply
from goldsmith.web.visit import Page, Visit

_KEYS = (
    ("?", "keys.this_page"),
    ("Tab", "keys.tab"),
    ("Enter", "keys.enter"),
    ("Space", "keys.space"),
    ("Esc", "keys.escape"),
    ("n", "keys.next_page"),
    ("p", "keys.previous_page"),
)
"""Keys that mean the same everywhere."""


def show_keys(visit: Visit) -> Reply:
    """Return the page of keys; a script of ours gives its switch."""
    return visit.page("keys.html", {"keys": _KEYS})


PAGES = (Page(method="GET", path="/keys", right=None, handle=show_keys),)
