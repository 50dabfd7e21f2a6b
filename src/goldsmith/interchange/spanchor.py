"""spanchor: questions with places in documents, each with a hash of the words there. Read only."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from goldsmith._base.canonical import text_sha256
from goldsmith.interchange.account import Account
from goldsmith.interchange.contexts import ALL_NEEDED, say_unstated, text_in
from goldsmith.interchange.format import Format
from goldsmith.interchange.source_rows import counted_rows, not_a_record, refuse
from goldsmith.interchange.texts_beside import TextsBeside
from goldsmith.ports.foreign import ForeignSource, Part
from goldsmith.records.case import Case
from goldsmith.records.evidence import Alternative, Need
from goldsmith.records.interchange import ForeignRecord

_HASH = "the hash of the words, kept as it came"
_OTHER_HASH = "the hash is not the SHA-256 of the words at the place: somebody has to look"
_NO_TEXT = "the document does not stand beside the questions: nothing gives the words at the place"
_OUTSIDE = "the place lies outside of the document: the document as a whole is kept as evidence"
_NO_PLACE = "no document with start and end: left out"


def _recognises(source: ForeignSource) -> bool:
    return any(_is_queries(part) for part in source.parts)


def _is_queries(part: Part) -> bool:
    return part.container in ("json", "jsonl") and part.has("query_id", "question", "anchors")


def _read(source: ForeignSource) -> Iterator[ForeignRecord]:
    parts = [part for part in source.parts if _is_queries(part)]
    if not parts:
        refuse(source, "spanchor", "no query with query_id, question and anchors", "name its file of queries")
    texts = TextsBeside(source)
    for record, value, usual in counted_rows(source, parts):
        yield _record(record, value, usual, texts)
    yield from texts.passages()


def _record(record: str, value: object, usual: str, texts: TextsBeside) -> ForeignRecord:
    if not isinstance(value, Mapping):
        return not_a_record(record, "no question: an object was expected", value)
    account = Account(record, value)
    name = text_in(account, "query_id") or usual
    question = text_in(account, "question")
    if question is None:
        account.say("dropped", "", "no question stands here: passed over")
        return account.close()
    account.passed("schema_version")
    found = dict.fromkeys(_anchors(account, texts))
    if len(found) > 1:
        account.say("inferred", "anchors", ALL_NEEDED)
    case = Case(id=name, question=question, evidence=tuple(Need(any_of=(one,)) for one in found))
    say_unstated(account, case)
    return account.close(case=case)


def _anchors(account: Account, texts: TextsBeside) -> Iterator[Alternative]:
    for anchor in account.items("anchors"):
        anchor.passed("schema_version")
        document = text_in(anchor, "document_id")
        digest = text_in(anchor, "expected_text_hash", told=_HASH)
        start, end = anchor.kept("start"), anchor.kept("end")
        if document is None or type(start) is not int or type(end) is not int:
            anchor.say("wrong", "", _NO_PLACE, anchor.value)
            continue
        text = texts.text(document)
        if text is None:
            anchor.say("inferred", "start", _NO_TEXT, document)
            yield Alternative(document=document, span=(start, end), foreign_hash=digest)
        elif not 0 <= start < end <= len(text):
            anchor.say("wrong", "start", _OUTSIDE, f"{start}-{end} of {len(text)}")
            yield Alternative(document=document, foreign_hash=digest)
        else:
            words = text[start:end]
            if digest is not None and text_sha256(words) not in digest:
                anchor.say("inferred", "expected_text_hash", _OTHER_HASH, words)
            yield Alternative(document=document, quote=words, span=(start, end), foreign_hash=digest)


FORMAT = Format(
    name="spanchor",
    title="spanchor",
    recognises=_recognises,
    read=_read,
)
