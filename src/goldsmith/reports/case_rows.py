"""What the page draws of a case, worked out before the template."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from goldsmith.records.case import Identity
from goldsmith.records.observation import ClaimSeen, Leak
from goldsmith.records.verdict import CaseResult, CitedResult, RetrievedResult
from goldsmith.reports.figures import count

Mark = tuple[str, str]
"""Tone (``good``, ``bad``, ``warn``, ``soft``) and words."""


def claim_mark(claim: ClaimSeen) -> Mark:
    """Return how a claim stands in the answer."""
    if claim.state == "undecided":
        return "warn", "only a judge can tell"
    if claim.force == "prohibited":
        return ("bad", "stated, and prohibited") if claim.state == "stated" else ("good", "not stated")
    if claim.force == "optional":
        return "soft", "stated" if claim.state == "stated" else "not stated"
    return ("good", "stated") if claim.state == "stated" else ("bad", "missing")


def citation_marks(one: CitedResult, number: int, leaks: Sequence[Leak]) -> tuple[Mark, ...]:
    """Return how the citation of that number, from 1, was resolved, the gravest first."""
    marks: list[Mark] = []
    if any(leak.channel == "citations" and leak.detail.startswith(f"citation {number}:") for leak in leaks):
        marks.append(("bad", "denied to the asker"))
    if one.known == "no":
        marks.append(("bad", "not in the corpus"))
    if one.retrieved == "no":
        marks.append(("bad", "not retrieved"))
    if one.quote_found == "not_found":
        marks.append(("bad", "the quoted words do not stand there"))
    if one.superseded:
        marks.append(("bad", "superseded source"))
    if one.retrieved == "unknown":
        marks.append(("warn", "what was retrieved is not shown"))
    if one.needs:
        marks.append(("good", "evidence"))
    if not one.needs and not marks:
        marks.append(("soft", "retrieved, no evidence of this case"))
    return tuple(marks)


def retrieved_marks(item: RetrievedResult) -> tuple[Mark, ...]:
    """Return what is to be said of a retrieved passage, the gravest first."""
    marks: list[Mark] = []
    if item.denied:
        marks.append(("bad", "denied to the asker"))
    if item.needs:
        marks.append(("good", "evidence"))
    if item.superseded:
        marks.append(("bad", "superseded"))
    if item.known == "no":
        marks.append(("warn", "not in the corpus"))
    if item.text_differs:
        marks.append(("warn", "text differs from the frozen one"))
    if item.rank is None:
        marks.append(("soft", "duplicate"))
    return tuple(marks)


def retrieved_summary(item: CaseResult) -> str:
    """Return what was retrieved, in a line: how many passages, of which evidence, denied, duplicate."""
    told = item.retrieved or ()
    parts = [count(item.retrieved_total, "passage")]
    gold = sorted({passage.rank for passage in told if passage.needs and passage.rank is not None})
    if gold:
        parts.append(f"evidence at {'rank' if len(gold) == 1 else 'ranks'} {', '.join(map(str, gold))}")
    elif item.evidence and told:
        parts.append("no evidence among them")
    for number, words in (
        (sum(passage.denied for passage in told), "denied"),
        (sum(passage.rank is None for passage in told), "duplicate"),
    ):
        if number:
            parts.append(f"{number} {words}")
    return " · ".join(parts)


@dataclass(frozen=True, slots=True, kw_only=True)
class LeakRow:
    """One denied source, and every channel in which it showed."""

    document: str
    channels: tuple[tuple[str, int, str], ...]
    """Channel, number of places, the first of them in words."""


def leak_rows(leaks: Sequence[Leak]) -> tuple[LeakRow, ...]:
    """Return the leaks of one case by source, in the order in which they were found."""
    held: dict[str, dict[str, list[str]]] = {}
    for leak in leaks:
        held.setdefault(leak.document, {}).setdefault(leak.channel, []).append(leak.detail)
    return tuple(
        LeakRow(
            document=document,
            channels=tuple((channel, len(details), details[0]) for channel, details in channels.items()),
        )
        for document, channels in held.items()
    )


def expected_shown(item: CaseResult) -> str:
    """Return what was expected, without the claims that the page lists beside the answer one by one."""
    told = {claim.text for claim in item.claims}
    lines = item.expected.split("\n")
    kept = [
        line
        for line in lines
        if not any(
            line.startswith(head) and line.removeprefix(head) in told for head in ("must say: ", "must not say: ")
        )
    ]
    return "\n".join(kept)


def asker(identity: Identity) -> tuple[tuple[str, str], ...]:
    """Return who asked, in pairs of a label and words."""
    pairs = [("User", identity.user), ("Tenant", identity.tenant or ""), ("Roles", ", ".join(identity.roles))]
    pairs += [("May see", ", ".join(identity.allowed)), ("Must not see", ", ".join(identity.denied))]
    return tuple(pair for pair in pairs if pair[1])


def slice_options(cases: Sequence[CaseResult]) -> tuple[tuple[str, tuple[tuple[int, str], ...]], ...]:
    """Return the axes by which the page can be narrowed down, each with its words and their numbers.

    An axis on which all cases are alike narrows nothing and is left out.
    """
    axes: dict[str, dict[str, None]] = {}
    for item in cases:
        for axis, word in item.labels:
            axes.setdefault(axis, {})[word] = None
    number = 0
    found = []
    for axis, words in axes.items():
        if len(words) > 1:
            numbered = tuple(enumerate(sorted(words), start=number))
            number += len(words)
            found.append((axis, numbered))
    return tuple(found)


def slice_numbers(item: CaseResult, options: Sequence[tuple[str, tuple[tuple[int, str], ...]]]) -> str:
    """Return the numbers of the slices of a case, divided by blanks."""
    own = set(item.labels)
    return " ".join(str(number) for axis, words in options for number, word in words if (axis, word) in own)
