"""The retrievers by name, over a stored corpus revision."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from goldsmith._base.registry import Registry
from goldsmith.errors import InputError
from goldsmith.ondisk.revisions import StoredRevision, all_chunk_texts, documents, index
from goldsmith.ports.retriever import Retriever

if TYPE_CHECKING:
    from goldsmith.adapters.retrievers.shelf import Shelf

RETRIEVERS: Registry[Callable[[Shelf], Retriever]] = Registry(
    "retrievers",
    {
        "headings": "goldsmith.adapters.retrievers.headings:Headings",
        "ngrams": "goldsmith.adapters.retrievers.ngrams:Ngrams",
        "words": "goldsmith.adapters.retrievers.words:Words",
    },
)


def open_retrievers(stored: StoredRevision, names: Sequence[str] = ()) -> tuple[Retriever, ...]:
    """Return retrievers over the texts of a revision, by name; all of them where none is named.

    Raises UnknownNameError, and InputError where the revision holds no text to search.
    """
    from goldsmith.adapters.retrievers.shelf import build_shelf

    makers = [RETRIEVERS.get(name) for name in sorted(set(names or RETRIEVERS))]
    if stored.record.text != "full":
        message = f"the revision {stored.record.label!r} holds no text, so nothing can be found in it"
        raise InputError(message, next_step="freeze the documents without --no-text")
    shelf = build_shelf(_rows(stored))
    return tuple(make(shelf) for make in makers)


def _rows(stored: StoredRevision) -> Iterator[tuple[str, str, str]]:
    held = index(stored)
    sections = ("", *held.section_paths())
    titles = {one.id: one.title or one.id for one in documents(stored)}
    rows = enumerate(held.keys.packed.texts())
    for name, document, text in all_chunk_texts(stored):
        # A chunk without a text is passed over there, and has a row all the same.
        row = next(row for row, other in rows if other == name)
        yield name, f"{titles[document]}\n{sections[held.section[row] + 1]}", text
