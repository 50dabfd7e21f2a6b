"""What the pages of a case show: passages with the marks in them, the handbook beside them, and old beside new."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from urllib.parse import urlsplit

from goldsmith.records.handbook import Handbook, Meaning
from goldsmith.review.blinding import BlindCase
from goldsmith.review.labelling import WORDS
from goldsmith.review.offer import BlockShown, DocumentShown, MarkShown, Offer, PassageShown, SourceShown
from goldsmith.review.word_changes import Piece, changed_words
from goldsmith.web.marking import Marked, Stretch, stretches
from goldsmith.web.visit import Visit

_BESIDE = 220
"""Characters of a neighbour that are read along."""
_LINKED = frozenset({"http", "https"})
"""Schemes of sources that become links; any other is shown as text."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PassageView:
    """One passage on the page."""

    number: int
    document: str
    """Opaque name of its document."""
    name: str
    details: tuple[str, ...]
    start: int
    stretches: tuple[Stretch, ...]
    held: bool
    """There is text of it."""
    whole: str
    """All of it as a mark, for a form without a script."""
    preview: str = ""
    before: str = ""
    after: str = ""
    """What stands around it, where there is no text of the document to open."""
    language: str | None = None
    link: str | None = None
    link_text: str | None = None
    likely: bool = False
    """A machine thinks so, where reviewers may know."""
    may_read: bool = True
    """The whole document can be opened from here."""


def passage_views(visit: Visit, passages: Sequence[PassageShown], marks: Sequence[Marked]) -> tuple[PassageView, ...]:
    """Return passages in their order, each with the marks in it."""
    border = visit.desk.settings.auto_above
    return tuple(_passage(visit, number, item, marks, border) for number, item in enumerate(passages, start=1))


def document_views(visit: Visit, shown: DocumentShown, marks: Sequence[Marked]) -> tuple[PassageView, ...]:
    """Return a whole document, paragraph by paragraph, each with the marks in it."""
    if not shown.blocks:
        return passage_views(visit, shown.previews, marks)
    return tuple(_block(visit, number, shown, block, marks) for number, block in enumerate(shown.blocks, start=1))


def source_name(visit: Visit, source: SourceShown) -> str:
    """Return what the page calls a document: its number in this round and its title, never its id."""
    own = visit.say("case.source", n=source.number) if source.number else visit.say("case.source_found")
    return f"{own} · {source.title}" if source.title else own


def _passage(visit: Visit, number: int, item: PassageShown, marks: Sequence[Marked], border: float) -> PassageView:
    text, link = item.text or "", item.source.link
    whole = Marked(
        need=0,
        document=item.source.source,
        start=item.start,
        end=item.start + len(text),
        quote=text or item.preview or "",
        passage=None if item.text is not None else item.passage,
    )
    return PassageView(
        number=number,
        document=item.source.source,
        name=source_name(visit, item.source),
        details=tuple(_details(visit, item.source, item.section, item.page)),
        start=item.start,
        stretches=stretches(text, start=item.start, document=item.source.source, marks=marks),
        held=item.text is not None,
        whole=whole.json,
        preview=item.preview or "",
        before=f"…{item.before[-_BESIDE:].lstrip()}" if item.before and item.text is None else "",
        after=f"{item.after[:_BESIDE].rstrip()}…" if item.after and item.text is None else "",
        language=item.source.language,
        likely=item.score is not None and item.score >= border,
        link=link if _is_link(link) else None,
        link_text=None if _is_link(link) else link,
    )


def _block(visit: Visit, number: int, shown: DocumentShown, block: BlockShown, marks: Sequence[Marked]) -> PassageView:
    source = shown.source
    before = shown.blocks[number - 2] if number > 1 else None
    begins = before is None or (before.section, before.page) != (block.section, block.page)
    mark = Marked(need=0, document=source.source, start=block.start, end=block.end, quote=block.text)
    return PassageView(
        number=number,
        document=source.source,
        name="",
        details=tuple(_place(visit, block.section, block.page)) if begins else (),
        start=block.start,
        stretches=stretches(block.text, start=block.start, document=source.source, marks=marks),
        held=True,
        whole=mark.json,
        preview=block.text,
        language=source.language,
        may_read=False,
    )


def _details(visit: Visit, source: SourceShown, section: str | None, page: int | None) -> Iterator[str]:
    # The first heading of a document is often its title, which stands beside it.
    own = section.removeprefix(f"{source.title} > ") if section and section != source.title else None
    yield from _place(visit, own, page)
    if source.version:
        yield visit.say("case.version", version=source.version)
    if source.effective_from:
        yield visit.say("case.in_force_from", day=source.effective_from[:10])
    if source.effective_to:
        yield visit.say("case.in_force_to", day=source.effective_to[:10])


def _place(visit: Visit, section: str | None, page: int | None) -> Iterator[str]:
    if section:
        yield section
    if page is not None:
        yield visit.say("case.page", page=page)


def _is_link(link: str | None) -> bool:
    """Say whether a source can be a link: of ``javascript:`` and the like only the words are shown."""
    try:
        return urlsplit(link or "").scheme.lower() in _LINKED
    except ValueError:
        return False


def as_marked(shown: Sequence[MarkShown] | None) -> tuple[Marked, ...]:
    """Return marks that were kept as a form carries them."""
    return tuple(
        Marked(
            need=mark.need,
            document=mark.source.source,
            start=mark.start,
            end=mark.end,
            quote=mark.quote,
            passage=mark.passages[0] if not mark.quote and mark.passages else None,
        )
        for mark in shown or ()
    )


def handbook_parts(handbook: Handbook) -> tuple[tuple[str, tuple[Meaning, ...]], ...]:
    """Return what stands of the handbook beside a case: words of the heading, and the meanings under it."""
    return (
        ("case.handbook_rules", handbook.rules),
        ("case.handbook_marking", handbook.marking),
        # That a case is retired is said by the owner of a set.
        ("case.handbook_decisions", tuple(item for item in handbook.decisions if item.word in WORDS)),
    )


def old_beside_new(offer: Offer, now: BlindCase) -> tuple[tuple[Piece, ...], tuple[Piece, ...]]:
    """Return what a person may see of a case as it was shown and as it stands, with the words that differ."""
    return changed_words("\n\n".join(_lines(offer.case)), "\n\n".join(_lines(now)))


def _lines(case: BlindCase) -> Iterator[str]:
    for turn in case.messages:
        yield f"{turn.role}: {turn.content}"
    yield case.question
    if case.asker is not None:
        yield " · ".join(filter(None, (case.asker.user, case.asker.tenant, *case.asker.roles)))
    draft = case.drafted
    if draft is None:
        return
    yield from draft.answers
    yield from (claim.text for claim in draft.claims)
    yield from (*draft.must_ask, *draft.must_point_to, *draft.require)
    if draft.format is not None:
        yield json.dumps(asdict(draft.format), ensure_ascii=False, sort_keys=True)
