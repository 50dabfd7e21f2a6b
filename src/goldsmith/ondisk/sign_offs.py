"""signoffs.jsonl beside the cases: one JSON line a statement, appended, each naming the one before."""

from __future__ import annotations

import json
from dataclasses import asdict
from hashlib import sha256
from pathlib import Path

from goldsmith._base.canonical import digest
from goldsmith.errors import IntegrityError
from goldsmith.ondisk.door import Door
from goldsmith.ondisk.fact_lines import read_facts
from goldsmith.ondisk.runs import RunFolder
from goldsmith.records.sign_off import SignOff

_SIGN_OFF = Door(SignOff)
_SIGNED = ("plan.json", "cases.jsonl", "responses.jsonl", "verdict.json")


def run_digest(folder: RunFolder) -> str:
    """Return the digest of all that a verdict rests on. Raises IncompleteError where the run has no verdict yet."""
    whole = sha256()
    for name in _SIGNED:
        held = sha256((folder.path / name).read_bytes()).hexdigest() if (folder.path / name).exists() else "-"
        whole.update(f"{name} {held}\n".encode())
    return f"n1:{whole.hexdigest()}"


def sign_offs_file(path: Path) -> Path:
    """Return where the statements on the set at `path`, a folder or a lone file, stand."""
    return path / "signoffs.jsonl" if path.is_dir() else path.with_suffix(".signoffs.jsonl")


def load_sign_offs(path: Path) -> tuple[SignOff, ...]:
    """Return all statements in the order in which they were made; a missing file holds none.

    Raises InvalidFileError for a line that is none, IntegrityError where one does not name the one before it.
    """
    held = read_facts(path, lambda raw: _SIGN_OFF.parse(raw, file=str(path)), noun="sign-offs")
    known: set[str | None] = {None}
    for item in held:
        # Two branches may each have added a statement after the same one, and a merge keeps both lines.
        if item.previous not in known:
            message = f"{path}: sign-off {item.id} does not follow any earlier one: a line was changed or taken out"
            raise IntegrityError(message, next_step="restore the file from git")
        known.add(sign_off_digest(item))
    return held


def sign_off_digest(item: SignOff) -> str:
    """Return the digest by which the next statement names this one."""
    return digest(json.loads(json.dumps(asdict(item))))
