"""Who comes in: links that are used once, what ends a session, and who takes part as what."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import sha256
from secrets import token_urlsafe
from typing import Literal

from goldsmith._base.registry import unknown_name
from goldsmith.errors import ConfigurationError, ConflictError, InputError
from goldsmith.records.person import Person
from goldsmith.records.workbench import Invited, SignedIn, SignedOut
from goldsmith.review.bench import PERSON, PersonSaid
from goldsmith.workflows.review_desk import Desk, as_stamp

LINK_DAYS = 7
"""So long a link can be used, once."""
TOLD_AGAIN_AFTER = timedelta(hours=12)
"""Who comes in without a link is noted once in this time."""

_LONGEST_TOKEN = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class Invitation:
    """A link for one person. The token is kept nowhere: it is shown once."""

    person: str
    token: str
    until: str

    @property
    def path(self) -> str:
        """Where the link leads, behind the address of the site."""
        return f"/sign-in?token={self.token}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Arrival:
    """Who came in, and the number of the fact that says so among the facts of the person."""

    person: Person
    fact: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonStanding:
    """One of the people as an overview shows them."""

    person: Person
    invited_until: str | None
    """A link waits to be used; None: there is none."""
    last_seen: str | None
    """When they last came in; None: never."""
    way: Literal["link", "proxy", "local"] | None


def invite(desk: Desk, by: str, name: str) -> Invitation:
    """Return a link for one of the people; links that they did not use yet count no more.

    Raises UnknownNameError for who is not in goldsmith.toml, ConfigurationError where nobody needs a link.
    """
    people = desk.project.settings.people
    if not people:
        message = "no people are configured, so the person at this machine comes in without a link"
        raise ConfigurationError(message, next_step=f"add [people.{name}] to goldsmith.toml")
    if name not in people:
        raise unknown_name("people of goldsmith.toml", name, tuple(sorted(people)))
    token = token_urlsafe(32)
    until = as_stamp(desk.now() + timedelta(days=LINK_DAYS))
    desk.say(by, f"{PERSON}{name}", Invited(token_hash=_hash(token), until=until))
    return Invitation(person=name, token=token, until=until)


def who_may_use(desk: Desk, token: str) -> Person:
    """Return whose link it is, and use nothing up. Raises InputError where it opens nothing any more."""
    return desk.person(_owner(desk, token)[0])


def sign_in_with(desk: Desk, token: str) -> Arrival:
    """Use a link up: its person is in. Of two who use one link at once, one gets in.

    Raises InputError for a link that is unknown, used, replaced or too old.
    """
    while True:
        name, facts = _owner(desk, token)
        person = desk.person(name)
        fact = SignedIn(way="link", token_hash=_hash(token))
        try:
            stored = desk.say(name, f"{PERSON}{name}", fact, expects=facts)
        except ConflictError:
            # Something was said of this person meanwhile: the use of this very link, or what has no bearing on it.
            if _facts(desk, name) == facts:
                raise
            continue
        return Arrival(person=person, fact=stored.number)


def sign_out(desk: Desk, person: str, *, by: str | None = None) -> None:
    """End every session of a person; where somebody else says so, links that wait for them count no more either."""
    desk.say(by or person, f"{PERSON}{person}", SignedOut())


def note_arrival(desk: Desk, person: Person, way: Literal["proxy", "local"]) -> None:
    """Keep that somebody came in without a link; once in `TOLD_AGAIN_AFTER`."""
    border = as_stamp(desk.now() - TOLD_AGAIN_AFTER)
    said = desk.bench().people.get(person.name, ())
    if not any(item.at > border and isinstance(item.fact, SignedIn) and item.fact.way == way for item in said):
        desk.say(person.name, f"{PERSON}{person.name}", SignedIn(way=way))


def signed_out_since(desk: Desk, person: str, fact: int) -> bool:
    """Say whether the person signed out after the fact of that number among theirs."""
    said = desk.bench().people.get(person, ())
    return any(isinstance(item.fact, SignedOut) for item in said[fact:])


def people_standing(desk: Desk) -> tuple[PersonStanding, ...]:
    """Return everybody who may take part, by name, with what is known of their coming in."""
    said = desk.bench().people
    now = desk.now()
    return tuple(_standing(person, said.get(name, ()), now) for name, person in sorted(desk.people.items()))


def _standing(person: Person, said: tuple[PersonSaid, ...], now: datetime) -> PersonStanding:
    arrivals = [(item.at, item.fact.way) for item in said if isinstance(item.fact, SignedIn)]
    last = arrivals[-1] if arrivals else (None, None)
    waits = _waiting_link(person.name, said, now)
    until = waits.until if waits is not None else None
    return PersonStanding(person=person, invited_until=until, last_seen=last[0], way=last[1])


def _owner(desk: Desk, token: str) -> tuple[str, int]:
    """Return whose link it is, and how many facts there are of them."""
    wanted = _hash(token)
    now = desk.now()
    for name, said in sorted(desk.bench().people.items()):
        link = _waiting_link(name, said, now)
        if link is not None and link.token_hash == wanted and name in desk.project.settings.people:
            return name, len(said)
    message = "this link opens nothing: it was used, a newer one took its place, or it is too old"
    raise InputError(message, next_step="ask whoever sent it for a new one")


def _waiting_link(name: str, said: tuple[PersonSaid, ...], now: datetime) -> Invited | None:
    """Return the link of a person that can still be used: their newest one."""
    waiting: Invited | None = None
    for item in said:
        fact = item.fact
        if isinstance(fact, Invited):
            waiting = fact
        elif waiting is not None and (
            (isinstance(fact, SignedIn) and fact.token_hash == waiting.token_hash)
            or (isinstance(fact, SignedOut) and item.author != name)
        ):
            waiting = None
    return waiting if waiting is not None and as_stamp(now) <= waiting.until else None


def _facts(desk: Desk, name: str) -> int:
    return len(desk.bench().people.get(name, ()))


def _hash(token: str) -> str:
    return sha256(token[:_LONGEST_TOKEN].encode()).hexdigest()
