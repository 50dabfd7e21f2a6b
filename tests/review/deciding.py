"""Short ways to say what reviewers decided."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from goldsmith.records.case import Case
from goldsmith.records.decision import Adjudication, Decision, DecisionWord, ReviewFact
from goldsmith.records.evidence import Alternative, Need

WORDS = {"+": "approved", "-": "rejected", "?": "ambiguous", "o": "outside_my_field", "u": "source_unreadable"}


def decision(case: str, reviewer: str, word: str = "+", evidence: str = "", *, digest: str = "c1:now") -> Decision:
    """Return a decision; `word` is one of + - ? o u, `evidence` names chunks by single letters."""
    return Decision(
        id=f"{case}-{reviewer}-{word}",
        case=case,
        reviewer=reviewer,
        at="2026-09-08T12:00:00Z",
        decision=cast("DecisionWord", WORDS[word]),
        reason="read it",
        evidence=tuple(evidence),
        case_digest=digest,
    )


def adjudication(case: str, *resolves: str, digest: str = "c1:now") -> Adjudication:
    """Return what a third person settled."""
    return Adjudication(
        id=f"{case}-settled",
        case=case,
        reviewer="zoe",
        at="2026-09-09T12:00:00Z",
        decision="approved",
        reason="the source says so",
        resolves=resolves,
        case_digest=digest,
    )


def both(first: str, second: str, *, evidence: Sequence[str] = ()) -> list[ReviewFact]:
    """Return what ada and ben said of cases c0, c1 …: one sign a case; `evidence` a case: ``ab|a``."""
    facts: list[ReviewFact] = []
    for number, (one, other) in enumerate(zip(first, second, strict=True)):
        own, others = (evidence[number] if evidence else "|").split("|")
        facts += [decision(f"c{number}", "ada", one, own), decision(f"c{number}", "ben", other, others)]
    return facts


def case(name: str, *, chunks: str = "", risk: str | None = None) -> Case:
    """Return a case whose evidence are the chunks with these letters."""
    needs = tuple(Need(need=letter, any_of=(Alternative(chunk=letter),)) for letter in chunks)
    return Case(id=name, question=f"{name}?", evidence=needs, risk=risk)
