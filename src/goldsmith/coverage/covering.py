"""From a set, its corpus and its past runs to what it covers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from goldsmith.coverage.corpus_use import Cited, documents_cited, rules_tried
from goldsmith.coverage.detection import PastRun, detect, flip_share
from goldsmith.coverage.gaps import Found, gaps_of
from goldsmith.coverage.mix import COUNTED, axis_mix, crossing, minimum_standing, unlabelled_axes
from goldsmith.coverage.presets import PRESETS, standing_of
from goldsmith.records.case import Case
from goldsmith.records.corpus import Document
from goldsmith.records.coverage import Coverage
from goldsmith.records.golden_set import SetHeader

POINTS = 5.0
"""The fall that is asked about where nobody names one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Material:
    """What is held against each other."""

    header: SetHeader
    cases: Sequence[Case]
    """Live cases: neither rejected nor retired."""
    left_out: Mapping[str, int] = field(default_factory=dict)
    cited: Cited
    """Documents that the evidence of each case cites."""
    corpus: str = ""
    documents: Sequence[Document] | None = None
    """None: no corpus was frozen."""
    runs: Sequence[PastRun] = ()
    """Latest first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What a person wants to know."""

    presets: tuple[str, ...] = ()
    """Names among `presets.PRESETS`."""
    by: tuple[str, ...] = ()
    """One axis to look at, or two to cross; names among `mix.CROSSED`."""
    points: float = POINTS


def cover(material: Material, asked: Asked) -> Coverage:
    """Return what the set covers and what is missing. The order of cases and documents does not matter."""
    header, cases = material.header, material.cases
    minima = header.minima
    documents = material.documents
    axes = tuple(
        axis_mix(cases, axis, added=header.axes.get(axis, ()), minima=minima)
        for axis in dict.fromkeys((*COUNTED, *asked.by))
    )
    found = Found(
        axes=axes,
        minima=tuple(minimum_standing(cases, item) for item in minima),
        targets=tuple(item for name in asked.presets for item in standing_of(PRESETS[name], cases, documents or ())),
        access=rules_tried(cases, material.cited, documents) if documents is not None else (),
        documents=documents_cited(material.cited, documents) if documents is not None else None,
    )
    return Coverage(
        set_name=header.name,
        corpus=material.corpus,
        cases=len(cases),
        left_out=dict(sorted(material.left_out.items())),
        axes=axes,
        crossings=(crossing(cases, asked.by[0], asked.by[1], added=header.axes),) if len(asked.by) == 2 else (),
        minima=tuple(found.minima),
        targets=tuple(found.targets),
        unlabelled=unlabelled_axes(axes, len(cases)),
        access=tuple(found.access),
        documents=found.documents,
        detection=detect(cases, flip_share(material.runs), asked.points),
        gaps=gaps_of(found),
    )
