"""Write a set as another tool reads it, with a line for everything that tool has no place for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from goldsmith.errors import InputError
from goldsmith.interchange.account import differences
from goldsmith.interchange.format import Format, Outgoing, Written
from goldsmith.interchange.formats import FORMATS
from goldsmith.ondisk.foreign_write import WriteWorkbook, write_foreign
from goldsmith.ondisk.loss_file import LOSS, write_losses
from goldsmith.ondisk.runs import RunFolder, run_ids
from goldsmith.ports.foreign import WrittenFile
from goldsmith.records.case import Case
from goldsmith.records.interchange import Exported, LossLine
from goldsmith.records.measure import Score
from goldsmith.records.response import Response
from goldsmith.workflows.check import states_of
from goldsmith.workflows.export_passages import every_passage, named_passages
from goldsmith.workflows.import_lines import LossCounts
from goldsmith.workflows.open_set import Project
from goldsmith.workflows.select import Selection, select
from goldsmith.workflows.standing import runnable

FOLDER = "exports"
LATEST = "latest"
NOT_RUNNABLE = "rejected or retired, so it does not leave"
CANDIDATE = "a candidate: nobody approved it as it stands"
NO_ANSWERS = "no place for an answer of a run there"
OTHER_WORDS = "the run asked the case as it was worded then"


@dataclass(frozen=True, slots=True, kw_only=True)
class Exporting:
    """What is to leave, and where to."""

    format: str
    to: Path | None = None
    """Folder, or the file where the format has only one; None: a folder of the project named after the format."""
    run: str | None = None
    """Run whose answers leave too, or ``latest``; None: no answers."""
    selection: Selection = field(default_factory=Selection)


def export_set(project: Project, wanted: Exporting, *, workbook: WriteWorkbook) -> Exported:
    """Write the wanted cases of a set and return what was done. Only what stands in the files of the set leaves.

    Raises UnknownNameError for a format or run that is not there, InputError for a format that is only read, for an
    empty selection, and where a file would be replaced that is none of an export.
    """
    known = _writable(wanted.format)
    live = runnable(project.golden, states_of(project))
    cases = select(live, wanted.selection)
    run = _run(project, wanted.run) if wanted.run is not None else None
    responses = _responses(run, cases) if run is not None else ()
    outgoing = Outgoing(
        header=project.golden.header,
        cases=cases,
        responses=responses,
        plan=run.plan if run is not None else None,
        scores=_scores(run) if run is not None else (),
        passages=named_passages(project, cases, responses),
        corpus=every_passage(project),
    )
    written = known.write(outgoing) if known.write is not None else Written(files=())
    if responses and known.write is not None and _same(known, outgoing, written):
        told = tuple(LossLine(record=one.case, fate="dropped", field="response", told=NO_ANSWERS) for one in responses)
        written, responses = replace(written, lines=(*written.lines, *told)), ()
    folder, files, losses = _target(project, wanted, written.files)
    lines = tuple(_lines(project, known, cases, live, responses)) + written.lines
    _refuse_foreign_files(folder, files, losses)
    paths = write_foreign(folder, files, workbook=workbook)
    write_losses(losses, lines)
    counts = LossCounts()
    counts.add(lines)
    return Exported(
        format=known.name,
        cases=len(cases),
        responses=len(responses),
        written=tuple((_near(project, path), _held(file)) for path, file in zip(paths, files, strict=True)),
        lines=counts.counted(),
        report=_near(project, losses),
        next_step=_next_step(project, known, folder, paths),
    )


def _same(known: Format, outgoing: Outgoing, written: Written) -> bool:
    """Say whether a format writes the same without the answers of a run: then it has no place for them."""
    alone = replace(outgoing, responses=(), scores=())
    return known.write is not None and known.write(alone).files == written.files


def _writable(name: str) -> Format:
    known = FORMATS.get(name)
    if known.write is None or known.holds is None:
        names = (one for one in FORMATS if FORMATS.get(one).write is not None)
        message = f"{known.title} is a format that is only read"
        raise InputError(message, next_step=f"choose one of: {', '.join(names)}")
    return known


def _run(project: Project, name: str) -> RunFolder:
    runs = project.state / "runs"
    ids = run_ids(runs)
    if name == LATEST and not ids:
        raise InputError("there is no run yet", next_step="goldsmith evaluate, or export without --run")
    return RunFolder.open(runs, ids[-1] if name == LATEST else name)


def _responses(run: RunFolder, cases: Sequence[Case]) -> tuple[Response, ...]:
    wanted = {case.id for case in cases}
    return tuple(one for one in run.read_journal().responses if one.judged and not one.probe and one.case in wanted)


def _scores(run: RunFolder) -> tuple[Score, ...]:
    """Return the scores of a run; none where it was only asked and never scored."""
    return run.read_records("scores", Score) if (run.path / "scores.jsonl").is_file() else ()


def _lines(
    project: Project, known: Format, cases: Iterable[Case], live: Sequence[Case], responses: Iterable[Response]
) -> Iterator[LossLine]:
    states = states_of(project)
    kept = {case.id for case in live}
    for case in project.golden.cases:
        if case.id not in kept:
            yield LossLine(record=case.id, fate="dropped", field="", told=NOT_RUNNABLE)
    for case in cases:
        if states[case.id].state != "approved":
            yield LossLine(record=case.id, fate="inferred", field="", told=CANDIDATE)
        if known.holds is not None:
            yield from differences(case, known.holds(case))
    digests = {case.id: project.once.digest(case) for case in cases}
    for name in dict.fromkeys(one.case for one in responses if one.case_digest != digests[one.case]):
        yield LossLine(record=name, fate="inferred", field="", told=OTHER_WORDS)


def _target(
    project: Project, wanted: Exporting, files: tuple[WrittenFile, ...]
) -> tuple[Path, tuple[WrittenFile, ...], Path]:
    """Return the folder, the files as they are called there, and the file of the loss lines."""
    to = wanted.to
    if to is None:
        base = project.loaded.path.parent if project.golden.bare else project.root
        to = base / FOLDER / wanted.format
    only = files[0] if len(files) == 1 else None
    if only is not None and to.suffix and to.suffix == Path(only.name).suffix and not to.is_dir():
        return to.parent, (replace(only, name=to.name),), to.with_name(f"{to.stem}.{LOSS}")
    if to.is_file():
        message = f"{to} is a file, and {wanted.format} is written to a folder"
        raise InputError(message, next_step="name a folder: --to FOLDER")
    return to, files, to / LOSS


def _refuse_foreign_files(folder: Path, files: Iterable[WrittenFile], losses: Path) -> None:
    """Raise InputError where a file would be replaced that no export wrote: beside those lies a loss report."""
    if losses.exists():
        return
    there = next((folder / file.name for file in files if (folder / file.name).exists()), None)
    if there is not None:
        message = f"{there} exists already and is not of an export"
        raise InputError(message, next_step="name another place: --to FOLDER")


def _held(file: WrittenFile) -> str:
    return f"table of {len(file.rows):,} rows" if file.container in ("parquet", "xlsx") else "text"


def _near(project: Project, path: Path) -> str:
    here, held = project.root.resolve(), path.resolve()
    return held.relative_to(here).as_posix() if held.is_relative_to(here) else held.as_posix()


def _next_step(project: Project, known: Format, folder: Path, paths: Sequence[Path]) -> str:
    place = paths[0] if len(paths) == 1 else folder
    back = f"; it comes back with goldsmith import {_near(project, place)}" if known.read is not None else ""
    return f"open {_near(project, place)} with {known.title}{back}"
