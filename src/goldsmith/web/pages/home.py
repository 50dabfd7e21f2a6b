"""The first page: the queue for who labels; for everybody else, where they may go."""

from __future__ import annotations

from goldsmith.ports.pages import Reply
from goldsmith.web.visit import Page, Visit


def show_home(visit: Visit) -> Reply:
    """Return the first page of a person."""
    if visit.person.may("label"):
        return visit.go("/queue")
    return visit.page("home.html", {})


PAGES = (Page(method="GET", path="/", right=None, handle=show_home),)
