"""Whether a run answers the set that it was asked: what is missing, repeated or unknown, and no silent choice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from goldsmith.records.case import Case
from goldsmith.records.digests import case_digest
from goldsmith.records.measure import Score, Scored
from goldsmith.records.response import Failure, Response
from goldsmith.records.task import TaskKey


@dataclass(frozen=True, slots=True, kw_only=True)
class Matched:
    """The results of a run laid against the cases of a set."""

    usable: tuple[Response, ...]
    """Judged results that are the only one of their case, step and repeat, in the order of the cases."""
    missing: tuple[str, ...]
    """Cases without any result."""
    repeated: tuple[tuple[str, int, int], ...]
    """Case, repeat, and how many results claim to be it: none of them is used."""
    incomplete: tuple[tuple[str, tuple[int, ...]], ...]
    """Cases with some repeats, and the repeats that they lack."""
    unknown: tuple[str, ...]
    """Ids of results that no case has."""
    asked: int
    """Cases: the denominator."""

    @property
    def complete(self) -> bool:
        """Every case has exactly one result for each repeat, and nothing else is there."""
        return not (self.missing or self.repeated or self.incomplete or self.unknown)

    @property
    def whole(self) -> int:
        """Cases that have exactly one result for each repeat."""
        short = {case for case, _ in self.incomplete} | {case for case, _, _ in self.repeated}
        return self.asked - len(short | set(self.missing))


def match_results(cases: Sequence[Case], responses: Sequence[Response], *, repeats: int = 1) -> Matched:
    """Lay `responses` against `cases` of which each was to be asked `repeats` times.

    Steps that only played an earlier turn, and probes of access, are left out. Nothing is chosen: of two results for
    one repeat neither is used.
    """
    known = {case.id for case in cases}
    judged = [one for one in responses if one.judged and not one.probe]
    counts = Counter((one.case, one.key.step, one.key.repeat) for one in judged if one.case in known)
    single = {key for key, count in counts.items() if count == 1}
    present: dict[str, set[int]] = {}
    for case, _, repeat in counts:
        present.setdefault(case, set()).add(repeat)
    place = {case.id: index for index, case in enumerate(cases)}
    usable = [one for one in judged if (one.case, one.key.step, one.key.repeat) in single]
    usable.sort(key=lambda one: (place[one.case], one.key))
    wanted = range(1, repeats + 1)
    return Matched(
        usable=tuple(usable),
        missing=tuple(case.id for case in cases if case.id not in present),
        repeated=tuple(
            sorted(
                ((case, repeat, count) for (case, _, repeat), count in counts.items() if count > 1),
                key=lambda found: (place[found[0]], found[1]),
            )
        ),
        incomplete=tuple(
            (case.id, lacking)
            for case in cases
            if case.id in present and (lacking := tuple(n for n in wanted if n not in present[case.id]))
        ),
        unknown=tuple(sorted({one.case for one in judged if one.case not in known})),
        asked=len(cases),
    )


def not_answered(case: Case, *, repeat: int = 1, message: str = "there is no result for this case") -> Response:
    """Return the result that stands for one that is missing, so that it is observed, counted and named."""
    return Response(
        key=TaskKey(task=case.id, step=0, repeat=repeat),
        case=case.id,
        case_digest=case_digest(case),
        outcome=Failure(kind="not_answered", message=message),
        attempts=0,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseRepeats:
    """How one measure came out over the repeats of one case."""

    case: str
    values: tuple[tuple[int, float], ...]
    """Repeat and value, of the repeats that were scored."""
    unscored: tuple[tuple[int, str], ...]
    """Repeat and reason, of those that were not."""
    repeated: tuple[int, ...]
    """Repeats with more than one score: none of them is among the values."""
    absent: tuple[int, ...]
    """Repeats without any score."""

    @property
    def complete(self) -> bool:
        """Every repeat has exactly one value: only then may chances over all repeats be given."""
        return not (self.unscored or self.repeated or self.absent)


def repeats_of(scores: Sequence[Score], measure: str, *, repeats: int) -> tuple[CaseRepeats, ...]:
    """Return, case by case in the order of first appearance, what each of the `repeats` of one measure came to."""
    by_case: dict[str, dict[int, list[Score]]] = {}
    for one in scores:
        if one.measure == measure:
            by_case.setdefault(one.case, {}).setdefault(one.key.repeat, []).append(one)
    return tuple(_repeats(case, found, repeats) for case, found in by_case.items())


def _repeats(case: str, found: dict[int, list[Score]], repeats: int) -> CaseRepeats:
    values, unscored = [], []
    for repeat in sorted(found):
        if len(found[repeat]) > 1:
            continue
        outcome = found[repeat][0].outcome
        if isinstance(outcome, Scored):
            values.append((repeat, outcome.value))
        else:
            unscored.append((repeat, outcome.reason))
    return CaseRepeats(
        case=case,
        values=tuple(values),
        unscored=tuple(unscored),
        repeated=tuple(repeat for repeat in sorted(found) if len(found[repeat]) > 1),
        absent=tuple(repeat for repeat in range(1, repeats + 1) if repeat not in found),
    )
