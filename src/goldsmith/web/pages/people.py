"""Who takes part, as what, with which clearance; links to come in by; ending somebody's sessions."""

from __future__ import annotations

from dataclasses import dataclass

from goldsmith.ports.pages import Reply
from goldsmith.records.person import Person
from goldsmith.web.visit import Page, Visit
from goldsmith.workflows.review_people import Invitation, PersonStanding, invite, people_standing, sign_out


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonRow:
    """One of the people as the page shows them."""

    standing: PersonStanding
    roles: str
    clearance: tuple[str, ...]
    """What they may see, a line each."""
    cases: str
    """Languages and fields of their cases."""


def show_people(visit: Visit) -> Reply:
    """Return the page of everybody."""
    return _page(visit)


def take_invite(visit: Visit) -> Reply:
    """Make a link and show it, once."""
    return _page(visit, invitation=invite(visit.desk, visit.person.name, visit.call.posted("name")))


def take_out(visit: Visit) -> Reply:
    """End the sessions of somebody."""
    name = visit.desk.person(visit.call.posted("name")).name
    sign_out(visit.desk, name, by=visit.person.name)
    return visit.go("/people", out=name)


def _page(visit: Visit, invitation: Invitation | None = None) -> Reply:
    rows = tuple(_row(visit, standing) for standing in people_standing(visit.desk))
    names = {row.standing.person.name for row in rows}
    out = visit.call.asked("out")
    values = {
        "rows": rows,
        "invitation": invitation,
        "link": _address(visit) + invitation.path if invitation is not None else "",
        "out": out if out in names else "",
        "alone": visit.desk.local is not None,
        "by_proxy": visit.desk.settings.trusted_header is not None,
    }
    return visit.page("people.html", values)


def _address(visit: Visit) -> str:
    """Return under which address people reach the pages: as configured, else as this browser does."""
    told = visit.desk.settings.url
    if told is not None:
        return told.rstrip("/")
    return f"{'https' if visit.call.secure else 'http'}://{visit.call.headers.get('host', 'localhost')}"


def _row(visit: Visit, standing: PersonStanding) -> PersonRow:
    person, say = standing.person, visit.say
    languages = ", ".join(person.languages) or say("people.all_languages")
    return PersonRow(
        standing=standing,
        roles=", ".join(say(f"shell.role.{role}") for role in person.roles),
        clearance=_clearance(visit, person),
        cases=f"{languages} · {', '.join(person.fields) or say('people.all_fields')}",
    )


def _clearance(visit: Visit, person: Person) -> tuple[str, ...]:
    sees, say = person.sees, visit.say
    if sees is None:
        return (say("people.sees_all"),)
    told = (
        (sees.tenant, "people.tenant"),
        (", ".join(sees.roles), "people.groups"),
        (", ".join(sees.allowed), "people.allowed"),
        (", ".join(sees.denied), "people.denied"),
    )
    return tuple(say(key, names=names) for names, key in told if names) or (say("people.sees_open"),)


PAGES = (
    Page(method="GET", path="/people", right="manage", handle=show_people),
    Page(method="POST", path="/people/invite", right="manage", handle=take_invite),
    Page(method="POST", path="/people/sign-out", right="manage", handle=take_out),
)
