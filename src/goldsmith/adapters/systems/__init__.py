"""Systems under test, and the shapes in which they usually say what they found.

What one names is read generously: by the names below, as mappings, dataclasses, pydantic models or objects with such
attributes. What it means is never guessed: a text where a list belongs is no list of letters, text in `retrieved` is an
id and text in `contexts` is a passage, and a name that nobody knows is told to the caller.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields, is_dataclass, replace
from numbers import Real
from typing import Any, Literal, cast

from goldsmith._base.drafts import maker_of
from goldsmith.adapters.systems.names import CITATION, IN_METADATA, ITEM, NAMES, USAGE, Roles
from goldsmith.adapters.systems.plain_items import plain_items
from goldsmith.records.response import COMPONENTS, Citation, Reply, RetrievedItem, StreamEvent, ToolCall, Usage
from goldsmith.records.vocabulary import AXES

Note = Callable[[str], None]
"""Is told of everything that was not read."""

_PARTS, _OF_ITEM, _OF_CITATION, _OF_USAGE = map(Roles, (NAMES, ITEM, CITATION, USAGE))
_reply = maker_of(Reply)
_DEEPEST = 30
_SHOWN = 60


class BadReplyError(Exception):
    """A reply cannot be read as one; the text says which part and what was found."""


def read_reply(value: object, note: Note) -> Reply:
    """Return what a system returned as a reply. Raises BadReplyError.

    A text is the answer; a list is what was retrieved; a pair of text and list is both; a mapping or an object is read
    by the names in `NAMES`. What is not there was not shown.
    """
    if isinstance(value, Reply):
        return value
    if isinstance(value, str):
        return Reply(answer=value)
    if isinstance(value, tuple) and len(value) == 2 and isinstance(value[0], str) and isinstance(value[1], list):
        return Reply(answer=value[0], retrieved=read_items(value[1], "retrieved"))
    if isinstance(value, list | tuple) and not hasattr(value, "_fields"):
        return Reply(retrieved=read_items(value, "retrieved"))
    held = _named(value, NAMES)
    if held is None:
        raise BadReplyError(f"a text, a list or a mapping was expected, found {shown(value)}")
    return read_parts(parts_by_name(held, note), note)


def parts_by_name(held: Mapping[str, Any], note: Note) -> dict[str, Any]:
    """Return the parts of a reply by role, as their names in `NAMES` tell. Raises BadReplyError where there is none."""
    known, rest = _by_role(held, _PARTS)
    for name in rest:
        note(name)
    if not known:
        raise BadReplyError(f"no part of the reply has a known name; found {', '.join(held) or 'nothing'}")
    if all(item is None for item in known.values()):
        raise BadReplyError(f"the reply holds nothing: {', '.join(held)}, of which what is read is null")
    return known


def read_parts(parts: Mapping[str, Any], note: Note) -> Reply:
    """Return the reply whose parts are given by role (the keys of `NAMES`); a part that is None was not shown.

    Raises BadReplyError.
    """
    made: dict[str, Any] = {"retrieved": _retrieved(parts)}
    for role, value in parts.items():
        read = None if value is None else _READERS.get(role)
        if read is not None:
            made[role] = read(value, note)
    return _reply(made)


def read_items(value: object, where: str, *, text_is: Literal["id", "text"] = "id") -> tuple[RetrievedItem, ...]:
    """Return a list of passages; a bare text in it is an id or a passage, as `text_is` says. Raises BadReplyError."""
    given = _list(value, where)
    plain = plain_items(given)
    if plain is not None:
        return plain
    return tuple(_item(item, f"{where}[{rank}]", text_is) for rank, item in enumerate(given, start=1))


def read_number(value: object, where: str) -> float:
    """Return a finite number. Raises BadReplyError for anything else: neither NaN nor a text is a value."""
    try:
        number = float(value) if isinstance(value, Real) and not isinstance(value, bool) else math.nan
    except OverflowError:
        number = math.inf
    if not math.isfinite(number):
        raise BadReplyError(f"{where} is {shown(value)}, where a finite number was expected")
    return number


def _amount(value: object, where: str) -> float:
    number = read_number(value, where)
    if number < 0:
        raise BadReplyError(f"{where} is {shown(value)}, where an amount was expected")
    return number


def spelled_number(value: Any) -> Any:
    """Return the number that a text spells, as in a CSV cell; anything else as it is."""
    try:
        return float(value) if isinstance(value, str) else value
    except ValueError:
        return value


def is_empty(value: object) -> bool:
    """Say whether a part that is there holds nothing."""
    return value is None or value is False or value in ("", [], {})


def shown(value: object) -> str:
    """Return a value as a message names it."""
    if value is None:
        return "nothing"
    if isinstance(value, str):
        return f"the text {value[:_SHOWN]!r}" + ("…" if len(value) > _SHOWN else "")
    if isinstance(value, bool | int | float):
        told = f"{value!r}"
        return told if len(told) <= _SHOWN else f"{told[:_SHOWN]}…"
    return f"a {type(value).__name__}"


def _named(value: object, names: Mapping[str, tuple[str, ...]]) -> dict[str, Any] | None:
    """Return the parts of a mapping or object by their names; None where it has none."""
    if isinstance(value, Mapping):
        return {str(name): item for name, item in value.items()}
    if value is None or isinstance(value, type | str | bytes | int | float | list | set | frozenset):
        return None
    declared = [item.name for item in fields(value)] if is_dataclass(value) else []
    declared += [*(cast("Iterable[str]", getattr(type(value), "model_fields", getattr(value, "_fields", ()))))]
    usual = [name for aliases in names.values() for name in aliases]
    return {name: getattr(value, name) for name in dict.fromkeys([*declared, *usual]) if hasattr(value, name)} or None


def _by_role(held: Mapping[str, Any], roles: Roles) -> tuple[dict[str, Any], list[str]]:
    """Return the parts by role, and the names that were not read."""
    surest = roles.surest(held)
    known = {role: held[name] for role, name in surest.items()}
    return known, [name for name in held if name not in surest.values()] if len(known) < len(held) else []


def _retrieved(given: Mapping[str, Any]) -> tuple[RetrievedItem, ...] | None:
    """Return what reached the context: ids and passages that stand in two lists are paired by rank."""
    retrieved, contexts = given.get("retrieved"), given.get("contexts")
    found = None if retrieved is None else read_items(retrieved, "retrieved")
    if contexts is None:
        return found
    passages = read_items(contexts, "contexts", text_is="text")
    if found is None or all(item.text is not None for item in found):
        return passages if found is None else found
    if len(found) != len(passages):
        raise BadReplyError(f"retrieved has {len(found)} items and contexts {len(passages)}: they cannot be paired")
    return tuple(replace(item, text=passage.text) for item, passage in zip(found, passages, strict=True))


def _item(value: object, where: str, text_is: Literal["id", "text"]) -> RetrievedItem:
    if isinstance(value, str):
        return RetrievedItem(id=value) if text_is == "id" else RetrievedItem(id="", text=value)
    if isinstance(value, int) and not isinstance(value, bool):
        return RetrievedItem(id=str(value))
    if isinstance(value, tuple) and len(value) == 2 and isinstance(value[1], Real):
        return replace(_item(value[0], where, text_is), score=read_number(value[1], f"{where}.score"))
    if isinstance(value, RetrievedItem):
        return value
    held = _named(value, ITEM)
    if held is None:
        raise BadReplyError(f"{where} is {shown(value)}, where an id or a passage was expected")
    known, rest = _by_role(held, _OF_ITEM)
    metadata = json_data(known.get("metadata") or {}) | {name: json_data(held[name]) for name in rest}
    if not any(known.get(role) is not None for role in ("id", "document", "text", "span")):
        raise BadReplyError(f"{where} has neither id nor text; it has {', '.join(held)}")
    identifier = _id(known, metadata)
    if known.get("document") is None and "#" not in identifier:
        # An id such as `refunds#2` names its document itself.
        named = (metadata.get(name) for name in IN_METADATA)
        known["document"] = next((value for value in named if value and isinstance(value, str | int)), None)
    return RetrievedItem(
        id=identifier,
        document=_optional_text(known.get("document"), f"{where}.document"),
        text=_optional_text(known.get("text"), f"{where}.text"),
        score=None if known.get("score") is None else read_number(known["score"], f"{where}.score"),
        span=_span(known.get("span"), f"{where}.span"),
        version=_optional_text(known.get("version"), f"{where}.version"),
        metadata=metadata,
    )


def _id(known: Mapping[str, Any], metadata: Mapping[str, Any]) -> str:
    """Return the id that an item names itself by, or that its metadata name it by."""
    own = known.get("id")
    if own is None:
        own = next((metadata[name] for name in ITEM["id"] if metadata.get(name) is not None), "")
    return str(own)


def _span(value: object, where: str) -> tuple[int, int] | None:
    if value is None:
        return None
    bounds = _list(value, where)
    if len(bounds) != 2 or not all(isinstance(bound, int) and not isinstance(bound, bool) for bound in bounds):
        raise BadReplyError(f"{where} is {value!r}, where start and end were expected")
    return (bounds[0], bounds[1])


def _citations(value: object) -> tuple[Citation, ...]:
    return tuple(
        _citation(item, f"citations[{place}]") for place, item in enumerate(_list(value, "citations"), start=1)
    )


def _citation(value: object, where: str) -> Citation:
    if isinstance(value, Citation):
        return value
    if isinstance(value, str | int) and not isinstance(value, bool):
        return Citation(id=str(value))
    held = _named(value, CITATION) or {}
    known, _ = _by_role(held, _OF_CITATION)
    if known.get("id") is None:
        raise BadReplyError(f"{where} is {shown(value)}, where the id of a source was expected")
    return Citation(
        id=str(known["id"]),
        quote=_optional_text(known.get("quote"), f"{where}.quote"),
        at=_span(known.get("at"), f"{where}.at"),
    )


def _events(value: object) -> tuple[StreamEvent, ...]:
    return tuple(
        item if isinstance(item, StreamEvent) else read_event(item, at_ms=0) for item in _list(value, "events")
    )


def read_event(value: object, *, at_ms: float) -> StreamEvent:
    """Return an event of a stream: a text, or a mapping with ``kind`` (or ``type``) and ``text``.

    Raises BadReplyError.
    """
    if isinstance(value, str):
        return StreamEvent(kind="text", text=value, at_ms=at_ms)
    if not isinstance(value, Mapping):
        raise BadReplyError(f"the stream gave {shown(value)}, where a text or a mapping was expected")
    text = next((value[name] for name in ("text", "delta", "content") if value.get(name) is not None), "")
    at = value.get("at_ms")
    return StreamEvent(
        kind=str(value.get("kind", value.get("type", "text"))),
        text=text if isinstance(text, str) else json.dumps(json_data(text), ensure_ascii=False),
        at_ms=at_ms if at is None else read_number(at, "at_ms"),
    )


def _tool_calls(value: object) -> tuple[ToolCall, ...]:
    return tuple(
        _tool_call(item, f"tool_calls[{place}]") for place, item in enumerate(_list(value, "tool_calls"), start=1)
    )


def _tool_call(value: object, where: str) -> ToolCall:
    if isinstance(value, ToolCall):
        return value
    if isinstance(value, str):
        return ToolCall(name=value)
    held = _named(value, {"": ("name", "tool", "arguments", "args", "input", "function")}) or {}
    inner = held.get("function")
    if isinstance(inner, Mapping):
        held = {**held, **{str(name): item for name, item in inner.items()}}
    name = next((held[key] for key in ("name", "tool", "function") if isinstance(held.get(key), str)), None)
    if name is None:
        raise BadReplyError(f"{where} is {shown(value)}, where the name of a tool was expected")
    given = next((held[key] for key in ("arguments", "args", "input") if held.get(key) is not None), "")
    return ToolCall(
        name=name, arguments=given if isinstance(given, str) else json.dumps(json_data(given), ensure_ascii=False)
    )


def _behaviour(value: object, note: Note) -> Any:
    word = str(value).strip().lower().replace(" ", "_").replace("-", "_")
    if word in AXES["behaviour"]:
        return word
    note(f"behaviour {value!r}")
    return None


def _identity(value: object) -> str:
    user = value.get("user") if isinstance(value, Mapping) else getattr(value, "user", value)
    if not isinstance(user, str | int):
        raise BadReplyError(f"identity_echo is {shown(value)}, where the name of a user was expected")
    return str(user)


def _cache(value: object) -> str:
    """A cache is named, or only said to have served (true) or not (false)."""
    if isinstance(value, bool):
        return "cached" if value else ""
    return value if isinstance(value, str) else json.dumps(json_data(value), ensure_ascii=False)


def _usage(value: object) -> Usage:
    if isinstance(value, Usage):
        return value
    known, _ = _by_role(_named(value, USAGE) or {}, _OF_USAGE)
    counted = {role: _amount(amount, role) for role, amount in known.items() if amount is not None}
    return Usage(
        **{role: int(amount) for role, amount in counted.items() if role != "cost_usd"},
        cost_usd=counted.get("cost_usd"),
    )


def _fingerprints(value: object, note: Note) -> Any:
    held = _mapping(value, "fingerprints")
    for name in held:
        if name not in COMPONENTS:
            note(f"fingerprint {name!r}")
    return {name: str(held[name]) for name in COMPONENTS if name in held}


def _mapping(value: object, where: str) -> dict[str, Any]:
    if not isinstance(value, Mapping):
        raise BadReplyError(f"{where} is {shown(value)}, where a mapping was expected")
    return cast("dict[str, Any]", json_data(value))


def _list(value: object, where: str) -> list[Any] | tuple[Any, ...]:
    if not isinstance(value, list | tuple):
        raise BadReplyError(f"{where} is {shown(value)}, where a list was expected")
    return value


def _text(value: object, where: str) -> str:
    if not isinstance(value, str):
        raise BadReplyError(f"{where} is {shown(value)}, where a text was expected")
    return value


def _optional_text(value: object, where: str) -> str | None:
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, int | float) and not isinstance(value, bool):
        return str(value)
    raise BadReplyError(f"{where} is {shown(value)}, where a text was expected")


def json_data(value: object, depth: int = 0) -> Any:
    """Return `value` as data that JSON can hold: mappings, lists, text, numbers; anything else as its text."""
    if value is None or isinstance(value, bool | int | str):
        return value
    if isinstance(value, float) and math.isfinite(value):
        return value
    if depth < _DEEPEST and isinstance(value, Mapping):
        return {str(name): json_data(item, depth + 1) for name, item in value.items()}
    if depth < _DEEPEST and isinstance(value, list | tuple):
        return [json_data(item, depth + 1) for item in value]
    if depth < _DEEPEST and isinstance(value, set | frozenset):
        return [json_data(item, depth + 1) for item in sorted(value, key=str)]
    try:
        return str(value)
    except RecursionError:
        raise BadReplyError("the reply is nested too deeply") from None


_READERS: Mapping[str, Callable[[Any, Note], object]] = {
    "answer": lambda value, _: _text(value, "answer"),
    "candidates": lambda value, _: read_items(value, "candidates"),
    "citations": lambda value, _: _citations(value),
    "events": lambda value, _: _events(value),
    "tool_calls": lambda value, _: _tool_calls(value),
    "behaviour": _behaviour,
    "refusal_reason": lambda value, _: _text(value, "refusal_reason"),
    "identity_echo": lambda value, _: _identity(value),
    "trace_id": lambda value, _: str(value),
    "trace": lambda value, _: _mapping(value, "trace"),
    "cache": lambda value, _: _cache(value),
    "state": lambda value, _: _mapping(value, "state"),
    "usage": lambda value, _: _usage(value),
    "time_to_first_token_ms": lambda value, _: _amount(value, "time_to_first_token_ms"),
    "revision": lambda value, _: str(value),
    "fingerprints": _fingerprints,
}
"""How each part of a reply is read, by role; what was retrieved is read with its passages."""
