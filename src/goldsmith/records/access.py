"""Which documents an identity may not see.

What the case allows overrides the rules of the corpus and never a denial of the case itself.
"""

from __future__ import annotations

from collections.abc import Mapping

from goldsmith.records.case import Identity
from goldsmith.records.corpus import Document


def denies(identity: Identity, name: str, documents: Mapping[str, Document]) -> str:
    """Return why `identity` may not see the document `name`; empty text: it may."""
    if name in identity.denied:
        return "the case denies it"
    document = documents.get(name)
    if document is None or name in identity.allowed:
        return ""
    if document.tenant is not None and document.tenant != identity.tenant:
        whose = f"to {identity.tenant!r}" if identity.tenant is not None else "to none"
        return f"it belongs to tenant {document.tenant!r}, the identity {whose}"
    principals = document.allowed_principals
    if principals is not None and not {identity.user, *identity.roles} & set(principals):
        return f"only {', '.join(sorted(principals)) or 'nobody'} may see it"
    return ""


def denies_anything(identity: Identity, documents: Mapping[str, Document]) -> bool:
    """Say whether there is any document that `identity` may not see."""
    return bool(identity.denied) or any(denies(identity, name, documents) for name in documents)
