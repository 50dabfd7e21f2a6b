"""Scalars without quotes: what they stand for, and which of them readers turn into different things."""

from __future__ import annotations

import re

from goldsmith.ondisk.located import MAX_DIGITS, Source, unreadable

_JSON_INTEGER = re.compile(r"-?(?:0|[1-9][0-9]*)")
_JSON_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?")
_WORDS: dict[str, bool | None] = {
    "": None,
    "~": None,
    **dict.fromkeys(("null", "Null", "NULL")),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
_TRAP_WORDS = re.compile(r"(?i:y|n|yes|no|on|off|true|false|null|[-+]?\.(?:inf|nan)|nan|[-+]?inf(?:inity)?|=)")
_TRAP_NUMBERS = re.compile(
    r"[-+]?0[xX][0-9a-fA-F_]+"
    r"|[-+]?0[oO][0-7_]+"
    r"|[-+]?0[bB][01_]+"
    r"|[-+]?(?=[0-9.])(?=\.?[0-9])[0-9_]*(?:\.[0-9_]*)?(?:[eE][-+]?[0-9_]+)?"
    r"|[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+(?:\.[0-9_]*)?"
    r"|[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}(?:(?:[Tt]|[ \t]+)[0-9].*)?"
)
FIRST_OF_NUMBER = frozenset("0123456789+-.")
LONGEST_WORD = 9


class Trap(str):
    """A text without quotes that readers turn into different things."""

    __slots__ = ()


def resolve_plain(text: str) -> object:
    """Return what a scalar without quotes stands for: number, boolean, None, text, or text that is a trap.

    A trap comes back as a `Trap`.
    """
    if text[:1] in FIRST_OF_NUMBER and text:
        return _resolve_number(text)
    if len(text) <= LONGEST_WORD:
        if text in _WORDS:
            return _WORDS[text]
        if _TRAP_WORDS.fullmatch(text):
            return Trap(text)
    return text


def _resolve_number(text: str) -> object:
    if _JSON_INTEGER.fullmatch(text):
        if text == "-0" or len(text) > MAX_DIGITS:
            return Trap(text)
        return int(text)
    if _JSON_NUMBER.fullmatch(text):
        number = float(text)
        # A number too large for a float would become an infinity.
        return number if number - number == 0 else Trap(text)
    return Trap(text) if _TRAP_NUMBERS.fullmatch(text) or _TRAP_WORDS.fullmatch(text) else text


def trap_kind(written: str) -> str:
    """Say in words what some YAML readers make of a scalar without quotes."""
    if re.match(r"[0-9]{4}-[0-9]{1,2}-", written):
        return "a date"
    if ":" in written and written[:1] in FIRST_OF_NUMBER:
        return "a number in base 60"
    if written[:1] in FIRST_OF_NUMBER:
        return "a number"
    lowered = written.lower()
    if lowered in ("nan", "inf", "infinity"):
        return "a number"
    return "nothing" if lowered in ("null", "=") else "a yes or no"


_FORBIDDEN_BYTES = bytes({*range(0x20), 0x7F} - {0x09, 0x0A, 0x0D})
# The line and paragraph separators and U+0085 end a line for the YAML 1.1 parser, and for nobody else.
FORBIDDEN = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]")


def refuse_forbidden_characters(source: Source) -> None:
    """Raise InvalidFileError where the text holds characters that no person sees and readers read differently."""
    text = source.text
    if text.isascii():
        raw = text.encode()
        if len(raw.translate(None, _FORBIDDEN_BYTES)) == len(raw):
            return
    problems = []
    for found in FORBIDDEN.finditer(text):
        code = ord(found.group())
        escape = f"\\x{code:02x}" if code <= 0xFF else f"\\u{code:04x}"
        mend = "remove it" if code == 0 else f"remove it, or write {escape} inside double quotes"
        problems.append(
            source.problem(f"the file holds the invisible character U+{code:04X}", at=found.start(), mend=mend)
        )
        if len(problems) == 20:
            break
    if problems:
        raise unreadable(source.name, problems)
