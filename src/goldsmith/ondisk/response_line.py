"""The journal line of a result, written straight from the fields of its records.

A journal gets a line for every call, so this is a short way to the very bytes that `plain_data` and a JSON encoder
give. It takes only values of just the types that the records declare, and nothing nested too deeply to be read: what it
wrote needs no reading back to know that it can be read, unless it holds a NUL. For everything else it raises, and the
long way decides.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import MISSING, fields
from json.encoder import encode_basestring
from math import isfinite
from operator import attrgetter
from typing import Any, get_args, get_type_hints

from goldsmith.ondisk.located import MAX_DEPTH
from goldsmith.records.response import (
    COMPONENTS,
    Citation,
    Failure,
    Reply,
    Response,
    RetrievedItem,
    StreamEvent,
    ToolCall,
    Usage,
)
from goldsmith.records.task import Probe, TaskKey
from goldsmith.records.vocabulary import Behaviour

Write = Callable[[Any], str]
"""From the value of a field to its JSON text; TypeError or ValueError where it is not as its record declares."""

_SCALARS = frozenset({str, float, bool, type(None)})
_DEEPEST = MAX_DEPTH - 8
"""So deep may data be nested, wherever in a response they stand."""
_MOST_BITS = 64
"""Longer numbers have more digits than some readers take."""
_encode = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode


def response_line(response: Response) -> bytes:
    """Return the line of `response`.

    Raises TypeError or ValueError where a value is not of the very type that its record declares, or nested too deeply.
    """
    if type(response) is not Response:
        raise TypeError(type(response).__name__)
    key, case, case_digest, outcome, latency_ms, attempts, judged, probe = _HELD_BY_RESPONSE(response)
    line = f'{{"key":{_key(key)},"case":{_text(case)},"case_digest":{_text(case_digest)},"outcome":{_outcome(outcome)}'
    if latency_ms is not None:
        line += ',"latency_ms":' + _number(latency_ms)
    if attempts != 1:
        line += ',"attempts":' + _whole(attempts)
    if judged is not True:
        line += ',"judged":' + _switch(judged)
    if probe != "":
        line += ',"probe":' + _probe(probe)
    return (line + "}\n").encode()


def _record(kind: type, /, **writes: Write) -> Write:
    """Return how records of just this kind are written; `writes` has an entry for each field."""
    named = fields(kind)
    held = attrgetter(*(one.name for one in named))
    defaults = tuple(one.default if one.default_factory is MISSING else one.default_factory() for one in named)
    labels = tuple(f"{encode_basestring(one.name)}:" for one in named)
    ordered = tuple(writes[one.name] for one in named)

    def write(record: Any) -> str:
        if type(record) is not kind:
            raise TypeError(type(record).__name__)
        parts = [
            label + write(value)
            for value, default, label, write in zip(held(record), defaults, labels, ordered, strict=True)
            if value is not default and value != default
        ]
        return f"{{{','.join(parts)}}}"

    return write


def _many(write: Write) -> Write:
    def written(values: Any) -> str:
        if type(values) is not tuple:
            raise TypeError(type(values).__name__)
        return f"[{','.join(map(write, values))}]"

    return written


def _one_of(words: tuple[str, ...]) -> Write:
    texts = {word: encode_basestring(word) for word in words}

    def write(value: Any) -> str:
        if value not in texts:
            raise ValueError(value)
        return texts[value]

    return write


def _whole(value: Any) -> str:
    if type(value) is not int:
        raise TypeError(type(value).__name__)
    if value.bit_length() > _MOST_BITS:
        raise ValueError(value.bit_length())
    return str(value)


def _number(value: Any) -> str:
    if type(value) is not float:
        return _whole(value)
    if not isfinite(value):
        raise ValueError(value)
    return repr(value)


def _switch(value: Any) -> str:
    if type(value) is not bool:
        raise TypeError(type(value).__name__)
    return "true" if value else "false"


def _span(value: Any) -> str:
    start, end = value
    if type(value) is not tuple:
        raise TypeError(type(value).__name__)
    return f"[{_whole(start)},{_whole(end)}]"


def _data(value: Any) -> str:
    """Write what a system says in its own form: any JSON object that all readers read alike."""
    if type(value) is not dict or not _reads_alike(value, _DEEPEST):
        raise TypeError(type(value).__name__)
    return _encode(value)


def _reads_alike(value: Any, levels: int) -> bool:
    """Say whether the encoder turns nothing of `value` into something else, and no number has too many digits.

    Lists and objects may stand inside each other on so many levels.
    """
    kind = type(value)
    if kind is dict:
        return levels > 0 and all(type(key) is str and _reads_alike(item, levels - 1) for key, item in value.items())
    if kind is list:
        return levels > 0 and all(_reads_alike(item, levels - 1) for item in value)
    return kind in _SCALARS or (kind is int and value.bit_length() <= _MOST_BITS)


def _fingerprints(value: Any) -> str:
    if type(value) is not dict:
        raise TypeError(type(value).__name__)
    return f"{{{','.join(f'{_component(name)}:{encode_basestring(held)}' for name, held in value.items())}}}"


def _outcome(value: Any) -> str:
    return _reply(value) if type(value) is Reply else _FAILURE(value)


def _reply(reply: Reply) -> str:
    """Write a reply; most have an answer, passages and a trace id, and nothing else."""
    if _RARE_IN_REPLY(reply) != _NOTHING_RARE:
        return _REPLY(reply)
    parts = []
    if reply.answer is not None:
        parts.append('"answer":' + _text(reply.answer))
    if reply.retrieved is not None:
        parts.append('"retrieved":' + _items(reply.retrieved))
    if reply.trace_id is not None:
        parts.append('"trace_id":' + _text(reply.trace_id))
    return f"{{{','.join(parts)}}}"


def _key(key: Any) -> str:
    if type(key) is not TaskKey:
        raise TypeError(type(key).__name__)
    return f'{{"task":{_text(key.task)},"step":{_whole(key.step)},"repeat":{_whole(key.repeat)}}}'


def _item(item: Any) -> str:
    """Write a passage; nearly all have an id, a document, a text and a score at most: a run writes ten a question."""
    if type(item) is not RetrievedItem:
        raise TypeError(type(item).__name__)
    if item.span is not None or item.version is not None or item.metadata or type(item.metadata) is not dict:
        return _ITEM(item)
    line = '{"id":' + _text(item.id)
    if item.document is not None:
        line += ',"document":' + _text(item.document)
    if item.text is not None:
        line += ',"text":' + _text(item.text)
    score = item.score
    if score is not None:
        line += ',"score":' + (repr(score) if type(score) is float and isfinite(score) else _number(score))
    return line + "}"


_text = encode_basestring
_component = _one_of(COMPONENTS)
_ITEM = _record(
    RetrievedItem, id=_text, document=_text, text=_text, score=_number, span=_span, version=_text, metadata=_data
)
_items = _many(_item)
_REPLY = _record(
    Reply,
    answer=_text,
    retrieved=_items,
    candidates=_items,
    citations=_many(_record(Citation, id=_text, quote=_text, at=_span)),
    events=_many(_record(StreamEvent, kind=_text, text=_text, at_ms=_number)),
    tool_calls=_many(_record(ToolCall, name=_text, arguments=_text)),
    behaviour=_one_of(get_args(Behaviour)),
    refusal_reason=_text,
    identity_echo=_text,
    trace_id=_text,
    trace=_data,
    cache=_text,
    state=_data,
    usage=_record(Usage, input_tokens=_whole, output_tokens=_whole, cost_usd=_number),
    time_to_first_token_ms=_number,
    revision=_text,
    fingerprints=_fingerprints,
)
_USUAL_IN_REPLY = frozenset({"answer", "retrieved", "trace_id"})
_RARE_IN_REPLY = attrgetter(*(one.name for one in fields(Reply) if one.name not in _USUAL_IN_REPLY))
_NOTHING_RARE = _RARE_IN_REPLY(Reply())
_FAILURE = _record(Failure, kind=_one_of(get_args(get_type_hints(Failure)["kind"])), message=_text)
_HELD_BY_RESPONSE = attrgetter("key", "case", "case_digest", "outcome", "latency_ms", "attempts", "judged", "probe")
_probe = _one_of(get_args(Probe))
