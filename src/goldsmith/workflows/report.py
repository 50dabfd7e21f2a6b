"""Show the verdict of a run again, as it was given."""

from __future__ import annotations

from pathlib import Path

from goldsmith._base.atomic import write_atomically
from goldsmith.errors import InputError
from goldsmith.ondisk.project import STATE, find_root, load_settings
from goldsmith.ondisk.runs import RunFolder, run_ids
from goldsmith.records.verdict import Verdict
from goldsmith.workflows.command_lines import evaluate_anything


def read_verdict(start: Path, run: str | None) -> Verdict:
    """Return the verdict of `run` (the latest by default). Raises InputError where there is no run."""
    root = find_root(start)
    runs = root / STATE / "runs"
    known = run_ids(runs)
    if not known:
        message = "there is no run yet"
        raise InputError(message, next_step=evaluate_anything(load_settings(root)))
    return RunFolder.open(runs, run or known[-1]).read_record("verdict", Verdict)


def save_report(path: Path, page: str) -> None:
    """Write the page to `path`, whole or not at all."""
    write_atomically(path, page.encode())
