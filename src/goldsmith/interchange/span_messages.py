"""Messages inside spans: lists of roles and contents, of whichever convention."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from goldsmith.interchange.span_attributes import decoded, text_of
from goldsmith.records.case import Message

Role = Literal["user", "assistant", "system", "tool"]
_ROLES: Mapping[str, Role] = {
    "user": "user", "human": "user", "assistant": "assistant", "ai": "assistant", "model": "assistant",
    "system": "system", "developer": "system", "tool": "tool", "function": "tool",
}  # fmt: skip


def messages_in(value: Any) -> list[Message]:
    """Return the turns that a value holds, oldest first; none where it is no list of messages."""
    value = decoded(value)
    if isinstance(value, Mapping):
        value = next(
            (held for name in ("messages", "history", "input") if isinstance(held := value.get(name), list)), None
        )
    if not isinstance(value, list):
        return []
    found = [_message(item) for item in value]
    return [one for one in found if one is not None]


def content_of(value: Any) -> str:
    """Return the words of a content: a text, or the texts of its parts on lines of their own."""
    value = decoded(value)
    if isinstance(value, str):
        return value
    if isinstance(value, list):
        return "\n".join(filter(None, map(_part, value)))
    return _part(value) if isinstance(value, Mapping) else text_of(value)


def _part(part: Any) -> str:
    if isinstance(part, str):
        return part
    if not isinstance(part, Mapping):
        return ""
    inner = part.get("message_content")
    held = inner if isinstance(inner, Mapping) else part
    return next((text for name in ("text", "content", "value") if isinstance(text := held.get(name), str)), "")


def _message(item: Any) -> Message | None:
    item = decoded(item)
    if not isinstance(item, Mapping):
        return None
    inner = item.get("message")
    held = inner if isinstance(inner, Mapping) else item
    role = _ROLES.get(str(held.get("role", "")).lower())
    if role is None:
        return None
    content = next((held[name] for name in ("parts", "content", "contents") if held.get(name)), "")
    return Message(role=role, content=content_of(content))
