"""What a web page is asked and what it replies, whatever server stands before it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal

HTML = "text/html; charset=utf-8"
INERT: tuple[tuple[str, str], ...] = (
    ("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"),
    ("X-Content-Type-Options", "nosniff"),
    ("Cache-Control", "no-store"),
)
"""Headers of a reply that is no page: a browser runs nothing of it, frames it nowhere, and keeps it nowhere."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """One request, read whole."""

    method: Literal["GET", "POST"]
    path: str
    query: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    form: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Fields of a posted form, in the order of the page."""
    headers: Mapping[str, str] = field(default_factory=dict)
    """By name in lower case."""
    cookies: Mapping[str, str] = field(default_factory=dict)
    client: str = ""
    """Address of whoever asks."""
    secure: bool = False
    """It came by HTTPS."""

    def asked(self, name: str, default: str = "") -> str:
        """Return the first value of `name` in the query."""
        return next(iter(self.query.get(name, ())), default)

    def posted(self, name: str, default: str = "") -> str:
        """Return the first value of `name` in the form."""
        return next(iter(self.form.get(name, ())), default)


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """What goes back."""

    status: int = 200
    body: bytes = b""
    media_type: str = HTML
    headers: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Route:
    """A path and what replies to it."""

    method: Literal["GET", "POST"]
    path: str
    """Exact; what varies stands in the query."""
    handle: Callable[[Call], Reply]
