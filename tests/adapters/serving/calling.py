"""A server of ours on a free port, and calls as bytes: what no decent client would send can be sent."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPResponse
from queue import Queue
from threading import Thread

from goldsmith.adapters.serving import Listening
from goldsmith.adapters.serving.asgi import application
from goldsmith.adapters.serving.server import run
from goldsmith.ports.pages import Call, Reply, Route

WITHIN_S = 20


class Called:
    """What the routes of a test were asked."""

    def __init__(self) -> None:
        self.calls: list[Call] = []

    def __call__(self, call: Call) -> Reply:
        self.calls.append(call)
        return Reply(body=b"<p>well</p>", headers=(("X-Told", "yes"), ("Set-Cookie", "a=1"), ("Set-Cookie", "b=2")))


@contextmanager
def serving(
    routes: Sequence[Route],
    *,
    threads: int = 4,
    most_bytes: int = 2_000,
    body_within_s: float = 20,
    head_within_s: float = 20,
    linger_s: float = 0.2,
) -> Iterator[Listening]:
    """Serve routes in a thread while the test runs."""
    told: Queue[Listening | BaseException] = Queue()

    def work() -> None:
        made = application(
            routes, threads=threads, most_bytes=most_bytes, body_within_s=body_within_s, linger_s=linger_s
        )
        try:
            run(made, host="127.0.0.1", port=0, ready=told.put, head_within_s=head_within_s)
        except BaseException as error:  # noqa: BLE001 - the test is told, whatever it was
            told.put(error)

    thread = Thread(target=work)
    thread.start()
    listening = told.get(timeout=WITHIN_S)
    if isinstance(listening, BaseException):
        raise listening
    try:
        yield listening
    finally:
        listening.stop()
        thread.join(WITHIN_S)
        assert not thread.is_alive()


def asked(
    listening: Listening, method: str, path: str, body: bytes | None = None, headers: dict[str, str] | None = None
) -> tuple[HTTPResponse, bytes]:
    """Make one call and return its response and body."""
    connection = HTTPConnection("127.0.0.1", listening.port, timeout=WITHIN_S)
    try:
        connection.request(method, path, body, headers or {})
        response = connection.getresponse()
        return response, response.read()
    finally:
        connection.close()


def sent(listening: Listening, text: bytes) -> bytes:
    """Send bytes and return everything that comes back until the server hangs up."""
    with socket.create_connection(("127.0.0.1", listening.port), timeout=WITHIN_S) as line:
        line.sendall(text)
        found = b""
        while piece := line.recv(65_536):
            found += piece
        return found


def route(handle: Callable[[Call], Reply], path: str = "/", method: str = "GET") -> Route:
    """Return a route."""
    return Route(method="POST" if method == "POST" else "GET", path=path, handle=handle)
