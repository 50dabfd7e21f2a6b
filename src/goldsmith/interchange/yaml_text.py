"""Plain data as YAML text that a person can read and every reader of YAML 1.1 and 1.2 takes alike."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

_PLAIN = re.compile(r"[^\W\d_](?:[\w./()?!,;'+%-]| (?=[\w(]))*")
_WORDS = frozenset({"true", "false", "yes", "no", "on", "off", "y", "n", "null", "nan", "inf"})
_ESCAPED = re.compile("[\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]")
"""What JSON leaves as it is and YAML does not: control characters, further line ends, halves of characters."""


def yaml_text(data: Any) -> str:
    """Return mappings, lists, texts, numbers, truth values and None as one YAML document in blocks.

    Every text that could be read as something else stands in quotes, a date among them.
    """
    if isinstance(data, dict | list) and data:
        return "".join(f"{line}\n" for line in _block(data))
    return f"{_scalar(data)}\n"


def _block(data: dict[str, Any] | list[Any]) -> Iterator[str]:
    pairs = ((f"{_scalar(name)}:", held) for name, held in data.items()) if isinstance(data, dict) else None
    for head, held in pairs or (("-", held) for held in data):
        if not isinstance(held, dict | list) or not held:
            yield f"{head} {_scalar(held)}"
            continue
        lines = _block(held)
        if head == "-":
            yield f"- {next(lines)}"
        else:
            yield head
        yield from (f"  {line}" for line in lines)


def _scalar(value: Any) -> str:
    if isinstance(value, str) and _PLAIN.fullmatch(value) and value.casefold() not in _WORDS:
        return value
    if isinstance(value, float) and "e" in repr(value) and "." not in repr(value):
        return repr(value).replace("e", ".0e")
    return _ESCAPED.sub(lambda found: f"\\u{ord(found[0]):04x}", json.dumps(value, ensure_ascii=False))
