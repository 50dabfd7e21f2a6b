"""The pages as routes: who is it, may they, in which language, and what goes wrong, told in words.

A path that no page has, and an error of ours on any page, are pages too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from hmac import compare_digest
from importlib import import_module
from math import ceil
from time import monotonic
from typing import Any, Literal, cast

from goldsmith.errors import ConflictError, GoldsmithError, InputError
from goldsmith.ports.pages import Call, Reply, Route
from goldsmith.records.person import Person
from goldsmith.web import rendering
from goldsmith.web.callers import is_from_our_pages, is_here
from goldsmith.web.entering import Entry, entry_cookies, entry_of, session_name
from goldsmith.web.languages import kept_language, language_links, language_of
from goldsmith.web.limits import Limit
from goldsmith.web.navigation import places_of
from goldsmith.web.pages.health import health_of
from goldsmith.web.spoken import spoken
from goldsmith.web.visit import Page, Visit
from goldsmith.web.words import said
from goldsmith.workflows.review_desk import Desk
from goldsmith.workflows.review_people import note_arrival

FAMILIES: tuple[str, ...] = (
    "goldsmith.web.pages.home:PAGES",
    "goldsmith.web.pages.queue:PAGES",
    "goldsmith.web.pages.case:PAGES",
    "goldsmith.web.pages.outcome:PAGES",
    "goldsmith.web.pages.practice:PAGES",
    "goldsmith.web.pages.adjudication:PAGES",
    "goldsmith.web.pages.refresh_requests:PAGES",
    "goldsmith.web.pages.search:PAGES",
    "goldsmith.web.pages.write_case:PAGES",
    "goldsmith.web.pages.coverage:PAGES",
    "goldsmith.web.pages.runs:PAGES",
    "goldsmith.web.pages.agreement:PAGES",
    "goldsmith.web.pages.batches:PAGES",
    "goldsmith.web.pages.sentinels:PAGES",
    "goldsmith.web.pages.handbook:PAGES",
    "goldsmith.web.pages.sign_in:PAGES",
    "goldsmith.web.pages.people:PAGES",
    "goldsmith.web.pages.audit:PAGES",
    "goldsmith.web.pages.keys:PAGES",
)
"""Pages for who is signed in; loaded when the site is."""
OPEN_FAMILIES: tuple[str, ...] = ("goldsmith.web.pages.sign_in:OPEN",)
"""Pages for everybody."""

CSP = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS: tuple[tuple[str, str], ...] = (
    ("Content-Security-Policy", CSP),
    ("X-Content-Type-Options", "nosniff"),
    ("X-Frame-Options", "DENY"),
    ("Referrer-Policy", "same-origin"),
    ("Permissions-Policy", "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
)
"""On every page. Nothing of a page is kept by a browser or a proxy, unless the page says otherwise."""

POSTS_OF_ONE = (20.0, 40.0)
"""Forms a second and at once that one person may send."""
POSTS_OF_AN_ADDRESS = (200.0, 400.0)
"""Many people may stand behind one address."""
SIGN_INS_OF_AN_ADDRESS = (10 / 60, 10.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Site:
    """What every page needs."""

    desk: Desk
    paths: frozenset[str]
    """Paths that can be opened."""
    by_person: Limit
    by_address: Limit
    strangers: Limit
    """Forms of who is not signed in, and every use of a link, by address."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Door:
    """A page, and who it is for."""

    page: Page
    open_to_all: bool


def routes_of(
    desk: Desk, *, families: Sequence[str] = FAMILIES, clock: Callable[[], float] = monotonic
) -> tuple[Route, ...]:
    """Return every page of `families`, the pages for everybody, the static files, and ``*`` for any other path.

    `clock` counts seconds for the limits. Raises ValueError where two pages have one address.
    """
    doors = [Door(page=page, open_to_all=False) for page in _pages(families)]
    doors += [Door(page=page, open_to_all=True) for page in _pages(OPEN_FAMILIES)]
    addresses = [(door.page.method, door.page.path) for door in doors]
    twice = sorted({address for address in addresses if addresses.count(address) > 1})
    if twice:
        message = f"several pages have one address: {twice}"
        raise ValueError(message)
    site = Site(
        desk=desk,
        paths=frozenset(path for method, path in addresses if method == "GET"),
        by_person=_limit(POSTS_OF_ONE, clock),
        by_address=_limit(POSTS_OF_AN_ADDRESS, clock),
        strangers=_limit(SIGN_INS_OF_AN_ADDRESS, clock),
    )
    missing: tuple[Literal["GET", "POST"], ...] = ("GET", "POST")
    doors += [Door(page=Page(method=method, path="*", right=None, handle=_missing), open_to_all=True)
              for method in missing]  # fmt: skip
    routes = (
        Route(method=door.page.method, path=door.page.path, handle=partial(_replied, site, door)) for door in doors
    )
    health = Route(method="GET", path="/health", handle=partial(health_of, desk))
    return (*routes, health, *rendering.static_routes())


def _pages(families: Iterable[str]) -> Iterator[Page]:
    for target in families:
        module, _, attribute = target.partition(":")
        yield from cast("tuple[Page, ...]", getattr(import_module(module), attribute))


def _limit(limit: tuple[float, float], clock: Callable[[], float]) -> Limit:
    return Limit(per_second=limit[0], burst=limit[1], clock=clock)


def _replied(site: Site, door: Door, call: Call) -> Reply:
    entry = entry_of(site.desk, call)
    language = language_of(call)
    visit = Visit(
        call=entry.caller.call,
        desk=site.desk,
        person=entry.person,
        language=language,
        csrf=entry.csrf,
        render=partial(_rendered, site, entry),
        say=partial(said, language),
    )
    try:
        reply = _refused(site, door, entry, visit)
        if reply is None:
            if entry.way == "proxy":
                note_arrival(site.desk, entry.person, "proxy")
            reply = door.page.handle(visit)
    except GoldsmithError as error:
        reply = _went_wrong(visit, error)
    return _finished(site, entry, reply)


def _refused(site: Site, door: Door, entry: Entry, visit: Visit) -> Reply | None:
    """Return why a call gets no further than the door; None: it may go in."""
    page, posted = door.page, visit.call.method == "POST"
    if entry.way == "local" and not is_here(entry.caller):
        return _told(visit, 403, "shell.elsewhere", "shell.elsewhere.why")
    if posted and not is_from_our_pages(entry.caller, site.desk.settings.url):
        return _told(visit, 403, "shell.forged", "shell.forged.why")
    wait_s = _wait_s(site, door, entry) if posted else 0.0
    if wait_s:
        late = _told(visit, 429, "shell.too_fast", "shell.too_fast.why", seconds=ceil(wait_s))
        return replace(late, headers=(*late.headers, ("Retry-After", str(ceil(wait_s)))))
    if entry.way == "none" and not door.open_to_all:
        return visit.page("stranger.html", {"unknown": entry.unknown}, status=401)
    if page.right is not None and not entry.person.may(page.right):
        return _told(visit, 403, "shell.not_yours", "shell.not_yours.why")
    if posted and not compare_digest(entry.csrf.encode(), visit.call.posted("csrf").encode()):
        return _told(visit, 403, "shell.forged", "shell.forged.why")
    return None


def _wait_s(site: Site, door: Door, entry: Entry) -> float:
    address = entry.caller.call.client
    wait_s = site.by_address.wait_s(address)
    if entry.way == "none" or door.open_to_all:
        return max(wait_s, site.strangers.wait_s(address))
    return max(wait_s, site.by_person.wait_s(entry.person.name))


def _missing(visit: Visit) -> Reply:
    return _told(visit, 404, "shell.missing", "shell.missing.why")


def _told(visit: Visit, status: int, heading: str, why: str, **named: object) -> Reply:
    values = {
        "heading": visit.say(heading),
        "why": visit.say(why, **named),
        "error": None,
        "problems": (),
        "spoken": None,
    }
    return visit.page("error.html", values, status=status)


def _went_wrong(visit: Visit, error: GoldsmithError) -> Reply:
    """Return the page of an error of ours; what exactly is wrong with a file is told to who keeps the set."""
    status, heading, why = 503, "shell.unavailable", "shell.unavailable.why"
    if isinstance(error, InputError):
        status, heading, why = 400, "shell.unusable", "shell.unusable.why"
    if isinstance(error, ConflictError):
        status, heading, why = 409, "shell.conflict", "shell.conflict.why"
    problems = tuple(str(one) for one in error.problems) if visit.person.may("manage") else ()
    values = {"heading": visit.say(heading), "why": visit.say(why), "error": error, "problems": problems,
              "spoken": spoken(visit, error)}  # fmt: skip
    return visit.page("error.html", values, status=status)


def _rendered(site: Site, entry: Entry, visit: Visit, template: str, values: Mapping[str, Any]) -> Reply:
    person, call = visit.person, visit.call
    shell = {
        "say": visit.say,
        "csrf": visit.csrf,
        "person": person,
        "roles": ", ".join(visit.say(f"shell.role.{role}") for role in person.roles),
        "way": entry.way,
        "language": visit.language,
        "languages": language_links(call, visit.language, site.paths),
        # Who is not signed in learns nothing of the set.
        "set_name": site.desk.project.golden.header.name if person.name else "Goldsmith",
        "trouble": _trouble(site.desk, person),
        "here": call.path,
        "navigation": places_of(person, site.paths, call.path),
        "may": person.may,
        "has": site.paths.__contains__,
    }
    return Reply(body=rendering.rendered(template, {**shell, **values}))


def _trouble(desk: Desk, person: Person) -> str | None:
    """Return what is to be told of files that cannot be read: the words of the error to who may mend them."""
    if desk.trouble is None or not person.name:
        return None
    return desk.trouble.message if person.may("manage") else ""


def _finished(site: Site, entry: Entry, reply: Reply) -> Reply:
    named = {name.lower() for name, _ in reply.headers}
    told = f"{session_name(site.desk)}="
    # A page that signs in or out has the last word on the session.
    decided = any(name.lower() == "set-cookie" and value.startswith(told) for name, value in reply.headers)
    cookies = (*(() if decided else entry_cookies(site.desk, entry)), *kept_language(entry.caller.call))
    kept = () if "cache-control" in named else (("Cache-Control", "no-store"),)
    usual = tuple(header for header in HEADERS if header[0].lower() not in named)
    return replace(reply, headers=(*reply.headers, *usual, *kept, *cookies))
