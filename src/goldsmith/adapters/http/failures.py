"""What a status, a header or a broken connection means for the call: whose fault, and whether to try again."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

from goldsmith.ports.system import SystemFailure
from goldsmith.text.redaction import Secrets

WORTH_RETRYING = frozenset({408, 425, 429, 500, 502, 503, 504})
"""Statuses after which the same call may succeed later."""
NOT_AUTHORISED = frozenset({401, 403, 407})

_LONGEST_EXCERPT = 300
_READ_FOR_EXCERPT = 65_536
_TITLE = re.compile(r"<title[^>]{0,200}>([^<]{0,1000})</title>", re.IGNORECASE)
_PHRASES = {
    400: "Bad Request", 401: "Unauthorized", 403: "Forbidden", 404: "Not Found", 405: "Method Not Allowed",
    408: "Request Timeout", 409: "Conflict", 413: "Content Too Large", 415: "Unsupported Media Type",
    422: "Unprocessable Content", 425: "Too Early", 429: "Too Many Requests", 500: "Internal Server Error",
    502: "Bad Gateway", 503: "Service Unavailable", 504: "Gateway Timeout",
}  # fmt: skip


def status_failure(
    status: int, headers: Mapping[str, str], body: bytes, *, secrets: Secrets, now: datetime
) -> SystemFailure:
    """Return the failure that a status of 300 or more means; `headers` are read whatever the case of their names."""
    said = excerpt(body, secrets)
    message = f"HTTP {status} {_PHRASES.get(status, '')}".strip() + (f": {said}" if said else "")
    if status in NOT_AUTHORISED:
        return SystemFailure("not_authorised", message)
    is_worth = status in WORTH_RETRYING
    wait_s = retry_after_s(headers, now) if is_worth else None
    return SystemFailure("system_error", message, worth_retrying=is_worth, retry_after_s=wait_s)


def retry_after_s(headers: Mapping[str, str], now: datetime) -> float | None:
    """Return how many seconds a server asks to be left alone (RFC 9110, section 10.2.3); None: it does not say.

    Seconds or an HTTP date, and the milliseconds of ``retry-after-ms``; a date that has passed is 0.
    """
    named = {name.lower(): value.strip() for name, value in headers.items()}
    millis = named.get("retry-after-ms", "")
    if re.fullmatch(r"\d{1,9}(?:\.\d+)?", millis):
        return float(millis) / 1000
    value = named.get("retry-after", "")
    if re.fullmatch(r"\d{1,9}(?:\.\d+)?", value):
        return float(value)
    try:
        date = parsedate_to_datetime(value)
    except (ValueError, TypeError, IndexError, OverflowError):
        return None
    date = date.replace(tzinfo=UTC) if date.tzinfo is None else date
    return max(0.0, (date - now).total_seconds())


def excerpt(body: bytes, secrets: Secrets) -> str:
    """Return the beginning of a body on one line, without secrets; of an HTML page its title."""
    # Hidden before it is cut: a cut through a secret would leave a part that nothing knows any more.
    text = secrets.redact(body[:_READ_FOR_EXCERPT].decode("utf-8", "replace"))
    if is_html(text):
        title = _TITLE.search(text)
        text = f"an HTML page titled {' '.join(title[1].split())!r}" if title else f"an HTML page: {text}"
    text = "".join(character if character.isprintable() else " " for character in text)
    text = " ".join(text.split())
    return text if len(text) <= _LONGEST_EXCERPT else text[: _LONGEST_EXCERPT - 1] + "…"


def is_html(text: str) -> bool:
    """Say whether a text is a web page."""
    return text.lstrip("\ufeff \t\r\n")[:15].lower().startswith(("<!doctype html", "<html"))


def bad_body(body: bytes, media: str, secrets: Secrets) -> SystemFailure:
    """Return the failure of a reply that is no JSON, naming what it is."""
    if not body.strip():
        return SystemFailure("bad_reply", "the reply is empty, where JSON was expected")
    told = f" ({media})" if media else ""
    return SystemFailure("bad_reply", f"the reply is no JSON{told}: {excerpt(body, secrets)}")
