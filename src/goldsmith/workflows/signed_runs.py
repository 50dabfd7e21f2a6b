"""Which runs of a project somebody signed off."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from goldsmith.errors import GoldsmithError
from goldsmith.ondisk.project import STATE
from goldsmith.ondisk.runs import RunFolder, run_ids
from goldsmith.ondisk.sign_offs import load_sign_offs, run_digest, sign_offs_file
from goldsmith.records.settings import ProjectSettings
from goldsmith.records.sign_off import SignOff, SignOffChecked


def signed_runs(root: Path, settings: ProjectSettings) -> Mapping[str, tuple[SignOff, ...]]:
    """Return, by run, the statements on it, oldest first, of every set of the project.

    Raises InvalidFileError and IntegrityError of `load_sign_offs`.
    """
    found: dict[str, list[SignOff]] = {}
    for path in dict.fromkeys(sign_offs_file(root / item.path) for item in settings.sets):
        for item in load_sign_offs(path):
            found.setdefault(item.run, []).append(item)
    return {run: tuple(held) for run, held in found.items()}


def signed_off(root: Path, settings: ProjectSettings, run: str) -> tuple[SignOffChecked, ...]:
    """Return the statements on the run called `run`, oldest first, each held against its folder."""
    return held_against(root / STATE / "runs", signed_runs(root, settings).get(run, ()))


def held_against(runs: Path, statements: Sequence[SignOff]) -> tuple[SignOffChecked, ...]:
    """Return each statement with whether its folder among `runs` is what was signed."""
    here = set(run_ids(runs))
    return tuple(
        SignOffChecked(sign_off=item, state=_state(runs, item) if item.run in here else "gone") for item in statements
    )


def _state(runs: Path, item: SignOff) -> str:
    try:
        return "holds" if run_digest(RunFolder.open(runs, item.run)) == item.run_digest else "changed"
    except GoldsmithError:
        return "changed"
