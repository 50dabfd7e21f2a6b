"""What has to be said of a verdict on a file of another tool, beside what is said of every verdict."""

from __future__ import annotations

import re
from collections.abc import Iterator

from goldsmith.ondisk.baselines import Baseline
from goldsmith.records.run import RulerNote
from goldsmith.records.verdict import Verdict
from goldsmith.workflows.foreign_set import Foreign, Opened

LEFT_TO_A_JUDGE = "in other words: only a judge can tell"
"""Why a matcher of ours leaves a claim undecided; no fault of it."""
_SEMVER = re.compile(r"v?(?P<major>\d+)(?:\.(?P<minor>\d+))?(?:\.(?P<patch>\d+))?(?:[-+].*)?")
_LEVELS = ("none", "patch", "minor", "major")
_SHOWN = 3
_FOR_A_JUDGE = ("only a judge", "no required claim")
"""How the reasons begin for which no rule decides a case."""


def notes_of(opened: Opened, foreign: Foreign, verdict: Verdict, before: Baseline | None) -> Iterator[RulerNote]:
    """Yield what a reader must know: what needs a judge, weights, versions, what was met while the file was read.

    `before` is the baseline that the run is compared with.
    """
    yield from _undecided(foreign, opened, verdict)
    yield from _weights(opened, verdict)
    if before is not None:
        yield from _version(opened, before)
    yield from foreign.notes
    if opened.left_out:
        yield RulerNote(kind="sets_left_out", message=f"no case with such a tag: {', '.join(opened.left_out)}")


def _undecided(foreign: Foreign, opened: Opened, verdict: Verdict) -> Iterator[RulerNote]:
    states = [item.result for item in verdict.cases]
    names = [one.case for one in states if any(line.startswith(_FOR_A_JUDGE) for line in one.why)]
    if names:
        asks_tone = any("tone" in case.metrics for case in opened.project.golden.cases)
        tone = ", and in the right tone," if asks_tone else ""
        yield RulerNote(
            kind="needs_judge",
            message=f"{len(names)} of {len(states)} cases stay unscored ({some(names)}): whether other words say the "
            f"same{tone} only a judge or a person can tell",
            mend=f"state what a right answer must say as claims: goldsmith import {foreign.file}, then goldsmith check",
        )


def weighed(opened: Opened, verdict: Verdict) -> tuple[float, float, float]:
    """Return the weight of the cases that passed, of those that failed, and of all."""
    weights = {case.id: case.weight for case in opened.project.golden.cases}
    sums = {"passed": 0.0, "failed": 0.0, "undecided": 0.0}
    for item in verdict.cases:
        sums[item.result.state] += weights.get(item.result.case, 1)
    return sums["passed"], sums["failed"], sum(sums.values())


def _weights(opened: Opened, verdict: Verdict) -> Iterator[RulerNote]:
    if all(case.weight == 1 for case in opened.project.golden.cases):
        return
    passed, failed, whole = weighed(opened, verdict)
    yield RulerNote(
        kind="weights",
        message=f"by their weights {passed:g} of {whole:g} pass, {failed:g} fail, {whole - passed - failed:g} are "
        "undecided; every figure below counts all cases alike",
    )


def _version(opened: Opened, before: Baseline) -> Iterator[RulerNote]:
    """Say where the cases changed by more than the step of the version says."""
    golden = opened.project.golden
    old, new = before.plan.set_version, golden.header.version
    claimed = step_of(old, new)
    held = {item.case: item.content for item in before.header.cases}
    today = {case.id: opened.project.once.digest(case) for case in golden.cases}
    gone = [name for name in held if name not in today]
    changed = [name for name in today if held.get(name) != today[name]]
    needed = "major" if gone else "minor" if changed else "none"
    if claimed is not None and _LEVELS.index(claimed) < _LEVELS.index(needed):
        told = f"the version went from {old} to {new}, " if old != new else f"the version is {new} still, "
        what = (
            f"{_cases(len(gone), 'is', 'are')} gone ({some(gone)})"
            if gone
            else f"{_cases(len(changed), 'is', 'are')} new or changed ({some(changed)})"
        )
        yield RulerNote(
            kind="version_too_low",
            message=f"{told}and {what}: that is a {needed} step",
            mend="raise the version, so that a change of the set is not taken for one of the system",
        )


def _cases(number: int, one: str, many: str) -> str:
    return f"1 case {one}" if number == 1 else f"{number} cases {many}"


def step_of(before: str | None, now: str | None) -> str | None:
    """Return which part of a semantic version was raised: ``major``, ``minor``, ``patch`` or ``none``.

    None: one of the two is no semantic version. A part that is not written is 0; a lower version is a step as well.
    """
    old, new = _SEMVER.fullmatch(before or ""), _SEMVER.fullmatch(now or "")
    if old is None or new is None:
        return None
    differs = (name for name in ("major", "minor", "patch") if int(old[name] or 0) != int(new[name] or 0))
    return next(differs, "none")


def some(names: list[str]) -> str:
    """Return the first few names, and how many more there are."""
    more = f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
    return ", ".join(names[:_SHOWN]) + more
