"""Label Studio: how a project is set up, its tasks, and what its export in JSON says.

Offsets of regions are code points of the text (seen in version 1.23); those of early versions are UTF-16 units
and are told apart by the words that stand beside them.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from math import isfinite
from typing import Any

from goldsmith.errors import Problem
from goldsmith.interchange.json_list import foreign_file, json_list, kind_of
from goldsmith.interchange.layout import Layout, laid_out
from goldsmith.interchange.words import (
    CLAIMS,
    MARKS,
    NEEDS,
    QUESTIONS,
    REASON,
    Answers,
    Carried,
    Question,
    SpanGiven,
    carried_data,
    carried_from,
    claim_options,
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

TOOL = "Label Studio"
_MEND = "export the project as JSON (not JSON-MIN, CSV or CONLL)"
_STYLE = ".htx-text, .lsf-richtext__line { white-space: pre-wrap; }"
"""Blanks are shown as they stand: otherwise a reader marks words of which the text has others."""
_HOW = 'size="5" value="All needs are required; several marks of one need are alternatives, any of which is enough."'
_PASSAGES = '<Text name="passages" value="$passages" saveTextResult="yes" granularity="symbol"'
_ASKED = frozenset({MARKS, CLAIMS, REASON, *(one.name for step in QUESTIONS.values() for one in step)})
_UNREAD = ("ground_truth", "reviews", "comments")
"""Of an annotation: what nothing here has a place for."""


def labelling_configuration(step: ExchangeStep) -> str:
    """Return the XML that a project of `step` is set up with; it is the same for every set."""
    lines = ["<View>", f"  <Style>{_STYLE}</Style>", '  <Header value="Question"/>']
    lines.append('  <Text name="question" value="$question" selectionEnabled="false"/>')
    if step == "evidence":
        lines += ['  <Header value="Mark the exact words that a complete answer rests on"/>', f"  <Header {_HOW}/>"]
        lines.append(f'  <Labels name="{MARKS}" toName="passages">')
        lines += [f'    <Label value="{need}" hotkey="{number}"/>' for number, need in enumerate(NEEDS, start=1)]
        lines += ["  </Labels>", f"  {_PASSAGES}/>"]
    else:
        lines.append('  <Header value="The drafted answer, and what it is held to"/>')
        lines.append('  <Text name="drafted" value="$drafted" selectionEnabled="false"/>')
        lines.append('  <Header value="Each claim of it: right, or not right"/>')
        lines.append(f'  <Choices name="{CLAIMS}" toName="question" choice="multiple" value="$claims"/>')
    for question in QUESTIONS[step]:
        lines += _choices(question)
    lines.append('  <Header value="Reason"/>')
    lines.append(f'  <TextArea name="{REASON}" toName="question" rows="3" editable="true" maxSubmissions="1"/>')
    if step == "label":
        lines += ['  <Header value="Passages"/>', f'  {_PASSAGES} selectionEnabled="false"/>']
    return "\n".join([*lines, "</View>", ""])


def tasks_text(tasks: Iterable[ReviewTask]) -> str:
    """Return tasks as the JSON that a project imports, with predictions where a machine's opinion may be seen."""
    return json.dumps([task_data(task) for task in tasks], ensure_ascii=False, indent=1) + "\n"


def task_data(task: ReviewTask) -> dict[str, Any]:
    """Return one task as plain data."""
    layout = laid_out(task.passages)
    data: dict[str, Any] = {"question": task.question, "passages": layout.text}
    if task.step == "label":
        data["drafted"] = task.drafted
        data[CLAIMS] = [{"value": shown, "alias": word} for word, shown in claim_options(task)]
    data["goldsmith"] = carried_data(task, layout)
    predicted = _predicted(task, layout)
    return {"data": data, "predictions": [predicted]} if predicted else {"data": data}


def read_export(data: bytes, name: str) -> WordsRead:
    """Return what people say in an export in JSON, and what became of each part of it.

    Raises InvalidFileError for what is no such export, and for one in which no task was handed out by Goldsmith.
    """
    reading = _Reading()
    items = json_list(data, name, mend=_MEND)
    for place, item in enumerate(items, start=1):
        reading.task(item, place)
    if reading.foreign == len(items):
        problems = tuple(Problem(message=f"{one.record}: {one.told}", file=name) for one in reading.lines)
        raise foreign_file(name, problems, tool=TOOL)
    return WordsRead(words=tuple(reading.words), lines=tuple(reading.lines))


def _choices(question: Question) -> Iterator[str]:
    kind = "single-radio" if question.kind == "one" else "multiple"
    yield f'  <Header value="{escape(question.asks)}"/>'
    yield f'  <Choices name="{question.name}" toName="question" choice="{kind}">'
    yield from (f'    <Choice value="{escape(told)}" alias="{word}"/>' for word, told in question.options)
    yield "  </Choices>"


def _predicted(task: ReviewTask, layout: Layout) -> dict[str, Any] | None:
    """Return the passages that a machine takes as support; None where there are none or that is not to be seen."""
    results: list[dict[str, Any]] = []
    for one, place in zip(task.passages, layout.places, strict=True):
        if task.step == "evidence" and one.score is not None and one.score > task.auto_above and one.text:
            region = _region(f"p{len(results) + 1}", layout, place.start, place.end, NEEDS[0])
            results.append({**region, "score": one.score})
    if not results:
        return None
    score = max(float(one["score"]) for one in results)
    return {"model_version": task.scored_by, "score": score, "result": results}


def _region(name: str, layout: Layout, start: int, end: int, label: str) -> dict[str, Any]:
    value = {"start": start, "end": end, "text": layout.text[start:end], "labels": [label]}
    return _result(name, MARKS, "labels", "passages", value)


def _result(name: str, asked: str, kind: str, of: str, value: Mapping[str, Any]) -> dict[str, Any]:
    return {"id": name, "from_name": asked, "to_name": of, "type": kind, "value": dict(value)}


class _Reading:
    """Reads the tasks of one export and keeps an account of every part."""

    def __init__(self) -> None:
        self.words: list[WordSaid] = []
        self.lines: list[ExchangeLine] = []
        self.foreign = 0

    def task(self, item: object, place: int) -> None:
        """Take in one task."""
        number = item.get("id") if isinstance(item, Mapping) else None
        record = f"task {number}" if isinstance(number, int) else f"item {place}"
        if not isinstance(item, Mapping):
            self._foreign(record, f"an object was expected, found {kind_of(item)}")
            return
        data = item.get("data")
        held = data if isinstance(data, Mapping) else {}
        carried = carried_from(held.get("goldsmith"), held.get("passages"))
        if isinstance(carried, str):
            self._foreign(record, carried)
            return
        drafts = item.get("drafts")
        if isinstance(drafts, Sequence) and len(drafts):
            self._line(record, "dropped", f"{len(drafts)} draft(s): nobody submitted them", "drafts")
        annotations = item.get("annotations")
        if not isinstance(annotations, list):
            told = f"a list was expected, found {kind_of(annotations)}; {_MEND}"
            self._line(record, "refused", told, "annotations")
            return
        self._annotations(record, carried, annotations)

    def _annotations(self, record: str, carried: Carried, annotations: Sequence[object]) -> None:
        people = {str(one.get("id")): _who(one.get("completed_by")) for one in annotations if isinstance(one, Mapping)}
        last: dict[str, tuple[tuple[str, int], str, Mapping[str, Any]]] = {}
        for place, item in enumerate(annotations, start=1):
            if not isinstance(item, Mapping):
                told = f"an object was expected, found {kind_of(item)}"
                self._line(record, "refused", told, f"annotations.{place - 1}")
                continue
            number = item.get("id")
            name = f"{record}, annotation {number if isinstance(number, int) else f'in place {place}'}"
            person = _who(item.get("completed_by"))
            why = _why_not(item, person, people)
            if why is not None:
                self._line(name, *why)
            if person is None or why is not None:
                continue
            when = (str(item.get("updated_at") or ""), number if isinstance(number, int) else 0)
            held = last.get(person.id)
            if held is None or held[0] <= when:
                last[person.id] = when, name, item
                name = held[1] if held is not None else ""
            if name:
                self._line(name, "dropped", f"{person} said it again later, in {last[person.id][1]}")
        for when, name, item in last.values():
            self._word(name, carried, item, when)

    def _word(self, record: str, carried: Carried, item: Mapping[str, Any], when: tuple[str, int]) -> None:
        person = _who(item.get("completed_by"))
        answers = Answers(seconds=self._seconds(record, item.get("lead_time"), carried.step))
        results = item.get("result")
        if isinstance(results, list):
            for place, result in enumerate(results):
                self._result(record, f"result.{place}", result, answers)
        else:
            answers.problems.append(("result", f"a list was expected, found {kind_of(results)}"))
        for field in _UNREAD:
            if item.get(field):
                self._line(record, "dropped", "there is no place for it", field)
        if person is None:
            return
        stamp = f"{when[1]}@{when[0]}"
        word = word_of(carried, answers, record=record, annotator=person, stamp=stamp)
        for field, told in answers.notes:
            self._line(record, "mapped", told, field)
        for field, told in answers.problems:
            self._line(record, "refused", told, field)
        if word is not None:
            self.words.append(word)

    def _result(self, record: str, field: str, result: object, answers: Answers) -> None:
        if not isinstance(result, Mapping):
            answers.problems.append((field, f"an object was expected, found {kind_of(result)}"))
            return
        asked, kind, value = result.get("from_name"), result.get("type"), result.get("value")
        if not isinstance(asked, str) or asked not in _ASKED:
            told = f"{kind if isinstance(kind, str) else 'a result'} of {asked!r}: no label has a place for it"
            self._line(record, "dropped", told, field)
            return
        if not isinstance(value, Mapping):
            answers.problems.append((f"{field}.value", f"an object was expected, found {kind_of(value)}"))
        elif asked == MARKS:
            answers.spans += _spans(field, value, answers)
            if result.get("origin") == "prediction":
                answers.notes.append((field, "a mark of the machine's, left as it was"))
        elif asked == REASON:
            answers.reason += _texts(f"{field}.value.text", value.get("text"), answers)
        else:
            chosen = _texts(f"{field}.value.choices", value.get("choices"), answers)
            answers.chosen.setdefault(asked, []).extend(chosen)

    def _seconds(self, record: str, lead: object, step: ExchangeStep) -> float | None:
        if lead is None:
            return None
        if isinstance(lead, bool) or not isinstance(lead, int | float) or not isfinite(lead) or lead < 0:
            self._line(record, "dropped", f"{str(lead)[:40]!r} is no time", "lead_time")
            return None
        if step == "evidence":
            self._line(record, "dropped", "evidence carries no time; the label does", "lead_time")
            return None
        self._line(record, "mapped", "seconds of the label", "lead_time")
        return float(lead)

    def _foreign(self, record: str, told: str) -> None:
        self.foreign += 1
        self._line(record, "refused", told, "data.goldsmith")

    def _line(self, record: str, what: LineWord, told: str, field: str = "") -> None:
        self.lines.append(ExchangeLine(record=record, what=what, told=told, field=field))


def _why_not(
    item: Mapping[str, Any], person: Annotator | None, people: Mapping[str, Annotator | None]
) -> tuple[LineWord, str, str] | None:
    """Return why an annotation is nobody's own word; None: it is that of `person`."""
    if person is None:
        return "refused", f"nobody is named: found {kind_of(item.get('completed_by'))}", "completed_by"
    if item.get("was_cancelled"):
        return "dropped", f"{person} skipped the task", "was_cancelled"
    changed = _who(item.get("updated_by"))
    if changed is not None and changed.id != person.id:
        return "refused", f"{changed} changed it after {person}: it is no longer the word of one person", "updated_by"
    parent = people.get(str(item.get("parent_annotation")))
    if parent is not None and parent.id != person.id:
        return "refused", f"it is a copy of what {parent} said, not a word of its own", "parent_annotation"
    return None


def _who(data: object) -> Annotator | None:
    """Return who made an annotation: an id, or an object with id and e-mail."""
    if isinstance(data, Mapping):
        email = data.get("email")
        found = _who(data.get("id"))
        mail = email if isinstance(email, str) else ""
        return Annotator(id=found.id, email=mail) if found else (Annotator(id=mail, email=mail) if mail else None)
    if isinstance(data, bool) or not isinstance(data, int | str) or data == "":
        return None
    return Annotator(id=str(data))


def _spans(field: str, value: Mapping[str, Any], answers: Answers) -> Iterator[SpanGiven]:
    labels = _texts(f"{field}.value.labels", value.get("labels"), answers)
    start, end, quote = (value.get(name) for name in ("start", "end", "text"))
    if type(start) is not int or type(end) is not int:
        answers.problems.append((f"{field}.value", f"start and end are {kind_of(start)} and {kind_of(end)}"))
        return
    if not isinstance(quote, str):
        answers.problems.append((f"{field}.value.text", "the marked words are missing, so nothing proves the offsets"))
        return
    if not labels:
        answers.problems.append((f"{field}.value.labels", "the mark says for which need it is in no label"))
    for label in labels:
        yield SpanGiven(field=f"{field}.value", label=label, start=start, end=end, quote=quote)


def _texts(field: str, held: object, answers: Answers) -> list[str]:
    items = [held] if isinstance(held, str) else held
    if not isinstance(items, list) or not all(isinstance(one, str) for one in items):
        answers.problems.append((field, f"a list of texts was expected, found {kind_of(held)}"))
        return []
    return items
