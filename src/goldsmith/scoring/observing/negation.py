"""Whether a text denies what it seems to state.

Only a negation that stands right before the words counts, with at most two small words between: "no voucher", "is not
a voucher", "не выдаётся ваучер", "没有代金券". "No later than 30 days" and "not after 30 days" do state 30 days: the
word between is none of the small ones. Behind the words only a denied grant counts ("vouchers are not given"), and only
where the caller asks for it. A claim that is itself worded with a negation is never taken for denied.
"""

from __future__ import annotations

import re

from goldsmith.text.normal import fold_text

_LEFT_CONTEXT = 40
_SMALL = (
    r"(?:a|an|the|any|such|is|are|be|been|being|given|issued|offered|get|receive|give|offer|issue|provide|"
    r"получает|выдается|выдаётся|является|это)"
)
_WORDS = r"(?:not|no|never|neither|nor|cannot|without any|rather than|instead of|\w+n't|не|нет|ни|вместо|никогда не)"
_BEFORE = re.compile(
    rf"(?<![\w'-]){_WORDS} (?:{_SMALL} ){{0,2}}$|(?:没有|不是|并非|并不|不会|无法|不能|不可|不|没|无|非)$"
)
_GRANTED = (
    "given|issued|offered|possible|available|allowed|permitted|provided|granted|accepted|paid|included|used|correct"
)
_AUXILIARY = "is|are|was|were|will|can|could|would|should|must|may|do|does|did|has|have|had"
_AFTER = re.compile(
    rf"^ (?:(?:{_AUXILIARY}) (?:not|never)|(?:{_AUXILIARY})n't|cannot|can't|won't) (?:be )?(?:{_GRANTED})\b"
    r"|^ не (?:выда|предоставля|полага|дела|возмож|допуска|принима)|^(?:不可用|不提供|不适用|不发放|不被允许)"
)
_OWN = re.compile(
    r"(?<![\w'-])(?:not|no|never|neither|nor|cannot|without|none|\w+n't|не|нет|ни|без|никогда|нельзя)(?![\w'-])|[不没無无非未]"
)


def speaks_of_absence(text: str) -> bool:
    """Say whether a text is itself worded with a negation."""
    return _OWN.search(fold_text(text)) is not None


def is_denied(text: str, start: int, end: int, *, also_after: bool) -> bool:
    """Say whether ``text[start:end]`` is denied by words right before it, or right behind where `also_after`."""
    before = fold_text(text[max(0, start - _LEFT_CONTEXT) : start])
    if _BEFORE.search(before):
        return True
    return also_after and _AFTER.search(fold_text(text[end : end + _LEFT_CONTEXT])) is not None
