"""retrieval-eval: judgements of chunks, one a line, with who labelled each. Read only."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from goldsmith.interchange.account import Account
from goldsmith.interchange.contexts import text_in
from goldsmith.interchange.format import Format
from goldsmith.interchange.judged_passages import EACH_NEEDED, NOT_RELEVANT
from goldsmith.interchange.source_rows import not_a_record, refuse
from goldsmith.ports.foreign import ForeignSource, Part
from goldsmith.records.case import Case
from goldsmith.records.evidence import Alternative, Need
from goldsmith.records.interchange import ForeignDecision, ForeignPassage, ForeignRecord

_HUMAN, _MODEL = "human:", "synthetic:"
_FINGERPRINT = "the fingerprint of the corpus there is counted otherwise than the digest of a revision"
_TEXT_HASH = "the hash of the text, kept as it came"
_SEVERAL = "its labels were given for several states of the corpus: somebody has to look"
_BY_MODEL = "a model labelled passages of it: a person has to look before it counts"
_NOBODY = "neither a person nor a model is named as who labelled it"
_QUERIES = "the same query_id stands with another query: the first holds"
_NO_QUESTION = "no line of this query_id has a query: left out"
_NO_GRADE = "no whole number of 0 or more: the judgement is left out"
_NO_CHUNK = "no query_id with a chunk_id: passed over"
_TWICE = "the chunk is judged twice for the query, differently: the later judgement holds"


@dataclass(slots=True)
class _Query:
    """What the lines of one query say."""

    question: str = ""
    grades: dict[str, Alternative | None] = field(default_factory=dict)
    """By chunk; None: not relevant."""
    labelled: dict[str, str] = field(default_factory=dict)
    """Who labelled, and when last."""
    corpora: dict[str, None] = field(default_factory=dict)
    tags: dict[str, None] = field(default_factory=dict)
    notes: dict[str, None] = field(default_factory=dict)


def _recognises(source: ForeignSource) -> bool:
    return any(_is_judgements(part) for part in source.parts)


def _is_judgements(part: Part) -> bool:
    return part.container == "jsonl" and part.has("query_id", "chunk_id", "relevance", "doc_uri")


def _read(source: ForeignSource) -> Iterator[ForeignRecord]:
    parts = [part for part in source.parts if _is_judgements(part)]
    if not parts:
        message = "no line with query_id, doc_uri, chunk_id and relevance"
        refuse(source, "retrieval-eval", message, "name its file of judgements, or let the format be found")
    queries: dict[str, _Query] = {}
    for part in parts:
        prefix = f"{part.name} " if len(parts) > 1 else ""
        for row in part.rows():
            yield _judgement(f"{prefix}{row.place}", row.value, queries)
    for name, query in queries.items():
        yield _case(name, query)


def _judgement(record: str, value: object, queries: dict[str, _Query]) -> ForeignRecord:
    if not isinstance(value, Mapping):
        return not_a_record(record, _NO_CHUNK, value)
    account = Account(record, value)
    name, chunk = text_in(account, "query_id"), text_in(account, "chunk_id")
    if name is None or chunk is None:
        account.say("dropped", "", _NO_CHUNK)
        return account.close()
    query = queries.setdefault(name, _Query())
    question = text_in(account, "query")
    if question is not None and query.question not in ("", question):
        account.say("wrong", "query", _QUERIES, question)
    query.question = query.question or question or ""
    uri = text_in(account, "doc_uri", told="kept as the document and its source")
    _grade(account, query, chunk, uri)
    _said(account, query)
    text = text_in(account, "chunk_text", told="kept as a passage")
    passages = (ForeignPassage(id=chunk, text=text, document=uri, source=uri),) if text is not None else ()
    return account.close(passages=passages)


def _grade(account: Account, query: _Query, chunk: str, uri: str | None) -> None:
    grade = account.look("relevance")
    digest = text_in(account, "text_sha", told=_TEXT_HASH)
    if type(grade) is not int or grade < 0:
        account.say("wrong", "relevance", _NO_GRADE, grade)
        return
    account.kept("relevance")
    found = Alternative(document=uri, source=uri, chunk=chunk, foreign_hash=digest, grade=grade) if grade else None
    if query.grades.get(chunk, found) != found:
        account.say("wrong", "relevance", _TWICE, chunk)
    query.grades[chunk] = found


def _said(account: Account, query: _Query) -> None:
    """Take what a line says of itself: who labelled it, when, for which corpus, and why."""
    who = text_in(account, "labeled_by", told="kept as who decided, or as a tag") or ""
    at = text_in(account, "labeled_at", told="kept with who decided") or ""
    query.labelled[who] = max(at, query.labelled.get(who, ""))
    fingerprint = account.dropped("corpus_fingerprint", _FINGERPRINT)
    if fingerprint is not None:
        query.corpora[str(fingerprint)] = None
    stratum = text_in(account, "stratum", told="kept as a tag")
    if stratum is not None:
        query.tags[f"stratum:{stratum}"] = None
    note = text_in(account, "notes")
    if note is not None:
        query.notes[note] = None


def _case(name: str, query: _Query) -> ForeignRecord:
    account = Account(f"query {name}", {})
    if not query.question:
        account.say("dropped", "", _NO_QUESTION, name)
        return account.close()
    relevant = [one for one in query.grades.values() if one is not None]
    refused = [chunk for chunk, one in query.grades.items() if one is None]
    if refused:
        account.say("dropped", "relevance", NOT_RELEVANT, " ".join(refused))
    if len(relevant) > 1:
        account.say("inferred", "relevance", EACH_NEEDED)
    if not relevant:
        account.say("inferred", "", "no chunk is judged as relevant: say before a run whether it can be answered")
    if len(query.corpora) > 1:
        account.say("inferred", "corpus_fingerprint", _SEVERAL, " ".join(query.corpora))
    decision = _decision(account, query)
    case = Case(
        id=name,
        question=query.question,
        evidence=tuple(Need(any_of=(one,)) for one in relevant),
        tags=(*query.tags, *(("labels:synthetic",) if decision is None and _by_model(query) else ())),
        notes="\n".join(query.notes) or None,
    )
    return account.close(case=case, decision=decision)


def _by_model(query: _Query) -> bool:
    return any(who.startswith(_MODEL) for who in query.labelled)


def _decision(account: Account, query: _Query) -> ForeignDecision | None:
    """Return the decision that one person's labels are; None where a model, several people or nobody labelled."""
    if _by_model(query):
        account.say("inferred", "labeled_by", _BY_MODEL, " ".join(query.labelled))
        return None
    people = [who for who in query.labelled if who.startswith(_HUMAN)]
    if len(people) != len(query.labelled):
        account.say("inferred", "labeled_by", _NOBODY, " ".join(query.labelled))
        return None
    if len(people) != 1:
        account.say(
            "inferred", "labeled_by", "several people labelled it: nobody decided of all of it", " ".join(people)
        )
        return None
    reviewer = people[0].removeprefix(_HUMAN)
    return ForeignDecision(
        decision="approved", reviewer=reviewer, at=query.labelled[people[0]], reason="labelled every chunk of it"
    )


FORMAT = Format(
    name="retrieval-eval",
    title="retrieval-eval",
    recognises=_recognises,
    read=_read,
)
