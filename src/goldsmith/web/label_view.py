"""A label that was given, as a page shows it, and in what two of them differ."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from goldsmith.records.workbench import Labelled
from goldsmith.review.differences import Differing
from goldsmith.review.offer import MarkShown
from goldsmith.web.case_view import as_marked
from goldsmith.web.marking import grouped
from goldsmith.web.visit import Visit

_BETWEEN = re.compile(" and | or ")


def label_view(visit: Visit, label: Labelled, marks: Sequence[MarkShown]) -> Mapping[str, Any]:
    """Return what the template labels.html shows of a label; its marks as the person may see them."""
    return {
        "decision": label.decision,
        "reason": label.reason,
        "answer": visit.say(f"case.answer.{label.answer}") if label.answer else "",
        "behaviour": label.behaviour,
        "claims": label.claims,
        "fails": tuple(word.claim + 1 for word in label.claims if not word.holds),
        "groups": grouped(as_marked(marks)),
    }


def told_difference(visit: Visit, item: Differing) -> tuple[str, str, str]:
    """Return the name of a difference and what each side says, in words; chunks are counted, their ids would tell."""
    say = visit.say
    if item.name == "claim":
        name = say("adjudication.difference.claim", n=(item.claim or 0) + 1)
        words = {"holds": say("adjudication.holds"), "does not hold": say("adjudication.holds_not")}
        return name, words.get(item.first, item.first), words.get(item.second, item.second)
    name = say(f"adjudication.difference.{item.name}")
    if item.name == "evidence":
        return (
            name,
            _evidence_told(visit, item, item.first, item.second),
            _evidence_told(visit, item, item.second, item.first),
        )
    kind = f"case.{item.name}"
    return name, say(f"{kind}.{item.first or 'none'}"), say(f"{kind}.{item.second or 'none'}")


def _evidence_told(visit: Visit, item: Differing, own: str, other: str) -> str:
    say = visit.say
    if not own:
        return say("adjudication.nothing")
    if item.how == "words":
        return say("adjudication.other_words")
    if item.how == "passages":
        return say("adjudication.only_here", n=len(own.split(", ")))
    marks, theirs = (len(_BETWEEN.split(told)) for told in (own, other))
    return say("adjudication.same_otherwise") if marks == theirs else say("adjudication.marks", n=marks)
