"""Write YAML in the house style, and change one record of a file while every other byte of it stays.

House style: mappings as lines, short lists and short mappings in brackets on one line, text without quotes wherever
every YAML reader takes it for that text, text of several lines as a block.

Splicing works on the record as it stands in the file. A comment inside the value that is replaced goes with it; every
other comment stays.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from yaml import YAMLError

from goldsmith.errors import InvalidFileError
from goldsmith.ondisk.located import RawRecord, open_source
from goldsmith.ondisk.plain_scalars import FORBIDDEN, Trap, resolve_plain
from goldsmith.ondisk.yaml_events import read_yaml_mapping, spans_in

WIDTH = 118
_LONGEST_NAME = 1000
"""libyaml finds the colon after a name only within 1,024 characters."""

_PLAIN = re.compile(r"[^\W_][^\n\r\t]*|[_./(][^\n\r\t]*")
_NOT_PLAIN = re.compile(r": |:\Z| #|\s\Z|\A\.\.\.|\A---")
_NOT_PLAIN_IN_FLOW = re.compile(r"[,\[\]{}?]|:[^\w/]")
_BLOCK_TEXT = re.compile(r"(?:[^\s][^\n\r]*)(?:\n(?:[^\n\r]*[^\s])?)*\n?")
_TAIL = re.compile(r"[ \t]*(?:#[^\r\n]*)?(?=\r|\n|\Z)")


def emit_yaml(value: object, *, indent: int = 0) -> str:
    """Return plain data as YAML lines; every line starts with `indent` blanks and ends with LF.

    Reading the lines gives `value` again. Raises ValueError for what YAML or our reader cannot hold: NaN and
    infinities, NUL, lone surrogates, and names that are longer than 1,000 characters or not text.
    """
    lines = _block_lines(value, indent)
    return "".join(f"{' ' * indent if line else ''}{line}\n" for line in lines)


def _block_lines(value: object, indent: int) -> list[str]:
    """Return the lines of `value` without the indentation `indent` that they all have."""
    if isinstance(value, Mapping) and value:
        lines: list[str] = []
        for name, item in value.items():
            lines += _field_lines(name, item, indent)
        return lines
    if isinstance(value, list | tuple) and value:
        lines = []
        for item in value:
            lines += _item_lines(item, indent)
        return lines
    if isinstance(value, str) and _is_block_text(value):
        return _text_lines(value, 2)
    return [_flow(value, in_flow=False)]


def _field_lines(name: object, value: object, indent: int) -> list[str]:
    """Return the lines of ``name: value``."""
    head = f"{_name(name)}:"
    if isinstance(value, str) and _is_block_text(value):
        first, *rest = _text_lines(value, 2)
        return [f"{head} {first}", *rest]
    inline = _flow(value, in_flow=False)
    is_container = isinstance(value, Mapping | list | tuple) and bool(value)
    if not is_container or (_is_small(value) and indent + len(head) + 1 + len(inline) <= WIDTH):
        return [f"{head} {inline}"]
    return [head, *(f"  {line}" if line else "" for line in _block_lines(value, indent + 2))]


def _item_lines(value: object, indent: int) -> list[str]:
    """Return the lines of ``- value``."""
    if isinstance(value, Mapping) and _reads_well_in_brackets(value):
        wrapped = _wrapped(value, indent + 2)
        if wrapped:
            return [f"- {wrapped[0]}", *(f"  {line}" for line in wrapped[1:])]
    if isinstance(value, list | tuple) and value and _is_small(value):
        inline = _flow(value, in_flow=False)
        if indent + 2 + len(inline) <= WIDTH:
            return [f"- {inline}"]
    first, *rest = _block_lines(value, indent + 2)
    return [f"- {first}", *(f"  {line}" if line else "" for line in rest)]


def _is_small(value: object) -> bool:
    """Tell whether a container holds only single values and lists of them."""
    items = value.values() if isinstance(value, Mapping) else value
    return all(
        not isinstance(item, Mapping)
        and not (isinstance(item, list | tuple) and any(isinstance(inner, Mapping | list | tuple) for inner in item))
        and not (isinstance(item, str) and _is_block_text(item))
        for item in items  # type: ignore[attr-defined]  # a container, as the callers have made sure
    )


def _reads_well_in_brackets(value: Mapping[Any, object]) -> bool:
    """Tell whether an item of a list is a row of values (such as a passage), and not a paragraph of its own."""
    return (
        len(value) > 1
        and _is_small(value)
        and not any(
            isinstance(item, list | tuple) and any(isinstance(text, str) for text in item) for item in value.values()
        )
    )


def _wrapped(value: Mapping[Any, object], indent: int) -> list[str]:
    """Return a mapping in brackets, broken between fields where it is wide; nothing where one field is wider."""
    pieces = [f"{_name(name, in_flow=True)}: {_flow(item, in_flow=True)}" for name, item in value.items()]
    lines = ["{" + pieces[0]]
    for piece in pieces[1:]:
        if indent + len(lines[-1]) + len(piece) + 3 <= WIDTH:
            lines[-1] += f", {piece}"
        else:
            lines[-1] += ","
            lines.append(f" {piece}")
    lines[-1] += "}"
    return lines if all(indent + len(line) <= WIDTH for line in lines) else []


def _flow(value: object, *, in_flow: bool) -> str:
    """Return `value` on one line."""
    if isinstance(value, Mapping):
        inside = (f"{_name(name, in_flow=True)}: {_flow(item, in_flow=True)}" for name, item in value.items())
        return "{" + ", ".join(inside) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(_flow(item, in_flow=True) for item in value) + "]"
    if isinstance(value, str):
        return _text(value, in_flow=in_flow)
    if value is None or isinstance(value, bool | int | float):
        return json.dumps(value, allow_nan=False)
    message = f"{type(value).__name__} is not plain data"
    raise ValueError(message)


def _name(name: object, *, in_flow: bool = False) -> str:
    if not isinstance(name, str) or len(name) > _LONGEST_NAME or name == "<<":
        message = f"{str(name)[:40]!r} cannot be the name of a field"
        raise ValueError(message)
    return _text(name, in_flow=in_flow)


def _text(text: str, *, in_flow: bool) -> str:
    if _is_plain(text) and not (in_flow and _NOT_PLAIN_IN_FLOW.search(text)):
        return text
    if "\0" in text:
        message = "text with a NUL character cannot be written"
        raise ValueError(message)
    text.encode()  # raises UnicodeEncodeError, a ValueError, for half of a surrogate pair
    quoted = json.dumps(text, ensure_ascii=False)
    return FORBIDDEN.sub(lambda found: f"\\u{ord(found.group()):04x}", quoted)


def _is_plain(text: str) -> bool:
    """Tell whether every reader takes `text` without quotes for that text."""
    if not _PLAIN.fullmatch(text) or _NOT_PLAIN.search(text) or FORBIDDEN.search(text) or not text.isprintable():
        return False
    resolved = resolve_plain(text)
    return isinstance(resolved, str) and not isinstance(resolved, Trap)


def _is_block_text(text: str) -> bool:
    return (
        "\n" in text[:-1]
        and not text.endswith("\n\n")
        and _BLOCK_TEXT.fullmatch(text) is not None
        and not FORBIDDEN.search(text)
    )


def _text_lines(text: str, indent: int) -> list[str]:
    head = "|" if text.endswith("\n") else "|-"
    body = text.removesuffix("\n").split("\n")
    return [head, *(f"{' ' * indent}{line}" if line else "" for line in body)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Edit:
    """Text to put in place of ``[start, end)`` of a file, in code points of its decoded text."""

    start: int
    end: int
    text: str


def edit_record(record: RawRecord, changes: Mapping[str, object]) -> Edit:
    """Return the edit that sets the fields in `changes`; new ones go last.

    Where the layout of the record is too unusual to splice, the whole record is written anew.
    """
    if not isinstance(record.value, dict):
        message = "only a mapping has fields"
        raise ValueError(message)  # noqa: TRY004 (the data, not the program, is of the wrong kind)
    value: dict[str, object] = {**record.value, **changes}
    source = record.source
    is_flow, has_brackets = _in_flow(record), source.text.startswith("{", record.start)
    tail = _TAIL.match(source.text, record.end)
    end = record.end if is_flow or tail is None else tail.end()
    page = _Page(source.place(record.start).column - 1, "\r\n" if "\r\n" in source.text else "\n", is_flow)
    text = source.text[record.start : end]
    can_splice = has_brackets == is_flow and bool(record.value)
    if can_splice:
        try:
            for name, item in changes.items():
                text = page.having(text, name, item)
        except YAMLError:
            text = ""
    # A block of text at the very end of a file needs a line break of its own.
    close = "" if is_flow or source.text[end : end + 1] else page.newline
    candidates = [text, text + close, page.anew(value)] if can_splice else [page.anew(value)]
    follows = "\n" if source.text[end : end + 1] else ""
    fitting = (text for text in candidates if page.reads_as(text + follows, value))
    return Edit(start=record.start, end=end, text=next(fitting, page.anew(value) + close))


def _in_flow(record: RawRecord) -> bool:
    """Tell whether a record stands in brackets, its own or those of the list that holds it."""
    text = record.source.text
    root = record.offsets[0] if not callable(record.offsets) else record.start
    return text.startswith("{", record.start) or (record.first > 0 and text.startswith("[", root))


@dataclass(frozen=True, slots=True)
class _Page:
    """How the lines of one record are laid out in its file."""

    column: int
    newline: str
    is_flow: bool

    def having(self, text: str, name: str, value: object) -> str:
        """Return the text of the record with the field set."""
        spans = spans_in(text, self.column)
        span = spans.get(name)
        if self.is_flow:
            piece = f"{_name(name, in_flow=True)}: {_flow(value, in_flow=True)}"
            if span is not None:
                return text[: span.key_start] + piece + text[span.end :]
            last = max((span.end for span in spans.values()), default=0)
            return f"{text[:last]}, {piece}{text[last:]}" if last else "{" + piece + "}"
        if span is None:
            return text + self.newline + " " * self.column + self.joined(_field_lines(name, value, self.column))
        tail = _TAIL.match(text, span.end)
        # A comment after a block of text would become text.
        in_one_line = tail is not None and "#" in tail.group()
        lines = [f"{_name(name)}: {_flow(value, in_flow=False)}"] if in_one_line else []
        piece = self.joined(lines or _field_lines(name, value, self.column))
        return text[: span.key_start] + piece + text[span.end :]

    def anew(self, value: Mapping[str, object]) -> str:
        """Return the text of the whole record in the house style."""
        if self.is_flow or not value:
            return _flow(value, in_flow=self.is_flow)
        return self.joined(_block_lines(value, self.column))

    def reads_as(self, text: str, value: Mapping[str, object]) -> bool:
        """Tell whether `text`, where it stands, is read as `value`."""
        try:
            record = read_yaml_mapping((" " * self.column + text).encode(), name="")
        except InvalidFileError:
            return False
        return _same(record.value, value)

    def joined(self, lines: Sequence[str]) -> str:
        """Return the lines of a record; the first stands where the record starts."""
        first, *rest = lines
        return first + "".join(self.newline + (" " * self.column + line if line else "") for line in rest)


def _same(left: object, right: object) -> bool:
    # As JSON, so that 1, 1.0 and true are three things and tuples are lists.
    return json.dumps(left, sort_keys=True) == json.dumps(right, sort_keys=True)


def apply_edits(source: bytes, edits: Sequence[Edit], *, name: str = "") -> bytes:
    """Return the file with every edit made; all positions are of the file as it stands in `source`."""
    opened = open_source(source, name=name, kind="yaml")
    parts: list[str] = []
    at = 0
    for edit in sorted(edits, key=lambda edit: edit.start):
        if edit.start < at:
            message = "two edits overlap"
            raise ValueError(message)
        parts += [opened.text[at : edit.start], edit.text]
        at = edit.end
    return opened.encoded("".join([*parts, opened.text[at:]]))
