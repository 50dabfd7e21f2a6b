"""Routes as a Starlette application: each call read whole, answered in a thread, and never a traceback to a browser."""

from __future__ import annotations

import logging
import re
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from secrets import token_hex
from typing import Literal

import anyio
from anyio import CapacityLimiter, to_thread
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route as StarletteRoute
from starlette.types import Receive, Scope, Send

from goldsmith.adapters.serving.forms import UnreadableFormError, read_cookies, read_form, read_query
from goldsmith.errors import ConflictError, GoldsmithError, InputError
from goldsmith.ports.pages import INERT, Call, Reply, Route

MOST_BYTES = 2_000_000
"""The longest body that is read."""
BODY_WITHIN_S = 30.0
"""A body that is not there by then is not waited for."""
LINGER_S = 5.0
"""So long a call that is refused may go on being sent: who still sends does not listen."""
ANY_OTHER = "*"
"""Path of the route that answers what no other path takes."""

_LINGER_BODIES = 8
"""What is thrown away of a call that is refused, in longest bodies."""

_LOG = logging.getLogger("goldsmith.serving")
_PLAIN = "text/plain; charset=utf-8"
_UNFIT = re.compile(r"[\x00-\x1f\x7f]")

_METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
"""Methods that are answered in our own words, if only by saying that they are not taken."""

Method = Literal["GET", "POST"]
Handle = Callable[[Call], Reply]


@dataclass(frozen=True, slots=True, kw_only=True)
class Bounds:
    """What one call may take."""

    bytes: int
    within_s: float
    linger_s: float
    threads: CapacityLimiter


class _RefusedError(Exception):
    """A call that is not read to its end."""

    def __init__(self, status: int, why: str) -> None:
        super().__init__(why)
        self.status = status
        self.why = why


class _LastResponse(Response):
    """Why a call is refused, told at once; the line is closed when the caller has sent the rest, or enough of it.

    A line that is closed while somebody sends is broken to them: they would never read the words.
    """

    bounds: Bounds

    async def __call__(self, _scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
        await send({"type": "http.response.body", "body": self.body, "more_body": True})
        left = _LINGER_BODIES * self.bounds.bytes
        with anyio.move_on_after(self.bounds.linger_s):
            while left > 0:
                message = await receive()
                left -= len(message.get("body", b""))
                if not message.get("more_body", False):
                    break
        await send({"type": "http.response.body", "body": b"", "more_body": False})


def application(
    routes: Sequence[Route],
    *,
    threads: int,
    most_bytes: int = MOST_BYTES,
    body_within_s: float = BODY_WITHIN_S,
    linger_s: float = LINGER_S,
) -> Starlette:
    """Return the application of `routes`; at most `threads` of them work at once.

    An error of ours that a route raises is a page with its words; any other is a page with a number, under which the
    log of the server holds the traceback.
    """
    bounds = Bounds(bytes=most_bytes, within_s=body_within_s, linger_s=linger_s, threads=CapacityLimiter(threads))
    by_path: dict[str, dict[Method, Handle]] = defaultdict(dict)
    for route in routes:
        by_path[route.path][route.method] = route.handle
    missing = by_path.pop(ANY_OTHER, {})
    known = [
        StarletteRoute(path, partial(_endpoint, handles, missing, bounds), methods=_METHODS)
        for path, handles in by_path.items()
    ]
    rest = StarletteRoute("/{path:path}", partial(_endpoint, {}, missing, bounds), methods=_METHODS)
    return Starlette(routes=[*known, rest], exception_handlers={HTTPException: _unrouted})


async def _endpoint(
    handles: Mapping[Method, Handle], missing: Mapping[Method, Handle], bounds: Bounds, request: Request
) -> Response:
    method: Method = "POST" if request.method == "POST" else "GET"
    fits = request.method in {"GET", "HEAD", "POST"}
    handle = handles.get(method) if fits else None
    try:
        body = await _body(request, bounds)
        chosen = handle or missing.get(method) or _nothing_there
        work = partial(_answer, chosen, request, method, body)
        reply = await to_thread.run_sync(work, limiter=bounds.threads)
    except _RefusedError as refused:
        return _last_response(refused, bounds)
    if handle is None and handles:
        allowed = ", ".join(sorted({*handles, *(("HEAD",) if "GET" in handles else ())}))
        reply = replace(reply, status=405, headers=(*reply.headers, ("Allow", allowed)))
    return _response(reply)


async def _unrouted(_request: Request, error: Exception) -> Response:
    """Return what is said to a call that no route of any kind takes: of another target than a path, or a new method."""
    if isinstance(error, HTTPException) and error.status_code == 405:
        return _response(_plain(501, "This server does not know this method."))
    return _response(_nothing_there(None))


async def _body(request: Request, bounds: Bounds) -> bytes:
    """Return the body of a call, of which more than its share is never held."""
    told = request.headers.get("content-length", "0")
    if told.isdecimal() and int(told) > bounds.bytes:
        raise _RefusedError(413, f"A form holds at most {bounds.bytes} bytes.")
    chunks: list[bytes] = []
    size = 0
    try:
        with anyio.fail_after(bounds.within_s):
            async for chunk in request.stream():
                size += len(chunk)
                if size > bounds.bytes:
                    raise _RefusedError(413, f"A form holds at most {bounds.bytes} bytes.")
                chunks.append(chunk)
    except TimeoutError:
        raise _RefusedError(408, "The form did not arrive in time. Send it again.") from None
    except ClientDisconnect:
        raise _RefusedError(400, "The form broke off.") from None
    return b"".join(chunks)


def _answer(handle: Handle, request: Request, method: Method, body: bytes) -> Reply:
    try:
        return _fit(handle(_call(request, method, body)))
    except UnreadableFormError as error:
        return _plain(400, f"This could not be read: {error}.")
    except GoldsmithError as error:
        status = 409 if isinstance(error, ConflictError) else 400 if isinstance(error, InputError) else 503
        return _plain(status, str(error))
    except Exception:  # noqa: BLE001 - whatever a page raises, the browser gets a number and the log the traceback
        number = token_hex(4)
        _LOG.exception("%s %s failed: %s", method, request.scope["path"], number)
        return _plain(500, f"Something went wrong here. What was saved before is kept.\nError {number}")


def _call(request: Request, method: Method, body: bytes) -> Call:
    headers: dict[str, str] = {}
    for raw_name, raw_value in request.scope["headers"]:
        name, value = raw_name.decode("latin-1"), _decoded(raw_value)
        mark = "; " if name == "cookie" else ", "
        headers[name] = f"{headers[name]}{mark}{value}" if name in headers else value
    return Call(
        method=method,
        path=request.scope["path"],
        query=read_query(request.scope["query_string"]),
        form=read_form(headers.get("content-type", ""), body) if method == "POST" else {},
        headers=headers,
        cookies=read_cookies(headers.get("cookie", "")),
        client=request.client.host if request.client is not None else "",
        secure=request.url.scheme == "https",
    )


def _decoded(value: bytes) -> str:
    try:
        return value.decode()
    except UnicodeDecodeError:
        return value.decode("latin-1")


def _fit(reply: Reply) -> Reply:
    """Return the reply if each of its headers is one line. Raises ValueError: it would say something else."""
    for name, value in reply.headers:
        if _UNFIT.search(name) or _UNFIT.search(value) or not value.isascii():
            message = f"the header {name!r} cannot hold {value!r}"
            raise ValueError(message)
    return reply


def _plain(status: int, text: str) -> Reply:
    return Reply(status=status, body=f"{text}\n".encode(), media_type=_PLAIN, headers=INERT)


def _nothing_there(_call: Call | None) -> Reply:
    return _plain(404, "There is no such page.")


def _response(reply: Reply) -> Response:
    response = Response(content=reply.body, status_code=reply.status, media_type=None)
    if reply.body or reply.status == 200:
        response.headers["content-type"] = reply.media_type
    for name, value in reply.headers:
        response.headers.append(name, value)
    return response


def _last_response(refused: _RefusedError, bounds: Bounds) -> Response:
    reply = _plain(refused.status, refused.why)
    headers = dict((*reply.headers, ("Connection", "close")))
    response = _LastResponse(reply.body, reply.status, headers, media_type=reply.media_type)
    response.bounds = bounds
    return response
