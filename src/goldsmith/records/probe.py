"""Probes of access: what is at stake between two askers, and how one probe came out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Literal

from goldsmith.records.access import denies
from goldsmith.records.case import Case, Identity
from goldsmith.records.corpus import Document
from goldsmith.records.evidence import Alternative
from goldsmith.records.observation import Observation
from goldsmith.records.task import ProbeKind

Control = Literal["got", "not_got", "not_shown", "failed", "no_result"]
"""Whether the permitted asker got a source at stake: without that, a clean reply to the denied one shows nothing.

`not_shown`: the system does not show what it retrieved; `failed`: there is a failure instead of a reply.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProbeSeen:
    """How one probe came out, in one repeat."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    task: str
    kind: ProbeKind
    repeat: int
    permitted: str
    """Case of the asker who may see the source."""
    denied: str
    """Case of the asker who must not; the same case where access is taken from the permitted one."""
    documents: tuple[str, ...]
    """The sources at stake, sorted; empty: the set no longer says which, and only a leak can be told."""
    control: Control
    first: Observation | None
    """Of the permitted asker; None: no result."""
    second: Observation | None
    """Of the denied asker, under all that is denied to them at that moment; None: no result."""


def document_of(alternative: Alternative) -> str | None:
    """Return the document that a passage of evidence is of, as it is written; None: only its source is named."""
    if alternative.document is not None or alternative.chunk is None:
        return alternative.document
    head, separator, _ = alternative.chunk.rpartition("#")
    return head if separator and head else alternative.chunk


def may_see(identity: Identity | None, name: str, documents: Mapping[str, Document]) -> bool:
    """Say whether an asker may see the document `name`; nobody (None) sees what no rule of the corpus restricts."""
    if identity is not None:
        return not denies(identity, name, documents)
    document = documents.get(name)
    return document is None or (document.tenant is None and document.allowed_principals is None)


def at_stake(permitted: Case, denied: Identity, documents: Mapping[str, Document]) -> tuple[str, ...]:
    """Return the documents that the evidence of `permitted` names, that its asker may see and `denied` must not."""
    named = {document_of(one) for need in permitted.evidence for one in need.any_of}
    return tuple(
        sorted(
            name
            for name in named
            if name and denies(denied, name, documents) and may_see(permitted.identity, name, documents)
        )
    )


def probe_case(case: Case, *, question: str, withheld: tuple[str, ...] = ()) -> Case:
    """Return `case` as a step of a probe asks it: with the question of the probe, and without access to `withheld`."""
    identity = case.identity
    if identity is not None and withheld:
        identity = replace(
            identity,
            denied=tuple(sorted({*identity.denied, *withheld})),
            allowed=tuple(name for name in identity.allowed if name not in withheld),
        )
    return replace(case, question=question, identity=identity)
