"""Short ways to write the sets that the rules look at."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from goldsmith.lint.registry import code_of, load
from goldsmith.lint.view import LintView
from goldsmith.records.case import AcceptedAnswer, Case, Identity
from goldsmith.records.claims import Claim, Matcher, NumberMatch, RequiredClaim
from goldsmith.records.corpus import ContentHash, CorpusRevision, Document, Ingestion
from goldsmith.records.decision import Confirmations, Decision, Status
from goldsmith.records.evidence import Alternative, Need
from goldsmith.records.finding import Finding
from goldsmith.records.golden_set import CasePlace, CorpusPin, GoldenSet, SetHeader
from goldsmith.records.resolution import Resolution, ResolutionState

TODAY = "2026-09-08"
HEADER = SetHeader(name="help-desk", corpus=CorpusPin(label="r1"))


def case(name: str = "c1", **fields: Any) -> Case:
    """Return a case that is complete and right but for `fields`."""
    usual: dict[str, Any] = {
        "question": f"What does rule {name} say?",
        "answerability": "supported",
        "behaviour": "answer",
        "accept": (AcceptedAnswer(answer="Within 30 days."),),
        "claims": (claim({"number": 30, "unit": "day"}),),
        "evidence": (need("returns#1"),),
    }
    return Case(id=name, **(usual | fields))


def claim(match: Mapping[str, Any] | Matcher, text: str = "It says so.") -> Claim:
    """Return a required claim; a mapping stands for a number and its unit."""
    return RequiredClaim(required=text, match=NumberMatch(**match) if isinstance(match, Mapping) else match)


def need(chunk: str, name: str | None = None) -> Need:
    """Return a need with one chunk."""
    return Need(need=name, any_of=(Alternative(chunk=chunk),))


def document(name: str, **fields: Any) -> Document:
    """Return a document that everybody may see."""
    usual: dict[str, Any] = {
        "source": f"{name}.md",
        "content_hash": ContentHash(algorithm="sha256", value="00"),
        "ingestion": Ingestion(status="parsed"),
    }
    return Document(id=name, **(usual | fields))


def revision(text: str = "full") -> CorpusRevision:
    """Return a revision that keeps `text`."""
    return CorpusRevision(
        label="r1",
        digest="d",
        sources_digest="s",
        chunking_digest="c",
        access_digest="a",
        retrieval_digest="e",
        documents=1,
        chunks=1,
        failed=0,
        text=text,  # type: ignore[arg-type]  # one of the three words
        normalisation="lf-1",
        splitter="manifest",
    )


def resolution(
    name: str,
    state: ResolutionState,
    *,
    at: int = 0,
    complete: bool = True,
    document: str | None = "returns",
    detail: str = "",
) -> Resolution:
    """Return how the first alternative of need `at` stands."""
    return Resolution(
        case=name,
        need=at,
        alternative=0,
        state=state,
        pinned=Alternative(document=document, chunk="returns#1"),
        complete=complete,
        detail=detail,
    )


def decision(name: str, reviewer: str = "Avery", **fields: Any) -> Decision:
    """Return an approval as it should be."""
    usual: dict[str, Any] = {
        "id": f"{name}-{reviewer}",
        "at": "2026-09-01T10:00:00Z",
        "decision": "approved",
        "reason": "Read beside the policy.",
        "confirmations": Confirmations(question_plausible=True, answer_within_source=True, evidence_sufficient=True),
        "case_digest": "c1:1",
    }
    return Decision(case=name, reviewer=reviewer, **(usual | fields))


def view(
    *cases: Case,
    header: SetHeader = HEADER,
    facts: Sequence[Decision] = (),
    states: Mapping[str, Status] | None = None,
    documents: Sequence[Document] | None = None,
    resolutions: Sequence[Resolution] | None = None,
    text: str = "full",
    **fields: Any,
) -> LintView:
    """Return a view on cases that stand at lines 1, 2, 3 … of cases.yaml; documents or resolutions bring a revision."""
    frozen = documents is not None or resolutions is not None
    return LintView(
        golden=GoldenSet(
            header=header,
            cases=cases,
            places=tuple(CasePlace(file="cases.yaml", line=line) for line in range(1, len(cases) + 1)),
            facts=tuple(facts),
            bare=fields.pop("bare", False),
        ),
        states=states or {},
        revision=revision(text) if frozen else None,
        documents={one.id: one for one in documents or ()} if frozen else None,
        resolutions=tuple(resolutions or ()) if frozen else None,
        today=TODAY,
        **fields,
    )


def findings(rule: str, of: LintView) -> list[Finding]:
    """Return what one rule finds."""
    return list(load(code_of(rule)).check(of))


def told(rule: str, of: LintView) -> list[tuple[str, str, str]]:
    """Return severity, case and message of what one rule finds."""
    return [(one.severity, one.case, one.message) for one in findings(rule, of)]


def identity(user: str = "ann", **fields: Any) -> Identity:
    """Return somebody who asks."""
    return Identity(user=user, **fields)
