"""Parquet and YAML of other tools as plain data."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

from yaml import CSafeLoader, MappingNode, ScalarNode
from yaml.constructor import ConstructorError
from yaml.error import MarkedYAMLError, YAMLError

from goldsmith.errors import InvalidFileError, Problem
from goldsmith.ports.foreign import Row

_AT_ONCE = 1_000
_MOST_ALIASES = 1_000
_ALIAS = re.compile(r"[:\-,\[][ \t]*\*\w")
_BOOLEAN, _INTEGER, _FLOAT, _TIME = (f"tag:yaml.org,2002:{name}" for name in ("bool", "int", "float", "timestamp"))
_OTHERWISE = frozenset({_BOOLEAN, _INTEGER, _FLOAT, _TIME})
"""Kinds for which YAML 1.1, PyYAML's, has other spellings than YAML 1.2."""


class SpelledInt(int):
    """A whole number that is shown as it was written: what looks like one may be an id, such as ``001``."""

    spelling: str

    def __str__(self) -> str:
        return self.spelling


class SpelledFloat(float):
    """A number that is shown as it was written, such as the version ``1.10``."""

    spelling: str

    def __str__(self) -> str:
        return self.spelling


class _Loader(CSafeLoader):
    """YAML 1.2 as JavaScript's readers take it: no number in base 60, no ``yes``, no ``1_000``; a name stands once."""


_Loader.yaml_implicit_resolvers = {
    first: kept
    for first, known in CSafeLoader.yaml_implicit_resolvers.items()
    if (kept := [(tag, pattern) for tag, pattern in known if tag not in _OTHERWISE])
}
for _tag, _pattern, _first in (
    (_BOOLEAN, "true|True|TRUE|false|False|FALSE", "tTfF"),
    (_INTEGER, "[-+]?[0-9]{1,4000}", "-+0123456789"),
    (_FLOAT, r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?", "-+.0123456789"),
    (_TIME, r"[0-9]{4}-[0-9]{2}-[0-9]{2}(?:[Tt ][0-9:.]+(?:[Zz]|[-+][0-9:]+)?)?", "0123456789"),
):
    _Loader.add_implicit_resolver(_tag, re.compile(rf"(?:{_pattern})\Z"), list(_first))


def _number(_loader: _Loader, node: ScalarNode) -> int | float:
    text = node.value
    held = SpelledInt(text) if node.tag == _INTEGER else SpelledFloat(text)
    held.spelling = text
    return (int(held) if node.tag == _INTEGER else float(held)) if str(held + 0) == text else held


def _date(_loader: _Loader, node: ScalarNode) -> date | str:
    """Return a date without quotes as a date, so that it can be told; what only looks like one is text."""
    try:
        held: date = datetime.fromisoformat(node.value)
    except ValueError:
        return str(node.value)
    return held if len(node.value) > len("2026-03-01") else date.fromisoformat(node.value)


_Loader.add_constructor(_INTEGER, _number)
_Loader.add_constructor(_FLOAT, _number)
_Loader.add_constructor(_TIME, _date)


def _mapping(loader: _Loader, node: MappingNode) -> dict[Any, Any]:
    loader.flatten_mapping(node)
    held: dict[Any, Any] = {}
    for key_node, value_node in node.value:
        key = loader.construct_object(key_node, deep=True)
        if not isinstance(key, str | int | float | bool):
            raise ConstructorError(None, None, "a field has a name that is no text", key_node.start_mark)
        if key in held:
            raise ConstructorError(None, None, f"the field {key!r} stands twice", key_node.start_mark)
        held[key] = loader.construct_object(value_node, deep=True)
    return held


_Loader.add_constructor("tag:yaml.org,2002:map", _mapping)


def yaml_document(path: Path, name: str) -> object:
    """Return the one document of a YAML file as plain data; a date without quotes stays a date, so that it can be told.

    Raises InvalidFileError with the place.
    """
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise _unreadable(name, f"byte {error.start + 1} is no UTF-8") from None
    if len(_ALIAS.findall(text)) > _MOST_ALIASES:
        raise _unreadable(name, f"more than {_MOST_ALIASES:,} aliases")
    loader = _Loader(text)
    try:
        return loader.get_single_data()
    except MarkedYAMLError as error:
        mark = error.problem_mark
        line, column = (mark.line + 1, mark.column + 1) if mark else (0, 0)
        raise _unreadable(name, f"not YAML: {error.problem or error.context}", line, column) from None
    except (YAMLError, RecursionError, ValueError) as error:
        raise _unreadable(name, f"not YAML: {str(error).splitlines()[0]}") from None
    finally:
        loader.dispose()


def parquet_rows(path: Path, name: str) -> Iterator[Row]:
    """Yield the rows of a Parquet file as mappings: lists and structures as they are, times as ISO 8601 text.

    Raises InvalidFileError.
    """
    import duckdb

    try:
        with duckdb.connect() as connected:
            connected.execute("set enable_progress_bar = false")
            result = connected.execute("select * from read_parquet(?)", [path.as_posix()])
            columns = [item[0] for item in result.description or ()]
            place = 0
            while rows := result.fetchmany(_AT_ONCE):
                for row in rows:
                    place += 1
                    held = {column: _plain(value) for column, value in zip(columns, row, strict=True)}
                    yield Row(place=f"row {place}", value=held)
    except duckdb.Error as error:
        raise _unreadable(name, f"not Parquet: {str(error).splitlines()[0]}") from None


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    if isinstance(value, datetime | date):
        return value.isoformat()
    if isinstance(value, Decimal):
        return float(value)
    return value if isinstance(value, str | int | float | bool) or value is None else str(value)


def _unreadable(name: str, message: str, line: int = 0, column: int = 0) -> InvalidFileError:
    problem = Problem(message=message, file=name, line=line, column=column)
    return InvalidFileError(
        f"{name} cannot be read", problems=(problem,), next_step="mend the file, or export it again"
    )
