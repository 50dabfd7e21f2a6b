"""The facts of open reviews as text, and back."""

from __future__ import annotations

import json
from dataclasses import asdict
from functools import cache

from goldsmith._base.plain_data import plain
from goldsmith.errors import IntegrityError
from goldsmith.ondisk.door import Door
from goldsmith.records.case import Case
from goldsmith.records.workbench import (
    AnyFact,
    AppliedToSet,
    BatchClosed,
    BatchDrawn,
    Bound,
    Closed,
    Commented,
    EvidenceGiven,
    Invited,
    Labelled,
    Opened,
    Pooled,
    Practised,
    Resolved,
    SampleChecked,
    SampleEvidence,
    SignedIn,
    SignedOut,
    Taken,
    Withdrawn,
)

_CASE = Door(Case)

_KINDS: dict[str, type[AnyFact]] = {
    str(kind.__dataclass_fields__["fact"].default): kind
    for kind in (
        Opened, Pooled, Taken, EvidenceGiven, Labelled, Withdrawn, Resolved, Commented, AppliedToSet, Closed,
        BatchDrawn, SampleEvidence, SampleChecked, BatchClosed, Invited, SignedIn, SignedOut, Practised, Bound,
    )
}  # fmt: skip


def fact_text(fact: AnyFact) -> str:
    """Return a fact as one line of JSON, sorted by field, without the fields that are None."""
    held = {name: value for name, value in asdict(fact).items() if value is not None}
    return json.dumps(held, ensure_ascii=True, sort_keys=True)


def read_fact(text: str, *, where: str) -> AnyFact:
    """Return the fact that `text` is. Raises IntegrityError naming `where` for what no version of ours wrote."""
    kind = _kind_of(text)
    found = _door(kind).take(text) if kind in _KINDS else None
    if found is None:
        message = f"{where} is not a fact that this version knows"
        raise IntegrityError(message, next_step="open it with the newer version that wrote it, or restore the store")
    return found


def _kind_of(text: str) -> str:
    try:
        held = json.loads(text)
    except ValueError:
        return ""
    return str(held.get("fact")) if isinstance(held, dict) else ""


def snapshot(case: Case) -> str:
    """Return a case as it is kept beside its review."""
    return json.dumps(plain(case), ensure_ascii=True, sort_keys=True)


def case_of(snapshot: str, *, where: str) -> Case:
    """Return the case that a snapshot holds. Raises IntegrityError naming `where` for what is none."""
    case = _CASE.take(snapshot)
    if case is None:
        message = f"{where} holds no case that this version can read"
        raise IntegrityError(message, next_step="open it with the newer version that wrote it, or restore the store")
    return case


@cache
def _door(kind: str) -> Door[AnyFact]:
    return Door(_KINDS[kind])
