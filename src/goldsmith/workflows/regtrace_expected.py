"""What can be said without a judge of an answer beside an expected output: of texts little, of JSON nearly all.

Words in common decide nothing. An answer that holds the whole expected output says what is expected; of one that says
something else nothing follows. JSON is compared value by value.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from goldsmith.interchange.regtrace_form import json_in
from goldsmith.ports.matcher import Decided, Sought
from goldsmith.scoring.matching import places
from goldsmith.scoring.observing.negation import is_denied
from goldsmith.text.normal import comparable
from goldsmith.workflows.foreign_notes import LEFT_TO_A_JUDGE

NAME = "regtrace.expected"
_NEARLY = 0.01
"""Numbers that differ by no more are the same to Regtrace."""


class AsExpected:
    """Decides whether an answer is what an expected output is.

    Options: `expected`, the text; `threshold`, the least share of JSON values that have to agree; `only_same`, present
    where nothing but the very same text decides.
    """

    name = NAME

    def decide(self, sought: Sought) -> Decided:
        """Return whether the answer is as expected, or that only a judge can tell."""
        expected = str(sought.options.get("expected", ""))
        same = comparable(sought.answer) == comparable(expected) != ""
        if same or sought.options.get("only_same"):
            return Decided(state="stated" if same else "undecided", instead="" if same else LEFT_TO_A_JUDGE)
        wanted = json_in(expected)
        if wanted is not None:
            return self._json(wanted, json_in(sought.answer), float(sought.options.get("threshold", 1)))
        found = places(sought.answer, comparable(expected)) if comparable(expected) else ()
        kept = tuple(place for place in found if not is_denied(sought.answer, *place, also_after=False))
        return Decided(state="stated", at=kept) if kept else Decided(state="undecided", instead=LEFT_TO_A_JUDGE)

    def _json(self, wanted: Any, given: Any, threshold: float) -> Decided:
        if given is None:
            return Decided(state="not_stated", instead="no JSON")
        pairs = list(compared(wanted, given, "$"))
        agree = sum(1 for _, holds in pairs if holds)
        if agree >= threshold * len(pairs) - 1e-9:
            return Decided(state="stated")
        first = next(place for place, holds in pairs if not holds)
        return Decided(state="not_stated", instead=f"{agree} of {len(pairs)} values as expected, not {first}")


def compared(wanted: Any, given: Any, place: str) -> Iterator[tuple[str, bool]]:
    """Yield each value of two JSON documents, by its place, and whether they agree there; what one lacks disagrees."""
    if isinstance(wanted, dict) and isinstance(given, dict) and (wanted or given):
        for name in dict.fromkeys((*wanted, *given)):
            inner = f"{place}.{name}"
            if name in wanted and name in given:
                yield from compared(wanted[name], given[name], inner)
            else:
                yield inner, False
    elif isinstance(wanted, list) and isinstance(given, list) and (wanted or given):
        for at in range(max(len(wanted), len(given))):
            inner = f"{place}[{at}]"
            if at < min(len(wanted), len(given)):
                yield from compared(wanted[at], given[at], inner)
            else:
                yield inner, False
    else:
        yield place, _agree(wanted, given)


def _agree(wanted: Any, given: Any) -> bool:
    if isinstance(wanted, bool) or isinstance(given, bool):
        return wanted is given
    if isinstance(wanted, int | float) and isinstance(given, int | float):
        return abs(wanted - given) <= _NEARLY
    if isinstance(wanted, str) and isinstance(given, str):
        return wanted.strip() == given.strip()
    return type(wanted) is type(given) and bool(wanted == given)
