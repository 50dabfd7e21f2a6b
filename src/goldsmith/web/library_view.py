"""Passages and documents as somebody reads them who looks something up: by title, with what they looked for marked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from goldsmith.review.offer import DocumentShown, PassageShown, SourceShown
from goldsmith.text.tokens import Token, tokenise
from goldsmith.web.case_view import PassageView, document_views, passage_views
from goldsmith.web.marking import Marked
from goldsmith.web.visit import Visit

_LEAST_RUN = 2
"""Neighbouring characters of a script without spaces that count as a word that was found."""


@dataclass(frozen=True, slots=True)
class Piece:
    """Part of a text; `found` where it is one of the words that were looked for."""

    text: str
    found: bool


def titled(visit: Visit, source: SourceShown) -> str:
    """Return what a document is called outside a case: its title, never its id."""
    return source.title or visit.say("search.untitled")


def found_views(
    visit: Visit, passages: Sequence[PassageShown], marks: Sequence[Marked] = ()
) -> tuple[PassageView, ...]:
    """Return passages in their order under the titles of their documents."""
    views = passage_views(visit, passages, marks)
    return tuple(replace(view, name=titled(visit, item.source)) for view, item in zip(views, passages, strict=True))


def read_views(visit: Visit, shown: DocumentShown, marks: Sequence[Marked] = ()) -> tuple[PassageView, ...]:
    """Return a whole document, paragraph by paragraph."""
    views = document_views(visit, shown, marks)
    if shown.blocks:
        return tuple(
            replace(view, details=tuple(told for told in view.details if not _is_heading(told, block.text)))
            for view, block in zip(views, shown.blocks, strict=True)
        )
    return tuple(replace(view, name=titled(visit, shown.source)) for view in views)


def _is_heading(section: str, text: str) -> bool:
    """Say whether a paragraph is the heading of its own section, so that naming it above says nothing."""
    return text.lstrip("#").strip() == section.rpartition(" > ")[2].strip()


def pieces(text: str, words: str) -> tuple[Piece, ...]:
    """Return `text` cut where words of `words` begin and end; put together, the pieces are the text."""
    wanted = {token.text for token in tokenise(words)}
    found, at = [], 0
    for start, end in _runs(tokenise(text), wanted):
        found += [Piece(text[at:start], found=False), Piece(text[start:end], found=True)]
        at = end
    return tuple(piece for piece in (*found, Piece(text[at:], found=False)) if piece.text)


def _runs(tokens: Sequence[Token], wanted: set[str]) -> Iterator[tuple[int, int]]:
    """Yield start and end of words that were found; characters of a script without spaces only as neighbours."""
    run: list[Token] = []
    for token in (*tokens, None):
        if token is not None and token.unspaced and token.text in wanted and (not run or run[-1].end == token.start):
            run.append(token)
            continue
        if len(run) >= _LEAST_RUN:
            yield run[0].start, run[-1].end
        run = []
        if token is None or token.text not in wanted:
            continue
        if token.unspaced:
            run = [token]
        else:
            yield token.start, token.end
