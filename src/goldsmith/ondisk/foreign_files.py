"""Open the files of another tool as rows of plain data: what they mean is for whoever knows the format.

JSON Lines, text, CSV and Parquet are read a row at a time. Nothing is guessed: what is no such file is refused with its
place, and a name that stands twice in one object is too, because two readers would take different values.
"""

from __future__ import annotations

import csv
import io
import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Any, BinaryIO, NoReturn

from goldsmith.errors import InputError, InvalidFileError, Problem
from goldsmith.ondisk.foreign_tables import parquet_rows, yaml_document
from goldsmith.ondisk.loss_file import is_loss_file
from goldsmith.ports.foreign import Container, ForeignSource, Part, Row

Workbook = Callable[[Path], Iterator[Row]]
"""Reads the first sheet of an XLSX file; arrives from outside, because its package is an extra."""

_CONTAINERS: Mapping[str, Container] = {
    ".json": "json", ".jsonl": "jsonl", ".ndjson": "jsonl", ".csv": "csv", ".tsv": "tsv", ".yaml": "yaml",
    ".yml": "yaml", ".parquet": "parquet", ".xlsx": "xlsx",
}  # fmt: skip
_MOST_FILES = 1_000
_BARE_CELLS = (2, 4)
"""Number and text; query, iteration, document and grade."""
_MARKS = ((b"\xef\xbb\xbf", "utf-8"), (b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be"))
_LONGEST_LINE = 64 * 1024 * 1024
_LARGEST_DOCUMENT = 1024 * 1024 * 1024


def open_foreign(paths: Sequence[Path], *, options: Mapping[str, str], workbook: Workbook) -> ForeignSource:
    """Return files, or all files of a folder, as one source. Only the first row of each is read.

    Raises InputError for what is not there, InvalidFileError for what cannot be decoded; inside a folder a file that
    is no text is passed over.
    """
    parts: list[Part] = []
    for path in paths:
        if path.is_dir():
            parts += _folder(path, workbook)
        elif path.is_file():
            parts.append(_part(path, path.name, workbook))
        else:
            raise InputError(
                f"there is no file {path}", next_step="name a file, or a folder of files, of the other tool"
            )
    if not parts:
        raise InputError(f"{paths[0]} holds no file", next_step="name a file of the other tool")
    return ForeignSource(name=_name(paths[0]), parts=tuple(parts), options=options)


def _name(path: Path) -> str:
    return path.resolve().name if path.is_dir() else path.name.split(".", 1)[0] or path.name


def _folder(folder: Path, workbook: Workbook) -> Iterator[Part]:
    files = [path for path in sorted(folder.rglob("*")) if path.is_file()]
    files = [path for path in files if not any(part.startswith(".") for part in path.relative_to(folder).parts)]
    files = [path for path in files if not is_loss_file(path)]
    if len(files) > _MOST_FILES:
        message = f"{folder} holds {len(files):,} files, more than {_MOST_FILES:,}"
        raise InputError(message, next_step="name the files that hold the set")
    for path in files:
        if _container(path) == "lines" and _is_binary(path):
            continue
        yield _part(path, path.relative_to(folder).as_posix(), workbook)


def _is_binary(path: Path) -> bool:
    with path.open("rb") as file:
        head = file.read(4096)
    return b"\0" in head and not head.startswith(tuple(mark for mark, _ in _MARKS))


def _container(path: Path) -> Container:
    found = _CONTAINERS.get(path.suffix.lower(), "lines")
    return "lines" if found == "tsv" and _is_bare(path) else found


def _is_bare(path: Path) -> bool:
    """Say whether a file with tabs has no header: collections for search begin with the number of a text or query.

    Such files know no quotes either, so they are lines and no table.
    """
    with path.open("rb") as file:
        cells = file.readline(_LONGEST_LINE).split(b"\t")
    return len(cells) in _BARE_CELLS and cells[0].isdigit()


def _part(path: Path, name: str, workbook: Workbook) -> Part:
    container = _container(path)
    rows: Callable[[], Iterator[Row]]
    is_list = False
    match container:
        case "json":
            document = cache(partial(_json_document, path, name))
            held = document()
            if held is _LINES:  # JSON Lines under the name of JSON, as several tools write them
                container, rows = "jsonl", partial(_json_lines, path, name)
            else:
                is_list, rows = isinstance(held, list), lambda: _document_rows(document())
        case "yaml":
            loaded = cache(partial(yaml_document, path, name))
            is_list, rows = isinstance(loaded(), list), lambda: _document_rows(loaded())
        case "jsonl":
            rows = partial(_json_lines, path, name)
        case "csv" | "tsv":
            rows = partial(_table, path, name, container)
        case "parquet":
            rows = partial(parquet_rows, path, name)
        case "xlsx":
            rows = partial(workbook, path)
        case "lines":
            rows = partial(_text_lines, path, name)
    first = next(rows(), None)
    value = first.value if first is not None else None
    columns = tuple(map(str, value)) if isinstance(value, Mapping) else ()
    return Part(name=name, container=container, columns=columns, first=value, rows=rows, is_list=is_list)


def _document_rows(document: object) -> Iterator[Row]:
    if isinstance(document, list):
        for place, item in enumerate(document, start=1):
            yield Row(place=f"item {place}", value=item)
    else:
        yield Row(place="", value=document)


_LINES = object()
"""In place of a document: the file holds one a line."""


def _json_document(path: Path, name: str) -> object:
    if path.stat().st_size > _LARGEST_DOCUMENT:
        message = f"{path.stat().st_size:,} bytes are more than are read as one JSON document"
        _refuse(name, message, mend="export it as JSON Lines")
    text = _decoded(path.read_bytes(), name)
    try:
        return _decode(text)
    except json.JSONDecodeError as error:
        if error.msg == "Extra data" and "\n" in text[: error.pos].rstrip(" \t\r") + text[error.pos - 1 : error.pos]:
            return _LINES
        _refuse(name, f"not JSON: {error.msg}", line=error.lineno, column=error.colno)
    except RecursionError:
        _refuse(name, "lists and objects stand too deep in each other")
    except ValueError as error:
        _refuse(name, str(error))


def _json_lines(path: Path, name: str) -> Iterator[Row]:
    for number, line in _lines(path, name):
        if not line.strip():
            continue
        try:
            yield Row(place=f"line {number}", value=_decode(line))
        except json.JSONDecodeError as error:
            _refuse(name, f"not JSON: {error.msg}", line=number, column=error.colno)
        except RecursionError:
            _refuse(name, "lists and objects stand too deep in each other", line=number)
        except ValueError as error:
            _refuse(name, str(error), line=number)


def _text_lines(path: Path, name: str) -> Iterator[Row]:
    for number, line in _lines(path, name):
        yield Row(place=f"line {number}", value=line)


def _lines(path: Path, name: str) -> Iterator[tuple[int, str]]:
    """Yield each line without its end, from 1: only LF and CRLF end one, as in JSON Lines."""
    with path.open("rb") as file:
        for number, line in enumerate(_raw_lines(file), start=1):
            if len(line) > _LONGEST_LINE:
                _refuse(name, f"a line of more than {_LONGEST_LINE:,} bytes", line=number, mend="is it JSON Lines?")
            try:
                text = line.decode("utf-8-sig" if number == 1 else "utf-8")
            except UnicodeDecodeError as error:
                _refuse(name, f"byte {error.start + 1} of the line is no UTF-8", line=number, mend="save it as UTF-8")
            yield number, text.removesuffix("\n").removesuffix("\r")


def _raw_lines(file: BinaryIO) -> Iterator[bytes]:
    start = file.read(2)
    file.seek(0)
    if start in (b"\xff\xfe", b"\xfe\xff"):
        text = file.read().decode("utf-16")
        yield from (line.encode() + b"\n" for line in text.split("\n"))
        return
    while line := file.readline(_LONGEST_LINE + 2):
        yield line


def _table(path: Path, name: str, container: Container) -> Iterator[Row]:
    """Yield the rows of a CSV or TSV file; a quoted cell may hold line ends, and a row may not be ragged."""
    csv.field_size_limit(min(sys.maxsize, 2**31 - 1))
    with path.open("rb") as file:
        head = file.read(64 * 1024)
        file.seek(0)
        encoding = next((known for mark, known in _MARKS if head.startswith(mark)), "utf-8")
        text = io.TextIOWrapper(file, encoding="utf-8-sig" if encoding == "utf-8" else "utf-16", newline="")
        delimiter = "\t" if container == "tsv" else _delimiter(head.decode(encoding, "replace"))
        reader = csv.reader(text, delimiter=delimiter, strict=True)
        try:
            header = next(reader, None)
            if header is None:
                return
            columns = _columns(header, name)
            for number, cells in enumerate(reader, start=2):
                if cells:
                    yield Row(place=f"row {number}", value=_row(cells, columns, name, reader.line_num))
        except csv.Error as error:
            _refuse(name, f"not CSV: {error}", line=reader.line_num)
        except UnicodeDecodeError as error:
            _refuse(name, f"byte {error.start + 1} is no {encoding.upper()}", mend="save the file as UTF-8")


def _delimiter(head: str) -> str:
    line = head.split("\n", 1)[0]
    return next((mark for mark in (",", ";", "\t") if mark in line), ",")


def _columns(header: list[str], name: str) -> list[str]:
    columns = [cell.strip() for cell in header]
    twice = next((column for column in columns if columns.count(column) > 1), None)
    if twice is not None:
        _refuse(name, f"the column {twice!r} stands twice in the header", line=1, mend="name the columns apart")
    return columns


def _row(cells: list[str], columns: list[str], name: str, line: int) -> dict[str, str]:
    if len(cells) != len(columns):
        message = f"the row that ends here has {len(cells)} cells, the header has {len(columns)}"
        _refuse(name, message, line=line, mend="put cells that hold the delimiter or a line end in quotes")
    nul = next((column for column, cell in zip(columns, cells, strict=True) if "\0" in cell), None)
    if nul is not None:
        _refuse(name, f"the cell {nul!r} holds a NUL character", line=line, mend="remove it")
    return dict(zip(columns, cells, strict=True))


def _decoded(data: bytes, name: str) -> str:
    mark, encoding = next(((mark, known) for mark, known in _MARKS if data.startswith(mark)), (b"", "utf-8"))
    try:
        return data[len(mark) :].decode(encoding)
    except UnicodeDecodeError as error:
        _refuse(name, f"byte {error.start + len(mark) + 1} is no {encoding.upper()}", mend="save the file as UTF-8")


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    held = dict(pairs)
    if len(held) != len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        message = f"the field {twice[:60]!r} stands twice in one object"
        raise ValueError(message)
    return held


_decode = json.JSONDecoder(object_pairs_hook=_once).decode
"""NaN and Infinity, which several tools write for "no score", stay: whoever reads them says that they are no value."""


def _refuse(name: str, message: str, *, line: int = 0, column: int = 0, mend: str = "") -> NoReturn:
    problem = Problem(message=message, file=name, line=line, column=column, mend=mend)
    step = mend or "mend the file, or export it again"
    raise InvalidFileError(f"{name} cannot be read", problems=(problem,), next_step=step) from None
