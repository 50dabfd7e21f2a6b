"""Argilla 2: records with fields and what people answered, as cases. Read only.

Records that were handed out for a review (`goldsmith review export`) are another thing, and are left alone here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from goldsmith.interchange.account import Account, is_nothing
from goldsmith.interchange.annotated_case import REMARKS, Mark, Said, annotated
from goldsmith.interchange.contexts import tags_of
from goldsmith.interchange.example_words import ANSWERS
from goldsmith.interchange.format import Format
from goldsmith.interchange.source_rows import counted_rows, not_a_record, refuse
from goldsmith.ports.foreign import ForeignSource, Part
from goldsmith.records.interchange import ForeignRecord

_KEY = "goldsmith"
_RESPONSES, _USERS, _STATES = ".responses", ".responses.users", ".responses.status"
_SUGGESTED = (".suggestion", ".suggestion.score", ".suggestion.agent")
_REVIEW = "handed out for a review: `goldsmith review apply` takes it"
_UNSENT = "not submitted: a draft, or discarded"
_NO_STATE = "nothing says whether it was submitted: taken as submitted, somebody has to look"
_SUGGESTION = "a suggestion of a model: a person has to say so"
_DISAGREE = "people answered differently: left out, somebody has to decide"
_SEVERAL = "several people wrote an answer: each is taken as accepted, somebody has to look"
_UNKNOWN = "neither a text, a choice, a number nor marks: left out"


@dataclass(slots=True)
class _Answers:
    """What people answered to each question, by person."""

    by_question: dict[str, dict[str, Any]] = field(default_factory=dict)
    at: str = ""


def _recognises(source: ForeignSource) -> bool:
    return any(_is_records(part) for part in source.parts)


def _is_records(part: Part) -> bool:
    first = part.first
    if not isinstance(first, Mapping) or part.container not in ("json", "jsonl", "parquet"):
        return False
    metadata = first.get("metadata")
    if _KEY in first or (isinstance(metadata, Mapping) and _KEY in metadata):
        return False
    nested = isinstance(first.get("fields"), Mapping) and part.has("responses")
    return nested or any(name.endswith(_USERS) and name.removesuffix(".users") in part.columns for name in part.columns)


def _read(source: ForeignSource) -> Iterator[ForeignRecord]:
    parts = [part for part in source.parts if _is_records(part)]
    if not parts:
        message = "no record with fields and responses; records of a review are taken by `goldsmith review apply`"
        refuse(source, "Argilla", message, "write the records with `records.to_json(...)` of the SDK")
    for record, value, usual in counted_rows(source, parts):
        yield _record(record, value, usual, source.options)


def _record(record: str, value: object, usual: str, options: Mapping[str, str]) -> ForeignRecord:
    if not isinstance(value, Mapping):
        return not_a_record(record, "no record: an object was expected", value)
    metadata = value.get("metadata")
    if _KEY in value or (isinstance(metadata, Mapping) and _KEY in metadata):
        return not_a_record(record, _REVIEW)
    account = Account(record, value)
    name = value.get("id")
    own = str(name) if isinstance(name, str | int) and not isinstance(name, bool) and str(name) else usual
    for one in ("id", "_server_id", "status", "inserted_at", "updated_at"):
        account.passed(one)
    account.dropped("vectors", "vectors: a case has no place for them")
    answers = _nested(account) if isinstance(value.get("fields"), Mapping) else _flat(account)
    account.passed("responses")
    meta = account.inner("metadata")
    tags = tags_of(meta, meta.value)
    fields = account.inner("fields") if isinstance(value.get("fields"), Mapping) else account
    found = annotated(account, fields, _said(account, answers), usual=own, options=options)
    if found.case is None:
        return account.close()
    case = replace(found.case, tags=(*found.case.tags, *tags))
    return account.close(case=case, passages=found.passages, decision=found.decision)


def _nested(account: Account) -> _Answers:
    """Take the answers of a record as the SDK writes it: by question, or as the server has it, by person."""
    answers = _Answers()
    account.dropped("suggestions", _SUGGESTION)
    held = account.look("responses")
    if isinstance(held, Mapping):
        for question, given in held.items():
            for one in given if isinstance(given, list) else ():
                if isinstance(one, Mapping):
                    _take(account, answers, str(question), one.get("user_id"), one.get("value"), one.get("status"))
    for one in held if isinstance(held, list) else ():
        values = one.get("values") if isinstance(one, Mapping) else None
        for question, given in values.items() if isinstance(values, Mapping) else ():
            said = given.get("value") if isinstance(given, Mapping) else given
            _take(account, answers, str(question), one.get("user_id"), said, one.get("status"))
            answers.at = max(answers.at, str(one.get("updated_at") or ""))
    return answers


def _flat(account: Account) -> _Answers:
    """Take the answers of a record whose questions are columns."""
    answers = _Answers()
    for name in account.left():
        if name.endswith(_SUGGESTED):
            account.dropped(name, _SUGGESTION)
        if not name.endswith(_RESPONSES):
            continue
        question = name.removesuffix(_RESPONSES)
        values, users, states = (account.passed(question + end) for end in (_RESPONSES, _USERS, _STATES))
        if not isinstance(values, list) or not isinstance(users, list) or len(values) != len(users):
            continue
        known = states if isinstance(states, list) and len(states) == len(users) else [None] * len(users)
        for user, said, state in zip(users, values, known, strict=True):
            _take(account, answers, question, user, said, state)
    return answers


def _take(account: Account, answers: _Answers, question: str, user: object, said: object, state: object) -> None:
    if is_nothing(said):
        return
    if state not in (None, "submitted"):
        account.say("dropped", question, _UNSENT, state)
        return
    if state is None:
        account.say("inferred", question, _NO_STATE)
    answers.by_question.setdefault(question, {})[str(user or "")] = said


def _said(account: Account, answers: _Answers) -> Said:
    """Return what people said together: every written answer, and choices and marks on which all agree."""
    texts: dict[str, tuple[str, ...]] = {}
    chosen: dict[str, tuple[str, ...]] = {}
    marks: tuple[Mark, ...] = ()
    people: dict[str, None] = {}
    for question, given in answers.by_question.items():
        values = list(given.values())
        people |= dict.fromkeys(given)
        if any(one != values[0] for one in values) and not all(_is_prose(question, one) for one in values):
            account.say("wrong", question, _DISAGREE, "; ".join(map(str, values)))
            continue
        first = values[0]
        if _is_prose(question, first):
            if len(set(values)) > 1:
                account.say("inferred", question, _SEVERAL)
            texts[question] = tuple(dict.fromkeys(values))
        elif _is_marks(first):
            marks += tuple(_mark(one) for one in first)
        else:
            words = first if isinstance(first, list) else [first]
            if all(isinstance(one, str | int | float) and not isinstance(one, bool) for one in words):
                chosen[question] = tuple(str(one) for one in words)
            else:
                account.say("wrong", question, _UNKNOWN, first)
    return Said(
        texts=texts, chosen=chosen, marks=marks, person=next(iter(people)) if len(people) == 1 else "", at=answers.at
    )


def _is_prose(question: str, value: object) -> bool:
    """Say whether a text was written and not chosen: what asks for it says so, or it holds a blank."""
    if not isinstance(value, str):
        return False
    name = question.lower()
    return name in ANSWERS or any(one in name for one in REMARKS) or " " in value.strip()


def _is_marks(value: object) -> bool:
    if not isinstance(value, list) or not value:
        return False
    return all(isinstance(one, Mapping) and {"start", "end"} <= set(one) for one in value)


def _mark(one: Mapping[str, Any]) -> Mark:
    start, end = (one[name] if type(one[name]) is int else -1 for name in ("start", "end"))
    return Mark(start=start, end=end, words=None, label=str(one.get("label") or ""))


FORMAT = Format(
    name="argilla",
    title="Argilla",
    recognises=_recognises,
    read=_read,
)
