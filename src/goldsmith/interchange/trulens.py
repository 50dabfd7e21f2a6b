"""TruLens: ground truth of queries, expected responses and expected chunks. Read only."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from goldsmith.interchange.account import Account, passage_id
from goldsmith.interchange.contexts import (
    ALL_NEEDED,
    ITEM_WITHOUT_TEXT,
    axes_in,
    left_tags,
    number_in,
    say_unstated,
    text_in,
    texts_in,
)
from goldsmith.interchange.format import Format
from goldsmith.interchange.listed_cells import ONE_TEXT, listed
from goldsmith.interchange.source_rows import counted_rows
from goldsmith.ports.foreign import ForeignSource, Part
from goldsmith.records.case import AcceptedAnswer, Case
from goldsmith.records.evidence import Alternative, Need
from goldsmith.records.interchange import ForeignPassage, ForeignRecord

_SCORES = ("expected_score", "score", "relevance")
_IDS = ("chunk_id", "id", "doc_id")
_IRRELEVANT = "a chunk with a relevance of 0 is no evidence"
_FRACTION = "a relevance that is no whole number is taken as grade 1"
_GRADE = "the relevance is kept as the grade"


def _recognises(source: ForeignSource) -> bool:
    return any(_is_ground_truth(part) for part in source.parts)


def _is_ground_truth(part: Part) -> bool:
    tables = part.container in ("jsonl", "csv", "parquet") or (part.container == "json" and part.is_list)
    return tables and part.has("query") and (part.has("expected_response") or part.has("expected_chunks"))


def _read(source: ForeignSource) -> Iterator[ForeignRecord]:
    parts = [part for part in source.parts if _is_ground_truth(part)]
    for record, value, usual in counted_rows(source, parts):
        yield _record(record, value, usual)


def _record(record: str, value: object, usual: str) -> ForeignRecord:
    held = dict(value) if isinstance(value, Mapping) else {}
    for name in ("expected_chunks", "meta"):
        if isinstance(held.get(name), str):
            found, how = listed(held[name])
            held[name] = held[name] if how == ONE_TEXT else found
    account = Account(record, held)
    question = text_in(account, "query")
    if not question:
        account.say("dropped", "", "no query: a record with one was expected", "" if held else value)
        return account.close()
    answer = text_in(account, "expected_response")
    chunks = tuple(_chunks(account))
    meta = account.inner("meta")
    case = Case(
        id=text_in(account, "query_id") or text_in(account, "ground_truth_id") or usual,
        question=question,
        accept=(AcceptedAnswer(answer=answer),) if answer is not None else (),
        evidence=tuple(dict.fromkeys(Need(any_of=(Alternative(chunk=one.id, grade=grade),)) for one, grade in chunks)),
        **axes_in(meta),
        tags=left_tags(meta),
    )
    if len(case.evidence) > 1:
        account.say("inferred", "expected_chunks", ALL_NEEDED)
    say_unstated(account, case)
    return account.close(case=case, passages=tuple({one.id: one for one, _ in chunks}.values()))


def _chunks(account: Account) -> Iterator[tuple[ForeignPassage, int]]:
    """Yield each expected chunk with its grade."""
    name = "expected_chunks"
    held = account.look(name)
    if isinstance(held, str | list):
        account.kept(name)
    for one in held if isinstance(held, list) else [held]:
        if not isinstance(one, Mapping):
            for text in texts_in(account, name, one if held is one else [one]):
                yield ForeignPassage(id=passage_id(text), text=text), 1
            continue
        texts = texts_in(account, name, [one.get("text")])
        if not texts:
            account.say("wrong", name, ITEM_WITHOUT_TEXT, one)
        for text in texts:
            grade = _grade(account, name, one)
            if grade:
                identity = next((str(one[key]) for key in _IDS if one.get(key)), passage_id(text))
                title = one.get("title")
                yield ForeignPassage(id=identity, text=text, title=title if isinstance(title, str) else None), grade
        for left in sorted(set(map(str, one)) - {"text", "title", *_SCORES, *_IDS}):
            account.say("dropped", f"{name}.{left}", "no place for it in a passage")


def _grade(account: Account, name: str, chunk: Mapping[str, Any]) -> int:
    value = next((number_in(chunk[key]) for key in _SCORES if number_in(chunk.get(key)) is not None), None)
    if value is None:
        return 1
    if value <= 0:
        account.say("mapped", name, _IRRELEVANT)
        return 0
    if value != int(value):
        account.say("inferred", name, _FRACTION, value)
        return 1
    account.say("mapped", name, _GRADE, value)
    return int(value)


FORMAT = Format(
    name="trulens",
    title="TruLens ground truth",
    recognises=_recognises,
    read=_read,
)
