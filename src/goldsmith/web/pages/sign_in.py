"""Coming in by a link, and going out.

The link only shows a button: programs that look at links in messages open it, and must not use it up.
"""

from __future__ import annotations

from dataclasses import replace

from goldsmith.errors import InputError
from goldsmith.ports.pages import Reply
from goldsmith.web.entering import gone_cookie, session_cookie
from goldsmith.web.visit import Page, Visit
from goldsmith.workflows.review_people import sign_in_with, sign_out, who_may_use


def show_sign_in(visit: Visit) -> Reply:
    """Return the page of a link, with the button that uses it."""
    token = visit.call.asked("token")
    if visit.desk.local is not None or (not token and visit.person.name):
        return visit.go("/")
    if not token:
        return visit.page("stranger.html", {"unknown": ""}, status=401)
    try:
        person = who_may_use(visit.desk, token)
    except InputError:
        return _dead(visit)
    return visit.page("sign_in.html", {"token": token, "name": person.name})


def take_sign_in(visit: Visit) -> Reply:
    """Use a link up and begin a session."""
    try:
        came = sign_in_with(visit.desk, visit.call.posted("token"))
    except InputError:
        return _dead(visit)
    reply = visit.go("/")
    return replace(reply, headers=(*reply.headers, session_cookie(visit.desk, visit.call, came)))


def take_sign_out(visit: Visit) -> Reply:
    """End every session of the person, in this browser and others."""
    sign_out(visit.desk, visit.person.name)
    reply = visit.page("signed_out.html", {"name": visit.person.name})
    return replace(reply, headers=(*reply.headers, gone_cookie(visit.desk, visit.call)))


def _dead(visit: Visit) -> Reply:
    return visit.page("sign_in_dead.html", {}, status=410)


OPEN = (
    Page(method="GET", path="/sign-in", right=None, handle=show_sign_in),
    Page(method="POST", path="/sign-in", right=None, handle=take_sign_in),
)
PAGES = (Page(method="POST", path="/sign-out", right=None, handle=take_sign_out),)
