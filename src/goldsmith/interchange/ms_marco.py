"""MS MARCO: questions with ten passages and what people wrote as answers, and the ranking sets. Read only.

The official file of questions holds columns (objects by the number of the row); as JSON Lines and Parquet it holds
rows, whose passages are columns. The ranking sets are text with tabs and without a header.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from goldsmith.interchange.account import Account, numbered, passage_id
from goldsmith.interchange.contexts import needs_of, say_unstated, tags_of, text_in, texts_in
from goldsmith.interchange.format import Format
from goldsmith.interchange.judged_passages import EACH_NEEDED
from goldsmith.interchange.marked_words import accepted, unanswerable
from goldsmith.interchange.ms_marco_ranking import is_ranking, ranking
from goldsmith.interchange.source_rows import not_a_record, record_of, refuse
from goldsmith.ports.foreign import ForeignSource, Part
from goldsmith.records.case import Case, Origin
from goldsmith.records.interchange import ForeignPassage, ForeignRecord

_NO_ANSWER = "No Answer Present."
_ALONE = "none of its passages answers it: whether another one does, somebody has to look"
_SELECTED = "an answer that is none has selected passages: they are no evidence"
_EMPTY = "[]"
_PASSAGE = ("passage_text", "is_selected", "url")
_UNEVEN = "the columns of the passages differ in length: what has no text is left out"
_NO_SELECTION = "neither 0 nor 1: taken as not selected"


@dataclass(frozen=True, slots=True)
class _Passages:
    """The passages beside a question, and the ids of those that a person selected."""

    all: tuple[ForeignPassage, ...]
    selected: tuple[str, ...]


def _recognises(source: ForeignSource) -> bool:
    return any(_is_columns(part) or _is_rows(part) for part in source.parts) or is_ranking(source)


def _is_columns(part: Part) -> bool:
    if part.container != "json" or part.is_list or not part.has("query", "query_id", "passages"):
        return False
    return all(isinstance(part.first[name], Mapping) for name in ("query", "query_id", "passages"))


def _is_rows(part: Part) -> bool:
    if not part.has("query", "query_id", "passages") or _is_columns(part):
        return False
    held = part.first["passages"]
    first = held if isinstance(held, Mapping) else held[0] if isinstance(held, list) and held else None
    return isinstance(first, Mapping) and {"passage_text", "is_selected"} <= set(first)


def _read(source: ForeignSource) -> Iterator[ForeignRecord]:
    parts = [part for part in source.parts if _is_columns(part) or _is_rows(part)]
    if not parts and not is_ranking(source):
        message = "neither questions with passages nor queries, qrels and a collection"
        refuse(source, "MS MARCO", message, "name a file of questions, or the folder of a ranking set")
    place = 0
    for part in parts:
        for row, value in _columns(part) if _is_columns(part) else ((row.place, row.value) for row in part.rows()):
            place += 1
            yield _record(record_of(part, row, parts), value, numbered(source.name, place))
    yield from ranking(source)


def _columns(part: Part) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield each row of a file that holds columns."""
    for number in part.first["query"]:
        held = {name: column.get(number) for name, column in part.first.items() if isinstance(column, Mapping)}
        yield f"row {number}", held


def _record(record: str, value: object, usual: str) -> ForeignRecord:
    if not isinstance(value, Mapping):
        return not_a_record(record, "no question: an object was expected", value)
    account = Account(record, value)
    name = text_in(account, "query_id", told="kept as the id") or usual
    question = text_in(account, "query")
    if question is None:
        account.say("dropped", "", "no question stands here: passed over")
        return account.close()
    passages = _passages(account)
    answers = texts_in(account, "answers", account.kept("answers"))
    case = Case(
        id=name,
        question=question,
        origin=Origin(kind="public", ref="ms-marco"),
        tags=tags_of(account, ("query_type",)),
    )
    if _NO_ANSWER in answers:
        account.say("inferred", "answers", _ALONE)
        if passages.selected:
            account.say("wrong", "passages", _SELECTED)
        case = unanswerable(case)
        account.passed("wellFormedAnswers")
    else:
        if len(passages.selected) > 1:
            account.say("inferred", "passages", EACH_NEEDED)
        accept = accepted((*answers, *_well_formed(account)))
        case = replace(case, accept=accept, evidence=needs_of(passages.selected))
    say_unstated(account, case)
    return account.close(case=case, passages=passages.all)


def _well_formed(account: Account) -> tuple[str, ...]:
    """Return the answers that were written as sentences; none are an empty list, or the text of one."""
    held = account.look("wellFormedAnswers")
    if held == _EMPTY:
        account.passed("wellFormedAnswers")
        return ()
    return texts_in(account, "wellFormedAnswers", account.mapped("wellFormedAnswers", "kept as accepted answers"))


def _passages(account: Account) -> _Passages:
    held = account.look("passages")
    if isinstance(held, Mapping):
        held = _side_by_side(account, held)
    account.mapped("passages", "each is a passage; those that a person selected are the evidence")
    inner = Account(account.record, {"passages": held})
    found: dict[str, ForeignPassage] = {}
    selected: dict[str, None] = {}
    for one in inner.items("passages"):
        text = one.look("passage_text")
        if not isinstance(text, str) or not text.strip():
            account.say("wrong", "passages", "a passage without words: left out")
            continue
        name = passage_id(text)
        url = one.look("url")
        found.setdefault(name, ForeignPassage(id=name, text=text, source=url if isinstance(url, str) and url else None))
        if one.look("is_selected") == 1:
            selected[name] = None
        elif one.look("is_selected") not in (0, None):
            account.say("wrong", "passages", _NO_SELECTION, one.look("is_selected"))
    return _Passages(tuple(found.values()), tuple(selected))


def _side_by_side(account: Account, held: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the passages of the row form, which has a list for each of their fields."""
    columns: list[list[Any]] = [one if isinstance(one := held.get(name), list) else [] for name in _PASSAGE]
    if len({len(column) for column in columns if column}) > 1:
        account.say("wrong", "passages", _UNEVEN)
    longest = max(len(column) for column in columns)
    rows = zip(*([*column, *[None] * (longest - len(column))] for column in columns), strict=True)
    return [dict(zip(_PASSAGE, row, strict=True)) for row in rows]


FORMAT = Format(
    name="ms-marco",
    title="MS MARCO",
    recognises=_recognises,
    read=_read,
)
