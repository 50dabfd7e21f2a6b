"""An application behind uvicorn, from its first call to its clean end."""

from __future__ import annotations

import asyncio
import signal
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import h11
import uvicorn
from starlette.applications import Starlette
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle

from goldsmith.adapters.serving import Listening
from goldsmith.errors import InputError
from goldsmith.ports.pages import INERT

_STOPS = (signal.SIGINT, signal.SIGTERM)
_LET_END_S = 10
"""So long calls that are under way may take when the server is to stop."""
_MOST_CONNECTIONS = 500
HEAD_WITHIN_S = 5.0
"""A connection on which no call is told whole, but for its form, by then is closed: so many can be open, no more."""


class _Patient(H11Protocol):
    """A connection that waits so long for the head of a call, however it drips in."""

    head_within_s = HEAD_WITHIN_S
    _late: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._wait()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        # Before the first call there is none, whatever its type says.
        cycle: RequestResponseCycle | None = self.cycle
        if cycle is not None and not cycle.response_complete:
            self._heard()
        elif self._late is None:
            self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        self._heard()
        super().connection_lost(exc)

    def send_400_response(self, msg: str) -> None:
        # What is no HTTP gets the headers of every other refusal, too.
        headers = [*INERT, ("Content-Type", "text/plain; charset=utf-8"), ("Connection", "close")]
        for event in (
            h11.Response(status_code=400, headers=headers, reason=b"Bad Request"),
            h11.Data(data=f"{msg}\n".encode()),
            h11.EndOfMessage(),
        ):
            self.transport.write(self.conn.send(event) or b"")
        self.transport.close()

    def _wait(self) -> None:
        self._late = self.loop.call_later(self.head_within_s, self.transport.close)

    def _heard(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None


class _Server(uvicorn.Server):
    """A server that tells when it takes calls, and ends as a function does: a signal is heard and not passed on."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets=sockets)
        if self.started:
            self._ready()

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        before = {stop: signal.signal(stop, self.handle_exit) for stop in _STOPS}
        try:
            yield
        finally:
            for stop, handler in before.items():
                signal.signal(stop, handler)


def run(
    application: Starlette,
    *,
    host: str,
    port: int,
    ready: Callable[[Listening], None],
    head_within_s: float = HEAD_WITHIN_S,
) -> None:
    """Serve until a signal or `Listening.stop` ends it. Raises InputError for an address that cannot be had."""
    listener = _listener(host, port)
    patient = type("Patient", (_Patient,), {"head_within_s": head_within_s})
    config = uvicorn.Config(
        application,
        http=patient,
        loop="asyncio",
        ws="none",
        lifespan="off",
        log_config=None,
        access_log=False,
        proxy_headers=False,
        server_header=False,
        limit_concurrency=_MOST_CONNECTIONS,
        timeout_graceful_shutdown=_LET_END_S,
    )

    def stop() -> None:
        server.should_exit = True

    server = _Server(config, lambda: ready(Listening(host=host, port=listener.getsockname()[1], stop=stop)))
    try:
        server.run(sockets=[listener])
    finally:
        listener.close()


def _listener(host: str, port: int) -> socket.socket:
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        return socket.create_server((host, port), family=found[0][0], backlog=512)
    except OSError as error:
        message = f"nothing can listen on {host} port {port}: {error.strerror or error}"
        raise InputError(message, next_step=f"choose another, such as: --port {port + 1}") from error
