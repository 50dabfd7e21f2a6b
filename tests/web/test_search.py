"""The search of the corpus: what a person may read, and not a word of what they may not."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldsmith.web.library_view import pieces
from goldsmith.workflows.review_desk import Desk
from goldsmith.workflows.review_sources import shelves
from tests.web.owning import main_of, shop_desk, site_of, visit
from tests.web.visiting import text
from tests.web.workbench import words

SAFE = "The safe opens with 4711"


def token(desk: Desk, document: str) -> str:
    shelf = shelves(desk, None)
    assert shelf is not None
    return shelf.token("document", document)


def test_what_is_found_is_shown_with_the_words_that_were_looked_for(tmp_path: Path) -> None:
    page = visit(shop_desk(tmp_path), "r1", "/search", q="return goods")

    assert page.status == 200
    assert 'You may <mark class="quote">return</mark> <mark class="quote">goods</mark> within 30 days.' in text(page)


def test_a_document_beyond_a_persons_clearance_is_neither_found_nor_counted(tmp_path: Path) -> None:
    desk = shop_desk(tmp_path)
    seen = [main_of(visit(desk, name, "/search", q="safe opens morning")) for name in ("r1", "r2")]
    nothing = main_of(visit(desk, "r2", "/search", q="qwertz"))

    assert [SAFE in re.sub("<[^>]+>", "", page) for page in seen] == [True, False]
    assert seen[1].replace("safe opens morning", "") == nothing.replace("qwertz", "")


def test_the_list_of_documents_holds_those_that_a_person_may_read(tmp_path: Path) -> None:
    desk = shop_desk(tmp_path)
    pages = [words(visit(desk, name, "/search")) for name in ("r1", "r2")]

    assert [("Staff" in page, "Returns" in page) for page in pages] == [(True, True), (False, True)]


@pytest.mark.parametrize("source", ["staff.md", "0123456789abcdef", ""])
def test_a_denied_document_is_told_as_one_that_is_not_there(tmp_path: Path, source: str) -> None:
    desk = shop_desk(tmp_path)
    denied = visit(desk, "r2", "/search/document", source=token(desk, "staff.md"))
    missing = visit(desk, "r2", "/search/document", source=source)

    assert (denied.status, missing.status) == (404, 404)
    assert main_of(denied) == main_of(missing)


def test_a_whole_document_is_read_under_its_title_and_never_under_its_id(tmp_path: Path) -> None:
    desk = shop_desk(tmp_path)
    page = visit(desk, "r1", "/search/document", source=token(desk, "staff.md"), q="safe")

    assert "<h1>Staff</h1>" in text(page)
    assert 'The <mark class="quote">safe</mark> opens with 4711 every single morning at nine.' in text(page)
    assert "staff.md" not in main_of(page)


def test_characters_of_a_script_without_spaces_are_marked_as_neighbours_alone() -> None:
    found = [(one.text, one.found) for one in pieces("退货期限，退还货款", "退货")]

    assert found == [("退货", True), ("期限，退还货款", False)]


@given(st.text(max_size=60), st.text(max_size=12))
def test_the_pieces_of_a_text_put_together_are_the_text(held: str, asked: str) -> None:
    assert "".join(one.text for one in pieces(held, asked)) == held


def test_a_search_for_nothing_that_there_is_says_what_to_try(tmp_path: Path) -> None:
    assert "Try fewer words" in words(visit(shop_desk(tmp_path), "pia", "/search", q="qwertz"))


def test_who_is_not_signed_in_searches_nothing(tmp_path: Path) -> None:
    assert site_of(shop_desk(tmp_path)).get("/search", q="safe").status == 401
