"""Remove runs that are kept no longer, and erase what was recorded of a case or a person."""

from __future__ import annotations

import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from goldsmith._base.atomic import sync_folder
from goldsmith._base.registry import unknown_name
from goldsmith.errors import ConflictError, GoldsmithError, IncompleteError, InputError
from goldsmith.ondisk.baselines import load_baseline
from goldsmith.ondisk.journal import Journal
from goldsmith.ondisk.project import STATE, find_root, load_settings
from goldsmith.ondisk.runs import RunFolder, run_ids
from goldsmith.ondisk.tombstones import (
    Erasure,
    add_erasures,
    erase_in_baseline,
    erase_in_run,
    mentioning,
    read_erasures,
    recorded,
    response_lines,
)
from goldsmith.records.settings import ProjectSettings
from goldsmith.records.sign_off import SignOff
from goldsmith.records.verdict import Verdict
from goldsmith.reports.redacting import erased
from goldsmith.workflows.signed_runs import signed_runs

TOMBSTONES = "erasures.jsonl"
_GOING = ".purged-"


@dataclass(frozen=True, slots=True, kw_only=True)
class Purging:
    """What is to go."""

    older_than: int | None = None
    """Days; None: what `[privacy] keep_days` says, where nothing else is asked for."""
    runs: tuple[str, ...] = ()
    cases: tuple[str, ...] = ()
    phrases: tuple[str, ...] = ()
    """Every case of which a stored result or question holds one of these is erased."""
    who: str = ""
    why: str = ""
    signed: bool = False
    """Runs that somebody signed off go too."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Purged:
    """What went, or would go."""

    done: bool
    runs: tuple[str, ...]
    """Runs removed, oldest first."""
    erasures: tuple[Erasure, ...]
    nothing_of: tuple[str, ...]
    """Cases that were asked to go and of which nothing is recorded, nor ever was erased."""
    still_named: tuple[str, ...]
    """Files written by people that still name an erased case; what they say is theirs to take out."""
    tombstones: str
    """The file of tombstones, from the project's folder."""
    kept: tuple[SignOff, ...] = ()
    """Statements for the sake of which a run stays, though it is old enough to go."""
    unbound: tuple[SignOff, ...] = ()
    """Statements whose run goes, or no longer is what was signed."""


def purge(start: Path, wanted: Purging, *, now: datetime, really: bool) -> Purged:
    """Remove runs and erase cases; without `really` only say what would go.

    Baselines and the latest run never go by age. Raises InputError where nothing is asked for or an erasure lacks who
    or why, and for a run that is named and was signed off, unless `wanted` says that such runs go too (by age they
    stay); UnknownNameError for a run that is not there, ConflictError for a run to be removed that is being carried
    out, and, when all the rest is done, IncompleteError for an erasure in one that is carried out or cannot be read.
    """
    root = find_root(start)
    settings = load_settings(root)
    runs = root / STATE / "runs"
    statements = signed_runs(root, settings)
    leaving, kept = _unsigned(_runs(runs, wanted, settings, now), wanted, statements)
    paths = _sets(root, settings)
    tombstones = paths[0] / TOMBSTONES
    erasures = _erasures(runs, paths, wanted, now, leaving)
    touched = {*leaving, *(item.place.removeprefix("run ") for item in erasures)}
    met = {item.case for item in (*erasures, *read_erasures(tombstones))}
    if really:
        # The oldest first; what a kill leaves behind is finished by the same command.
        for run in leaving:
            _remove(runs, run)
        _clear(runs)
        _erase(runs, paths, tombstones, erasures)
    return Purged(
        done=really,
        runs=leaving,
        erasures=erasures,
        nothing_of=tuple(name for name in dict.fromkeys(wanted.cases) if name not in met),
        still_named=_naming(root, paths, {item.case for item in erasures}),
        tombstones=tombstones.relative_to(root).as_posix() if tombstones.is_relative_to(root) else str(tombstones),
        kept=kept,
        unbound=tuple(item for run in sorted(touched & statements.keys()) for item in statements[run]),
    )


def _unsigned(
    leaving: Sequence[str], wanted: Purging, statements: Mapping[str, Sequence[SignOff]]
) -> tuple[tuple[str, ...], tuple[SignOff, ...]]:
    """Return the runs that may go, and the statements that keep the others."""
    if wanted.signed:
        return tuple(leaving), ()
    named = next((run for run in wanted.runs if run in statements), None)
    if named is not None:
        who = "; ".join(f"{item.person}, {item.role}, on {item.at[:10]}" for item in statements[named])
        message = f"run {named} was signed off by {who}: without it nobody can see what the statement rests on"
        raise InputError(message, next_step="say --signed too where it is to go all the same")
    kept = [run for run in leaving if run in statements]
    return tuple(run for run in leaving if run not in kept), tuple(item for run in kept for item in statements[run])


def _runs(runs: Path, wanted: Purging, settings: ProjectSettings, now: datetime) -> tuple[str, ...]:
    known = run_ids(runs)
    for name in wanted.runs:
        if name not in known:
            raise unknown_name("runs", name, known)
    asked_else = bool(wanted.runs or wanted.cases or wanted.phrases)
    days = wanted.older_than if wanted.older_than is not None else None if asked_else else settings.privacy.keep_days
    if days is None and not asked_else:
        message = "nothing was asked to go, and goldsmith.toml keeps every run"
        raise InputError(message, next_step="say --older-than DAYS, or write keep_days in [privacy]")
    old: set[str] = set()
    if days is not None:
        last = (now.astimezone(UTC) - timedelta(days=days)).strftime("%Y-%m-%dT%H:%M:%SZ")
        old = {name for name in known[:-1] if _made_at(runs, name) < last}
    return tuple(name for name in known if name in old or name in wanted.runs)


def _made_at(runs: Path, name: str) -> str:
    """Return when a run was planned; of one whose plan cannot be read, when its folder was last written to."""
    try:
        return RunFolder.open(runs, name).plan.created_at
    except GoldsmithError:
        return datetime.fromtimestamp((runs / name).stat().st_mtime, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _sets(root: Path, settings: ProjectSettings) -> tuple[Path, ...]:
    """Return the folder of each set: where its baselines stand."""
    paths = [root / item.path for item in settings.sets]
    return tuple(path if path.is_dir() or not path.suffix else path.parent for path in paths)


def _baselines(paths: Sequence[Path]) -> list[Path]:
    return [file for path in dict.fromkeys(paths) for file in sorted((path / "baselines").glob("*.jsonl"))]


def _erasures(
    runs: Path, paths: Sequence[Path], wanted: Purging, now: datetime, leaving: Sequence[str]
) -> tuple[Erasure, ...]:
    if not (wanted.cases or wanted.phrases):
        return ()
    if not (wanted.who.strip() and wanted.why.strip()):
        message = "an erasure leaves a line that says who asked for it and why"
        raise InputError(message, next_step='say --by NAME --reason "…"')
    places = {f"run {name}": _files(runs / name) for name in run_ids(runs) if name not in leaving}
    places |= {f"baseline {load_baseline(path).name}": [path] for path in _baselines(paths)}
    cases = set(wanted.cases)
    if wanted.phrases:
        lines = (line for files in places.values() for path in files for line in response_lines(path))
        cases |= mentioning(lines, wanted.phrases)
    at = now.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    return tuple(
        Erasure(case=case, place=place, at=at, who=wanted.who, why=wanted.why, results=left.results, sha256=left.sha256)
        for place, files in places.items()
        for case, left in recorded(files, cases).items()
    )


def _files(folder: Path) -> list[Path]:
    return sorted(folder.glob("*.jsonl"))


def _erase(runs: Path, paths: Sequence[Path], tombstones: Path, erasures: Sequence[Erasure]) -> None:
    add_erasures(tombstones, erasures)
    by_place: dict[str, list[Erasure]] = {}
    for item in erasures:
        by_place.setdefault(item.place, []).append(item)
    for path in _baselines(paths):
        own = by_place.get(f"baseline {load_baseline(path).name}")
        if own:
            erase_in_baseline(path, own)
    left: list[tuple[str, GoldsmithError]] = []
    for name in run_ids(runs):
        own = by_place.get(f"run {name}")
        try:
            if own:
                _erase_in_run(RunFolder.open(runs, name), own)
        except GoldsmithError as error:
            left.append((name, error))  # one run that cannot be touched keeps nothing in the others
    if left:
        name, why = left[0]
        message = f"erased everywhere but in {', '.join(run for run, _ in left)}: {why.message}"
        again = f"wait for the run to end and purge again; or let it go whole: goldsmith purge --run {name} --yes"
        raise IncompleteError(message, next_step=again)


def _erase_in_run(folder: RunFolder, own: Sequence[Erasure]) -> None:
    # The verdict first: its records say last of all that the case is gone, and so when the work is done.
    if (folder.path / "verdict.json").exists():
        told = folder.read_record("verdict", Verdict)
        folder.write_record("verdict", erased(told, {item.case: item.words for item in own}))
    erase_in_run(folder, own)


def _remove(runs: Path, run: str) -> None:
    """Take a run out of sight at once, then remove it: nobody meets half a run."""
    # Not opened as a run: one that was damaged, or that a newer version wrote, must be able to go too.
    try:
        Journal(runs / run / "responses.jsonl").close()
    except ConflictError as error:
        raise ConflictError(str(error), next_step="wait for the run to end, then purge again") from None
    (runs / run).rename(runs / f"{_GOING}{run}")
    sync_folder(runs)


def _clear(runs: Path) -> None:
    """Remove what was taken out of sight, now or by a call that was killed."""
    for path in sorted(runs.glob(f"{_GOING}*")) if runs.is_dir() else ():
        shutil.rmtree(path)


def _naming(root: Path, paths: Sequence[Path], cases: set[str]) -> tuple[str, ...]:
    found = []
    for path in dict.fromkeys(paths):
        for file in sorted(path.rglob("*")) if path.is_dir() and cases else ():
            machine = file.name == TOMBSTONES or file.parent.name == "baselines"
            if file.is_file() and not machine and any(case.encode() in file.read_bytes() for case in sorted(cases)):
                found.append(file.relative_to(root).as_posix() if file.is_relative_to(root) else str(file))
    return tuple(found)


def read_phrases(path: Path) -> tuple[str, ...]:
    """Return the phrases of a file, one a line; blank lines say nothing."""
    lines = path.read_text(encoding="utf-8-sig").splitlines()
    return tuple(line.strip() for line in lines if line.strip())
