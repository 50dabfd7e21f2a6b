"""Requests over aiohttp: to named hosts only, within bounds, each failure told as what it means for the call."""

from __future__ import annotations

import asyncio
import socket
import ssl
import time
from collections.abc import AsyncGenerator, Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urljoin
from weakref import WeakKeyDictionary

import aiohttp
from aiohttp.http_exceptions import ContentEncodingError
from yarl import URL

from goldsmith.adapters.http.addresses import Reach, origin_of
from goldsmith.errors import ConfigurationError
from goldsmith.ports.system import SystemFailure
from goldsmith.text.redaction import Secrets

MOST_BYTES = 20_000_000
"""The longest body that is read."""
MOST_REDIRECTS = 3

_REDIRECTS = frozenset({301, 302, 303, 307, 308})
_KEPT_ALIVE_S = 3.0
"""Shorter than what servers wait (5 s is usual): a connection that both may close is not used again."""

_FAREWELL_S = 0.1
_REMEMBERED = 1_000
"""Addresses that are looked at once."""

Sink = Callable[[bytes, float], bool]
"""Takes a piece of a stream and its time in milliseconds; says whether that was the end."""
SinkFor = Callable[[str], Sink | None]
"""Returns the sink for a body of this media type; None: it is read as a whole."""


@dataclass(slots=True, kw_only=True)
class Outgoing:
    """A request; whoever sends it adds headers."""

    method: str
    url: str
    headers: dict[str, str]
    body: bytes | None = None
    tls: ssl.SSLContext | None = None
    """The client certificate of who asks; None: that of the system, if any."""


@dataclass(slots=True, kw_only=True)
class Received:
    """What came back."""

    status: int
    headers: Mapping[str, str]
    media: str
    """Media type without parameters, in lower case; empty where none is named."""
    body: bytes
    """As far as it was read."""
    sink: Sink | None = None
    """Where the body went piece by piece; None: it was read as a whole."""
    sent: Mapping[str, str] = field(default_factory=dict)
    """The headers of the request as it was sent."""


class Client:
    """Sends requests. One aiohttp session for each event loop; no cookies, no proxy of the environment."""

    def __init__(
        self, *, reach: Reach, secrets: Secrets, proxy: str | None = None, tls: ssl.SSLContext | None = None
    ) -> None:
        self._reach = reach
        self._secrets = secrets
        self._proxy = proxy
        self._tls = tls
        self._may_call: dict[str, URL] = {}
        self._sessions: WeakKeyDictionary[asyncio.AbstractEventLoop, _Session] = WeakKeyDictionary()

    async def send(self, outgoing: Outgoing, sink_for: SinkFor | None = None) -> Received:
        """Send a request and read the reply, whatever its status. Raises SystemFailure where there is none."""
        started = time.perf_counter()
        url, method = outgoing.url, outgoing.method
        try:
            for _ in range(MOST_REDIRECTS + 1):
                address = self._may_call.get(url) or self._allowed(url)
                held = self._sessions.get(asyncio.get_running_loop())
                session = held.calls if held is not None else await self._session()
                async with session.request(
                    method,
                    address,
                    data=outgoing.body,
                    headers=outgoing.headers,
                    allow_redirects=False,
                    ssl=outgoing.tls or self._tls or True,
                    proxy=self._proxy,
                ) as response:
                    if response.status in _REDIRECTS and "Location" in response.headers:
                        url = self._next(url, response, method)
                        continue
                    return await self._received(response, sink_for, started)
        except (aiohttp.ClientError, OSError, ValueError, ssl.CertificateError) as error:
            raise self._broken(error, url) from None
        host = _host(url)
        raise SystemFailure("system_error", f"{host} redirected more than {MOST_REDIRECTS} times")

    async def close(self) -> None:
        """Close the session of this event loop; those of others were closed when their loops ended."""
        session = self._sessions.pop(asyncio.get_running_loop(), None)
        if session is None:
            return
        await session.until_the_end.aclose()
        if any(url.startswith("https:") for url in self._may_call):
            # Both sides of a secured connection say goodbye; a loop that ends before leaves its socket open.
            await asyncio.sleep(_FAREWELL_S)

    async def _session(self) -> aiohttp.ClientSession:
        loop = asyncio.get_running_loop()
        held = self._sessions.get(loop)
        if held is None:
            # No limit here: how many calls there are at once is decided by who makes them.
            connector = aiohttp.TCPConnector(
                limit=0, resolver=_Resolver(self._reach), keepalive_timeout=_KEPT_ALIVE_S, ttl_dns_cache=60
            )
            session = aiohttp.ClientSession(
                connector=connector,
                cookie_jar=aiohttp.DummyCookieJar(),  # one user's session must never answer for another
                timeout=aiohttp.ClientTimeout(total=None, sock_connect=None),
                trust_env=False,
                headers={"User-Agent": "goldsmith"},
            )
            held = self._sessions[loop] = _Session(calls=session, until_the_end=_open(session))
            await anext(held.until_the_end)
        return held.calls

    def _allowed(self, url: str) -> URL:
        """Return an address that may be called. Raises SystemFailure."""
        origin = origin_of(url)
        if origin is None:
            raise SystemFailure("system_error", "the address that was to be called is none")
        self._reach.refuse_target(origin)
        address = URL(url, encoded=True)
        if len(self._may_call) < _REMEMBERED:
            self._may_call[url] = address
        return address

    def _next(self, url: str, response: aiohttp.ClientResponse, method: str) -> str:
        """Return where a redirect leads, if it may be followed. Raises SystemFailure."""
        here = origin_of(url)
        try:
            target = urljoin(url, response.headers["Location"])
        except ValueError:
            target = ""
        there = origin_of(target)
        if there is None or there != here:
            shown_target = there if there is not None else "an address that is none"
            raise SystemFailure("system_error", f"{here} redirects to {shown_target}, which is not followed")
        if method not in {"GET", "HEAD"} and response.status not in {307, 308}:
            path = self._secrets.redact(URL(target).path)
            raise SystemFailure(
                "system_error",
                f"{here} answers {method} with a redirect ({response.status}) to {path}, which would drop the question:"
                " write that address as url",
            )
        return target

    async def _received(self, response: aiohttp.ClientResponse, sink_for: SinkFor | None, started: float) -> Received:
        media = response.headers.get("Content-Type", "").partition(";")[0].strip().lower()
        sink = sink_for(media) if sink_for is not None and response.status < 300 else None
        body = await _read(response, sink, started)
        return Received(
            status=response.status,
            headers=response.headers,
            media=media,
            body=body,
            sink=sink,
            sent=response.request_info.headers,
        )

    def _broken(self, error: Exception, url: str) -> SystemFailure:
        """Return the failure that a broken connection means."""
        host = _host(url)
        if isinstance(error, aiohttp.ClientSSLError | ssl.CertificateError):
            reason = getattr(error, "certificate_error", None) or getattr(error, "os_error", error)
            told = f"the certificate of {host} is not accepted: {reason}; a private authority is named by ca_file"
            return SystemFailure("system_error", self._secrets.redact(told))
        if isinstance(error, aiohttp.ClientHttpProxyError):
            told = f"the proxy answered HTTP {error.status}"
            return SystemFailure("system_error", told, worth_retrying=error.status >= 500)
        if isinstance(error, aiohttp.ClientResponseError):
            message = " ".join(error.message.split())
            return SystemFailure("bad_reply", self._secrets.redact(f"{host} does not speak HTTP: {message}"))
        if isinstance(error.__cause__, ContentEncodingError):
            return SystemFailure("bad_reply", f"the body of {host} is not encoded as its Content-Encoding says")
        if isinstance(error, aiohttp.InvalidURL | ValueError):
            return SystemFailure("system_error", self._secrets.redact(f"the request cannot be sent: {error}"))
        if isinstance(error, aiohttp.ClientConnectorError):
            reason = error.os_error.strerror or error.os_error
            told = f"no connection to {host}: {reason}"
            return SystemFailure("system_error", self._secrets.redact(told), worth_retrying=True)
        told = " ".join(f"the connection to {host} broke: {type(error).__name__} {error}".split())
        return SystemFailure("system_error", self._secrets.redact(told), worth_retrying=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Session:
    calls: aiohttp.ClientSession
    until_the_end: AsyncGenerator[None, None]
    """Closed by whoever closes the client, else by the event loop when it ends: it ends all that still generates."""


async def _open(session: aiohttp.ClientSession) -> AsyncGenerator[None, None]:
    try:
        yield
    finally:
        await session.close()


class _Resolver(aiohttp.ThreadedResolver):
    """Names to addresses, except those that are not called: what counts is where a name leads, not how it reads."""

    def __init__(self, reach: Reach) -> None:
        super().__init__()
        self._reach = reach

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_INET
    ) -> list[aiohttp.abc.ResolveResult]:
        """Return the addresses of a host. Raises SystemFailure where one of them is not called."""
        found = await super().resolve(host, port, family)
        self._reach.refuse_address(host, (item["host"] for item in found))
        return found


async def _read(response: aiohttp.ClientResponse, sink: Sink | None, started: float) -> bytes:
    length = response.content_length
    if length is not None and length > MOST_BYTES:
        raise _too_long()
    if sink is None and length is not None and "Content-Encoding" not in response.headers:
        content = response.content
        return content.read_nowait() if content.is_eof() else await response.read()
    pieces: list[bytes] = []
    size = 0
    async for data in response.content.iter_any():
        size += len(data)
        if size > MOST_BYTES:
            raise _too_long()
        pieces.append(data)
        if sink is not None:
            if sink(data, round((time.perf_counter() - started) * 1000, 3)):
                break
            # What has arrived already is read without waiting: others, and the clock of this call, must get a turn.
            await asyncio.sleep(0)
    return b"".join(pieces)


def _too_long() -> SystemFailure:
    return SystemFailure("bad_reply", f"the reply is longer than {MOST_BYTES // 1_000_000} MB, which is not read")


def _host(url: str) -> str:
    origin = origin_of(url)
    return str(origin) if origin is not None else "the system"


def tls_context(
    folder: Path, where: str, *, ca_file: str | None, certificate: str | None, key: str | None
) -> ssl.SSLContext | None:
    """Return how connections are secured; None where nothing differs from the usual. Raises ConfigurationError."""
    if ca_file is None and certificate is None and key is None:
        return None
    if key is not None and certificate is None:
        raise ConfigurationError(f"[{where}] has a key and no certificate", next_step="name the certificate as well")
    paths = {"ca_file": ca_file, "certificate": certificate, "key": key}
    found = {name: folder / path for name, path in paths.items() if path is not None}
    for name, path in found.items():
        if not path.is_file():
            raise ConfigurationError(
                f"{name} of [{where}] is no file: {path}", next_step="write the path of a PEM file"
            )
    used = "ca_file"
    try:
        context = ssl.create_default_context(cafile=found.get("ca_file"))
        if "certificate" in found:
            used = "certificate, key" if "key" in found else "certificate"
            # A key with a passphrase must fail, not ask: nobody sits there.
            context.load_cert_chain(found["certificate"], found.get("key"), password=lambda: "")
    except (ssl.SSLError, OSError, ValueError) as error:
        raise ConfigurationError(
            f"{used} of [{where}] cannot be used: {error}",
            next_step="give PEM files: a certificate with its own key, without a passphrase",
        ) from None
    return context
