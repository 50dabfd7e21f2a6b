"""A whole case embedded beside fields that people may change: what they changed there, taken into it.

The visible fields are read twice, as they are now and as they were written. Where both readings say the same of a field
of the case, the embedded one holds, with all that the visible fields cannot show.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import fields, replace
from datetime import UTC, date, datetime
from typing import Any, TypeVar

from goldsmith.interchange.account import Account
from goldsmith.interchange.embedded import restored
from goldsmith.records.case import AcceptedAnswer, Case, Identity
from goldsmith.records.claims import Claim, OptionalClaim, ProhibitedClaim, RequiredClaim
from goldsmith.records.evidence import Need

T = TypeVar("T", AcceptedAnswer, Need, Claim)

CHANGED = "changed since it was exported: the new value holds"
_KINDS = (RequiredClaim, OptionalClaim, ProhibitedClaim)


def with_changes(
    account: Account,
    key: str,
    shown: Callable[[Case], Mapping[str, Any]],
    read: Callable[[Account], Case | None],
) -> Case | None:
    """Return the case embedded in the field `key`, with what was changed beside it; None: nothing is embedded.

    `shown` gives the visible fields of a case as they are written, `read` the case that visible fields make alone.
    """
    case = restored(account.look(key))
    if case is None:
        return None
    written = shown(case)
    before = read(Account(account.record, written))
    scratch = Account(account.record, {name: account.look(name) for name in written})
    now = read(scratch)
    account.passed(key)
    for name in written:
        account.passed(name)
    for line in scratch.close().lines:
        if line.fate == "wrong":
            account.say("wrong", line.field, line.told, line.found)
    if before is None or now is None:
        return case
    return _taken(account, case, before, now)


def _taken(account: Account, case: Case, before: Case, now: Case) -> Case:
    changed: dict[str, Any] = {}
    for item in fields(Case):
        was, is_now, held = (getattr(one, item.name) for one in (before, now, case))
        if was == is_now:
            continue
        account.say("mapped", item.name, CHANGED)
        changed[item.name] = _merged(item.name, was, is_now, held)
    return replace(case, **changed)


def _merged(name: str, before: Any, now: Any, held: Any) -> Any:
    if name == "claims":
        return in_place(now, before, by_kind(held))
    if name in ("accept", "evidence"):
        return in_place(now, before, held)
    if name == "identity" and isinstance(held, Identity) and isinstance(now, Identity):
        return replace(now, roles=held.roles)
    return now


def in_place(now: Sequence[T], before: Sequence[T], held: Sequence[T]) -> tuple[T, ...]:
    """Return what stands there now, with the whole of each that stood there before: `before` shows `held` in order."""
    if len(before) != len(held):
        return tuple(now)
    left = list(zip(before, held, strict=True))
    found = []
    for item in now:
        place = next((place for place, (was, _) in enumerate(left) if was == item), None)
        found.append(item if place is None else left.pop(place)[1])
    return tuple(found)


def by_kind(claims: Iterable[Claim]) -> tuple[Claim, ...]:
    """Return claims in the order required, optional, prohibited."""
    held = tuple(claims)
    return tuple(claim for kind in _KINDS for claim in held if isinstance(claim, kind))


def utc_time(held: object) -> str:
    """Return a time of another tool as ISO 8601 in UTC with Z; empty where it is none, a day as its first moment."""
    if isinstance(held, date) and not isinstance(held, datetime):
        held = held.isoformat()
    if isinstance(held, str):
        try:
            held = datetime.fromisoformat(held.strip())
        except ValueError:
            return ""
    if not isinstance(held, datetime):
        return ""
    try:
        moment = held.replace(tzinfo=UTC) if held.tzinfo is None else held.astimezone(UTC)
    except OverflowError:
        return ""
    return moment.isoformat().replace("+00:00", "Z")
