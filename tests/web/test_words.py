"""Every word of the pages stands in a catalogue, in three languages, and every word that stands there is used."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markupsafe import Markup

from goldsmith.web.visit import LANGUAGES, Language
from goldsmith.web.words import catalogue, holes, said
from tests.architecture.house import PACKAGE

WEB = PACKAGE / "web"
CALLED = re.compile(r"""\bsay\(\s*["']([a-z_]+(?:\.[a-z0-9_]+)+)["']\s*[,)]""")
LITERAL = re.compile(r"""["']([a-z_]+(?:\.[a-z0-9_]+)+)["']""")
PIECED = re.compile(r"""\bf["']([a-z_]+\.[a-z0-9_.]*)\{|["']([a-z_]+[a-z0-9_.]*)["']\s*~""")


def sources() -> Iterator[Path]:
    """Yield the pages: code and templates, without the catalogues."""
    yield from sorted(WEB.rglob("*.html"))
    yield from (path for path in sorted(WEB.rglob("*.py")) if path.parent.name != "words")


def texts() -> dict[str, str]:
    return {str(path.relative_to(WEB)): path.read_text(encoding="utf-8") for path in sources()}


def test_every_word_that_a_page_says_stands_in_the_catalogue() -> None:
    missing = {name: sorted(set(CALLED.findall(text)) - catalogue().keys()) for name, text in texts().items()}

    assert {name: keys for name, keys in missing.items() if keys} == {}


def test_every_word_of_the_catalogue_is_said_somewhere() -> None:
    whole = "\n".join(texts().values())
    literal = set(LITERAL.findall(whole))
    pieces = tuple(sorted({first or second for first, second in PIECED.findall(whole)}))

    assert [key for key in catalogue() if key not in literal and not key.startswith(pieces)] == []


def test_every_key_has_words_in_three_languages_that_want_the_same_values() -> None:
    odd = {
        key: words
        for key, words in catalogue().items()
        if len(words) != len(LANGUAGES)
        or not all(text.strip() == text != "" for text in words)
        or len({holes(text) for text in words}) > 1
    }

    assert odd == {}


@pytest.mark.parametrize(("language", "told"), [
    ("en", ["0 waits", "1 wait", "2 waits", "5 waits", "21 waits", "1.5 waits"]),
    ("ru", ["0 ждут", "1 ждёт", "2 ждут-2", "5 ждут", "21 ждёт", "1,5 ждут-2"]),
    ("zh", ["0 个", "1 个", "2 个", "5 个", "21 个", "1.5 个"]),
])  # fmt: skip
def test_a_number_chooses_its_form(language: Language, told: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    words = {"t.n": ("{n} {n:wait|waits}", "{n} {n:ждёт|ждут-2|ждут}", "{n} 个")}
    monkeypatch.setattr("goldsmith.web.words.catalogue", lambda: words)

    assert [said(language, "t.n", n=number) for number in (0, 1, 2, 5, 21, 1.5)] == told


@given(st.integers(min_value=-(10**6), max_value=10**6))
def test_eleven_to_fourteen_take_the_form_of_many(number: int) -> None:
    from goldsmith.web.words import _form

    assert (_form("ru", number) == 2) == (abs(number) % 10 in {0, 5, 6, 7, 8, 9} or abs(number) % 100 in range(11, 15))


def test_markup_in_a_value_stays_markup_and_everything_else_is_escaped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("goldsmith.web.words.catalogue", lambda: {"t.m": ("a < {b} {c}", "{b}{c}", "{b}{c}")})

    assert said("en", "t.m", b=Markup("<i>x</i>"), c="<i>") == Markup("a &lt; <i>x</i> &lt;i&gt;")
    assert said("en", "t.m", b="<i>", c=1) == "a < <i> 1"


@pytest.mark.parametrize("values", [{}, {"named": "ada"}])
def test_a_value_that_is_missing_is_an_error(values: dict[str, str]) -> None:
    with pytest.raises(KeyError):
        said("en", "shell.page_of", **values)
