"""How evidence stands against one corpus revision."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from goldsmith.records.evidence import Alternative

ResolutionState = Literal[
    "found",
    "document_level",
    "moved",
    "split",
    "dangling",
    "document_failed",
    "changed",
    "quote_missing",
    "ambiguous",
    "text_absent",
]
"""`found`: chunk and quote stand as pinned · `document_level`: the author named a whole document, which is there ·
`moved`: the quote is intact, under another chunk or span · `split`: the quote is intact and runs over several chunks,
none of which holds it whole as the pinned one did · `dangling`: neither chunk nor document is there ·
`document_failed`: no parser took the document · `changed`: the chunk id is there and its text is another ·
`quote_missing`: the words stand nowhere in the document · `ambiguous`: the words stand in several places and nothing
says which · `text_absent`: the revision holds no text, so words cannot be checked."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Resolution:
    """One alternative of one need, looked up in a revision."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    case: str
    need: int
    alternative: int
    """Places in the case, from 0."""
    state: ResolutionState
    pinned: Alternative
    """The alternative with all that the revision knows of it filled in; as written where nothing was found."""
    complete: bool
    """Nothing is left for `check --fix` to fill in."""
    detail: str = ""
    """What was found instead: the nearest ids or words."""
