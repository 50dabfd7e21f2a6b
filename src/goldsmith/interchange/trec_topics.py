"""The questions beside judgements of TREC: topics between tags, or lines of id and question with a tab between them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice

from goldsmith.ports.foreign import Part

_NAMED = re.compile(r"quer|topic|question", re.IGNORECASE)
_TAG = re.compile(r"\s*<(/?[a-z]+)>\s*(.*?)\s*(?:</[a-z]+>)?\s*$", re.IGNORECASE)
_LABEL = re.compile(r"^(?:Number|Topic|Title|Description|Narrative):\s*", re.IGNORECASE)
_HEADS = frozenset({"id", "qid", "query_id", "query-id", "topic", "number"})
_LOOK_AT = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Topic:
    """One question as such a file states it."""

    id: str
    place: str
    question: str
    parts: Mapping[str, str]
    """Whatever else its tags hold, by the name of the tag."""


def holds_topics(part: Part) -> bool:
    """Say whether a part holds questions by id."""
    if part.container == "lines":
        first = _first_lines(part)
        named = bool(first and _NAMED.search(part.name))
        return _is_tagged(first) or (named and all(line.count("\t") == 1 for line in first))
    return part.container == "tsv" and len(part.columns) == 2 and _NAMED.search(part.name) is not None


def topics(part: Part) -> Iterator[Topic]:
    """Yield the questions of a part that `holds_topics`."""
    if part.container == "tsv":
        # The table has no header, so its first row was taken for one.
        if part.columns[0].lower() not in _HEADS:
            yield Topic(id=part.columns[0], place="row 1", question=part.columns[1], parts={})
        for row in part.rows():
            name, question = row.value.values()
            yield Topic(id=name, place=row.place, question=question, parts={})
        return
    if _is_tagged(_first_lines(part)):
        yield from _tagged((row.place, row.value) for row in part.rows())
        return
    for row in part.rows():
        name, tab, question = row.value.partition("\t")
        if tab and name.strip():
            yield Topic(id=name.strip(), place=row.place, question=question, parts={})


def _first_lines(part: Part) -> list[str]:
    return [row.value for row in islice(part.rows(), _LOOK_AT) if row.value.strip()]


def _is_tagged(lines: list[str]) -> bool:
    return bool(lines) and lines[0].strip().lower() == "<top>"


def _tagged(lines: Iterable[tuple[str, str]]) -> Iterator[Topic]:
    """Yield topics between ``<top>`` and ``</top>``; the tags inside them need no end."""
    held: dict[str, list[str]] = {}
    tag, at = "", ""
    for place, line in lines:
        found = _TAG.match(line)
        if found is not None:
            tag, rest = found.group(1).lower(), found.group(2)
            if tag == "top":
                held, at = {}, place
                continue
            if tag == "/top":
                yield from _topic(held, at)
                held = {}
                continue
        else:
            rest = line
        text = _LABEL.sub("", rest.strip()) if found is not None else rest.strip()
        if text and not tag.startswith("/"):
            held.setdefault(tag, []).append(text)


def _topic(held: Mapping[str, list[str]], place: str) -> Iterator[Topic]:
    texts = {tag: " ".join(lines) for tag, lines in held.items()}
    name = texts.pop("num", "")
    if name:
        question = texts.pop("title", "") or texts.pop("desc", "")
        yield Topic(id=name, place=place, question=question, parts=texts)
