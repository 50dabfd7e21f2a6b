"""What differs between two runs besides chance: the set, the corpus, the judge, the measures, the system."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from goldsmith.comparison.effects import Column
from goldsmith.comparison.pairing import Pairing
from goldsmith.comparison.values import Values, outcome
from goldsmith.records.comparison import Change
from goldsmith.records.gate import CasePass
from goldsmith.records.measure import Scored, Unscored
from goldsmith.records.response import COMPONENTS, Component
from goldsmith.records.run import Plan
from goldsmith.stats.denominators import Bounds, worst_and_best

_NAMED = 3
"""Ids or measures that are named before a sentence goes on with a count."""


def run_changes(now: Plan, before: Plan, pairing: Pairing) -> tuple[Change, ...]:
    """Return what the two plans and the pairing of their cases show to be different."""
    return (*_set(now, before, pairing), *_corpus(now, before), *_measuring(now, before), *_system(now, before))


def component_changes(now: Mapping[Component, str], before: Mapping[Component, str]) -> tuple[Change, ...]:
    """Return a change for each component whose fingerprints differ or that only one side declares.

    Any makes the baseline stale. A component that neither side declares says nothing.
    """
    return tuple(
        Change(what="system", component=name, message=f"{name}: {_component(now.get(name), before.get(name))}")
        for name in COMPONENTS
        if now.get(name) != before.get(name)
    )


def undecided_changes(
    now: Mapping[str, CasePass], before: Mapping[str, CasePass], common: Sequence[str]
) -> Iterator[Change]:
    """Yield the change that says which cases passed in the baseline and cannot be decided now."""
    names = [name for name in common if _state(before, name) == "passed" and _state(now, name) == "undecided"]
    if names:
        noun = "case" if len(names) == 1 else "cases"
        told = f"{len(names)} {noun} passed in the baseline and cannot be decided now: {_listed(names)}"
        yield Change(what="measure", message=told)


def lost_scores(columns: Sequence[Column], now: Values, before: Values) -> Iterator[Change]:
    """Yield a change for each set of cases that have a value on one side and none on the other.

    Measures that lost the same cases for the same reason share one, so a failed call is told once. For values lost now
    it bounds the mean over all these cases by the worst and the best that the lost ones could have been.
    """
    for cases, reasons, members in _grouped(columns, now, lost_now=True):
        bounds = [text for column in members[:_NAMED] if (text := _bounds(column))]
        yield _lost(cases, reasons, members, "not scored now", bounds)
    for cases, reasons, members in _grouped(columns, before, lost_now=False):
        yield _lost(cases, reasons, members, "not scored in the baseline", [])


def _grouped(
    columns: Sequence[Column], values: Values, *, lost_now: bool
) -> Iterator[tuple[tuple[str, ...], tuple[str, ...], list[Column]]]:
    groups: dict[tuple[tuple[str, ...], tuple[str, ...]], list[Column]] = {}
    for column in columns:
        cases = column.lost if lost_now else column.only_now
        if cases:
            reasons = sorted({_reason(outcome(values, column.measure, case)) for case in cases})
            groups.setdefault((cases, tuple(reasons)), []).append(column)
    for (cases, reasons_told), members in groups.items():
        yield cases, reasons_told, members


def _lost(
    cases: Sequence[str], reasons: Sequence[str], members: Sequence[Column], where: str, bounds: Sequence[str]
) -> Change:
    names = _listed([str(column.measure) for column in members])
    asked = len(members[0].cases) + len(cases)
    told = f"{names}: {len(cases)} of {asked} cases {where} ({_listed(reasons, '; ')}): {_listed(cases)}"
    judge = all(reason.startswith("needs judge") for reason in reasons)
    return Change(what="judge" if judge else "measure", message="; ".join([told, *bounds]))


def _set(now: Plan, before: Plan, pairing: Pairing) -> Iterator[Change]:
    if now.set_name != before.set_name:
        yield Change(what="set", message=f"another set: {before.set_name} → {now.set_name}")
    versions = (before.set_version, now.set_version)
    if versions[0] != versions[1]:
        yield Change(what="set", message=f"version {_arrow(*versions)}")
    elif pairing.changed and versions[0] is not None:
        told = f"version {versions[0]} was edited in place: it says the same version and holds other cases"
        yield Change(what="set", message=told)
    if now.split != before.split:
        yield Change(what="set", message=f"split {_arrow(before.split, now.split)}")
    whole = now.subset is None and before.subset is None
    for names, word in (
        (pairing.changed, "changed"),
        (pairing.outdated, "changed in the set since both runs"),
        (pairing.gone, "gone" if whole else "only in the baseline"),
        (pairing.added, "added" if whole else "only in this run"),
    ):
        if names:
            noun = "case" if len(names) == 1 else "cases"
            yield Change(what="set", message=f"{len(names)} {noun} {word}: {_listed(names)}")


def _corpus(now: Plan, before: Plan) -> Iterator[Change]:
    if now.corpus != before.corpus:
        yield Change(what="corpus", message=f"revision {_arrow(before.corpus, now.corpus)}")
    elif now.corpus_digest != before.corpus_digest:
        digests = _arrow(_short(before.corpus_digest), _short(now.corpus_digest))
        told = f"revision {now.corpus} has other content: {digests}"
        yield Change(what="corpus", message=told)


def _measuring(now: Plan, before: Plan) -> Iterator[Change]:
    if now.repeats != before.repeats:
        told = f"each case was asked {_times(before.repeats)} in the baseline and {_times(now.repeats)} now"
        yield Change(what="measure", message=told)


def _system(now: Plan, before: Plan) -> Iterator[Change]:
    if now.system != before.system:
        yield Change(what="system", message=f"system {_arrow(before.system, now.system)}")
    if now.system_revision != before.system_revision:
        yield Change(what="system", message=f"revision {_arrow(before.system_revision, now.system_revision)}")
    if now.system == before.system and now.system_digest != before.system_digest:
        yield Change(what="system", message=f"{now.system} is configured otherwise")


def _component(now: str | None, before: str | None) -> str:
    if before is None:
        return f"declared only now ({now}), so the baseline may have had another"
    if now is None:
        return f"declared only in the baseline ({before}), so it may be another now"
    return f"{before} → {now}"


def _state(passes: Mapping[str, CasePass], name: str) -> str:
    return passes[name].state if name in passes else "undecided"


def _reason(found: Scored | Unscored) -> str:
    if isinstance(found, Scored):
        return ""
    reason = found.reason.replace("_", " ")
    return f"{reason}: {found.detail}" if found.detail else reason


def _bounds(column: Column) -> str:
    if column.measure.unit != "share":
        return ""
    bounds = worst_and_best(column.now, asked=len(column.cases) + len(column.lost))
    if not isinstance(bounds, Bounds):
        return ""
    return f"the mean of {column.measure} over all of them lies between {bounds.worst:.2f} and {bounds.best:.2f}"


def _listed(names: Sequence[str], between: str = ", ") -> str:
    shown = between.join(names[:_NAMED])
    return shown if len(names) <= _NAMED else f"{shown} and {len(names) - _NAMED} more"


def _arrow(before: str | None, now: str | None) -> str:
    return f"{before or 'none'} → {now or 'none'}"


def _short(digest: str | None) -> str | None:
    return digest[:12] if digest else None


def _times(repeats: int) -> str:
    return "once" if repeats == 1 else f"{repeats} times"
