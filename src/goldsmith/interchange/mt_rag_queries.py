"""The tasks of retrieval of mt-rag: three spellings of each question, judgements, and the corpus where it is there."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from goldsmith.interchange.account import Account
from goldsmith.interchange.contexts import say_unstated, text_in
from goldsmith.interchange.judged_passages import EACH_NEEDED, NOT_RELEVANT, needs_from
from goldsmith.interchange.source_rows import not_a_record
from goldsmith.ports.foreign import Part
from goldsmith.records.case import Case, Message, Origin
from goldsmith.records.interchange import ForeignPassage, ForeignRecord

MARK = "<::>"
_TURN = re.compile(r"(?:^|\n)\|(user|agent|assistant)\|: ?")
_REWRITE = "_rewrite"
_LAST = "_lastturn"
_IN_NOTES = "the question as it stands alone: kept in the notes where it differs"
_USER_ONLY = "what the user asked before it stands there without the answers that he got"
_FULLER = "the question stands in another file of the source too, where more is said of it: passed over"
_NO_QUESTION = "no _id with a question: passed over"
_NO_GRADE = "no whole number stands as the score: the judgement is left out"
_NO_QUERY = "judged, and no such question stands in the source: the id stands for it, somebody has to write it"
_NO_PASSAGE = "a passage that is judged relevant stands nowhere in the corpus of the source"


@dataclass(slots=True)
class _Known:
    """What is known of questions before they are read."""

    grades: dict[str, dict[str, int]] = field(default_factory=dict)
    rewrites: dict[str, str] = field(default_factory=dict)
    corpus: set[str] = field(default_factory=set)


def retrieval(
    queries: Sequence[Part], qrels: Sequence[Part], others: Sequence[Part], done: dict[str, None]
) -> Iterator[ForeignRecord]:
    """Yield each question once, from the file that says most of it; what stands in `done` was read elsewhere."""
    known = _Known()
    for part in qrels:
        yield from _judgements(part, known)
    rewritten = [part for part in queries if _REWRITE in part.name and len(queries) > 1]
    for part in rewritten:
        known.rewrites |= {str(row.value.get("_id")): _last(row.value) for row in part.rows() if _is_query(row.value)}
    corpora = [part for part in others if queries and _is_corpus(part)]
    for part in corpora:
        known.corpus |= {_id(row.value) for row in part.rows()}
    for part in sorted(queries, key=_order):
        for row in part.rows():
            again = _IN_NOTES if part in rewritten else _FULLER
            yield _query(f"{part.name} {row.place}", row.value, known, done, again)
    for name in known.grades:
        if name not in done:
            done[name] = None
            account = Account(f"qrels of {name}", {})
            account.say("inferred", "", _NO_QUERY)
            yield _closed(account, Case(id=name, question=name), known)
    for part in corpora:
        for row in part.rows():
            yield _passage(f"{part.name} {row.place}", row.value)


def _order(part: Part) -> tuple[int, str]:
    return (2 if _REWRITE in part.name else 1 if _LAST in part.name else 0, part.name)


def _is_query(value: object) -> bool:
    return isinstance(value, Mapping) and isinstance(value.get("_id"), str) and isinstance(value.get("text"), str)


def _is_corpus(part: Part) -> bool:
    return (
        part.container in ("json", "jsonl") and part.has("text") and not {"_id", "document_id"}.isdisjoint(part.columns)
    )


def _id(value: object) -> str:
    held = value if isinstance(value, Mapping) else {}
    return str(held.get("_id") or held.get("document_id") or "")


def _judgements(part: Part, known: _Known) -> Iterator[ForeignRecord]:
    for row in part.rows():
        query, passage, score = row.value.values()
        try:
            known.grades.setdefault(query, {})[passage] = int(score)
        except ValueError:
            account = Account(f"{part.name} {row.place}", {})
            account.say("wrong", "score", _NO_GRADE, score)
            yield account.close()


def _query(record: str, value: object, known: _Known, done: dict[str, None], again: str) -> ForeignRecord:
    if not _is_query(value) or not isinstance(value, Mapping):
        return not_a_record(record, _NO_QUESTION, value)
    account = Account(record, value)
    name = account.kept("_id")
    turns = _turns(account.mapped("text", "cut into its turns, the last of which is the question"))
    if name in done:
        account.say("mapped", "text", again, name)
        return account.close()
    done[name] = None
    case = Case(id=name, question=turns[-1].content, messages=turns[:-1])
    if case.messages:
        account.say("inferred", "text", _USER_ONLY)
    alone = known.rewrites.get(name)
    if alone is not None and alone != case.question:
        case = replace(case, notes=f"Standing alone: {alone}")
    return _closed(account, case, known)


def _closed(account: Account, case: Case, known: _Known) -> ForeignRecord:
    grades = known.grades.get(case.id, {})
    for passage, grade in grades.items():
        if known.corpus and grade > 0 and passage not in known.corpus:
            account.say("wrong", "qrels", _NO_PASSAGE, passage)
    refused = [passage for passage, grade in grades.items() if grade < 1]
    if refused:
        account.say("dropped", "qrels", NOT_RELEVANT, " ".join(refused))
    evidence = needs_from(grades)
    if len(evidence) > 1:
        account.say("inferred", "qrels", EACH_NEEDED)
    case = replace(case, evidence=evidence, origin=Origin(kind="public", ref="mt-rag"))
    conversation = case.id.split(MARK)[0]
    if MARK in case.id and conversation:
        case = replace(case, tags=(f"conversation_id:{conversation}",))
    say_unstated(account, case)
    return account.close(case=case)


def _turns(text: str) -> tuple[Message, ...]:
    """Return the turns of a question; a text without speakers is one turn of the user."""
    pieces = _TURN.split(text)
    if pieces[0].strip() or len(pieces) == 1:
        return (Message(role="user", content=text),)
    pairs = zip(pieces[1::2], pieces[2::2], strict=True)
    return tuple(Message(role="user" if who == "user" else "assistant", content=words) for who, words in pairs)


def _last(value: Mapping[str, object]) -> str:
    return _turns(str(value["text"]))[-1].content


def _passage(record: str, value: object) -> ForeignRecord:
    name = _id(value)
    if not name or not isinstance(value, Mapping):
        return not_a_record(record, "no passage with an id: passed over", value)
    account = Account(record, value)
    for one in ("_id", "document_id", "id"):
        account.passed(one)
    text, title = text_in(account, "text"), text_in(account, "title")
    url = text_in(account, "url", told="kept as the source of the passage")
    return account.close(passages=(ForeignPassage(id=name, text=text or "", title=title, source=url),))
