"""Small revisions for the tests of this folder, and evidence followed from one into another."""

from __future__ import annotations

from goldsmith._base.canonical import text_sha256
from goldsmith.corpus.chunking import chunk_documents
from goldsmith.corpus.locate import Lookup, resolve_all
from goldsmith.corpus.tracing import trace
from goldsmith.records.case import Case
from goldsmith.records.corpus import Chunk, ContentHash, Document, Ingestion, TextKept
from goldsmith.records.evidence import Alternative, Need
from goldsmith.records.refresh import TracedAlternative
from goldsmith.tables.frozen_corpus import SourceText

RETURNS = (
    "# Returns\n\nOpened items can be sent back within 30 days of purchase.\n\n## Money\n\n"
    "The money is paid back within ten days. Ask the desk for the form.\n\n"
    "# Warranty\n\nParts are covered for 24 months.\n"
)
QUOTE = "The money is paid back within ten days."


def document(name: str, text: str = "", *, failed: bool = False) -> Document:
    return Document(
        id=name,
        source=f"{name}.md",
        content_hash=ContentHash(algorithm="sha256", value=text_sha256(text)),
        media_type="text/markdown",
        ingestion=Ingestion(status="failed", reason="no parser") if failed else Ingestion(status="parsed"),
    )


def revision(texts: dict[str, str], *, capacity: int = 1000) -> Lookup:
    sources = [SourceText(document=document(name, text), text=text) for name, text in texts.items()]
    columns = chunk_documents(sources, capacity=capacity).chunks
    chunks: dict[str, list[Chunk]] = {name: [] for name in texts}
    for row in range(len(columns)):
        item = columns.chunk(row)
        chunks[item.document].append(item)
    return Lookup(
        documents={source.document.id: source.document for source in sources},
        chunks={name: tuple(own) for name, own in chunks.items()},
        text="full",
    )


def manifest(name: str, *texts: str, text: TextKept = "full") -> Lookup:
    chunks = tuple(
        Chunk(
            id=f"{name}:{at}",
            document=name,
            ordinal=at,
            text=one if text == "full" else None,
            content_hash=ContentHash(algorithm="sha256", value=text_sha256(one)),
        )
        for at, one in enumerate(texts)
    )
    return Lookup(documents={name: document(name, "".join(texts))}, chunks={name: chunks}, text=text)


def followed(
    item: Alternative, before: Lookup, after: Lookup, heirs: dict[str, tuple[str, ...]] | None = None
) -> TracedAlternative:
    case = Case(id="c1", question="Q?", evidence=(Need(any_of=(item,)),))
    (pinned,) = resolve_all([case], before)
    case = Case(id="c1", question="Q?", evidence=(Need(any_of=(pinned.pinned,)),))
    (found,) = trace([case], before, after, heirs=heirs or {})
    return found


def moved(text: str, quote: str = QUOTE, before: str = RETURNS) -> TracedAlternative:
    return followed(
        Alternative(document="returns", quote=quote), revision({"returns": before}), revision({"returns": text})
    )


def words_now(found: TracedAlternative) -> list[str]:
    return [one.text[one.span[0] : one.span[1]] for one in found.now if one.span is not None]


def states(found: TracedAlternative) -> tuple[str, str, str, str]:
    return found.quote, found.section, found.document, found.method
