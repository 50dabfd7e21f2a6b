"""A recorded file as a system under test: JSON, JSON Lines or CSV that some other tool wrote.

Nothing is chosen silently: a case without a record, two records for one case and repeat, and records of unknown cases are
all told; what was recorded as an error, or is not of the kind that was asked for, is a failure with its own words.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from pathlib import Path
from typing import Any, cast

from goldsmith.adapters.systems import (
    NAMES,
    BadReplyError,
    json_data,
    read_items,
    read_number,
    read_parts,
    shown,
)
from goldsmith.errors import ConfigurationError, InputError, UnknownNameError
from goldsmith.ondisk.csv_rows import read_csv
from goldsmith.ondisk.json_strict import read_json, read_json_lines
from goldsmith.ports.system import SystemFailure
from goldsmith.records.case import Message
from goldsmith.records.response import CHANNELS, Channel, Component, Reply, RetrievedItem
from goldsmith.records.run import RulerNote
from goldsmith.records.task import Step, Task, TaskKey
from goldsmith.text.normal import fold

_KEYS: Mapping[str, tuple[str, ...]] = {
    "id": ("id", "case_id", "case", "question_id", "qid"),
    "question": ("question", "query", "user_input", "input"),
    "repeat": ("repeat",),
    "error": ("error",),
    "latency_ms": ("latency_ms",),
}
_ITEM_FIELDS = ("retrieved_id", "retrieved_text", "retrieved_document", "retrieved_score")
_LISTS = ("retrieved", "contexts", "candidates", "citations", "tool_calls", "events", "scores")
FIELDS = (*_KEYS, *NAMES, "scores", *_ITEM_FIELDS)
"""What `fields` may map. ``retrieved_…`` are paths inside an item; `scores` is a list beside `retrieved`."""

_SHOWABLE: Mapping[str, Channel] = {
    "candidates": "candidates", "retrieved": "context", "contexts": "context", "citations": "citations",
    "events": "stream", "tool_calls": "tools", "trace": "trace", "cache": "cache", "answer": "answer",
}  # fmt: skip
_ERROR_LINE = re.compile(r"^[ \t]*((?:[\w.]*(?:Error|Exception|Warning|Timeout|Exit|Interrupt))\b: *\S.*)$", re.MULTILINE)
_LONGEST_MESSAGE = 500
_NAMED_IN_NOTE = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedLayout:
    """Where in a foreign file the records stand and what their parts are called. All paths are dotted."""

    records: str = ""
    """Path to the list of records; empty: the file is that list, one object a line, or one row each."""
    where: Mapping[str, str] | None = None
    """Only records that hold these values: path and text."""
    fields: Mapping[str, str] | None = None
    """Part (one of `FIELDS`) and its path; empty: parts are found by their usual names."""


class RecordedSystem:
    """Answers with what was recorded. Made by `open_recorded`."""

    def __init__(self, rows: Sequence[Mapping[str, Any]], layout: RecordedLayout, *, name: str) -> None:
        self.name = name
        self.revision: str | None = None
        self.fingerprints: Mapping[Component, str] = {}
        self._paths = dict(layout.fields or _usual_paths(rows))
        shown_channels = {_SHOWABLE[part] for part in self._paths if part in _SHOWABLE}
        self.shows: tuple[Channel, ...] = tuple(channel for channel in CHANNELS if channel in shown_channels)
        self._rows = rows
        self._by_id: dict[str, list[int]] = {}
        self._by_question: dict[str, list[int]] = {}
        self._by_folded: dict[str, list[int]] = {}
        self._asked: dict[TaskKey, Step] = {}
        for index, row in enumerate(rows):
            identity, question = self._part(row, "id"), self._part(row, "question")
            if identity is not None:
                self._by_id.setdefault(str(identity), []).append(index)
            if isinstance(question, str):
                self._by_question.setdefault(question, []).append(index)
                self._by_folded.setdefault(fold(question).text, []).append(index)

    async def ask(self, step: Step, history: tuple[Message, ...], key: TaskKey) -> Reply:  # noqa: ARG002 - the port's
        """Return what was recorded for this case and repeat.

        Raises SystemFailure: `not_answered` without a record, `recorded_failure` for a recorded error or a value that is
        not of its kind, `bad_reply` where there is more than one record. An earlier turn is not in a recording: it shows
        nothing.
        """
        if not step.judged:
            return Reply()
        self._asked[key] = step
        found = self._find(step, key.repeat)
        if not found:
            raise SystemFailure("not_answered", f"{self.name} holds no record of this case{_of_repeat(key.repeat)}")
        if len(found) > 1:
            places = ", ".join(str(index + 1) for index in found)
            raise SystemFailure("bad_reply", f"{len(found)} records for one case and repeat (records {places})")
        return self._reply(self._rows[found[0]])

    async def close(self) -> None:
        """Nothing is held."""

    def recorded_latency_ms(self, step: Step, key: TaskKey) -> float | None:
        """Return how long the recorded call took; None where the record does not say."""
        found = self._find(step, key.repeat) if step.judged else []
        value = self._part(self._rows[found[0]], "latency_ms") if len(found) == 1 else None
        try:
            return None if value is None else read_number(_as_number(value), "latency_ms")
        except BadReplyError:
            return None

    def match(self, tasks: Sequence[Task], *, repeats: int = 1) -> None:
        """Learn what will be asked, so that `notes` are complete before the first call and after a resume."""
        for task in tasks:
            for place, step in enumerate(task.steps):
                if step.judged:
                    keys = (TaskKey(task=task.id, step=place, repeat=repeat) for repeat in range(1, repeats + 1))
                    self._asked.update(dict.fromkeys(keys, step))

    def notes(self) -> tuple[RulerNote, ...]:
        """Return how the recording and the cases that were asked do not fit: missing, repeated, unknown, inexact."""
        used: set[int] = set()
        missing: list[str] = []
        repeated: list[str] = []
        inexact: list[str] = []
        for key, step in sorted(self._asked.items(), key=lambda pair: pair[0]):
            used.update(self._candidates(step)[0])
            found = self._find(step, key.repeat)
            label = f"{step.case}{_of_repeat(key.repeat)}"
            if not found:
                missing.append(label)
            elif len(found) > 1:
                repeated.append(label)
            if found and self._candidates(step)[1]:
                inexact.append(step.case)
        unknown = [self._label(index) for index in range(len(self._rows)) if index not in used] if self._asked else []
        told = (
            ("recorded_missing", missing, "case", "has no record", "record it, or take it as not answered"),
            ("recorded_repeated", repeated, "case", "has more than one record", "keep one, or map a repeat field"),
            ("recorded_unknown", unknown, "record", "belongs to no case that was asked", "leave it out, or add the case"),
            ("recorded_inexact", inexact, "case", "was matched by folded question text", "map an id field"),
        )
        return tuple(
            RulerNote(kind=kind, message=f"{self.name}: {_counted(names, noun, what)}", mend=mend)
            for kind, names, noun, what, mend in told
            if names
        )

    def _candidates(self, step: Step) -> tuple[list[int], bool]:
        """Return the records of a case, by id or else by question, and whether the question was only alike."""
        if step.case in self._by_id:
            return self._by_id[step.case], False
        if step.question in self._by_question:
            return self._by_question[step.question], False
        alike = self._by_folded.get(fold(step.question).text, [])
        return alike, bool(alike)

    def _find(self, step: Step, repeat: int) -> list[int]:
        return [index for index in self._candidates(step)[0] if self._repeat(index) == repeat]

    def _repeat(self, index: int) -> int | None:
        """Return the repeat of a record, 1 where none is told; None where it is no number."""
        value = self._part(self._rows[index], "repeat")
        try:
            return 1 if value is None else int(str(value))
        except ValueError:
            return None

    def _label(self, index: int) -> str:
        identity = self._part(self._rows[index], "id") or self._part(self._rows[index], "question")
        return str(identity)[:40] if identity else f"record {index + 1}"

    def _part(self, row: Mapping[str, Any], part: str) -> Any:
        return value_at(row, self._paths[part]) if part in self._paths else None

    def _reply(self, row: Mapping[str, Any]) -> Reply:
        error = value_at(row, self._paths.get("error", "error"))
        if error not in (None, "", False, [], {}):
            raise SystemFailure("recorded_failure", telling_line(error))
        parts = {part: self._part(row, part) for part in self._paths if part in NAMES}
        if not any(value is not None for value in parts.values()):
            wanted = ", ".join(repr(self._paths[part]) for part in parts)
            raise SystemFailure("recorded_failure", f"the record holds nothing at {wanted}")
        try:
            parts = {part: _as_list(value, part) if part in _LISTS else value for part, value in parts.items()}
            reply = read_parts(self._with_items(parts), lambda _name: None)
            return replace(reply, retrieved=self._with_scores(row, reply.retrieved))
        except BadReplyError as problem:
            raise SystemFailure("recorded_failure", str(problem)) from None

    def _with_items(self, parts: Mapping[str, Any]) -> dict[str, Any]:
        """Rename what mapped items call their id, text, document and score."""
        names = {part.removeprefix("retrieved_"): self._paths[part] for part in _ITEM_FIELDS if part in self._paths}
        items = parts.get("retrieved")
        if not names or not isinstance(items, list):
            return dict(parts)
        return {**parts, "retrieved": [_renamed(item, names) for item in items]}

    def _with_scores(
        self, row: Mapping[str, Any], retrieved: tuple[RetrievedItem, ...] | None
    ) -> tuple[RetrievedItem, ...] | None:
        scores = _as_list(self._part(row, "scores"), "scores")
        if scores is None or retrieved is None:
            return retrieved
        if not isinstance(scores, list) or len(scores) != len(retrieved):
            raise BadReplyError(f"scores is {shown(scores)}, where a number for each of {len(retrieved)} was expected")
        return tuple(
            replace(item, score=read_number(_as_number(score), "scores"))
            for item, score in zip(retrieved, scores, strict=True)
        )
