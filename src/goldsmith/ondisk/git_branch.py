"""A branch of git that is written without touching the files of the checkout."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from goldsmith.errors import InputError
from goldsmith.ondisk.git_versions import git

Held = TypeVar("Held")
_WHERE = "run it inside the git repository of the set, or without --branch"


def on_branch(root: Path, branch: str, write: Callable[[Path], tuple[Held, str]]) -> Held:
    """Return what `write` makes of a checkout of `branch`, and commit what it wrote there.

    `write` takes the folder that stands for `root` and returns its result and the message of the commit; an empty
    message commits nothing. The branch begins at the last commit where there is none of that name. Raises InputError
    where there is no repository or no commit, where `branch` is no name, and where it is checked out elsewhere.
    """
    top = Path(_told(root, "rev-parse", "--show-toplevel", refused=f"{root} is in no git repository", mend=_WHERE))
    name = "name it, such as: --branch reviews"
    git(root, "check-ref-format", "--branch", branch, refused=f"{branch!r} is no name of a branch", mend=name)
    head = _told(root, "rev-parse", "--verify", "HEAD", refused="nothing is committed yet", mend="commit the set first")
    new = not _exists(root, branch)
    with tempfile.TemporaryDirectory(prefix="goldsmith-") as temporary:
        folder = Path(temporary, "checkout")
        words = ("-b", branch, str(folder), head) if new else (str(folder), branch)
        taken = f"the branch {branch!r} cannot be checked out beside this one"
        git(root, "worktree", "add", "--quiet", *words, refused=taken, mend="name another, or switch away from it")
        try:
            result, message = write(folder / root.resolve().relative_to(top.resolve()))
            if message:
                _commit(folder, message)
                new = False
        finally:
            git(root, "worktree", "remove", "--force", str(folder))
            if new:
                git(root, "branch", "--quiet", "-D", branch)
    return result


def _commit(folder: Path, message: str) -> None:
    git(folder, "add", "--all")
    who = "set user.name and user.email with git config"
    git(folder, "commit", "--quiet", "--no-verify", "-m", message, refused="git cannot commit here", mend=who)


def _told(root: Path, *words: str, refused: str, mend: str) -> str:
    return git(root, *words, refused=refused, mend=mend).decode().strip()


def _exists(root: Path, branch: str) -> bool:
    try:
        git(root, "rev-parse", "--verify", "--quiet", f"refs/heads/{branch}")
    except InputError:
        return False
    return True
