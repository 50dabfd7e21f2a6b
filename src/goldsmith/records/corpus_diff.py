"""What two frozen revisions of a corpus differ in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from goldsmith.records.corpus import CorpusRevision

DocumentChangeKind = Literal[
    "added",
    "removed",
    "renamed",
    "moved",
    "split",
    "merged",
    "edited",
    "rechunked",
    "access",
    "dates",
    "version",
    "supersession",
    "ingestion",
    "described",
]
"""`added`, `removed`: its id is new, or gone, and its text stood and stands nowhere else · `renamed`: its text, or most
of it, under another id · `moved`: the same id at another place · `split`: its text stands in several documents now ·
`merged`: the text of several documents stands in it now · `edited`: its text is another · `rechunked`: its text is the
same and was cut otherwise · `access`, `dates`, `version`, `supersession`, `ingestion`: what is declared of it ·
`described`: its title, media type or language."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldChange:
    """One declared fact that is another; None: it was, or is, not declared."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    field: str
    before: str | None
    after: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ChunkCounts:
    """How many chunks became what. Every chunk of the earlier revision is `same`, `changed`, `moved`, `split`,
    `merged` or `removed`; every one of the later is the counterpart of one of those, a piece or the result of them, or
    `added`.
    """

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    same: int = 0
    """The same id and the same text."""
    changed: int = 0
    """The same id with another text; in a corpus of our own ids, a removed one whose section holds an added one."""
    moved: int = 0
    """The same text under another id."""
    split: int = 0
    """Chunks of which several new ones hold the text now."""
    merged: int = 0
    """Chunks whose text stands with that of others in one new chunk now."""
    removed: int = 0
    added: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentChange:
    """One document that is not what it was."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    kinds: tuple[DocumentChangeKind, ...]
    """In the order of the vocabulary; never empty."""
    before: tuple[str, ...]
    """Its ids in the earlier revision: none of an added one, several of one that was merged."""
    after: tuple[str, ...]
    """Its ids in the later revision: none of a removed one, several of one that was split."""
    shared: float | None = None
    """Of a renamed, split or merged one: the share of the earlier text (by characters of chunks) that stands in the
    later, 0 to 1."""
    fields: tuple[FieldChange, ...] = ()
    chunks: ChunkCounts = ChunkCounts()
    sections: tuple[str, ...] = ()
    """Section paths (of the later revision; of the earlier where they are gone) whose text is another; ascending."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AccessChange:
    """Who may see a document that could not, and the other way round."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    document: str
    """Id in the later revision."""
    gained: tuple[str, ...]
    """Users and roles, ascending; ``everyone``, and ``tenant NAME``, stand for what has no list."""
    lost: tuple[str, ...]
    tenant_before: str | None = None
    tenant_after: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CorpusDiff:
    """Everything that changed from one revision to another. The same content gives no change, whatever the labels."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    before: CorpusRevision
    after: CorpusRevision
    documents: tuple[DocumentChange, ...]
    """Only those that changed, by their first id."""
    chunks: ChunkCounts
    access: tuple[AccessChange, ...] = ()
    retrieval: tuple[FieldChange, ...] = ()
    """Declared facts of retrieval, such as the embedding or a filter."""
    chunking: tuple[FieldChange, ...] = ()
    """`splitter` and `normalisation`, where they are others."""

    @property
    def same(self) -> bool:
        """Whether nothing at all changed."""
        return self.before.digest == self.after.digest
