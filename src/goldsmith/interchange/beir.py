"""BEIR: a folder with ``corpus.jsonl``, ``queries.jsonl`` and one file of judgements for each split in ``qrels``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from goldsmith.errors import InvalidFileError, Problem
from goldsmith.interchange.account import Account
from goldsmith.interchange.beir_write import holds, split_file, write
from goldsmith.interchange.contexts import say_unstated, tags_of, text_in
from goldsmith.interchange.embedded import KEY, restored, taken_back
from goldsmith.interchange.format import Format
from goldsmith.interchange.judged_passages import (
    EACH_NEEDED,
    NOT_JUDGED,
    NOT_RELEVANT,
    evidence_now,
    needs_from,
)
from goldsmith.interchange.side_file import is_side_file, side_cases
from goldsmith.interchange.source_rows import not_a_record
from goldsmith.ports.foreign import ForeignSource, Part, Row
from goldsmith.records.case import Case
from goldsmith.records.interchange import ForeignPassage, ForeignRecord
from goldsmith.records.vocabulary import Split

_COLUMNS = ("query-id", "corpus-id", "score")
_SPLITS: Mapping[str, Split] = {"dev": "dev", "release": "release", "audit": "audit"}
_NO_HEADER = "the first line is a judgement and no header: it is read here, BEIR itself passes over it"
_NO_GRADE = "no whole number stands as the score: the judgement is left out"
_TWICE = "the passage is judged twice for the same query: the last holds, as it does for BEIR"
_NO_QUERY = "judged, and no such query stands in the file of queries: left out"
_NO_PASSAGE = "a passage that is judged relevant stands nowhere in the corpus file"
_SAME_ID = "the same _id stands again further down: the last holds, as it does for BEIR"
_NO_ID = "no _id with a text: passed over"


@dataclass(slots=True)
class _Judged:
    """The judgements of one query."""

    grades: dict[str, int] = field(default_factory=dict)
    splits: dict[str, None] = field(default_factory=dict)
    said: list[tuple[str, str]] = field(default_factory=list)
    used: bool = False


def _recognises(source: ForeignSource) -> bool:
    queries = source.part("queries.jsonl")
    if queries is None or not any(map(_is_qrels, source.parts)):
        return False
    return queries.has("_id", "text") or queries.first is None


def _is_qrels(part: Part) -> bool:
    if part.container != "tsv" or (part.first is not None and len(part.columns) != len(_COLUMNS)):
        return False
    return part.columns == _COLUMNS or part.name.startswith("qrels/") or "/qrels/" in part.name


def _read(source: ForeignSource) -> Iterator[ForeignRecord]:
    queries = source.part("queries.jsonl") or next(filter(_looks_like_queries, source.parts), None)
    if queries is None:
        problem = Problem(message="no queries.jsonl with _id and text")
        step = "name the folder that holds corpus.jsonl, queries.jsonl and qrels"
        raise InvalidFileError(f"{source.name} is no folder of BEIR", problems=(problem,), next_step=step)
    judged: dict[str, _Judged] = {}
    for part in source.parts:
        if _is_qrels(part):
            yield from _judgements(part, judged)
    corpus = source.part("corpus.jsonl")
    last = _last_places(corpus) if corpus else None
    again = _last_places(queries)
    for row in queries.rows():
        yield _query(queries, row, judged, again, last)
    for name, one in judged.items():
        if not one.used:
            yield not_a_record(f"qrels of {name}", _NO_QUERY, name)
    for part in filter(is_side_file, source.parts):
        yield from side_cases(part)
    if corpus is not None and last is not None:
        for row in corpus.rows():
            yield _passage(corpus, row, last)


def _looks_like_queries(part: Part) -> bool:
    return part.container == "jsonl" and part.has("_id", "text") and "corpus" not in part.name


def _last_places(part: Part) -> dict[str, str]:
    """Return the place of the last row with each id, because BEIR lets a later one overwrite an earlier."""
    return {_id(row.value): row.place for row in part.rows()}


def _id(value: object) -> str:
    held = value.get("_id") if isinstance(value, Mapping) else None
    return str(held) if isinstance(held, str | int) and not isinstance(held, bool) else ""


def _judgements(part: Part, judged: dict[str, _Judged]) -> Iterator[ForeignRecord]:
    split = part.name.rsplit("/", 1)[-1].removesuffix(".tsv")
    rows = part.rows()
    if part.columns and _grade(part.columns[2]) is not None:
        account = Account(f"{part.name} row 1", {})
        account.say("wrong", "", _NO_HEADER, "\t".join(part.columns))
        yield account.close()
        _judge(judged, part.columns, split)
    for row in rows:
        cells = tuple(row.value.values())
        if _grade(cells[2]) is None:
            account = Account(f"{part.name} {row.place}", {})
            account.say("wrong", "score", _NO_GRADE, cells[2])
            yield account.close()
        else:
            _judge(judged, cells, split)


def _judge(judged: dict[str, _Judged], cells: tuple[str, ...], split: str) -> None:
    query, passage, score = cells
    one = judged.setdefault(query, _Judged())
    grade = _grade(score) or 0
    if one.grades.get(passage, grade) != grade:
        one.said.append((_TWICE, passage))
    one.grades[passage] = grade
    one.splits[split] = None


def _grade(cell: str) -> int | None:
    try:
        return int(cell)
    except ValueError:
        return None


def _query(
    part: Part, row: Row, judged: Mapping[str, _Judged], again: Mapping[str, str], corpus: Mapping[str, str] | None
) -> ForeignRecord:
    record, name = f"{part.name} {row.place}", _id(row.value)
    if not name or not isinstance(row.value.get("text"), str) or not row.value["text"]:
        return not_a_record(record, _NO_ID, row.value)
    one = judged.get(name, _Judged())
    one.used = True
    account = Account(record, row.value)
    if again[name] != row.place:
        account.say("wrong", "_id", _SAME_ID, name)
        return account.close()
    account.kept("_id")
    question = account.kept("text")
    for told, found in one.said:
        account.say("wrong", "qrels", told, found)
    for passage, grade in one.grades.items():
        if corpus is not None and grade > 0 and passage not in corpus:
            account.say("wrong", "qrels", _NO_PASSAGE, passage)
    meta = account.inner("metadata")
    case = _taken_back(meta, question, one)
    return account.close(case=case or _new(account, meta, Case(id=name, question=question), one))


def _taken_back(meta: Account, question: str, one: _Judged) -> Case | None:
    """Return the case that we wrote into the metadata, with what the query and its judgements say today."""
    back = restored(meta.look(KEY))
    if back is None:
        return None
    moved = one.splits and split_file(back) not in one.splits
    visible = {
        "question": question,
        "evidence": evidence_now(back, one.grades),
        "split": _SPLITS.get(next(iter(one.splits))) if moved else back.split,
    }
    return taken_back(
        meta,
        KEY,
        visible,
        lambda held: {"question": held.question, "evidence": held.evidence, "split": held.split},
    )


def _new(account: Account, meta: Account, case: Case, one: _Judged) -> Case:
    splits = [_SPLITS[split] for split in one.splits if split in _SPLITS]
    tags = [f"split:{split}" for split in one.splits if split not in _SPLITS]
    if splits:
        account.say("mapped", "qrels", "the name of its file is the split", " ".join(one.splits))
    if tags or len(splits) > 1:
        account.say("mapped", "qrels", "the name of its file is kept as a tag", " ".join(one.splits))
        tags += [f"split:{split}" for split in splits[1:]]
    for told, grades in ((NOT_RELEVANT, {0}), (NOT_JUDGED, set(filter(_below, one.grades.values())))):
        found = [passage for passage, grade in one.grades.items() if grade in grades]
        if found:
            account.say("dropped", "qrels", told, " ".join(found))
    evidence = needs_from(one.grades)
    if len(evidence) > 1:
        account.say("inferred", "qrels", EACH_NEEDED)
    tags += tags_of(meta, meta.value)
    case = replace(case, evidence=evidence, split=splits[0] if splits else None, tags=tuple(tags))
    say_unstated(account, case)
    return case


def _below(grade: int) -> bool:
    return grade < 0


def _passage(part: Part, row: Row, last: Mapping[str, str]) -> ForeignRecord:
    record, name = f"{part.name} {row.place}", _id(row.value)
    if not name or not isinstance(row.value.get("text"), str):
        return not_a_record(record, _NO_ID, row.value)
    account = Account(record, row.value)
    if last[name] != row.place:
        account.say("wrong", "_id", _SAME_ID, name)
        return account.close()
    account.kept("_id")
    text = account.kept("text") or ""
    title = text_in(account, "title")
    meta = account.inner("metadata")
    document, source = (text_in(meta, known) for known in ("document", "source"))
    url = text_in(meta, "url", told="kept as the source of the passage") if source is None else None
    rest = {str(key): meta.kept(str(key)) for key in meta.value if key not in ("document", "source", "url")}
    passage = ForeignPassage(
        id=name, text=text, title=title, document=document, source=source or url, metadata=_said(rest)
    )
    return account.close(passages=(passage,))


def _said(rest: dict[str, Any]) -> dict[str, Any]:
    return {name: held for name, held in rest.items() if held is not None}


FORMAT = Format(
    name="beir",
    title="BEIR",
    recognises=_recognises,
    read=_read,
    write=write,
    holds=holds,
    checked="its own loader",
)
