"""What is declared of a document, held against what was declared of it before."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from goldsmith.records.corpus import CorpusRevision, Document
from goldsmith.records.corpus_diff import DocumentChangeKind, FieldChange

_Told = Callable[[Document], str | None]


def _text(name: str) -> _Told:
    def told(document: Document) -> str | None:
        value: str | None = getattr(document, name)
        return value

    return told


def _allowed(document: Document) -> str | None:
    names = document.allowed_principals
    return None if names is None else ", ".join(sorted(set(names)))


def _supersedes(document: Document) -> str | None:
    return ", ".join(sorted(set(document.supersedes))) or None


def _ingestion(document: Document) -> str | None:
    held = document.ingestion
    return held.status if held.reason is None else f"{held.status}: {held.reason}"


_FIELDS: Mapping[DocumentChangeKind, tuple[tuple[str, _Told], ...]] = MappingProxyType(
    {
        "moved": (("source", _text("source")),),
        "access": (("tenant", _text("tenant")), ("allowed_principals", _allowed)),
        "dates": (("effective_from", _text("effective_from")), ("effective_to", _text("effective_to"))),
        "version": (("version", _text("version")),),
        "supersession": (("supersedes", _supersedes),),
        "ingestion": (("ingestion", _ingestion),),
        "described": tuple((name, _text(name)) for name in ("title", "media_type", "language", "planted")),
    }
)


def declared_changes(before: Document, after: Document) -> dict[DocumentChangeKind, tuple[FieldChange, ...]]:
    """Return what is declared otherwise, by kind, in the order of the vocabulary; kinds without a change are left out.

    A document under another id has no `moved`: that it is renamed says so already.
    """
    changes: dict[DocumentChangeKind, tuple[FieldChange, ...]] = {}
    for kind, fields in _FIELDS.items():
        if kind == "moved" and before.id != after.id:
            continue
        told = ((name, read(before), read(after)) for name, read in fields)
        found = tuple(FieldChange(field=name, before=one, after=other) for name, one, other in told if one != other)
        if found:
            changes[kind] = found
    return changes


def revision_changes(
    before: CorpusRevision, after: CorpusRevision
) -> tuple[tuple[FieldChange, ...], tuple[FieldChange, ...]]:
    """Return the declared facts of retrieval that are others, and what of the chunking is."""
    facts = {name: (before.retrieval.get(name), after.retrieval.get(name)) for name in before.retrieval}
    facts |= {name: (before.retrieval.get(name), value) for name, value in after.retrieval.items()}
    cutting = {name: (getattr(before, name), getattr(after, name)) for name in ("splitter", "normalisation")}
    return _differing(dict(sorted(facts.items()))), _differing(cutting)


def _differing(values: Mapping[str, tuple[str | None, str | None]]) -> tuple[FieldChange, ...]:
    return tuple(
        FieldChange(field=name, before=one, after=other) for name, (one, other) in values.items() if one != other
    )


def is_cut_alike(before: CorpusRevision, after: CorpusRevision) -> bool:
    """Say whether both revisions were cut by the same rule of our own."""
    rules = {(one.splitter, one.normalisation) for one in (before, after)}
    return len(rules) == 1 and before.splitter != "manifest"
