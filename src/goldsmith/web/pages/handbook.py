"""The reviewer handbook as a page: what is decided and by which words, with its version and digest."""

from __future__ import annotations

from goldsmith.ports.pages import Reply
from goldsmith.reports.handbook import expectations, floor_told, own_word_told
from goldsmith.web.visit import Page, Visit
from goldsmith.workflows.handbook import digest_in_use, handbook_of
from goldsmith.workflows.review_discretion import covered


def show_handbook(visit: Visit) -> Reply:
    """Return the handbook; examples that the reader may still be asked to judge, or may not see, are left out."""
    project = visit.desk.project
    handbook = handbook_of(project)
    hides = covered(visit.desk, visit.person)
    values = {
        "handbook": handbook,
        "examples": [(one, expectations(one)) for one in handbook.examples if one.case not in hides],
        "floor": floor_told(handbook),
        "own_word": own_word_told(handbook),
        "in_use": digest_in_use(project) is not None,
    }
    return visit.page("handbook_page.html", values)


PAGES = (Page(method="GET", path="/handbook", right=None, handle=show_handbook),)
