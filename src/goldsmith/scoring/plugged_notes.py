"""What a reader must know of plug-ins before any score: which of them broke, where, and on how many cases."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from goldsmith.records.case import Case
from goldsmith.records.claims import PluginMatch
from goldsmith.records.measure import Score, Unscored
from goldsmith.records.observation import Observation
from goldsmith.records.run import RulerNote

_MEND = "mend the plug-in, then run the command again: nothing has to be asked anew"


def plugin_notes(
    cases: Mapping[str, Case], observations: Iterable[Observation], scores: Iterable[Score]
) -> tuple[RulerNote, ...]:
    """Return a note for each measure that broke and each matcher that left claims undecided, in order of their names.

    The first reason is told, in quotation marks: it may hold words of a reply.
    """
    return (*_measures(scores), *_matchers(cases, observations))


def _measures(scores: Iterable[Score]) -> Iterator[RulerNote]:
    asked: dict[str, set[str]] = {}
    broken: dict[str, dict[str, str]] = {}
    for one in scores:
        asked.setdefault(one.measure, set()).add(one.case)
        if isinstance(one.outcome, Unscored) and one.outcome.reason == "measure_failed":
            broken.setdefault(one.measure, {}).setdefault(one.case, one.outcome.detail)
    for name, found in sorted(broken.items()):
        first = found[min(found)]
        told = f'the measure failed on {len(found)} of {len(asked[name])} cases: "{first}"'
        yield RulerNote(kind="plugin_failed", message=told, mend=_MEND)


def _matchers(cases: Mapping[str, Case], observations: Iterable[Observation]) -> Iterator[RulerNote]:
    total: dict[str, int] = {}
    left: dict[str, list[tuple[str, int, str]]] = {}
    for one in observations:
        if one.case not in cases or one.failure is not None or not one.answered:
            continue
        for seen in one.claims:
            match = cases[one.case].claims[seen.claim].match
            if isinstance(match, PluginMatch):
                total[match.matcher] = total.get(match.matcher, 0) + 1
                if seen.state == "undecided":
                    left.setdefault(match.matcher, []).append((one.case, seen.claim, seen.found))
    for name, found in sorted(left.items()):
        why = min(found)[2] or "it gives no reason"
        told = f'the matcher {name} left {len(found)} of {total[name]} claims undecided: "{why}"'
        yield RulerNote(kind="plugin_failed", message=told, mend=_MEND)
