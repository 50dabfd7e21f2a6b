"""The ranking sets of MS MARCO: a collection, queries and judgements, as text with tabs and without a header."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from goldsmith.interchange.account import Account
from goldsmith.interchange.contexts import say_unstated
from goldsmith.interchange.judged_passages import EACH_NEEDED, NOT_RELEVANT, needs_from
from goldsmith.interchange.source_rows import not_a_record
from goldsmith.ports.foreign import ForeignSource, Part
from goldsmith.records.case import Case, Origin
from goldsmith.records.interchange import ForeignPassage, ForeignRecord

_Kind = Literal["collection", "queries", "qrels"]
_PAIR = 2
_JUDGEMENT = 4
_NO_PAIR = "no number and text with a tab between them: passed over"
_NO_JUDGEMENT = "no judgement of query, 0, passage and grade: passed over"
_NO_QUERY = "judged, and no such query stands in the source: left out"
_NO_PASSAGE = "a passage that is judged relevant stands nowhere in the collection"


def is_ranking(source: ForeignSource) -> bool:
    """Say whether queries and judgements, or queries and a collection, of a ranking set stand there."""
    kinds = {_kind(part) for part in source.parts}
    return "queries" in kinds and not {"qrels", "collection"}.isdisjoint(kinds)


def _kind(part: Part) -> _Kind | None:
    """Return what a part is: its name says it, and its first line has to be so."""
    name = part.name.rsplit("/", 1)[-1].lower()
    if part.container != "lines" or not isinstance(part.first, str):
        return None
    cells = part.first.split("\t")
    if name.startswith("qrels") and len(cells) == _JUDGEMENT and cells[0].isdigit():
        return "qrels"
    if len(cells) != _PAIR or not cells[0].isdigit():
        return None
    return "collection" if name.startswith("collection") else "queries" if name.startswith("queries") else None


def ranking(source: ForeignSource) -> Iterator[ForeignRecord]:
    """Yield each query with its judged passages, then the passages of the collection."""
    if not is_ranking(source):
        return
    kinds = [(part, _kind(part)) for part in source.parts]
    grades: dict[str, dict[str, int]] = {}
    for part in (part for part, kind in kinds if kind == "qrels"):
        yield from _judgements(part, grades)
    collections = [part for part, kind in kinds if kind == "collection"]
    there = _there(collections, grades)
    done = set()
    for part in (part for part, kind in kinds if kind == "queries"):
        for record, number, text in _pairs(part):
            if text is None:
                yield not_a_record(record, _NO_PAIR, number)
                continue
            done.add(number)
            yield _query(record, Case(id=number, question=text), grades.get(number, {}), there)
    for number in grades:
        if number not in done:
            yield not_a_record(f"qrels of {number}", _NO_QUERY, number)
    for part in collections:
        yield from _passages(part)


def _passages(part: Part) -> Iterator[ForeignRecord]:
    for record, number, text in _pairs(part):
        if text is None:
            yield not_a_record(record, _NO_PAIR, number)
        else:
            yield Account(record, {}).close(passages=(ForeignPassage(id=number, text=text),))


def _pairs(part: Part) -> Iterator[tuple[str, str, str | None]]:
    """Yield place, number and text of each line; no text: the line is no pair."""
    for row in part.rows():
        number, _, text = str(row.value).partition("\t")
        record = f"{part.name} {row.place}"
        yield (record, number, text) if number and text.strip() else (record, str(row.value), None)


def _judgements(part: Part, grades: dict[str, dict[str, int]]) -> Iterator[ForeignRecord]:
    for row in part.rows():
        cells = str(row.value).split("\t")
        if len(cells) != _JUDGEMENT or not cells[3].lstrip("-").isdigit():
            yield not_a_record(f"{part.name} {row.place}", _NO_JUDGEMENT, row.value)
        else:
            grades.setdefault(cells[0], {})[cells[2]] = int(cells[3])


def _there(collections: list[Part], grades: dict[str, dict[str, int]]) -> set[str] | None:
    """Return the judged passages that the collection holds; None: there is no collection."""
    if not collections:
        return None
    wanted = {passage for one in grades.values() for passage in one}
    return {number for part in collections for _, number, _ in _pairs(part) if number in wanted}


def _query(record: str, case: Case, grades: dict[str, int], there: set[str] | None) -> ForeignRecord:
    account = Account(record, {"id": case.id, "query": case.question})
    account.kept("id")
    account.kept("query")
    for passage, grade in grades.items():
        if there is not None and grade > 0 and passage not in there:
            account.say("wrong", "qrels", _NO_PASSAGE, passage)
    refused = [passage for passage, grade in grades.items() if grade < 1]
    if refused:
        account.say("dropped", "qrels", NOT_RELEVANT, " ".join(refused))
    evidence = needs_from(grades)
    if len(evidence) > 1:
        account.say("inferred", "qrels", EACH_NEEDED)
    case = Case(id=case.id, question=case.question, evidence=evidence, origin=Origin(kind="public", ref="ms-marco"))
    say_unstated(account, case)
    return account.close(case=case)
