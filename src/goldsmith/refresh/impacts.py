"""What the move from one corpus revision to another does to each case."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from goldsmith.records.access import denies
from goldsmith.records.case import Case
from goldsmith.records.refresh import CaseImpact, Reason, TracedAlternative
from goldsmith.refresh.declared import Declared
from goldsmith.refresh.evidence import evidence_reasons
from goldsmith.refresh.facts import ChangedFacts, Rival
from goldsmith.refresh.gravity import asking_of, gravest_first
from goldsmith.refresh.promoting import Promoter
from goldsmith.refresh.rivals import homes
from goldsmith.refresh.wording import place, quoted


def impacts(
    cases: Sequence[Case],
    digests: Mapping[str, str],
    evidence: Sequence[TracedAlternative],
    facts: ChangedFacts,
) -> tuple[CaseImpact, ...]:
    """Return what the change does to each of `cases`, in their order.

    `digests` holds the digest of each case by its id; `evidence` follows every alternative of every case. A case takes
    the gravest of its reasons, and is asked about as that one is.
    """
    followed: defaultdict[str, list[TracedAlternative]] = defaultdict(list)
    for trace in evidence:
        followed[trace.case].append(trace)
    found: defaultdict[str, list[Rival]] = defaultdict(list)
    own = homes(evidence)
    for rival in facts.rivals:
        if rival.document not in own.get(rival.case, ()):
            found[rival.case].append(rival)
    promoter, declared = Promoter(facts), Declared(facts)
    told = []
    for case in cases:
        traces = followed.get(case.id, [])
        reasons = gravest_first(
            (
                *evidence_reasons(case, traces, facts, promoter),
                *declared.reasons(case, traces),
                *_of_rivals(case, found.get(case.id, ()), facts),
                *_of_the_whole(case, facts),
            )
        )
        impact = reasons[0].impact if reasons else "untouched"
        told.append(
            CaseImpact(
                case=case.id,
                case_digest=digests[case.id],
                impact=impact,
                asking=asking_of(impact),
                reasons=reasons,
            )
        )
    return tuple(told)


def _of_rivals(case: Case, rivals: Sequence[Rival], facts: ChangedFacts) -> Iterator[Reason]:
    """Yield what new text does to the case, as far as its asker may see it."""
    for rival in rivals:
        if case.identity is not None and denies(case.identity, rival.document, facts.after):
            continue
        if rival.impact == "may_be_answered":
            told = "new text may answer what had no answer"
        elif rival.states:
            told = f"new text states {rival.states} on the same"
        else:
            told = "new text says nearly the same as the quoted sentence"
        said = quoted(rival.text[rival.span[0] : rival.span[1]])
        yield Reason(
            impact=rival.impact,
            message=f"{place(rival.document, rival.section)}: {told}: {said}",
            method="searched",
            confidence=rival.score,
            now=(rival.passage,),
        )


def _of_the_whole(case: Case, facts: ChangedFacts) -> Iterator[Reason]:
    """Yield what touches the case without touching its evidence."""
    incident = facts.patterns.get(case.id)
    if incident is not None:
        told = f"users ask this (incident {incident}), and no approved case does"
        yield Reason(impact="query_pattern", message=told)
    changes = [
        f"{change.field} is {change.after or 'not declared'} now, not {change.before or 'not declared'}"
        for change in facts.diff.retrieval
    ]
    if changes:
        told = f"passages are searched for in another way: {'; '.join(changes)}"
        yield Reason(impact="retrieval_changed", message=told)
