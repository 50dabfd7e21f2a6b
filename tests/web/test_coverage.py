"""The coverage page: figures of the set for everybody, and of documents for who may see all of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from goldsmith.workflows.approve import Judged, approve
from tests.web.owning import main_of, shop_desk, site_of, visit
from tests.web.visiting import text
from tests.web.workbench import words
from tests.workflows.shop import NOW

MINIMUM = "minima:\n  - {slice: {behaviour: refuse}, cases: 5}\n"


def test_the_mix_counts_cases_and_shares(tmp_path: Path) -> None:
    page = words(visit(shop_desk(tmp_path), "pia", "/coverage"))

    assert "The set has 3 live cases." in page
    assert "Right behaviour Right behaviour Share, drawn Cases Share answer 1 33 %" in page


def test_a_gap_says_how_many_cases_to_write_and_why(tmp_path: Path) -> None:
    desk = shop_desk(tmp_path)
    header = tmp_path / "golden" / "set.yaml"
    header.write_text(header.read_text(encoding="utf-8") + MINIMUM, encoding="utf-8")
    desk.look_again()
    page = words(visit(desk, "pia", "/coverage"))

    assert "Right behaviour: decline 3 the set asks for more" in page
    assert "Right behaviour: decline 2 5 short" in page


def test_of_documents_and_their_readers_only_who_sees_all_of_them_learns(tmp_path: Path) -> None:
    desk = shop_desk(tmp_path)
    pages = {name: main_of(visit(desk, name, "/coverage")) for name in ("owner", "r2", "pia")}
    told = {name: ("of 2 documents" in page, "guest" in page) for name, page in pages.items()}

    assert told == {"owner": (True, True), "r2": (False, False), "pia": (False, False)}
    assert [name for name in ("r2", "pia") if "staff" in pages[name]] == []


@pytest.mark.parametrize(("asked", "chosen"), [("10", "10"), ("5", "5"), ("7", "5"), ("<b>", "5"), ("", "5")])
def test_a_fall_is_one_of_those_that_the_page_offers(tmp_path: Path, asked: str, chosen: str) -> None:
    page = text(visit(shop_desk(tmp_path), "pia", "/coverage", points=asked))

    assert f'<option value="{chosen}" selected>' in page


def test_a_set_without_live_cases_says_what_to_do(tmp_path: Path) -> None:
    desk = shop_desk(tmp_path)
    names = tuple(case.id for case in desk.project.golden.cases)
    word = Judged(cases=names, reviewer="Ana", decision="rejected", reason="nobody asks it", confirmations=None)
    approve(desk.project, word, now=NOW)
    desk.look_again()
    page = visit(desk, "pia", "/coverage")

    assert page.status == 200
    assert "Write the first one" in words(page)


def test_who_is_not_signed_in_learns_nothing(tmp_path: Path) -> None:
    assert site_of(shop_desk(tmp_path)).get("/coverage").status == 401
