"""What was worked out for one opened project, so that no command works it out twice."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

from goldsmith.records.case import Case
from goldsmith.records.digests import case_digest

T = TypeVar("T")


class Once:
    """Holds results by name, and the digest of each case.

    A project that was opened is a snapshot: what follows from it stays true as long as it is held. Its cases are known
    by identity, since two of them may share an id.
    """

    def __init__(self) -> None:
        self._held: dict[str, Any] = {}
        self._digests: dict[int, tuple[Case, str]] = {}

    def get(self, name: str, make: Callable[[], T]) -> T:
        """Return the result called `name`, made by `make` the first time."""
        if name not in self._held:
            self._held[name] = make()
        return cast("T", self._held[name])

    def digest(self, case: Case) -> str:
        """Return the case digest of `case`."""
        # The case is held too, so that its identity is not given to another one.
        if id(case) not in self._digests:
            self._digests[id(case)] = (case, case_digest(case))
        return self._digests[id(case)][1]
