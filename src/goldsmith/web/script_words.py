"""What the scripts of the case pages say, and the keys that they listen to."""

from __future__ import annotations

import json

from goldsmith.web.visit import Visit

_WORDS = (
    "need", "instead", "instead_of", "remove", "remove_of", "or", "any_of", "next_new", "next_other", "marked",
    "marked_twice", "unmarked", "draft_kept", "draft_failed", "whole_marked", "mark_passage", "mark_selection",
)  # fmt: skip

EVIDENCE_KEYS: tuple[tuple[tuple[str, ...], str], ...] = (
    (("j", "k"), "case.key_move"),
    (("Space", "Enter"), "case.key_passage"),
    (("←", "→"), "case.key_word"),
    (("Shift+→", "Shift+↓"), "case.key_grow"),
    (("m",), "case.key_selection"),
    (("a",), "case.key_also"),
    (("o",), "case.key_instead"),
    (("1", "9"), "case.key_need"),
    (("x",), "case.key_remove"),
    (("0",), "case.key_none"),
    (("/",), "case.key_search"),
    (("Ctrl+Enter",), "case.key_submit"),
)
"""Keys of the first step, with what they do."""
LABEL_KEYS: tuple[tuple[tuple[str, ...], str], ...] = (
    (("y",), "case.key_all"),
    (("1", "9"), "case.key_claims"),
    (("g", "c", "d", "h", "f"), "case.key_behaviour"),
    (("a", "r", "b", "o", "v"), "case.key_decision"),
    (("e",), "case.change_evidence"),
    (("Ctrl+Enter",), "case.key_submit"),
)
"""Keys of the second step."""


def script_words(visit: Visit) -> str:
    """Return the words as JSON; holes stay open for the script to fill."""
    holes = {"n": "{n}", "quote": "{quote}"}
    return json.dumps({name: visit.say(f"case.{name}", **holes) for name in _WORDS}, ensure_ascii=False)
