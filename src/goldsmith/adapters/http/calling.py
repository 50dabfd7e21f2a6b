"""Calls on behalf of the users of the cases: credentials, trace context, one renewal, failures told without secrets."""

from __future__ import annotations

import random
import ssl
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from goldsmith._base.registry import unknown_name
from goldsmith.adapters.http.addresses import Reach, is_loopback, named_origin
from goldsmith.adapters.http.client import Client, Outgoing, Received, SinkFor, tls_context
from goldsmith.adapters.http.credentials import Credentials, Token, open_credentials
from goldsmith.adapters.http.failures import status_failure
from goldsmith.adapters.http.templates import Environment
from goldsmith.adapters.options import Options
from goldsmith.errors import ConfigurationError
from goldsmith.ports.system import SystemFailure
from goldsmith.records.exchange import Exchange
from goldsmith.records.response import Failure, Reply
from goldsmith.records.settings import IdentitySettings
from goldsmith.records.task import Step
from goldsmith.text.redacted_data import redact_data
from goldsmith.text.redaction import Secrets

TRANSPORT_OPTIONS = ("hosts", "identity", "proxy", "ca_file", "certificate", "key", "insecure", "plain")
"""Settings that every system over HTTP takes."""

_LONGEST_MESSAGE = 1_000


@dataclass(kw_only=True)
class Call:
    """One call on its way: what was sent and what came back so far, secrets included."""

    outgoing: Outgoing
    trace_id: str = ""
    received: Received | None = None
    duration_ms: float = 0
    missing: tuple[str, ...] = ()
    unread: tuple[str, ...] = ()


@dataclass(kw_only=True)
class Caller:
    """Makes the calls of one system. Made by `open_caller`."""

    client: Client
    secrets: Secrets
    users: Mapping[str, Credentials]
    """How each user proves who they are; empty: no credentials of users."""
    default: str | None
    """As whom a case without identity is asked; None: as nobody."""
    chance: random.Random
    """From which trace ids are drawn."""
    now: Callable[[], datetime]
    """The clock against which a Retry-After date is read."""

    def asks_as(self, step: Step) -> str | None:
        """Return whose credentials a step is asked with; None: nobody's."""
        if not self.users:
            return None
        return step.identity.user if step.identity is not None else self.default

    async def send(self, call: Call, step: Step, sink_for: SinkFor | None = None) -> Received:
        """Send the request of `call` and return the reply of a status below 300. Raises SystemFailure."""
        started = time.perf_counter()
        own = call.outgoing.headers
        try:
            credentials = self._credentials(step)
            token = await credentials.token() if credentials is not None else None
            received = await self._once(call, own, credentials, token, sink_for)
            if received.status == 401 and credentials is not None:
                renewed = await credentials.renewed(token)
                if renewed is not None:
                    received = await self._once(call, own, credentials, renewed, sink_for)
        finally:
            call.duration_ms = round((time.perf_counter() - started) * 1000, 3)
        if received.status >= 300:
            raise status_failure(received.status, received.headers, received.body, secrets=self.secrets, now=self.now())
        return received

    async def _once(
        self,
        call: Call,
        own: Mapping[str, str],
        credentials: Credentials | None,
        token: Token | None,
        sink_for: SinkFor | None,
    ) -> Received:
        # The ids that name this call in traces (W3C Trace Context): both random, neither zero.
        drawn = self.chance.getrandbits
        call.trace_id = f"{drawn(128) or 1:032x}"
        headers = {"traceparent": f"00-{call.trace_id}-{drawn(64) or 1:016x}-01", **own}
        if credentials is not None:
            headers |= credentials.headers(token)
            call.outgoing.tls = credentials.tls
        call.outgoing.headers = headers
        call.received = None
        call.received = await self.client.send(call.outgoing, sink_for)
        return call.received

    def _credentials(self, step: Step) -> Credentials | None:
        user = self.asks_as(step)
        if user is None:
            return None
        if user not in self.users:
            raise SystemFailure("not_authorised", f"[identities] does not hold {user!r}, as whom the case is asked")
        return self.users[user]

    def told(self, error: Exception) -> SystemFailure:
        """Return the failure that an error means, without secrets: what a system says may hold what it was sent."""
        if isinstance(error, RecursionError):
            return SystemFailure("bad_reply", "the reply is nested too deeply")
        if not isinstance(error, SystemFailure):
            return SystemFailure("bad_reply", self._short(str(error)))
        return SystemFailure(
            error.kind,
            self._short(error.message),
            worth_retrying=error.worth_retrying,
            retry_after_s=error.retry_after_s,
        )

    def _short(self, message: str) -> str:
        # Hidden before it is cut: a cut through a secret would leave a part that nothing knows any more.
        clean = self.secrets.redact_excerpt(message)
        return clean if len(clean) <= _LONGEST_MESSAGE else clean[: _LONGEST_MESSAGE - 1] + "…"

    def exchange(self, call: Call, outcome: Reply | SystemFailure) -> Exchange:
        """Return a call as a person looks at it, without secrets."""
        sent, got = call.outgoing, call.received
        headers = tuple(got.headers.items()) if got is not None else ()
        sent_headers = got.sent if got is not None else sent.headers
        reply_text = got.body.decode("utf-8", "replace") if got is not None else ""
        read = outcome if isinstance(outcome, Reply) else _failure(outcome)
        back = redact_data((headers, reply_text, read), self.secrets)
        headers, reply_text, read = back.data
        forth = redact_data((sent.url, tuple(sent_headers.items()), (sent.body or b"").decode()), self.secrets).data
        return Exchange(
            method=sent.method,
            url=forth[0],
            request_headers=forth[1],
            request_body=forth[2],
            status=got.status if got is not None else None,
            response_headers=headers,
            response_body=reply_text,
            duration_ms=call.duration_ms,
            outcome=read,
            missing=call.missing,
            unread=call.unread,
            echoed=back.names,
        )


def open_caller(
    options: Options,
    *,
    urls: Iterable[str],
    environment: Environment,
    identities: Mapping[str, IdentitySettings],
    folder: Path,
    sends_secrets: bool,
) -> Caller:
    """Return what makes the calls to `urls`. Nothing is called yet.

    `sends_secrets`: the request itself carries some. Raises ConfigurationError, UnknownNameError.
    """
    secrets, where = environment.secrets, options.where
    default = options.text("identity")
    if default is not None and default not in identities:
        raise unknown_name("identities in goldsmith.toml", default, tuple(sorted(identities)))
    oauth = {user: item.oauth.token_url for user, item in identities.items() if item.oauth is not None}
    called = {f"url of [{where}]": url for url in urls}
    called |= {f"oauth.token_url of [identities.{user}]": url for user, url in oauth.items()}
    insecure = options.flag("insecure")
    for place, url in called.items():
        origin = named_origin(url, place)
        is_secret = sends_secrets or bool(identities) or place.startswith("oauth")
        if origin.scheme == "http" and is_secret and not insecure and not is_loopback(origin.host):
            raise ConfigurationError(
                f"{place} is {origin}: credentials would cross the network unencrypted",
                next_step=f"use https, or accept it with insecure = true in [{where}]",
            )
    named = {named_origin(url, place).host for place, url in called.items()}
    reach = Reach(hosts=frozenset(named | {host.lower().strip("[]") for host in options.texts("hosts")}))
    proxy = options.text("proxy")
    proxy = environment.fill(proxy, "proxy") if proxy is not None else None
    files = {name: options.text(name) for name in ("ca_file", "certificate", "key")}
    client = Client(
        reach=_with_proxy(reach, proxy), secrets=secrets, proxy=proxy, tls=tls_context(folder, where, **files)
    )
    return Caller(
        client=client,
        secrets=secrets,
        users=_users(identities, environment, client, folder, files["ca_file"]),
        default=default,
        chance=random.Random(random.SystemRandom().getrandbits(128)),
        now=lambda: datetime.now(UTC),
    )


def _with_proxy(reach: Reach, proxy: str | None) -> Reach:
    """Let the proxy's own address be called, whatever network it stands in: the settings name it."""
    return reach if proxy is None else Reach(hosts=reach.hosts | {named_origin(proxy, "proxy").host})


def _users(
    identities: Mapping[str, IdentitySettings],
    environment: Environment,
    client: Client,
    folder: Path,
    ca_file: str | None,
) -> dict[str, Credentials]:
    async def post(url: str, headers: Mapping[str, str], body: bytes) -> tuple[int, bytes]:
        form = {**headers, "Content-Type": "application/x-www-form-urlencoded", "Accept": "application/json"}
        received = await client.send(Outgoing(method="POST", url=url, headers=form, body=body))
        return received.status, received.body

    opened = {}
    for user, settings in sorted(identities.items()):
        where = f"identities.{user}"
        tls: ssl.SSLContext | None = None
        if settings.certificate is not None or settings.key is not None:
            tls = tls_context(folder, where, ca_file=ca_file, certificate=settings.certificate, key=settings.key)
        own = replace(environment, where=where, plain=None)
        opened[user] = open_credentials(user, settings, environment=own, post=post, tls=tls, folder=folder)
    return opened


def _failure(failure: SystemFailure) -> Failure:
    return Failure(kind=failure.kind, message=failure.message)  # type: ignore[arg-type] # the adapters' own kinds
