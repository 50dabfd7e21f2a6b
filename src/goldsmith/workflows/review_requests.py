"""The refresh plan that is open while reviews are done, and which of its requests a round answers."""

from __future__ import annotations

from goldsmith.ondisk.refreshes import load_plan
from goldsmith.records.refresh import RefreshPlan, RefreshRequest
from goldsmith.review.casework import Round
from goldsmith.workflows.refresh import path_of
from goldsmith.workflows.review_desk import Desk


def refresh_request(desk: Desk, one: Round) -> RefreshRequest | None:
    """Return the refresh request that a round answers, as long as its plan is open."""
    if one.opened.request is None:
        return None
    plan = open_plan(desk)
    return next((item for item in plan.requests if item.id == one.opened.request), None) if plan is not None else None


def open_plan(desk: Desk) -> RefreshPlan | None:
    """Return the open refresh plan of the set, read again where it changed; None: there is none."""
    path = path_of(desk.project)
    try:
        found = path.stat()
    except OSError:
        return None
    stamp = (str(path), found.st_mtime_ns, found.st_size)
    with desk.turn():
        held: dict[tuple[str, int, int], RefreshPlan | None] = desk.once.get("open plan", dict)
        if stamp not in held:
            plan = load_plan(path)
            held.clear()
            held[stamp] = plan
        return held[stamp]
