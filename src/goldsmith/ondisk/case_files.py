"""Add cases to a file of a set; every byte that stands there stays."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from goldsmith._base.atomic import turn, write_atomically
from goldsmith.errors import ConflictError, InputError, InvalidFileError
from goldsmith.ondisk.yaml_events import read_yaml
from goldsmith.ondisk.yaml_write import emit_yaml


def append_case(path: Path, record: Mapping[str, Any], *, note: str = "") -> int:
    """Append `record` to the YAML list at `path`, made where it is missing, and return the line on which it begins.

    `note` becomes a comment above it. Raises InvalidFileError where the file cannot be read, InputError where no case
    can be added at its end, and ConflictError where it was changed while this was written.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    with turn(path.parent):
        before = path.read_bytes() if path.exists() else b""
        text = before.decode("utf-8-sig") if before else ""
        held = len(read_yaml(before, name=path.name)) if text.strip() else 0
        end = "\r\n" if "\r\n" in text else "\n"
        gap = "" if not text.strip() else end if text.endswith("\n") else end * 2
        comment = "".join(f"# {line}\n" for line in note.splitlines())
        after = before + (gap + (comment + emit_yaml([dict(record)])).replace("\n", end)).encode()
        _refuse_another_shape(after, path, held + 1)
        if (path.read_bytes() if path.exists() else b"") != before:
            message = f"{path} was changed by somebody else meanwhile; nothing was written"
            raise ConflictError(message, next_step="run the same command again")
        write_atomically(path, after)
    return text.count("\n") + gap.count("\n") + comment.count("\n") + 1


def _refuse_another_shape(after: bytes, path: Path, cases: int) -> None:
    try:
        whole = len(read_yaml(after, name=path.name)) == cases
    except InvalidFileError:
        whole = False
    if not whole:
        message = f"{path} is no list to whose end a case can be added: it is in brackets, indented, or a single case"
        raise InputError(message, next_step="write each of its cases as `- id: …`, the dash at the margin")
