"""FinanceBench: questions on filings of companies, each with words of a page that prove the answer. Read only."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from goldsmith.interchange.account import Account, passage_id
from goldsmith.interchange.contexts import ALL_NEEDED, say_unstated, tags_of, text_in
from goldsmith.interchange.format import Format
from goldsmith.interchange.marked_words import NOWHERE, OTHER_BLANKS, accepted, located
from goldsmith.interchange.source_rows import counted_rows, not_a_record, refuse
from goldsmith.ports.foreign import ForeignSource, Part
from goldsmith.records.case import Case, Origin
from goldsmith.records.evidence import Alternative, Need
from goldsmith.records.interchange import ForeignPassage, ForeignRecord

_TAGS = (
    "company", "doc_name", "doc_type", "doc_period", "gics_sector", "question_type", "question_reasoning",
    "domain_question_num", "dataset_subset_label",
)  # fmt: skip
_PAGE = "pages count from 0 there and from 1 here"
_NO_PAGE = "no number of a page stands there: the words are a passage of their own"
_JUSTIFIED = "kept in the notes"
_NO_WORDS = "a piece of evidence without words: the page as a whole is kept"
_NOTHING = "a piece of evidence without words, page or document: left out"
_LINK = "kept as the source of the passages"


@dataclass(frozen=True, slots=True)
class _Found:
    """One piece of evidence."""

    alternative: Alternative
    passage: ForeignPassage | None


def _recognises(source: ForeignSource) -> bool:
    return any(_is_questions(part) for part in source.parts)


def _is_questions(part: Part) -> bool:
    return part.has("financebench_id", "question")


def _is_documents(part: Part) -> bool:
    return part.has("doc_name", "doc_link") and not part.has("question")


def _read(source: ForeignSource) -> Iterator[ForeignRecord]:
    parts = [part for part in source.parts if _is_questions(part)]
    if not parts:
        message = "no question with a financebench_id"
        refuse(source, "FinanceBench", message, "name a file of FinanceBench, or let the format be found")
    links = _links(source)
    for record, value, usual in counted_rows(source, parts):
        yield _record(record, value, usual, links)


def _links(source: ForeignSource) -> dict[str, str]:
    """Return the address of each document, where the list of documents stands beside the questions."""
    rows = (row.value for part in source.parts if _is_documents(part) for row in part.rows())
    held = (row for row in rows if isinstance(row, Mapping))
    return {str(row.get("doc_name")): str(row["doc_link"]) for row in held if row.get("doc_link")}


def _record(record: str, value: object, usual: str, links: Mapping[str, str]) -> ForeignRecord:
    if not isinstance(value, Mapping):
        return not_a_record(record, "no question: an object was expected", value)
    account = Account(record, value)
    name = text_in(account, "financebench_id") or usual
    question = text_in(account, "question")
    if question is None:
        account.say("dropped", "", "no question stands here: passed over")
        return account.close()
    answer = text_in(account, "answer")
    justification = text_in(account, "justification", told=_JUSTIFIED)
    document = account.look("doc_name")
    link = text_in(account, "doc_link", told=_LINK)
    if isinstance(document, str) and link is not None:
        links = {**links, document: link}
    found = tuple(_evidence(account, document if isinstance(document, str) else None, links))
    evidence = tuple(dict.fromkeys(one.alternative for one in found))
    if len(evidence) > 1:
        account.say("inferred", "evidence", ALL_NEEDED)
    case = Case(
        id=name,
        question=question,
        origin=Origin(kind="public", ref="financebench"),
        accept=accepted((answer,) if answer is not None else ()),
        evidence=tuple(Need(any_of=(one,)) for one in evidence),
        tags=tags_of(account, _TAGS),
        notes=f"Justification: {justification}" if justification is not None else None,
    )
    say_unstated(account, case)
    passages = {one.passage.id: one.passage for one in found if one.passage is not None}
    return account.close(case=case, passages=tuple(passages.values()))


def _evidence(account: Account, usual: str | None, links: Mapping[str, str]) -> Iterator[_Found]:
    for piece in account.items("evidence"):
        name = "evidence_doc_name" if "evidence_doc_name" in piece else "doc_name"
        document = text_in(piece, name, told="kept as the document") or usual
        words = text_in(piece, "evidence_text", told="kept as a quote")
        page = text_in(piece, "evidence_text_full_page", told="kept as a passage")
        chunk = _page_id(piece, document)
        text = page or words
        if text is None:
            if chunk is None:
                piece.say("wrong", "evidence_text", _NOTHING, document or "")
            else:
                piece.say("wrong", "evidence_text", _NO_WORDS)
                yield _Found(Alternative(document=document, chunk=chunk), None)
            continue
        if chunk is None or page is None:
            chunk = passage_id(text)
        link = links.get(document or "")
        passage = ForeignPassage(id=chunk, text=text, document=document, title=document, source=link)
        yield _Found(_quoted(piece, passage, words), passage)


def _page_id(piece: Account, document: str | None) -> str | None:
    """Return the id of the page: its document and its number, from 1."""
    held = piece.look("evidence_page_num")
    if type(held) is not int or held < 0 or document is None:
        piece.say("wrong", "evidence_page_num", _NO_PAGE, held)
        return None
    piece.mapped("evidence_page_num", _PAGE)
    return f"{document}#page={held + 1}"


def _quoted(piece: Account, passage: ForeignPassage, words: str | None) -> Alternative:
    if words is None or words == passage.text:
        return Alternative(document=passage.document, chunk=passage.id)
    here = located(passage.text, words.strip())
    if here.told:
        piece.say("wrong" if here.told == NOWHERE else "inferred", "evidence_text", here.told, words)
    elif here.words != words.strip():
        piece.say("mapped", "evidence_text", OTHER_BLANKS, here.words)
    return here.alternative(passage.id, document=passage.document)


FORMAT = Format(
    name="financebench",
    title="FinanceBench",
    recognises=_recognises,
    read=_read,
)
