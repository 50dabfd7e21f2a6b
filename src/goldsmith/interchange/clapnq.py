"""ClapNQ: questions on one passage each, with long answers and the sentences that each annotator selected. Read only.

Every answer of an annotator is one that is accepted, so what all of them selected is what no answer can do without.
Two forms are read: annotations (JSON Lines, one passage each) and tables of questions with the ids of their passages.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from goldsmith.interchange.account import Account, is_nothing, numbered, passage_id
from goldsmith.interchange.contexts import ALL_NEEDED, needs_of, say_unstated, text_in, texts_in
from goldsmith.interchange.format import Format
from goldsmith.interchange.marked_words import NOWHERE, Marked, Place, accepted, marked, runs, unanswerable
from goldsmith.interchange.source_rows import not_a_record, record_of, refuse
from goldsmith.ports.foreign import ForeignSource, Part
from goldsmith.records.case import Case, Origin
from goldsmith.records.evidence import Alternative, Need
from goldsmith.records.interchange import ForeignPassage, ForeignRecord

_COLUMNS = ("id", "question", "doc-id-list", "answers")
_BETWEEN_ANSWERS = "::"
_ALONE = "said of its own passage alone: whether another passage answers it, somebody has to look"
_NO_PASSAGE = "no passage is named as its source: whether another one answers it, somebody has to look"
_SKIPPED = "an annotator passed the question over"
_NO_ANSWER = "an annotator found no answer where others did: somebody has to look"
_SOME = "selected by some annotators only: what all of them selected is taken as needed, the rest has to be looked at"
_APART = "no sentence is selected by all annotators: what any of them selected is taken as enough, somebody has to look"
_ABOUT = "how it was annotated: no place for it in a case"
_IN_TABLE = "the passage has the id that the table of questions gives it"
_OTHER_TEXT = "the table gives the id of its passage to another text too: the passage is called after its text"
_QUOTED = "kept as quotes in the passage"
_NO_QUESTION = "no question stands here: passed over"


@dataclass(slots=True)
class _Passage:
    """The passage of a question."""

    id: str
    text: str


class _Ids:
    """The id of the passage of each question, as the tables say it: one text has each."""

    def __init__(self, known: Mapping[str, str]) -> None:
        self._known = known
        self._texts: dict[str, str] = {}

    def of(self, account: Account, question: str, text: str) -> str:
        """Return the id of the passage of a question; what no table names is called after its text."""
        own, named_there = passage_id(text), self._known.get(question)
        if named_there is None:
            return own
        if self._texts.setdefault(named_there, own) != own:
            account.say("wrong", "passages", _OTHER_TEXT, named_there)
            return own
        account.say("mapped", "passages", _IN_TABLE, named_there)
        return named_there


@dataclass(slots=True)
class _Selected:
    """What one annotator gave."""

    answer: str
    places: frozenset[Place]
    others: tuple[Marked, ...]
    """Selected words that have no place."""


def _recognises(source: ForeignSource) -> bool:
    return any(_is_annotated(part) or _is_table(part) for part in source.parts)


def _is_annotated(part: Part) -> bool:
    if part.container not in ("jsonl", "json", "parquet") or not part.has("id", "input", "passages", "output"):
        return False
    passages = part.first["passages"]
    first = passages[0] if isinstance(passages, list) and passages else None
    return isinstance(first, Mapping) and {"text", "sentences"} <= set(first)


def _is_table(part: Part) -> bool:
    return part.container in ("tsv", "csv") and part.has(*_COLUMNS)


def _read(source: ForeignSource) -> Iterator[ForeignRecord]:
    annotated = [part for part in source.parts if _is_annotated(part)]
    tables = [part for part in source.parts if _is_table(part)]
    if not annotated and not tables:
        message = f"neither passages with sentences nor the columns {', '.join(_COLUMNS)}"
        refuse(source, "ClapNQ", message, "name its annotated data or its tables of questions")
    known = [*annotated, *tables]
    ids = _Ids(_named_in(tables) if annotated else {})
    told = set()
    place = 0
    for part in annotated:
        for row in part.rows():
            place += 1
            record = _annotated(record_of(part, row.place, known), row.value, numbered(source.name, place), ids)
            if record.case is not None and tables:
                told.add(record.case.id)
            yield record
    for part in tables:
        for row in part.rows():
            place += 1
            if str(row.value.get("id")) not in told:
                yield _listed(record_of(part, row.place, known), row.value, numbered(source.name, place))


def _named_in(tables: Iterable[Part]) -> dict[str, str]:
    """Return the id of the passage of each question that has exactly one."""
    found = {}
    for part in tables:
        for row in part.rows():
            ids = _passage_ids(row.value.get("doc-id-list"))
            if len(ids) == 1:
                found[str(row.value.get("id"))] = ids[0]
    return found


def _passage_ids(cell: object) -> tuple[str, ...]:
    return tuple(dict.fromkeys(str(cell or "").replace(",", " ").split()))


def _annotated(record: str, value: object, usual: str, ids: _Ids) -> ForeignRecord:
    if not isinstance(value, Mapping):
        return not_a_record(record, _NO_QUESTION, value)
    account = Account(record, value)
    name = text_in(account, "id") or usual
    question = text_in(account, "input")
    if question is None:
        account.say("dropped", "", _NO_QUESTION)
        return account.close()
    held = tuple(_passages(account, ids, name))
    whole = [_Passage(id=one.id, text=one.text) for one in held]
    case = Case(id=name, question=question, origin=Origin(kind="public", ref="clapnq"))
    given, silent = _given(account, whole)
    if given:
        case = replace(case, accept=accepted(one.answer for one in given), evidence=_evidence(account, whole, given))
        if silent:
            account.say("inferred", "output", _NO_ANSWER)
    elif silent:
        account.say("inferred", "output", _ALONE)
        case = unanswerable(case)
    say_unstated(account, case)
    return account.close(case=case, passages=held)


def _passages(account: Account, ids: _Ids, name: str) -> Iterator[ForeignPassage]:
    items = account.items("passages")
    for inner in items:
        text = text_in(inner, "text")
        inner.passed("sentences")
        title = text_in(inner, "title")
        if text is None or not text.strip():
            continue
        own = ids.of(account, name, text) if len(items) == 1 else passage_id(text)
        yield ForeignPassage(id=own, text=text, title=title)


def _given(account: Account, passages: Sequence[_Passage]) -> tuple[list[_Selected], bool]:
    """Return what annotators answered, and whether one found that there is no answer."""
    given, silent = [], False
    for inner in account.items("output"):
        meta = inner.dropped("meta", _ABOUT)
        answer = text_in(inner, "answer")
        words = texts_in(inner, "selected_sentences", inner.mapped("selected_sentences", _QUOTED))
        if answer is not None and answer.strip():
            given.append(_selected(inner, answer, words, passages))
        elif isinstance(meta, Mapping) and meta.get("skip") is True:
            inner.say("dropped", "answer", _SKIPPED)
        else:
            silent = True
    return given, silent


def _selected(account: Account, answer: str, words: Sequence[str], passages: Sequence[_Passage]) -> _Selected:
    text = passages[0].text if len(passages) == 1 else ""
    found = [marked(text, one) for one in words]
    for one in found:
        if one.told:
            account.say("wrong" if one.told == NOWHERE else "inferred", "selected_sentences", one.told, one.words)
    places = frozenset(one.place for one in found if one.place is not None)
    return _Selected(answer=answer, places=places, others=tuple(one for one in found if one.place is None))


def _evidence(account: Account, passages: Sequence[_Passage], given: Sequence[_Selected]) -> tuple[Need, ...]:
    if len(passages) != 1:
        if passages:
            account.say("inferred", "passages", ALL_NEEDED)
        return needs_of(one.id for one in passages)
    (passage,) = passages
    marking = [one for one in given if one.places or one.others]
    if not marking:
        return needs_of((passage.id,))
    shared = frozenset.intersection(*(one.places for one in marking))
    others = tuple(dict.fromkeys(other for one in marking for other in one.others))
    if not shared and not others:
        account.say("inferred", "output", _APART)
        some = dict.fromkeys(place for one in marking for place in runs(passage.text, one.places))
        return (Need(any_of=tuple(_quoted(passage, place) for place in some)),)
    if any(one.places != shared for one in marking):
        account.say("inferred", "output", _SOME)
    needs = [Need(any_of=(_quoted(passage, place),)) for place in runs(passage.text, shared)]
    unplaced = dict.fromkeys(one.alternative(passage.id) for one in others)
    return (*needs, *(Need(any_of=(one,)) for one in unplaced))


def _quoted(passage: _Passage, place: Place) -> Alternative:
    return Alternative(chunk=passage.id, quote=passage.text[place[0] : place[1]], span=place)


def _listed(record: str, value: Mapping[str, Any], usual: str) -> ForeignRecord:
    """Return a question of a table, which names its passages and brings no text of them."""
    account = Account(record, value)
    name = text_in(account, "id") or usual
    question = text_in(account, "question")
    if question is None:
        account.say("dropped", "", _NO_QUESTION)
        return account.close()
    ids = _passage_ids(account.kept("doc-id-list"))
    if len(ids) > 1:
        account.say("inferred", "doc-id-list", ALL_NEEDED)
    case = Case(id=name, question=question, evidence=needs_of(ids), origin=Origin(kind="public", ref="clapnq"))
    answers = account.kept("answers")
    if not is_nothing(answers):
        if _BETWEEN_ANSWERS in answers:
            account.say("mapped", "answers", f"several answers stand in the cell, with {_BETWEEN_ANSWERS} between them")
        case = replace(case, accept=accepted(one for one in answers.split(_BETWEEN_ANSWERS) if one.strip()))
    if not ids and not case.accept:
        account.say("inferred", "doc-id-list", _NO_PASSAGE)
        case = unanswerable(case)
    say_unstated(account, case)
    return account.close(case=case)


FORMAT = Format(
    name="clapnq",
    title="ClapNQ",
    recognises=_recognises,
    read=_read,
    checked="a real file",
)
