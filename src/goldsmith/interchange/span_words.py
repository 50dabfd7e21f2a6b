"""Words that pass between the steps of a trace: prompts, results of tools, what a step said before the answer.

A question, an earlier turn and the answer are told apart; everything else that a step read or wrote is here, so that
whoever searches a trace for what an asker may not see searches all of it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any, Protocol

from goldsmith.interchange.span_attributes import decoded, text_of
from goldsmith.records.response import StreamEvent

PASSAGES = {
    "found": ("retrieval.documents", "gen_ai.retrieval.documents", "output.documents"),
    "ranked": ("reranker.output_documents",),
    "before": ("reranker.input_documents",),
}
"""Attributes that hold passages, which are told as such."""
_PASSAGES = frozenset(path for paths in PASSAGES.values() for path in paths)
_WORDY = 4
"""Words from which on a text is prose and no value."""
_DEEPEST = 60
_REPEATED = 8
"""Characters from which on a turn is recognised inside a longer text: less could be part of any sentence."""
_NAME = 40


class Step(Protocol):
    """What is read of a span."""

    @property
    def name(self) -> str: ...
    @property
    def attributes(self) -> dict[str, Any]: ...
    @property
    def error(self) -> str: ...
    @property
    def of_service(self) -> frozenset[str]: ...


def words_between(steps: Collection[Step], told: Collection[str]) -> tuple[StreamEvent, ...] | None:
    """Return the texts of the steps in their order, without those `told` elsewhere; None: there is none.

    Prose stands alone; values that are no prose stand together, as JSON, for each part of a step. No two neighbours are
    of one kind, so that nobody takes them for pieces of one text.
    """
    known = frozenset(told)
    parts = sorted((text for text in known if len(text) >= _REPEATED), key=lambda text: (-len(text), text))
    events = []
    for number, step in enumerate(steps, start=1):
        head = f"step {number}, {step.name[:_NAME]}"
        for place, text in _texts(step):
            if text not in known:
                events.append(StreamEvent(kind=f"{head}: {place}", text=_without(parts, text)))
    return tuple(events) or None


def _without(parts: Iterable[str], text: str) -> str:
    for part in parts:
        text = text.replace(part, " … ")
    return text


def _texts(step: Step) -> Iterator[tuple[str, str]]:
    for name, value in step.attributes.items():
        if name in step.of_service:
            continue
        prose: list[tuple[str, str]] = []
        rest = _split(value, name, prose, 0)
        yield from prose
        if rest not in (None, {}, []):
            yield name, rest if isinstance(rest, str) else text_of(rest)
    if step.error:
        yield "error", step.error


def _split(value: Any, place: str, prose: list[tuple[str, str]], depth: int) -> Any:
    """Put the prose inside a value into `prose`, each with its place, and return what is left of the value."""
    value = decoded(value) if depth < _DEEPEST else value
    if isinstance(value, str):
        if len(value.split(maxsplit=_WORDY)) < _WORDY:
            return value
        prose.append((place, value))
        return None
    if depth >= _DEEPEST:
        prose.append((place, text_of(value)))
        return None
    if isinstance(value, Mapping):
        held = {
            name: _split(item, f"{place}.{name}", prose, depth + 1)
            for name, item in value.items()
            if f"{place}.{name}" not in _PASSAGES
        }
        return {name: item for name, item in held.items() if item is not None}
    if isinstance(value, list):
        kept = [_split(item, f"{place}.{at}", prose, depth + 1) for at, item in enumerate(value)]
        return [item for item in kept if item is not None]
    return value
