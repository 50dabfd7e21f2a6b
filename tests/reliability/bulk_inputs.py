"""Files of a few hundred kilobytes in which one thing stands very often: small costs must not add up."""

from __future__ import annotations

import json
from collections.abc import Mapping

_CASE = '{"id": "a%d", "question": "Q?"'


def _rows(line: str, count: int, head: str = "") -> bytes:
    return (head + "".join(f"{line % n if '%d' in line else line}\n" for n in range(count))).encode()


def _one(name: str, item: str, count: int) -> bytes:
    items = ", ".join(item % n if "%d" in item else item for n in range(count))
    return f'[{_CASE % 0}, "{name}": [{items}]}}]'.encode()


def _fields(count: int) -> str:
    return ", ".join(f'"field{n}": {n}' for n in range(count))


_HEAD = "id,question\n"
BULK: Mapping[tuple[str, str], bytes] = {
    ("csv", "columns"): (",".join(f"c{n}" for n in range(50_000)) + "\n1\n").encode(),
    ("csv", "columns in use"): (
        "id,question," + ",".join(f"tag{n}" for n in range(20_000)) + "\na,Q?" + ",x" * 20_000 + "\n"
    ).encode(),
    ("csv", "equal columns"): ("id,question" + ",x" * 20_000 + "\na,b\n").encode(),
    ("csv", "columns without a name"): ("id,question" + "," * 100_000 + "\na,b\n").encode(),
    ("csv", "ragged rows"): _rows("a%d", 20_000, _HEAD),
    ("csv", "wide ragged rows"): _rows("a" + "," * 200, 1_000, _HEAD),
    ("csv", "NUL"): _rows("a%d,\0", 20_000, _HEAD),
    ("csv", "quotes"): (_HEAD + '"' * 300_001).encode(),
    ("csv", "quotes in texts"): _rows('a%d,x"y"z', 10_000, _HEAD),
    ("csv", "open quotes"): _rows('a%d,"x', 30_001, _HEAD),
    ("csv", "blank lines"): (_HEAD + "\n" * 300_000 + "a,Q?\n").encode(),
    ("csv", "wrong types"): _rows("a%d,Q?,nothing", 10_000, "id,question,type\n"),
    ("csv", "sources"): (f"id,question,expected_sources\na,Q?,{'x;' * 8_000}\n").encode(),
    ("jsonl", "bad lines"): _rows("{oops%d}", 20_000),
    ("jsonl", "other values"): _rows("[%d]", 30_000),
    ("jsonl", "text after a value"): _rows(_CASE + "} x", 10_000),
    ("jsonl", "a field twice"): _rows(_CASE + ', "id": "b"}', 10_000),
    ("jsonl", "missing fields"): _rows('{"id": "a%d"}', 10_000),
    ("jsonl", "unknown fields"): _rows(_CASE + ', "extra": 1}', 5_000),
    ("jsonl", "NaN"): _rows(_CASE + ', "weight": NaN}', 10_000),
    ("jsonl", "escapes"): (_CASE % 0 + ', "notes": "\\u0000' + "\\\\" * 100_000 + '"}\n').encode(),
    ("jsonl", "fields of one case"): (f"{_CASE % 0}, {_fields(10_000)}}}\n").encode(),
    ("json", "fields in evidence"): f'[{_CASE % 0}, "evidence": [{{{_fields(10_000)}}}]}}]'.encode(),
    ("json", "claims that are none"): _one("claims", '{"required": "x%d", "order": []}', 3_000),
    ("json", "claims of two kinds"): _one("claims", '{"required": "x%d", "optional": "y"}', 3_000),
    ("json", "matchers that are none"): _one("claims", '{"required": "x", "match": {"numbr": %d}}', 1_000),
    ("json", "evidence that is none"): _one("evidence", '{"any_of": [{"chunk": %d}]}', 3_000),
    ("json", "numbers for texts"): _one("tags", "%d", 20_000),
    ("json", "a field very often"): (f"[{_CASE % 0}" + ', "id": "b"' * 20_000 + "}]").encode(),
    ("json", "brackets"): b"[" * 200_000,
    ("json", "closed brackets"): b"[" * 60_000 + b"]" * 60_000,
    ("json", "commas"): b"[" + b"1," * 60_000 + b"]",
    ("json", "backslashes"): b'[{"id": "' + b"\\\\" * 100_000 + b'"}]',
    ("yaml", "cases without a question"): _rows("- id: a%d", 10_000),
    ("yaml", "fields of one case"): b"- id: a\n" + _rows("  field%d: 1", 10_000),
    ("yaml", "equal fields"): b"- id: a\n" + _rows("  tags: []", 10_000),
    ("yaml", "traps"): b"- id: a\n  question: Q?\n  tags:\n" + _rows("    - no", 20_000),
    ("yaml", "trapped names"): b"- id: a\n  question: Q?\n  expected_state:\n" + _rows("    0%d: x", 10_000),
    ("yaml", "names that are numbers"): b"- id: a\n" + _rows("  %d: x", 10_000),
    ("yaml", "anchors"): _rows("- &a%d {id: b}", 10_000),
    ("yaml", "aliases"): b"- &a {id: b}\n" + _rows("- *a", 20_000),
    ("yaml", "tags"): _rows("- !!str a%d", 10_000),
    ("yaml", "comments"): b"- id: a\n  question: Q?\n" + _rows("# %d", 60_000),
    ("yaml", "one long line"): b"- {id: a, question: " + b"x " * 150_000 + b"}\n",
    ("yaml", "one long block"): b"- id: a\n  question: |\n" + _rows("    word %d", 30_000),
    ("yaml", "brackets"): b"- " + b"[" * 100_000,
    ("yaml", "maps"): b"- " + b"{a: " * 50_000,
    ("yaml", "dashes"): b"- " * 100_000,
    ("yaml", "question marks"): b"? " * 50_000,
    ("yaml", "items that are none"): _rows("- %d", 30_000),
    ("yaml", "invisible characters"): ("- id: a\n  question: " + "\u2028" * 50_000 + "\n").encode(),
    ("set.yaml", "unknown settings"): b"name: s\n" + _rows("field%d: 1", 10_000),
    ("set.yaml", "gates"): b"name: s\ngates:\n" + _rows("  - {measure: m%d, minimum: 1}", 5_000),
    ("goldsmith.toml", "unknown settings"): _rows("setting%d = 1", 10_000),
    ("goldsmith.toml", "sets"): _rows('[[sets]]\npath = "s%d"', 10_000),
    ("goldsmith.toml", "fields of a set"): b'[[sets]]\npath = "s"\n[sets.fields]\n' + _rows('f%d = "x"', 5_000),
    ("goldsmith.toml", "equal sets"): _rows('[[sets]]\npath = "s"', 10_000),
    ("goldsmith.toml", "systems"): _rows('[systems.s%d]\nkind = "http"', 10_000),
    ("reviews.jsonl", "lines that are none"): _rows('{"fact": "decision", "id": "d%d"}', 3_000),
    ("manifest.jsonl", "equal ids"): _rows('{"id": "a", "text": "x"}', 20_000),
    ("manifest.jsonl", "spans"): _rows('{"id": "a%d", "text": "x", "start": 9, "end": 1}', 20_000),
    ("manifest.jsonl", "other rows"): _rows("[%d]", 20_000),
    ("manifest.csv", "columns"): (",".join(f"c{n}" for n in range(50_000)) + "\n" + "," * 49_999 + "\n").encode(),
    ("manifest.csv", "numbers that are none"): _rows("a%d,x,y", 8_000, "id,start,end\n"),
    ("document", "unknown keys"): b"---\nid: a\n" + _rows("key%d: 1", 10_000) + b"---\nText.\n",
    ("document", "an open block"): b"---\nid: a\n" + _rows("key%d: 1", 30_000),
    ("document", "comments"): b"---\n" + b"#\n" * 100_000 + b"x\n",
    ("document", "blanks"): b"---\n" + b" \n" * 100_000 + b"x\n",
    ("document", "headings"): _rows("# Head %d", 5_000),
    ("document", "marks"): ("e" + "\u0301" * 100_000).encode(),
    ("recorded", "records"): _rows('{"id": "x%d", "answer": "A"}', 10_000),
    ("recorded", "fields"): json.dumps({"id": "c0", **{f"answer{n}": "A" for n in range(10_000)}}).encode(),
    ("checked", "equal questions"): _rows(_CASE + "}", 300),
}
