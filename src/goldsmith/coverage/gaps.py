"""What is missing, put together as a list to draft: the gravest first, one entry for cases of the same words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from goldsmith.coverage.corpus_use import SHOWN_DOCUMENTS
from goldsmith.coverage.presets import PRESETS
from goldsmith.records.coverage import (
    AxisMix,
    DocumentsCited,
    Gap,
    GapKind,
    MinimumStanding,
    RuleTried,
    TargetStanding,
)

LEAST_IN_SLICE = 5
"""Cases below which a figure is noise: one answer moves it by twenty points and more."""

EXPECTED: Mapping[str, tuple[str, ...]] = {
    "answerability": ("supported", "unsupported", "ambiguous"),
    "reasoning": ("single", "multi_hop"),
    "risk": ("high",),
    "challenges": ("typo", "long", "provocation"),
}
"""Words that every set should hold, as the check names them too; of other words only those are told that it uses."""

_THIN_AXES = ("answerability", "behaviour", "job", "reasoning", "difficulty", "risk", "language", "challenges")
_MOST_FOLDERS = 5
_KINDS: tuple[GapKind, ...] = ("minimum", "access", "preset", "thin_slice", "documents")
_PAIRED = {"unsupported": "refuse", "ambiguous": "clarify"}
_DENIED = {"answerability": "unsupported", "behaviour": "refuse", "challenges": "permission"}
_PERMITTED = {"answerability": "supported", "behaviour": "answer", "challenges": "permission"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """Everything from which gaps follow."""

    axes: Sequence[AxisMix]
    minima: Sequence[MinimumStanding]
    targets: Sequence[TargetStanding]
    access: Sequence[RuleTried]
    documents: DocumentsCited | None


def gaps_of(found: Found) -> tuple[Gap, ...]:
    """Return what to draft, the gravest kind first; of thin slices those first that every set should hold.

    Gaps whose cases would have the same words are one, with the largest number and every reason: the same cases fill
    them all. What the corpus itself is not tried on stays apart, since its documents are others.
    """
    each = [
        *_of_minima(found.minima),
        *_of_access(found.access),
        *_of_targets(found.targets),
        *_of_slices(found.axes, {tuple(item.slice.items()) for item in found.minima}),
        *_of_documents(found.documents),
    ]
    merged: dict[tuple[object, ...], Gap] = {}
    for gap in each:
        key = (tuple(sorted(gap.slice.items())), gap.asker, gap.documents)
        held = merged.get(key)
        if held is None:
            merged[key] = gap
        else:
            merged[key] = replace(held, cases=max(held.cases, gap.cases), why=(*held.why, *gap.why))
    order = {kind: place for place, kind in enumerate(_KINDS)}
    return tuple(sorted(merged.values(), key=lambda gap: order[gap.kind]))


def _of_minima(minima: Sequence[MinimumStanding]) -> Iterator[Gap]:
    for item in minima:
        if not item.met:
            yield Gap(
                kind="minimum",
                slice=_completed(item.slice),
                cases=item.asked - item.cases,
                why=(f"set.yaml asks for {item.asked} {_named(item.slice)}, there are {item.cases}",),
            )


def _of_targets(targets: Sequence[TargetStanding]) -> Iterator[Gap]:
    for item in targets:
        if item.state == "short":
            kind = next(one for one in PRESETS[item.preset].kinds if one.name == item.kind)
            asked = f"{item.shares[0]:.0%} of the cases" if item.shares else f"{item.least}"
            yield Gap(
                kind="preset",
                slice=_completed(kind.draft),
                cases=item.missing,
                why=(f"{item.preset} asks for {asked} {item.kind.replace('_', ' ')}, there are {item.cases}",),
            )


def _of_slices(axes: Sequence[AxisMix], ruled: set[tuple[tuple[str, str], ...]]) -> Iterator[Gap]:
    thin: list[tuple[bool, int, str, str]] = []
    for mix in axes:
        labelled = any(item.cases for item in mix.words)
        if mix.axis not in _THIN_AXES or not (labelled or mix.axis == "challenges"):
            continue
        expected = EXPECTED.get(mix.axis, ())
        counts = dict.fromkeys(expected, 0) | {item.word: item.cases for item in mix.words if item.cases}
        thin += [
            (word not in expected, cases, mix.axis, word)
            for word, cases in counts.items()
            if cases < LEAST_IN_SLICE and ((mix.axis, word),) not in ruled
        ]
    for _, cases, axis, word in sorted(thin):
        yield Gap(
            kind="thin_slice",
            slice=_completed({axis: word}),
            cases=LEAST_IN_SLICE - cases,
            why=(f"{axis}={word} has {cases}, a figure needs {LEAST_IN_SLICE}",),
        )


def _of_access(rules: Sequence[RuleTried]) -> Iterator[Gap]:
    for rule in rules:
        by_cases = rule.tenant is None and rule.principals is None
        whose = "somebody to whom no case denies it" if by_cases else rule_words(rule.tenant, rule.principals)
        which = "it" if rule.documents == 1 else f"one of {rule.documents} documents"
        if rule.principals != () and not rule.permitted:
            yield Gap(
                kind="access",
                slice=dict(_PERMITTED),
                cases=1,
                why=(f"nobody who may see {which} is asked about it",),
                asker=whose,
                documents=rule.never_permitted[:SHOWN_DOCUMENTS],
            )
        if not rule.denied:
            yield Gap(
                kind="access",
                slice=dict(_DENIED),
                cases=1,
                why=(f"nobody who may not see {which} asks for it",),
                asker=f"anybody but {whose}" if rule.principals != () else "anybody",
                documents=rule.never_denied[:SHOWN_DOCUMENTS],
            )


def _of_documents(cited: DocumentsCited | None) -> Iterator[Gap]:
    """Yield the worst folders of which evidence cites less than half; restricted documents have gaps of their own."""
    found = [item for item in cited.folders if 2 * item.cited < item.documents and item.uncited] if cited else []
    for item in found[:_MOST_FOLDERS]:
        where = "at the top" if item.folder == "." else f"in {item.folder}/"
        yield Gap(
            kind="documents",
            slice={},
            cases=min(len(item.uncited), LEAST_IN_SLICE),
            why=(f"evidence cites {item.cited} of {item.documents} documents {where}",),
            documents=item.uncited,
        )


def rule_words(tenant: str | None, principals: Sequence[str] | None) -> str:
    """Return whom an access rule lets in, in words."""
    whose = f"tenant {tenant}" if tenant is not None else ""
    if principals is None:
        return whose or "everybody"
    allowed = " or ".join(principals) if principals else "nobody"
    return f"{whose}, {allowed}" if whose else allowed


def _completed(words: Mapping[str, str]) -> dict[str, str]:
    """Return `words` with the behaviour that follows from answerability, or the other way round, in order of axis."""
    filled = dict(words)
    for answerability, behaviour in _PAIRED.items():
        if filled.get("answerability") == answerability:
            filled.setdefault("behaviour", behaviour)
        if filled.get("behaviour") == behaviour:
            filled.setdefault("answerability", answerability)
    return dict(sorted(filled.items()))


def _named(words: Mapping[str, str]) -> str:
    return ", ".join(f"{axis}={word}" for axis, word in sorted(words.items())) or "cases"
