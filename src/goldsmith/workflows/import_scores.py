"""The figures that a source itself gives: those of the whole as they are, those of single cases as means."""

from __future__ import annotations

from collections.abc import Iterator
from math import isfinite

from goldsmith.records.interchange import PublishedScore
from goldsmith.workflows.import_writing import ReportWriter


class Scores:
    """Takes figures as they come; those of single cases go to a file beside the report."""

    def __init__(self, report: ReportWriter) -> None:
        self._report = report
        self._whole: list[PublishedScore] = []
        self._sums: dict[tuple[str, str], tuple[float, int]] = {}

    def add(self, score: PublishedScore) -> None:
        """Take a figure; one that is no number is passed over."""
        if not isfinite(score.value):
            return
        if not score.case:
            self._whole.append(score)
            return
        self._report.score(score)
        total, number = self._sums.get((score.system, score.measure), (0.0, 0))
        self._sums[score.system, score.measure] = (total + score.value, number + 1)

    def told(self) -> tuple[PublishedScore, ...]:
        """Return the figures of the whole, and the mean of those of single cases where the source gives none."""
        return (*self._whole, *self._means())

    def _means(self) -> Iterator[PublishedScore]:
        given = {(score.system, score.measure) for score in self._whole}
        for (system, measure), (total, number) in sorted(self._sums.items()):
            if (system, measure) not in given:
                told = f"{measure} (mean of {number:,})"
                yield PublishedScore(measure=told, value=total / number, system=system)
