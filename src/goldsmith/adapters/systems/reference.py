"""The built-in reference system: BM25 over a frozen corpus, extractive, citing, permission-aware.

It is small enough to be understood whole, so that what an evaluation says of it can be checked by hand, and it can be
worsened in known ways (`goldsmith.adapters.systems.reference_faults`), so that an evaluation itself can be checked.

How it answers: documents that the asking identity may not see are taken out before anything is ranked; passages are
ranked by BM25 times coverage of the question; superseded documents are kept out of the context; the sentences that
cover the question best are quoted. What stands in a document is evidence and never an instruction.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from hashlib import sha256
from math import log1p

from goldsmith._base.canonical import digest
from goldsmith.adapters.systems.reference_answers import Draft, Found, Query, Rules, decide
from goldsmith.adapters.systems.reference_faults import FAULTS, Switch, crashes, read_switch, worsen
from goldsmith.adapters.systems.reference_pieces import Piece, asks_how, part_long, read_pieces, stems
from goldsmith.errors import ConfigurationError
from goldsmith.ports.system import System, SystemFailure
from goldsmith.records.case import Identity, Message
from goldsmith.records.corpus import Chunk, Document
from goldsmith.records.response import (
    CHANNELS,
    Channel,
    Citation,
    Component,
    Reply,
    RetrievedItem,
    StreamEvent,
    Usage,
)
from goldsmith.records.task import Step, TaskKey
from goldsmith.text.bm25 import Bm25

TOP_K = 5
THRESHOLD = 0.35
CANDIDATES = 20
DESK = "the help desk"

_LEAST_LETTERS = 5
_LIKE_ENOUGH = 0.8
_BASE: Mapping[Component, str] = {
    "parser": "pieces-1",
    "embedding": "bm25-stems-1",
    "reranker": "coverage-1",
    "authorization": "access-rules-1",
    "prompt": "extractive-1",
    "model": "none-1",
    "citations": "quoted-1",
}


def open_reference(
    chunks: Sequence[Chunk],
    documents: Mapping[str, Document],
    *,
    top_k: int = TOP_K,
    threshold: float = THRESHOLD,
    faults: Sequence[str] = (),
    desk: str = DESK,
    name: str = "reference",
) -> System:
    """Return the reference system over the passages and documents of a frozen corpus.

    `top_k` passages reach the context; a question that its best passage covers by less than `threshold` (0 to 1) is
    refused and sent to `desk`; `faults` are switches as `read_switch` reads them; reports call the system `name`. A
    document of a tenant, or for certain users and roles, is shown to nobody who asks without an identity. Raises
    UnknownNameError for an unknown fault, document or passage, ConfigurationError for a setting out of range or a
    corpus that holds no text.
    """
    passages = {chunk.id: chunk.document for chunk in chunks}
    switches = tuple(sorted({read_switch(fault, documents, passages) for fault in faults}))
    if top_k < 1 or not 0 <= threshold <= 1:
        message = f"top_k is {top_k} and threshold is {threshold}"
        raise ConfigurationError(message, next_step="set top_k to 1 or more and threshold between 0 and 1")
    if chunks and all(chunk.text is None for chunk in chunks):
        message = "the reference system answers from text, and this corpus revision holds none"
        raise ConfigurationError(message, next_step="freeze the documents without --no-text")
    settings = _Settings(top_k=top_k, threshold=threshold, switches=switches, desk=desk, name=name)
    return _Reference(chunks, documents, settings)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Settings:
    top_k: int
    threshold: float
    switches: tuple[Switch, ...]
    desk: str
    name: str

    def only(self, fault: str) -> tuple[Switch, ...]:
        """Return the switches of one fault."""
        return tuple(switch for switch in self.switches if switch.name == fault)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Entry:
    """A passage as it was read once for all identities."""

    chunk: Chunk
    pieces: tuple[Piece, ...]
    words: str
    """Stems of its headings and text, repeated ones repeated, for the index."""
    known: frozenset[str]
    """The same, each once."""
    superseded: bool


class _Reference:
    """The system itself. One instance serves every identity."""

    shows: tuple[Channel, ...] = CHANNELS

    def __init__(self, chunks: Sequence[Chunk], documents: Mapping[str, Document], settings: _Settings) -> None:
        self.name = settings.name
        self._documents = documents
        self._settings = settings
        replaced = {old for one in documents.values() for old in one.supersedes}
        entries = (_entry(chunk, documents, superseded=chunk.document in replaced) for chunk in chunks)
        # A passage of nothing but a heading answers nothing.
        self._entries = tuple(entry for entry in entries if entry.pieces)
        self._shelves: dict[frozenset[str], _Shelf] = {}
        self.revision: str | None = "+".join(("reference-1", *map(str, settings.switches)))
        self.fingerprints: Mapping[Component, str] = _fingerprints(chunks, settings)

    async def ask(self, step: Step, history: tuple[Message, ...], key: TaskKey) -> Reply:
        """Return the reply; the last turn of the user before the question lends its words to the search."""
        turns = [message.content for message in (history or step.messages) if message.role == "user"]
        shelf, draft = self._drafted(step, turns[-1] if turns else "")
        if crashes(step.question) and any(switch.is_on(draft) for switch in self._settings.only("crash")):
            kind, message = "system_error", "the reference system was told to give no reply to this question"
            raise SystemFailure(kind, message)
        draft = worsen(draft, self._settings.switches, shelf)
        return self._reply(draft, step, key, shelf)

    async def close(self) -> None:
        """Nothing to let go of."""

    def _drafted(self, step: Step, earlier: str) -> tuple[_Shelf, Draft]:
        """Return the passages that are searched and the draft before any other fault than `ignore_access`."""
        allowed = frozenset(name for name, one in self._documents.items() if _may_see(step.identity, one))
        # The rules of a document that the identity may see anyway are not forgotten.
        forgotten = tuple(one for one in self._settings.only("ignore_access") if one.document not in allowed)
        if forgotten:
            opened = frozenset(self._documents)
            if all(switch.document for switch in forgotten):
                opened = allowed.union(switch.document for switch in forgotten)
            shelf = self._shelf(opened)
            draft = shelf.redraft(shelf.query(step.question, earlier), frozenset())
            if any(switch.is_on(draft) for switch in forgotten):
                return shelf, draft
        shelf = self._shelf(allowed)
        return shelf, shelf.redraft(shelf.query(step.question, earlier), frozenset())

    def _shelf(self, visible: frozenset[str]) -> _Shelf:
        if visible not in self._shelves:
            entries = tuple(entry for entry in self._entries if entry.chunk.document in visible)
            self._shelves[visible] = _Shelf(entries, self._documents, visible, self._settings)
        return self._shelves[visible]

    def _reply(self, draft: Draft, step: Step, key: TaskKey, shelf: _Shelf) -> Reply:
        answer, citations = _spoken(draft)
        context = tuple(self._item(found) for found in draft.context)
        topic = draft.context[0].chunk.document if draft.context else None
        trace_id = sha256(f"{key.task}/{key.step}/{key.repeat}".encode("utf-8", "surrogatepass")).hexdigest()[:16]
        return Reply(
            answer=answer,
            retrieved=context,
            candidates=tuple(self._item(found) for found in draft.candidates),
            citations=citations,
            events=(StreamEvent(kind="text", text=answer), StreamEvent(kind="end")),
            tool_calls=(),
            behaviour=draft.behaviour,
            refusal_reason=draft.reason,
            identity_echo=step.identity.user if step.identity else None,
            trace_id=trace_id,
            trace={
                "search": draft.query.text,
                "visible_documents": shelf.size,
                "candidates": [found.chunk.id for found in draft.candidates],
                "retrieved": [found.chunk.id for found in draft.context],
                "coverage": round(max((found.coverage for found in draft.context), default=0.0), 4),
            },
            cache="",
            state={"topic": topic} if topic else {},
            usage=Usage(
                input_tokens=len(step.question.split()) + sum(len((item.text or "").split()) for item in context),
                output_tokens=len(answer.split()),
            ),
            revision=self.revision,
            fingerprints=dict(self.fingerprints),
        )

    def _item(self, found: Found) -> RetrievedItem:
        chunk = found.chunk
        document = self._documents.get(chunk.document)
        return RetrievedItem(
            id=chunk.id,
            document=chunk.document,
            text=chunk.text,
            score=round(found.score, 6),
            span=None if chunk.start is None or chunk.end is None else (chunk.start, chunk.end),
            version=document.version if document else None,
        )


class _Shelf:
    """The passages that one identity may see, indexed."""

    def __init__(
        self,
        entries: tuple[_Entry, ...],
        documents: Mapping[str, Document],
        visible: frozenset[str],
        settings: _Settings,
    ) -> None:
        self._entries = entries
        self._index = Bm25(entry.words for entry in entries)
        holding = Counter(word for entry in entries for word in entry.known)
        self._weights = {word: _weight(len(entries), count) for word, count in holding.items()}
        self._vocabulary = sorted(word for word in holding if len(word) >= _LEAST_LETTERS)
        self.documents = documents
        self.top_k = settings.top_k
        self.size = len(visible)
        unreadable = [documents[name] for name in sorted(visible) if documents[name].ingestion.status == "failed"]
        self._rules = Rules(
            documents=documents, unreadable=unreadable, threshold=settings.threshold, desk=settings.desk
        )

    def query(self, question: str, earlier: str) -> Query:
        """Return how `question` is searched for after the earlier turn (empty: none)."""
        asking, framing = part_long(question)
        own = [self._known(word) for word in stems(asking)]
        before = [self._known(word) for word in stems(f"{earlier}\n{framing}")]
        rarest = _weight(len(self._entries), 0)
        weights = {word: self._weights[word] / 2 for word in before if word in self._weights}
        weights |= {word: self._weights.get(word, rarest) for word in own}
        return Query(
            weights=weights,
            own=tuple(dict.fromkeys(word for word in own if word in self._weights)),
            text=" ".join([*own, *own, *before] if before else own),
            follows_a_turn=bool(earlier),
            asks_how=asks_how(question),
        )

    def _known(self, word: str) -> str:
        """Return the word itself, or the one word of the passages that it is a slip of."""
        if word in self._weights or len(word) < _LEAST_LETTERS or not word.isalpha():
            return word
        near = get_close_matches(word, self._vocabulary, n=1, cutoff=_LIKE_ENOUGH)
        return near[0] if near else word

    def hits(self, query: Query) -> tuple[Found, ...]:
        """Return the passages that share a word with the query, by BM25 times coverage, equal ones in corpus order."""
        found = []
        for place, score in self._index.search(query.text, len(self._entries)):
            entry = self._entries[place]
            coverage = query.coverage(entry.known)
            found.append((-score * coverage, place, _found(entry, score * coverage, coverage)))
        return tuple(one for _, _, one in sorted(found, key=lambda item: item[:2]))

    def in_force(self, query: Query) -> tuple[Found, ...]:
        """Return every passage that is not superseded: those of `hits`, then all others in the order of the corpus."""
        hits = self.hits(query)
        seen = {one.chunk.id for one in hits}
        rest = (_found(entry, 0.0, 0.0) for entry in self._entries if entry.chunk.id not in seen)
        return tuple(one for one in (*hits, *rest) if not one.superseded)

    def redraft(self, query: Query, without: frozenset[str]) -> Draft:
        """Return the sound draft over the visible passages except those of the given ids."""
        ranked = [found for found in self.hits(query) if found.chunk.id not in without]
        context = tuple(found for found in ranked if not found.superseded)[: self.top_k]
        return decide(query, tuple(ranked[:CANDIDATES]), context, self._rules)


def _found(entry: _Entry, score: float, coverage: float) -> Found:
    return Found(chunk=entry.chunk, score=score, coverage=coverage, pieces=entry.pieces, superseded=entry.superseded)


def _entry(chunk: Chunk, documents: Mapping[str, Document], *, superseded: bool) -> _Entry:
    document = documents.get(chunk.document)
    title = (document.title if document else None) or ""
    above = " ".join(dict.fromkeys((title, *(chunk.section or "").split(" > "))))
    words = stems(f"{above}\n{chunk.text or ''}")
    return _Entry(
        chunk=chunk,
        pieces=read_pieces(chunk),
        words=" ".join(words),
        known=frozenset(words),
        superseded=superseded,
    )


def _may_see(identity: Identity | None, document: Document) -> bool:
    """Say whether the access rules of the corpus, and what the identity overrides of them, let a document through."""
    if identity is None:
        return document.tenant is None and document.allowed_principals is None
    if document.id in identity.denied:
        return False
    if document.id in identity.allowed:
        return True
    if document.tenant is not None and document.tenant != identity.tenant:
        return False
    principals = document.allowed_principals
    return principals is None or bool({identity.user, *identity.roles} & set(principals))


def _spoken(draft: Draft) -> tuple[str, tuple[Citation, ...]]:
    """Return the answer and what it cites, each citation with the part of the answer that it stands for."""
    answer, citations = draft.before, []
    for piece in draft.pieces:
        between = "\n" if piece.step and answer else " " if answer else ""
        start = len(answer) + len(between)
        answer += between + piece.said
        citations.append(Citation(id=piece.chunk, quote=piece.text, at=(start, len(answer))))
    if draft.after:
        answer += f" {draft.after}" if answer else draft.after
    if draft.cited is not None:
        citations = [Citation(id=chunk) for chunk in draft.cited]
    if draft.cut_to is not None and len(answer) > draft.cut_to:
        answer = answer[: draft.cut_to].rstrip() + "…"
        citations = [Citation(id=one.id, quote=one.quote) for one in citations]
    return answer, tuple(citations)


def _weight(passages: int, holding: int) -> float:
    """Return the inverse document frequency as BM25 has it."""
    return log1p((passages - holding + 0.5) / (holding + 0.5))


def _fingerprints(chunks: Sequence[Chunk], settings: _Settings) -> Mapping[Component, str]:
    plain: dict[Component, str] = {**_BASE, "chunker": digest([chunk.id for chunk in chunks])[:12]}
    plain["prompt"] += f" threshold {settings.threshold:g}"
    plain["reranker"] += f" top {settings.top_k}"
    for switch in settings.switches:
        plain[FAULTS[switch.name].component] += f"+{switch}"
    return plain
