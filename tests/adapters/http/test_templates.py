"""A body is the JSON that its settings say, with the placeholders filled in."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldsmith.adapters.http.templates import json_template, refuse_headers
from goldsmith.errors import ConfigurationError

VALUES = {"question": 'What is "it" – é?\n', "user": None, "roles": ["staff", "lead"]}
TEXTS = st.one_of(
    st.text(st.characters(exclude_characters="{}", codec="utf-8")),
    st.sampled_from(
        ["{{question}}", " {{ roles }} ", "{{user}}", "Q: {{question}} by {{user}} ({{roles}})", '"{{user}}"']
    ),
)
BODIES = st.recursive(
    st.one_of(TEXTS, st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False, allow_infinity=False)),
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(st.text(max_size=5), inner, max_size=4)),
    max_leaves=12,
)


def filled(body: Any) -> Any:
    """Return `body` as it is meant, filled in the plain way."""
    if isinstance(body, dict):
        return {name: filled(item) for name, item in body.items()}
    if isinstance(body, list):
        return [filled(item) for item in body]
    if not isinstance(body, str):
        return body
    for name, value in VALUES.items():
        if body.strip() in {f"{{{{{name}}}}}", f"{{{{ {name} }}}}"}:
            return value
        told = "" if value is None else value if isinstance(value, str) else json.dumps(value)
        body = body.replace(f"{{{{{name}}}}}", told)
    return body


@given(BODIES)
def test_what_is_spelled_ahead_is_what_filling_the_data_would_give(body: Any) -> None:
    text = json_template(body)(VALUES)

    assert text.isascii()
    assert json.loads(text) == filled(body)


def test_a_placeholder_alone_keeps_its_type_and_one_in_a_text_becomes_text() -> None:
    body = {"q": "{{question}}", "who": {"name": "{{user}}", "roles": "{{roles}}"}, "told": "{{roles}}!", "top_k": 5}

    assert json_template(body)({"question": "q", "user": None, "roles": ["a"]}) == (
        '{"q": "q", "who": {"name": null, "roles": ["a"]}, "told": "[\\"a\\"]!", "top_k": 5}'
    )


@pytest.mark.parametrize("name", ["traceparent", "Traceparent"])
def test_the_header_that_names_a_call_in_traces_is_never_written_by_a_person(name: str) -> None:
    with pytest.raises(ConfigurationError, match=f"hold {name}, which every call gets of its own"):
        refuse_headers({name: "x"}, "systems.app")
