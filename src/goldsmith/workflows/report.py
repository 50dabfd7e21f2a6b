"""Write the verdict of a run for its readers, and show it again as it was given."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from goldsmith._base.atomic import write_atomically
from goldsmith.errors import IncompleteError, InputError
from goldsmith.ondisk.project import STATE, find_root, load_settings
from goldsmith.ondisk.runs import RunFolder, run_ids
from goldsmith.records.sign_off import SignOffChecked
from goldsmith.records.verdict import Audience, Verdict
from goldsmith.reports.forms import IN_A_RUN, Form, for_audience, render
from goldsmith.workflows.command_lines import evaluate_anything
from goldsmith.workflows.signed_runs import signed_off


def write_reports(folder: Path, verdict: Verdict, audience: Audience) -> None:
    """Write report.html, report.md and junit.xml into a run folder, each whole or not at all."""
    told = for_audience(verdict, audience)
    for form, name in IN_A_RUN.items():
        save_report(folder / name, render(told, form))


def read_verdict(start: Path, run: str | None) -> Verdict:
    """Return the verdict of `run` (the latest by default).

    Raises InputError where there is no run, IncompleteError for one that has no verdict yet.
    """
    root = find_root(start)
    settings = load_settings(root)
    runs = root / STATE / "runs"
    known = run_ids(runs)
    if not known:
        message = "there is no run yet"
        raise InputError(message, next_step=evaluate_anything(settings))
    folder = RunFolder.open(runs, run or known[-1])
    try:
        return folder.read_record("verdict", Verdict)
    except IncompleteError as error:
        way = f"goldsmith score {folder.plan.run}" if folder.finished else f"{evaluate_anything(settings)} resumes it"
        raise IncompleteError(error.message, next_step=way) from None


def save_report(path: Path, page: str) -> None:
    """Write the page to `path`, whole or not at all."""
    # Half of a surrogate pair is no character; only JSON has an escape for it, and uses it.
    write_atomically(path, page.encode("utf-8", "backslashreplace"))


def told_to(verdict: Verdict, audience: Audience) -> Verdict:
    """Return `verdict` as that audience may read it."""
    return for_audience(verdict, audience)


def rendered(verdict: Verdict, form: Form, signed: Sequence[SignOffChecked] = ()) -> str:
    """Return `verdict` in the form asked for; those for people name who signed the run off."""
    return render(verdict, form, signed)


def signed_by(start: Path, run: str) -> tuple[SignOffChecked, ...]:
    """Return the statements on the run called `run`, each held against its folder."""
    root = find_root(start)
    return signed_off(root, load_settings(root), run)
