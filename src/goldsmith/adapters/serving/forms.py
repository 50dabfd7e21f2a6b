"""Posted forms and queries as text."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from urllib.parse import parse_qsl

from python_multipart.exceptions import FormParserError
from python_multipart.multipart import Field, File, create_form_parser, parse_options_header

MOST_FIELDS = 5_000
"""Fields of one form."""

_URLENCODED = b"application/x-www-form-urlencoded"
_MULTIPART = b"multipart/form-data"


class UnreadableFormError(ValueError):
    """What came is no form that can be read."""


def read_query(query: bytes) -> dict[str, tuple[str, ...]]:
    """Return the values of a query by name, in their order. Raises UnreadableFormError."""
    return _gathered(_pairs(query))


def read_form(content_type: str, body: bytes) -> dict[str, tuple[str, ...]]:
    """Return the values of a form by name, in the order of the page; lines end with LF, whatever the browser sent.

    Files are text as well. What is of another type has no fields. Raises UnreadableFormError.
    """
    kind, options = parse_options_header(content_type)
    if kind == _URLENCODED:
        return _gathered(_pairs(body))
    if kind == _MULTIPART:
        if not body.rstrip().endswith(b"--" + options.get(b"boundary", b"") + b"--"):
            message = "the form is broken off"
            raise UnreadableFormError(message)
        return _gathered(_parts(content_type, body))
    return {}


def _pairs(text: bytes) -> list[tuple[str, str]]:
    try:
        return parse_qsl(text.decode("ascii"), keep_blank_values=True, errors="strict", max_num_fields=MOST_FIELDS)
    except ValueError as error:
        message = "a field is not written in UTF-8, or there are too many of them"
        raise UnreadableFormError(message) from error


def _parts(content_type: str, body: bytes) -> list[tuple[str, str]]:
    pairs: list[tuple[bytes, bytes]] = []

    def on_field(field: Field) -> None:
        pairs.append((field.field_name or b"", field.value or b""))
        if len(pairs) > MOST_FIELDS:
            message = "there are too many fields"
            raise UnreadableFormError(message)

    def on_file(file: File) -> None:
        file.file_object.seek(0)
        pairs.append((file.field_name or b"", file.file_object.read()))

    try:
        # Never to a temporary file: a body is shorter than that.
        config = {"MAX_MEMORY_FILE_SIZE": len(body) + 1}
        parser = create_form_parser({"Content-Type": content_type.encode()}, on_field, on_file, config=config)
        parser.write(body)
        parser.finalize()
        parser.close()
        return [(name.decode(), value.decode()) for name, value in pairs]
    except (FormParserError, UnicodeDecodeError) as error:
        message = "the form is damaged or not written in UTF-8"
        raise UnreadableFormError(message) from error


def _gathered(pairs: list[tuple[str, str]]) -> dict[str, tuple[str, ...]]:
    found: dict[str, list[str]] = defaultdict(list)
    for name, value in pairs:
        if "\0" in name or "\0" in value:
            message = "a field holds a character that is no text (NUL)"
            raise UnreadableFormError(message)
        found[name].append(value.replace("\r\n", "\n"))
    return {name: tuple(values) for name, values in found.items()}


def read_cookies(header: str) -> Mapping[str, str]:
    """Return the cookies of a browser by name; of two of one name the first, which is the more exact one."""
    found: dict[str, str] = {}
    for part in header.split(";"):
        name, mark, value = part.strip().partition("=")
        if mark:
            found.setdefault(name, value)
    return found
