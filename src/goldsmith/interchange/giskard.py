"""Giskard: the test sets that its toolkit makes of a knowledge base. Read only."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace

from goldsmith.interchange.account import Account
from goldsmith.interchange.contexts import (
    ALL_NEEDED,
    axes_in,
    left_tags,
    needs_of,
    passages_of,
    say_unstated,
    taken_list,
    text_in,
)
from goldsmith.interchange.format import Format
from goldsmith.interchange.listed_cells import listed
from goldsmith.interchange.named_inputs import messages_in
from goldsmith.interchange.source_rows import counted_rows
from goldsmith.ports.foreign import ForeignSource, Part
from goldsmith.records.case import AcceptedAnswer, Case, Origin
from goldsmith.records.interchange import ForeignPassage, ForeignRecord, ForeignResponse, PublishedScore
from goldsmith.records.response import Reply

_DOCUMENT = re.compile(r"(?:\A|\n\n)Document ([0-9A-Za-z_.-]+): ")
_OUT_OF_SCOPE = "out of scope"
_REASONING = {"simple": "single", "multi-context": "multi_passage"}
_REFUSED = "made of a detail that the documents do not hold: a refusal is right, and somebody has to look"
_OBJECTS = ("metadata", "conversation_history")


def _recognises(source: ForeignSource) -> bool:
    return any(_is_giskard(part) for part in source.parts)


def _is_giskard(part: Part) -> bool:
    tables = part.container in ("jsonl", "csv", "parquet") or (part.container == "json" and part.is_list)
    return tables and part.has("question", "reference_answer", "reference_context")


def _read(source: ForeignSource) -> Iterator[ForeignRecord]:
    parts = [part for part in source.parts if _is_giskard(part)]
    for record, value, usual in counted_rows(source, parts):
        yield _record(record, value, usual)


def _record(record: str, value: object, usual: str) -> ForeignRecord:
    held = dict(value) if isinstance(value, Mapping) else {}
    for name in _OBJECTS:
        if isinstance(held.get(name), str):
            held[name] = listed(held[name])[0]
    account = Account(record, held)
    question = text_in(account, "question")
    if not question:
        account.say("dropped", "", "no question: a record with one was expected", "" if held else value)
        return account.close()
    name = text_in(account, "id") or usual
    meta = account.inner("metadata")
    kind = meta.look("question_type")
    passages = _passages(account)
    case = Case(
        id=name,
        question=question,
        messages=messages_in(account, "conversation_history", taken_list(account, "conversation_history")),
        origin=Origin(kind="synthetic", ref=text_in(meta, "question_type", told="kept as origin and reasoning")),
        reasoning=_REASONING.get(str(kind)),
    )
    account.say("inferred", "", "a generator wrote the question: its origin is synthetic")
    case = _unanswerable(account, meta, case) if kind == _OUT_OF_SCOPE else _answered(account, case, passages)
    meta.mapped("seed_document_id", "it is among the documents of the context")
    case = replace(case, **axes_in(meta), tags=left_tags(meta))
    say_unstated(account, case)
    return account.close(
        case=case,
        passages=passages,
        responses=tuple(_responses(account, name)),
        published=tuple(_published(account, name)),
    )


def _answered(account: Account, case: Case, passages: tuple[ForeignPassage, ...]) -> Case:
    if len(passages) > 1:
        account.say("inferred", "reference_context", ALL_NEEDED)
    answer = text_in(account, "reference_answer")
    return replace(
        case,
        accept=(AcceptedAnswer(answer=answer),) if answer is not None else (),
        evidence=needs_of(one.id for one in passages),
    )


def _unanswerable(account: Account, meta: Account, case: Case) -> Case:
    """Return a case of a generator that asks for what it made up; its answer is one sentence for all of them."""
    account.inferred("reference_answer", _REFUSED)
    made_up = text_in(meta, "fake_fact", told="kept in the notes")
    return replace(
        case,
        answerability="unsupported",
        behaviour="refuse",
        refusal_reason="not_found",
        notes=f"Made up: {made_up}" if made_up else None,
    )


def _passages(account: Account) -> tuple[ForeignPassage, ...]:
    """Return the documents of a context, each under its own id; a context without such headings is one text."""
    held = account.look("reference_context")
    if not isinstance(held, str):
        text_in(account, "reference_context")
        return ()
    pieces = _DOCUMENT.split(held)
    if pieces[0].strip() or len(pieces) == 1:
        text_in(account, "reference_context")
        return passages_of((held,)) if held.strip() else ()
    account.mapped("reference_context", "cut into its documents, each under its own id")
    return passages_of(pieces[2::2], ids=pieces[1::2])


def _responses(account: Account, case: str) -> Iterator[ForeignResponse]:
    answer = text_in(account, "agent_answer")
    if answer is not None:
        yield ForeignResponse(case=case, outcome=Reply(answer=answer))


def _published(account: Account, case: str) -> Iterator[PublishedScore]:
    held = account.look("correctness")
    if isinstance(held, bool) or held in ("True", "False"):
        account.mapped("correctness", "a verdict of the source, kept to be compared")
        yield PublishedScore(measure="correctness", value=float(held in (True, "True")), case=case)


FORMAT = Format(
    name="giskard",
    title="Giskard test sets",
    recognises=_recognises,
    read=_read,
    checked="its own source",
)
