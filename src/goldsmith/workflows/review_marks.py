"""Read the marks of a person: offsets as a browser or a program counts them, held against the words themselves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from goldsmith.corpus.document_text import DocumentText
from goldsmith.errors import InputError, Problem
from goldsmith.records.person import Person
from goldsmith.records.workbench import Mark
from goldsmith.text.spans import ReadSpan, SpanProblem, Unit, read_span, to_code_points
from goldsmith.workflows.review_desk import Desk
from goldsmith.workflows.review_seat import Seat
from goldsmith.workflows.review_shown import no_such_source
from goldsmith.workflows.review_sources import Shelves, shelves

MOST_MARKS = 200
"""Passages that one label can hold."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkGiven:
    """A mark as a form brings it: a stretch of a document, or one of its passages as a whole."""

    need: int
    """From 0; marks of one need are alternatives. Gaps between needs are closed."""
    source: str
    """Opaque name of the document."""
    start: int = 0
    end: int = 0
    quote: str | None = None
    """The very words; None: the page did not send them, so `unit` has to be named."""
    unit: Unit | None = None
    """In which `start` and `end` count; None: nobody said."""
    passage: str | None = None
    """Opaque name of a passage that is marked as a whole: then the offsets say nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkRead:
    """A mark as it is kept."""

    mark: Mark
    told: str = ""
    """How its numbers were read, where they were not what they seemed."""


def marks_of(desk: Desk, person: Person, seat: Seat, given: Sequence[MarkGiven]) -> tuple[MarkRead, ...]:
    """Return marks as they are kept, by need and place, each once.

    Raises InputError with every mark that is none: of a document that the person may not see, whose offsets do not cut
    out its words in the unit that it names (or in any, where it names none), or cut a character in two.
    """
    if len(given) > MOST_MARKS:
        message = f"{len(given):,} passages are more than {MOST_MARKS} that one label can hold"
        raise InputError(message, next_step="mark what an answer rests on, and nothing else")
    shelf = shelves(desk, seat.round.opened.corpus)
    if given and shelf is None:
        raise no_such_source()
    read: dict[tuple[int, str, int, int, tuple[str, ...]], MarkRead] = {}
    problems = []
    numbers = {need: place for place, need in enumerate(sorted({one.need for one in given}))}
    for one in given:
        found = _read(shelf, person, one, numbers[one.need]) if shelf is not None else ""
        if isinstance(found, str):
            problems.append(Problem(message=found, field=f"need {numbers[one.need] + 1}"))
        else:
            mark = found.mark
            read.setdefault((mark.need, mark.document, mark.start, mark.end, mark.chunks), found)
    if problems:
        message = f"{len(problems)} of {len(given)} marks cannot be kept"
        raise InputError(message, problems=tuple(problems), next_step="mark the words again")
    return tuple(read[key] for key in sorted(read))


def _read(shelf: Shelves, person: Person, given: MarkGiven, need: int) -> MarkRead | str:
    """Return a mark, or why it is none."""
    name = shelf.document_behind(given.source)
    if name is None or name not in shelf.seen_by(person):
        raise no_such_source()
    text = shelf.texts([name])[name]
    if given.passage is not None:
        return _whole(shelf, text, given, need)
    found = span_of(text, given)
    if isinstance(found, SpanProblem):
        return found.message
    span = found.span
    chunks = text.names_under(span)
    if span.start == span.end or not chunks:
        return f"{given.start}-{given.end} holds no words of the source"
    told = f"the numbers {given.start}-{given.end} were read as {found.unit}, in which they cut out the quote"
    mark = Mark(need=need, document=name, start=span.start, end=span.end, quote=span.of(text.text), chunks=chunks)
    return MarkRead(mark=mark, told=told if found.converted else "")


def _whole(shelf: Shelves, text: DocumentText, given: MarkGiven, need: int) -> MarkRead | str:
    for at, chunk in enumerate(text.chunks):
        if shelf.token("chunk", chunk.id) == given.passage:
            span = text.of_chunk(at)
            mark = Mark(
                need=need, document=chunk.document, start=span.start, end=span.end, quote=span.of(text.text),
                chunks=(chunk.id,),
            )  # fmt: skip
            return MarkRead(mark=mark)
    return "the source holds no such passage"


def span_of(text: DocumentText, given: MarkGiven) -> ReadSpan | SpanProblem:
    """Return the stretch of a document that a mark means, in code points, or why it means none."""
    if given.quote is None:
        if given.unit is None:
            return SpanProblem(
                fault="quote_differs", message="a mark without its words must name the unit it counts in"
            )
        found = to_code_points(text.text, given.start, given.end, unit=given.unit)
        if isinstance(found, SpanProblem):
            return found
        return ReadSpan(span=found, unit=given.unit, converted=False)
    problem: SpanProblem | None = None
    # A form turns line ends into CR LF, and what no chunk holds is shown as line ends.
    for quote in dict.fromkeys((given.quote, given.quote.replace("\r\n", "\n"))):
        for ground in dict.fromkeys((text.text, text.shown)):
            read = read_span(ground, given.start, given.end, quote=quote, unit=given.unit)
            if isinstance(read, ReadSpan):
                return read
            problem = problem or read
    return problem or SpanProblem(fault="quote_differs", message="the words are not those of the source")
