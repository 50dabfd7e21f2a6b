"""No page holds what its own rules forbid: inline scripts and styles, handlers, addresses of others."""

from __future__ import annotations

import re

import pytest

from goldsmith.web.rendering import environment, static_files
from tests.architecture.house import PACKAGE

TEMPLATES = sorted((PACKAGE / "web" / "templates").rglob("*.html"))
COMMENT = re.compile(r"\{#.*?#\}", re.DOTALL)
FORBIDDEN = {
    "a style attribute": re.compile(r"<[^>]*\sstyle\s*=", re.IGNORECASE),
    "a style element": re.compile(r"<style\b", re.IGNORECASE),
    "an inline script": re.compile(r"<script\b(?![^>]*\bsrc=)", re.IGNORECASE),
    "a script with content": re.compile(r"<script\b[^>]*>(?!</script>)", re.IGNORECASE),
    "a handler": re.compile(r"<[^>]*\son[a-z]+\s*=", re.IGNORECASE),
    "the address of somebody else": re.compile(r"(?:src|href|action)=[\"']?(?:https?:)?//", re.IGNORECASE),
    "a script address": re.compile(r"javascript:", re.IGNORECASE),
    "a text that is not escaped": re.compile(r"\|\s*safe\b|autoescape\s+false"),
}


@pytest.mark.parametrize("what", FORBIDDEN)
def test_no_template_holds(what: str) -> None:
    found = {
        path.name: FORBIDDEN[what].findall(COMMENT.sub("", path.read_text(encoding="utf-8"))) for path in TEMPLATES
    }

    assert {name: hits for name, hits in found.items() if hits} == {}


def test_every_posted_form_carries_the_token() -> None:
    forms = {
        path.name: form
        for path in TEMPLATES
        for form in re.findall(
            r"<form\b[^>]*method=.post.[^>]*>.*?</form>", path.read_text(encoding="utf-8"), re.DOTALL
        )
        if 'name="csrf"' not in form and "hidden(" not in form  # a macro of that name gives it
    }

    assert forms == {}


def test_every_template_can_be_read() -> None:
    made = environment()

    assert [made.get_template(name).name for name in made.list_templates(extensions=["html"])] == [
        str(path.relative_to(PACKAGE / "web" / "templates")) for path in TEMPLATES
    ]


def test_every_file_of_ours_that_a_template_names_is_there() -> None:
    named = {
        name for path in TEMPLATES for name in re.findall(r"static\(['\"]([^'\"]+)", COMMENT.sub("", path.read_text()))
    }

    assert named - static_files().keys() == set()


def test_no_script_of_ours_builds_markup_from_text_or_runs_text() -> None:
    unsafe = re.compile(
        rb"\binnerHTML\b|\bouterHTML\b|insertAdjacentHTML|document\.write|\beval\(|new Function|\.style\b"
    )
    found = {name: unsafe.findall(file.body) for name, file in static_files().items() if name.endswith(".js")}

    assert {name: hits for name, hits in found.items() if hits} == {}
