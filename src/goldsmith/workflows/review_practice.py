"""Practice at the workbench: settled examples of the handbook with their sources, answered at once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from goldsmith.errors import InputError
from goldsmith.records.handbook import Handbook, WorkedExample
from goldsmith.records.person import Person
from goldsmith.records.workbench import Labelled, Mark, Practised
from goldsmith.review.bench import PERSON
from goldsmith.review.blinding import token_of
from goldsmith.review.labelling import LabelGiven
from goldsmith.review.offer import PassageShown, SourceShown
from goldsmith.review.practice import Exercise, Outcome, Place, assess, exercises
from goldsmith.workflows.handbook import handbook_of
from goldsmith.workflows.review_desk import Desk
from goldsmith.workflows.review_marks import MarkGiven
from goldsmith.workflows.review_sources import text_in


@dataclass(frozen=True, slots=True, kw_only=True)
class Lesson:
    """One practice case of a person."""

    number: int
    """From 1."""
    exercise: Exercise
    right: bool | None
    """How it went last under today's handbook; None: it was not tried."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PracticeCase:
    """What is laid before a person who practises."""

    lesson: Lesson
    total: int
    passages: tuple[PassageShown, ...]


def lessons(desk: Desk, person: Person) -> tuple[Lesson, ...]:
    """Return the practice cases of today's handbook, each with how it went for `person`."""
    handbook = handbook_of(desk.project)
    went = _went(desk, person, handbook)
    found = exercises(handbook.examples)
    return tuple(
        Lesson(number=number, exercise=item, right=went.get(item.name)) for number, item in enumerate(found, start=1)
    )


def practice_case(desk: Desk, person: Person, number: int) -> PracticeCase:
    """Return one practice case beside its sources. Raises InputError for a number that none has."""
    held = lessons(desk, person)
    if not 1 <= number <= len(held):
        message = "there is no such practice case"
        raise InputError(message, next_step="choose one of the list")
    examples = handbook_of(desk.project).examples
    return PracticeCase(lesson=held[number - 1], total=len(held), passages=tuple(_passages(desk, examples)))


def practised(
    desk: Desk, person: Person, laid: PracticeCase, label: LabelGiven, marks: Sequence[MarkGiven], *, key: str
) -> Outcome:
    """Keep how `person` answered a practice case, and say what is right.

    Raises InputError for marks that stand in none of its sources.
    """
    exercise = laid.lesson.exercise
    said = Labelled(
        round=1, decision=label.decision, reason=label.reason, behaviour=label.behaviour,
        marks=tuple(_mark(desk, mark) for mark in marks),
    )  # fmt: skip
    outcome = assess(exercise, said, tuple(_places(desk, exercise.example)))
    digest = handbook_of(desk.project).digest
    fact = Practised(example=exercise.name, right=outcome.right, handbook_digest=digest)
    desk.say(person.name, f"{PERSON}{person.name}", fact, key=key)
    return outcome


def _went(desk: Desk, person: Person, handbook: Handbook) -> Mapping[str, bool]:
    with desk.turn() as bench:
        said = bench.people.get(person.name, ())
    facts = [item.fact for item in said if isinstance(item.fact, Practised)]
    return {fact.example: fact.right for fact in facts if fact.handbook_digest == handbook.digest}


def _places(desk: Desk, example: WorkedExample) -> Iterator[Place]:
    for place, need in enumerate(example.needs):
        for passage in need.any_of:
            text = text_in(desk, passage.document)
            if passage.quote is None:
                yield Place(need=place, document=passage.document, start=0, end=len(text.text))
                continue
            for span in text.places(passage.quote):
                yield Place(need=place, document=passage.document, start=span.start, end=span.end)


def _passages(desk: Desk, examples: Sequence[WorkedExample]) -> Iterator[PassageShown]:
    """Yield the passages that the examples rest on, in the order of their documents: every case shows all of them."""
    places = {(item.document, item.start, item.end) for example in examples for item in _places(desk, example)}
    names = sorted({name for name, _, _ in places})
    documents = {item.id: item for item in desk.project.documents}
    for number, name in enumerate(names, start=1):
        title = documents[name].title if name in documents else None
        source = SourceShown(source=_token(desk, name), number=number, title=title)
        text = text_in(desk, name)
        spans = [(start, end) for document, start, end in places if document == name]
        for at, chunk in enumerate(text.chunks):
            own = text.of_chunk(at)
            if chunk.text and any(own.start < end and start < own.end for start, end in spans):
                yield PassageShown(
                    source=source, passage=f"{source.source}-{at}", text=chunk.text, section=chunk.section,
                    page=chunk.page, start=own.start,
                )  # fmt: skip


def _mark(desk: Desk, given: MarkGiven) -> Mark:
    names = {_token(desk, item.id): item.id for item in desk.project.documents}
    name = names.get(given.source)
    text = text_in(desk, name).text if name is not None else ""
    if name is None or not 0 <= given.start < given.end <= len(text):
        message = "a mark stands in none of the sources"
        raise InputError(message, next_step="begin the practice case again")
    quote = text[given.start : given.end]
    return Mark(need=given.need, document=name, start=given.start, end=given.end, quote=quote, chunks=())


def _token(desk: Desk, document: str) -> str:
    return token_of(desk.secret("handles"), "document", document)
