"""One spelling for equal content: the text from which every digest is taken.

Sorted keys, UTF-8, LF line ends, NFC text without trailing blanks on any line, numbers as normalised decimal text,
and nothing that equals its default. Two values that mean the same have the same text on every machine.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from decimal import Decimal
from functools import lru_cache
from hashlib import sha256
from json.encoder import encode_basestring
from typing import Any

MOST_PLACES = 10_000
"""Further from 1 than this many decimal places, a written number such as ``1e999999999`` would fill the memory."""
_SMALL = 10**15


def canonical_text(text: str) -> str:
    """Return `text` in NFC, with LF line ends, without blanks at the end of any line or line ends at its own end.

    So a YAML block scalar and the same words on one line agree.
    """
    # Most texts are one tidy line, and ASCII is always in NFC.
    if text.isascii() and "\n" not in text and "\r" not in text and not text[-1:].isspace():
        return text
    folded = unicodedata.normalize("NFC", text).replace("\r\n", "\n").replace("\r", "\n")
    return "\n".join(line.rstrip() for line in folded.split("\n")).rstrip("\n")


def canonical_number(number: float | Decimal) -> str:
    """Return the decimal text of `number`: no exponent, no trailing zeros, never ``-0``.

    Raises ValueError for NaN and infinities, which are not values, and for a number of more than 10,000 places.
    """
    if type(number) is int and abs(number) < _SMALL:
        return str(number)
    # float() first: numpy's float64 is a float whose repr is not a numeral.
    value = Decimal(repr(float(number))) if isinstance(number, float) else Decimal(number)
    if not value.is_finite():
        message = f"{number!r} is not a finite number"
        raise ValueError(message)
    if value == 0:
        return "0"
    if abs(value.adjusted()) > MOST_PLACES:
        message = f"a number of more than {MOST_PLACES} places has no canonical form"
        raise ValueError(message)
    text = format(value, "f")
    return text.rstrip("0").rstrip(".") if "." in text else text


def canonical_json(value: object) -> str:
    """Return the one JSON text of plain data (mappings, sequences, sets, text, numbers, booleans, None).

    Sets are sorted by the canonical text of their members, each once. A number becomes ``{"#": text}``, so that 1, 1.0
    and 1e0 agree. Raises TypeError for what is not plain data, ValueError for two keys that are written alike.
    """
    # Text comes first because most of a case is text, Mapping last because to ask for it is dear.
    if isinstance(value, str):
        return encode_basestring(canonical_text(value))
    match value:
        case dict():
            return _mapping(value)
        case list() | tuple():
            return f"[{','.join(map(canonical_json, value))}]"
        case set() | frozenset():
            return f"[{','.join(sorted(set(map(canonical_json, value))))}]"
        case None:
            return "null"
        case bool():
            return "true" if value else "false"
        case int() | float() | Decimal():
            return f'{{"#":"{canonical_number(value)}"}}'
        case Mapping():
            return _mapping(value)
        case _:
            message = f"{type(value).__name__} has no canonical form"
            raise TypeError(message)


def _mapping(value: Mapping[Any, object]) -> str:
    written = {_key(key): item for key, item in value.items()}
    if len(written) != len(value):
        message = f"two keys are written alike among {sorted(value)}"
        raise ValueError(message)
    pairs = [f"{encode_basestring(key)}:{canonical_json(written[key])}" for key in sorted(written)]
    return f"{{{','.join(pairs)}}}"


# The names of fields, over and over.
@lru_cache(maxsize=1024)
def _key(key: object) -> str:
    if not isinstance(key, str):
        message = f"a key of type {type(key).__name__} has no canonical form"
        raise TypeError(message)
    text = canonical_text(key)
    # The bare mark stands for a number: a key of the caller's that begins with it carries one more.
    return f"#{text}" if text.startswith("#") else text


def digest(value: object) -> str:
    """Return the lower-case hexadecimal SHA-256 of the canonical form of `value`."""
    return sha256(canonical_json(value).encode("utf-8", "surrogatepass")).hexdigest()


def text_sha256(text: str) -> str:
    """Return the lower-case hexadecimal SHA-256 of `text` in UTF-8, exactly as it stands."""
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
