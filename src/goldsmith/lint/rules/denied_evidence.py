"""GS212 denied-evidence."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar

from goldsmith.lint.rule import Needed
from goldsmith.lint.view import LintView, Severity
from goldsmith.records.access import denies
from goldsmith.records.case import Identity
from goldsmith.records.corpus import Document
from goldsmith.records.evidence import Alternative
from goldsmith.records.finding import Finding


class DeniedEvidence:
    """
    ## What it does
    Finds evidence in a document that the identity of the case may not see: the case denies it, it belongs to
    another tenant, the corpus lets only others see it, or it is not among the allowed sources that the case
    names while `set.yaml` says `access: closed`. Without a frozen corpus the document is
    read from the id of the passage.

    ## Why is this bad?
    The case asks for a leak: to score well the system would have to retrieve what it must keep from this user.

    ## What to do
    If the user must not get the answer, remove the evidence and write `answerability: unsupported` and the
    right `behaviour`. If the user may, correct the identity.
    """

    code, name, since = "GS212", "denied-evidence", "0.1"
    severity: ClassVar[Severity] = "error"
    needs: ClassVar[tuple[Needed, ...]] = ()

    def check(self, view: LintView, /) -> Iterator[Finding]:
        """Yield the findings."""
        documents = view.documents or {}
        looked_up = {(index, item.need, item.alternative): item.pinned.document for index, item in view.resolved()}
        for index, case in view.live():
            if case.identity is None:
                continue
            for at, need in enumerate(case.evidence):
                for choice, item in enumerate(need.any_of):
                    name = looked_up.get((index, at, choice)) or _document(item, documents)
                    why = _why(view, case.identity, name) if name is not None else ""
                    if why:
                        yield view.found(
                            self,
                            index,
                            f"{case.identity.user!r} may not see {name!r}, which the evidence names: {why}",
                            field=f"evidence.{at}.any_of.{choice}",
                            mend="remove the evidence and say what a right refusal is, or correct the identity",
                        )


def _document(item: Alternative, documents: Mapping[str, Document]) -> str | None:
    if item.document is not None or item.chunk is None:
        return item.document
    return item.chunk if item.chunk in documents else item.chunk.rpartition("#")[0] or item.chunk


def _why(view: LintView, identity: Identity, name: str) -> str:
    why = denies(identity, name, view.documents or {})
    closed = view.golden.header.access == "closed" and bool(identity.allowed)
    if not why and closed and name not in identity.allowed:
        return "set.yaml says access: closed, and the identity is not allowed it"
    return why
