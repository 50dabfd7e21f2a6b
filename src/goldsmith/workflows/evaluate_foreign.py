"""Evaluate the file of another tool as it stands: its cases, and the answers that it carries.

Nothing is written but the run. A set that cannot be used whole is an error before anything is run.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from goldsmith.errors import GoldsmithError, InputError, InvalidFileError, SetNotUsableError
from goldsmith.interchange.formats import FORMATS, recognised
from goldsmith.ondisk.baselines import Baseline, load_baseline, load_baselines
from goldsmith.ondisk.baselines import file_stem as baseline_stem
from goldsmith.ondisk.foreign_files import Workbook, open_foreign
from goldsmith.ondisk.runs import RunFolder
from goldsmith.ports.foreign import ForeignSource
from goldsmith.ports.system import System
from goldsmith.records.gate import HARD_GATES
from goldsmith.records.golden_set import SetHeader
from goldsmith.records.run import RulerNote
from goldsmith.records.verdict import Verdict
from goldsmith.runner.progress import Progress
from goldsmith.workflows.evaluate import NO_BASELINE, Against, baselines_folder, evaluate
from goldsmith.workflows.foreign_notes import LEFT_TO_A_JUDGE, notes_of, weighed
from goldsmith.workflows.foreign_set import (
    Foreign,
    Opened,
    bare_project,
    cases_of,
    notes_of_reading,
    read_whole,
    systems_of,
)
from goldsmith.workflows.open_set import Project, open_project
from goldsmith.workflows.report import write_reports
from goldsmith.workflows.run import Asking

WITHOUT_EVIDENCE = ("GS105", "GS201")
"""What the check says of a case that names no evidence: in a set that names none at all, none was forgotten."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Altogether:
    """Several sets by their weights."""

    sets: tuple[tuple[str, float, float], ...]
    """Name, weight of the set, and the share of it that passed, by the weights of its cases."""
    share: float
    """Of all sets, by their weights."""


def open_sets(
    start: Path,
    *,
    file: Path | None,
    names: Sequence[str | None],
    corpus: str | None,
    tags: tuple[str, ...],
    workbook: Workbook,
) -> tuple[Opened, ...]:
    """Return every set to evaluate, opened before any is run: those called `names`, or what `file` holds.

    A file that is none of ours may be of another tool; there `tags` choose among its sets by the tags of the sets too.
    Raises the errors of `open_project`, and InvalidFileError with every problem of every set of another tool.
    """
    if file is None:
        return tuple(Opened(project=open_project(start, set_name=name, corpus=corpus), tags=tags) for name in names)
    try:
        return (Opened(project=open_project(start, file=file, corpus=corpus), tags=tags),)
    except InputError as refused:
        is_ours = (start / file / "set.yaml").exists()
        if is_ours or type(refused) not in {InputError, InvalidFileError}:
            raise
        source = _source(start / file, workbook)
        known = next(iter(recognised(source)), None) if source is not None else None
        if source is None or known is None:
            raise
    if corpus is not None:
        message = f"{file} is a file of {FORMATS.get(known).title}, and is held against no corpus"
        raise InputError(message, next_step=f"take it over first: goldsmith import {file}")
    if known == "regtrace":
        from goldsmith.workflows.regtrace_project import open_regtrace

        return _narrowed(open_regtrace(start, file, source, workbook=workbook), tags)
    return (replace(_lone(start, file, source, known), tags=tags),)


def open_one(start: Path, file: Path | None, *, workbook: Workbook) -> Project:
    """Return the set of the project, or the only one that `file` holds, ours or of another tool; no corpus is asked.

    Raises InputError where the file lists several sets.
    """
    try:
        return open_project(start, file=file, must_be_frozen=False)
    except InputError:
        if file is None or _source(start / file, workbook) is None:
            raise
    sets = open_sets(start, file=file, names=(), corpus=None, tags=(), workbook=workbook)
    if len(sets) > 1:
        files = [one.foreign.file for one in sets if one.foreign is not None]
        raise InputError(f"{file} lists {len(sets)} sets", next_step=f"name one of them: --set {files[0]}")
    return sets[0].project


def evaluate_opened(
    opened: Opened,
    system: System,
    asking: Asking,
    *,
    now: datetime,
    against: Against,
    waive: tuple[str, ...] = (),
    progress: Callable[[Progress], None] | None = None,
) -> Verdict:
    """Run `system` on one set and return the verdict, as `evaluate` does; of a foreign set with what it needs said.

    Raises the errors of `evaluate`.
    """
    project, foreign = opened.project, opened.foreign
    if foreign is None:
        return evaluate(project, system, asking, now=now, against=against, waive=waive, progress=progress)
    bare = not any(case.evidence for case in project.golden.cases)
    waived = (*waive, *WITHOUT_EVIDENCE) if bare else waive
    try:
        verdict = evaluate(project, system, asking, now=now, against=against, waive=waived, progress=progress)
    except SetNotUsableError as error:
        way = error.next_step.replace("goldsmith check", f"goldsmith import {foreign.file} and goldsmith check")
        raise SetNotUsableError(error.message, next_step=way) from None
    baseline = _compared_with(opened, verdict)
    notes = (*notes_of(opened, foreign, verdict, baseline), *_without_matcher(verdict.ruler))
    told = replace(verdict, ruler=notes, next_step=_next_step(foreign, verdict))
    folder = RunFolder.open(project.state / "runs", verdict.plan.run)
    folder.write_record("verdict", told)
    write_reports(folder.path, told, against.audience)
    return told


def refuse_other_baseline(sets: Sequence[Opened], name: str | None) -> None:
    """Raise InputError, before anything is run, where the baseline called `name` is not of the set that is evaluated.

    Lone files in one folder share their baselines, and must never be compared with each other's answers.
    """
    for one in sets:
        path = baselines_folder(one.project) / f"{baseline_stem(name or '')}.jsonl"
        if one.foreign is None or name in {None, NO_BASELINE} or not path.is_file():
            continue
        own, other = one.project.golden.header.name, load_baseline(path).plan.set_name
        if own != other:
            message = f"the baseline {name!r} is of the golden set {other!r}, and {one.foreign.file} is {own!r}"
            raise InputError(message, next_step="leave --baseline out: each set is compared with its own")


def altogether(sets: Sequence[Opened], verdicts: Sequence[Verdict]) -> Altogether | None:
    """Return how foreign sets did by their weights; None for sets of ours, and where there is only one."""
    pairs = [(one, verdict) for one, verdict in zip(sets, verdicts, strict=True) if one.foreign is not None]
    if len(pairs) < 2:
        return None
    parts = []
    for one, verdict in pairs:
        passed, _, whole = weighed(one, verdict)
        parts.append((verdict.plan.set_name, one.project.chosen.weight, passed / whole if whole else 0.0))
    total = sum(weight for _, weight, _ in parts)
    share = sum(weight * own for _, weight, own in parts) / total if total else 0.0
    return Altogether(sets=tuple(parts), share=share)


def _source(path: Path, workbook: Workbook) -> ForeignSource | None:
    try:
        return open_foreign([path], options={}, workbook=workbook)
    except GoldsmithError:
        return None  # what our own reader said of the file holds


def _lone(start: Path, file: Path, source: ForeignSource, name: str) -> Opened:
    known = FORMATS.get(name)
    records = read_whole(source, known, str(file))
    project = bare_project(start, start / file, SetHeader(name=source.name), cases_of(records))
    foreign = Foreign(
        file=str(file),
        title=known.title,
        systems=systems_of(records, source.name),
        notes=tuple(notes_of_reading(records, str(file))),
        no_answers=f"{file} is a file of {known.title}: it holds cases and no answers",
    )
    return Opened(project=project, foreign=foreign)


def _narrowed(sets: tuple[Opened, ...], tags: tuple[str, ...]) -> tuple[Opened, ...]:
    """Return the sets of which a tag speaks: whole where it is a tag of the set, else its cases with the tag.

    Raises InputError where a tag speaks of none.
    """
    if not tags:
        return sets
    chosen: list[Opened] = []
    left: list[str] = []
    for one in sets:
        golden = one.project.golden
        if set(tags) & set(golden.header.tags):
            chosen.append(one)
        elif any(set(tags) & set(case.tags) for case in golden.cases):
            chosen.append(replace(one, tags=tags))
        else:
            left.append(golden.header.name)
    if not chosen:
        known = sorted({tag for one in sets for case in one.project.golden.cases for tag in case.tags})
        message = f"no golden set and no case has the tag {' or '.join(tags)}"
        raise InputError(message, next_step=f"choose one of: {', '.join(known[:12]) or 'there is no tag at all'}")
    return tuple(replace(one, left_out=tuple(left)) for one in chosen)


def _without_matcher(notes: Iterable[RulerNote]) -> Iterator[RulerNote]:
    """Yield notes without the one that takes it for a fault that a matcher left claims to a judge."""
    return (note for note in notes if not note.message.endswith(f'"{LEFT_TO_A_JUDGE}"'))


def _compared_with(opened: Opened, verdict: Verdict) -> Baseline | None:
    if verdict.comparison is None:
        return None
    stored = load_baselines(baselines_folder(opened.project))
    return next((one for one in stored if one.name == verdict.comparison.baseline), None)


def _next_step(foreign: Foreign, verdict: Verdict) -> str:
    whole = verdict.plan.subset is None
    if whole and verdict.unanswered:
        first = next(item.result.case for item in verdict.cases if item.failure is not None)
        return f"record an answer to {first}, or name a system that answers: --system NAME"
    failed = [item.result for item in verdict.cases if item.result.state == "failed"]
    if failed and verdict.status == "blocked" and _missed_thresholds_alone(verdict):
        # Of a reason its kind alone: the words of a case are not for every reader.
        more = f"; {len(failed) - 1} more fail" if len(failed) > 1 else ""
        return f"mend {failed[0].case} first ({failed[0].why[0].partition(': ')[0]}), then run it again{more}"
    if whole and verdict.status in {"unreviewed", "incomplete"}:
        return f"take the set over, so that people can approve it: goldsmith import {foreign.file}"
    return verdict.next_step


def _missed_thresholds_alone(verdict: Verdict) -> bool:
    """Say that what blocks is a figure, of which no gate names the cases."""
    regressed = verdict.comparison is not None and bool(verdict.comparison.regressions)
    return not regressed and all(gate.gate not in HARD_GATES for gate in verdict.gates if gate.status == "failed")
