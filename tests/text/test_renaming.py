"""A rule that writes an id otherwise."""

from __future__ import annotations

import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldsmith.errors import ConfigurationError
from goldsmith.text.renaming import Rename, as_toml, read_rename, rename


@pytest.mark.parametrize(
    ("pattern", "replace", "before", "after"),
    [
        (r"kb/(.+)", "{1}", "kb/returns#1", "returns#1"),
        (r"(.+)\.pdf#page=(\d+)", "{1}-{2-1}.pdf", "Fees.pdf#page=10", "Fees-9.pdf"),
        (r"(.+)-(\d+)", "{1}#{2+1}", "fees-0009", "fees#10"),
        (r"(.+)-(\d+)", "{1}#{2-1}", "fees-0", "fees-0"),
        (r"(.+)-(.+)", "{1}#{2-1}", "fees-x", "fees-x"),
        (r"kb/(.+)", "{1}", "other/returns#1", "other/returns#1"),
        (r"(a)?(b)", "{1}{2}!", "b", "b!"),
    ],
)
def test_a_whole_id_is_written_as_the_rule_says_or_stays(pattern: str, replace: str, before: str, after: str) -> None:
    assert rename(before, Rename(pattern=pattern, replace=replace)) == after


def test_percent_signs_and_capitals_are_read_first_where_asked() -> None:
    rule = Rename(pattern=r"kb/(.+)", replace="{1}", decode=True, lower=True)

    assert rename("KB/Late%20Fees", rule) == "late fees"
    assert rename("Else/Late%20Fees", rule) == "Else/Late%20Fees"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"pattern": "("}, "ids needs a pattern and a replace, both texts"),
        ({"pattern": "x", "replace": "y", "with": "z"}, "ids has 'with'"),
        ({"pattern": "x", "replace": "y", "lower": "yes"}, "lower of ids is 'yes'"),
        ({"pattern": "(x)", "replace": "{2}"}, "replace: {2} is beyond the 1 group(s) of the pattern"),
        ({"pattern": "(a+)+", "replace": "{1}"}, "pattern: "),
        ({"pattern": "", "replace": ""}, "pattern: it is empty"),
    ],
)
def test_a_rule_that_cannot_be_used_is_told(options: dict[str, object], message: str) -> None:
    with pytest.raises(ConfigurationError) as told:
        read_rename(options)

    assert message in str(told.value)


def test_the_line_for_the_configuration_reads_back_as_the_rule() -> None:
    rule = Rename(pattern=r"(.+)\.pdf#page=(\d+)", replace="{1}-{2-1}.pdf", decode=True)

    assert as_toml(rule) == r"ids = {pattern = '(.+)\.pdf#page=(\d+)', replace = '{1}-{2-1}.pdf', decode = true}"
    assert read_rename(tomllib.loads(as_toml(rule))["ids"]) == rule


@given(st.text(st.characters(codec="utf-8"), min_size=1, max_size=20), st.booleans(), st.booleans())
def test_any_text_is_written_so_that_it_reads_back(text: str, decode: bool, lower: bool) -> None:
    rule = Rename(pattern=text, replace=text, decode=decode, lower=lower)
    read = tomllib.loads(as_toml(rule))["ids"]

    assert (read["pattern"], read["replace"]) == (text, text)


@given(st.text(max_size=40))
def test_an_id_is_never_lost(identifier: str) -> None:
    assert rename(identifier, Rename(pattern=r"x/(.+)-(\d+)", replace="{1}#{2-1}")) or not identifier
