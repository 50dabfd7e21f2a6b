"""The set that a public cookbook on RAG evaluates with: questions with their right chunks, and the chunks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from goldsmith.errors import InvalidFileError, Problem
from goldsmith.interchange.account import Account, numbered
from goldsmith.interchange.contexts import ALL_NEEDED, needs_of, say_unstated, text_in, texts_in
from goldsmith.interchange.format import Format
from goldsmith.ports.foreign import ForeignSource, Part
from goldsmith.records.case import AcceptedAnswer, Case
from goldsmith.records.interchange import ForeignPassage, ForeignRecord

_NO_QUESTION = "it asks nothing"
_NO_CHUNK = "no chunk: it has no link or no text"
_DOCUMENT = "kept as the id of the chunk; what stands before the # is its document"


def _recognises(source: ForeignSource) -> bool:
    return any(_is_questions(part) for part in source.parts)


def _is_questions(part: Part) -> bool:
    listed = part.container == "jsonl" or (part.container == "json" and part.is_list)
    return listed and part.has("question", "correct_chunks")


def _is_chunks(part: Part) -> bool:
    listed = part.container == "jsonl" or (part.container == "json" and part.is_list)
    return listed and part.has("chunk_link", "text")


def _read(source: ForeignSource) -> Iterator[ForeignRecord]:
    parts = [part for part in source.parts if _is_questions(part) or _is_chunks(part)]
    if not any(_is_questions(part) for part in parts):
        problem = Problem(message="no list holds questions with correct_chunks")
        raise InvalidFileError(
            f"{source.name} cannot be read as an evaluation set of the cookbook",
            problems=(problem,),
            next_step="name docs_evaluation_dataset.json or the folder with it and its chunks",
        )
    place = 0
    for part in parts:
        for row in part.rows():
            record = row.place if len(source.parts) == 1 else f"{part.name} {row.place}"
            account = Account(record, row.value if isinstance(row.value, Mapping) else {})
            place += not _is_chunks(part)
            if not isinstance(row.value, Mapping):
                account.say("dropped", "", "an object was expected", row.value)
                yield account.close()
            elif _is_chunks(part):
                yield account.close(passages=tuple(_passage(account)))
            else:
                yield account.close(case=_case(account, numbered(source.name, place)))


def _case(account: Account, usual: str) -> Case | None:
    name, question = text_in(account, "id"), text_in(account, "question")
    if not question or not question.strip():
        account.say("dropped", "", _NO_QUESTION)
        return None
    chunks = tuple(
        dict.fromkeys(texts_in(account, "correct_chunks", account.mapped("correct_chunks", "kept as evidence")))
    )
    if len(chunks) > 1:
        account.say("inferred", "correct_chunks", ALL_NEEDED)
    answer = text_in(account, "correct_answer")
    accept = (AcceptedAnswer(answer=answer),) if answer else ()
    case = Case(id=name or usual, question=question, accept=accept, evidence=needs_of(chunks))
    say_unstated(account, case)
    return case


def _passage(account: Account) -> Iterator[ForeignPassage]:
    link, text = text_in(account, "chunk_link", told=_DOCUMENT), text_in(account, "text")
    title = text_in(account, "chunk_heading")
    if not link or not text:
        account.say("dropped", "", _NO_CHUNK)
        return
    document = link.partition("#")[0]
    parts: dict[str, Any] = {"document": document, "source": link} if document else {}
    yield ForeignPassage(id=link, text=text, title=title, **parts)


FORMAT = Format(
    name="anthropic-docs",
    title="claude-cookbooks documentation set",
    recognises=_recognises,
    read=_read,
    checked="a real file",
)
