"""The chain that binds the facts of open reviews to each other, subject by subject."""

from __future__ import annotations

import json
from hashlib import sha256


def link(*, subject: str, number: int, author: str, at: str, body: str, key: str | None, previous: str | None) -> str:
    """Return the digest of a fact: SHA-256, hexadecimal, over all that it says and the digest of the one before it.

    Exact, unlike the digest of a case: here not even a blank at the end of a line may change unseen.
    """
    return sha256(json.dumps([subject, number, author, at, body, key, previous]).encode()).hexdigest()
