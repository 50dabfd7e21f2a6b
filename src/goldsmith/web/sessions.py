"""Who came in stays in: a signed cookie, which says by itself who it is and how long it counts."""

from __future__ import annotations

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass, replace
from hashlib import sha256
from hmac import compare_digest
from hmac import new as hmac

IDLE_S = 12 * 3_600
"""A session of which nothing was heard for longer ends."""
LONGEST_S = 14 * 86_400
"""Every session ends then."""
RENEWED_AFTER_S = 300
"""A cookie is written anew at most so often."""

_SCHEME = "s1"
_LONGEST_COOKIE = 2_000
_AHEAD_S = 120
"""How far the clocks of two servers may differ."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Session:
    """One person in one browser."""

    person: str
    fact: int
    """Number of the fact by which they came in, among the facts of the person: a later SignedOut ends the session."""
    begun: int
    """Seconds since 1970."""
    seen: int
    nonce: str

    def is_over(self, now: int) -> bool:
        """Say whether it counts no more by the clock; one that lies in the future never counted."""
        to_come = max(self.begun, self.seen) - now > _AHEAD_S
        return to_come or now - self.seen > IDLE_S or now - self.begun > LONGEST_S

    def seen_at(self, now: int) -> Session:
        """Return the session as it is to be kept after a visit; itself while it is fresh."""
        return replace(self, seen=now) if now - self.seen > RENEWED_AFTER_S else self


def sealed(session: Session, secret: str) -> str:
    """Return a session as the value of a cookie."""
    held = [session.person, session.fact, session.begun, session.seen, session.nonce]
    text = urlsafe_b64encode(json.dumps(held).encode()).decode().rstrip("=")
    return f"{_SCHEME}.{text}.{signed(secret, 'session', text)}"


def unsealed(cookie: str, secret: str) -> Session | None:
    """Return the session of a cookie; None for what we did not seal."""
    parts = cookie.split(".")
    if len(cookie) > _LONGEST_COOKIE or len(parts) != 3 or parts[0] != _SCHEME or not cookie.isascii():
        return None
    _, text, signature = parts
    if not compare_digest(signature, signed(secret, "session", text)):
        return None
    person, fact, begun, seen, nonce = json.loads(urlsafe_b64decode(text + "=" * (-len(text) % 4)))
    return Session(person=person, fact=fact, begun=begun, seen=seen, nonce=nonce)


def signed(secret: str, purpose: str, text: str) -> str:
    """Return the HMAC-SHA256 of a text for one purpose, hexadecimal."""
    return hmac(bytes.fromhex(secret), f"{purpose}\n{text}".encode(), sha256).hexdigest()


def cookie(name: str, value: str, *, secure: bool, longest_s: int = LONGEST_S) -> tuple[str, str]:
    """Return the header that keeps a cookie out of reach of scripts and of other sites; an empty value removes it."""
    age = longest_s if value else 0
    safe = "; Secure" if secure else ""
    return ("Set-Cookie", f"{name}={value}; Path=/; Max-Age={age}; HttpOnly; SameSite=Lax{safe}")
