"""One visit of a person to a page, and the ways to reply to it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal
from urllib.parse import urlencode

from goldsmith.ports.pages import Call, Reply
from goldsmith.records.person import Person, Right
from goldsmith.workflows.review_desk import Desk

Language = Literal["en", "ru", "zh"]
LONGEST_ASKED = 300
"""Characters of one value of an address to which a form leads."""
LANGUAGES: tuple[Language, ...] = ("en", "ru", "zh")


@dataclass(frozen=True, slots=True, kw_only=True)
class Visit:
    """A call that was let in: who it is from, in which language they read, and what they work at."""

    call: Call
    desk: Desk
    person: Person
    language: Language
    csrf: str
    """What every posted form must carry back in the field `csrf`."""
    render: Callable[[Visit, str, Mapping[str, Any]], Reply]
    say: Callable[..., str]
    """Return the words of a key in the language of the visit: ``visit.say("queue.next")``; named values fill it in."""

    def page(self, template: str, values: Mapping[str, Any], *, status: int = 200) -> Reply:
        """Return a page made from a template and `values`."""
        reply = self.render(self, template, values)
        return Reply(status=status, body=reply.body, media_type=reply.media_type, headers=reply.headers)

    def go(self, path: str, **query: str) -> Reply:
        """Send the browser on to another of our pages, after a form was taken."""
        # What somebody typed may be longer than any server takes an address to be.
        kept = {name: value[:LONGEST_ASKED] for name, value in query.items()}
        target = f"{path}?{urlencode(kept)}" if kept else path
        return Reply(status=303, headers=(("Location", target),))


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """A path, who may call it, and what replies."""

    method: Literal["GET", "POST"]
    path: str
    right: Right | None
    """None: everybody who is signed in."""
    handle: Callable[[Visit], Reply]
