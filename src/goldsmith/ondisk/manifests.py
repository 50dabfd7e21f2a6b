"""Read chunk manifests of other tools: Parquet, JSON Lines, JSON and CSV. Values come back as they stand."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from goldsmith.errors import InputError, InvalidFileError, Problem
from goldsmith.ondisk.csv_rows import read_csv
from goldsmith.ondisk.json_strict import read_json, read_json_lines
from goldsmith.ondisk.located import RawRecord
from goldsmith.tables.manifest_columns import DEFAULT_NAMES, LISTS, NUMBERS, ManifestColumns, choose_columns

ENDINGS = (".parquet", ".jsonl", ".ndjson", ".json", ".csv", ".tsv")

_WHOLE = re.compile(r"-?[0-9]{1,18}")
_LIST_SEPARATOR = ";"


def is_manifest(path: Path) -> bool:
    """Say whether a file is read as a manifest rather than as a document."""
    return path.is_file() and path.suffix.lower() in ENDINGS


def read_manifest(path: Path, mapping: Mapping[str, str] | None = None) -> ManifestColumns:
    """Return the columns of a manifest that mean something; `mapping` is field to column, beside the usual names.

    A column inside another is named with a dot (``metadata.source``). Raises InputError and InvalidFileError.
    """
    given = dict(mapping or {})
    if not path.is_file():
        raise InputError(f"there is no file {path}", next_step="name the manifest")
    match path.suffix.lower():
        case ".parquet":
            return _from_parquet(path, given)
        case ".csv" | ".tsv":
            known = frozenset(name for names in DEFAULT_NAMES.values() for name in names) | set(given.values())
            rows = read_csv(path.read_bytes(), name=path.name, known=known).rows
            return _from_records(path.name, rows, given, as_text=True)
        case ".json":
            return _from_records(path.name, read_json(path.read_bytes(), name=path.name), given)
        case _:
            return _from_records(path.name, read_json_lines(path.read_bytes(), name=path.name), given)


def _from_records(
    name: str, records: Sequence[RawRecord], given: Mapping[str, str], *, as_text: bool = False
) -> ManifestColumns:
    rows = [record.value for record in records]
    wrong = [record for record in records if not isinstance(record.value, dict)]
    if wrong:
        raise InvalidFileError(
            f"{name} is not a manifest: {len(wrong)} of {len(rows)} rows are no objects",
            problems=tuple(record.problem("an object was expected") for record in wrong[:20]),
            next_step="write one object a chunk",
        )
    present = _columns(rows)
    chosen = choose_columns(present, given, name=name)
    values = {field: _column(rows, column) for field, column in chosen.items()}
    if as_text:
        values = {field: _read_cells(field, column) for field, column in values.items()}
    return ManifestColumns(
        name=name,
        rows=len(rows),
        values=values,
        columns=chosen,
        unused=_unused(present, chosen),
        lines=[record.place().line for record in records],
    )


def _columns(rows: Sequence[Any]) -> list[str]:
    """Return every field name, those inside an object with the name of the object before them."""
    names: dict[str, None] = {}
    for row in rows:
        for key, value in row.items():
            names.setdefault(key)
            if isinstance(value, dict):
                for inner in value:
                    names.setdefault(f"{key}.{inner}")
    return list(names)


def _column(rows: Sequence[Any], column: str) -> list[object]:
    outer, _, inner = column.partition(".")
    found = []
    for row in rows:
        if column in row or not inner:
            found.append(row.get(column))
        else:
            held = row.get(outer)
            found.append(held.get(inner) if isinstance(held, dict) else None)
    return found


def _unused(present: Sequence[str], chosen: Mapping[str, str]) -> tuple[str, ...]:
    used = set(chosen.values())
    used |= {column.partition(".")[0] for column in used}
    return tuple(column for column in present if column not in used and "." not in column)


def _read_cells(field: str, column: Sequence[object]) -> list[object]:
    """Return CSV cells as what the field holds: an empty cell is no value, but an empty id stays one."""
    if field == "id":
        return list(column)
    if field in NUMBERS:
        return [int(cell) if _WHOLE.fullmatch(cell.strip()) else (cell or None) for cell in map(str, column)]
    if field in LISTS:
        return [
            [part.strip() for part in str(cell).split(_LIST_SEPARATOR) if part.strip()] if cell else None
            for cell in column
        ]
    return [cell or None for cell in column]


def _from_parquet(path: Path, given: Mapping[str, str]) -> ManifestColumns:
    import duckdb

    try:
        with duckdb.connect() as connected:
            connected.execute("set enable_progress_bar = false")
            file = connected.read_parquet(path.as_posix())
            present = _parquet_columns(list(zip(file.columns, map(str, file.types), strict=True)))
            chosen = choose_columns(present, given, name=path.name)
            names = {field: _sql_name(column, present) for field, column in chosen.items()}
            held = file.select(", ".join(f"{column} as {field}_" for field, column in names.items())).fetchnumpy()
    except duckdb.Error as error:
        problem = Problem(file=path.name, message=str(error).splitlines()[0])
        raise InvalidFileError(
            f"{path.name} cannot be read as Parquet", problems=(problem,), next_step="write the file again"
        ) from None
    values = {field: _parquet_values(held[f"{field}_"]) for field in chosen}
    return ManifestColumns(
        name=path.name,
        rows=len(next(iter(values.values()))),
        values=values,
        columns=chosen,
        unused=_unused(present, chosen),
    )


def _parquet_columns(described: Sequence[tuple[str, str]]) -> list[str]:
    names = []
    for column, kind in described:
        names.append(column)
        if kind.startswith("STRUCT("):
            names += [f"{column}.{one}" for one in re.findall(r'[(,] ?"?([^",()]+?)"? [A-Z]', kind)]
    return names


def _sql_name(column: str, present: Sequence[str]) -> str:
    outer, _, inner = column.partition(".")
    parts = [outer, inner] if inner and outer in present else [column]
    return ".".join('"' + part.replace('"', '""') + '"' for part in parts)


def _parquet_values(column: Any) -> Any:
    """Return whole numbers as an array, anything else as Python values; lists of a list column as lists."""
    import numpy as np

    if isinstance(column, np.ma.MaskedArray):
        hidden = np.ma.getmaskarray(column)
        column = column.data.astype(object)
        column[hidden] = None
    if column.dtype.kind == "f":
        return column.tolist()
    if column.dtype.kind != "O":
        return column
    return [value.tolist() if isinstance(value, np.ndarray) else value for value in column.tolist()]
