"""Tool calls that a source expects: required actions in words that can be read back."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any

from goldsmith.records.claims import Claim, RequiredClaim
from goldsmith.records.response import ToolCall

AS_ACTIONS = "kept as required actions, in their order"
_CALL = re.compile(r"call ([^\s({]+) with (\{.*\})", re.DOTALL)


def action_of(name: str, arguments: Mapping[str, Any]) -> str:
    """Return an expected tool call in words."""
    return f"call {name} with {_json(arguments)}"


def actions_of(calls: Iterable[tuple[str, Mapping[str, Any]]]) -> tuple[RequiredClaim, ...]:
    """Return expected tool calls as required actions in their order."""
    return tuple(
        RequiredClaim(required=action_of(name, arguments), kind="action", order=place)
        for place, (name, arguments) in enumerate(calls, start=1)
    )


def calls_in(claims: Iterable[Claim]) -> tuple[tuple[str, dict[str, Any]], ...]:
    """Return the expected tool calls among claims: name and arguments, in the order of the actions."""
    actions = [one for one in claims if isinstance(one, RequiredClaim) and one.kind == "action"]
    actions.sort(key=lambda one: one.order or 0)
    return tuple(call for one in actions if (call := _call(one.required)) is not None)


def called(name: str, arguments: object) -> ToolCall:
    """Return a recorded tool call."""
    return ToolCall(name=name, arguments=arguments if isinstance(arguments, str) else _json(arguments or {}))


def arguments_of(call: ToolCall) -> dict[str, Any]:
    """Return the arguments of a recorded call as an object; what is no object stands in one under ``arguments``."""
    try:
        held = json.loads(call.arguments or "{}")
    except ValueError:
        held = call.arguments
    return held if isinstance(held, dict) else {"arguments": held}


def _call(text: str) -> tuple[str, dict[str, Any]] | None:
    read = _CALL.fullmatch(text)
    if read is None:
        return None
    try:
        arguments = json.loads(read[2])
    except ValueError:
        return None
    return (read[1], arguments) if isinstance(arguments, dict) else None


def _json(held: object) -> str:
    return json.dumps(held, ensure_ascii=False, sort_keys=True)
