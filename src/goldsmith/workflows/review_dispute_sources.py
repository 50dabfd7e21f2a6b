"""The documents that those who differ marked, before the third person who settles it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from goldsmith.records.person import Person
from goldsmith.review.offer import BlockShown, DocumentShown
from goldsmith.workflows.review_desk import Desk
from goldsmith.workflows.review_resolve import Dispute
from goldsmith.workflows.review_seat import nothing_here, seat_behind
from goldsmith.workflows.review_shown import document_shown

_AROUND = 1
"""Paragraphs that are shown on each side of a marked one."""


def marked_documents(desk: Desk, person: Person, dispute: Dispute) -> tuple[DocumentShown, ...]:
    """Return every document that a side marked, cut to the paragraphs around its marks.

    `dispute` was given to `person` to settle, so they may see what it rests on. Raises InputError where it is no longer
    open.
    """
    seat = seat_behind(desk, dispute.handle)
    if seat is None or seat.round.number != dispute.round:
        raise nothing_here()
    marks = [mark for side in dispute.sides for mark in side.marks]
    found = []
    for source in dict.fromkeys(mark.source.source for mark in marks if mark.source.source):
        shown = document_shown(desk, person, seat, source)
        spans = [(mark.start, mark.end) for mark in marks if mark.source.source == source]
        blocks = tuple(_near(shown.blocks, spans))
        found.append(DocumentShown(source=shown.source, blocks=blocks, previews=shown.previews))
    return tuple(found)


def _near(blocks: Sequence[BlockShown], spans: Sequence[tuple[int, int]]) -> Iterator[BlockShown]:
    hit = [
        place
        for place, block in enumerate(blocks)
        if any(block.start < end and start < block.end for start, end in spans)
    ]
    kept = {near for place in hit for near in range(place - _AROUND, place + _AROUND + 1)}
    for place, block in enumerate(blocks):
        if place in kept:
            yield block
