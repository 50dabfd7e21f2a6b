"""Headings of a text that does not mark them in the text itself."""

from __future__ import annotations

from typing import NamedTuple


class Heading(NamedTuple):
    """A heading as it stands in a text."""

    start: int
    """Where it begins, in code points."""
    level: int
    """1 is the highest."""
    words: str
    """Without line breaks."""
