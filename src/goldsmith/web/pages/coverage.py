"""What the set covers: its mix, what is missing, and which change of a system it could show."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from goldsmith.coverage.covering import POINTS
from goldsmith.ports.pages import Reply
from goldsmith.records.coverage import AxisMix, Coverage, Detected, Gap
from goldsmith.web import figures
from goldsmith.web.visit import Page, Visit
from goldsmith.workflows.cover import CoverOptions, cover_set
from goldsmith.workflows.review_discretion import sees_all_documents
from goldsmith.workflows.review_runs import latest_run

FALLS = (2.0, 5.0, 10.0, 15.0, 20.0)
"""Falls, in points, about which the page can be asked."""
WHO = frozenset({"profile", "tenant"})
"""Axes that name groups of people who see other documents."""
_OF_DOCUMENTS = frozenset({"access", "documents"})
MOST_GAPS = 8
"""Gaps that are shown at once; the rest folds away."""
_FEW = 5
"""Cases below which a figure is noise."""


def show_coverage(visit: Visit) -> Reply:
    """Return the coverage, without a word on documents and their readers to who may not see all of them."""
    asked = visit.call.asked("points")
    fall = next((one for one in FALLS if f"{one:g}" == asked), POINTS)
    found = _kept(visit, fall)
    everything = sees_all_documents(visit.desk, visit.person)
    values: dict[str, Any] = {
        "coverage": found,
        "most": MOST_GAPS,
        "everything": everything,
        "left_out": [(visit.say(f"coverage.left_out.{state}"), n) for state, n in sorted(found.left_out.items())],
        "gaps": [_gap(visit, gap) for gap in found.gaps if _may_know(gap, everything=everything)],
        "mix": [_axis(visit, axis) for axis in found.axes if everything or axis.axis not in WHO],
        "minima": [
            (figures.slice_name(visit, item.slice), item.cases, item.asked, item.met)
            for item in found.minima
            if everything or not WHO & item.slice.keys()
        ],
        "whole": _detected(visit, found.detection.whole),
        "slices": [
            _detected(visit, item)
            for item in found.detection.slices
            if everything or not WHO & item.slice.keys()
        ],
        "repeats": [(item.repeats, item.needed) for item in found.detection.repeats],
        "flips": visit.say(
            f"coverage.flips.{found.detection.flips.basis}",
            share=figures.percent(visit, found.detection.flips.value),
            n=found.detection.flips.cases,
        ),
        "falls": [(f"{one:g}", visit.say("coverage.points", points=f"{one:g}")) for one in FALLS],
        "fall": f"{fall:g}",
        "folders": list(_folders(visit, found)) if everything else [],
    }  # fmt: skip
    return visit.page("coverage.html", values)


def _kept(visit: Visit, fall: float) -> Coverage:
    """Return the coverage of the set as it stands, worked out once for each fall until there is another run."""
    project, latest = visit.desk.project, latest_run(visit.desk)
    return project.once.get(
        f"coverage at {fall:g} after {latest}", lambda: cover_set(project, CoverOptions(points=fall))
    )


def _may_know(gap: Gap, *, everything: bool) -> bool:
    return everything or (gap.kind not in _OF_DOCUMENTS and not gap.asker and not WHO & gap.slice.keys())


def _gap(visit: Visit, gap: Gap) -> dict[str, Any]:
    return {
        "kind": visit.say(f"coverage.gap.{gap.kind}"),
        "what": figures.slice_name(visit, gap.slice) or visit.say("coverage.any_case"),
        "cases": gap.cases,
        "why": () if gap.kind == "thin_slice" else gap.why,
        "asker": gap.asker,
        "documents": gap.documents,
    }


def _axis(visit: Visit, axis: AxisMix) -> dict[str, Any]:
    rows = [
        (figures.axis_word(visit, axis.axis, item.word), item.cases, figures.percent(visit, item.share), item.share)
        for item in axis.words
    ]
    return {"name": figures.axis_name(visit, axis.axis), "rows": rows, "unlabelled": axis.unlabelled}


def _detected(visit: Visit, item: Detected) -> dict[str, Any]:
    return {
        "name": figures.slice_name(visit, item.slice),
        "cases": item.cases,
        "families": item.families,
        "fall": None if item.smallest_fall is None else figures.points(visit, item.smallest_fall),
        "few": item.cases < _FEW,
        "more": item.more,
    }


def _folders(visit: Visit, found: Coverage) -> Iterator[tuple[str, int, int]]:
    for folder in found.documents.folders if found.documents is not None else ():
        name = visit.say("coverage.top_folder") if folder.folder == "." else folder.folder
        yield name, folder.documents, folder.cited


PAGES = (Page(method="GET", path="/coverage", right="read", handle=show_coverage),)
