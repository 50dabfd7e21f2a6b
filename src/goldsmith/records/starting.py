"""What a folder holds of which a project is made, and what was made of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """What a folder holds; paths are relative to it, the likeliest first."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    questions: tuple[str, ...]
    """Files whose records have a question."""
    documents: tuple[tuple[str, int], ...]
    """Folders of documents, and how many each holds."""
    apps: tuple[str, ...]
    """Functions that answer, as ``app.py:answer``."""
    workbooks: tuple[str, ...]
    """Files of a spreadsheet program, whose questions cannot be read."""
    whole: bool
    """False: there are more files than were looked at."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Initialised:
    """What was found, written and left."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    found: Found
    written: tuple[tuple[str, str], ...]
    """File, and what it is for."""
    left: tuple[str, ...]
    """Files that were there and stay as they are."""
    notes: tuple[str, ...]
    next_step: str
