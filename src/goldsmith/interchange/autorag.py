"""AutoRAG: a table of questions and a table of passages, both Parquet.

``retrieval_gt`` is a list of lists: all of the outer ones are needed, any passage of an inner one will do.

The tables of a trial have the same columns and what was retrieved and answered besides: each is a system, called after
its folder.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from goldsmith.errors import InvalidFileError, Problem
from goldsmith.interchange.account import Account, is_nothing, numbered
from goldsmith.interchange.autorag_results import figures_in, passages_retrieved, responses_in
from goldsmith.interchange.autorag_write import groups_of, holds, write
from goldsmith.interchange.contexts import evidence_id, say_unstated, text_in, texts_in
from goldsmith.interchange.embedded import KEY, restored
from goldsmith.interchange.format import Format
from goldsmith.interchange.source_rows import not_a_record
from goldsmith.ports.foreign import ForeignSource, Part, Row
from goldsmith.records.case import AcceptedAnswer, Case
from goldsmith.records.evidence import Alternative, Need
from goldsmith.records.interchange import ForeignPassage, ForeignRecord

_ONE_LIST = "a plain list: all of its passages are needed"
_ONE_TEXT = "a text alone: this passage is needed"
_GROUPS = "all outer lists are needed, any passage of an inner one will do"
_NO_ROW = "a passage that is needed stands in no row of the corpus"
_NO_IDS = "ids of passages were expected: left out"
_SAME_ID = "the same id stands in an earlier row: AutoRAG asks that each is there once"
_NO_QUERY = "no row with a query: passed over"
_NO_PASSAGE = "no row with an id and contents: passed over"
_CONTENTS = "the words of the passages that are needed"
_CHANGED = "changed since it was exported: the new value holds"


def _recognises(source: ForeignSource) -> bool:
    return any(map(_is_questions, source.parts))


def _is_questions(part: Part) -> bool:
    return part.container == "parquet" and part.has("qid", "query", "retrieval_gt")


def _is_corpus(part: Part) -> bool:
    return part.container == "parquet" and part.has("doc_id", "contents")


def _read(source: ForeignSource) -> Iterator[ForeignRecord]:
    questions = [part for part in source.parts if _is_questions(part)]
    if not questions:
        problem = Problem(message="no Parquet file with qid, query and retrieval_gt")
        step = "name the folder that holds qa.parquet and corpus.parquet"
        raise InvalidFileError(f"{source.name} holds no questions of AutoRAG", problems=(problem,), next_step=step)
    read: dict[str, set[str]] = {}
    for part in questions:
        corpora = _corpora(source, part)
        new = [corpus for corpus in corpora if corpus.name not in read]
        for corpus in new:
            read[corpus.name] = {name for row in corpus.rows() if (name := _id(row.value, "doc_id"))}
        known = set().union(*(read[corpus.name] for corpus in corpora))
        seen: set[str] = set()
        for place, row in enumerate(part.rows(), start=1):
            yield _question(part, row, numbered(source.name, place), known if corpora else None, seen)
        for corpus in new:
            yield from _corpus(corpus)


def _corpora(source: ForeignSource, questions: Part) -> list[Part]:
    """Return the tables of passages in the folder of a table of questions; none there: all of the source."""
    folder, _, _ = questions.name.rpartition("/")
    found = [part for part in source.parts if _is_corpus(part)]
    beside = [part for part in found if part.name.rpartition("/")[0] == folder]
    return beside or found


def _id(value: object, name: str) -> str:
    held = value.get(name) if isinstance(value, Mapping) else None
    return str(held) if isinstance(held, str | int) and not isinstance(held, bool) else ""


def _question(part: Part, row: Row, name: str, known: set[str] | None, seen: set[str]) -> ForeignRecord:
    account = Account(f"{part.name} {row.place}", row.value)
    question = text_in(account, "query")
    if question is None:
        return not_a_record(account.record, _NO_QUERY, row.value)
    name = text_in(account, "qid") or name
    if name in seen:
        account.say("wrong", "qid", _SAME_ID, name)
    seen.add(name)
    groups, told = _groups(account)
    for missing in dict.fromkeys(one for group in groups for one in group if known is not None and one not in known):
        account.say("wrong", "retrieval_gt", _NO_ROW, missing)
    held = account.look("generation_gt")
    account.kept("generation_gt")
    answers = tuple(dict.fromkeys(texts_in(account, "generation_gt", held)))
    passages = _contents(account, groups, known)
    back = restored(account.look(KEY))
    case = back and _taken_back(account, back, (question, groups, answers), known)
    if case is None:
        if told:
            account.mapped("retrieval_gt", told)
        case = Case(
            id=name,
            question=question,
            accept=tuple(AcceptedAnswer(answer=one) for one in answers),
            evidence=tuple(Need(any_of=tuple(Alternative(chunk=one) for one in group)) for group in groups),
        )
        say_unstated(account, case)
    system = part.name.rpartition("/")[0]
    responses = responses_in(account, case.id, system)
    return account.close(
        case=case,
        responses=responses,
        passages=(*passages, *passages_retrieved(responses, known or set())),
        published=tuple(figures_in(account, case.id, system)),
    )


def _groups(account: Account) -> tuple[tuple[tuple[str, ...], ...], str]:
    """Return the ids that are needed, groups of which any one will do, and in which form they stood there."""
    held = account.look("retrieval_gt")
    account.passed("retrieval_gt")
    if isinstance(held, str):
        return (((held,),), _ONE_TEXT) if held else ((), "")
    if is_nothing(held):
        return (), ""
    if not isinstance(held, list):
        account.say("wrong", "retrieval_gt", _NO_IDS, held)
        return (), ""
    nested = any(isinstance(one, list) for one in held)
    groups = [tuple(dict.fromkeys(_ids(account, one if isinstance(one, list) else [one]))) for one in held]
    return tuple(dict.fromkeys(group for group in groups if group)), _GROUPS if nested else _ONE_LIST


def _ids(account: Account, held: list[Any]) -> Iterator[str]:
    for one in held:
        if isinstance(one, str | int) and not isinstance(one, bool) and f"{one}":
            yield str(one)
        elif not is_nothing(one):
            account.say("wrong", "retrieval_gt", _NO_IDS, one)


def _contents(
    account: Account, groups: tuple[tuple[str, ...], ...], known: set[str] | None
) -> tuple[ForeignPassage, ...]:
    """Return the words that stand beside the ids, for passages that stand in no corpus."""
    held = account.look("retrieval_gt_contents")
    account.passed("retrieval_gt_contents")
    if not isinstance(held, list) or [len(one) if isinstance(one, list) else 0 for one in held] != list(
        map(len, groups)
    ):
        account.dropped("retrieval_gt_contents", "no text for each id of a passage")
        return ()
    account.mapped("retrieval_gt_contents", _CONTENTS)
    pairs = [
        (name, text) for group, texts in zip(groups, held, strict=True) for name, text in zip(group, texts, strict=True)
    ]
    return tuple(
        ForeignPassage(id=name, text=text)
        for name, text in dict.fromkeys((name, text) for name, text in pairs if isinstance(text, str))
        if text.strip() and (known is None or name not in known)
    )


def _taken_back(
    account: Account,
    case: Case,
    today: tuple[str, tuple[tuple[str, ...], ...], tuple[str, ...]],
    known: set[str] | None,
) -> Case:
    """Return the case that we wrote, with the question, the passages and the answers that its row says today."""
    question, groups, answers = today
    account.passed(KEY)
    if question != case.question:
        account.say("mapped", "query", _CHANGED)
        case = replace(case, question=question)
    if answers != tuple(dict.fromkeys(one.answer for one in case.accept if one.answer.strip())):
        account.say("mapped", "generation_gt", _CHANGED)
        before = {one.answer: one for one in case.accept}
        case = replace(case, accept=tuple(before.get(one, AcceptedAnswer(answer=one)) for one in answers))
    if groups != groups_of(case, known):
        account.say("mapped", "retrieval_gt", _CHANGED)
        items = {evidence_id(item): item for need in case.evidence for item in need.any_of}
        names = {tuple(dict.fromkeys(filter(None, map(evidence_id, need.any_of)))): need.need for need in case.evidence}
        needs = (
            Need(need=names.get(group), any_of=tuple(items.get(one, Alternative(chunk=one)) for one in group))
            for group in groups
        )
        case = replace(case, evidence=tuple(needs))
    return case


def _corpus(part: Part) -> Iterator[ForeignRecord]:
    seen: set[str] = set()
    for row in part.rows():
        record, name = f"{part.name} {row.place}", _id(row.value, "doc_id")
        text = row.value.get("contents")
        if not name or not isinstance(text, str) or not text.strip():
            yield not_a_record(record, _NO_PASSAGE, row.value)
            continue
        account = Account(record, row.value)
        account.kept("doc_id")
        account.kept("contents")
        if name in seen:
            account.say("wrong", "doc_id", _SAME_ID, name)
        seen.add(name)
        path = text_in(account, "path", told="kept as the document of the passage")
        meta = account.inner("metadata")
        rest = {str(key): meta.kept(str(key)) for key in meta.value}
        if "start_end_idx" in account:
            rest["start_end_idx"] = account.kept("start_end_idx")
        rest = {key: held for key, held in rest.items() if held is not None}
        passage = ForeignPassage(id=name, text=text, document=path, source=path, metadata=rest)
        yield account.close(passages=(passage,))


FORMAT = Format(
    name="autorag",
    title="AutoRAG",
    recognises=_recognises,
    read=_read,
    write=write,
    holds=holds,
    checked="its own loader",
)
