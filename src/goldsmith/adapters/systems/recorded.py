"""A recorded file as a system under test: JSON, JSON Lines or CSV that some other tool wrote.

Nothing is chosen silently: a case without a record, two records for one case and repeat, and records of unknown cases
are all told; what was recorded as an error, or is not of the kind that was asked for, is a failure with its own words.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from difflib import get_close_matches
from pathlib import Path
from typing import Any, cast

from goldsmith._base.registry import unknown_name
from goldsmith.adapters.systems import (
    BadReplyError,
    is_empty,
    json_data,
    read_number,
    read_parts,
    shown,
    spelled_number,
)
from goldsmith.adapters.systems.names import NAMES
from goldsmith.errors import ConfigurationError, InputError
from goldsmith.ondisk.csv_rows import read_csv
from goldsmith.ondisk.json_strict import read_json, read_json_lines
from goldsmith.ports.system import SystemFailure
from goldsmith.records.case import Case, Message
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
_MAY_BE_ABSENT = frozenset({*_ITEM_FIELDS, "error", "latency_ms"})
_LISTS = ("retrieved", "contexts", "candidates", "citations", "tool_calls", "events", "scores")
FIELDS = (*_KEYS, *NAMES, "scores", *_ITEM_FIELDS)
"""What `fields` may map. ``retrieved_…`` are paths inside an item; `scores` is a list beside `retrieved`."""

_SHOWABLE: Mapping[str, Channel] = {
    "candidates": "candidates", "retrieved": "context", "contexts": "context", "citations": "citations",
    "events": "stream", "tool_calls": "tools", "trace": "trace", "cache": "cache", "answer": "answer",
}  # fmt: skip
_ERROR_LINE = re.compile(
    r"^[ \t]*((?:[\w.]*(?:Error|Exception|Warning|Timeout|Exit|Interrupt))\b: *\S.*)$", re.MULTILINE
)
_WRAPPED = re.compile(r"^(?:Error: )+(?:Error running [^:]*: *)?(?=[\w.]*(?:Error|Exception)\b: *\S)")
"""What runners put before the error that says what happened."""
_LONGEST_MESSAGE = 500
_NAMED_IN_NOTE = 5
_NOTES = {
    "recorded_missing": ("cases without a record", "record them; until then they are not answered"),
    "recorded_repeated": ("cases with several records for one repeat", "keep one of them, or map repeat"),
    "recorded_unknown": ("records of no known case", "leave them out, or add the cases"),
    "recorded_inexact": ("cases matched by their question after folding", "map id"),
    "recorded_error": ("records with an error beside an answer, which was taken", "map error to count them as failed"),
}


class RecordedSystem:
    """Answers with what was recorded. Made by `open_system`."""

    def __init__(
        self, rows: Sequence[Mapping[str, Any]], fields: Mapping[str, str], *, name: str, cases: Sequence[Case] = ()
    ) -> None:
        self.name = name
        self.revision: str | None = None
        self.fingerprints: Mapping[Component, str] = {}
        self._paths = dict(fields or _usual_paths(rows))
        shown_channels = {_SHOWABLE[part] for part in self._paths if part in _SHOWABLE}
        self.shows: tuple[Channel, ...] = tuple(channel for channel in CHANNELS if channel in shown_channels)
        self._error = self._paths.get("error", "error")
        self._error_counts = "error" in fields
        self._rows = rows
        self._by_id: dict[str, list[int]] = {}
        self._by_question: dict[str, list[int]] = {}
        self._by_folded: dict[str, list[int]] = {}
        self._known = tuple(Step(case=case.id, question=case.question) for case in cases)
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

        Raises SystemFailure: `not_answered` without a record, `recorded_failure` for a recorded error or a value that
        is not of its kind, `bad_reply` where there is more than one record. An earlier turn is not in a recording: it
        shows nothing.
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
            return None if value is None else read_number(spelled_number(value), "latency_ms")
        except BadReplyError:
            return None

    def match(self, tasks: Sequence[Task], *, repeats: int = 1) -> None:
        """Learn what will be asked, so that `notes` are complete before the first call and after a resume."""
        for task in tasks:
            for place, step in enumerate(task.steps):
                if step.judged:
                    keys = (TaskKey(task=task.id, step=place, repeat=repeat) for repeat in range(1, repeats + 1))
                    self._asked.update(dict.fromkeys(keys, step))

    @property
    def notes(self) -> tuple[RulerNote, ...]:
        """Return how the recording and the cases that were asked do not fit: missing, repeated, unknown, inexact."""
        used = {index for step in self._known for index in self._candidates(step)[0]}
        told: dict[str, list[str]] = {kind: [] for kind in _NOTES}
        for key, step in sorted(self._asked.items(), key=lambda pair: pair[0]):
            used.update(self._candidates(step)[0])
            found = self._find(step, key.repeat)
            if len(found) != 1:
                kind = "recorded_repeated" if found else "recorded_missing"
                told[kind].append(f"{step.case}{_of_repeat(key.repeat)}")
            elif self._candidates(step)[1]:
                told["recorded_inexact"].append(step.case)
        for index, row in enumerate(self._rows if self._asked else ()):
            if index not in used:
                told["recorded_unknown"].append(self._label(index))
            elif not (is_empty(value_at(row, self._error)) or self._failed(row)):
                told["recorded_error"].append(self._label(index))
        return tuple(
            RulerNote(kind=kind, message=f"{self.name}: {what}: {_listing(told[kind])}", mend=mend)
            for kind, (what, mend) in _NOTES.items()
            if told[kind]
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
        identity = str(self._part(self._rows[index], "id") or self._part(self._rows[index], "question") or "")
        return (identity if len(identity) <= 40 else f"{identity[:40]}…") or f"record {index + 1}"

    def _part(self, row: Mapping[str, Any], part: str) -> Any:
        return value_at(row, self._paths[part]) if part in self._paths else None

    def _parts(self, row: Mapping[str, Any]) -> dict[str, Any]:
        return {part: self._part(row, part) for part in self._paths if part in NAMES}

    def _failed(self, row: Mapping[str, Any]) -> bool:
        """Say whether the record's error is the system's: some tools write there that an answer was found wrong."""
        return not is_empty(value_at(row, self._error)) and (
            self._error_counts or all(map(is_empty, self._parts(row).values()))
        )

    def _reply(self, row: Mapping[str, Any]) -> Reply:
        if self._failed(row):
            raise SystemFailure("recorded_failure", telling_line(value_at(row, self._error)))
        parts = self._parts(row)
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
            replace(item, score=read_number(spelled_number(score), "scores"))
            for item, score in zip(retrieved, scores, strict=True)
        )


def open_system(
    path: Path,
    *,
    name: str = "",
    cases: Sequence[Case] = (),
    records: str | None = None,
    where: Mapping[str, object] | None = None,
    fields: Mapping[str, str] | None = None,
) -> RecordedSystem:
    """Return the records of `path` as a system; the suffix says how it is written (json, jsonl, csv).

    All paths are dotted. `records` leads to the list of records (None: the file is that list); `where` keeps only the
    records that hold these values; `fields` maps parts (`FIELDS`) to paths (None: parts are found by usual names).
    `cases` are those of the set: a record of none of them is told. Raises InvalidFileError for a file that cannot be
    read, UnknownNameError and ConfigurationError for a layout that does not fit it, InputError without any record.
    """
    for part in fields or {}:
        if part not in FIELDS:
            raise unknown_name("parts of a record", part, FIELDS)
    if not path.is_file():
        raise InputError(f"there is no recorded file {path}", next_step="write the path of the file")
    rows = _kept(_rows(path, records or ""), where or {}, path)
    _refuse_misfit(rows, fields, path)
    return RecordedSystem(rows, fields or {}, name=name or path.stem, cases=cases)


def value_at(data: object, path: str) -> Any:
    """Return what stands at a dotted path (names, and places in lists from 0); None where nothing does."""
    if isinstance(data, Mapping) and path in data:
        return data[path]
    node: Any = data
    for part in path.split("."):
        if isinstance(node, Mapping):
            node = node.get(part)
        elif isinstance(node, list) and part.isdigit() and int(part) < len(node):
            node = node[int(part)]
        else:
            return None
    return node


def telling_line(error: object) -> str:
    """Return the line of a recorded error that says most: the last that names an error, else the first with words.

    A trace may hold the message of the cause far from its head.
    """
    if isinstance(error, Mapping):
        error = next((error[name] for name in ("message", "error", "detail", "type") if error.get(name)), error)
    text = error if isinstance(error, str) else json.dumps(json_data(error), ensure_ascii=False)
    named = _ERROR_LINE.findall(text)
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    line = named[-1].strip() if named else next(iter(lines), "an error without a message")
    line = _WRAPPED.sub("", line)
    return line if len(line) <= _LONGEST_MESSAGE else f"{line[:_LONGEST_MESSAGE]}…"


def _rows(path: Path, records: str) -> list[dict[str, Any]]:
    data, shown_name = path.read_bytes(), str(path)
    suffix = path.suffix.lower()
    if suffix in {".csv", ".tsv"}:
        every = frozenset(name for names in (*_KEYS.values(), *NAMES.values()) for name in names)
        found = [row.value for row in read_csv(data, name=shown_name, known=every).rows]
    elif suffix in {".jsonl", ".ndjson"}:
        found = [row.value for row in read_json_lines(data, name=shown_name)]
    elif suffix == ".json":
        found = [row.value for row in read_json(data, name=shown_name)]
        found = _listed(found, records, path) if records else found
    else:
        raise InputError(f"{path} is no .json, .jsonl or .csv file", next_step="name the file by what it holds")
    return cast("list[dict[str, Any]]", found)


def _listed(found: list[Any], records: str, path: Path) -> list[Any]:
    top = found[0] if len(found) == 1 else found
    inner = value_at(top, records)
    if not isinstance(inner, list) or not all(isinstance(item, dict) for item in inner):
        names = ", ".join(sorted(top)) if isinstance(top, dict) else "a list"
        raise ConfigurationError(
            f"{path} holds {shown(inner)} at {records!r}, where a list of records was expected",
            next_step=f"write the dotted path of the list; at the top of the file: {names}",
        )
    return inner


def _kept(rows: list[dict[str, Any]], where: Mapping[str, object], path: Path) -> list[dict[str, Any]]:
    for place, wanted in where.items():
        values = sorted({str(value_at(row, place)) for row in rows})
        rows = [row for row in rows if str(value_at(row, place)) == str(wanted)]
        if not rows:
            raise InputError(
                f"{path} has no record whose {place} is {wanted!r}", next_step=f"it holds: {', '.join(values[:10])}"
            )
    if not rows:
        raise InputError(f"{path} holds no record", next_step="record at least one answer")
    return rows


def _usual_paths(rows: Sequence[Mapping[str, Any]]) -> dict[str, str]:
    """Return the parts that stand under one of their usual names in some record; no name serves twice."""
    present = {name for row in rows for name in row}
    paths: dict[str, str] = {}
    for part, names in {**_KEYS, **NAMES}.items():
        free = [name for name in names if name in present and name not in paths.values()]
        if free:
            paths[part] = free[0]
    return paths


def _refuse_misfit(rows: Sequence[Mapping[str, Any]], fields: Mapping[str, str] | None, path: Path) -> None:
    paths = fields or _usual_paths(rows)
    top = sorted({name for row in rows for name in row})
    for part, place in (fields or {}).items():
        if part not in _MAY_BE_ABSENT and all(value_at(row, place) is None for row in rows):
            near = get_close_matches(place, top, n=1)
            hint = f"; did you mean {near[0]!r}?" if near else ""
            raise ConfigurationError(
                f"no record of {path} holds anything at {place!r}, mapped as {part}{hint}",
                next_step=f"the records have: {', '.join(top)}",
            )
    if not {"id", "question"} & set(paths) or not set(paths) & {*NAMES, "error"}:
        raise ConfigurationError(
            f"{path}: it is not clear which part of a record names the case and which holds what the system said",
            next_step=f"map fields, such as question = …, retrieved = …; the records have: {', '.join(top)}",
        )


def _as_list(value: Any, part: str) -> Any:
    """Return a list, also from its JSON text; an empty cell holds nothing. Raises BadReplyError for other text."""
    if not isinstance(value, str):
        return value
    if not value.strip():
        return None
    try:
        inner = json.loads(value)
    except ValueError:
        inner = None
    if isinstance(inner, list):
        return inner
    named = _ERROR_LINE.search(value)
    raise BadReplyError(telling_line(value) if named else f"{part} is {shown(value)}, where a list was expected")


def _renamed(item: Any, names: Mapping[str, str]) -> Any:
    if not isinstance(item, Mapping):
        return item
    taken = {place.partition(".")[0] for place in names.values()}
    rest = {name: held for name, held in item.items() if name not in taken}
    return {**rest, **{role: value_at(item, place) for role, place in names.items()}}


def _of_repeat(repeat: int) -> str:
    return f" (repeat {repeat})" if repeat > 1 else ""


def _listing(names: Sequence[str]) -> str:
    return f"{len(names)} ({', '.join(names[:_NAMED_IN_NOTE])}{', …' if len(names) > _NAMED_IN_NOTE else ''})"
