"""Plain data as YAML text: every reader takes it for what it was."""

from __future__ import annotations

from typing import Any

import yaml
from hypothesis import given
from hypothesis import strategies as st

from goldsmith.interchange.yaml_text import yaml_text

_TEXTS = st.text(st.characters(codec="utf-8"), max_size=12) | st.sampled_from(
    [
        "no",
        "Y",
        "null",
        "~",
        "1.0",
        "2026-03-01",
        "- a",
        "a: b",
        "a #b",
        "a:",
        "'q'",
        "=x",
        "0x1f",
        "1e5",
        "",
        " a ",
        "\x85",
    ]
)
_DATA = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | _TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_TEXTS, inner, max_size=3),
    max_leaves=8,
)


@given(_DATA)
def test_what_is_written_is_read_as_it_was(data: Any) -> None:
    assert yaml.safe_load(yaml_text(data)) == data


def test_it_stands_in_blocks_that_a_person_can_read() -> None:
    data = {"name": "help-desk", "version": "1.0", "tests": [{"vars": {"query": "When, please?"}}, [1, []], {}]}

    assert yaml_text(data) == (
        'name: help-desk\nversion: "1.0"\ntests:\n  - vars:\n      query: When, please?\n  - - 1\n    - []\n  - {}\n'
    )
