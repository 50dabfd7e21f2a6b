"""Ids that a person cannot tell apart: what they have in common, and what kind of difference there is."""

from __future__ import annotations

import unicodedata
from typing import Literal

Difference = Literal["exact", "invisible", "form", "case", "look_alike", "distinct"]
"""From no difference to a real one. ``invisible``: blanks at the ends or of another kind, and characters nobody
sees; ``form``: Unicode normal form or compatibility variant; ``case``: letter case; ``look_alike``: a Cyrillic or
Greek letter beside the Latin one of the same shape; ``distinct``: different to the eye."""

# Lower case, since ids are case-folded first. A letter whose capital looks Latin stands here too (в for B): ids that
# differ only by case, and ids that differ only by look, share one skeleton, so both relations are closed together.
_CYRILLIC = dict(zip("авсеһіјкмноԛрѕтԝхуԁѵ", "abcehijkmhoqpstwxydv", strict=True))
_GREEK = dict(zip("αβεζηικμνορτυχγϲϳ", "abezhikmnoptyxycj", strict=True))
_LATIN = dict(zip("ɑɡıȷ", "agij", strict=True))
_LOOK_ALIKE = str.maketrans(_CYRILLIC | _GREEK | _LATIN)


def identity_skeleton(identifier: str) -> str:
    """Return what two ids share when a person may take one for the other.

    Equal skeletons: the ids differ at most by case, blanks at the ends, invisible characters, normal form, or
    Cyrillic and Greek letters that look Latin. Never store it in place of the id.
    """
    return _unlike(_caseless(_composed(_visible(identifier))))


def difference(left: str, right: str) -> Difference:
    """Say what kind of difference there is between two ids: the strongest one that is needed to tell them apart."""
    if left == right:
        return "exact"
    levels: tuple[Difference, ...] = ("invisible", "form", "case", "look_alike")
    for level, step in zip(levels, (_visible, _composed, _caseless, _unlike), strict=True):
        left, right = step(left), step(right)
        if left == right:
            return level
    return "distinct"


def _visible(identifier: str) -> str:
    kept = (c for c in identifier if not _is_invisible(c))
    return " ".join("".join(kept).split())


def _is_invisible(character: str) -> bool:
    return (
        unicodedata.category(character) == "Cf"
        or "\ufe00" <= character <= "\ufe0f"
        or character in "\u034f\u115f\u1160"
    )


def _composed(identifier: str) -> str:
    return unicodedata.normalize("NFKC", identifier)


def _caseless(identifier: str) -> str:
    return unicodedata.normalize("NFKC", identifier.casefold())


def _unlike(identifier: str) -> str:
    # Decomposed, so that an accented look-alike folds as its plain letter does.
    return unicodedata.normalize("NFC", unicodedata.normalize("NFD", identifier).translate(_LOOK_ALIKE))
