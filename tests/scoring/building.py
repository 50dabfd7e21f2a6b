"""The smallest cases, responses and corpora that the scoring tests need."""

from __future__ import annotations

from typing import Any

from goldsmith.records.case import Case, Identity
from goldsmith.records.corpus import Chunk, ContentHash, CorpusRevision, Document, Ingestion
from goldsmith.records.evidence import Alternative, Need
from goldsmith.records.observation import Observation
from goldsmith.records.response import Citation, Failure, Reply, Response, RetrievedItem
from goldsmith.records.task import TaskKey
from goldsmith.scoring.observe import observe
from goldsmith.tables.chunks import CorpusView

PARSED = Ingestion(status="parsed")


def chunk_need(*chunks: str, name: str | None = None, grade: int = 1) -> Need:
    """Return a need that any one of the chunks meets."""
    return Need(need=name, any_of=tuple(Alternative(chunk=chunk, grade=grade) for chunk in chunks))


def case(*needs: Need, **fields: Any) -> Case:
    """Return a case with these needs."""
    settled: dict[str, Any] = {"id": "c1", "question": "Q?", "evidence": needs}
    return Case(**{**settled, **fields})


def items(*ids: str) -> tuple[RetrievedItem, ...]:
    """Return retrieved items that name nothing but their ids."""
    return tuple(RetrievedItem(id=one) for one in ids)


def cited(*ids: str) -> tuple[Citation, ...]:
    """Return citations without quotes."""
    return tuple(Citation(id=one) for one in ids)


def response(
    outcome: Reply | Failure, *, name: str = "c1", repeat: int = 1, latency_ms: float | None = None
) -> Response:
    """Return one judged result."""
    return Response(
        key=TaskKey(task=name, step=0, repeat=repeat),
        case=name,
        case_digest="c1:0",
        outcome=outcome,
        latency_ms=latency_ms,
    )


def reply(**fields: Any) -> Response:
    """Return a result with a reply of these fields."""
    return response(Reply(**fields))


def document(name: str, **fields: Any) -> Document:
    """Return a parsed document."""
    settled: dict[str, Any] = {
        "id": name,
        "source": f"{name}.md",
        "content_hash": ContentHash(algorithm="sha256", value="0"),
        "ingestion": PARSED,
    }
    return Document(**{**settled, **fields})


def chunk(name: str, text: str | None = None, *, start: int = 0, **fields: Any) -> Chunk:
    """Return a chunk of the document before the ``#`` of its id."""
    settled: dict[str, Any] = {
        "id": name,
        "document": name.partition("#")[0],
        "ordinal": 0,
        "start": start if text is not None else None,
        "end": start + len(text) if text is not None else None,
        "text": text,
    }
    return Chunk(**{**settled, **fields})


def view(*parts: Document | Chunk, asked: tuple[str, ...] = (), **fields: Any) -> CorpusView:
    """Return a frozen corpus of these documents and chunks; documents that only chunks name are added."""
    documents = {one.id: one for one in parts if isinstance(one, Document)}
    chunks = {one.id: one for one in parts if isinstance(one, Chunk)}
    for one in chunks.values():
        documents.setdefault(one.document, document(one.document))
    revision = CorpusRevision(
        label="r1",
        digest="0",
        sources_digest="0",
        chunking_digest="0",
        access_digest="0",
        retrieval_digest="0",
        documents=len(documents),
        chunks=len(chunks),
        failed=0,
        text="full",
        normalisation="lf-1",
        splitter="manifest",
    )
    return CorpusView(
        revision=revision, documents=documents, chunks=chunks, asked=frozenset({*chunks, *asked}), **fields
    )


def seen(one: Case, outcome: Response, corpus: CorpusView | None = None) -> Observation:
    """Observe with open lists."""
    return observe(one, outcome, corpus, "open")


def support(**fields: Any) -> Identity:
    """Return the identity of a regional support agent."""
    settled: dict[str, Any] = {"user": "regional-support", "tenant": "tenant-a"}
    return Identity(**{**settled, **fields})
