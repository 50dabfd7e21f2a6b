"""Follow the evidence of cases from one revision of a corpus into a later one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from goldsmith.corpus.locate import Lookup
from goldsmith.corpus.passages import Page, changed_below, section_state
from goldsmith.corpus.pieces import Piece, holding_most, holding_whole, pieces, pinned_to
from goldsmith.corpus.traced_pieces import in_pieces
from goldsmith.corpus.traced_places import GONE, Place, edited_place, likeness, verbatim_place
from goldsmith.corpus.traced_unread import by_hash, is_judged, same_chunk, whole_document
from goldsmith.corpus.two_revisions import TwoRevisions
from goldsmith.records.case import Case
from goldsmith.records.corpus import Chunk
from goldsmith.records.evidence import Alternative
from goldsmith.records.refresh import Passage, TextState, TracedAlternative
from goldsmith.text.alignment import in_comparison_form
from goldsmith.text.spans import Span


def trace(
    cases: Sequence[Case], before: Lookup, after: Lookup, *, heirs: Mapping[str, tuple[str, ...]]
) -> tuple[TracedAlternative, ...]:
    """Return what became of every alternative of `cases`, in their order.

    `heirs` are the documents of the later revision that one of the earlier became: renamed, split or merged; that a
    document which is still there became itself goes without saying. Both lookups hold the chunks of every document that
    the evidence or `heirs` names. The very words are looked for first, in the document and its heirs; then all of them
    in pieces; then what they became, by alignment. Words that stand elsewhere are for
    :func:`goldsmith.corpus.crossing.find_elsewhere`.
    """
    two = TwoRevisions(before, after, heirs)
    return tuple(
        _traced(_start(case.id, need, at, written, two), written, two)
        for case in cases
        for need, held in enumerate(case.evidence)
        for at, written in enumerate(held.any_of)
    )


@dataclass(frozen=True, slots=True)
class _Origin:
    """Where the passage stood in the earlier revision."""

    page: Page
    span: Span
    words: str
    was_whole: bool
    """One chunk held it."""


def _start(case: str, need: int, at: int, written: Alternative, two: TwoRevisions) -> TracedAlternative:
    """Return what is true until something is found."""
    document = two.before.named_by(written) or two.after.named_by(written) or written.document or written.chunk or ""
    return TracedAlternative(
        case=case,
        need=need,
        alternative=at,
        quote="gone",
        section="absent",
        document="absent",
        document_before=document,
        document_now=None,
        method="none",
        confidence=0.0,
        before=None,
        now=(),
        pinned=(),
    )


def _traced(start: TracedAlternative, written: Alternative, two: TwoRevisions) -> TracedAlternative:
    document = start.document_before
    chunk = two.before.chunk(written.chunk, document)
    if document in two.after.documents and not two.after.is_parsed(document):
        reason = two.after.documents[document].ingestion.reason or "no parser took the document"
        standing = two.before.is_parsed(document)
        return replace(start, quote="unknown", section="unknown", document="unknown", detail=reason, standing=standing)
    if not two.before.is_parsed(document):
        return _newly_found(start, written, two)
    if written.quote is None and chunk is None:
        named = written.chunk in {None, document}
        return whole_document(start, written, two) if named else _newly_found(start, written, two)
    same = same_chunk(start, written, two)
    if same is not None:
        return same
    if not two.have_text:
        return by_hash(start, written, two)
    origin = _origin(written, two.before.page(document), chunk)
    return _newly_found(start, written, two) if origin is None else _followed(start, written, origin, two)


def _origin(written: Alternative, page: Page, chunk: Chunk | None) -> _Origin | None:
    """Return where the evidence stood; None where its words did not, or its chunk had another text."""
    if written.quote is not None:
        places = page.text.places(written.quote)
        if not places:
            return None
        span = _likeliest(places, written, page, chunk)
        return _Origin(page, span, written.quote, was_whole=bool(holding_whole(page.text, span)))
    if chunk is None or not is_judged(written, chunk.content_hash) or not (chunk.text or "").strip():
        return None
    span = page.text.of_chunk(next(at for at, one in enumerate(page.text.chunks) if one.id == chunk.id))
    return _Origin(page, span, span.of(page.text.text), was_whole=True)


def _likeliest(places: Sequence[Span], written: Alternative, page: Page, chunk: Chunk | None) -> Span:
    """Return the pinned place, else the first in the named chunk, else the first."""
    if written.span is not None and tuple(written.span) in places:
        return Span(*written.span)
    held = (span for span in places if chunk is not None and chunk in holding_whole(page.text, span))
    return next(held, places[0])


def _followed(start: TracedAlternative, written: Alternative, origin: _Origin, two: TwoRevisions) -> TracedAlternative:
    pages = [two.after.page(name) for name in two.targets(start.document_before)]
    if not pages:
        return replace(start, before=origin.page.passage(origin.span))
    place = _place(origin, pages)
    page = place.stretches[0][0] if place.stretches else pages[0]
    if place.quote == "intact" and page.document.id != start.document_before == pages[0].document.id:
        told = f"{start.document_before} is still there and holds the words no more; {page.document.id} does"
        place = replace(place, quote="crossed", detail=told)
    section, now = _section_and_passages(origin, place, page)
    compared = pages[0] if place.quote == "crossed" else page
    same = two.say_the_same(start.document_before, compared.document.id)
    if same and place.quote in {"intact", "split"}:
        section = "same"
    elif section == "changed" and place.quote == "intact":
        place = _with_sections_below(origin, place)
    return replace(
        start,
        quote=place.quote,
        section=section,
        document="same" if same else "changed",
        document_now=page.document.id,
        method=place.method,
        confidence=round(place.confidence, 4),
        before=origin.page.passage(origin.span),
        now=now,
        pinned=_proposals(written, place, page),
        detail=place.detail,
    )


def _place(origin: _Origin, pages: Sequence[Page]) -> Place:
    found = [
        place for page in pages if (place := verbatim_place(origin.words, origin.page, origin.span, page)) is not None
    ]
    own = [place for place in found if place.stretches[0][0].document.id == origin.page.document.id]
    if own or found:
        place = own[0] if own else max(found, key=lambda one: likeness(origin.page, origin.span, *one.stretches[0]))
        return _cut(origin, place)
    asked = origin.words, origin.page, origin.span, pages
    place = in_pieces(*asked) or edited_place(*asked)
    if place is GONE and any(page.text.places(origin.words) for page in pages):
        return replace(place, detail="the same words still stand in another place, where they stood before too")
    return place


def _cut(origin: _Origin, place: Place) -> Place:
    """Return the place as it is split, where one chunk held the words and none does now."""
    page, span = place.stretches[0]
    if not origin.was_whole or holding_whole(page.text, span):
        return place
    held = pieces(page.text, span)
    names = ", ".join(dict.fromkeys(piece.chunk.id for piece in held))
    return replace(
        place,
        quote="split",
        stretches=tuple((page, piece.span) for piece in held),
        detail=f"the words run over {len(held)} chunks now: {names}",
    )


def _section_and_passages(origin: _Origin, place: Place, page: Page) -> tuple[TextState, tuple[Passage, ...]]:
    if not place.stretches:
        path = origin.page.path(origin.span)
        section = page.section_at(path) if path is not None else None
        if section is None:
            return "absent", ()
        return "changed", (page.passage(Span(section.start, min(section.end, section.start + 1)), of_section=True),)
    shown = _joined(place.stretches)
    now = tuple(one.passage(span) for one, span in shown)
    if place.quote == "edited" or any(one is not page for one, _ in shown):
        return "changed", now
    whole = Span(min(span.start for _, span in shown), max(span.end for _, span in shown))
    return section_state(origin.page, origin.span, page, whole), now


def _with_sections_below(origin: _Origin, place: Place) -> Place:
    """Return the place with a word on the sections below its own that changed: they are not shown with it."""
    changed = changed_below(origin.page, origin.span, *place.stretches[0])
    if not changed:
        return place
    more = f" and {len(changed) - 1} more" if len(changed) > 1 else ""
    told = f"changed below it: {changed[0]}{more}"
    return replace(place, detail=f"{place.detail}; {told}" if place.detail else told)


def _joined(stretches: Sequence[tuple[Page, Span]]) -> list[tuple[Page, Span]]:
    """Return the stretches with those made one that touch or overlap, as the pieces of a cut passage do."""
    shown: list[tuple[Page, Span]] = []
    for page, span in stretches:
        last = shown[-1] if shown else None
        if last is not None and last[0] is page and not page.text.text[last[1].end : span.start].strip():
            shown[-1] = page, Span(last[1].start, max(last[1].end, span.end))
        else:
            shown.append((page, span))
    return shown


def _proposals(written: Alternative, place: Place, page: Page) -> tuple[Alternative, ...]:
    """Return the evidence as it would be pinned: one alternative, or one for each piece of a split."""
    if place.quote != "split":
        return tuple(_proposed(written, one, span, keeps=place.quote == "intact") for one, span in place.stretches)
    if page.text.has_places or len({id(one) for one, _ in place.stretches}) > 1:
        parts = [(one, piece) for one, span in _joined(place.stretches) for piece in pieces(one.text, span)]
    else:
        parts = [(one, piece) for one, span in place.stretches for piece in pieces(one.text, span)]
    return tuple(_proposed_piece(written, one, piece) for one, piece in parts)


def _proposed(written: Alternative, page: Page, span: Span, *, keeps: bool) -> Alternative:
    whole = holding_whole(page.text, span)
    named = next((item for item in whole if item.id == written.chunk), whole[0] if whole else None)
    chunk = named or holding_most(page.text, span, written.chunk)
    found = _proposed_piece(written, page, Piece(chunk, span))
    # Words that a reader calls equal stay as they were judged: an approval is bound to them.
    return replace(found, quote=written.quote) if keeps and written.quote is not None else found


def _proposed_piece(written: Alternative, page: Page, piece: Piece) -> Alternative:
    pinned = pinned_to(written, page.document, piece.chunk)
    words = piece.span.of(page.text.text)
    text = words.strip()
    if written.quote is None and in_comparison_form(text) == in_comparison_form(piece.chunk.text or ""):
        return replace(pinned, quote=None, span=None)
    begin = piece.span.start + len(words) - len(words.lstrip())
    return replace(pinned, quote=text, span=(begin, begin + len(text)) if page.text.has_places else None)


def _newly_found(start: TracedAlternative, written: Alternative, two: TwoRevisions) -> TracedAlternative:
    """Look up, in the later revision alone, what did not stand in the earlier one."""
    start = replace(start, standing=False, detail="it did not stand in the earlier revision")
    pages = [two.after.page(name) for name in two.targets(start.document_before)]
    if not pages:
        return start
    start = replace(start, section="unknown", document="unknown", document_now=pages[0].document.id)
    if written.quote is None:
        chunk = two.after.chunk(written.chunk, pages[0].document.id)
        if chunk is None or not is_judged(written, chunk.content_hash):
            return start
        return replace(
            start,
            quote="intact",
            method="identity",
            confidence=1.0,
            pinned=(pinned_to(written, pages[0].document, chunk),),
        )
    if not two.after.has_text:
        return replace(start, quote="unknown")
    for page in pages:
        places = page.text.places(written.quote)
        if places:
            span = _likeliest(places, written, page, two.after.chunk(written.chunk, page.document.id))
            exact = span.of(page.text.text) == written.quote
            return replace(
                start,
                quote="intact",
                document_now=page.document.id,
                method="exact" if exact else "folded",
                confidence=round(1 / len(places), 4),
                now=(page.passage(span),),
                pinned=(_proposed(written, page, span, keeps=True),),
            )
    return start
