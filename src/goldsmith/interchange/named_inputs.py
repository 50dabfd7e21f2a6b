"""What is asked, where a tool takes named inputs or a list of chat messages instead of a question."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from goldsmith.interchange.account import Account
from goldsmith.interchange.contexts import list_in, taken_list, text_in
from goldsmith.records.case import Message

_NAMES = ("question", "query", "input", "prompt", "user_input", "request", "text")
_TALKS = ("messages", "history", "chat_history", "conversation_history")
_ROLES = ("user", "assistant", "system", "tool")
_AT_LAST = "the last word of the user is the question, what stands before it earlier messages"
_ONLY_TEXT = "the only text of the inputs is taken as the question"
_AS_JSON = "no input is called a question: all of them stand for it as JSON text"


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A question and what was said before it."""

    question: str
    messages: tuple[Message, ...] = ()
    answer: str | None = None
    """What the assistant says after it, where a recorded conversation goes on."""


def asked_of(inputs: Account) -> Asked | None:
    """Return what named inputs ask: the input called a question, else the last word of a conversation, else all."""
    talk = next((one for one in _TALKS if isinstance(inputs.look(one), list) and one in inputs), None)
    name = next((one for one in _NAMES if isinstance(inputs.look(one), str) and one in inputs), None)
    if name is not None:
        earlier = messages_in(inputs, talk, taken_list(inputs, talk)) if talk is not None else ()
        return Asked(question=text_in(inputs, name) or "", messages=earlier)
    if talk is not None:
        asked = asked_in_messages(inputs, talk, inputs.look(talk))
        if asked is not None:
            return asked
    texts = [one for one in inputs.value if isinstance(inputs.look(one), str) and one in inputs]
    if len(texts) == 1:
        return Asked(question=str(inputs.inferred(texts[0], _ONLY_TEXT)))
    if not inputs.value:
        return None
    for one in inputs.value:
        inputs.passed(one)
    inputs.say("inferred", "", _AS_JSON)
    return Asked(question=as_json(inputs.value))


def asked_in_messages(account: Account, name: str, held: object) -> Asked | None:
    """Return what a conversation asks; None where no user says anything in it."""
    messages = messages_in(account, name, held)
    place = max((at for at, one in enumerate(messages) if one.role == "user"), default=-1)
    if place < 0:
        return None
    account.mapped(name, _AT_LAST)
    said = [one.content for one in messages[place + 1 :] if one.role == "assistant" and one.content]
    return Asked(question=messages[place].content, messages=messages[:place], answer=said[-1] if said else None)


def messages_in(account: Account, name: str, held: object) -> tuple[Message, ...]:
    """Return chat messages; what has neither role nor words is told as wrong and left out."""
    messages = []
    for one in list_in(account, name, held):
        words = words_of(one.get("content")) if isinstance(one, Mapping) else None
        if isinstance(one, Mapping) and one.get("role") in _ROLES and words is not None:
            messages.append(Message(role=one["role"], content=words))
        else:
            account.say("wrong", name, "no message with a role and words: left out", one)
    return tuple(messages)


def words_of(content: object) -> str | None:
    """Return the words of a message, which may stand in parts of kind ``text``; None where it has none."""
    if isinstance(content, str):
        return content
    if not isinstance(content, Sequence):
        return None
    parts = [one.get("text") for one in content if isinstance(one, Mapping) and isinstance(one.get("text"), str)]
    return "\n".join(str(one) for one in parts) if parts else None


def text_or_json(account: Account, name: str) -> str | None:
    """Return a text; an object or a list as JSON text, because a case holds words."""
    held = account.look(name)
    if name in account and isinstance(held, bool | Mapping | list):
        account.mapped(name, "an object, kept as JSON text")
        return as_json(held)
    return text_in(account, name)


def as_json(held: Any) -> str:
    """Return plain data as one JSON text."""
    return json.dumps(held, ensure_ascii=False, sort_keys=True, default=str)
