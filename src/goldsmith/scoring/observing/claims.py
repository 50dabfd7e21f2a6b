"""The claims of the contract in the words of the answer.

Each claim has one matcher, and only it decides. A value is found as whole words in comparison form; a number as a whole
number with a unit that converts exactly; a date in any spelling; a pattern by `patterns`. What only a judge can tell
stays undecided, and so does everything where no answer is shown. Word overlap is never asked.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from typing import NamedTuple

from goldsmith.ports.matcher import Sought
from goldsmith.records.case import Case
from goldsmith.records.claims import (
    AnyOfMatch,
    Claim,
    DateMatch,
    Matcher,
    NumberMatch,
    OptionalClaim,
    PatternMatch,
    PluginMatch,
    ProhibitedClaim,
    RequiredClaim,
    SimpleMatch,
    ValueMatch,
)
from goldsmith.records.observation import CheckSeen, ClaimSeen
from goldsmith.scoring.matching import places
from goldsmith.scoring.observing.negation import is_denied, speaks_of_absence
from goldsmith.scoring.plugged import NO_MATCHERS, Matchers, decided
from goldsmith.text.dates import FoundDate, find_dates
from goldsmith.text.normal import comparable
from goldsmith.text.numbers import Quantity, agrees, find_quantities
from goldsmith.text.patterns import Refused, search
from goldsmith.text.units import same_unit, unit_named


class Answer:
    """An answer text, read for quantities and dates once and only when a claim asks."""

    __slots__ = ("_dates", "_quantities", "_whole", "text")

    def __init__(self, text: str, *, whole: Answer | None = None) -> None:
        self.text = text
        self._whole = whole
        self._quantities: tuple[Quantity, ...] | None = None
        self._dates: tuple[FoundDate, ...] | None = None

    @property
    def quantities(self) -> tuple[Quantity, ...]:
        """The quantities that the answer states."""
        if self._quantities is None:
            self._quantities = (
                find_quantities(self.text)
                if self._whole is None
                else tuple(one for one in self._whole.quantities if one.range_part == "none")
            )
        return self._quantities

    def without_ranges(self) -> Answer:
        """Return the same answer without the quantities that only bound a range."""
        # Not kept: two answers that name each other would be left to the collector, once a response.
        return Answer(self.text, whole=self)

    @property
    def dates(self) -> tuple[FoundDate, ...]:
        """The dates that the answer states."""
        if self._dates is None:
            self._dates = find_dates(self.text) if self._whole is None else self._whole.dates
        return self._dates


class Found(NamedTuple):
    """Where a matcher holds, and what stands in its place where it does not."""

    places: tuple[tuple[int, int], ...] = ()
    instead: str = ""
    undecided: bool = False


_UNSHOWN = Found(undecided=True)


def see_claims(case: Case, answer: str | None, matchers: Matchers = NO_MATCHERS) -> tuple[ClaimSeen, ...]:
    """Return the state of every claim of the case; all undecided where no answer is shown (None)."""
    read = None if answer is None else Answer(answer)
    names = {need.need: index for index, need in enumerate(case.evidence) if need.need}
    return tuple(
        [
            _see(index, claim, _UNSHOWN if read is None else _find(claim, read, case, matchers), names)
            for index, claim in enumerate(case.claims)
        ]
    )


def _see(index: int, claim: Claim, found: Found, names: dict[str, int]) -> ClaimSeen:
    required = isinstance(claim, RequiredClaim)
    needs = () if isinstance(claim, ProhibitedClaim) else claim.needs
    return ClaimSeen(
        claim=index,
        text=claim.text,
        force="required" if required else "optional" if isinstance(claim, OptionalClaim) else "prohibited",
        kind="claim" if isinstance(claim, OptionalClaim) else claim.kind,
        state="undecided" if found.undecided else "stated" if found.places else "not_stated",
        at=found.places[0] if found.places else None,
        found=found.instead,
        weight=claim.weight,
        order=claim.order if isinstance(claim, RequiredClaim) else None,
        needs=tuple([names[name] for name in needs if name in names]),
    )


def _find(claim: Claim, answer: Answer, case: Case, matchers: Matchers) -> Found:
    """Decide one claim: where it is stated and not denied."""
    if not answer.text.strip():
        return Found()
    if isinstance(claim.match, PluginMatch):
        return _by_plugin(claim, claim.match, answer, case, matchers)
    # "10 to 14 days" does not state 10 days; yet it does speak of a value that must not be spoken of.
    late = isinstance(claim, ProhibitedClaim)
    found = match_answer(claim.match, answer if late else answer.without_ranges())
    if not found.places:
        return found
    # "The fee is not refundable" does state a fee; "vouchers are not given" must not count against the answer.
    kept = tuple([place for place in found.places if not is_denied(answer.text, *place, also_after=late)])
    if len(kept) == len(found.places) or speaks_of_absence(claim.text):
        return found
    if kept:
        return Found(places=kept)
    start, end = found.places[0]
    return Found(instead=f"denied: {answer.text[max(0, start - 20) : end].strip()}")


def _by_plugin(claim: Claim, match: PluginMatch, answer: Answer, case: Case, matchers: Matchers) -> Found:
    sought = Sought(claim=claim.text, answer=answer.text, question=case.question, options=match.options)
    told = decided(match.matcher, matchers, sought)
    whole = ((0, len(answer.text)),) if told.state == "stated" else ()
    return Found(places=told.at or whole, instead=told.instead, undecided=told.state == "undecided")


def match_answer(matcher: Matcher | str, answer: Answer) -> Found:
    """Return where `matcher` holds in the answer; a plain text stands for a value, ``judged`` is undecided."""
    match matcher:
        case ValueMatch(value=value):
            return Found(places(answer.text, comparable(value)))
        case NumberMatch():
            return _number(matcher, answer)
        case DateMatch(date=written):
            return _date(written, answer)
        case PatternMatch(pattern=pattern):
            return _pattern(pattern, answer)
        case AnyOfMatch(any_of=options):
            return _any_of(options, answer)
        case _:
            return Found(undecided=True)


def _any_of(options: tuple[str | SimpleMatch, ...], answer: Answer) -> Found:
    found = [match_answer(ValueMatch(value=one) if isinstance(one, str) else one, answer) for one in options]
    stated = tuple(sorted({place for one in found for place in one.places}))
    if stated:
        return Found(places=stated)
    instead = next((one.instead for one in found if one.instead), "")
    return Found(instead=instead, undecided=any(one.undecided for one in found))


def _number(matcher: NumberMatch, answer: Answer) -> Found:
    value, tolerance = Decimal(str(matcher.number)), Decimal(str(matcher.tolerance))
    unit = unit_named(matcher.unit) if matcher.unit else None
    if matcher.unit and unit is None:
        return _foreign_unit(matcher.unit, value, tolerance, answer)
    good = tuple(one for one in answer.quantities if agrees(one, value, unit, tolerance=tolerance))
    if good:
        return Found(places=tuple((one.start, one.end) for one in good))
    beside = [one for one in answer.quantities if unit is None or same_unit(one.unit, unit)]
    return Found(instead=answer.text[beside[0].start : beside[0].end] if beside else "")


def _foreign_unit(unit: str, value: Decimal, tolerance: Decimal, answer: Answer) -> Found:
    """Match a number with a unit that no table knows: the word must stand right beside the number."""
    word = comparable(unit)
    found, instead = [], ""
    for one in answer.quantities:
        behind = comparable(answer.text[one.end : one.end + len(unit) + 8])
        before = comparable(answer.text[max(0, one.start - len(unit) - 2) : one.start])
        written = comparable(answer.text[one.start : one.end])
        if not (behind.startswith(word) or before.endswith(word) or written.endswith(word)):
            continue
        if agrees(one, value, None, tolerance=tolerance):
            found.append((one.start, one.end))
        instead = instead or answer.text[one.start : one.end].strip()
    return Found(places=tuple(found), instead="" if found else instead)


def _date(written: str, answer: Answer) -> Found:
    try:
        wanted = date.fromisoformat(written[:10])
    except ValueError:
        return Found(instead=f"{written!r} is not an ISO 8601 date", undecided=True)
    good = tuple((one.span.start, one.span.end) for one in answer.dates if wanted in one.readings)
    if good:
        return Found(places=good)
    return Found(instead=answer.dates[0].span.of(answer.text) if answer.dates else "")


def _pattern(pattern: str, answer: Answer) -> Found:
    found = search(pattern, answer.text)
    if isinstance(found, Refused):
        return Found(instead=found.why, undecided=True)
    return Found(places=() if found is None else (found,))


def see_order(case: Case, answer: str | None, matchers: Matchers = NO_MATCHERS) -> Iterator[CheckSeen]:
    """Say whether the ordered claims that are stated stand in their order; nothing where fewer than two are ordered."""
    ordered = sorted(
        (claim for claim in case.claims if isinstance(claim, RequiredClaim) and claim.order is not None),
        key=lambda claim: claim.order or 0,
    )
    if len(ordered) < 2:
        return
    if answer is None:
        yield CheckSeen(check="order", state="not_observed", detail="no answer is shown")
        return
    read = Answer(answer)
    found = [(claim, _find(claim, read, case, matchers)) for claim in ordered]
    undecided = [claim.text for claim, one in found if one.undecided]
    stated = [(claim, one.places) for claim, one in found if one.places]
    if undecided:
        yield CheckSeen(check="order", state="not_observed", detail=f"only a judge can find {undecided[0]!r}")
    elif len(stated) < 2:
        yield CheckSeen(check="order", state="not_met", detail=f"{len(stated)} of {len(ordered)} steps are stated")
    else:
        yield _in_order(stated)


def _in_order(stated: list[tuple[RequiredClaim, tuple[tuple[int, int], ...]]]) -> CheckSeen:
    """Take for each step the first place behind the step before it; steps of equal order may stand anyhow."""
    behind, reached, current = -1, -1, stated[0][0].order
    for claim, found in stated:
        if claim.order != current:
            behind, current = reached, claim.order
        place = next((start for start, _ in found if start > behind), None)
        if place is None:
            return CheckSeen(check="order", state="not_met", detail=f"{claim.text!r} stands before an earlier step")
        reached = max(reached, place)
    return CheckSeen(check="order", state="met", detail=f"{len(stated)} steps in order")
