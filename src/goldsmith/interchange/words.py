"""What every tool asks of a reviewer under the same names, and what its answers say together."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypeVar

from goldsmith.interchange.layout import Layout, Place, mark_in, places_from
from goldsmith.records.decision import Confirmations, DecisionWord
from goldsmith.records.review_exchange import Annotator, ExchangeStep, MarkSaid, ReviewTask, WordSaid
from goldsmith.records.workbench import ClaimWord
from goldsmith.text.spans import Span, Unit, to_code_points

T = TypeVar("T")

SCHEME = 1
"""Of the data that a task carries so that its answers find their way back."""
NEEDS = tuple(f"Need {number}" for number in range(1, 10))
"""Labels of marks: those of one need are alternatives, and all needs are required."""

Kind = Literal["one", "many"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A choice that is asked in a tool."""

    name: str
    asks: str
    options: tuple[tuple[str, str], ...]
    """Word as it is kept, and as it is shown."""
    kind: Kind = "one"


NONE = "none"
QUESTIONS: dict[ExchangeStep, tuple[Question, ...]] = {
    "evidence": (
        Question(
            name="no_evidence",
            asks="Nothing to mark?",
            options=((NONE, "None of these passages answers the question"),),
        ),
        Question(
            name="cannot_judge",
            asks="You cannot judge it? Say why below.",
            options=(
                ("outside_my_field", "Outside my field"),
                ("source_unreadable", "Source unreadable"),
            ),
        ),
    ),
    "label": (
        Question(
            name="decision",
            asks="Your decision",
            options=(
                ("approved", "Approve"),
                ("rejected", "Reject"),
                ("ambiguous", "Ambiguous"),
                ("outside_my_field", "Outside my field"),
                ("source_unreadable", "Source unreadable"),
            ),
        ),
        Question(
            name="answer",
            asks="The drafted answer is",
            options=(
                ("right", "right"),
                ("says_more", "says more than the sources"),
                ("incomplete", "incomplete"),
                ("wrong", "wrong"),
            ),
        ),
        Question(
            name="behaviour",
            asks="What should a good system do?",
            options=(
                ("answer", "answer"),
                ("clarify", "ask back"),
                ("refuse", "decline to answer"),
                ("escalate", "hand over to a person"),
                ("fail_safely", "stop safely and say so"),
            ),
        ),
        Question(
            name="confirmed",
            asks="You confirm (an approval confirms all three)",
            kind="many",
            options=(
                ("question_plausible", "Somebody would plausibly ask this, in such words"),
                ("answer_within_source", "The answer says no more than the sources"),
                ("evidence_sufficient", "The evidence is enough for the whole answer"),
            ),
        ),
    ),
}
CLAIMS = "claims"
_CLAIM_WORD = re.compile(r"([1-9][0-9]{0,5})-(holds|fails)")
MARKS = "need"
REASON = "reason"


@dataclass(frozen=True, slots=True, kw_only=True)
class Carried:
    """What a task carries to find its way back."""

    handle: str
    round: int
    step: ExchangeStep
    prelabels_shown: bool
    handbook_digest: str | None
    claims: int
    text: str
    """The passages as they were shown."""
    places: tuple[Place, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SpanGiven:
    """A stretch that was marked in a tool, as it counts."""

    field: str
    label: str
    start: int
    end: int
    quote: str | None
    """None: the tool does not say which words it means."""


@dataclass(slots=True, kw_only=True)
class Answers:
    """What one person answered on one task, as far as the tool's own form could be read."""

    spans: list[SpanGiven] = field(default_factory=list)
    chosen: dict[str, list[str]] = field(default_factory=dict)
    """By question; claims among them."""
    reason: list[str] = field(default_factory=list)
    seconds: float | None = None
    problems: list[tuple[str, str]] = field(default_factory=list)
    """Field, and what is wrong there."""
    notes: list[tuple[str, str]] = field(default_factory=list)
    """Field, and in which other form it was kept."""


def carried_data(task: ReviewTask, layout: Layout) -> dict[str, Any]:
    """Return the data that a task carries."""
    return {
        "scheme": SCHEME,
        "case": task.handle,
        "round": task.round,
        "step": task.step,
        "prelabels_shown": task.prelabels_shown,
        "handbook": task.handbook_digest,
        "claims": len(task.claims),
        "places": [place.data for place in layout.places],
    }


def carried_from(data: object, text: object) -> Carried | str:
    """Return what a task carries, or why it is none of ours. `text`: its passages as one text."""
    if not isinstance(data, Mapping):
        return "it carries nothing of Goldsmith's: it is a task of another project"
    if data.get("scheme") != SCHEME:
        return f"it carries the scheme {data.get('scheme')!r}, and this version reads {SCHEME}"
    step: ExchangeStep | None = "evidence" if data.get("step") == "evidence" else None
    step = "label" if data.get("step") == "label" else step
    numbers = data.get("round"), data.get("claims")
    handle, handbook, shown = data.get("case"), data.get("handbook"), data.get("prelabels_shown")
    whole = all(type(one) is int and one >= 0 for one in numbers) and isinstance(shown, bool)
    if step is None or not whole or not isinstance(handle, str) or not isinstance(handbook, str | None):
        return "what Goldsmith wrote into it was changed"
    words = text if isinstance(text, str) else ""
    places = places_from(data.get("places"), words)
    if places is None:
        return "its passages are not those that Goldsmith wrote into it"
    return Carried(
        handle=handle, round=int(str(numbers[0])), step=step, prelabels_shown=bool(shown), handbook_digest=handbook,
        claims=int(str(numbers[1])), text=words, places=places,
    )  # fmt: skip


def claim_options(task: ReviewTask) -> tuple[tuple[str, str], ...]:
    """Return two options for each claim: word as it is kept, and as it is shown."""
    return tuple(
        (f"{number}-{word}", f"{number}. {told}: {text}")
        for number, text in enumerate(task.claims, start=1)
        for word, told in (("holds", "right"), ("fails", "not right"))
    )


def word_of(carried: Carried, answers: Answers, *, record: str, annotator: Annotator, stamp: str) -> WordSaid | None:
    """Return what the answers say together; None where `answers.problems` says why they say nothing."""
    marks = _marks(carried, answers) if carried.step == "evidence" else None
    chosen = {one.name: _chosen(one, answers) for one in QUESTIONS[carried.step]}
    decision = _one(chosen.get("decision") or chosen.get("cannot_judge"))
    if carried.step == "evidence":
        marks = _whole_evidence(marks or (), chosen["no_evidence"], decision, answers)
    elif decision is None and not answers.problems:
        answers.problems.append(("decision", "no decision is chosen"))
    claims = _claims(carried, answers)
    if answers.problems:
        return None
    confirmed = chosen.get("confirmed", ())
    words: dict[str, Any] = {name: _one(chosen.get(name)) for name in ("answer", "behaviour")}
    words["behaviour"] = words["behaviour"] or "unstated"
    return WordSaid(
        record=record, annotator=annotator, handle=carried.handle, round=carried.round, step=carried.step,
        prelabels_shown=carried.prelabels_shown, handbook_digest=carried.handbook_digest, stamp=stamp, marks=marks,
        decision=decision, reason="\n".join(answers.reason).strip(), claims=claims,
        confirmations=_confirmations(confirmed) if confirmed else None, seconds=answers.seconds, **words,
    )  # fmt: skip


def _options(name: str) -> tuple[tuple[str, str], ...]:
    return next(one.options for one in QUESTIONS["label"] if one.name == name)


def _marks(carried: Carried, answers: Answers) -> tuple[MarkSaid, ...]:
    marks = []
    for given in answers.spans:
        found = _mark(carried, given, answers)
        if isinstance(found, str):
            answers.problems.append((given.field, found))
        else:
            marks.append(found)
    order = {need: place for place, need in enumerate(sorted({one.need for one in marks}))}
    renumbered = (
        MarkSaid(need=order[one.need], source=one.source, start=one.start, end=one.end, quote=one.quote)
        for one in marks
    )
    return tuple(sorted(set(renumbered), key=lambda one: (one.need, one.source, one.start, one.end)))


def _mark(carried: Carried, given: SpanGiven, answers: Answers) -> MarkSaid | str:
    if given.label not in NEEDS:
        return f"{given.label!r} is not one of the needs"
    span = span_of(carried.text, given, answers)
    if isinstance(span, str):
        return span
    return mark_in(carried.text, carried.places, span.start, span.end, NEEDS.index(given.label))


def span_of(text: str, given: SpanGiven, answers: Answers) -> Span | str:
    """Return the stretch of the text that two numbers mean, in code points, or why they mean none.

    They are code points where those cut out the words that were marked, else UTF-16 units. Without the words only one
    reading may be possible, since nothing tells which is meant.
    """
    found: dict[Unit, Span] = {}
    why = ""
    for unit in ("codepoint", "utf16"):
        span = to_code_points(text, given.start, given.end, unit=unit)
        if isinstance(span, Span):
            found[unit] = span
        else:
            why = why or span.message
    if given.quote is None:
        if len(set(found.values())) == 1:
            return next(iter(found.values()))
        return why if not found else f"{given.start}-{given.end} are one thing in code points, another in UTF-16 units"
    for unit, span in found.items():
        if _alike(span.of(text), given.quote):
            if unit != "codepoint" and span != found.get("codepoint"):
                answers.notes.append((given.field, f"{given.start}-{given.end} were read as UTF-16 units"))
            return span
    return f"the words at {given.start}-{given.end} are not {given.quote[:60]!r}" if found else why


def _alike(words: str, quote: str) -> bool:
    """Say whether two texts are the same but for blanks; Label Studio writes a line end as a backslash and an n."""
    return words == quote or _in_words(words) == _in_words(quote)


def _in_words(text: str) -> list[str]:
    return text.replace("\\n", "\n").split()


def _whole_evidence(
    marks: tuple[MarkSaid, ...], none: Sequence[str], decision: DecisionWord | None, answers: Answers
) -> tuple[MarkSaid, ...] | None:
    """Return the marks, empty where somebody said that there are none; None where they said that they cannot judge."""
    parts = (("marks", marks or answers.spans), ("nothing to mark", none), ("cannot judge", decision))
    said = [name for name, held in parts if held]
    if not said:
        answers.problems.append(("", "it says nothing: neither marks, nor that there is nothing to mark"))
    elif len(said) > 1:
        answers.problems.append(("", f"it says two things at once: {' and '.join(said)}"))
    return None if decision else marks


def _chosen(question: Question, answers: Answers) -> tuple[Any, ...]:
    """Return the words of one question as they are kept."""
    known = {told: word for word, told in question.options} | {word: word for word, _ in question.options}
    found = []
    for said in answers.chosen.get(question.name, ()):
        if said in known:
            found.append(known[said])
        else:
            answers.problems.append((question.name, f"{said[:60]!r} is none of its choices"))
    if question.kind == "one" and len(set(found)) > 1:
        answers.problems.append((question.name, f"two things are chosen: {', '.join(found)}"))
    return tuple(dict.fromkeys(found))


def _claims(carried: Carried, answers: Answers) -> tuple[ClaimWord, ...]:
    found = []
    for said in answers.chosen.get(CLAIMS, ()):
        read = _CLAIM_WORD.fullmatch(said)
        if read is not None and 1 <= int(read[1]) <= carried.claims:
            found.append(ClaimWord(claim=int(read[1]) - 1, holds=read[2] == "holds"))
        else:
            answers.problems.append((CLAIMS, f"{said[:60]!r} judges no claim of the task"))
    words = tuple(dict.fromkeys(found))
    if len({one.claim for one in words}) < len(words):
        answers.problems.append((CLAIMS, "it says of one claim that it is right and that it is not"))
    return tuple(sorted(words, key=lambda one: one.claim))


def _confirmations(confirmed: Sequence[str]) -> Confirmations:
    return Confirmations(
        question_plausible="question_plausible" in confirmed,
        answer_within_source="answer_within_source" in confirmed,
        evidence_sufficient="evidence_sufficient" in confirmed,
    )


def _one(held: Sequence[T] | None) -> T | None:
    return held[0] if held else None
