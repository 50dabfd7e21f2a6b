"""Files as they stood at a revision of git. The only place that calls git."""

from __future__ import annotations

import os
import subprocess
import tempfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path, PurePosixPath
from typing import TypeVar

from goldsmith.errors import InputError
from goldsmith.ondisk.golden import LoadedSet, load_golden
from goldsmith.ondisk.plugged import Formats, no_formats

Held = TypeVar("Held")

_LONGEST_S = 120
_FETCH = "name a revision that this checkout holds (git fetch; in CI: fetch-depth: 0)"
_FILE = ("100644", "100755")
"""Modes of plain files; links and submodules hold no cases."""


def golden_at(
    revision: str, path: Path, *, shown: str, fields: Mapping[str, str] | None = None, formats: Formats = no_formats
) -> LoadedSet | None:
    """Return the golden set at `path` as it stood at `revision`; None: it was not there.

    Raises InputError where git is missing, `path` lies in no repository, or nothing is called `revision`; and
    InvalidFileError where the set of that time cannot be read.
    """
    files = files_at(revision, path)
    if not files:
        return None
    name = path.resolve().name
    return _in_a_folder(files, lambda folder: load_golden(folder / name, shown=shown, fields=fields, formats=formats))


def files_at(revision: str, path: Path) -> dict[str, bytes]:
    """Return what stood at and below `path`, by its path from the parent of `path`; empty: nothing."""
    whole = path.resolve()
    folder = whole.parent
    commit = _commit(folder, revision)
    # Names are given from the folder of the call, so that nothing needs to be known of the repository's own.
    listed = git(folder, "ls-tree", "-r", "-z", commit, "--", whole.name)
    entries = [entry.split("\t", 1) for entry in listed.decode("utf-8", "surrogateescape").split("\0") if entry]
    wanted = {name: head.split()[2] for head, name in entries if head.split()[0] in _FILE}
    if not wanted:
        return {}
    contents = git(folder, "cat-file", "--batch", given="".join(f"{blob}\n" for blob in wanted.values()).encode())
    return dict(zip(wanted, _blobs(contents, len(wanted)), strict=True))


def commits_of(path: Path, *, most: int = 200) -> tuple[str, ...]:
    """Return the commits in which the file at `path` was changed, newest first; none where git does not know it.

    Raises InputError where git is missing.
    """
    whole = path.resolve()
    try:
        listed = git(whole.parent, "log", f"--max-count={most}", "--format=%H", "--", whole.name, refused="unknown")
    except InputError as error:
        if error.message == "unknown":  # in no repository, or in one without a commit
            return ()
        raise
    return tuple(listed.decode("ascii").split())


def with_files_at(revision: str, path: Path, read: Callable[[Path], Held]) -> Held | None:
    """Return what `read` makes of a copy of `path` as it stood at `revision`; None: nothing stood there.

    Raises InputError as `files_at` does.
    """
    files = files_at(revision, path)
    return _in_a_folder(files, lambda folder: read(folder / path.resolve().name)) if files else None


def _commit(folder: Path, revision: str) -> str:
    if not revision.strip() or revision.startswith("-"):
        message = f"{revision!r} is no revision"
        raise InputError(message, next_step="name a branch, a tag or a commit, such as: --since origin/main")
    git(
        folder, "rev-parse", "--git-dir",
        refused=f"{folder} is in no git repository", mend="check the whole set: the same command without --since",
    )  # fmt: skip
    found = git(
        folder, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}",
        refused=f"git knows no revision {revision!r}",
    )  # fmt: skip
    return found.decode("ascii").strip()


def _environment() -> dict[str, str]:
    """Return our environment without what a hook of git sets: it would name another repository than the folder's."""
    return {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}  # noqa: TID251


def git(folder: Path, *words: str, given: bytes = b"", refused: str = "", mend: str = _FETCH) -> bytes:
    """Return what git prints for `words` in `folder`. Raises InputError, in the words of `refused`, where it fails."""
    command = ["git", "-C", str(folder), "--literal-pathspecs", *words]
    try:
        ended = subprocess.run(  # noqa: S603
            command, input=given, capture_output=True, timeout=_LONGEST_S, check=False, env=_environment()
        )
    except FileNotFoundError:
        message = "git was not found, and what changed since a revision only git can tell"
        raise InputError(message, next_step="install git, or check the whole set") from None
    except subprocess.TimeoutExpired:
        message = f"git took more than {_LONGEST_S} s"
        raise InputError(message, next_step="run the same command again, or check the whole set") from None
    if ended.returncode:
        told = ended.stderr.decode("utf-8", "replace").strip().splitlines()
        message = refused or f"git cannot tell the files: {told[-1] if told else 'it ended without a word'}"
        raise InputError(message, next_step=mend)
    return ended.stdout


def _blobs(contents: bytes, count: int) -> Sequence[bytes]:
    """Return the bodies in the answer of ``git cat-file --batch``: a line with the size, the bytes, a line end."""
    found, at = [], 0
    for _ in range(count):
        end = contents.index(b"\n", at)
        size = int(contents[at:end].rpartition(b" ")[2])
        found.append(contents[end + 1 : end + 1 + size])
        at = end + 1 + size + 1
    return found


def _in_a_folder(files: Mapping[str, bytes], read: Callable[[Path], Held]) -> Held:
    with tempfile.TemporaryDirectory(prefix="goldsmith-") as name:
        for path, data in files.items():
            inside = PurePosixPath(path)
            target = Path(name, *inside.parts)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(data)
        return read(Path(name))
