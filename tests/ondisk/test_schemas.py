"""An editor that holds a file to our schema accepts what we read and underlines what we refuse."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import fields
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goldsmith.errors import UnknownNameError
from goldsmith.ondisk.schemas import SCHEMAS, file_schema
from goldsmith.ondisk.short_forms import shorten
from goldsmith.records.case import Case
from tests.records.building import FULL, cases

WORDS = {
    "$schema", "$ref", "$defs", "title", "description", "default", "type", "properties", "required",
    "additionalProperties", "items", "prefixItems", "minItems", "maxItems", "anyOf", "oneOf", "enum", "const",
    "propertyNames",
}  # fmt: skip
"""Every keyword of draft 2020-12 that our schemas use."""

KINDS: Mapping[str, tuple[type, ...]] = {
    "object": (dict,),
    "array": (list,),
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "null": (type(None),),
}


def schemas_in(schema: Any) -> Iterator[dict[str, Any]]:
    """Yield a schema and every schema inside it."""
    if not isinstance(schema, dict):
        return
    yield schema
    for word in ("$defs", "properties"):
        for inner in schema.get(word, {}).values():
            yield from schemas_in(inner)
    for word in ("anyOf", "oneOf", "prefixItems"):
        for inner in schema.get(word, []):
            yield from schemas_in(inner)
    for word in ("items", "additionalProperties", "propertyNames"):
        yield from schemas_in(schema.get(word))


def accepts(schema: Any, value: Any, root: dict[str, Any]) -> bool:
    """Hold plain data to a schema, as far as `WORDS` go."""
    if isinstance(schema, bool):
        return schema
    if "$ref" in schema:
        return accepts(root["$defs"][schema["$ref"].removeprefix("#/$defs/")], value, root)
    for word in ("anyOf", "oneOf"):
        if word in schema and not any(accepts(inner, value, root) for inner in schema[word]):
            return False
    if "const" in schema and value != schema["const"]:
        return False
    if "enum" in schema and value not in schema["enum"]:
        return False
    if "type" in schema and not is_a(schema["type"], value):
        return False
    if isinstance(value, dict):
        return accepts_fields(schema, value, root)
    return not isinstance(value, list) or accepts_items(schema, value, root)


def is_a(kind: str, value: object) -> bool:
    return isinstance(value, KINDS[kind]) and (kind == "boolean" or not isinstance(value, bool))


def accepts_fields(schema: dict[str, Any], value: dict[str, Any], root: dict[str, Any]) -> bool:
    known = schema.get("properties", {})
    others = schema.get("additionalProperties", True)
    return all(name in value for name in schema.get("required", ())) and all(
        accepts(known.get(name, others), item, root) and accepts(schema.get("propertyNames", True), name, root)
        for name, item in value.items()
    )


def accepts_items(schema: dict[str, Any], value: list[Any], root: dict[str, Any]) -> bool:
    head = schema.get("prefixItems", [])
    rest = schema.get("items", True)
    return schema.get("minItems", 0) <= len(value) <= schema.get("maxItems", len(value)) and all(
        accepts(head[at] if at < len(head) else rest, item, root) for at, item in enumerate(value)
    )


def case_accepts(value: object) -> bool:
    return accepts(CASE_SCHEMA, value, CASE_SCHEMA)


CASE_SCHEMA = file_schema("case")
SMALL: dict[str, Any] = {"id": "a", "question": "Q?"}


@pytest.mark.parametrize("name", sorted(SCHEMAS))
def test_a_schema_uses_only_words_of_its_draft_and_points_only_inside_itself(name: str) -> None:
    schema = file_schema(name)
    inner = list(schemas_in(schema))
    pointed = {item["$ref"] for item in inner if "$ref" in item}

    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert {word for item in inner for word in item} <= WORDS
    assert {name for name in pointed if name.removeprefix("#/$defs/") not in schema.get("$defs", {})} == set()
    assert json.loads(json.dumps(schema)) == schema


@pytest.mark.parametrize("name", sorted(SCHEMAS))
def test_no_record_in_a_schema_takes_a_field_that_we_do_not_know(name: str) -> None:
    records = [item for item in schemas_in(file_schema(name)) if "properties" in item]

    assert [item.get("title") for item in records if item.get("additionalProperties") is not False] == []


@pytest.mark.parametrize("name", sorted(SCHEMAS.keys() - {"case"}))
def test_a_schema_names_every_field_of_its_record(name: str) -> None:
    assert set(file_schema(name)["properties"]) == {item.name for item in fields(SCHEMAS[name])}  # type: ignore[arg-type]


def test_the_schema_of_a_case_names_every_field() -> None:
    assert set(file_schema("case")["$defs"]["Case"]["properties"]) == {item.name for item in fields(Case)}


def test_one_schema_leaves_the_next_one_alone() -> None:
    first = file_schema("case")
    first["$defs"]["Case"]["properties"].clear()

    assert file_schema("case") != first


@settings(max_examples=25)
@given(st.lists(cases.filter(lambda case: "unstated" not in (case.answerability, case.behaviour)), max_size=2))
def test_every_case_in_its_shortest_form_fits_the_schema(several: list[Case]) -> None:
    short = [json.loads(json.dumps(shorten(case))) for case in several]

    assert case_accepts(short)
    assert all(case_accepts(item) for item in short)


def test_a_full_case_fits_the_schema() -> None:
    assert case_accepts(json.loads(json.dumps(shorten(FULL))))


@pytest.mark.parametrize(
    "more",
    [
        {"accept": ["Ten.", {"answer": "10", "needs": ["x"]}]},
        {"evidence": ["d#1"]},
        {"evidence": [{"document": "d", "quote": "q"}]},
        {"evidence": [{"need": "x", "chunk": "d#1"}]},
        {"evidence": [{"need": "x", "any_of": [{"chunk": "d#1"}, {"chunk": "e#1"}]}]},
        {"claims": [{"required": "x", "match": {"number": 10, "unit": "day"}}, {"prohibited": "y"}]},
        {"claims": [{"optional": "x", "match": {"any_of": ["a", {"pattern": "b"}]}}]},
        {"behaviour": "refuse", "answerability": "unsupported"},
    ],
)
def test_what_people_write_is_accepted(more: dict[str, Any]) -> None:
    assert case_accepts(SMALL | more)


@pytest.mark.parametrize(
    "value",
    [
        {"id": "a"},
        {"question": "Q?"},
        SMALL | {"id": 7},
        SMALL | {"riks": "high"},
        SMALL | {"evidence": "d#1"},
        SMALL | {"evidence": [{"chunk": "d#1", "pages": 3}]},
        SMALL | {"evidence": [{"need": "x", "any_of": ["d#1"]}]},
        SMALL | {"evidence": [{"chunk": "d#1", "span": [1]}]},
        SMALL | {"claims": [{"required": "x", "prohibited": "y"}]},
        SMALL | {"claims": [{"required": "x", "match": {"number": "10"}}]},
        SMALL | {"behaviour": "unstated"},
        SMALL | {"behaviour": "anwser"},
        SMALL | {"weight": "2"},
        "a",
    ],
)
def test_what_we_refuse_is_underlined(value: object) -> None:
    assert not case_accepts(value)


def test_a_set_header_is_checked_too() -> None:
    schema = file_schema("set")

    assert accepts(schema, {"name": "x", "corpus": {"label": "r1"}, "axes": {"job": ["triage"]}}, schema)
    assert not accepts(schema, {"name": "x", "corpsu": {"label": "r1"}}, schema)


def test_a_name_without_schema_suggests_the_nearest() -> None:
    with pytest.raises(UnknownNameError) as caught:
        file_schema("cases")

    assert caught.value.message == "none of the schemas is called 'cases'; did you mean 'case'?"
