"""Write the files of an export."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from goldsmith._base.atomic import write_atomically
from goldsmith.errors import InputError
from goldsmith.ports.foreign import WrittenFile

WriteWorkbook = Callable[[WrittenFile], bytes]
"""Makes an XLSX file of a table; arrives from outside, because its package is an extra."""


def write_foreign(folder: Path, files: Sequence[WrittenFile], *, workbook: WriteWorkbook) -> tuple[Path, ...]:
    """Write files below a folder, each whole or not at all, and return their paths.

    Raises InputError where a name leads out of the folder, or where a file that is no file stands in the way.
    """
    paths = []
    for file in files:
        path = folder / file.name
        if not path.resolve().is_relative_to(folder.resolve()):
            raise InputError(f"{file.name} leads out of {folder}", next_step="rename what it is made of")
        if path.is_dir():
            raise InputError(f"{path} is a folder", next_step="name another place with --to")
        path.parent.mkdir(parents=True, exist_ok=True)
        match file.container:
            case "parquet":
                data = _parquet(file)
            case "xlsx":
                data = workbook(file)
            case _:
                data = file.text.encode()
        write_atomically(path, data)
        paths.append(path)
    return tuple(paths)


def _parquet(file: WrittenFile) -> bytes:
    import duckdb

    kinds = ", ".join(f"{_quoted(name)}: {_quoted(kind)}" for name, kind in zip(file.columns, file.kinds, strict=True))
    with TemporaryDirectory() as held, duckdb.connect() as connected:
        rows, made = Path(held) / "rows.jsonl", Path(held) / "made.parquet"
        lines = (json.dumps({name: row.get(name) for name in file.columns}) for row in file.rows)
        rows.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        source = f"read_json({_quoted(rows.as_posix())}, format='newline_delimited', columns={{{kinds}}})"
        if not file.rows:
            columns = ", ".join(
                f"cast(null as {kind}) as {_name(name)}" for name, kind in zip(file.columns, file.kinds, strict=True)
            )
            source = f"(select {columns} where false)"
        connected.execute(f"copy (select * from {source}) to {_quoted(made.as_posix())} (format parquet)")  # noqa: S608 - our own names
        return made.read_bytes()


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def _name(text: str) -> str:
    return '"' + text.replace('"', '""') + '"'
