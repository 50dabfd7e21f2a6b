"""MultiHop-RAG: questions over several news articles, each with the facts that prove the answer. Read only.

A fact is words of an article: they are looked for in the body of the article where the corpus stands beside the
questions.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from goldsmith.interchange.account import Account
from goldsmith.interchange.contexts import say_unstated, text_in
from goldsmith.interchange.format import Format
from goldsmith.interchange.marked_words import OTHER_BLANKS, accepted, located, unanswerable
from goldsmith.interchange.source_rows import counted_rows, not_a_record, refuse
from goldsmith.ports.foreign import ForeignSource, Part
from goldsmith.records.case import Case, Origin
from goldsmith.records.evidence import Alternative, Need
from goldsmith.records.interchange import ForeignPassage, ForeignRecord

_NULL = "null_query"
_NOTHING = "insufficient information"
_REASONING = {"inference_query": "inference", "comparison_query": "multi_hop", "temporal_query": "multi_hop"}
_REFUSE = "the source has no evidence for it: a refusal is right, and somebody has to look"
_STANDING = "the sentence that stands for no answer: no accepted answer"
_NO_FACT = "a piece of evidence without words of its article: the article as a whole is kept"
_NO_ARTICLE = "the corpus beside it has no article of this address or title"
_NO_CORPUS = "no corpus stands beside the questions: the words are kept without a place"


def _recognises(source: ForeignSource) -> bool:
    return any(_is_questions(part) for part in source.parts)


def _is_questions(part: Part) -> bool:
    return part.has("query", "answer", "evidence_list")


def _is_corpus(part: Part) -> bool:
    return part.has("title", "url", "body")


def _read(source: ForeignSource) -> Iterator[ForeignRecord]:
    parts = [part for part in source.parts if _is_questions(part)]
    if not parts:
        message = "no question with query, answer and evidence_list"
        refuse(source, "MultiHop-RAG", message, "name MultiHopRAG.json, or the folder that holds it and corpus.json")
    corpora = [part for part in source.parts if _is_corpus(part)]
    bodies, addresses = _bodies(corpora)
    for record, value, usual in counted_rows(source, parts):
        yield _record(record, value, usual, _Corpus(bodies, addresses))
    for part in corpora:
        for row in part.rows():
            yield _article(f"{part.name} {row.place}", row.value)


class _Corpus:
    """The articles beside the questions."""

    def __init__(self, bodies: Mapping[str, str], addresses: Mapping[str, str]) -> None:
        self.bodies = bodies
        """Text of each article by its id."""
        self.addresses = addresses
        """Id of each article by its title."""

    def article(self, piece: Mapping[str, Any]) -> str | None:
        """Return the id of the article of a piece of evidence; None: it is not there."""
        url = str(piece.get("url") or "")
        return url if url in self.bodies else self.addresses.get(str(piece.get("title") or ""))


def _bodies(corpora: list[Part]) -> tuple[dict[str, str], dict[str, str]]:
    bodies, addresses = {}, {}
    for part in corpora:
        for row in part.rows():
            name = _id(row.value)
            if name and isinstance(row.value.get("body"), str):
                bodies[name] = row.value["body"]
                addresses[str(row.value.get("title") or "")] = name
    return bodies, addresses


def _id(value: object) -> str:
    held = value if isinstance(value, Mapping) else {}
    return str(held.get("url") or held.get("title") or "")


def _record(record: str, value: object, usual: str, corpus: _Corpus) -> ForeignRecord:
    if not isinstance(value, Mapping):
        return not_a_record(record, "no question: an object was expected", value)
    account = Account(record, value)
    question = text_in(account, "query")
    if question is None:
        account.say("dropped", "", "no question stands here: passed over")
        return account.close()
    kind = str(account.mapped("question_type", "kept as reasoning and job, or as a tag") or "")
    case = Case(
        id=usual,
        question=question,
        origin=Origin(kind="public", ref="multihop-rag"),
        reasoning=_REASONING.get(kind),
        job="comparison" if kind == "comparison_query" else None,
        tags=(f"question_type:{kind}",) if kind and kind not in ("inference_query", "comparison_query") else (),
        evidence=tuple(_needs(account, corpus)),
    )
    nothing = str(account.look("answer") or "").strip().rstrip(".").lower() == _NOTHING
    if kind == _NULL or (nothing and not case.evidence):
        account.say("inferred", "question_type", _REFUSE)
        account.inferred("answer", _STANDING)
        case = replace(unanswerable(case), evidence=())
    else:
        answer = text_in(account, "answer")
        case = replace(case, accept=accepted((answer,) if answer is not None else ()))
    say_unstated(account, case)
    return account.close(case=case)


def _needs(account: Account, corpus: _Corpus) -> Iterator[Need]:
    """Yield a need for each fact: the benchmark asks for all of them."""
    found: dict[Alternative, None] = {}
    for piece in account.items("evidence_list"):
        name = corpus.article(piece.value)
        url = text_in(piece, "url", told="the article is known by its address")
        title = text_in(piece, "title")
        fact = text_in(piece, "fact", told="kept as a quote")
        if name is None:
            if corpus.bodies:
                piece.say("wrong", "url", _NO_ARTICLE, url or title or "")
            elif fact is not None:
                piece.say("inferred", "fact", _NO_CORPUS)
            found[Alternative(document=url or title, source=url, quote=fact)] = None
        elif fact is None:
            piece.say("wrong", "fact", _NO_FACT)
            found[Alternative(chunk=name, source=url)] = None
        else:
            found[_fact(piece, fact, name, corpus.bodies[name], url)] = None
    return (Need(any_of=(one,)) for one in found)


def _fact(piece: Account, fact: str, name: str, body: str, url: str | None) -> Alternative:
    here = located(body, fact)
    if here.told:
        piece.say("wrong", "fact", here.told, fact)
    elif here.words != fact:
        piece.say("mapped", "fact", OTHER_BLANKS, here.words)
    return here.alternative(name, source=url)


def _article(record: str, value: object) -> ForeignRecord:
    name = _id(value)
    if not name or not isinstance(value, Mapping):
        return not_a_record(record, "no article with an address or a title: passed over", value)
    account = Account(record, value)
    text, title = text_in(account, "body", told="kept as a passage"), text_in(account, "title")
    url = text_in(account, "url", told="kept as the id and the source of the passage")
    about = {}
    for one in ("author", "source", "published_at", "category"):
        if one in account:
            about[one] = account.mapped(one, "kept with the passage")
    return account.close(passages=(ForeignPassage(id=name, text=text or "", title=title, source=url, metadata=about),))


FORMAT = Format(
    name="multihop-rag",
    title="MultiHop-RAG",
    recognises=_recognises,
    read=_read,
)
