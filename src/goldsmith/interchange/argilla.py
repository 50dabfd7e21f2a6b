"""Argilla 2: a dataset on disk as its SDK reads one, and the records that the SDK writes.

Spans carry no words, only offsets, and nothing tells in which unit: where code points and UTF-16 units would mean other
words, the answer is refused.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from goldsmith.errors import Problem
from goldsmith.interchange.json_list import foreign_file, json_list, kind_of
from goldsmith.interchange.layout import Layout, laid_out
from goldsmith.interchange.words import (
    CLAIMS,
    MARKS,
    NEEDS,
    NONE,
    QUESTIONS,
    REASON,
    Answers,
    Carried,
    Question,
    SpanGiven,
    carried_data,
    carried_from,
    word_of,
)
from goldsmith.records.review_exchange import (
    Annotator,
    ExchangeLine,
    ExchangeStep,
    LineWord,
    ReviewTask,
    WordSaid,
    WordsRead,
)

TOOL = "Argilla"
_MEND = "write the records with their states: dataset.records.to_list(flatten=True), saved as JSON"
_OUTCOME = "outcome"
"""One question has to be answered in any case, so what else was said without a mark stands in it."""
_MARKED = "marked"
_LISTED = "claims_listed"
"""A field and a question cannot have one name."""
_STATES = ("submitted", "draft", "discarded")
_SUFFIX = ".responses"


def settings_text(tasks: Sequence[ReviewTask], *, step: ExchangeStep, guidelines: str, needed: int = 1) -> str:
    """Return ``.argilla/settings.json`` of a dataset; `guidelines` are the reviewer handbook in Markdown.

    `needed`: answers that make a record complete.
    """
    most = max((len(task.claims) for task in tasks), default=0)
    held = {
        "guidelines": guidelines,
        "fields": [_field(name, title) for name, title in _fields(step)],
        "questions": list(_questions(step, most)),
        "vectors": [],
        "metadata": [],
        "allow_extra_metadata": True,
        "distribution": {"strategy": "overlap", "min_submitted": needed},
        "mapping": None,
    }
    return json.dumps(held, ensure_ascii=False, indent=1) + "\n"


def dataset_text(name: str, guidelines: str) -> str:
    """Return ``.argilla/dataset.json``."""
    held = {"name": name, "guidelines": guidelines, "allow_extra_metadata": True, "status": "draft"}
    return json.dumps(held, ensure_ascii=False, indent=1) + "\n"


def records_text(tasks: Iterable[ReviewTask]) -> str:
    """Return ``records.json``, with suggestions where a machine's opinion may be seen."""
    return json.dumps([record_data(task) for task in tasks], ensure_ascii=False, indent=1) + "\n"


def record_data(task: ReviewTask) -> dict[str, Any]:
    """Return one record as plain data."""
    layout = laid_out(task.passages)
    fields = {"question": task.question, "passages": layout.text}
    if task.step == "label":
        listed = (f"{number}. {text}" for number, text in enumerate(task.claims, start=1))
        fields |= {"drafted": task.drafted, _LISTED: "\n".join(listed) or "There are none."}
    return {
        "id": f"{task.handle}-{task.round}-{task.step}",
        "fields": fields,
        "metadata": {"goldsmith": json.dumps(carried_data(task, layout), sort_keys=True)},
        "suggestions": _suggested(task, layout),
        "responses": {},
        "vectors": {},
        "status": "pending",
    }


def read_records(data: bytes, name: str) -> WordsRead:
    """Return what people submitted in records, and what became of each part of them.

    Taken are lists as the SDK writes them (``to_list(flatten=True)``) and records as the server's API gives them.
    Raises InvalidFileError for what is no such file, and for one in which no record was handed out by Goldsmith.
    """
    reading = _Reading()
    items = json_list(data, name, mend=_MEND)
    for place, item in enumerate(items, start=1):
        reading.record(item, place)
    if reading.foreign == len(items):
        problems = tuple(Problem(message=f"{one.record}: {one.told}", file=name) for one in reading.lines)
        raise foreign_file(name, problems, tool=TOOL)
    return WordsRead(words=tuple(reading.words), lines=tuple(reading.lines))


def _fields(step: ExchangeStep) -> tuple[tuple[str, str], ...]:
    if step == "evidence":
        return (("question", "Question"), ("passages", "Passages"))
    drafted = (("drafted", "The drafted answer, and what it is held to"), (_LISTED, "Its claims"))
    return (("question", "Question"), *drafted, ("passages", "Passages"))


def _field(name: str, title: str) -> dict[str, Any]:
    return {"name": name, "title": title, "required": True, "settings": {"type": "text", "use_markdown": False}}


def _questions(step: ExchangeStep, claims: int) -> Iterator[dict[str, Any]]:
    if step == "evidence":
        needs = [{"value": need, "text": need, "description": None} for need in NEEDS]
        spans = {"type": "span", "field": "passages", "allow_overlapping": True, "options": needs}
        about = "All needs are required; several marks of one need are alternatives, any of which is enough."
        title = "The exact words that a complete answer rests on"
        yield {"name": MARKS, "title": title, "description": about, "required": False, "settings": spans}
        outcomes = ((_MARKED, "I marked the words"), *(one for held in QUESTIONS[step] for one in held.options))
        yield _choice(Question(name=_OUTCOME, asks="What did you find?", options=outcomes), required=True)
    else:
        for question in QUESTIONS[step]:
            yield _choice(question, required=question.name == "decision")
        if claims:
            words = ((f"{number}-{word}", f"{number}: {told}") for number in range(1, claims + 1)
                     for word, told in (("holds", "right"), ("fails", "not right")))  # fmt: skip
            asks = "Each claim by its number: right, or not right"
            yield _choice(Question(name=CLAIMS, asks=asks, options=tuple(words), kind="many"), required=False)
    text = {"type": "text", "use_markdown": False}
    yield {"name": REASON, "title": "Reason", "description": None, "required": False, "settings": text}


def _choice(question: Question, *, required: bool) -> dict[str, Any]:
    options = [{"value": word, "text": told, "description": None} for word, told in question.options]
    kind = "label_selection" if question.kind == "one" else "multi_label_selection"
    return {
        "name": question.name,
        "title": question.asks,
        "description": None,
        "required": required,
        "settings": {"type": kind, "options": options},
    }


def _suggested(task: ReviewTask, layout: Layout) -> dict[str, Any]:
    pairs = zip(task.passages, layout.places, strict=True)
    found = [
        (one.score, {"start": place.start, "end": place.end, "label": NEEDS[0]})
        for one, place in pairs
        if task.step == "evidence" and one.score is not None and one.score > task.auto_above and one.text
    ]
    if not found:
        return {}
    score = max(held for held, _ in found)
    return {MARKS: {"value": [span for _, span in found], "score": score, "agent": task.scored_by}}


@dataclass(slots=True, kw_only=True)
class _Response:
    """All that one person answered on one record."""

    state: object = None
    stamp: str = ""
    values: dict[str, object] = field(default_factory=dict)


class _Reading:
    """Reads the records of one file and keeps an account of every part."""

    def __init__(self) -> None:
        self.words: list[WordSaid] = []
        self.lines: list[ExchangeLine] = []
        self.foreign = 0

    def record(self, item: object, place: int) -> None:
        """Take in one record."""
        name = item.get("id") if isinstance(item, Mapping) else None
        record = f"record {name}" if isinstance(name, str | int) else f"item {place}"
        if not isinstance(item, Mapping):
            self._foreign(record, f"an object was expected, found {kind_of(item)}")
            return
        carried = carried_from(_carried(item), _part(item, "fields").get("passages"))
        if isinstance(carried, str):
            self._foreign(record, carried)
            return
        people = dict(_responses(item))
        if not people:
            self._line(record, "dropped", "nobody answered it")
        for user, response in people.items():
            self._response(f"{record}, user {user}", carried, Annotator(id=user), response)

    def _response(self, record: str, carried: Carried, person: Annotator, response: _Response) -> None:
        if response.state not in _STATES:
            told = f"nothing says whether it was submitted (found {str(response.state)[:40]}); {_MEND}"
            self._line(record, "refused", told, "status")
            return
        if response.state != "submitted":
            self._line(record, "dropped", f"{response.state}: it was not submitted", "status")
            return
        answers = Answers()
        for asked, value in response.values.items():
            self._value(record, asked, value, answers)
        word = word_of(carried, answers, record=record, annotator=person, stamp=response.stamp)
        for place, told in answers.notes:
            self._line(record, "mapped", told, place)
        for place, told in answers.problems:
            self._line(record, "refused", told, place)
        if word is not None:
            self.words.append(word)

    def _value(self, record: str, asked: str, value: object, answers: Answers) -> None:
        known = {MARKS, _OUTCOME, CLAIMS, REASON, *(one.name for step in QUESTIONS.values() for one in step)}
        if value is None:
            return
        if asked not in known:
            self._line(record, "dropped", "no label has a place for it", asked)
        elif asked == MARKS:
            answers.spans += _spans(value, answers)
        else:
            texts = [value] if isinstance(value, str) else value
            if not isinstance(texts, list) or not all(isinstance(one, str) for one in texts):
                answers.problems.append((asked, f"a text, or a list of them, was expected, found {kind_of(value)}"))
            elif asked == REASON:
                answers.reason += texts
            elif asked == _OUTCOME:
                _outcome(texts, answers)
            else:
                answers.chosen.setdefault(asked, []).extend(texts)

    def _foreign(self, record: str, told: str) -> None:
        self.foreign += 1
        self._line(record, "refused", told, "metadata.goldsmith")

    def _line(self, record: str, what: LineWord, told: str, place: str = "") -> None:
        self.lines.append(ExchangeLine(record=record, what=what, told=told, field=place))


def _outcome(texts: Sequence[str], answers: Answers) -> None:
    """Put what was found where the other tools say it."""
    for text in texts:
        if text != _MARKED:
            answers.chosen.setdefault("no_evidence" if text == NONE else "cannot_judge", []).append(text)


def _spans(value: object, answers: Answers) -> Iterator[SpanGiven]:
    if not isinstance(value, list):
        answers.problems.append((MARKS, f"a list was expected, found {kind_of(value)}"))
        return
    for place, item in enumerate(value):
        held = item if isinstance(item, Mapping) else {}
        start, end, label = (held.get(name) for name in ("start", "end", "label"))
        if type(start) is int and type(end) is int and isinstance(label, str):
            yield SpanGiven(field=f"{MARKS}.{place}", label=label, start=start, end=end, quote=None)
        else:
            answers.problems.append((f"{MARKS}.{place}", "a span has start, end and label"))


def _part(item: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    """Return a part of a record, which a flattened one holds beside its id."""
    held = item.get(name)
    return held if isinstance(held, Mapping) else item


def _carried(item: Mapping[str, Any]) -> object:
    text = _part(item, "metadata").get("goldsmith")
    try:
        return json.loads(text) if isinstance(text, str) else text
    except (ValueError, RecursionError):
        return None


def _responses(item: Mapping[str, Any]) -> dict[str, _Response]:
    """Return what each person answered, whichever of the three forms the record has."""
    found: dict[str, _Response] = {}
    for user, asked, value, state, stamp in (*_of_server(item), *_nested(item), *_flat(item)):
        response = found.setdefault(str(user), _Response(state=state, stamp=stamp))
        if response.state != state:
            response.state = None  # two states for one answer: nobody can tell which holds
        if asked:
            response.values[asked] = value
    return found


_Told = tuple[object, str, object, object, str]
"""User, question, value, state and when."""


def _of_server(item: Mapping[str, Any]) -> Iterator[_Told]:
    held = item.get("responses")
    for one in held if isinstance(held, list) else ():
        if isinstance(one, Mapping):
            user, state, stamp = one.get("user_id"), one.get("status"), str(one.get("updated_at") or "")
            yield user, "", None, state, stamp
            values = one.get("values")
            for asked, value in values.items() if isinstance(values, Mapping) else ():
                yield user, str(asked), value.get("value") if isinstance(value, Mapping) else value, state, stamp


def _nested(item: Mapping[str, Any]) -> Iterator[_Told]:
    held = item.get("responses")
    for asked, answers in held.items() if isinstance(held, Mapping) else ():
        for one in answers if isinstance(answers, list) else ():
            if isinstance(one, Mapping):
                yield one.get("user_id"), str(asked), one.get("value"), one.get("status"), ""


def _flat(item: Mapping[str, Any]) -> Iterator[_Told]:
    for name, values in item.items():
        users, states = item.get(f"{name}.users"), item.get(f"{name}.status")
        if not str(name).endswith(_SUFFIX) or not isinstance(values, list) or not isinstance(users, list):
            continue
        held = states if isinstance(states, list) and len(states) == len(users) else [None] * len(users)
        for user, value, state in zip(users, values, held, strict=False):
            yield user, str(name).removesuffix(_SUFFIX), value, state, ""
