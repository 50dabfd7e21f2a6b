"""What a person entered at a case and did not submit, as the page keeps it and puts it back."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass

from goldsmith.ports.pages import Call
from goldsmith.review.offer import Offer
from goldsmith.web.case_view import as_marked
from goldsmith.web.label_form import chosen
from goldsmith.web.marking import Marked, data_in, dense, is_text, mark_from, posted
from goldsmith.web.visit import Visit

_LONGEST_TIME = 20
"""Characters in which a page tells its seconds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entered:
    """The content of the form of one step."""

    marks: tuple[Marked, ...] = ()
    none: bool = False
    fields: Mapping[str, str]
    seconds: str = ""

    @property
    def json(self) -> str:
        """What is kept as a draft."""
        held = {
            "marks": [asdict(mark) for mark in self.marks],
            "none": self.none,
            "fields": dict(self.fields),
            "seconds": self.seconds,
        }
        return json.dumps(held, sort_keys=True)


def entered_in(call: Call) -> Entered:
    """Return what stands in a form that was sent."""
    read = posted(call)
    return Entered(
        marks=read.marks, none=read.none, fields=chosen(call), seconds=call.posted("seconds")[:_LONGEST_TIME]
    )


def entered_before(offer: Offer, draft: str | None = None) -> Entered:
    """Return what the draft of `offer` holds, or `draft`; without one, what the person marked already."""
    text = draft if draft is not None else offer.draft
    held = _read(text) if text is not None else None
    if held is None:
        return Entered(marks=as_marked(offer.marks), fields={})
    marks = [mark_from(item) for item in _list(held.get("marks"))]
    fields, seconds = held.get("fields"), held.get("seconds")
    return Entered(
        marks=dense(mark for mark in marks if mark is not None),
        none=held.get("none") is True,
        fields={str(key): value for key, value in fields.items() if is_text(key) and is_text(value)}
        if isinstance(fields, dict)
        else {},
        seconds=seconds if is_text(seconds) else "",
    )


def told(visit: Visit, entered: Entered) -> str:
    """Return what was entered in words, one thing a line: for two versions to be held against each other."""
    say = visit.say
    lines = [f"{say('case.need', n=mark.need + 1)}: {mark.quote or ''}" for mark in entered.marks]
    lines += [say("case.none")] if entered.none else []
    fields = entered.fields
    for name in ("answer", "behaviour", "decision"):
        if fields.get(name):
            lines.append(say(f"case.{name}.{fields[name]}") if _is_word(name, fields[name]) else fields[name])
    lines += [fields["reason"]] if fields.get("reason") else []
    return "\n".join(lines)


def _is_word(name: str, value: str) -> bool:
    from goldsmith.web.words import catalogue

    return f"case.{name}.{value}" in catalogue()


def _read(text: str) -> dict[str, object] | None:
    held = data_in(text)
    return held if isinstance(held, dict) else None


def _list(held: object) -> list[object]:
    return held if isinstance(held, list) else []
