"""ARES: tables of queries, documents and answers, with labels on what fits what. Read only."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from goldsmith.interchange.account import Account
from goldsmith.interchange.contexts import left_tags, needs_of, passages_of, retrieved_of, say_unstated, text_in
from goldsmith.interchange.format import Format
from goldsmith.interchange.source_rows import counted_rows
from goldsmith.ports.foreign import ForeignSource, Part
from goldsmith.records.case import AcceptedAnswer, Case
from goldsmith.records.interchange import ForeignRecord, ForeignResponse, PublishedScore
from goldsmith.records.response import Reply

_CONTEXT, _RELEVANT, _FAITHFUL = "Context_Relevance_Label", "Answer_Relevance_Label", "Answer_Faithfulness_Label"
_LABELS = (_CONTEXT, _RELEVANT, _FAITHFUL)
_YES = frozenset({"[[yes]]", "yes", "1", "1.0", "true"})
_NO = frozenset({"[[no]]", "no", "0", "0.0", "false"})
_FIGURE = "a label, 1 or 0, kept to be compared"
_EVIDENCE = "a document labelled as relevant is taken as the evidence: whether it suffices, somebody has to say"
_ACCEPTED = (
    "an answer labelled as faithful and relevant is taken as an accepted one: whether it is whole, somebody has to say"
)
_CONTRADICTING = "an answer made to contradict the document: no place for it in a case"


def _recognises(source: ForeignSource) -> bool:
    return any(_is_ares(part) for part in source.parts)


def _is_ares(part: Part) -> bool:
    asked = part.has("Query") or part.has("Question")
    return part.container in ("tsv", "csv") and asked and part.has("Document", "Answer")


def _read(source: ForeignSource) -> Iterator[ForeignRecord]:
    parts = [part for part in source.parts if _is_ares(part)]
    for record, value, usual in counted_rows(source, parts):
        yield _record(record, value, usual)


def _record(record: str, value: Mapping[str, str], name: str) -> ForeignRecord:
    account = Account(record, value)
    question = text_in(account, "Query" if "Query" in account else "Question")
    if not question:
        account.say("dropped", "", "no query: a row with one was expected")
        return account.close()
    labels = {label: said for label in _LABELS if (said := _label(account, label)) is not None}
    document, answer = text_in(account, "Document"), text_in(account, "Answer")
    passages = passages_of((document,) if document and document.strip() else ())
    relevant = labels.get(_CONTEXT) is True and bool(passages)
    accepted = labels.get(_FAITHFUL) is True and labels.get(_RELEVANT) is True and answer is not None
    if relevant:
        account.say("inferred", "Document", _EVIDENCE)
    if accepted:
        account.say("inferred", "Answer", _ACCEPTED)
    account.dropped("Contradictory_Answer", _CONTRADICTING)
    case = Case(
        id=name,
        question=question,
        accept=(AcceptedAnswer(answer=answer),) if accepted and answer is not None else (),
        evidence=needs_of(one.id for one in passages) if relevant else (),
        tags=left_tags(account),
    )
    say_unstated(account, case)
    reply = Reply(answer=answer, retrieved=retrieved_of([one.text for one in passages]) or None)
    return account.close(
        case=case,
        passages=passages,
        responses=(ForeignResponse(case=name, outcome=reply),) if answer is not None or passages else (),
        published=tuple(PublishedScore(measure=label, value=float(said), case=name) for label, said in labels.items()),
    )


def _label(account: Account, name: str) -> bool | None:
    held = str(account.look(name) or "").strip().casefold()
    if held in _YES or held in _NO:
        account.mapped(name, _FIGURE)
        return held in _YES
    if held:
        account.say("wrong", name, "a label is neither yes nor no: left out", account.look(name))
    return None


FORMAT = Format(
    name="ares",
    title="ARES",
    recognises=_recognises,
    read=_read,
)
