"""The file of loss lines beside an export: one line of JSON each."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

from goldsmith._base.atomic import write_atomically
from goldsmith._base.plain_data import plain
from goldsmith.records.interchange import LossLine

LOSS = "loss.jsonl"
"""Name of the file, or the end of its name."""


def write_losses(path: Path, lines: Iterable[LossLine]) -> None:
    """Write the lines, whole or not at all; a file without lines says that nothing is lost."""
    text = "".join(f"{json.dumps(plain(line), ensure_ascii=False)}\n" for line in lines)
    write_atomically(path, text.encode("utf-8", "replace"))


def is_loss_file(path: Path) -> bool:
    """Say whether a file inside a folder is the loss report of an export: it is no part of what was exported."""
    return path.name == LOSS or path.name.endswith(f".{LOSS}")
