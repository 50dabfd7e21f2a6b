"""Tell the ruler from the system: what of a change between two recorded runs is labels that no longer fit.

Each side is judged once more with the labels of its cases where their passages stand in the revision that the side
retrieved from. Nothing of it is written: the set, its judgments and the runs stay as they are.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from goldsmith.comparison.relabelling import Relabelled, Unproved, relabel
from goldsmith.comparison.ruler import Reanchored, Split, labelled_measures, split_change
from goldsmith.corpus.tracing import trace
from goldsmith.ondisk.revisions import StoredRevision, list_revisions, view
from goldsmith.records.case import Case
from goldsmith.records.comparison import Change, Comparison, RulerShift, RulerSide
from goldsmith.records.measure import Measure, Score
from goldsmith.reports.figures import change, count, value
from goldsmith.scoring.levels import what_is_shown
from goldsmith.scoring.observe import Observer
from goldsmith.scoring.plugged import Material
from goldsmith.workflows import passages_alone
from goldsmith.workflows.check import look_up
from goldsmith.workflows.corpus_diff import diff_stored
from goldsmith.workflows.judge_run import Judged, measure_book, outsiders_apart
from goldsmith.workflows.left_open import left_open
from goldsmith.workflows.open_set import Project
from goldsmith.workflows.refresh import heirs_of
from goldsmith.workflows.ruler_sides import Standing, pinned_label, standing_of
from goldsmith.workflows.run import retrieved_ids

_TOLD_FIRST = ("recall@5", "recall", "document_recall@5", "reciprocal_rank")
"""Of these the sentence speaks first, where stale labels moved them."""


def told_apart(project: Project, comparison: Comparison, now: Judged, before: Judged) -> Comparison:
    """Return the comparison with what of its changes is stale labels.

    Nothing is added where the set is held against no corpus revision. A case is left out of the split where it is not
    proved where all its passages stand.
    """
    pinned = pinned_label(project)
    if project.stored is None or pinned is None:
        return comparison
    only_passages = now.plan.retrieval_only or before.plan.retrieval_only
    measures = passages_alone.measured(now.measures) if only_passages else now.measures
    standings = [standing_of(project, side.plan, side.responses) for side in (now, before)]
    new, old = (
        _reanchored(project, side, standing, measures, only_passages=only_passages)
        for side, standing in zip((now, before), standings, strict=True)
    )
    sides = (
        standings[1].side(comparison.baseline, relabelled=old is not None),
        standings[0].side(now.plan.run, relabelled=new is not None),
    )
    split = Split(shifts=(), left_out=())
    if new is not None or old is not None:
        split = split_change(
            now.side(now.plan.system),
            before.side(comparison.baseline),
            reanchored=(new, old),
            measures=measures,
            cases=now.cases,
        )
    return replace(
        comparison,
        changes=(*_other_index(comparison, sides), *comparison.changes),
        ruler=split.shifts,
        ruler_told=_told(sides, split, pinned),
        ruler_sides=sides,
        ruler_left_out=split.left_out,
    )


def _other_index(comparison: Comparison, sides: tuple[RulerSide, RulerSide]) -> tuple[Change, ...]:
    """Return the change of corpus that the plans do not tell: both were judged against one, and retrieved from two."""
    before, now = (side.revision for side in sides)
    known = before is None or now is None or before == now
    if known or any(item.what == "corpus" for item in comparison.changes):
        return ()
    return (Change(what="corpus", message=f"retrieved from another index: {before} → {now}"),)


def _reanchored(
    project: Project, side: Judged, standing: Standing, measures: Sequence[Measure], *, only_passages: bool
) -> Reanchored | None:
    """Return a side under the labels of its own revision; None where the set's are those, or none can be told."""
    if standing.chosen is None or project.stored is None:
        return None
    stored = standing.chosen.stored
    groups = _by_revision(project, side.cases)
    if set(groups) <= {stored.record.label} and project.stored.record.label == stored.record.label:
        return None
    cases: dict[str, Case] = {}
    moved: set[str] = set()
    left_out: dict[str, str] = {}
    for label, group in groups.items():
        for case, found in zip(group, _relabelled(project, label, group, stored), strict=True):
            if isinstance(found, Unproved):
                left_out[case.id] = found.why
            else:
                cases[case.id] = found.case
                moved |= {case.id} if found.moved else set()
    scores = _scored(project, side, cases, stored, measures, only_passages=only_passages)
    return Reanchored(scores=scores, moved=frozenset(moved), left_out=left_out)


def _by_revision(project: Project, cases: Mapping[str, Case]) -> dict[str, list[Case]]:
    """Return the cases by the revision that their evidence is pinned to: that of the set, but for the odd ones."""
    left, pinned = left_open(project), pinned_label(project) or ""
    groups: dict[str, list[Case]] = {}
    for case in cases.values():
        groups.setdefault(left.get(case.id, case.corpus or pinned), []).append(case)
    return groups


def _relabelled(
    project: Project, label: str, cases: Sequence[Case], after: StoredRevision
) -> tuple[Relabelled | Unproved, ...]:
    """Return each case, whose evidence is pinned to the revision `label`, as it would be labelled in `after`."""
    if label == after.record.label:
        return tuple(Relabelled(case=case, moved=False) for case in cases)
    before = next((one for one in list_revisions(project.root) if one.record.label == label), None)
    if before is None:
        return tuple(Unproved(why=f"its evidence is pinned to {label}, which is not frozen here") for _ in cases)
    heirs = project.once.get(
        f"heirs from {label} to {after.record.label}", lambda: heirs_of(diff_stored(before, after))
    )
    was = look_up(before, cases)
    named = {chunk.document for own in was.chunks.values() for chunk in own} | set(was.chunks)
    now = look_up(after, cases, also={heir for name in named for heir in heirs.get(name, ())})
    traced = trace(cases, was, now, heirs=heirs)
    return tuple(relabel(case, traced, where=after.record.label) for case in cases)


def _scored(
    project: Project,
    side: Judged,
    cases: Mapping[str, Case],
    stored: StoredRevision,
    measures: Sequence[Measure],
    *,
    only_passages: bool,
) -> tuple[Score, ...]:
    """Return the scores of the recorded replies under `cases`, held against the revision `stored`."""
    answers = [item for item in side.responses if item.judged and item.case in cases]
    labels = {one.chunk for case in cases.values() for need in case.evidence for one in need.any_of if one.chunk}
    corpus = view(stored, retrieved_ids(side.responses) | labels)
    shown = what_is_shown(side.responses, corpus, tuple(cases.values()))
    with outsiders_apart(project):
        observer = Observer(corpus, access=project.golden.header.access, shown=shown, matchers=project.matchers)
        seen = observer.observe_all((cases[item.case], item) for item in answers)
        material = {item.key: Material(case=cases[item.case], response=item) for item in answers}
        observed = passages_alone.observed(seen) if only_passages else seen
        return measure_book(project).score(observed, labelled_measures(measures), material=material)


def _told(sides: Sequence[RulerSide], split: Split, pinned: str) -> str:
    """Return what a reader must know: of the change where a side was judged once more, and what cannot be told."""
    notes = [side.note for side in sides if side.note]
    if any(side.relabelled for side in sides):
        notes.insert(0, _of_change(sides, split, pinned))
    return "; ".join(notes)


def _of_change(sides: Sequence[RulerSide], split: Split, pinned: str) -> str:
    if not split.shifts:
        left = count(len(split.left_out), "common case")
        told = "no measure has a value on both sides with the labels where the passages stand"
        return f"what of the change is stale labels cannot be told: {told} ({left} could not be re-anchored)"
    moved = [shift for shift in split.shifts if shift.stale_labels != 0]
    named = {shift.measure: shift for shift in reversed(moved or split.shifts)}
    shift = next((named[name] for name in _TOLD_FIRST if name in named), (moved or split.shifts)[0])
    others = [side.revision for side in sides if side.relabelled and side.revision not in {None, pinned}]
    where = " and ".join(dict.fromkeys(str(label) for label in others)) or pinned
    return f"{_share(shift)}: {_passages(split)} under other ids in {where}; {_rest(shift)}"


def _passages(split: Split) -> str:
    cases = {name for shift in split.shifts for name in shift.cases}
    return f"the passages of {count(len(cases), 'case')} stand" if cases else "no passage stands"


def _share(shift: RulerShift) -> str:
    """Return how much of the change is stale labels; signed where they and the system pull apart."""
    stale = shift.stale_labels
    if stale is None or shift.before is None or shift.after_as_labelled is None:
        return f"{shift.measure} cannot be read as labelled"
    whole = shift.after_as_labelled - shift.before
    of_it = f"the {'fall' if whole < 0 else 'rise'} of {shift.measure} ({value(abs(whole), shift.unit)})"
    if not stale:
        return f"none of {of_it} is stale labels" if whole else f"no change of {shift.measure} is stale labels"
    if not _one_way(stale, shift.system):
        return f"of the change of {shift.measure} ({change(whole, shift.unit)}) stale labels make {_signed(shift)}"
    return f"{value(abs(stale), shift.unit) if shift.system else 'all'} of {of_it} is stale labels"


def _one_way(stale: float, system: float) -> bool:
    return stale * system >= 0


def _signed(shift: RulerShift) -> str:
    return change(shift.stale_labels, shift.unit)


def _rest(shift: RulerShift) -> str:
    if shift.stale_labels is None:
        told = f"{value(shift.before_reanchored, shift.unit)} to {value(shift.after_reanchored, shift.unit)}"
        return f"re-anchored it goes from {told}, which is the system's"
    if not shift.system:
        return "nothing of it is the system's"
    alike = _one_way(shift.stale_labels, shift.system)
    return f"{value(abs(shift.system), shift.unit) if alike else change(shift.system, shift.unit)} is the system's"
