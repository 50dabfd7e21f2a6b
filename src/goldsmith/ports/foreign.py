"""The files of another tool as they are handed to whoever knows their format, and those that are to be written."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

Container = Literal["json", "jsonl", "csv", "tsv", "yaml", "parquet", "xlsx", "lines"]
"""`lines`: plain text, each row is a line without its end; what no other container is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One decoded row of a part."""

    place: str
    """``line 12`` of JSON Lines and text, ``row 3`` of a table (the header is row 1), ``item 4`` of a list, empty for a
    lone object."""
    value: Any
    """Plain data; of CSV and TSV a mapping from column to text."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """One file of a source."""

    name: str
    """Path below the folder that was named, or the name of the file."""
    container: Container
    columns: tuple[str, ...]
    """Header of a table; the keys of the first row of everything else that is made of objects."""
    first: Any
    """Value of the first row; None where there is none."""
    rows: Callable[[], Iterator[Row]]
    """Reads the part anew, a row at a time: JSON Lines, text, CSV and Parquet in bounded memory. A JSON list gives its
    items, any other JSON or YAML document one row."""
    is_list: bool = False
    """The JSON or YAML document is a list."""

    def has(self, *columns: str) -> bool:
        """Say whether all of these are among the columns."""
        return set(columns) <= set(self.columns)


@dataclass(frozen=True, slots=True, kw_only=True)
class ForeignSource:
    """What the user named: one file, or the files of a folder."""

    name: str
    """Stem of the file or name of the folder: cases without an id are called after it."""
    parts: tuple[Part, ...]
    options: Mapping[str, str] = field(default_factory=dict)
    """What the user said besides, ``--map OURS=THEIRS``: a field of ours by the name that the source gives it."""

    def part(self, name: str) -> Part | None:
        """Return the part with this name or this last part of a name; None: there is none."""
        return next((one for one in self.parts if one.name == name or one.name.rsplit("/", 1)[-1] == name), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenFile:
    """A file to write: text, or rows of one table for containers that are no text."""

    name: str
    """Below the folder that the user named; the only file of a format may be called otherwise by the user."""
    text: str = ""
    container: Container | None = None
    """None: `text` is the whole file, UTF-8. ``parquet`` or ``xlsx``: `columns` and `rows` are."""
    columns: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    """SQL type of each column of a Parquet file, such as ``VARCHAR[][]``."""
    rows: Sequence[Mapping[str, Any]] = ()
    table: str = "Sheet1"
    """Name of the sheet of a workbook."""
    locked: tuple[str, ...] = ()
    """Columns of a workbook that people cannot change; the others and rows below stay open."""
    hidden: tuple[str, ...] = ()
    """Columns of a workbook that are not shown."""
