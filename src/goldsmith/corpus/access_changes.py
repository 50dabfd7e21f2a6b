"""Who may see a document that could not, and the other way round: lists of users and roles, and tenants."""

from __future__ import annotations

from collections.abc import Iterable

from goldsmith.records.corpus import Document
from goldsmith.records.corpus_diff import AccessChange

EVERYONE = "everyone"


def access_change(before: Iterable[Document], after: Document) -> AccessChange | None:
    """Return who gained and who lost sight of what `after` says, of whichever of the earlier documents it says it.

    None where nobody did. With another tenant its whole list stands for those of the one tenant or the other.
    """
    earlier = tuple(before)
    gained: set[str] = set()
    lost: set[str] = set()
    for one in earlier:
        more, less = _difference(one, after)
        gained |= more
        lost |= less
    tenants = {one.tenant for one in earlier}
    if not gained and not lost:
        return None
    return AccessChange(
        document=after.id,
        gained=tuple(sorted(gained)),
        lost=tuple(sorted(lost)),
        tenant_before=tenants.pop() if len(tenants) == 1 else None,
        tenant_after=after.tenant,
    )


def _difference(before: Document, after: Document) -> tuple[set[str], set[str]]:
    if before.tenant == after.tenant:
        return _of_one_tenant(before, after)
    if before.tenant is not None and after.tenant is not None:
        return _viewers(after), _viewers(before)
    listed = _listed(before), _listed(after)
    if after.tenant is None:
        # Whoever saw it as one of the tenant still does, where the later list names them.
        return _viewers(after), set() if listed[1] is None else (listed[0] or _viewers(before)) - listed[1]
    return set() if listed[0] is None else (listed[1] or _viewers(after)) - listed[0], _viewers(before)


def _of_one_tenant(before: Document, after: Document) -> tuple[set[str], set[str]]:
    one, other = _listed(before), _listed(after)
    if one is None or other is None:
        return (
            set() if one is None else _viewers(after) if other is None else other - one,
            set() if other is None else _viewers(before) if one is None else one - other,
        )
    return other - one, one - other


def _listed(document: Document) -> set[str] | None:
    return None if document.allowed_principals is None else set(document.allowed_principals)


def _viewers(document: Document) -> set[str]:
    if document.allowed_principals is not None:
        return set(document.allowed_principals)
    return {EVERYONE if document.tenant is None else f"tenant {document.tenant}"}
