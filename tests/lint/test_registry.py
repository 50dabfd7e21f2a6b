"""Every rule has a code, a name that names the problem, and a page."""

from __future__ import annotations

import re
from inspect import cleandoc

import pytest

from goldsmith.errors import UnknownNameError
from goldsmith.lint.registry import CODES, NAMES, code_of, explain, load

SECTIONS = ["## What it does", "## Why is this bad?", "## What to do"]
FAMILIES = {"1", "2", "3", "4", "5", "6"}


@pytest.mark.parametrize("code", CODES)
def test_a_rule_is_listed_under_its_own_code_and_name(code: str) -> None:
    rule = load(code)

    assert (rule.code, NAMES[rule.name], rule.since) == (code, code, "0.1")


@pytest.mark.parametrize("code", CODES)
def test_a_page_has_its_sections_in_order_and_text_in_each(code: str) -> None:
    page = cleandoc(type(load(code)).__doc__ or "")
    parts = re.split(r"^(## .*)$", page, flags=re.MULTILINE)[1:]
    titles, texts = parts[::2], parts[1::2]

    assert titles[:3] == SECTIONS
    assert titles[3:] in ([], ["## Example"])
    assert all(len(text.strip()) > 20 for text in texts)


def test_codes_lie_in_the_families_and_no_two_rules_share_a_name() -> None:
    assert {code[2] for code in CODES if re.fullmatch(r"GS\d{3}", code)} == FAMILIES
    assert len(NAMES) == len(CODES)


def test_a_page_opens_with_code_name_and_severity() -> None:
    opening = explain("gs401").splitlines()[:5]

    assert opening == [
        "# GS401 unreviewed-case",
        "",
        "error · only with --ready · since 0.1",
        "",
        "## What it does",
    ]


def test_a_page_is_found_by_name_too() -> None:
    assert explain("dangling-evidence") == explain("GS204")


@pytest.mark.parametrize(
    ("wrong", "near"), [("GS2040", "GS204"), ("dangling-evidense", "dangling-evidence"), ("gs-204", "GS204")]
)
def test_an_unknown_code_suggests_the_nearest(wrong: str, near: str) -> None:
    with pytest.raises(UnknownNameError, match=f"did you mean '{near}'"):
        code_of(wrong)
