"""The handbook as a page: its parts, its digest, and no example that a reader may still be asked to judge."""

from __future__ import annotations

from pathlib import Path

import pytest

from goldsmith.workflows.handbook import handbook_of, save_handbook
from goldsmith.workflows.review_open import open_reviews
from tests.web.owning import main_of, shop_desk, site_of, visit
from tests.web.visiting import text
from tests.web.workbench import words

QUESTION = "How long may I return goods?"


@pytest.mark.parametrize("name", ["owner", "r2", "pia"])
def test_everybody_reads_the_handbook_with_its_digest(tmp_path: Path, name: str) -> None:
    desk = shop_desk(tmp_path, approved=True)
    page = visit(desk, name, "/handbook")

    assert handbook_of(desk.project).digest in text(page)
    assert "Only the documents count." in words(page)
    assert QUESTION in text(page)


def test_an_example_that_the_reader_may_still_judge_is_left_out(tmp_path: Path) -> None:
    desk = shop_desk(tmp_path, approved=True)
    open_reviews(desk, person=desk.person("owner"), cases=["window"], trigger="audit")

    assert [QUESTION in main_of(visit(desk, name, "/handbook")) for name in ("r2", "pia")] == [False, True]


def test_who_manages_is_told_where_the_handbook_is_not_the_saved_one(tmp_path: Path) -> None:
    desk = shop_desk(tmp_path)
    before = [words(visit(desk, name, "/handbook")) for name in ("owner", "r1")]
    save_handbook(desk.project, handbook_of(desk.project), "markdown")
    after = words(visit(desk, "owner", "/handbook"))

    assert ["This version is not the saved one" in page for page in (*before, after)] == [True, False, False]


def test_who_is_not_signed_in_learns_nothing(tmp_path: Path) -> None:
    assert site_of(shop_desk(tmp_path)).get("/handbook").status == 401
