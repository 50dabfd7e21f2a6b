"""Say what a set covers, what it can detect, and what to draft."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace

from goldsmith._base.registry import unknown_name
from goldsmith.coverage.covering import POINTS, Asked, Material, cover
from goldsmith.coverage.detection import PastRun
from goldsmith.coverage.mix import CROSSED
from goldsmith.coverage.presets import PRESETS
from goldsmith.errors import GoldsmithError, InputError
from goldsmith.ondisk.runs import CaseSnapshot, RunFolder, run_ids
from goldsmith.records.case import Case
from goldsmith.records.coverage import Coverage, Gap
from goldsmith.records.verdict import CaseResult, Verdict
from goldsmith.workflows.check import resolutions_of, states_of
from goldsmith.workflows.command_lines import evaluate_line, named_file
from goldsmith.workflows.open_set import Project
from goldsmith.workflows.standing import runnable

__all__ = ["POINTS", "CoverOptions", "cover_set"]

_NO_ANSWER = ("no answer: ", "no result")
"""How a reason begins where a repeat was not answered."""
_MOST_RUNS = 5
"""Whole runs of the set that are looked at for flips, the latest first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CoverOptions:
    """What is asked of a set."""

    presets: tuple[str, ...] = ()
    by: tuple[str, ...] = ()
    points: float = POINTS


def cover_set(project: Project, options: CoverOptions) -> Coverage:
    """Return what the set of `project` covers.

    Raises UnknownNameError for a preset or axis that does not exist, InputError for more than two axes and for a
    fall that cannot be.
    """
    _refuse(options)
    live = runnable(project.golden, states_of(project))
    states = Counter(held.state for held in states_of(project).values())
    material = Material(
        header=project.golden.header,
        cases=live,
        left_out={state: states[state] for state in ("rejected", "retired") if states[state]},
        cited=_cited(project, live),
        corpus=project.revision.label if project.revision else "",
        documents=project.documents if project.stored else None,
        runs=tuple(past_runs(project, live)),
    )
    found = cover(material, Asked(presets=options.presets, by=options.by, points=options.points))
    return replace(found, next_step=_next_step(project, found))


def _refuse(options: CoverOptions) -> None:
    for name in options.presets:
        if name not in PRESETS:
            raise unknown_name("presets", name, tuple(sorted(PRESETS)))
    for axis in options.by:
        if axis not in CROSSED:
            raise unknown_name("axes", axis, CROSSED)
    if len(options.by) > 2 or len(set(options.by)) < len(options.by):
        message = f"--by takes one axis, or two different ones to cross, not {','.join(options.by)}"
        raise InputError(message, next_step="goldsmith cover --by job,risk")
    if not 0.0 < options.points <= 100.0:
        message = f"a fall is more than 0 and at most 100 points, not {options.points!r}"
        raise InputError(message, next_step="goldsmith cover --detect 5")


def _cited(project: Project, live: tuple[Case, ...]) -> tuple[frozenset[str], ...]:
    """Return the documents that the evidence of each case names, or that the chunks it names belong to."""
    pinned: dict[str, set[str]] = {}
    for item in resolutions_of(project) or ():
        if item.pinned.document is not None:
            pinned.setdefault(item.case, set()).add(item.pinned.document)
    return tuple(frozenset({*pinned.get(case.id, ()), *_written(case)}) for case in live)


def _written(case: Case) -> Iterator[str]:
    for need in case.evidence:
        for alternative in need.any_of:
            if alternative.document is not None:
                yield alternative.document


def past_runs(project: Project, live: tuple[Case, ...]) -> Iterator[PastRun]:
    """Yield the latest whole runs of this set, each with the cases that are still as they were asked."""
    digests = {case.id: project.once.digest(case) for case in live}
    folder = project.state / "runs"
    told = 0
    for run in reversed(run_ids(folder)):
        if told == _MOST_RUNS:
            return
        try:
            opened = RunFolder.open(folder, run)
            if opened.plan.set_name != project.golden.header.name or opened.plan.subset is not None:
                continue
            asked = {item.case.id for item in opened.cases() if _same(item, digests)}
            verdict = opened.read_record("verdict", Verdict)
        except GoldsmithError:
            # A run that broke off, or that cannot be read, says nothing of flips; it is no hindrance here.
            continue
        plan = opened.plan
        passes = {one.result.case: one.result for one in verdict.cases if one.result.case in asked and _answered(one)}
        if not passes:
            continue
        told += 1
        yield PastRun(
            run=run,
            system="\n".join((plan.system, plan.system_digest, plan.system_revision or "", plan.corpus_digest or "")),
            passes=passes,
        )


def _answered(item: CaseResult) -> bool:
    """Say whether every repeat was answered: a server that is down flips nothing."""
    return item.failure is None and not any(line.startswith(_NO_ANSWER) for line in item.result.why)


def _same(asked: CaseSnapshot, digests: dict[str, str]) -> bool:
    return digests.get(asked.case.id) == asked.case_digest


def _next_step(project: Project, found: Coverage) -> str:
    name = named_file(project)
    check = f"goldsmith check {name}".rstrip()
    first = found.gaps[0] if found.gaps else None
    if not found.cases:
        return f"write the first cases, then {check}"
    if first is not None and first.kind in {"minimum", "access"}:
        return f"{_to_write(first)}, then {check}"
    if found.unlabelled:
        return f"label the cases ({', '.join(found.unlabelled)}): what is not labelled is in no slice; then {check}"
    if project.stored is None:
        where = "" if project.settings.documents else " DOCUMENTS"
        return f"freeze the documents, so that they are held against the cases: goldsmith freeze{where}"
    if first is not None:
        return f"{_to_write(first)}, then {check}"
    return evaluate_line(project)


def _to_write(gap: Gap) -> str:
    number = "1 case" if gap.cases == 1 else f"{gap.cases} cases"
    words = ", ".join(f"{axis}={word}" for axis, word in gap.slice.items())
    asker = f", asked by {gap.asker}" if gap.asker else ""
    about = f" about {gap.documents[0]}" if gap.documents else ""
    return f"write {number}{about}{f' with {words}' if words else ''}{asker}"
