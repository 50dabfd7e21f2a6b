"""HotpotQA: questions over several articles, with the sentences that prove the answer. Read only.

The official JSON, the columns of the Hugging Face data set, and a file of predictions beside them are read.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from goldsmith.interchange.account import Account, is_nothing, passage_id
from goldsmith.interchange.contexts import say_unstated, text_in
from goldsmith.interchange.format import Format
from goldsmith.interchange.marked_words import Place, accepted
from goldsmith.interchange.source_rows import counted_rows, not_a_record, refuse
from goldsmith.ports.foreign import ForeignSource, Part
from goldsmith.records.case import Case, Origin
from goldsmith.records.evidence import Alternative, Need
from goldsmith.records.interchange import ForeignPassage, ForeignRecord, ForeignResponse
from goldsmith.records.response import Citation, Reply

_LEVELS = ("easy", "medium", "hard")
_PAIR = 2
_OUT_OF_RANGE = "the article has no sentence of this number: the article as a whole is kept as evidence"
_NO_ARTICLE = "no article of this title stands beside the question: it is named as a document"
_NO_FACT = "no title with the number of a sentence: left out"
_NO_CONTEXT = "no title with its sentences: left out"
_TWICE = "two articles of one title stand beside the question: the first is the one that is meant"
_QUOTED = "each supporting sentence is needed: kept as a quote in its article"
_PREDICTED = "the sentences that a system took as proof are kept as what it cites"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Article:
    """An article with the place of each of its sentences; None: the sentence is empty."""

    passage: ForeignPassage
    places: tuple[Place | None, ...]


def _recognises(source: ForeignSource) -> bool:
    return any(_is_hotpot(part) for part in source.parts)


def _is_hotpot(part: Part) -> bool:
    if not part.has("question", "context") or not isinstance(part.first, Mapping):
        return False
    return bool(_pairs(part.first["context"])) and not {"_id", "id"}.isdisjoint(part.columns)


def _is_predictions(part: Part) -> bool:
    held = part.first if part.container == "json" and not part.is_list and part.has("answer", "sp") else None
    return isinstance(held, Mapping) and isinstance(held["answer"], Mapping) and isinstance(held["sp"], Mapping)


def _pairs(context: object) -> list[tuple[str, Sequence[Any]]]:
    """Return title and sentences of each article: of a list of pairs, or of two lists side by side."""
    if isinstance(context, Mapping):
        titles, sentences = context.get("title"), context.get("sentences")
        if not isinstance(titles, list) or not isinstance(sentences, list) or len(titles) != len(sentences):
            return []
        context = list(map(list, zip(titles, sentences, strict=True)))
    if not isinstance(context, list):
        return []
    return [(one[0], one[1]) for one in context if _is_pair(one)]


def _is_pair(one: object) -> bool:
    return isinstance(one, list) and len(one) == _PAIR and isinstance(one[0], str) and isinstance(one[1], list)


def _read(source: ForeignSource) -> Iterator[ForeignRecord]:
    parts = [part for part in source.parts if _is_hotpot(part)]
    if not parts:
        message = "no question with a context of titles and sentences"
        refuse(source, "HotpotQA", message, "name a file of HotpotQA, or let the format be found")
    for record, value, usual in counted_rows(source, parts):
        yield _record(record, value, usual)
    for part in filter(_is_predictions, source.parts):
        yield from _predictions(part)


def _record(record: str, value: object, usual: str) -> ForeignRecord:
    if not isinstance(value, Mapping):
        return not_a_record(record, "no question: an object was expected", value)
    account = Account(record, value)
    name = text_in(account, "_id" if "_id" in account else "id") or usual
    question = text_in(account, "question")
    if question is None:
        account.say("dropped", "", "no question stands here: passed over")
        return account.close()
    articles = _articles(account)
    answer = text_in(account, "answer")
    case = Case(
        id=name,
        question=question,
        origin=Origin(kind="public", ref="hotpotqa"),
        accept=accepted((answer,) if answer is not None else ()),
        evidence=_evidence(account, articles),
        reasoning="multi_hop",
    )
    account.say("inferred", "", "the benchmark asks over several articles: its reasoning is multi_hop")
    case = _kinds(account, case)
    say_unstated(account, case)
    return account.close(case=case, passages=tuple(one.passage for one in articles.values()))


def _kinds(account: Account, case: Case) -> Case:
    """Return the case with its kind and level as axes where they are words of ours, else as tags."""
    kind, level = account.look("type"), account.look("level")
    if kind == "comparison":
        account.mapped("type", "kept as the job of the question")
        case = replace(case, job="comparison")
    elif isinstance(kind, str) and kind:
        account.mapped("type", "kept as a tag")
        case = replace(case, tags=(*case.tags, f"type:{kind}"))
    if isinstance(level, str) and level in _LEVELS:
        account.mapped("level", "kept as the difficulty")
        case = replace(case, difficulty=level)
    return case


def _articles(account: Account) -> dict[str, _Article]:
    held = account.look("context")
    pairs = _pairs(held)
    account.mapped("context", "each article is a passage, its sentences one text")
    if isinstance(held, list):
        for one in held:
            if not _is_pair(one):
                account.say("wrong", "context", _NO_CONTEXT, one)
    articles: dict[str, _Article] = {}
    for title, sentences in pairs:
        if title in articles:
            account.say("wrong", "context", _TWICE, title)
        else:
            articles[title] = _article(title, sentences)
    return articles


def _article(title: str, sentences: Sequence[Any]) -> _Article:
    text = ""
    places: list[Place | None] = []
    for held in sentences:
        sentence = held if isinstance(held, str) else ""
        if text and sentence and not text[-1].isspace() and not sentence[0].isspace():
            text += " "
        words = sentence.strip()
        start = len(text) + len(sentence) - len(sentence.lstrip())
        places.append((start, start + len(words)) if words else None)
        text += sentence
    passage = ForeignPassage(id=passage_id(text), text=text, document=title, title=title)
    return _Article(passage=passage, places=tuple(places))


def _evidence(account: Account, articles: Mapping[str, _Article]) -> tuple[Need, ...]:
    held = account.look("supporting_facts")
    if isinstance(held, Mapping):
        titles, numbers = held.get("title"), held.get("sent_id")
        same = isinstance(titles, list) and isinstance(numbers, list) and len(titles) == len(numbers)
        held = list(map(list, zip(titles, numbers, strict=True))) if same else held  # type: ignore[arg-type]
    if is_nothing(held):
        account.passed("supporting_facts")
        return ()
    account.mapped("supporting_facts", _QUOTED)
    if not isinstance(held, list):
        account.say("wrong", "supporting_facts", _NO_FACT, held)
        return ()
    found: dict[Alternative, None] = {}
    for fact in held:
        if isinstance(fact, list) and len(fact) == _PAIR and isinstance(fact[0], str):
            found[_fact(account, fact[0], fact[1], articles)] = None
        else:
            account.say("wrong", "supporting_facts", _NO_FACT, fact)
    return tuple(Need(any_of=(one,)) for one in found)


def _fact(account: Account, title: str, number: object, articles: Mapping[str, _Article]) -> Alternative:
    article = articles.get(title)
    if article is None:
        account.say("wrong", "supporting_facts", _NO_ARTICLE, title)
        return Alternative(document=title)
    inside = type(number) is int and 0 <= number < len(article.places)
    place = article.places[number] if inside and isinstance(number, int) else None
    if place is None:
        account.say("wrong", "supporting_facts", _OUT_OF_RANGE, f"{title}: {number}")
        return Alternative(document=title, chunk=article.passage.id)
    return Alternative(
        document=title, chunk=article.passage.id, quote=article.passage.text[place[0] : place[1]], span=place
    )


def _predictions(part: Part) -> Iterator[ForeignRecord]:
    """Yield what a system answered, from a file beside the questions."""
    answers, proofs = part.first["answer"], part.first["sp"]
    for name, answer in answers.items():
        account = Account(f"{part.name} {name}", {"answer": answer, "sp": proofs.get(name)})
        words = text_in(account, "answer")
        facts = account.mapped("sp", _PREDICTED)
        held = facts if isinstance(facts, list) else []
        titles = [one[0] for one in held if isinstance(one, list) and one and isinstance(one[0], str)]
        citations = tuple(Citation(id=title) for title in dict.fromkeys(titles))
        reply = Reply(answer=words, citations=citations)
        yield account.close(responses=(ForeignResponse(case=name, outcome=reply, system=part.name),))


FORMAT = Format(
    name="hotpotqa",
    title="HotpotQA",
    recognises=_recognises,
    read=_read,
)
