"""The passages that leave with a set: what its evidence and the answers of a run name, and on demand all of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from goldsmith.corpus.document_text import DocumentText
from goldsmith.ondisk.revisions import StoredRevision, all_chunk_texts, chunks_of, view
from goldsmith.records.case import Case
from goldsmith.records.corpus import Chunk, Document
from goldsmith.records.interchange import ForeignPassage
from goldsmith.records.response import Reply, Response
from goldsmith.workflows.open_set import Project


def named_passages(
    project: Project, cases: Sequence[Case], responses: Sequence[Response]
) -> Mapping[str, ForeignPassage]:
    """Return the text of every chunk that is named, and of every document that alone is evidence, by its id.

    Only what the frozen revision holds a text of; without a revision none.
    """
    stored = project.stored
    if stored is None:
        return {}
    alternatives = [item for case in cases for need in case.evidence for item in need.any_of]
    names = {item.chunk for item in alternatives if item.chunk} | set(_retrieved(responses))
    held = view(stored, names)
    passages = {
        chunk.id: _of_chunk(chunk, held.documents[chunk.document]) for chunk in held.chunks.values() if _text(chunk)
    }
    whole = {item.document for item in alternatives if item.document and item.chunk is None}
    whole |= names & held.documents.keys()
    return {**_documents(stored, whole & held.documents.keys(), held.documents), **passages}


def every_passage(project: Project) -> Callable[[], Iterator[ForeignPassage]] | None:
    """Return what yields every chunk of the frozen revision that has a text, in its order; None without a revision."""
    stored = project.stored
    if stored is None:
        return None

    def passages() -> Iterator[ForeignPassage]:
        documents = {item.id: item for item in project.documents}
        for name, document, text in all_chunk_texts(stored):
            own = documents[document]
            yield ForeignPassage(
                id=name, text=text, document=document, title=own.title, source=own.source, language=own.language
            )

    return passages


def _retrieved(responses: Sequence[Response]) -> Iterator[str]:
    for response in responses:
        if isinstance(response.outcome, Reply):
            yield from (item.id for item in response.outcome.retrieved or () if item.id)


def _documents(stored: StoredRevision, names: set[str], documents: Mapping[str, Document]) -> dict[str, ForeignPassage]:
    chunks: dict[str, list[Chunk]] = {}
    for chunk in chunks_of(stored, sorted(names)) if names else ():
        chunks.setdefault(chunk.document, []).append(chunk)
    found = {}
    for name, own in chunks.items():
        text = DocumentText(sorted(own, key=lambda chunk: chunk.ordinal)).shown
        if text.strip():
            document = documents[name]
            found[name] = ForeignPassage(
                id=name, text=text, document=name, title=document.title, source=document.source,
                language=document.language,
            )  # fmt: skip
    return found


def _of_chunk(chunk: Chunk, document: Document) -> ForeignPassage:
    return ForeignPassage(
        id=chunk.id, text=_text(chunk), document=document.id, title=document.title, source=document.source,
        language=chunk.language or document.language,
    )  # fmt: skip


def _text(chunk: Chunk) -> str:
    return chunk.text or chunk.preview or ""
