"""Show the verdict of a run again, as it was given."""

from __future__ import annotations

from pathlib import Path

from goldsmith._base.atomic import write_atomically
from goldsmith.errors import InputError
from goldsmith.ondisk.project import STATE, find_root
from goldsmith.ondisk.runs import RunFolder, run_ids
from goldsmith.records.verdict import Verdict


def read_verdict(start: Path, run: str | None) -> Verdict:
    """Return the verdict of `run` (the latest by default). Raises InputError where there is no run."""
    runs = find_root(start) / STATE / "runs"
    known = run_ids(runs)
    if not known:
        message = "there is no run yet"
        raise InputError(message, next_step="goldsmith evaluate --system NAME")
    return RunFolder.open(runs, run or known[-1]).read_record("verdict", Verdict)


def save_report(path: Path, page: str) -> None:
    """Write the page to `path`, whole or not at all."""
    write_atomically(path, page.encode())
