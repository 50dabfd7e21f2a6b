"""longprobe: questions with the chunks that have to be retrieved, by id or by their words. Read only."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from goldsmith.interchange.account import Account, numbered
from goldsmith.interchange.contexts import say_unstated, tags_of, text_in, texts_in
from goldsmith.interchange.format import Format
from goldsmith.interchange.source_rows import not_a_record, record_of, refuse
from goldsmith.ports.foreign import ForeignSource, Part
from goldsmith.records.case import Case
from goldsmith.records.evidence import Alternative, Need
from goldsmith.records.interchange import ForeignRecord

_IDS = "each required chunk is needed, by its id"
_WORDS = "each required chunk is needed, by its words"
_SIMILAR = "similar words are enough there, and exact words are looked for here: somebody has to look"
_MODES = ("id", "text", "semantic")
_NO_MODE = "neither id, text nor semantic: taken as ids"


def _recognises(source: ForeignSource) -> bool:
    return any(_name_of_list(part) is not None for part in source.parts)


def _name_of_list(part: Part) -> str | None:
    """Return under which name the questions stand; empty: the document is their list. None: there are none."""
    if part.container not in ("yaml", "json") or not isinstance(part.first, Mapping):
        return None
    if part.is_list:
        return "" if _is_question(part.first) else None
    lists = ((str(name), held) for name, held in part.first.items() if isinstance(held, list) and held)
    return next((name for name, held in lists if _is_question(held[0])), None)


def _is_question(held: object) -> bool:
    return isinstance(held, Mapping) and {"question", "required_chunks"} <= set(held)


def _read(source: ForeignSource) -> Iterator[ForeignRecord]:
    known = [(part, name) for part in source.parts if (name := _name_of_list(part)) is not None]
    if not known:
        refuse(source, "longprobe", "no question with required_chunks", "name its file of questions")
    parts = [part for part, _ in known]
    count = 0
    for part, name in known:
        if name:
            whole = Account(record_of(part, "file", parts), part.first)
            whole.passed(name)
            yield whole.close()
        rows = ((row.place, row.value) for row in part.rows()) if not name else _items(part.first[name])
        for place, value in rows:
            count += 1
            yield _record(record_of(part, place, parts), value, numbered(source.name, count))


def _items(held: list[object]) -> Iterator[tuple[str, object]]:
    return ((f"question {place}", value) for place, value in enumerate(held, start=1))


def _record(record: str, value: object, usual: str) -> ForeignRecord:
    if not isinstance(value, Mapping):
        return not_a_record(record, "no question: an object was expected", value)
    account = Account(record, value)
    name = text_in(account, "id") or usual
    question = text_in(account, "question")
    if question is None:
        account.say("dropped", "", "no question stands here: passed over")
        return account.close()
    tags = texts_in(account, "tags", account.kept("tags"))
    evidence = _evidence(account)
    tags = (*tags, *tags_of(account, ("top_k", "semantic_threshold")))
    case = Case(id=name, question=question, evidence=evidence, tags=tags)
    say_unstated(account, case)
    return account.close(case=case)


def _evidence(account: Account) -> tuple[Need, ...]:
    mode = account.passed("match_mode")
    if mode not in (None, *_MODES):
        account.say("wrong", "match_mode", _NO_MODE, mode)
    by_words = mode in ("text", "semantic")
    held = account.mapped("required_chunks", _WORDS if by_words else _IDS)
    if isinstance(held, list):
        held = [str(one) if type(one) is int else one for one in held]
    chunks = dict.fromkeys(texts_in(account, "required_chunks", held))
    if mode == "semantic":
        account.say("inferred", "match_mode", _SIMILAR)
    return tuple(Need(any_of=(Alternative(quote=one) if by_words else Alternative(chunk=one),)) for one in chunks)


FORMAT = Format(
    name="longprobe",
    title="longprobe",
    recognises=_recognises,
    read=_read,
)
