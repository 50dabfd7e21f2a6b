"""Short ways to write a case, where its evidence stands, and what changed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from goldsmith.records.case import AcceptedAnswer, Case
from goldsmith.records.corpus import ContentHash, CorpusRevision, Document, Ingestion
from goldsmith.records.corpus_diff import ChunkCounts, CorpusDiff, FieldChange
from goldsmith.records.evidence import Alternative, Need
from goldsmith.records.refresh import CaseImpact, FreshText, Passage, Reason, TracedAlternative
from goldsmith.refresh.facts import ChangedFacts
from goldsmith.refresh.impacts import impacts

QUOTE = "Money is paid back within 10 days."
SECTION = f"{QUOTE} It goes to the card that was used."
PINNED = Alternative(document="payments.md", chunk="payments.md#1", quote=QUOTE, span=(40, 74), sha256="a1")


def case(name: str = "c1", *, alternatives: Iterable[Alternative] = (PINNED,), **fields: Any) -> Case:
    """Return a case on one need; without alternatives it has no evidence."""
    held = tuple(alternatives)
    usual: dict[str, Any] = {
        "question": "When is the money paid back?",
        "answerability": "supported",
        "behaviour": "answer",
        "accept": (AcceptedAnswer(answer="Within 10 days."),),
        "evidence": (Need(any_of=held),) if held else (),
    }
    return Case(id=name, **(usual | fields))


def no_answer(name: str = "c1", **fields: Any) -> Case:
    """Return a case that no source answers."""
    usual: dict[str, Any] = {
        "question": "Does the company pay for gym memberships?",
        "answerability": "unsupported",
        "behaviour": "refuse",
        "refusal_reason": "not_found",
        "accept": (),
    }
    return case(name, alternatives=(), **(usual | fields))


def passage(text: str = SECTION, quote: str | None = QUOTE, **fields: Any) -> Passage:
    """Return a passage of the payment rules; `quote` is marked where it stands in `text`."""
    at = -1 if quote is None else text.find(quote)
    span = None if quote is None or at < 0 else (at, at + len(quote))
    usual: dict[str, Any] = {"document": "payments.md", "chunks": ("payments.md#1",), "section": "Refunds"}
    return Passage(text=text, span=span, **(usual | fields))


def trace(name: str = "c1", *, need: int = 0, alternative: int = 0, **fields: Any) -> TracedAlternative:
    """Return an alternative that stands exactly as it did but for `fields`."""
    usual: dict[str, Any] = {
        "quote": "intact",
        "section": "same",
        "document": "same",
        "document_before": "payments.md",
        "document_now": "payments.md",
        "method": "identity",
        "confidence": 1.0,
        "before": passage(),
        "now": (passage(),),
        "pinned": (PINNED,),
    }
    return TracedAlternative(case=name, need=need, alternative=alternative, **(usual | fields))


def document(name: str = "payments.md", **fields: Any) -> Document:
    """Return a document that everybody may see."""
    usual: dict[str, Any] = {
        "source": name,
        "content_hash": ContentHash(algorithm="sha256", value="00"),
        "ingestion": Ingestion(status="parsed"),
    }
    return Document(id=name, **(usual | fields))


def revision(label: str, digest: str) -> CorpusRevision:
    return CorpusRevision(
        label=label,
        digest=digest,
        sources_digest=digest,
        chunking_digest="x",
        access_digest="x",
        retrieval_digest="x",
        documents=1,
        chunks=1,
        failed=0,
        text="full",
        normalisation="lf-1",
        splitter="markdown",
    )


def difference(*retrieval: FieldChange, same: bool = False) -> CorpusDiff:
    """Return a diff of which only what the room reads is filled in."""
    return CorpusDiff(
        before=revision("r1", "d1"),
        after=revision("r2", "d1" if same else "d2"),
        documents=(),
        chunks=ChunkCounts(),
        retrieval=retrieval,
    )


def facts(
    before: Iterable[Document] = (), after: Iterable[Document] = (), *, diff: CorpusDiff | None = None, **fields: Any
) -> ChangedFacts:
    """Return the facts of a change; where no documents are named, the payment rules stand in both revisions."""
    held, now = tuple(before), tuple(after)
    return ChangedFacts(
        diff=diff or difference(),
        before={one.id: one for one in held or (document(),)},
        after={one.id: one for one in now or (document(),)},
        **fields,
    )


def fresh(text: str, *, name: str = "payments.md", number: int = 9, section: str | None = "News") -> FreshText:
    """Return a new text."""
    return FreshText(document=name, chunk=f"{name}#{number}", section=section, text=text)


def impact_of(
    one: Case | None = None, traces: Iterable[TracedAlternative] | None = None, told: ChangedFacts | None = None
) -> CaseImpact:
    """Return what the change does to one case; by default one whose evidence stands as it did."""
    asked = one or case()
    followed = tuple((trace(),) if traces is None else traces)
    (found,) = impacts(
        (asked,), {asked.id: "c1:aa"}, [replace(each, case=asked.id) for each in followed], told or facts()
    )
    return found


def told(impact: CaseImpact) -> list[tuple[str, str]]:
    """Return the reasons of an impact, each with its message."""
    return [(reason.impact, reason.message) for reason in impact.reasons]


def reason(impact: Any, message: str = "", **fields: Any) -> Reason:
    """Return a reason."""
    return Reason(impact=impact, message=message, **fields)
