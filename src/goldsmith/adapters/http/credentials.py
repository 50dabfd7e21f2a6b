"""How each user of the cases proves who they are: a token of the environment, of a command or of an OAuth server."""

from __future__ import annotations

import asyncio
import base64
import shutil
import ssl
import time
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass
from math import inf, isfinite
from pathlib import Path
from typing import Protocol
from urllib.parse import quote_plus, urlencode
from weakref import WeakKeyDictionary

from goldsmith.adapters.http.failures import excerpt
from goldsmith.adapters.http.templates import Environment
from goldsmith.adapters.json_door import NoJsonError, read_json
from goldsmith.adapters.short_commands import TooLongError, run_program
from goldsmith.errors import ConfigurationError, GoldsmithError
from goldsmith.ports.system import SystemFailure
from goldsmith.records.case import Case
from goldsmith.records.settings import IdentitySettings, OAuthSettings, ProjectSettings
from goldsmith.text.redaction import Secrets

COMMAND_LIMIT_S = 30.0
"""How long a command may take to print a token."""

_SKEW_S = 30.0
"""A token is renewed this long before it expires: clocks differ, and a call takes its time."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Token:
    """A token, and until when it may be used."""

    value: str
    expires_at: float | None = None
    """Reading of the monotonic clock; None: until it is refused."""


class Post(Protocol):
    """Sends a form to the token endpoint and returns status and body. Raises SystemFailure."""

    async def __call__(self, url: str, headers: Mapping[str, str], body: bytes, /) -> tuple[int, bytes]:
        """Send it."""
        ...


class Tokens:
    """One user's token: fetched when it is needed, kept while it serves, fetched by one call at a time."""

    def __init__(self, fetch: Callable[[], Awaitable[Token]], *, clock: Callable[[], float] = time.monotonic) -> None:
        self._fetch = fetch
        self._clock = clock
        self._held: Token | None = None
        self._flights: WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Future[Token]] = WeakKeyDictionary()

    async def current(self) -> Token:
        """Return the token; a new one where there is none yet or the last is about to expire. Raises SystemFailure."""
        held = self._held
        if held is not None and (held.expires_at is None or self._clock() < held.expires_at):
            return held
        return await self._fetched()

    async def renewed(self, refused: Token) -> Token:
        """Return a token in the place of one that was refused; what another call has fetched meanwhile serves too."""
        if self._held is not None and self._held is not refused:
            return self._held
        return await self._fetched()

    async def _fetched(self) -> Token:
        loop = asyncio.get_running_loop()
        flight = self._flights.get(loop)
        if flight is None or flight.done():
            flight = asyncio.ensure_future(self._fetch())
            flight.add_done_callback(self._landed)
            self._flights[loop] = flight
        # One call that is told to stop must not stop the fetching for the others.
        return await asyncio.shield(flight)

    def _landed(self, flight: asyncio.Future[Token]) -> None:
        if not flight.cancelled() and flight.exception() is None:
            self._held = flight.result()


@dataclass(frozen=True, slots=True, kw_only=True)
class Credentials:
    """What one user sends along. Made by `open_credentials`."""

    user: str
    header: str
    scheme: str
    fixed: Token | None
    """A token of the environment, which cannot be renewed."""
    tokens: Tokens | None
    tls: ssl.SSLContext | None = None
    """The client certificate."""

    async def token(self) -> Token | None:
        """Return the token to send; None for a user who proves it by a certificate alone. Raises SystemFailure."""
        return await self.tokens.current() if self.tokens is not None else self.fixed

    async def renewed(self, refused: Token | None) -> Token | None:
        """Return another token than the one that was refused; None where there is no other. Raises SystemFailure."""
        return await self.tokens.renewed(refused) if self.tokens is not None and refused is not None else None

    def headers(self, token: Token | None) -> dict[str, str]:
        """Return the header that carries the token."""
        return {} if token is None else {self.header: f"{self.scheme} {token.value}".strip()}


def missing_identities(cases: Iterable[Case], settings: ProjectSettings) -> tuple[str, ...]:
    """Return the users of `cases`, sorted, that ``[identities]`` does not hold; none where there is no such table."""
    if not settings.identities:
        return ()
    asked = {case.identity.user for case in cases if case.identity is not None}
    return tuple(sorted(asked - settings.identities.keys()))


def open_credentials(
    user: str,
    settings: IdentitySettings,
    *,
    environment: Environment,
    post: Post,
    tls: ssl.SSLContext | None,
    folder: Path,
) -> Credentials:
    """Return how `user` proves who they are. Nothing is fetched yet.

    Raises ConfigurationError: no source or several, a variable that is not set, a command that is not there.
    """
    where = environment.where
    given = [name for name in ("token_env", "token_command", "oauth") if getattr(settings, name)]
    if len(given) > 1:
        raise ConfigurationError(
            f"[{where}] has {' and '.join(given)}: which of them counts is not known", next_step="keep one of them"
        )
    if not given and settings.certificate is None:
        raise ConfigurationError(
            f"[{where}] says nothing of how {user} proves who they are",
            next_step='write token_env = "VARIABLE", token_command, oauth or certificate',
        )
    fixed = Token(value=environment.value(settings.token_env, "token_env")) if settings.token_env else None
    fetch: Callable[[], Awaitable[Token]] | None = None
    if settings.token_command:
        fetch = _command(settings.token_command, environment, folder)
    elif settings.oauth is not None:
        fetch = _oauth(settings.oauth, environment, post)
    return Credentials(
        user=user,
        header=settings.header,
        scheme=settings.scheme,
        fixed=fixed,
        tokens=None if fetch is None else Tokens(fetch),
        tls=tls,
    )


def _command(words: tuple[str, ...], environment: Environment, folder: Path) -> Callable[[], Awaitable[Token]]:
    program, where = words[0], environment.where
    has_folder = "/" in program or "\\" in program
    found = shutil.which(str(folder / program) if has_folder else program, path=environment.variables.get("PATH"))
    if found is None:
        raise ConfigurationError(
            f"token_command of [{where}]: there is no program {program!r}", next_step="write its path, or install it"
        )

    async def fetch() -> Token:
        told = f"token_command of [{where}]"
        try:
            ran = await run_program(
                (found, *words[1:]), folder=folder, environment=environment.variables, limit_s=COMMAND_LIMIT_S
            )
        except TimeoutError:
            message = f"{told} did not end within {COMMAND_LIMIT_S:g} s"
            raise SystemFailure("not_authorised", message) from None
        except TooLongError:
            raise SystemFailure("not_authorised", f"{told} writes without end, and no token") from None
        except (OSError, ValueError) as error:
            raise SystemFailure("not_authorised", f"{told} cannot be started: {error}") from None
        token = ran.out.decode("utf-8", "replace").strip()
        if ran.status != 0:
            said = excerpt(ran.err, environment.secrets)
            message = f"{told} ended with status {ran.status}" + (f": {said}" if said else "")
            raise SystemFailure("not_authorised", message)
        if not token or any(character.isspace() or not character.isprintable() for character in token):
            found_what = f"{len(token.split())} words" if token else "nothing"
            raise SystemFailure("not_authorised", f"{told} printed {found_what}, not a token")
        _hide(environment.secrets, token, where)
        return Token(value=token)

    return fetch


def _oauth(settings: OAuthSettings, environment: Environment, post: Post) -> Callable[[], Awaitable[Token]]:
    secret = environment.value(settings.client_secret_env, "oauth.client_secret_env")
    pair = f"{quote_plus(settings.client_id)}:{quote_plus(secret)}"
    encoded = base64.b64encode(pair.encode()).decode()
    environment.secrets.add(encoded, settings.client_secret_env)
    in_header = {"Authorization": f"Basic {encoded}"}
    form = {"grant_type": "client_credentials"}
    form |= {name: value for name in ("scope", "audience") if (value := getattr(settings, name))}
    in_form = {**form, "client_id": settings.client_id, "client_secret": secret}
    wants_form = False

    async def fetch() -> Token:
        nonlocal wants_form
        sent_at = time.monotonic()
        if not wants_form:
            status, body = await post(settings.token_url, in_header, urlencode(form).encode())
            # The standard asks servers to take the header; some take the client's name and secret in the form alone.
            wants_form = status in {400, 401} and b"invalid_client" in body
        else:
            status, body = 0, b""
        if wants_form:
            status, body = await post(settings.token_url, {}, urlencode(in_form).encode())
        return _granted(status, body, environment, sent_at)

    return fetch


def _granted(status: int, body: bytes, environment: Environment, sent_at: float) -> Token:
    """Return the token of a token endpoint's reply (RFC 6749, section 5.1). Raises SystemFailure."""
    where, told = environment.where, excerpt(body, environment.secrets)
    if status >= 500 or status == 429:
        message = f"the token endpoint of [{where}] answered HTTP {status}: {told}"
        raise SystemFailure("system_error", message, worth_retrying=True)
    if status >= 300:
        message = f"the token endpoint of [{where}] gave no token, HTTP {status}: {told}"
        raise SystemFailure("not_authorised", message)
    try:
        reply = read_json(body)
    except NoJsonError:
        reply = None
    token = reply.get("access_token") if isinstance(reply, dict) else None
    if not isinstance(token, str) or not token.isprintable() or not token:
        raise SystemFailure("not_authorised", f"the token endpoint of [{where}] answered without access_token")
    _hide(environment.secrets, token, where)
    try:
        lasts_s = float(reply["expires_in"])
    except (KeyError, TypeError, ValueError, OverflowError):
        lasts_s = inf
    if not isfinite(lasts_s):
        return Token(value=token)
    # A short-lived token would never serve if the whole skew came off it.
    return Token(value=token, expires_at=sent_at + lasts_s - min(_SKEW_S, lasts_s / 10))


def _hide(secrets: Secrets, token: str, where: str) -> None:
    try:
        secrets.add(token, where)
    except GoldsmithError as error:
        raise SystemFailure("not_authorised", error.message) from None
