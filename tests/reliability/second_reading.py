"""Readers that share nothing with ours: a file as Python's csv and json and PyYAML's plainest loader see it.

Each returns the values of some fields of every record, in the order of the file, or None where it cannot read the file.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence
from typing import Any

import yaml

Record = tuple[Any, ...]
Fields = tuple[str, ...]
_MARKS = ((b"\xef\xbb\xbf", "utf-8-sig"), (b"\xff\xfe\0\0", "utf-32"), (b"\0\0\xfe\xff", "utf-32"))


def decoded(data: bytes) -> str | None:
    """Return the text of a file by its byte-order mark; None where it is none."""
    encoding = next((name for mark, name in _MARKS if data.startswith(mark)), None)
    if encoding is None:
        encoding = "utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8"
    try:
        return data.decode(encoding)
    except UnicodeDecodeError:
        return None


def csv_records(data: bytes, fields: Fields, known: frozenset[str]) -> list[Record] | None:
    """Return the records of a CSV file, with the first delimiter whose header holds a `known` name."""
    text = decoded(data)
    if text is None:
        return None
    csv.field_size_limit(10_000_000)
    for delimiter in ",;\t":
        try:
            rows = [row for row in csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True) if row]
        except csv.Error:
            continue
        rows = [row for row in rows if len(row) > 1 or row[0].strip()]
        header = [name.strip() for name in rows[0]] if rows else []
        if known & set(header):
            return _picked([dict(zip(header, row, strict=False)) for row in rows[1:]], fields)
    return None


def json_records(data: bytes, fields: Fields) -> list[Record] | None:
    """Return the records of a JSON file: a list, ``{"cases": [...]}`` or one object."""
    text = decoded(data)
    try:
        held = None if text is None else json.loads(text)
    except (ValueError, RecursionError):
        return None
    if isinstance(held, dict):
        held = held["cases"] if list(held) == ["cases"] and isinstance(held["cases"], list) else [held]
    return _picked(held, fields) if isinstance(held, list) else None


def json_line_records(data: bytes, fields: Fields) -> list[Record] | None:
    """Return the records of a JSON Lines file."""
    text = decoded(data)
    try:
        held = None if text is None else [json.loads(line) for line in text.split("\n") if line.strip(" \t\r")]
    except (ValueError, RecursionError):
        return None
    return None if held is None else _picked(held, fields)


def yaml_records(data: bytes, fields: Fields) -> list[Record] | None:
    """Return the records of a YAML file, every scalar as the text that stands there."""
    text = decoded(data)
    try:
        held = None if text is None else yaml.load(text, Loader=yaml.BaseLoader)  # noqa: S506 - makes texts only
    except (yaml.YAMLError, ValueError, RecursionError):
        return None
    held = [held] if isinstance(held, dict) else held
    return _picked(held, fields) if isinstance(held, list) else None


def _picked(records: Sequence[Any], fields: Fields) -> list[Record] | None:
    if not all(isinstance(record, dict) for record in records):
        return None
    return [tuple(record.get(field) for field in fields) for record in records]
