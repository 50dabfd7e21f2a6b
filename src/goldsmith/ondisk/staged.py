"""Files that are written as a stream and appear whole at the end, all together, or not at all."""

from __future__ import annotations

import contextlib
import errno
import filecmp
import shutil
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from goldsmith._base.atomic import sync_file, sync_folder, turn
from goldsmith.errors import InputError

_STALE = ".new-*"


class Staged:
    """Streams in a folder of their own, which is gone when the work is done. Made by `staged`."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._open: dict[str, BinaryIO] = {}

    def stream(self, name: str) -> BinaryIO:
        """Return the stream called `name`, opened when it is first asked for."""
        if name not in self._open:
            self._open[name] = (self._folder / name).open("wb")
        return self._open[name]

    def __contains__(self, name: str) -> bool:
        return name in self._open

    def put(self, name: str, target: Path) -> None:
        """Move a finished stream to `target`, replacing what is there; durable when this returns."""
        path = self._closed(name)
        sync_file(path)
        target.parent.mkdir(parents=True, exist_ok=True)
        try:
            path.replace(target)
        except OSError as error:
            if error.errno != errno.EXDEV:
                raise
            # Another file system: copied beside the target, then renamed.
            near = target.with_name(f".{target.name[:40]}.tmp")
            shutil.copyfile(path, near)
            sync_file(near)
            near.replace(target)
        sync_folder(target.parent)

    def put_beside(self, name: str, folder: Path, stem: str, suffix: str) -> tuple[Path, bool]:
        """Move a finished stream to the first free name ``stem``, ``stem-2`` … of `folder`.

        Returns the path and whether it was written: a file of the same content counts as the one that was to be.
        """
        path = self._closed(name)
        for target in free_names(folder, stem, suffix):
            if not target.exists():
                self.put(name, target)
                return target, True
            if target.is_file() and filecmp.cmp(path, target, shallow=False):
                return target, False
        raise InputError(f"{folder} has too many files called {stem}", next_step="give another name: --to NAME")

    def _closed(self, name: str) -> Path:
        stream = self._open[name]
        if not stream.closed:
            stream.close()
        return self._folder / name

    def close(self) -> None:
        """Close what is open."""
        for stream in self._open.values():
            with contextlib.suppress(OSError):
                stream.close()


@contextmanager
def staged(parent: Path) -> Iterator[Staged]:
    """Give streams in a new hidden folder below `parent`; what was not moved out of it is gone afterwards.

    Whoever stages in the same folder at the same time waits. Folders that did not exist before are removed again where
    nothing was put into them.
    """
    made = _made(parent)
    try:
        with turn(parent):
            for left in parent.glob(_STALE):  # of work that was killed
                shutil.rmtree(left, ignore_errors=True)
            folder = Path(tempfile.mkdtemp(dir=parent, prefix=_STALE.rstrip("*")))
            held = Staged(folder)
            try:
                yield held
            finally:
                held.close()
                shutil.rmtree(folder, ignore_errors=True)
    finally:
        for one in made:
            with contextlib.suppress(OSError):  # something was put into it
                one.rmdir()


def free_names(folder: Path, stem: str, suffix: str, *, most: int = 10_000) -> Iterable[Path]:
    """Yield ``stem`` and, numbered from 2, what it may be called instead."""
    yield folder / f"{stem}{suffix}"
    for number in range(2, most):
        yield folder / f"{stem}-{number}{suffix}"


def _made(folder: Path) -> list[Path]:
    """Make a folder and return those that were made, the deepest first."""
    missing = [one for one in (folder, *folder.parents) if not one.exists()]
    folder.mkdir(parents=True, exist_ok=True)
    return missing
