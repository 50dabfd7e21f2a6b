"""The form of an answer: fields, lengths, patterns, forbidden texts, and a small part of JSON Schema.

Understood keywords: type, required, properties, additionalProperties (true or false), items, enum, const, minItems,
maxItems, minLength, maxLength, minimum, maximum; title, description, default, examples, $schema and $id are taken as
comments. Any other keyword leaves the check not observed, with its name, and never passed.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

from goldsmith.records.case import FormatRules
from goldsmith.records.observation import CheckSeen
from goldsmith.text.normal import comparable, fold_text
from goldsmith.text.patterns import Refused, search

SCHEMA_KEYWORDS = frozenset(
    {
        "type",
        "required",
        "properties",
        "additionalProperties",
        "items",
        "enum",
        "const",
        "minItems",
        "maxItems",
        "minLength",
        "maxLength",
        "minimum",
        "maximum",
    }
)
"""Keywords that are checked."""

_COMMENTS = frozenset({"title", "description", "default", "examples", "$schema", "$id", "$comment"})
_FENCE = re.compile(r"\A\s*```(?:json)?[ \t]*\n(.*?)\n?```\s*\Z", re.DOTALL)
_TYPES: dict[str, Callable[[Any], bool]] = {
    "object": lambda value: isinstance(value, dict),
    "array": lambda value: isinstance(value, list),
    "string": lambda value: isinstance(value, str),
    "number": lambda value: isinstance(value, int | float) and not isinstance(value, bool),
    "integer": lambda value: not isinstance(value, bool) and (isinstance(value, int) or _is_whole(value)),
    "boolean": lambda value: isinstance(value, bool),
    "null": lambda value: value is None,
}


class _NotJsonError(ValueError):
    """The answer is not strict JSON."""


def see_format(rules: FormatRules, answer: str) -> Iterator[CheckSeen]:
    """Yield one check a rule. A JSON answer may stand in one fenced block."""
    yield from _lengths(rules, answer)
    for text in rules.forbidden:
        found = comparable(text) in fold_text(answer)
        yield _check(not found, f"forbidden text {text!r}")
    if rules.pattern is not None:
        found_at = search(rules.pattern, answer)
        if isinstance(found_at, Refused):
            yield CheckSeen(check="format", state="not_observed", detail=found_at.why)
        else:
            yield _check(found_at is not None, f"pattern {rules.pattern!r}")
    if rules.json_schema is not None or rules.required_fields:
        yield from _json(rules, answer)


def _lengths(rules: FormatRules, answer: str) -> Iterator[CheckSeen]:
    length = len(answer)
    if rules.min_characters is not None:
        yield _check(length >= rules.min_characters, f"{length} characters, at least {rules.min_characters}")
    if rules.max_characters is not None:
        yield _check(length <= rules.max_characters, f"{length} characters, at most {rules.max_characters}")


def _json(rules: FormatRules, answer: str) -> Iterator[CheckSeen]:
    try:
        value = _load(answer)
    except _NotJsonError as error:
        for field in rules.required_fields:
            # Prose may carry a field as a heading or label.
            yield _check(_labelled(field, answer), f"required field {field!r}")
        if rules.json_schema is not None:
            yield _check(met=False, detail=f"JSON: {error}")
        return
    for field in rules.required_fields:
        yield _check(_has_path(value, field) or _labelled(field, answer), f"required field {field!r}")
    if rules.json_schema is not None:
        unknown = sorted(_unknown_keywords(rules.json_schema))
        if unknown:
            detail = f"the schema uses {', '.join(unknown)}, which is not checked"
            yield CheckSeen(check="format", state="not_observed", detail=detail)
            return
        problem = next(_violations(rules.json_schema, value, "$"), "")
        yield _check(not problem, problem or "JSON schema")


def _load(answer: str) -> Any:
    fenced = _FENCE.match(answer)
    try:
        return json.loads(fenced[1] if fenced else answer, parse_constant=_refuse_constant)
    except (ValueError, RecursionError) as error:
        raise _NotJsonError(str(error)) from error


def _refuse_constant(name: str) -> Any:
    raise _NotJsonError(f"{name} is not JSON")


def _labelled(field: str, answer: str) -> bool:
    return re.search(rf"(?mi)^[ \t#*>-]*{re.escape(field)}\**[ \t]*(?:[:：]|$)", answer[:20_000]) is not None


def _has_path(value: Any, path: str) -> bool:
    if isinstance(value, dict) and path in value:
        return True
    head, dot, rest = path.partition(".")
    return bool(dot) and isinstance(value, dict) and head in value and _has_path(value[head], rest)


def _unknown_keywords(schema: Any) -> set[str]:
    if not isinstance(schema, dict):
        return set() if isinstance(schema, bool) else {"a schema that is no mapping"}
    unknown = set(schema) - SCHEMA_KEYWORDS - _COMMENTS
    extra = schema.get("additionalProperties", True)
    if not isinstance(extra, bool):
        unknown.add("additionalProperties with a schema")
    if isinstance(schema.get("items", True), list):
        unknown.add("items with a list")
    else:
        unknown |= _unknown_keywords(schema.get("items", True))
    for inner in dict(schema.get("properties", {})).values():
        unknown |= _unknown_keywords(inner)
    kinds = schema.get("type", [])
    return unknown | {f"type {kind}" for kind in _as_list(kinds) if kind not in _TYPES}


def _violations(schema: Any, value: Any, path: str) -> Iterator[str]:
    if isinstance(schema, bool):
        if not schema:
            yield f"{path} must not be there"
        return
    wrong = _wrong_kind(schema, value, path)
    if wrong:
        yield wrong
        return
    if isinstance(value, dict):
        yield from _object(schema, value, path)
    elif isinstance(value, list):
        yield from _bounds(schema, len(value), ("minItems", "maxItems"), f"the number of items of {path}")
        for at, item in enumerate(value):
            yield from _violations(schema.get("items", True), item, f"{path}[{at}]")
    elif isinstance(value, str):
        yield from _bounds(schema, len(value), ("minLength", "maxLength"), f"the length of {path}")
    elif isinstance(value, int | float) and not isinstance(value, bool):
        yield from _bounds(schema, value, ("minimum", "maximum"), path)


def _wrong_kind(schema: dict[str, Any], value: Any, path: str) -> str:
    kinds = _as_list(schema.get("type", []))
    if kinds and not any(_TYPES[kind](value) for kind in kinds):
        return f"{path} is not of type {' or '.join(kinds)}"
    if "enum" in schema and not any(_equal(value, one) for one in schema["enum"]):
        return f"{path} is none of the allowed values"
    if "const" in schema and not _equal(value, schema["const"]):
        return f"{path} is not the required value"
    return ""


def _object(schema: dict[str, Any], value: dict[str, Any], path: str) -> Iterator[str]:
    properties = schema.get("properties", {})
    for name in schema.get("required", ()):
        if name not in value:
            yield f"{path} lacks {name!r}"
    for name, item in value.items():
        if name in properties:
            yield from _violations(properties[name], item, f"{path}.{name}")
        elif schema.get("additionalProperties", True) is False:
            yield f"{path} holds {name!r}, which the schema does not know"


def _bounds(schema: dict[str, Any], number: float, names: tuple[str, str], what: str) -> Iterator[str]:
    low, high = names
    if low in schema and number < schema[low]:
        yield f"{what} is {number}, less than {schema[low]}"
    if high in schema and number > schema[high]:
        yield f"{what} is {number}, more than {schema[high]}"


def _equal(left: Any, right: Any) -> bool:
    return isinstance(left, bool) == isinstance(right, bool) and bool(left == right)


def _is_whole(value: Any) -> bool:
    return isinstance(value, float) and value.is_integer()


def _as_list(value: Any) -> list[str]:
    return list(value) if isinstance(value, list | tuple) else [value]


def _check(met: bool, detail: str) -> CheckSeen:  # noqa: FBT001 - the verdict of one rule
    return CheckSeen(check="format", state="met" if met else "not_met", detail=detail)
