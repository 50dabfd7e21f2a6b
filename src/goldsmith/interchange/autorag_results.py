"""What a trial of AutoRAG left beside its questions: what was retrieved, what was answered, and its own figures."""

from __future__ import annotations

from collections.abc import Iterator

from goldsmith.interchange.account import Account
from goldsmith.interchange.contexts import number_in, text_in
from goldsmith.records.interchange import ForeignPassage, ForeignResponse, PublishedScore
from goldsmith.records.response import Reply, RetrievedItem

_FIGURE = "a figure that the source gives: kept for comparison"
_RETRIEVED = ("retrieved_ids", "retrieved_contents", "retrieve_scores")
_UNPAIRED = "ids, texts and scores of what was retrieved differ in number: the ids alone are kept"
_NO_IDS = "a list of ids was expected: left out"


def responses_in(account: Account, case: str, system: str) -> tuple[ForeignResponse, ...]:
    """Return the response that a row of a trial holds; a row of a set holds none."""
    items = _retrieved(account)
    answer = text_in(account, "generated_texts")
    if answer is None and items is None:
        return ()
    return (ForeignResponse(case=case, outcome=Reply(answer=answer, retrieved=items), system=system),)


def passages_retrieved(responses: tuple[ForeignResponse, ...], known: set[str]) -> Iterator[ForeignPassage]:
    """Yield what was retrieved and stands in no corpus."""
    for response in responses:
        items = (response.outcome.retrieved or ()) if isinstance(response.outcome, Reply) else ()
        for item in items:
            if item.text and item.id not in known:
                yield ForeignPassage(id=item.id, text=item.text)


def figures_in(account: Account, case: str, system: str) -> Iterator[PublishedScore]:
    """Yield the figures of a row: every column that holds a fraction."""
    for name, held in account.value.items():
        value = number_in(held) if isinstance(held, float) else None
        if value is not None:
            account.mapped(name, _FIGURE)
            yield PublishedScore(measure=name, value=value, case=case, system=system)


def _retrieved(account: Account) -> tuple[RetrievedItem, ...] | None:
    ids, texts, scores = (account.kept(name) for name in _RETRIEVED)
    if ids is None:
        # An empty list of ids is a retrieval that found nothing; no list is none at all.
        return () if account.look("retrieved_ids") == [] else None
    if not isinstance(ids, list) or not all(isinstance(one, str) and one for one in ids):
        account.say("wrong", "retrieved_ids", _NO_IDS, ids)
        return None
    columns = [held for held in (texts, scores) if isinstance(held, list)]
    if any(len(held) != len(ids) for held in columns):
        account.say("wrong", "retrieved_ids", _UNPAIRED, [len(held) for held in (ids, *columns)])
        return tuple(RetrievedItem(id=one) for one in ids)
    texts = texts if isinstance(texts, list) else [None] * len(ids)
    scores = scores if isinstance(scores, list) else [None] * len(ids)
    return tuple(
        RetrievedItem(id=one, text=text if isinstance(text, str) else None, score=number_in(score))
        for one, text, score in zip(ids, texts, scores, strict=True)
    )
