"""The key under which the answer to a call may be used again: everything that decides the answer, and nothing else.

The key is taken over the very characters of each part. A case digest forgives what a reader does not see (NFC, blanks
at the ends of lines), and a system that is asked other characters may answer otherwise: so the question stands in the
key beside it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from operator import attrgetter
from typing import Any, ClassVar, Literal

from goldsmith._base.canonical import canonical_number
from goldsmith.records.case import Message

SCHEME = "k1:"
"""Prefix of every key of this scheme."""

Purpose = Literal["run", "judge", "draft"]
"""A system is asked a question, a judge about a response, a model for a candidate."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CallKey:
    """One call, by what decides its answer. Two calls of equal fields have one key, any others have two."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    purpose: Purpose
    user: str | None
    """Whom the call is made for; None: nobody."""
    tenant: str | None
    roles: tuple[str, ...]
    """A set: neither their order nor a repetition says anything."""
    system: str
    """Digest of what the configuration says of the system."""
    system_revision: str | None
    corpus: str | None
    """Digest of the corpus revision; None: there is none."""
    set_name: str | None
    case: str | None
    """Case digest; None: a free call, which no case judges."""
    question: str
    judge_model: str | None = None
    prompt: str | None = None
    """Digest of the judge's or the drafter's prompt."""
    parameters: Mapping[str, Any] = field(default_factory=dict)
    """Plain data with text keys, such as ``{"temperature": 0}``; numbers are equal where their decimal texts are."""
    repeat: int = 1
    step: int = 0
    history: tuple[Message, ...] = ()
    """The turns before the question, as they are sent."""

    @property
    def digest(self) -> str:
        """Return the key as text.

        Raises TypeError for parameters that are no plain data, ValueError for a number that is not finite.
        """
        parts = [_encoded(part) for part in _TEXTS(self)]
        roles = sorted(set(self.roles))
        parts.append(_listed([_encoded(role) for role in roles]))
        parts.append(_encoded(self.parameters))
        parts.append(_listed([_encoded(text) for turn in self.history for text in (turn.role, turn.content)]))
        return SCHEME + sha256("".join(parts).encode("utf-8", "surrogatepass")).hexdigest()


_TEXTS = attrgetter(
    "purpose", "user", "tenant", "system", "system_revision", "corpus", "set_name", "case", "question", "judge_model",
    "prompt", "repeat", "step",
)  # fmt: skip


def _encoded(value: object) -> str:
    """Return plain data as text that no other data have, and that is no beginning of that of others.

    A letter says the kind, a number how long what follows is, in characters or in items: nothing inside a text can look
    like the end of it.
    """
    if isinstance(value, str):
        return f"s{len(value)}:{value}"
    if value is None:
        return "n"
    if isinstance(value, bool):
        return "t" if value else "f"
    if isinstance(value, int | float):
        number = canonical_number(value)
        return f"#{len(number)}:{number}"
    if isinstance(value, Mapping):
        return _mapped(value)
    if isinstance(value, list | tuple):
        return _listed([_encoded(item) for item in value])
    message = f"{type(value).__name__} is no plain data"
    raise TypeError(message)


def _listed(parts: list[str]) -> str:
    return f"l{len(parts)}:{''.join(parts)}"


def _mapped(value: Mapping[Any, object]) -> str:
    for name in value:
        if not isinstance(name, str):
            message = f"a key of type {type(name).__name__} is no text"
            raise TypeError(message)
    pairs = [_encoded(name) + _encoded(value[name]) for name in sorted(value)]
    return f"m{len(pairs)}:{''.join(pairs)}"
