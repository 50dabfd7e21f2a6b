"""A file of another tool near by, for those who begin with one."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from goldsmith.errors import GoldsmithError
from goldsmith.interchange.formats import recognised
from goldsmith.ondisk.foreign_files import open_foreign
from goldsmith.ports.foreign import Row

_SUFFIXES = (".json", ".jsonl", ".csv", ".tsv", ".yaml", ".yml", ".parquet")
_MOST = 50
_LARGEST = 20_000_000
_TABLES = frozenset({"csv", "xlsx"})
"""Formats that are any table with a question: what is wrong with such a file was told already."""
_OURS = frozenset({"golden", "exports", "responses", "corpus", "node_modules", "tests"})


def foreign_file(root: Path) -> str:
    """Return the first file in `root`, or one folder deeper, that is of a known format, quoted for a shell.

    Empty: there is none. Files of more than 20 MB are not looked at.
    """
    for path in islice(_files(root), _MOST):
        try:
            found = recognised(open_foreign([path], options={}, workbook=_no_rows))
        except GoldsmithError:
            continue  # no file of another tool: whoever reads it says what is wrong with it
        if _TABLES.isdisjoint(found[:1]) and found:
            return shlex.quote(path.relative_to(root).as_posix())
    return ""


def _files(root: Path) -> Iterator[Path]:
    for pattern in ("*", "*/*"):
        for path in sorted(root.glob(pattern)):
            inside = path.relative_to(root).parts
            if path.suffix.lower() not in _SUFFIXES or inside[0] in _OURS or any(part[0] == "." for part in inside):
                continue
            if path.is_file() and path.stat().st_size <= _LARGEST:
                yield path


def _no_rows(_path: Path) -> Iterator[Row]:
    return iter(())
