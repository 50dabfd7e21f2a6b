"""Lay a case, passages and documents before one reviewer, under masked names and in an order of their own."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from goldsmith.corpus.document_text import DocumentText
from goldsmith.errors import InputError
from goldsmith.records.corpus import Document
from goldsmith.records.person import Person
from goldsmith.records.refresh import Passage, Reason
from goldsmith.records.workbench import Mark
from goldsmith.review.blinding import Step, Whose, blind, shuffled
from goldsmith.review.casework import Round
from goldsmith.review.offer import (
    BlockShown,
    ChangeShown,
    DocumentShown,
    MarkShown,
    Offer,
    PassageShown,
    SourceShown,
)
from goldsmith.review.pooling import searched
from goldsmith.text.spans import Span
from goldsmith.workflows.review_desk import Desk
from goldsmith.workflows.review_open import moved
from goldsmith.workflows.review_requests import refresh_request
from goldsmith.workflows.review_seat import Seat, step_over
from goldsmith.workflows.review_sources import Placed, Shelves, shelves

PASSAGES = 12
"""Passages that are laid before a reviewer where no pool was made."""
MOST_POOLED = 24
"""Passages of a pool that are laid before a reviewer; the rest is found by searching."""
_BETWEEN_PARAGRAPHS = re.compile(r"\n\s*\n")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Brought:
    chunk: str
    document: str
    score: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class _View:
    """What one person sees of one revision beside one round."""

    desk: Desk
    shelf: Shelves
    seen: Mapping[str, Document]
    numbers: Mapping[str, int]
    """Of the documents that are laid before them."""

    def source(self, name: str) -> SourceShown:
        """Return a document under its masked name; one that is not seen has nothing but the name."""
        document = self.seen.get(name)
        token = self.shelf.token("document", name)
        if document is None:
            return SourceShown(source=token, number=None, title=None)
        return SourceShown(
            source=token,
            number=self.numbers.get(name),
            title=_title(document),
            language=document.language,
            effective_from=document.effective_from,
            effective_to=document.effective_to,
            version=document.version,
            link=None if self.shelf.stored.record.text == "full" else document.source,
        )

    def passage(self, placed: Placed, score: float | None = None) -> PassageShown:
        """Return a chunk with its neighbours."""
        chunk, chunks = placed.chunk, placed.text.chunks
        return PassageShown(
            source=self.source(chunk.document),
            passage=self.shelf.token("chunk", chunk.id),
            text=chunk.text,
            preview=chunk.preview if chunk.text is None else None,
            before=_words(chunks[placed.at - 1].text, chunks[placed.at - 1].preview) if placed.at else None,
            after=_after(placed),
            section=chunk.section,
            page=chunk.page,
            start=placed.text.starts[placed.at],
            score=score,
        )


def offer_of(desk: Desk, person: Person, seat: Seat) -> Offer:
    """Return what is laid before `person` at a seat."""
    one, name = seat.round, person.name
    step = step_of(one, name)
    view, brought = _brought(desk, person, seat)
    passages = _passages(view, brought) if view is not None else ()
    sources = sorted({item.source for item in passages}, key=lambda source: source.number or 0)
    marks = one.evidence[name].marks if name in one.evidence else None
    said = one.label_of(name)
    draft, revision = entered(desk, seat, name, step)
    return Offer(
        handle=seat.handle,
        round=one.number,
        step=step,
        # Who left without giving evidence may come back: the draft waits for that.
        case=blind(seat.shown, step=step if marks is not None else "evidence"),
        passages=passages,
        sources=tuple(sources),
        base=seat.work.said.get(name, 0),
        until=one.taken.get(name) if step != "done" else None,
        marks=None if marks is None else tuple(_mark(view, mark) for mark in _by_need(marks)),
        label=replace(said.label, marks=()) if said is not None else None,
        draft=draft,
        draft_revision=revision,
        prelabels_shown=prelabels_shown(desk, seat),
        changes=_changes(desk, view, one),
        moved=moved(desk, one) is not None,
    )


def step_of(one: Round, person: str) -> Step:
    """Return where a person stands in a round."""
    if step_over(one, person):
        return "done"
    return "label" if person in one.evidence else "evidence"


def prelabels_shown(desk: Desk, seat: Seat) -> bool:
    """Say whether a machine's opinion of the passages is to be seen at a seat."""
    return desk.settings.show_prelabels and seat.round.pool is not None


def entered(desk: Desk, seat: Seat, person: str, step: Step) -> tuple[str | None, int]:
    """Return what a person entered at this step and did not submit, and the revision of what is kept.

    A draft of another round or of the other step is not theirs to go on with; its revision counts all the same.
    """
    held = desk.store.draft(seat.subject, person)
    if held is None:
        return None, 0
    kept = json.loads(held.body)
    here = kept.get("round") == seat.round.number and kept.get("step") == step
    return (kept.get("entered") if here else None), held.revision


def document_shown(desk: Desk, person: Person, seat: Seat, source: str) -> DocumentShown:
    """Return a whole document in paragraphs. Raises InputError for one that the person may not see or is not there."""
    view, _ = _brought(desk, person, seat)
    name = view.shelf.document_behind(source) if view is not None else None
    if view is None or name is None or name not in view.seen:
        raise no_such_source()
    text = view.shelf.texts([name])[name]
    if not any(chunk.text for chunk in text.chunks):
        previews = tuple(view.passage(Placed(text, at)) for at in range(len(text.chunks)))
        return DocumentShown(source=view.source(name), blocks=(), previews=previews)
    return DocumentShown(source=view.source(name), blocks=tuple(_blocks(view, text)))


def no_such_source() -> InputError:
    """Return the one refusal for a document that is not there and for one that a person may not see."""
    message = "there is no such source for you"
    return InputError(message, next_step="go back to the case and choose one of its sources")


def passages_found(desk: Desk, person: Person, seat: Seat, words: str, *, k: int) -> tuple[PassageShown, ...]:
    """Return the `k` best passages for some words, best first."""
    view, _ = _brought(desk, person, seat)
    if view is None:
        return ()
    found = view.shelf.search(words, k, view.seen)
    placed = view.shelf.placed(found)
    return tuple(view.passage(placed[chunk]) for chunk, _ in found if chunk in placed)


def _brought(desk: Desk, person: Person, seat: Seat) -> tuple[_View | None, tuple[_Brought, ...]]:
    """Return the view of a person and the chunks for them, in their order; no view without a corpus."""
    one = seat.round
    shelf = shelves(desk, one.opened.corpus)
    if shelf is None:
        return None, ()
    seen = shelf.seen_by(person)
    found = [item for item in _found(desk, shelf, seen, seat) if item.document in seen]
    own = Whose(seed=desk.settings.seed, case=one.case, round=one.number, person=person.name)
    documents = {item.document: item.document for item in found}
    order = shuffled(documents.items(), own)
    view = _View(desk=desk, shelf=shelf, seen=seen, numbers={name: place for place, name in enumerate(order, start=1)})
    return view, shuffled(((item.chunk, item) for item in found), own)


def _found(desk: Desk, shelf: Shelves, seen: Mapping[str, Document], seat: Seat) -> Iterator[_Brought]:
    shown = desk.settings.show_prelabels
    if seat.round.pool is None:
        for chunk, document in shelf.search(searched(seat.shown), PASSAGES, seen):
            yield _Brought(chunk=chunk, document=document)
        return
    # The likeliest ones, and what was drawn to be looked at whatever a machine thinks of it; in no order that tells.
    ranked = sorted(seat.round.pool.passages, key=lambda item: (not item.audited, -item.score, item.chunk))
    for item in ranked[:MOST_POOLED]:
        yield _Brought(chunk=item.chunk, document=item.document, score=item.score if shown else None)


def _passages(view: _View, brought: Sequence[_Brought]) -> tuple[PassageShown, ...]:
    placed = view.shelf.placed((item.chunk, item.document) for item in brought)
    return tuple(view.passage(placed[item.chunk], item.score) for item in brought if item.chunk in placed)


def _by_need(marks: Iterable[Mark]) -> list[Mark]:
    return sorted(marks, key=lambda mark: (mark.need, mark.document, mark.start))


def _mark(view: _View | None, mark: Mark) -> MarkShown:
    nowhere = SourceShown(source="", number=None, title=None)
    return MarkShown(
        need=mark.need,
        source=view.source(mark.document) if view is not None else nowhere,
        start=mark.start,
        end=mark.end,
        quote=mark.quote,
        passages=tuple(view.shelf.token("chunk", name) for name in mark.chunks) if view is not None else (),
    )


def marks_shown(desk: Desk, person: Person, seat: Seat, marks: Iterable[Mark]) -> tuple[MarkShown, ...]:
    """Return marks of anybody, by need, as `person` may see their sources."""
    view, _ = _brought(desk, person, seat)
    return tuple(_mark(view, mark) for mark in _by_need(marks))


def _blocks(view: _View, text: DocumentText) -> Iterator[BlockShown]:
    shown = text.shown
    begins = [0, *(found.end() for found in _BETWEEN_PARAGRAPHS.finditer(shown))]
    ends = [*(found.start() for found in _BETWEEN_PARAGRAPHS.finditer(shown)), len(shown)]
    for begin, end in zip(begins, ends, strict=True):
        words = shown[begin:end]
        if not words.strip():
            continue
        start = begin + len(words) - len(words.lstrip())
        at = _chunk_at(text, start)
        chunk = text.chunks[at] if at is not None else None
        yield BlockShown(
            start=start,
            end=start + len(words.strip()),
            text=words.strip(),
            passage=view.shelf.token("chunk", chunk.id) if chunk is not None else None,
            section=chunk.section if chunk is not None else None,
            page=chunk.page if chunk is not None else None,
        )


def _chunk_at(text: DocumentText, offset: int) -> int | None:
    spans = ((at, text.of_chunk(at)) for at in text.touching(Span(offset, offset + 1)))
    return next((at for at, span in spans if span.start <= offset < span.end), None)


def _changes(desk: Desk, view: _View | None, one: Round) -> tuple[ChangeShown, ...] | None:
    request = refresh_request(desk, one)
    if request is None:
        return () if one.opened.request is not None else None
    return tuple(_change(view, reason) for reason in request.reasons)


def _change(view: _View | None, reason: Reason) -> ChangeShown:
    before = reason.before if reason.before is not None and _is_seen(view, reason.before) else None
    now = [passage for passage in reason.now if _is_seen(view, passage)]
    return ChangeShown(
        impact=reason.impact,
        before=before.text if before is not None else None,
        before_span=before.span if before is not None else None,
        now=tuple(passage.text for passage in now),
        now_spans=tuple(passage.span for passage in now),
        now_sources=tuple(view.shelf.token("document", passage.document) for passage in now)
        if view is not None
        else (),
    )


def _is_seen(view: _View | None, passage: Passage) -> bool:
    return view is not None and passage.document in view.seen


def _title(document: Document) -> str | None:
    plain = {document.id, document.source, document.source.rpartition("/")[2]}
    return None if document.title is None or document.title in plain else document.title


def _after(placed: Placed) -> str | None:
    chunks = placed.text.chunks
    following = chunks[placed.at + 1] if placed.at + 1 < len(chunks) else None
    return _words(following.text, following.preview) if following is not None else None


def _words(text: str | None, preview: str | None) -> str | None:
    return text if text is not None else preview
