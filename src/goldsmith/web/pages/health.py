"""Whether the site works, for a monitor: no sign-in, nothing private."""

from __future__ import annotations

import json

from goldsmith.ports.pages import INERT, Call, Reply
from goldsmith.workflows.review_desk import Desk


def health_of(desk: Desk, _call: Call) -> Reply:
    """Return whether the store of the reviews can be reached: 200, or 503."""
    try:
        desk.store.draft("health", "health")
    except Exception:  # noqa: BLE001 - whatever a database raises, the answer is that it cannot be reached
        return _json(503, {"status": "failing", "store": "unreachable"})
    return _json(200, {"status": "ok", "store": "reachable"})


def _json(status: int, value: dict[str, str]) -> Reply:
    body = json.dumps(value).encode()
    return Reply(status=status, body=body, media_type="application/json", headers=INERT)
