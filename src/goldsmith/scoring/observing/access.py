"""Whether anything that an identity may not see showed anywhere.

A document is denied to an identity when the case denies it, or when the access rules of the corpus do: the tenants
differ, or the document is for certain users and roles and the identity is none of them. What the case allows
overrides the rules of the corpus and never a denial of the case. A document that no rule covers and that is not on the
list of allowed ones is unlisted: it is named, and it is a leak under closed lists only.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Literal

from goldsmith.records.access import denies
from goldsmith.records.case import Case, Identity
from goldsmith.records.corpus import Document
from goldsmith.records.observation import Leak
from goldsmith.records.response import Channel, Reply, RetrievedItem, StreamEvent
from goldsmith.scoring.naming import Passage, document_of_id, resolve_item
from goldsmith.scoring.observing.mentions import Leaf, Names, held_in, in_id, in_leaf, in_text, leaves, names_of
from goldsmith.scoring.observing.titles import Title, titles_in_leaf, titles_in_text, titles_of
from goldsmith.tables.chunks import CorpusView
from goldsmith.text.fingerprints import fingerprints, shared_passage

Basis = Literal["denied", "not_allowed", "not_listed", "text", "existence"]
Access = Literal["open", "closed"]

_ANYBODYS = frozenset({"readme", "index", "default", "main", "home"})
"""File names that say nothing without their folder."""


@dataclass(frozen=True, slots=True)
class Rules:
    """What one identity may not see, prepared for looking it up in many responses."""

    denied: dict[str, Basis]
    """Denied document ids and what denies them."""
    names: Names
    fingerprints: dict[str, frozenset[int]]
    """What the denied documents say: as the corpus keeps it, else from the text of their named chunks."""
    allowed: frozenset[str]
    lists: bool
    """The case names allowed sources, so that others are unlisted."""
    titles: tuple[Title, ...] = ()
    """Of the denied documents, those that are no topic."""


def rules_for(identity: Identity, corpus: CorpusView | None) -> Rules:
    """Return what is denied to `identity`."""
    denied: dict[str, Basis] = dict.fromkeys(identity.denied, "denied")
    documents = corpus.documents if corpus else {}
    allowed = frozenset(identity.allowed)
    for name in sorted(documents):
        if name not in denied and denies(identity, name, documents):
            denied[name] = "not_allowed"
    chunks = corpus.chunks if corpus else {}
    wanted = [(name, name) for name in denied]
    wanted += [(chunk.id, chunk.document) for chunk in chunks.values() if chunk.document in denied]
    others = [name for name in documents if name not in denied]
    wanted += _files(denied, others, documents)
    others += [chunk.id for chunk in chunks.values() if chunk.document not in denied]
    others += [name for name in identity.allowed if name not in denied]
    return Rules(
        denied=denied,
        names=names_of(wanted, others),
        fingerprints=_fingerprints(denied, corpus) if corpus else {},
        allowed=allowed,
        lists=bool(identity.allowed),
        titles=titles_of(
            ((name, documents[name].title or "") for name in denied if name in documents),
            (documents[name].title or "" for name in documents if name not in denied),
        ),
    )


def _files(
    denied: Iterable[str], others: Iterable[str], documents: Mapping[str, Document]
) -> Iterator[tuple[str, str]]:
    """Yield path and file name of the denied documents: a trace or an answer may name the file instead.

    What is also the path, the file name or the id of a document that the asker may see says nothing.
    """
    open_ones = {alias for name in others for alias in (name, *_aliases(documents[name]))}
    for name in denied:
        for alias in _aliases(documents[name]) if name in documents else ():
            if alias not in open_ones:
                yield alias, name


def _aliases(document: Document) -> tuple[str, ...]:
    """Return the path of a document, and the file name alone where it has one that is not everybody's."""
    last = document.source.replace("\\", "/").rpartition("/")[2]
    stem = last.rpartition(".")[0].casefold()
    return (document.source, last) if stem and stem not in _ANYBODYS else (document.source,)


def _fingerprints(denied: dict[str, Basis], corpus: CorpusView) -> dict[str, frozenset[int]]:
    found = {name: frozenset(corpus.fingerprints[name]) for name in denied if name in corpus.fingerprints}
    texts: dict[str, set[int]] = {}
    for chunk in corpus.chunks.values():
        if chunk.document in denied and chunk.document not in found and chunk.text:
            texts.setdefault(chunk.document, set()).update(fingerprints(chunk.text))
    return found | {name: frozenset(values) for name, values in texts.items()}


def see_leaks(case: Case, reply: Reply, rules: Rules, corpus: CorpusView | None) -> tuple[Leak, ...]:
    """Return every denied document that showed, in the order of the channels; each place once."""
    found: dict[Leak, None] = {}
    for leak in _all_leaks(case, reply, rules, corpus):
        found.setdefault(leak)
    return tuple(found)


def _all_leaks(case: Case, reply: Reply, rules: Rules, corpus: CorpusView | None) -> Iterator[Leak]:
    if not rules.denied:
        return
    yield from _in_items("candidates", reply.candidates, rules, corpus)
    yield from _in_items("context", reply.retrieved, rules, corpus)
    yield from _in_citations(reply, rules, corpus)
    texts = _Texts(case=case, reply=reply, rules=rules, corpus=corpus)
    yield from _in_stream(reply.events or (), texts)
    for at, call in enumerate(reply.tool_calls or (), start=1):
        for leaf in leaves(call.arguments):
            yield from _in_leaf("tools", leaf, f"arguments of call {at}, {call.name}", rules)
    if reply.trace is not None:
        yield from _in_payload("trace", reply.trace, "", rules)
    if reply.cache:
        for leaf in leaves(reply.cache, "id"):
            yield from _in_leaf("cache", leaf, "the cached entry", rules)
    if reply.answer:
        yield from texts.in_words("answer", reply.answer, "the answer")


def _in_stream(events: tuple[StreamEvent, ...], texts: _Texts) -> Iterator[Leak]:
    for first, last, event in _stretches(events):
        where = f"event {first}" if first == last else f"events {first} to {last}"
        yield from texts.in_words("stream", event.text, f"{where} ({event.kind})")
    for at, event in enumerate(events, start=1):
        held = held_in(event.text)
        if held is not event.text:
            yield from _in_payload("stream", held, f"event {at} ({event.kind}): ", texts.rules)


def _stretches(events: tuple[StreamEvent, ...]) -> Iterator[tuple[int, int, StreamEvent]]:
    """Join neighbouring events of one kind, with the numbers of first and last: an id may be cut between two."""
    for kind, group in groupby(enumerate(events, start=1), key=lambda pair: pair[1].kind):
        numbered = list(group)
        text = "".join(event.text for _, event in numbered)
        yield numbered[0][0], numbered[-1][0], StreamEvent(kind=kind, text=text)


def _in_items(
    channel: Channel, items: tuple[RetrievedItem, ...] | None, rules: Rules, corpus: CorpusView | None
) -> Iterator[Leak]:
    for rank, item in enumerate(items or (), start=1):
        passage = resolve_item(item, corpus)
        named = _named(item.id, passage, rules)
        for document in sorted(named):
            yield _leak(channel, document, f"rank {rank}: {item.id or document}", rules)
        if item.metadata:
            yield from _in_payload(channel, item.metadata, f"metadata of rank {rank}: ", rules)
        if not named and passage.document is None and item.text and rules.fingerprints:
            yield from _copied(channel, item.text, f"text of rank {rank}", rules)


def _named(identifier: str, passage: Passage, rules: Rules) -> set[str]:
    """Return the denied documents that an id names. The corpus knows better than the form of the id where it lies."""
    if passage.chunk is not None:
        return {passage.chunk.document} & rules.denied.keys()
    named = set(in_id(identifier, rules.names))
    if passage.document:
        named |= set(in_id(passage.document, rules.names))
    return named


def _in_citations(reply: Reply, rules: Rules, corpus: CorpusView | None) -> Iterator[Leak]:
    for at, citation in enumerate(reply.citations or (), start=1):
        passage = resolve_item(RetrievedItem(id=citation.id), corpus)
        for document in sorted(_named(citation.id, passage, rules)):
            yield _leak("citations", document, f"citation {at}: {citation.id}", rules)


def _in_payload(channel: Channel, payload: object, where: str, rules: Rules) -> Iterator[Leak]:
    for leaf in leaves(payload):
        yield from _in_leaf(channel, leaf, f"{where}{leaf.path}", rules)


def _in_leaf(channel: Channel, leaf: Leaf, where: str, rules: Rules) -> Iterator[Leak]:
    for document in in_leaf(leaf, rules.names):
        yield _leak(channel, document, where, rules)
    for title in titles_in_leaf(leaf, rules.titles):
        yield Leak(channel=channel, document=title.document, detail=f"{where}: its title", basis="existence")


def _leak(channel: Channel, document: str, detail: str, rules: Rules) -> Leak:
    return Leak(channel=channel, document=document, detail=detail, basis=rules.denied[document])


@dataclass(slots=True, kw_only=True)
class _Texts:
    """Running text of one reply, searched for denied ids and denied words."""

    case: Case
    reply: Reply
    rules: Rules
    corpus: CorpusView | None
    innocent: frozenset[int] | None = None
    """Fingerprints of what the system may repeat: the question, earlier turns, and passages that it may see."""

    def in_words(self, channel: Channel, text: str, where: str) -> Iterator[Leak]:
        named = in_text(text, self.rules.names)
        for document in named:
            yield _leak(channel, document, where, self.rules)
        # Where the id is said, that the document exists is said already.
        unnamed = tuple(title for title in self.rules.titles if title.document not in named)
        for title in titles_in_text(text, unnamed, self._spoken) if unnamed else ():
            detail = f"{where} names it: {title.folded!r}"
            yield Leak(channel=channel, document=title.document, detail=detail, basis="existence")
        if self.rules.fingerprints and text:
            yield from _copied(channel, text, where, self.rules, innocent=self._innocent())

    def _spoken(self) -> str:
        """Return what the system may repeat, one text under the other."""
        return "\n".join(self._may_repeat())

    def _may_repeat(self) -> Iterator[str]:
        yield self.case.question
        yield from (message.content for message in self.case.messages)
        for item in self.reply.retrieved or ():
            passage = resolve_item(item, self.corpus)
            if passage.text and passage.document is not None and passage.document not in self.rules.denied:
                yield _frozen_text(passage)

    def _innocent(self) -> frozenset[int]:
        if self.innocent is None:
            self.innocent = frozenset(value for text in self._may_repeat() for value in fingerprints(text))
        return self.innocent


def _frozen_text(passage: Passage) -> str:
    return (passage.chunk.text if passage.chunk else None) or passage.text or ""


def _copied(
    channel: Channel, text: str, where: str, rules: Rules, *, innocent: frozenset[int] = frozenset()
) -> Iterator[Leak]:
    """Find words of denied documents in `text`, but for those that it may hold."""
    own = frozenset(fingerprints(text)) - innocent
    for document in sorted(rules.fingerprints):
        common = own & rules.fingerprints[document]
        if common:
            passage = shared_passage(text, common)
            quoted = passage.span.of(text)[:80] if passage else ""
            yield Leak(channel=channel, document=document, detail=f"{where}: {quoted!r}", basis="text")


def see_unlisted(reply: Reply, rules: Rules, corpus: CorpusView | None) -> dict[str, Channel]:
    """Return the documents used (in context or citations) that no list of the case names, each with its channel."""
    if not rules.lists:
        return {}
    used: dict[str, Channel] = {}
    for item in reply.retrieved or ():
        document = resolve_item(item, corpus).document or item.id
        if document.strip():
            used.setdefault(document, "context")
    for citation in reply.citations or ():
        used.setdefault(resolve_item(RetrievedItem(id=citation.id), corpus).document or citation.id, "citations")
    covered = rules.allowed | rules.denied.keys()
    return {
        name: used[name]
        for name in sorted(used)
        if name not in covered and document_of_id(name, None) not in rules.allowed
    }
