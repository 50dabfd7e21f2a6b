"""Calls of a test's browser over a real connection, to whichever process serves the pages at this moment."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from urllib.parse import urlencode

from goldsmith.ports.pages import Call, Reply
from tests.web.visiting import Browser

WITHIN_S = 30.0


class GoneError(Exception):
    """The server went away before it replied."""


@dataclass(kw_only=True)
class Wire(Mapping[tuple[str, str], Callable[[Call], Reply]]):
    """Every page of a server as `Browser.handles` holds them."""

    port: int = 0
    heard: list[tuple[Call, Reply]] = field(default_factory=list)
    """Every call that was replied to, if `keeps`."""
    keeps: bool = False

    def __getitem__(self, _: tuple[str, str]) -> Callable[[Call], Reply]:
        return self.called

    def __iter__(self) -> Iterator[tuple[str, str]]:
        return iter(())

    def __len__(self) -> int:
        return 0

    def called(self, call: Call) -> Reply:
        """Send a call and return the reply. Raises GoneError."""
        query = f"?{urlencode(call.query, doseq=True)}" if call.query else ""
        headers = dict(call.headers)
        if call.cookies:
            headers["Cookie"] = "; ".join(f"{name}={value}" for name, value in call.cookies.items())
        body = None
        if call.method == "POST":
            headers["Content-Type"] = "application/x-www-form-urlencoded"
            body = urlencode(call.form, doseq=True)
        connection = HTTPConnection("127.0.0.1", self.port, timeout=WITHIN_S)
        try:
            connection.request(call.method, call.path + query, body, headers)
            response = connection.getresponse()
            content = response.read()
        except (OSError, HTTPException) as error:
            raise GoneError(repr(error)) from error
        finally:
            connection.close()
        reply = Reply(
            status=response.status,
            body=content,
            media_type=response.headers.get("content-type", ""),
            headers=tuple((_titled(name), value) for name, value in response.headers.items()),
        )
        if self.keeps:
            self.heard.append((call, reply))
        return reply


def browser_at(wire: Wire, **headers: str) -> Browser:
    """Return a browser of nobody in particular; `headers` are what a proxy adds to each of its calls."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Browser(handles=wire, host="bench.example", headers=named)


def _titled(name: str) -> str:
    return "-".join(part.capitalize() for part in name.split("-"))
