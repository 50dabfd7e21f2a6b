"""Read YAML in one pass over the parser's events: scalars as written, and nothing that two readers read differently.

Refused, each with its place and a mend: duplicate field names, anchors and aliases, tags, merge keys, several documents
in one file, nesting deeper than `located.MAX_DEPTH`, control characters, names of fields that are not text. Text
without quotes that YAML 1.1 and 1.2 (or people) read differently, such as ``007``, ``no``, ``9:30``, ``1_000`` or
``2026-03-01``, comes back as text and is noted in `RawRecord.traps`; what becomes of it depends on the field, so the
door decides.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Callable
from itertools import accumulate
from typing import Any, NoReturn

from yaml import (
    AliasEvent,
    CBaseLoader,
    DocumentStartEvent,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
    StreamEndEvent,
)
from yaml.error import MarkedYAMLError, YAMLError

from goldsmith._base.collector import collector_at_rest
from goldsmith.errors import Problem
from goldsmith.ondisk.located import (
    MAX_DEPTH,
    RawRecord,
    Source,
    Span,
    node_count,
    open_source,
    unreadable,
)
from goldsmith.ondisk.plain_scalars import (
    FIRST_OF_NUMBER,
    LONGEST_WORD,
    Trap,
    refuse_forbidden_characters,
    resolve_plain,
    trap_kind,
)

_AS_A_CASE = "write each case as `- id: …`, its other fields on lines below"
_MEND_SYNTAX = "indent with blanks, close what is open, and put a text that holds `: ` or ` #` in double quotes"


@collector_at_rest()
def read_yaml(data: bytes, *, name: str) -> list[RawRecord]:
    """Return the records of a file that holds a list of mappings, or one mapping.

    Raises InvalidFileError with every problem of the file.
    """
    reader = _Reader(open_source(data, name=name, kind="yaml"))
    root = reader.read()
    if root is None or root == []:
        message = "the file holds no cases"
        reader.stop(Problem(message=message, file=name, line=1, column=1, mend="add a case or delete the file"))
    if isinstance(root, dict):
        return [reader.root_record(root)]
    if not isinstance(root, list):
        message = "a list of cases was expected, found one text or number"
        reader.stop(reader.source.problem(message, at=0, mend=_AS_A_CASE))
    reader.refuse_items_that_are_no_mappings(root)
    if reader.problems:
        reader.stop()
    return reader.records


def read_yaml_mapping(data: bytes, *, name: str) -> RawRecord:
    """Return the one mapping that a file such as ``set.yaml`` holds; an empty file is an empty mapping.

    Raises InvalidFileError with every problem of the file.
    """
    reader = _Reader(open_source(data, name=name, kind="yaml"))
    root = reader.read()
    if root is None:
        root = {}
        reader.offsets.append(0)
    if not isinstance(root, dict):
        message = "a mapping (`name: value` lines) was expected, found a list or a text"
        reader.stop(reader.source.problem(message, at=0, mend="write one `name: value` a line"))
    return reader.root_record(root)


class _Reader:
    """One pass over the events of one file."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.problems: list[Problem] = []
        self.offsets: array[int] = array("I")
        self.records: list[RawRecord] = []
        self.spellings: dict[int, str] = {}
        self.traps: dict[int, str] = {}
        self._stack: list[tuple[list[object], bool, int]] = []
        self._items: list[object] = []
        self._is_mapping = False
        self._first = 0
        self._documents = 0
        self._has_pointers = False
        self._short_texts: set[str] = set()
        self._last_end: Any = None

    def stop(self, *problems: Problem) -> NoReturn:
        """Raise everything that was found."""
        raise unreadable(self.source.name, [*self.problems, *problems])

    def read(self) -> object:
        """Return the data of the file; None where it holds nothing."""
        refuse_forbidden_characters(self.source)
        try:
            self._events()
        except MarkedYAMLError as error:
            self.stop(_syntax_problem(self.source, error))
        except YAMLError as error:
            self.stop(self.source.problem(f"not YAML: {error}", at=0, mend=_MEND_SYNTAX))
        root = self._items[0] if self._items else None
        if self.traps and self.problems == []:
            self._refuse_trapped_names(root)
        return root

    def root_record(self, root: dict[str, object]) -> RawRecord:
        """Return the record that is the whole document."""
        if self.problems:
            self.stop()
        start = self.offsets[0]
        return self._record(root, 0, start, self._content_end() if root else start)

    def refuse_items_that_are_no_mappings(self, root: list[object]) -> None:
        """Note each item of the list of cases that is not a mapping."""
        index = 1
        for item in root:
            # What an alias stands for is told with the alias.
            if not isinstance(item, dict) and not (item is None and self._has_pointers):
                message = f"a case was expected (`id: …` and further lines), found {_shown(item)}"
                self.problems.append(self.source.problem(message, at=self.offsets[index], mend=_AS_A_CASE))
            index += node_count(item)

    def _events(self) -> None:
        get_event = _events_of(self.source.text)
        mark, texts = self.offsets.append, self._short_texts
        while True:
            event = get_event()
            kind = type(event)
            if kind is ScalarEvent:
                mark(event.start_mark.index)
                self._last_end = event
                text = event.value
                if event.tag is not None or event.anchor is not None:
                    self._refuse_node(event)
                elif event.style or text in texts or (len(text) > LONGEST_WORD and text[0] not in FIRST_OF_NUMBER):
                    self._items.append(text)
                else:
                    self._items.append(self._plain(text))
            elif kind is MappingEndEvent:
                self._end_mapping(event)
            elif kind is StreamEndEvent:
                return
            else:
                self._container(event, kind)

    def _plain(self, text: str) -> object:
        value = resolve_plain(text)
        if type(value) is str:
            self._short_texts.add(value)
            return value
        index = len(self.offsets) - 1
        if type(value) is Trap:
            self.traps[index] = text
            return text
        if type(value) is not int and text not in ("true", "false", "null"):
            self.spellings[index] = text
        return value

    def _container(self, event: Any, kind: type) -> None:
        if kind is MappingStartEvent or kind is SequenceStartEvent:
            self._start(event, is_mapping=kind is MappingStartEvent)
        elif kind is SequenceEndEvent:
            items = self._items
            self._items, self._is_mapping, self._first = self._stack.pop()
            self._items.append(items)
            self._note_flow_end(event)
        elif kind is AliasEvent:
            self.offsets.append(event.start_mark.index)
            self._items.append(None)
            self._last_end = event
            self._refuse_pointer(event, f"the alias `*{event.anchor}` is refused", "write the value out here")
        elif kind is DocumentStartEvent:
            self._documents += 1
            if self._documents > 1:
                mend = "keep one document a file: remove the line `---`"
                self._note(event, "a second YAML document starts here", mend)
                self.stop()

    def _start(self, event: Any, *, is_mapping: bool) -> None:
        if self._is_mapping and len(self._items) % 2 == 0:
            self._note(event, "the name of a field is a list or a mapping", "use a text as the name of the field")
            self.stop()
        if len(self._stack) >= MAX_DEPTH:
            message = f"lists and mappings stand more than {MAX_DEPTH} deep in each other"
            self._note(event, message, "flatten the data")
            self.stop()
        self._stack.append((self._items, self._is_mapping, self._first))
        self._items, self._is_mapping, self._first = [], is_mapping, len(self.offsets)
        self.offsets.append(event.start_mark.index)
        if event.tag is not None or event.anchor is not None:
            self._refuse_node(event, keep=False)

    def _end_mapping(self, event: Any) -> None:
        items, first = self._items, self._first
        self._items, self._is_mapping, self._first = self._stack.pop()
        names = items[::2]
        if set(map(type, names)) - {str}:
            names = self._refuse_names(names, items, first)
        mapping: dict[object, object] = dict(zip(names, items[1::2], strict=True))
        if len(mapping) * 2 != len(items):
            mapping = self._refuse_duplicates(names, items, first)
        if "<<" in mapping:
            index = _name_indexes(items, first)[names.index("<<")]
            message = "the merge key `<<` is refused: what it brings in cannot be seen here"
            self.problems.append(self.source.problem(message, at=self.offsets[index], mend="write the fields out"))
        self._items.append(mapping)
        self._note_flow_end(event)
        if len(self._stack) == 1 and not self._is_mapping:
            self.records.append(self._record(mapping, first, self.offsets[first], self._content_end()))

    def _note_flow_end(self, event: Any) -> None:
        # The end of a block container is where the next token starts; only a closing bracket is content.
        if event.end_mark.index > event.start_mark.index:
            self._last_end = event

    def _content_end(self) -> int:
        return 0 if self._last_end is None else content_end(self.source.text, self._last_end)

    def _record(self, value: object, first: int, start: int, end: int) -> RawRecord:
        traps = self._own_traps(first) if self.traps else {}
        return RawRecord(value, self.source, start, end, self.offsets, find_fields, first, self.spellings, traps)

    def _own_traps(self, first: int) -> dict[int, str]:
        own: dict[int, str] = {}
        for index in reversed(self.traps):
            if index < first:
                break
            own[index] = self.traps[index]
        return dict(reversed(own.items()))

    def _note(self, event: Any, message: str, mend: str) -> None:
        self.problems.append(self.source.problem(message, at=event.start_mark.index, mend=mend))

    def _refuse_node(self, event: Any, *, keep: bool = True) -> None:
        if event.anchor is not None:
            mend = "remove it and write the value out where it is used"
            self._refuse_pointer(event, f"the anchor `&{event.anchor}` is refused", mend)
        if event.tag is not None:
            self._note(event, f"the tag `{event.tag}` is refused", "remove the tag; put text in double quotes")
        if keep:
            self._items.append(event.value)

    def _refuse_pointer(self, event: Any, message: str, mend: str) -> None:
        # One is told: a file that uses them at all may hold thousands.
        if not self._has_pointers:
            self._note(event, f"{message}, like every anchor and alias", mend)
        self._has_pointers = True

    def _refuse_names(self, names: list[object], items: list[object], first: int) -> list[object]:
        texts: list[object] = []
        for at, (name, index) in enumerate(zip(names, _name_indexes(items, first), strict=True)):
            if isinstance(name, str):
                texts.append(name)
                continue
            written = self.spellings.get(index, str(name).lower() if isinstance(name, bool) else str(name))
            message = f"the field name {written or '(nothing)'} would be read as {_kind_of(name)}"
            mend = f'write "{written}":' if written else "give the field a name"
            self.problems.append(self.source.problem(message, at=self.offsets[index], mend=mend))
            texts.append(f"\0{at}")
        return texts

    def _refuse_duplicates(self, names: list[object], items: list[object], first: int) -> dict[object, object]:
        mapping: dict[object, object] = {}
        seen: dict[object, int] = {}
        for at, (name, index) in enumerate(zip(names, _name_indexes(items, first), strict=True)):
            if name in seen:
                line = self.source.place(self.offsets[seen[name]]).line
                message = f"the field `{name}` stands here a second time; the first is on line {line}"
                problem = self.source.problem(
                    message, at=self.offsets[index], mend="keep one of the two", path=str(name)
                )
                self.problems.append(problem)
                name = f"\0{at}"  # noqa: PLW2901 (the node stays, so that the places of what follows still count)
            seen.setdefault(name, index)
            mapping[name] = items[2 * at + 1]
        return mapping

    def _refuse_trapped_names(self, root: object) -> None:
        whole = RawRecord(root, self.source, 0, 0, self.offsets, find_fields, 0, self.spellings, self.traps)
        for loc, written, is_name in whole.trapped():
            if is_name:
                message = f"the field name {written} would be read as {trap_kind(written)}"
                self.problems.append(whole.problem(message, loc, of_key=True, mend=f'write "{written}":'))
        if self.problems:
            self.stop()


def _name_indexes(items: list[object], first: int) -> list[int]:
    """Return the node index of every name of the mapping at node `first` whose names and values are `items`."""
    return list(accumulate((1 + node_count(value) for value in items[1:-2:2]), initial=first + 1)) if items else []


def content_end(text: str, event: Any) -> int:
    """Return the offset after the last character that belongs to the scalar or bracket that `event` ends.

    A block scalar ends before the line break of its last line; blank lines belong to it only where ``+`` keeps them.
    """
    end: int = event.end_mark.index
    is_block = isinstance(event, ScalarEvent) and event.style in ("|", ">")
    if not is_block:
        return end
    start: int = event.start_mark.index
    body = text[start:end]
    keeps_blank_lines = "+" in body.split("\n", 1)[0].split("#", 1)[0]
    tail = re.search(r"(?:\r\n?|\n)?[ \t]*\Z" if keeps_blank_lines else r"\s*\Z", body)
    return start + (tail.start() if tail else len(body))


def _kind_of(value: object) -> str:
    if value is None:
        return "nothing"
    return "a yes or no" if isinstance(value, bool) else "a number"


def _shown(value: object) -> str:
    if isinstance(value, list):
        return "a list"
    text = str(value)
    return repr(text if len(text) <= 40 else text[:40] + "…")


def _syntax_problem(source: Source, error: MarkedYAMLError) -> Problem:
    mark = error.problem_mark or error.context_mark
    words = ", ".join(part for part in (error.problem, error.context) if part)
    at = min(mark.index, len(source.text)) if mark else 0
    return source.problem(f"not YAML: {words}", at=at, mend=_MEND_SYNTAX)


def find_fields(record: RawRecord) -> dict[str, Span]:
    """Return the spans of the direct fields of a YAML record, by reading its part of the file again."""
    column = record.source.place(record.start).column - 1
    spans = spans_in(record.source.text[record.start : record.end], column)
    return {name: span.shifted(record.start) for name, span in spans.items()}


def spans_in(text: str, column: int) -> dict[str, Span]:
    """Return the spans of the fields of the one mapping that `text` is, when its first line stands at `column`."""
    # The blanks give the first line the indentation that it has in the file.
    padded = " " * column + text
    get_event = _events_of(padded)
    spans: dict[str, Span] = {}
    while type(event := get_event()) is not MappingStartEvent:
        if event is None:
            return spans
    while type(name := get_event()) is not MappingEndEvent:
        value = get_event()
        spans[name.value] = Span(
            key_start=name.start_mark.index - column,
            key_end=name.end_mark.index - column,
            start=value.start_mark.index - column,
            end=content_end(padded, _last_content(get_event, value)) - column,
        )
    return spans


def _last_content(get_event: Callable[[], Any], event: Any) -> Any:
    """Read on to the end of the node that `event` starts, and return the event that ends its content."""
    depth, last = 0, event
    while True:
        kind = type(event)
        if kind is MappingStartEvent or kind is SequenceStartEvent:
            depth += 1
        elif kind is MappingEndEvent or kind is SequenceEndEvent:
            depth -= 1
            last = event if event.end_mark.index > event.start_mark.index else last
        else:
            last = event
        if depth == 0:
            return last
        event = get_event()


def _events_of(text: str) -> Callable[[], Any]:
    """Return the function that gives the next event of libyaml's parser."""
    return CBaseLoader(text).get_event
