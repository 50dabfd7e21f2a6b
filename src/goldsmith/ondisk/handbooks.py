"""The reviewer handbook beside the set: a file for people, whose last line names its version."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Literal

from goldsmith._base.atomic import write_atomically

_DIGEST = re.compile(r"^Handbook digest: (h1:[0-9a-f]{64})$")
_SUFFIXES = {"markdown": ".md", "html": ".html"}


def handbook_file(set_path: Path, form: Literal["markdown", "html"]) -> Path:
    """Return where the handbook of a set stands: in its folder, or beside a lone file of cases."""
    suffix = _SUFFIXES[form]
    return set_path / f"handbook{suffix}" if set_path.is_dir() else set_path.with_suffix(f".handbook{suffix}")


def write_handbook(path: Path, text: str) -> None:
    """Write the handbook, whole or not at all."""
    write_atomically(path, text.encode("utf-8", "backslashreplace"))


def stated_digest(path: Path) -> str | None:
    """Return the digest on the last line of a handbook in Markdown; None: no such file, or it names none."""
    try:
        lines = path.read_text(encoding="utf-8").rstrip().splitlines()
    except (OSError, UnicodeDecodeError):
        return None  # a handbook that nobody can read was read by nobody
    found = _DIGEST.match(lines[-1].strip()) if lines else None
    return found[1] if found else None
