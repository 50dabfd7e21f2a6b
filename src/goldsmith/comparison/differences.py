"""What differs between two runs besides chance: the set, the corpus, the judge, the measures, the system."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from goldsmith.comparison.pairing import Pairing
from goldsmith.records.comparison import Change
from goldsmith.records.gate import CasePass
from goldsmith.records.measure import Measure
from goldsmith.records.response import COMPONENTS, Component
from goldsmith.records.run import Plan

NAMED = 3
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
        told = f"{len(names)} {noun} passed in the baseline and cannot be decided now: {listed(names)}"
        yield Change(what="measure", message=told)


def of_one_version(
    measures: Sequence[Measure], now: Mapping[str, int], before: Mapping[str, int]
) -> tuple[tuple[Measure, ...], tuple[Change, ...]]:
    """Return the measures that both sides were scored by in one version, and a change for each of the others."""
    same: list[Measure] = []
    changes: list[Change] = []
    for measure in measures:
        old, new = before.get(str(measure), 1), now.get(str(measure), 1)
        if old == new:
            same.append(measure)
        else:
            changes.append(Change(what="measure", message=f"{measure} is not compared: version {old} and {new}"))
    return tuple(same), tuple(changes)


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
            yield Change(what="set", message=f"{len(names)} {noun} {word}: {listed(names)}")


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


def listed(names: Sequence[str], between: str = ", ") -> str:
    """Return the first few of `names` and how many there are beyond them."""
    shown = between.join(names[:NAMED])
    return shown if len(names) <= NAMED else f"{shown} and {len(names) - NAMED} more"


def _arrow(before: str | None, now: str | None) -> str:
    return f"{before or 'none'} → {now or 'none'}"


def _short(digest: str | None) -> str | None:
    return digest[:12] if digest else None


def _times(repeats: int) -> str:
    return "once" if repeats == 1 else f"{repeats} times"
