"""The page of the sentinels: which are due, how everybody does, and nothing of those that wait for the reader."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from goldsmith.workflows.review_desk import Desk
from tests.web.owning import followed, shop_desk, site_of, visit
from tests.web.visiting import text
from tests.web.workbench import come_in, words
from tests.workflows.reviewing import APPROVED, Clock, labelled
from tests.workflows.shop import NOW


def with_sentinel(root: Path, *, days: int = 0) -> Desk:
    """Return a desk over an approved shop with one sentinel, so many days later."""
    desk = shop_desk(root, approved=True)
    path = root / "golden" / "cases" / "cases.yaml"
    marked = path.read_text(encoding="utf-8").replace("  risk: high\n", "  risk: high\n  sentinel: true\n")
    path.write_text(marked, encoding="utf-8")
    desk.look_again()
    desk.now = Clock(NOW + timedelta(days=days))
    return desk


def test_a_sentinel_stands_with_its_state_and_when_it_is_due(tmp_path: Path) -> None:
    page = words(visit(with_sentinel(tmp_path), "owner", "/sentinels"))

    assert "How long may I return goods? window in order not yet" in page


def test_what_is_due_is_opened_by_one_button_and_only_once(tmp_path: Path) -> None:
    desk = with_sentinel(tmp_path, days=400)
    browser = come_in(desk, "owner", site_of(desk))
    before = words(browser.get("/sentinels"))
    told = words(followed(browser, browser.post("/sentinels/open")))
    again = words(followed(browser, browser.post("/sentinels/open")))

    assert "1 is due to be labelled again." in before
    assert "Two people label each of them without each other." in told
    assert "Nothing was due." in again
    assert desk.bench().work["window"].rounds[0].opened.needed == 2


def test_when_others_labelled_a_sentinel_is_hidden_from_who_may_still_label_it(tmp_path: Path) -> None:
    desk = with_sentinel(tmp_path, days=400)
    browser = come_in(desk, "owner", site_of(desk))
    browser.get("/sentinels")
    browser.post("/sentinels/open")
    before = text(browser.get("/sentinels"))
    labelled(desk, "window", APPROVED, "r1")

    assert "hidden until you have labelled it" in before
    assert text(browser.get("/sentinels")) == before


def test_cases_are_suggested_with_reasons_but_for_those_that_wait_for_the_reader(tmp_path: Path) -> None:
    desk = with_sentinel(tmp_path)
    page = words(visit(desk, "owner", "/sentinels", suggest="1"))

    assert "How does the safe open? safe" in page
    assert "goldsmith review sentinels --mark" in page


def test_without_sentinels_the_page_says_how_they_come_about(tmp_path: Path) -> None:
    assert "There are no sentinels yet." in words(visit(shop_desk(tmp_path), "owner", "/sentinels"))


@pytest.mark.parametrize(("name", "status"), [("owner", 200), ("r1", 403), ("pia", 403)])
def test_sentinels_are_for_who_manages(tmp_path: Path, name: str, status: int) -> None:
    desk = shop_desk(tmp_path)

    assert visit(desk, name, "/sentinels").status == status
    assert site_of(desk).get("/sentinels").status == 401
