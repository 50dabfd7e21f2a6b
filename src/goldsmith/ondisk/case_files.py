"""Add cases to a file of a set; every byte that stands there stays."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from goldsmith._base.atomic import write_atomically
from goldsmith.errors import ConflictError
from goldsmith.ondisk.yaml_events import read_yaml
from goldsmith.ondisk.yaml_write import emit_yaml


def append_case(path: Path, record: Mapping[str, Any], *, note: str = "") -> int:
    """Append `record` to the YAML list at `path`, made where it is missing, and return the line on which it begins.

    `note` becomes a comment above it. Raises InvalidFileError where the file is no list of cases, and ConflictError
    where it was changed while this was written.
    """
    before = path.read_bytes() if path.exists() else b""
    text = before.decode("utf-8-sig") if before else ""
    if text.strip():
        read_yaml(before, name=path.name)
    end = "\r\n" if "\r\n" in text else "\n"
    gap = "" if not text.strip() else end if text.endswith("\n") else end * 2
    comment = "".join(f"# {line}\n" for line in note.splitlines())
    added = (comment + emit_yaml([dict(record)])).replace("\n", end)
    after = before + f"{gap}{added}".encode()
    read_yaml(after, name=path.name)
    if (path.read_bytes() if path.exists() else b"") != before:
        message = f"{path} was changed by somebody else meanwhile; nothing was written"
        raise ConflictError(message, next_step="run the same command again")
    write_atomically(path, after)
    return text.count("\n") + gap.count("\n") + comment.count("\n") + 1
