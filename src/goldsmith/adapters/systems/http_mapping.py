"""What a JSON document holds of a reply: by the usual names, or where the settings say that each part stands."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from goldsmith.adapters.http.json_path import NOTHING, JsonPath, read_paths, spelled
from goldsmith.adapters.options import Options
from goldsmith.adapters.systems import BadReplyError, Note, parts_by_name, read_parts, read_reply
from goldsmith.adapters.systems.names import NAMES
from goldsmith.records.response import CHANNELS, Channel, Reply

MAPPING_OPTIONS = ("fields", "items", "citation_items", "shows")
"""Settings of what is read from a reply."""
ITEM_ROLES = ("id", "document", "text", "score", "span", "version", "metadata")
CITATION_ROLES = ("id", "quote", "at")

_CHANNEL_OF: Mapping[str, Channel] = {
    "candidates": "candidates", "retrieved": "context", "contexts": "context", "citations": "citations",
    "events": "stream", "tool_calls": "tools", "trace": "trace", "cache": "cache", "answer": "answer",
}  # fmt: skip
_ITEM_LISTS = ("retrieved", "candidates")


@dataclass(frozen=True, slots=True, kw_only=True)
class Mapped:
    """The parts that a document holds, by role, and what was looked for in vain."""

    parts: dict[str, Any]
    missing: dict[str, str]
    """Role to what was found instead, in words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplyMapping:
    """How replies are read. Made by `read_mapping`."""

    fields: Mapping[str, JsonPath]
    """Where each part stands; empty: parts are found by their usual names."""
    items: Mapping[str, JsonPath]
    """Where the parts of a retrieved item stand inside it."""
    citation_items: Mapping[str, JsonPath]

    @property
    def channels(self) -> tuple[Channel, ...]:
        """The channels that the mapped parts show; none where parts are found by name."""
        shown = {_CHANNEL_OF[role] for role in self.fields if role in _CHANNEL_OF}
        return tuple(channel for channel in CHANNELS if channel in shown)

    def find(self, document: Any) -> Mapped:
        """Return the parts that stand where `fields` says. Raises BadReplyError."""
        parts: dict[str, Any] = {}
        missing: dict[str, str] = {}
        for role, path in self.fields.items():
            value = path.find(document)
            if role == "answer" and not path.is_single and isinstance(value, list):
                value = _joined(value, path) if value else NOTHING
            if value is NOTHING:
                missing[role] = f"nothing stands at {path.text}; the reply is {spelled(document)}"
            else:
                parts[role] = value
        return Mapped(parts=parts, missing=missing)

    def read(
        self, document: Any, note: Note, *, wanted: str = "answer", trace_id: str | None = None
    ) -> tuple[Reply, dict[str, str]]:
        """Return the reply that a document holds, and the mapped parts that it lacks. Raises BadReplyError.

        The part `wanted` must be there where it is mapped: a reply without it is no reply. `trace_id` counts where an
        object names none.
        """
        if not self.fields:
            return self._read_by_name(document, note, trace_id), {}
        mapped = self.find(document)
        return self.read_mapped(mapped, note, wanted=wanted), mapped.missing

    def read_mapped(self, mapped: Mapped, note: Note, *, wanted: str = "answer") -> Reply:
        """Return the reply that these parts make. Raises BadReplyError."""
        looked_for = wanted if wanted in self.fields else next(iter(self.fields))
        lacks = mapped.parts.get(looked_for) is None
        if lacks and (wanted in self.fields or not any(value is not None for value in mapped.parts.values())):
            told = mapped.missing.get(looked_for, f"null stands at {self.fields[looked_for].text}")
            raise BadReplyError(f"{looked_for}: {told}")
        return read_parts(self.with_items(mapped.parts), note)

    def with_items(self, parts: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return parts whose items are named as we name them."""
        if not (self.items or self.citation_items):
            return parts
        renamed = dict(parts)
        for role in _ITEM_LISTS:
            if self.items and isinstance(parts.get(role), list):
                renamed[role] = _renamed(parts[role], self.items)
        if self.citation_items and isinstance(parts.get("citations"), list):
            renamed["citations"] = _renamed(parts["citations"], self.citation_items)
        return renamed

    def _read_by_name(self, document: Any, note: Note, trace_id: str | None) -> Reply:
        """Return what `read_reply` returns, with items renamed where the settings say how."""
        if not isinstance(document, dict):
            listed = isinstance(document, list) and bool(self.items)
            return read_reply(_renamed(document, self.items) if listed else document, note)
        parts = parts_by_name(document, note)
        if trace_id is not None and parts.get("trace_id") is None:
            parts["trace_id"] = trace_id
        return read_parts(self.with_items(parts), note)


def read_mapping(options: Options) -> ReplyMapping:
    """Return how the settings say that replies are read. Raises ConfigurationError, UnknownNameError."""
    where = options.where
    return ReplyMapping(
        fields=read_paths(options.inner("fields"), tuple(NAMES), f"[{where}.fields]"),
        items=read_paths(options.inner("items"), ITEM_ROLES, f"[{where}.items]"),
        citation_items=read_paths(options.inner("citation_items"), CITATION_ROLES, f"[{where}.citation_items]"),
    )


def _joined(values: list[Any], path: JsonPath) -> Any:
    if not all(isinstance(value, str) for value in values):
        raise BadReplyError(f"answer: {path.text} leads to {len(values)} values that are not all texts")
    return "".join(values)


def _renamed(items: list[Any], paths: Mapping[str, JsonPath]) -> list[Any]:
    """Return items with what the paths find under our names; what they call so themselves does not count then."""
    renamed = []
    for item in items:
        if not isinstance(item, Mapping):
            renamed.append(item)
            continue
        found = {role: path.find(item) for role, path in paths.items()}
        renamed.append({**item, **{role: None if value is NOTHING else value for role, value in found.items()}})
    return renamed
