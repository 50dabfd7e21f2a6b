"""Two texts that read the same compare as the same, however they are marked up; two that do not, do not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldsmith.text.readable import readable, struck_through


def _seen(text: str) -> str:
    return " ".join(readable(text).split())


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("- a refund\n- a label", "* a refund\n* a label"),
        ("1. first\n2. second", "1) first\n1) second"),
        ("A **refund** is _possible_.", "A *refund* is possible."),
        ("See [the fees](/pages/fees.md).", 'See [the fees]({% page "fees" %}).'),
        ("See [the fees](https://example.org/fees/#top).", "See [the fees](<https://example.org/fees/>)."),
        ("![A form](form.png)\nFill it in.", '{% image "form.png" "A form" %}\nFill it in.'),
        ("## Fees\nText", "Fees\n----\nText"),
        ("> Quoted\n> words", "Quoted words"),
        ("| a | b |\n|---|---|\n| 1 | 2 |", "a | b\n--|--\n1 | 2"),
        (r"5 \* 3", "5 * 3"),
        ("line<br/>break", "line break"),
        ("```sh\nrun it\n```", "~~~\nrun it\n~~~"),
        ('text{:target="_blank"}', "text"),
        ("A <del>rule</del>.", "A ~~rule~~."),
        ('A <s class="old">rule</s>.', "A <strike>rule</strike>."),
    ],
)
def test_marks_alone_are_not_read(one: str, other: str) -> None:
    assert _seen(one) == _seen(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("within 30 days", "within 14 days"),
        ("Refunds are possible.", "Refunds are not possible."),
        ("GitHub", "Github"),
        ("one year money", "one-year money"),
        ("snake_case", "snakecase"),
        ("[fees](/a/fees.md)", "[fees](/a/costs.md)"),
        ("2 * 3 = 6", "2 * 4 = 6"),
        ("退款期限为30天。", "退款期限为14天。"),
        ("price: 10 < 20", "price: 10 < 30"),
        ("--- a note", "---"),
        ("A ~~rule~~.", "A rule."),
        ("A <del>rule</del>.", "A rule."),
    ],
)
def test_what_is_read_stays(one: str, other: str) -> None:
    assert _seen(one) != _seen(other)


@given(st.text(alphabet="ab \n*_|#->.=!\\", max_size=200))
def test_no_letter_that_is_read_goes(text: str) -> None:
    assert [mark for mark in readable(text) if mark in "ab"] == [mark for mark in text if mark in "ab"]


@pytest.mark.parametrize("piece", ["[a](", "![", "<a ", "{% ", "**_", "> > ", "|-", "<!-- ", "<del ", "~~a ", "<s>"])
def test_hostile_marks_end(piece: str) -> None:
    """Every pattern is bounded: what is never closed is read in time proportional to its length."""
    assert readable(piece * 20_000) is not None
    assert list(struck_through(piece * 20_000)) is not None


@pytest.mark.parametrize(
    ("text", "struck"),
    [
        ("a ~~b c~~ d", ["b c"]),
        ("a ~~b\n\nc~~ d", []),
        ("<del>a <s>b</s>\n\nc</del> d <S>e</S>", ["a <s>b</s>\n\nc", "e"]),
        ("~~~\ncode\n~~~", []),
        ("<section>a</section> <strong>b</strong>", []),
    ],
)
def test_what_is_struck_through_is_found_by_tildes_and_tags(text: str, struck: list[str]) -> None:
    assert [text[start:end] for start, end in struck_through(text)] == struck
