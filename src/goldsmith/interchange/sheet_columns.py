"""The columns of a sheet for experts of a field: what each shows of a case, and what a change in it means."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from goldsmith.interchange.contexts import shown_evidence
from goldsmith.interchange.format import Outgoing
from goldsmith.interchange.sheet_cells import evidence_lines, evidence_of, items_of, lined
from goldsmith.records.case import AcceptedAnswer, Case
from goldsmith.records.claims import Claim, OptionalClaim, ProhibitedClaim, RequiredClaim
from goldsmith.records.vocabulary import AXES

Applied = Case | str
"""The changed case, or in words why the cell cannot be taken."""
_BLANK_QUESTION = "a case asks something: the question stays as it was"


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetColumn:
    """A column that people may change."""

    header: str
    show: Callable[[Case], str]
    apply: Callable[[Case, str], Applied]
    """From the case and the text of the cell to the case that says so."""


def _question(case: Case, text: str) -> Applied:
    return replace(case, question=text) if text.strip() else _BLANK_QUESTION


def _answers(case: Case, text: str) -> Applied:
    known = {one.answer: one for one in case.accept}
    return replace(case, accept=tuple(known.get(item, AcceptedAnswer(answer=item)) for item in items_of(text)))


def _evidence(case: Case, text: str) -> Applied:
    return replace(case, evidence=evidence_of(text, case.evidence))


def _claims(header: str, kind: type[Any], made: Callable[[str], Claim]) -> SheetColumn:
    def show(case: Case) -> str:
        return lined(claim.text for claim in case.claims if isinstance(claim, kind))

    def apply(case: Case, text: str) -> Applied:
        known = {claim.text: claim for claim in case.claims if isinstance(claim, kind)}
        now = [known.get(item) or made(item) for item in items_of(text)]
        return replace(case, claims=_in_place(case.claims, kind, now))

    return SheetColumn(header=header, show=show, apply=apply)


def _in_place(claims: Iterable[Claim], kind: type[Any], now: list[Claim]) -> tuple[Claim, ...]:
    """Return claims with those of one kind put in the places of the earlier ones, further ones at the end."""
    left = iter(now)
    found: list[Claim] = []
    for claim in claims:
        if not isinstance(claim, kind):
            found.append(claim)
        elif (following := next(left, None)) is not None:
            found.append(following)
    return (*found, *left)


def _texts(header: str, field: str) -> SheetColumn:
    def apply(case: Case, text: str) -> Applied:
        changed: dict[str, Any] = {field: tuple(dict.fromkeys(items_of(text)))}
        return replace(case, **changed)

    return SheetColumn(header=header, show=lambda case: lined(getattr(case, field)), apply=apply)


def _text(header: str, field: str) -> SheetColumn:
    def apply(case: Case, text: str) -> Applied:
        changed: dict[str, Any] = {field: text or None}
        return replace(case, **changed)

    return SheetColumn(header=header, show=lambda case: getattr(case, field) or "", apply=apply)


def _word(header: str, field: Literal["answerability", "behaviour"]) -> SheetColumn:
    """Return the column of an axis whose words the measures build on."""
    told = f"it is none of the words that may stand there: {', '.join(AXES[field])}"

    def show(case: Case) -> str:
        held = str(getattr(case, field))
        return "" if held == "unstated" else held

    def apply(case: Case, text: str) -> Applied:
        word = axis_word(field, text) if text.strip() else "unstated"
        changed: dict[str, Any] = {field: word}
        return replace(case, **changed) if word else told

    return SheetColumn(header=header, show=show, apply=apply)


def axis_word(axis: str, text: str) -> str | None:
    """Return the standard word of an axis that a text is, whatever its case, blanks and hyphens; None: it is none."""
    word = "_".join(text.lower().replace("-", " ").replace("_", " ").split())
    return word if word in AXES[axis] else None


def _open_word(header: str, field: str) -> SheetColumn:
    """Return the column of an axis that a set may extend."""

    def apply(case: Case, text: str) -> Applied:
        changed: dict[str, Any] = {field: axis_word(field, text) or text.strip() or None}
        return replace(case, **changed)

    return SheetColumn(header=header, show=lambda case: getattr(case, field) or "", apply=apply)


QUESTION = SheetColumn(header="Question", show=lambda case: case.question, apply=_question)
COLUMNS: tuple[SheetColumn, ...] = (
    QUESTION,
    SheetColumn(header="Accepted answer", show=lambda case: lined(one.answer for one in case.accept), apply=_answers),
    SheetColumn(header="Evidence", show=lambda case: evidence_lines(case.evidence), apply=_evidence),
    _claims("Must say", RequiredClaim, lambda text: RequiredClaim(required=text)),
    _claims("May say", OptionalClaim, lambda text: OptionalClaim(optional=text)),
    _claims("Must not say", ProhibitedClaim, lambda text: ProhibitedClaim(prohibited=text)),
    _texts("Must ask", "must_ask"),
    _texts("Must point to", "must_point_to"),
    _word("Can be answered", "answerability"),
    _word("Right behaviour", "behaviour"),
    _text("Why it refuses", "refusal_reason"),
    _open_word("Job", "job"),
    _open_word("Reasoning", "reasoning"),
    _open_word("Difficulty", "difficulty"),
    _open_word("Risk", "risk"),
    _open_word("Language", "language"),
    _texts("Challenges", "challenges"),
    _texts("Tags", "tags"),
    _text("Notes", "notes"),
)
"""What people may change, in the order in which it stands there."""


def _asked_by(case: Case) -> str:
    if case.identity is None:
        return ""
    return f"{case.identity.user} of {case.identity.tenant}" if case.identity.tenant else case.identity.user


def reading(outgoing: Outgoing, case: Case) -> Mapping[str, str]:
    """Return what stands there only to be read."""
    earlier = "\n".join(f"{one.role}: {one.content}" for one in case.messages)
    words = "\n\n".join(f"[{name}] {text}" for name, text in shown_evidence(outgoing, case) if text)
    return {"Asked by": _asked_by(case), "Earlier turns": earlier, "Passages": words}


READING = ("Asked by", "Earlier turns", "Passages")
