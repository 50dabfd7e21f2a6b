"""The folder of what machines write: git passes over it from the first moment."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from goldsmith._base.atomic import write_atomically
from goldsmith.ondisk.project import STATE


@contextmanager
def ignored_by_git(root: Path) -> Iterator[None]:
    """Where the work inside makes the state folder of `root`, keep git away from it.

    A folder that is there already is left as it is: whoever took the file out of it wants it committed.
    """
    state = root / STATE
    new = not state.exists()
    try:
        yield
    finally:
        if new and state.is_dir():
            write_atomically(state / ".gitignore", b"*\n")
