"""Conversations as Ragas holds them: messages of a human, an assistant and tools, the recorded reply among them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from goldsmith.interchange.account import Account, is_nothing
from goldsmith.interchange.tool_claims import arguments_of, called
from goldsmith.records.case import Case, Message
from goldsmith.records.response import Reply, ToolCall

_ROLES: Mapping[str, Literal["user", "assistant", "tool"]] = {"human": "user", "ai": "assistant", "tool": "tool"}
_TYPES = {"user": "human", "assistant": "ai"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Conversation:
    """A conversation, cut at the last word of the human."""

    question: str
    messages: tuple[Message, ...]
    reply: Reply | None
    """What the assistant said and did after it."""


def conversation(account: Account, name: str, held: Sequence[object]) -> Conversation | None:
    """Return the conversation in a field; None where nobody asks anything in it. Says what becomes of its parts."""
    turns = [turn for turn in (_turn(account, name, one) for one in held) if turn is not None]
    asked = max((place for place, turn in enumerate(turns) if turn[0].role == "user"), default=-1)
    if asked < 0:
        return None
    account.mapped(name, "the last word of the human is the question, what stands before it earlier messages")
    before, after = turns[:asked], turns[asked + 1 :]
    if any(calls for _, calls in before):
        account.say(
            "dropped", name, "tool calls of earlier turns", [call.name for _, calls in before for call in calls]
        )
    if any(message.role == "tool" for message, _ in after):
        account.say("dropped", name, "what tools gave back to the recorded reply")
    return Conversation(
        question=turns[asked][0].content, messages=tuple(message for message, _ in before), reply=_reply(after)
    )


def earlier(case: Case) -> tuple[Message, ...]:
    """Return the earlier messages that Ragas takes: it has no system, and no tool that nobody called."""
    return tuple(one for one in case.messages if one.role in _TYPES)


def written_turns(case: Case, reply: Reply | None) -> list[dict[str, Any]]:
    """Return the messages of a case with the recorded reply at their end."""
    turns: list[dict[str, Any]] = [{"content": one.content, "type": _TYPES[one.role]} for one in earlier(case)]
    turns.append({"content": case.question, "type": "human"})
    if reply is not None:
        calls = [{"name": one.name, "args": arguments_of(one)} for one in reply.tool_calls or ()]
        turns.append({"content": reply.answer or "", "type": "ai"} | ({"tool_calls": calls} if calls else {}))
    return turns


def _turn(account: Account, name: str, held: object) -> tuple[Message, tuple[ToolCall, ...]] | None:
    role = _ROLES.get(str(held.get("type"))) if isinstance(held, Mapping) else None
    if role is None or not isinstance(held, Mapping):
        account.say("wrong", name, "a message is neither of the human, nor of the assistant, nor of a tool", held)
        return None
    if not is_nothing(held.get("metadata")):
        account.say("dropped", f"{name}.metadata", "no place for it in a message", held["metadata"])
    content = held.get("content")
    text = content if isinstance(content, str) else json.dumps(content, ensure_ascii=False)
    return Message(role=role, content=text), tuple(_calls(held.get("tool_calls")))


def _calls(held: object) -> list[ToolCall]:
    items = held if isinstance(held, list | tuple) else ()
    return [called(str(one["name"]), one.get("args")) for one in items if isinstance(one, Mapping) and one.get("name")]


def _reply(after: Sequence[tuple[Message, tuple[ToolCall, ...]]]) -> Reply | None:
    said = [message.content for message, _ in after if message.role == "assistant" and message.content]
    calls = tuple(call for _, made in after for call in made)
    if not said and not calls:
        return None
    return Reply(answer=said[-1] if said else None, tool_calls=calls or None)
