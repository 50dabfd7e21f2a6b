"""A real HTTP backend for tests: two tenants, tokens that expire, caches, streams, redirects and scripted faults.

It runs in a thread of its own. A script gives, for each question, what happens at the first call, the second and so on
(the last for ever after): ``status``, ``headers``, ``json``, ``body``, ``media``, ``hang_seconds``,
``close_connection``, ``chunks`` with ``chunk_delay_seconds``, ``pieces`` (texts or bytes sent one after another, then
``breaks`` or ``stays_open``), ``redirect``, ``echo`` (all that was sent comes back, as ``json``, ``body`` or
``pieces``). A question without a script is answered from the documents that its asker may see.
"""

from __future__ import annotations

import asyncio
import base64
import json
import threading
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Self
from urllib.parse import unquote_plus

from aiohttp import web

Script = Mapping[str, Sequence[Mapping[str, Any]]]


@dataclass(frozen=True, kw_only=True)
class Document:
    """A passage, whose it is, and who of them may see it."""

    id: str
    text: str
    tenant: str
    roles: tuple[str, ...] = ()


DOCUMENTS = (
    Document(id="eu-returns", text="In the EU a return is possible within 30 days.", tenant="eu"),
    Document(id="eu-salaries", text="Salary bands of the EU office: band 4 pays 70000.", tenant="eu", roles=("hr",)),
    Document(id="us-returns", text="In the US a return is possible within 15 days.", tenant="us"),
    Document(id="us-runbook", text="The US runbook names the emergency number 555-0199.", tenant="us"),
)


@dataclass(frozen=True, kw_only=True)
class User:
    """Somebody who may ask."""

    name: str
    tenant: str
    roles: tuple[str, ...] = ()


USERS = (User(name="ana", tenant="eu"), User(name="hugo", tenant="eu", roles=("hr",)), User(name="sam", tenant="us"))


@dataclass(frozen=True, kw_only=True)
class Seen:
    """A request as it arrived."""

    method: str
    path: str
    headers: Mapping[str, str]
    """By names in lower case."""
    text: str
    question: str = ""
    query: str = ""

    @property
    def json(self) -> Any:
        """The body."""
        return json.loads(self.text)


@dataclass(kw_only=True)
class RagServer:
    """The backend. A context manager: it serves from the beginning of the block to its end."""

    script: Script = field(default_factory=dict)
    documents: Iterable[Document] = DOCUMENTS
    users: Iterable[User] = USERS
    tokens: dict[str, str] = field(default_factory=dict)
    """Token to user; empty, and no client: everybody may ask, as the user that the body names."""
    clients: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    """Client id to its secret and user, for the token endpoint."""
    token_uses: int | None = None
    """How many calls a token of the endpoint serves; None: all."""
    token_lasts_s: float | None = None
    takes_basic: bool = True
    """The token endpoint takes client and secret in the header; otherwise in the form alone."""
    filters: str = "before"
    """When denied passages are taken out: before ranking, after it, or never."""
    caches: str = "no"
    """Answers are kept by user and question, by question alone (which leaks), or not at all: user, question, no."""
    echoes: bool = False
    """The reply holds the headers of the request, as a trace that says too much."""
    port: int = 0
    seen: list[Seen] = field(default_factory=list)
    issued: list[str] = field(default_factory=list)
    _played: dict[str, int] = field(default_factory=dict)
    _uses: dict[str, int] = field(default_factory=dict)
    _cache: dict[str, dict[str, Any]] = field(default_factory=dict)
    _arrived: threading.Condition = field(default_factory=threading.Condition)
    _ready: threading.Event = field(default_factory=threading.Event)
    _loop: asyncio.AbstractEventLoop | None = None
    _over: asyncio.Event | None = None
    _thread: threading.Thread | None = None

    def __enter__(self) -> Self:
        self._thread = threading.Thread(target=lambda: asyncio.run(self._serve()), name="rag-server", daemon=True)
        self._thread.start()
        assert self._ready.wait(20), "the server did not start"
        return self

    def __exit__(self, *_: object) -> None:
        assert self._loop is not None
        assert self._over is not None
        assert self._thread is not None
        self._loop.call_soon_threadsafe(self._over.set)
        self._thread.join(20)

    @property
    def root(self) -> str:
        """Where it serves."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def url(self) -> str:
        """Where questions are asked."""
        return f"{self.root}/ask"

    def calls(self, question: str) -> int:
        """Return how often a question arrived."""
        return sum(seen.question == question for seen in self.seen)

    def wait_for(self, question: str, count: int = 1) -> None:
        """Return when a question has arrived that often; fail where it does not."""
        with self._arrived:
            assert self._arrived.wait_for(lambda: self.calls(question) >= count, timeout=60), (
                "the question never arrived"
            )

    async def _serve(self) -> None:
        app = web.Application(client_max_size=50_000_000)
        app.router.add_post("/token", self._token)
        app.router.add_route("*", "/ask", self._ask)
        app.router.add_route("*", "/other", self._ask)
        app.router.add_post("/v1/chat/completions", self._ask)
        runner = web.AppRunner(app, access_log=None, shutdown_timeout=0, handler_cancellation=True)
        await runner.setup()
        site = web.TCPSite(runner, "127.0.0.1", 0, backlog=1024)
        await site.start()
        self.port = runner.addresses[0][1]
        self._loop, self._over = asyncio.get_running_loop(), asyncio.Event()
        self._ready.set()
        await self._over.wait()
        await runner.cleanup()

    async def _ask(self, request: web.Request) -> web.StreamResponse:
        text = await request.text()
        body = json.loads(text) if text.startswith("{") else {}
        messages = body.get("messages") or [{}]
        question = body.get("question") or request.query.get("question") or messages[-1].get("content", "")
        headers = {name.lower(): value for name, value in request.headers.items()}
        self.seen.append(
            Seen(
                method=request.method,
                path=request.path,
                query=request.query_string,
                headers=headers,
                text=text,
                question=question,
            )
        )
        with self._arrived:
            self._arrived.notify_all()
        steps = self.script.get(question)
        if steps:
            played = self._played.get(question, 0)
            self._played[question] = played + 1
            step = steps[min(played, len(steps) - 1)]
            return await self._play(request, {**step, **self._echo(step["echo"])} if "echo" in step else step)
        user = self._user(request, body)
        if user is None:
            return web.json_response({"error": "who are you?", "got": dict(request.headers)}, status=401)
        return web.json_response(self._answer(question, user, request))

    async def _play(self, request: web.Request, step: Mapping[str, Any]) -> web.StreamResponse:
        if "hang_seconds" in step:
            await asyncio.sleep(step["hang_seconds"])
        if step.get("close_connection"):
            assert request.transport is not None
            request.transport.abort()
            return web.Response()
        status, headers = step.get("status", 200), {**step.get("headers", {})}
        if "redirect" in step:
            return web.Response(status=step.get("status", 307), headers={**headers, "Location": step["redirect"]})
        text = step.get("body", json.dumps(step["json"]) if "json" in step else "")
        media = step.get("media", "text/html" if text.startswith("<") else "application/json")
        if "pieces" not in step and "chunks" not in step:
            return web.Response(status=status, headers={**headers, "Content-Type": media}, body=text.encode())
        pieces = step.get("pieces") or [text[n :: step["chunks"]] or " " for n in range(step["chunks"])]
        response = web.StreamResponse(status=status, headers={**headers, "Content-Type": media})
        await response.prepare(request)
        for piece in pieces:
            await response.write(piece if isinstance(piece, bytes) else piece.encode())
            await asyncio.sleep(step.get("chunk_delay_seconds", 0))
        if step.get("breaks"):
            assert request.transport is not None
            request.transport.abort()
            return response
        if step.get("stays_open"):
            assert self._over is not None
            await self._over.wait()
        return response

    def _echo(self, how: str) -> dict[str, Any]:
        """Return what the last request held, as a system does that says too much."""
        seen = self.seen[-1]
        told = f"got {dict(seen.headers)} at {seen.path}?{seen.query} with {seen.text}"
        if how == "json":
            trace = {"headers": dict(seen.headers), "query": seen.query, "body": seen.text, "lines": list(told)}
            return {"json": {"answer": told, "retrieved": [{"id": "a#1", "text": told}], "trace": trace, told: 1}}
        if how == "body":
            return {"body": told, "media": "text/plain"}
        return {
            "media": "text/event-stream",
            "pieces": [sse(("token", {"text": told[n : n + 7]})) for n in range(0, len(told), 7)],
        }

    def _user(self, request: web.Request, body: Mapping[str, Any]) -> User | None:
        known = {user.name: user for user in self.users}
        if not self.tokens and not self.clients:
            name = str(body.get("user") or "")
            return known.get(name, User(name=name, tenant=""))
        token = request.headers.get("Authorization", "").removeprefix("Bearer ")
        if self.token_uses is not None and token in self.issued:
            self._uses[token] = self._uses.get(token, 0) + 1
            if self._uses[token] > self.token_uses:
                return None
        return known.get(self.tokens.get(token, ""))

    def _answer(self, question: str, user: User, request: web.Request) -> dict[str, Any]:
        key = f"{user.name} {question}" if self.caches == "user" else question
        if self.caches != "no" and key in self._cache:
            return {**self._cache[key], "cache": f"entry {key}", "identity_echo": user.name}
        words = set(question.lower().replace("?", "").split())
        may_see = [item for item in self.documents if item.tenant in {"", user.tenant}]
        may_see = [item for item in may_see if not item.roles or set(item.roles) & set(user.roles)]
        pool = list(self.documents if self.filters in {"after", "never"} else may_see)
        found = [item for item in pool if words & set(item.text.lower().rstrip(".").split())]
        kept = found if self.filters == "never" else [item for item in found if item in may_see]
        reply: dict[str, Any] = {
            "answer": kept[0].text if kept else "I do not know.",
            "retrieved": [{"id": f"{item.id}#1", "document": item.id, "text": item.text} for item in kept],
            "candidates": [{"id": f"{item.id}#1", "document": item.id} for item in found],
            "citations": [f"{item.id}#1" for item in kept[:1]],
            "identity_echo": user.name,
            "cache": "",
        }
        if self.echoes:
            headers = dict(request.headers)
            reply["answer"] = f"debug: got header {headers.get('Authorization', '')}"
            reply["trace"] = {"request": {"headers": headers}, "url": str(request.url)}
        self._cache[key] = reply
        return reply

    async def _token(self, request: web.Request) -> web.Response:
        form = await request.post()
        client, secret = str(form.get("client_id", "")), str(form.get("client_secret", ""))
        headers = {name.lower(): value for name, value in request.headers.items()}
        self.seen.append(Seen(method="POST", path="/token", headers=headers, text=str(dict(form))))
        basic = headers.get("authorization", "").removeprefix("Basic ")
        if basic and self.takes_basic:
            client, secret = map(unquote_plus, base64.b64decode(basic).decode().split(":"))
        known = self.clients.get(client)
        if known is None or known[0] != secret or form.get("grant_type") != "client_credentials":
            return web.json_response({"error": "invalid_client", "got": f"{client}:{secret}"}, status=401)
        token = f"issued-{len(self.issued) + 1}-for-{known[1]}-{client}"
        self.issued.append(token)
        self.tokens[token] = known[1]
        reply: dict[str, Any] = {"access_token": token, "token_type": "Bearer"}
        if self.token_lasts_s is not None:
            reply["expires_in"] = self.token_lasts_s
        await asyncio.sleep(0.02)  # so that calls at the same time meet
        return web.json_response(reply)


def sse(*events: tuple[str, Any]) -> str:
    """Return server-sent events, each a name (empty: none) and its data (text, or what becomes JSON)."""
    lines = []
    for name, data in events:
        text = data if isinstance(data, str) else json.dumps(data)
        lines.append(f"event: {name}\n" if name else "")
        lines += [f"data: {line}\n" for line in text.split("\n")]
        lines.append("\n")
    return "".join(lines)
