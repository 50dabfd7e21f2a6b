"""Who is it: a session, the word of a trusted proxy, the person at this machine, or nobody that is known."""

from __future__ import annotations

from dataclasses import dataclass, replace
from secrets import token_hex
from typing import Literal

from goldsmith.ports.pages import Call
from goldsmith.records.case import Identity
from goldsmith.records.person import Person
from goldsmith.web.callers import Caller, caller_of
from goldsmith.web.sessions import Session, cookie, sealed, signed, unsealed
from goldsmith.workflows.review_desk import Desk
from goldsmith.workflows.review_people import Arrival, signed_out_since

NOBODY = Person(name="", roles=(), sees=Identity(user=""))
"""Who is not signed in: no role, the clearance of a stranger."""

Way = Literal["link", "proxy", "local", "none"]

_DOOR_S = 3_600


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """Who a call is from, and how that is known."""

    caller: Caller
    person: Person
    way: Way
    csrf: str
    """What a form of this visitor carries."""
    session: Session | None = None
    door: str | None = None
    """Marks the browser of a stranger, so that only a form that it opened itself is taken."""
    unknown: str = ""
    """The name that a trusted proxy gave, where nobody is called so."""


def entry_of(desk: Desk, call: Call) -> Entry:
    """Return who a call is from. Nothing is written."""
    settings = desk.settings
    caller = caller_of(call, settings.trusted_proxies)
    if (settings.url or "").startswith("https:"):
        # A proxy that is not trusted in other things may end TLS all the same.
        caller = replace(caller, call=replace(caller.call, secure=True))
    if desk.local is not None:
        return _entry(desk, caller, desk.local, "local")
    header = settings.trusted_header
    named = call.headers.get(header.lower(), "").strip() if header is not None and caller.by_proxy else ""
    if named:
        known = desk.people.get(named)
        return _entry(desk, caller, known, "proxy") if known is not None else _stranger(desk, caller, named)
    session = _session_of(desk, call)
    if session is not None:
        return _entry(desk, caller, desk.people[session.person], "link", session)
    return _stranger(desk, caller)


def session_cookie(desk: Desk, call: Call, came: Arrival) -> tuple[str, str]:
    """Return the header by which the browser of somebody who just came in keeps their session."""
    now = int(desk.now().timestamp())
    session = Session(person=came.person.name, fact=came.fact, begun=now, seen=now, nonce=token_hex(16))
    return _kept(desk, call, session)


def gone_cookie(desk: Desk, call: Call) -> tuple[str, str]:
    """Return the header by which a browser forgets its session."""
    return cookie(session_name(desk), "", secure=call.secure)


def entry_cookies(desk: Desk, entry: Entry) -> tuple[tuple[str, str], ...]:
    """Return the headers by which a browser is known again: the session as it was last seen, or the mark of a door."""
    call = entry.caller.call
    if entry.session is not None:
        seen = entry.session.seen_at(int(desk.now().timestamp()))
        return () if seen is entry.session else (_kept(desk, call, seen),)
    if entry.door is None or call.cookies.get(_door_name(desk)) == entry.door:
        return ()
    return (cookie(_door_name(desk), entry.door, secure=call.secure, longest_s=_DOOR_S),)


def session_name(desk: Desk) -> str:
    """Return the name of the session's cookie: two sets on one host do not sign each other's people out."""
    return f"goldsmith-{_mark_of(desk)}"


def _door_name(desk: Desk) -> str:
    return f"goldsmith-door-{_mark_of(desk)}"


def _mark_of(desk: Desk) -> str:
    return signed(desk.secret("cookies"), "name", "")[:8]


def _kept(desk: Desk, call: Call, session: Session) -> tuple[str, str]:
    return cookie(session_name(desk), sealed(session, desk.secret("sessions")), secure=call.secure)


def _session_of(desk: Desk, call: Call) -> Session | None:
    kept = call.cookies.get(session_name(desk), "")
    session = unsealed(kept, desk.secret("sessions")) if kept else None
    if session is None or session.is_over(int(desk.now().timestamp())) or session.person not in desk.people:
        return None
    return None if signed_out_since(desk, session.person, session.fact) else session


def _entry(desk: Desk, caller: Caller, person: Person, way: Way, session: Session | None = None) -> Entry:
    bound = session.nonce if session is not None else ""
    return Entry(caller=caller, person=person, way=way, csrf=_csrf(desk, way, person.name, bound), session=session)


def _stranger(desk: Desk, caller: Caller, unknown: str = "") -> Entry:
    kept = caller.call.cookies.get(_door_name(desk), "")
    door = kept if len(kept) == 32 and kept.isalnum() and kept.isascii() else token_hex(16)
    csrf = _csrf(desk, "none", "", door)
    return Entry(caller=caller, person=NOBODY, way="none", csrf=csrf, door=door, unknown=unknown)


def _csrf(desk: Desk, way: Way, person: str, bound: str) -> str:
    return signed(desk.secret("forms"), "form", f"{way}\n{bound}\n{person}")
