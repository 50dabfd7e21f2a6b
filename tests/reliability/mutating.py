"""Spoil files the way disks, editors, spreadsheets and people do: in their bytes, and in what they hold."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from random import Random
from typing import Any

from goldsmith.ondisk.yaml_write import emit_yaml

TOKENS: Sequence[bytes] = (
    b"\0", b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff", b"\xff", b"\xc3", b"\xed\xa0\xbd", b"\r", b"\r\n", b"\n", b"\n\n",
    b"\t", b" ", b'"', b'""', b"'", b"\\", b"\\u0000", b"\\ud83d", b",", b";", b"|", b">", b":", b": ", b"- ", b"? ",
    b"{", b"}", b"[", b"]", b"[" * 70, b"{a: " * 70, b"[" * 5000, b'{"a":' * 3000, b"&a ", b"*a", b"<<: ", b"!!binary ",
    b"!!python/object/apply:os.system ", b"---\n", b"...\n", b"%YAML 1.1\n", b"#", b"@", b"`", b"NaN", b"-Infinity",
    b"1e999", b"-0", b"0x1F", b"0o17", b"1_000", b"12:30:45", b"2026-02-30", b"null", b"~", b"yes", b"9" * 5000,
    b"1e-999999999", b"\xe2\x80\xa8", b"\xef\xbf\xbf", b"\xf0\x9f\x92\xa9", b"\xe2\x80\xae", b"e\xcc\x81",
    b"__class__", b"id", b"=1+1", b"../../x", b"a" * 200_000,
)  # fmt: skip
"""What readers of text have stumbled over."""

ODD: Sequence[Any] = (
    "", " ", "\0", "\ud800", "\u2028", "💩", "a" * 20_000, "007", "no", "2026-02-30", "1e999999999", "=1+1", "../../x",
    "(a+)+$", "[", "null", 0, -1, 1, 3, 10**30, 2**63, -(10**5000 - 1), 1e308, -0.0, 0.1, True, False, None, [], {},
    [[]], [None], [""], {"": ""}, {"a": 1}, {"id": "x"}, [{}], ["a", "a"], {"any_of": []}, {"number": 1},
)  # fmt: skip
"""Values that are seldom what a field expects."""

ENCODINGS = ("utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-8-sig", "cp1252", "utf-7", "gb2312")


def spoiled_bytes(data: bytes, others: Sequence[bytes], chance: Random) -> bytes:
    """Return `data` after one to four strokes against its bytes; `others` are files whose pieces may get in."""
    for _stroke in range(chance.choice((1, 1, 1, 2, 2, 4))):
        start = chance.randrange(len(data) + 1)
        end = min(len(data), start + chance.choice((0, 1, 1, 2, 8, 64, 512)))
        data = chance.choice(_STROKES)(data, start, end, others, chance)
    return data


def _token(data: bytes, start: int, end: int, _others: Sequence[bytes], chance: Random) -> bytes:
    return data[:start] + chance.choice(TOKENS) + data[chance.choice((start, end)) :]


def _cut(data: bytes, start: int, end: int, _others: Sequence[bytes], chance: Random) -> bytes:
    return data[:start] + data[end:] if chance.random() < 0.7 else data[:start]


def _repeat(data: bytes, start: int, end: int, _others: Sequence[bytes], chance: Random) -> bytes:
    return data[:end] + data[start:end] * chance.choice((1, 2, 50)) + data[end:]


def _flip(data: bytes, start: int, _end: int, _others: Sequence[bytes], chance: Random) -> bytes:
    return data[:start] + bytes([chance.randrange(256)]) + data[start + 1 :]


def _lines(data: bytes, _start: int, _end: int, _others: Sequence[bytes], chance: Random) -> bytes:
    lines = data.splitlines(keepends=True)
    if lines:
        first, second = chance.randrange(len(lines)), chance.randrange(len(lines))
        if chance.random() < 0.5:
            lines[first], lines[second] = lines[second], lines[first]
        else:
            lines.insert(first, lines[second])
    return b"".join(lines)


def _graft(data: bytes, start: int, end: int, others: Sequence[bytes], chance: Random) -> bytes:
    other = chance.choice(others)
    at = chance.randrange(len(other) + 1)
    return data[:start] + other[at : at + chance.choice((8, 64, 512))] + data[end:]


def _encoded(data: bytes, _start: int, _end: int, _others: Sequence[bytes], chance: Random) -> bytes:
    text = data.decode("utf-8", "ignore")
    return text.encode(chance.choice(ENCODINGS), "ignore")


def _newlines(data: bytes, _start: int, _end: int, _others: Sequence[bytes], chance: Random) -> bytes:
    return data.replace(b"\r\n", b"\n").replace(b"\n", chance.choice((b"\r\n", b"\r", b"\n\r", b"\xc2\x85")))


Stroke = Callable[[bytes, int, int, Sequence[bytes], Random], bytes]
_STROKES: tuple[Stroke, ...] = (
    *(_token,) * 6, *(_cut,) * 3, *(_repeat,) * 2, *(_flip,) * 2, *(_lines,) * 2, _graft, _encoded, _newlines,
)  # fmt: skip


def spoiled_data(data: Any, chance: Random) -> Any:
    """Return plain data after one to three strokes against its shape: values, names, items."""
    changed = deepcopy(data)
    for _stroke in range(chance.choice((1, 1, 2, 3))):
        places = list(_places(changed))
        if places:
            holder, key = chance.choice(places)
            _spoil_place(holder, key, chance)
    return changed


def _places(node: Any) -> Any:
    if isinstance(node, dict):
        for key, inner in node.items():
            yield node, key
            yield from _places(inner)
    elif isinstance(node, list):
        for index, inner in enumerate(node):
            yield node, index
            yield from _places(inner)


def _spoil_place(holder: Any, key: Any, chance: Random) -> None:
    stroke = chance.randrange(6)
    if stroke <= 2:
        holder[key] = deepcopy(chance.choice(ODD))
    elif stroke == 3:
        del holder[key]
    elif stroke == 4:
        held = holder[key]
        holder[key] = chance.choice(([held], {"x": held}, [held, held], json.dumps(_spelled(held))))
    elif isinstance(holder, dict):
        holder[chance.choice((str(key) + "s", str(key)[:-1], str(key).upper(), "extra", ""))] = holder.pop(key)
    else:
        holder.insert(key, deepcopy(chance.choice(ODD)))


def as_json(data: Any, chance: Random) -> bytes:
    """Return `data` as JSON, with or without escapes and line breaks."""
    text = json.dumps(_spelled(data), ensure_ascii=chance.random() < 0.5, indent=chance.choice((None, 2)))
    return text.encode("utf-8", "surrogatepass")


def as_json_lines(data: Sequence[Any], chance: Random) -> bytes:
    """Return `data` as one line of JSON a record."""
    ascii_only = chance.random() < 0.5
    return "".join(json.dumps(_spelled(one), ensure_ascii=ascii_only) + "\n" for one in data).encode(
        "utf-8", "surrogatepass"
    )


def as_yaml(data: Any, chance: Random) -> bytes:
    """Return `data` as YAML: in our block style where it can be, else in flow style."""
    try:
        if chance.random() < 0.6:
            return emit_yaml(data).encode("utf-8", "surrogatepass")
    except (TypeError, ValueError, AttributeError):
        pass
    return as_json(data, chance)


def as_csv(data: Sequence[Any], chance: Random) -> bytes:
    """Return rows as CSV in one of the dialects of spreadsheets; what is no row is left out."""
    rows = [row for row in _spelled(data) if isinstance(row, dict)]
    columns = list(dict.fromkeys(key for row in rows for key in row))
    chance.shuffle(columns)
    stream = io.StringIO()
    writer = csv.writer(
        stream, delimiter=chance.choice(",,,;\t"), lineterminator=chance.choice(("\n", "\r\n", "\r")),
        quoting=chance.choice((csv.QUOTE_MINIMAL, csv.QUOTE_ALL)),
    )  # fmt: skip
    writer.writerow(columns)
    for row in rows:
        writer.writerow([cell if isinstance(cell := row.get(name, ""), str) else json.dumps(cell) for name in columns])
    return stream.getvalue().encode("utf-8", "surrogatepass")


def as_toml(data: Mapping[str, Any]) -> bytes:
    """Return `data` as TOML, every table in one line; what TOML has no word for stands as text."""
    return "".join(f"{json.dumps(key)} = {_toml(value)}\n" for key, value in data.items()).encode(
        "utf-8", "surrogatepass"
    )


def _toml(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(key)} = {_toml(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_toml, value)) + "]"
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) > 10**100:
        return "9" * 5000
    return json.dumps(str(value) if value is None else value)


def _spelled(data: Any) -> Any:
    """Return `data` without integers that Python refuses to write."""
    if isinstance(data, dict):
        return {key: _spelled(value) for key, value in data.items()}
    if isinstance(data, list | tuple):
        return [_spelled(value) for value in data]
    return 10**4000 if isinstance(data, int) and abs(data) > 10**4000 else data
