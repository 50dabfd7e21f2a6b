"""Hide secrets in data of any shape: records, mappings, lists and the texts in them, and say where one was echoed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any, Generic, TypeVar

from goldsmith.text.redaction import Secrets

Data = TypeVar("Data")


@dataclass(frozen=True, slots=True, kw_only=True)
class Echo:
    """A secret that stood where none may stand."""

    name: str
    """What the secret is called; never its value."""
    place: str
    """Dotted path inside the data, such as ``trace.request.headers.x-api-key``; secrets in names hidden too."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Redacted(Generic[Data]):
    """Data without secrets."""

    data: Data
    """The very same object where nothing was hidden."""
    echoes: tuple[Echo, ...]
    """Each place where something was hidden, in the order of the data."""

    @property
    def names(self) -> tuple[str, ...]:
        """What was echoed, sorted, each once."""
        return tuple(sorted({echo.name for echo in self.echoes}))


def redact_data(data: Data, secrets: Secrets) -> Redacted[Data]:
    """Return `data` rebuilt without secrets, with the number and places of what was hidden.

    Records (dataclasses), mappings, lists, tuples and sets are walked, keys included. A number in a mapping or list
    whose digits hold a secret becomes text. Pieces of one text (a list of texts; the events of a stream) are searched
    as if joined: a secret that stands across two of them is hidden too.
    """
    if secrets.is_empty:
        return Redacted(data=data, echoes=())
    walk = _Walk(secrets)
    return Redacted(data=walk.value(data, ""), echoes=tuple(walk.echoes))


class _Walk:
    def __init__(self, secrets: Secrets) -> None:
        self._secrets = secrets
        self.echoes: list[Echo] = []

    def value(self, value: Any, place: str) -> Any:
        """Return the value without secrets; itself where it holds none."""
        if isinstance(value, str):
            return self._text(value, place)
        if value is None or isinstance(value, bool):
            return value
        if isinstance(value, int | float):
            told = self._text(str(value), place)
            return value if told == str(value) else told
        if isinstance(value, bytes):
            text = value.decode("utf-8", "surrogateescape")
            told = self._text(text, place)
            return value if told is text else told.encode("utf-8", "surrogateescape")
        if isinstance(value, Mapping):
            return self._mapping(value, place)
        if isinstance(value, list | tuple | set | frozenset):
            return self._several(value, place)
        if is_dataclass(value) and not isinstance(value, type):
            return self._record(value, place)
        return value

    def _text(self, text: str, place: str) -> str:
        found = self._secrets.find(text)
        if not found:
            return text
        self.echoes += (Echo(name=span.name, place=place) for span in found)
        return "".join(self._secrets.redact_joined((text,), found))

    def _mapping(self, value: Mapping[Any, Any], place: str) -> Any:
        kept: dict[Any, Any] = {}
        changed = False
        for key, item in value.items():
            name = self.value(key, f"{place}{'.' if place else ''}(a name)") if isinstance(key, str) else key
            inner = self.value(item, f"{place}.{name}" if place else str(name))
            changed |= name is not key or inner is not item
            kept[_free(name, kept)] = inner
        return kept if changed else value

    def _several(self, value: Any, place: str) -> Any:
        items = list(value)
        if isinstance(value, list | tuple) and len(items) > 1:
            items = self._joined(items, place)
        inner = [self.value(item, f"{place}[{number}]") for number, item in enumerate(items, start=1)]
        if all(new is old for new, old in zip(inner, value, strict=True)):
            return value
        return type(value)(*inner) if hasattr(value, "_fields") else type(value)(inner)

    def _joined(self, items: list[Any], place: str) -> list[Any]:
        """Hide what stands across several pieces of one text."""
        if all(isinstance(item, str) for item in items):
            return list(self._pieces(items, place))
        if not all(_is_event(item) for item in items):
            return items
        # Between two pieces of the answer there may be an event of another kind, so each kind is joined alone as well.
        for kind in (None, *sorted({item.kind for item in items})):
            chosen = [index for index, item in enumerate(items) if kind in {None, item.kind}]
            texts = [items[index].text for index in chosen]
            for index, old, new in zip(chosen, texts, self._pieces(texts, place), strict=True):
                items[index] = items[index] if new is old else replace(items[index], text=new)
        return items

    def _pieces(self, texts: Sequence[str], place: str) -> Sequence[str]:
        found = self._secrets.find("".join(texts))
        if not found:
            return texts
        self.echoes += (Echo(name=span.name, place=place) for span in found)
        cut = self._secrets.redact_joined(texts, found)
        return [old if new == old else new for old, new in zip(texts, cut, strict=True)]

    def _record(self, value: Any, place: str) -> Any:
        changed: dict[str, Any] = {}
        for item in fields(value):
            old = getattr(value, item.name)
            if isinstance(old, int | float):
                continue  # a number of a record counts something; as text it would be no record any more
            new = self.value(old, f"{place}.{item.name}" if place else item.name)
            if new is not old:
                changed[item.name] = new
        return replace(value, **changed) if changed else value


def _is_event(item: Any) -> bool:
    """Say whether this is a piece of a stream: a record with a kind, a text and a time."""
    return is_dataclass(item) and all(hasattr(item, name) for name in ("kind", "text", "at_ms"))


def _free(name: Any, taken: Mapping[Any, Any]) -> Any:
    """Return `name`, or with a number where two names became one."""
    if name not in taken:
        return name
    return next(free for number in range(2, len(taken) + 3) if (free := f"{name} {number}") not in taken)
