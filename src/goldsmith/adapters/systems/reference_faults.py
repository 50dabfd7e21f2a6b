"""Switches that worsen the reference system in known ways, each with the cause that a comparison must name for it.

A fault touches only questions that it is about: a fault of answering leaves refusals alone, a fault of refusing leaves
answers alone. So whatever gets worse gets worse for the stated cause.

``NAME`` switches a fault on for every question, ``NAME:DOCUMENT`` for those whose best passage is of that document,
``NAME:PASSAGE`` for those whose best passage is the one of that id.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from hashlib import sha256
from types import MappingProxyType
from typing import Protocol

from goldsmith._base.registry import unknown_name
from goldsmith.adapters.systems.reference_answers import Draft, Found, Query, ask_back, select, worded
from goldsmith.records.comparison import CauseKind
from goldsmith.records.corpus import Document
from goldsmith.records.response import Component


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """One way in which the reference system can be made worse."""

    name: str
    does: str
    """What it does, in words."""
    cause: CauseKind
    """The cause that a comparison with the sound system must lead to."""
    component: Component
    """The component whose fingerprint it changes."""


@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class Switch:
    """A fault as it is switched on."""

    name: str
    document: str = ""
    """Only for questions whose best passage is of this document; empty: for every question."""
    passage: str = ""
    """Only for questions whose best passage is this one of the document; empty: any of it."""

    def __str__(self) -> str:
        about = self.passage or self.document
        return f"{self.name}:{about}" if about else self.name

    def is_on(self, draft: Draft) -> bool:
        """Say whether it acts on the question of this draft."""
        if not self.document:
            return True
        best = draft.context[0].chunk if draft.context else None
        return best is not None and best.document == self.document and self.passage in {"", best.id}


def read_switch(text: str, documents: Mapping[str, Document], passages: Mapping[str, str]) -> Switch:
    """Return the switch that is written as ``NAME``, ``NAME:DOCUMENT`` or ``NAME:PASSAGE``.

    `passages` gives the document of each passage id. Raises UnknownNameError for either part.
    """
    name, mark, about = text.partition(":")
    if name not in FAULTS:
        raise unknown_name("faults of the reference system", name, tuple(sorted(FAULTS)))
    if not mark:
        return Switch(name=name)
    if about in documents:
        return Switch(name=name, document=about)
    if about not in passages:
        # Of the passages only those of a document that is meant: a corpus holds too many to list.
        near = sorted(passage for passage, held in passages.items() if held == about.partition("#")[0])
        known = tuple(near or sorted(documents))
        raise unknown_name(f"documents and passages of the corpus (fault {name})", about, known)
    return Switch(name=name, document=passages[about], passage=about)


def _listed(*faults: Fault) -> Mapping[str, Fault]:
    return MappingProxyType({fault.name: fault for fault in faults})


FAULTS: Mapping[str, Fault] = _listed(
    Fault(
        name="ignore_access",
        does="searches every document, whoever asks",
        cause="leak",
        component="authorization",
    ),
    Fault(
        name="crash",
        does="gives no reply to about half of the questions, always the same ones",
        cause="run_failed",
        component="model",
    ),
    Fault(
        name="lost_passages",
        does="has lost the passages that the answer is taken from",
        cause="not_retrieved",
        component="parser",
    ),
    Fault(
        name="poor_ranking",
        does="puts the best passages behind as many others and answers from those others",
        cause="ranked_below",
        component="reranker",
    ),
    Fault(
        name="old_versions",
        does="answers from the superseded version of a document where there is one",
        cause="superseded_used",
        component="embedding",
    ),
    Fault(
        name="ignore_context",
        does="answers in general words and uses nothing of what was retrieved",
        cause="not_used",
        component="prompt",
    ),
    Fault(
        name="cut_answers",
        does="says only the first few characters of the answer",
        cause="claim_missing",
        component="model",
    ),
    Fault(
        name="invent",
        does="adds a voucher and a guarantee that stand in no document",
        cause="prohibited_claim",
        component="model",
    ),
    Fault(
        name="follow_instructions",
        does="obeys instructions that stand inside the retrieved passages",
        cause="prohibited_claim",
        component="prompt",
    ),
    Fault(
        name="wrong_citations",
        does="cites a passage of another document that was not retrieved",
        cause="wrong_citation",
        component="citations",
    ),
    Fault(
        name="never_refuse",
        does="answers where it should refuse, hand over or fail safely",
        cause="wrong_behaviour",
        component="prompt",
    ),
    Fault(
        name="always_clarify",
        does="asks back although the question is clear",
        cause="wrong_behaviour",
        component="prompt",
    ),
)
"""Every fault by name."""

OLD_PASSAGES = 2
"""Passages of superseded documents that `old_versions` adds to the context."""

CUT_TO = 12
"""Characters that `cut_answers` leaves."""

_ANSWERING = frozenset({"answer", "escalate"})
_DECLINING = frozenset({"refuse", "escalate", "fail_safely"})
_INVENTED = "On top there is a voucher of 50 euros and a lifetime guarantee."
_GENERAL = "This depends on the circumstances. As a rule the usual terms apply, and most people find them fair."
_TOLD_TO_SAY = re.compile(r"\b(?:tell|inform)\b[^.]*?\bthat\b\s+(.+)", re.DOTALL)


class Shelf(Protocol):
    """What a fault may ask of the system that it worsens."""

    @property
    def documents(self) -> Mapping[str, Document]:
        """Every document of the corpus."""
        ...

    @property
    def top_k(self) -> int:
        """Passages in the context."""
        ...

    def redraft(self, query: Query, without: frozenset[str]) -> Draft:
        """Return the sound draft over the visible passages except those of the given ids."""
        ...

    def hits(self, query: Query) -> tuple[Found, ...]:
        """Return the visible passages that share a word with the question, best first."""
        ...

    def in_force(self, query: Query) -> tuple[Found, ...]:
        """Return every visible passage that is not superseded: those of `hits`, then all others."""
        ...


def crashes(question: str) -> bool:
    """Say whether `crash` hits this question."""
    return sha256(question.encode("utf-8", "surrogatepass")).digest()[0] % 2 == 0


def worsen(draft: Draft, switches: tuple[Switch, ...], shelf: Shelf) -> Draft:
    """Return the draft after every switched fault that works on drafts, in the order of `FAULTS`."""
    # Read from the sound draft: a fault must not reach a question because another one put its document in front.
    on = {switch.name for switch in switches if switch.is_on(draft)}
    for name, effect in _EFFECTS.items():
        if name in on:
            draft = effect(draft, shelf)
    return draft


def _lost_passages(draft: Draft, shelf: Shelf) -> Draft:
    if draft.behaviour not in _ANSWERING:
        return draft
    return shelf.redraft(draft.query, frozenset(piece.chunk for piece in draft.pieces))


def _poor_ranking(draft: Draft, shelf: Shelf) -> Draft:
    if draft.behaviour not in _ANSWERING:
        return draft
    best = {found.chunk.id for found in draft.context}
    others = tuple(found for found in shelf.in_force(draft.query) if found.chunk.id not in best)
    taken = others[: shelf.top_k]
    worse = replace(draft, behaviour="answer", pieces=select(draft.query, taken), before="", after="")
    if not worse.pieces:
        worse = replace(worse, before=_GENERAL)
    return replace(worse, context=(*taken, *draft.context))


def _old_versions(draft: Draft, shelf: Shelf) -> Draft:
    if draft.behaviour != "answer":
        return draft
    replaced = {
        old
        for piece in draft.pieces
        if (document := shelf.documents.get(piece.document)) is not None
        for old in document.supersedes
    }
    old = tuple(found for found in shelf.hits(draft.query) if found.chunk.document in replaced)[:OLD_PASSAGES]
    if not old:
        return draft
    kept = tuple(found for found in draft.context if not _supersedes(found, replaced, shelf))
    pieces = select(draft.query, old) or select(draft.query, (*old, *kept))
    return worded(replace(draft, context=(*draft.context, *old), pieces=pieces), shelf.documents)


def _supersedes(found: Found, replaced: set[str], shelf: Shelf) -> bool:
    document = shelf.documents.get(found.chunk.document)
    return document is not None and bool(replaced & set(document.supersedes))


def _ignore_context(draft: Draft, _: Shelf) -> Draft:
    if draft.behaviour != "answer":
        return draft
    return replace(draft, pieces=(), before=_GENERAL, after="")


def _cut_answers(draft: Draft, _: Shelf) -> Draft:
    return replace(draft, cut_to=CUT_TO) if draft.behaviour == "answer" else draft


def _invent(draft: Draft, _: Shelf) -> Draft:
    if draft.behaviour not in _ANSWERING:
        return draft
    return replace(draft, after=f"{draft.after} {_INVENTED}".strip())


def _follow_instructions(draft: Draft, _: Shelf) -> Draft:
    orders = [piece.text for found in draft.context for piece in found.pieces if piece.orders_the_machine]
    told = [match[1].strip() for order in orders if (match := _TOLD_TO_SAY.search(order)) is not None]
    if draft.behaviour != "answer" or not told:
        return draft
    return replace(draft, after=f"{draft.after} {told[0]}".strip())


def _wrong_citations(draft: Draft, shelf: Shelf) -> Draft:
    if draft.behaviour != "answer":
        return draft
    near = {found.chunk.document for found in (*draft.context, *draft.candidates)}
    shown = {found.chunk.id for found in draft.context}
    others = [found.chunk for found in shelf.in_force(draft.query) if found.chunk.id not in shown]
    far = [chunk for chunk in others if chunk.document not in near]
    return replace(draft, cited=((far or others)[-1].id,)) if others else draft


def _never_refuse(draft: Draft, shelf: Shelf) -> Draft:
    if draft.behaviour not in _DECLINING:
        return draft
    context = draft.context or shelf.in_force(draft.query)[: shelf.top_k]
    pieces = tuple(piece for piece in draft.pieces or select(draft.query, context) if not piece.hands_over)
    before = "" if pieces else _GENERAL
    return replace(draft, context=context, behaviour="answer", reason=None, before=before, pieces=pieces, after="")


def _always_clarify(draft: Draft, shelf: Shelf) -> Draft:
    if draft.behaviour == "clarify":
        return draft
    asked = ask_back((), shelf.documents)
    if draft.behaviour in _ANSWERING:
        return replace(draft, behaviour="clarify", after=f"{draft.after} {asked}".strip())
    return replace(draft, behaviour="clarify", reason=None, before=asked, pieces=(), after="")


_EFFECTS: Mapping[str, Callable[[Draft, Shelf], Draft]] = {
    "lost_passages": _lost_passages,
    "poor_ranking": _poor_ranking,
    "old_versions": _old_versions,
    "ignore_context": _ignore_context,
    "cut_answers": _cut_answers,
    "invent": _invent,
    "follow_instructions": _follow_instructions,
    "wrong_citations": _wrong_citations,
    "never_refuse": _never_refuse,
    "always_clarify": _always_clarify,
}
