"""Documents, chunks and the corpus revision that makes a judgment meaningful."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal


@dataclass(frozen=True, slots=True, kw_only=True)
class ContentHash:
    """A content hash: ours is sha256, a foreign one is kept opaque under its own name."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    algorithm: str
    value: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Ingestion:
    """How the reading of a document ended."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    status: Literal["parsed", "partial", "failed"]
    reason: str | None = None
    """Why it is not `parsed`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """One source document. Identity is the id, not the path: a rename is a rename."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    id: str
    source: str
    """URI, or path relative to the corpus folder with forward slashes."""
    version: str | None = None
    content_hash: ContentHash
    """Over the normalised text, without front matter; over the bytes of a file that a parser has to read."""
    title: str | None = None
    media_type: str | None = None
    language: str | None = None
    effective_from: str | None = None
    """ISO 8601 date or UTC time."""
    effective_to: str | None = None
    supersedes: tuple[str, ...] = ()
    """Ids of the documents that this one replaces."""
    tenant: str | None = None
    """None: every tenant."""
    allowed_principals: tuple[str, ...] | None = None
    """Users and roles that may see it; None: everyone of the tenant."""
    planted: str | None = None
    """What the document was planted to test; None: a real document."""
    ingestion: Ingestion


@dataclass(frozen=True, slots=True, kw_only=True)
class Chunk:
    """One retrievable passage. Objects exist only for what a case or a response names; millions stay in columns."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    id: str
    document: str
    ordinal: int
    """Place in the document, from 0."""
    start: int | None = None
    """First code point in the normalised document text; None where a foreign manifest gives none."""
    end: int | None = None
    section: str | None = None
    """Headings from the top, joined by `` > ``; or the clause."""
    page: int | None = None
    content_hash: ContentHash | None = None
    """sha256 of the text; a foreign hash where there is no text; None where there is neither."""
    tokens: int | None = None
    language: str | None = None
    text: str | None = None
    """None: the revision holds no text of it."""
    preview: str | None = None


TextKept = Literal["full", "preview", "absent"]


@dataclass(frozen=True, slots=True, kw_only=True)
class CorpusRevision:
    """A frozen corpus. The digest covers content, never times or paths of the machine."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    label: str
    digest: str
    """Over the four digests below and the format of the revision."""
    sources_digest: str
    chunking_digest: str
    access_digest: str
    retrieval_digest: str
    documents: int
    chunks: int
    failed: int
    """Documents that no parser took."""
    text: TextKept
    normalisation: str
    """Name of the rule by which document text was normalised; spans count in its result."""
    splitter: str
    """Name and settings of the splitter, or ``manifest`` for a foreign one."""
    retrieval: dict[str, str] = field(default_factory=dict)
    """Declared facts of retrieval, such as the embedding model or a filter."""
    parsers: dict[str, str] = field(default_factory=dict)
    """Parser of each media type that one was used for, with the versions of its packages. No digest covers it: what a
    parser made of the sources is covered itself, as text and spans of the chunks."""
    format: int = 1
