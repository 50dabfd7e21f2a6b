"""The formats that sets come in and leave in."""

from __future__ import annotations

from goldsmith.interchange.formats import FORMATS


def known_formats() -> tuple[tuple[str, str, bool, bool, str], ...]:
    """Return of each format, by name: title, whether it is read and written, and what it was checked against."""
    formats = (FORMATS.get(name) for name in FORMATS)
    return tuple((one.name, one.title, one.read is not None, one.write is not None, one.checked) for one in formats)
