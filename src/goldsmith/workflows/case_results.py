"""Each case as a reader of the report wants to open it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from goldsmith.ondisk.surroundings import Surrounded, surroundings
from goldsmith.records.case import Case
from goldsmith.records.claims import ProhibitedClaim, RequiredClaim
from goldsmith.records.corpus import Document
from goldsmith.records.evidence import Alternative
from goldsmith.records.gate import CasePass
from goldsmith.records.measure import Scored
from goldsmith.records.observation import CitationSeen, Observation, PassageSeen
from goldsmith.records.response import Citation, Failure, Reply, Response, RetrievedItem, StreamEvent
from goldsmith.records.slices import words
from goldsmith.records.verdict import (
    CaseResult,
    CitedResult,
    EvidenceResult,
    Excerpt,
    RetrievedResult,
    StreamedResult,
)
from goldsmith.records.vocabulary import AXES
from goldsmith.scoring.naming import is_nothing
from goldsmith.workflows.judge_run import Judged
from goldsmith.workflows.open_set import Project

MOST_DETAILED = 1_000
"""Cases of which evidence and retrieved passages are kept: those that failed first. The run folder holds all."""
MOST_AROUND = 280
"""Characters of the document that are kept on each side of a quote."""
MOST_MARKED = 1_200
MOST_PASSAGE = 240
"""Characters of a retrieved passage that are kept."""
MOST_RETRIEVED = 20
MOST_STREAMED = 600
SHOWN_AXES = (*(axis for axis in AXES if axis != "origin"), "origin", "profile", "source")
_STATES = ("failed", "undecided", "passed")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Shelf:
    """What the corpus says of everything that the cases show."""

    chunks: Mapping[str, Surrounded]
    documents: Mapping[str, Document]


def case_results(project: Project, judged: Judged) -> tuple[CaseResult, ...]:
    """Return every case of the run in its order, with details of the first `MOST_DETAILED` of them, failed ones first.

    Texts that the report quotes are cut at the limits of this module, with ``…``.
    """
    observed: dict[str, Observation] = {}
    for seen in judged.observations:
        if not seen.probe:
            observed.setdefault(seen.case, seen)
    answers: dict[str, Response] = {}
    for response in judged.responses:
        if response.judged and not response.probe:
            answers.setdefault(response.case, response)
    ordered = sorted(judged.passes, key=lambda item: _STATES.index(item.state))
    detailed = {item.case for item in ordered[:MOST_DETAILED]}
    shelf = _shelf(project, judged, detailed, answers)
    scores = _scores(judged)
    results = []
    for item in judged.passes:
        shown = _plain(item, judged, answers.get(item.case), tuple(scores.get(item.case, ())))
        first = observed.get(item.case)
        if first is not None:
            shown = replace(shown, ranks=tuple((need.name, need.rank) for need in first.needs))
            if item.case in detailed:
                shown = _detailed(shown, judged.cases[item.case], first, answers.get(item.case), shelf)
        results.append(shown)
    return tuple(results)


def _scores(judged: Judged) -> dict[str, list[tuple[str, float | None, str]]]:
    scores: dict[str, list[tuple[str, float | None, str]]] = {}
    for item in judged.scores:
        if item.key.repeat == 1:
            value = item.outcome.value if isinstance(item.outcome, Scored) else None
            why = "" if isinstance(item.outcome, Scored) else item.outcome.reason
            if why != "not_applicable":
                scores.setdefault(item.case, []).append((item.measure, value, why))
    return scores


def _plain(
    item: CasePass, judged: Judged, response: Response | None, scores: tuple[tuple[str, float | None, str], ...]
) -> CaseResult:
    case, status = judged.cases[item.case], judged.states[item.case]
    outcome = response.outcome if response else None
    return CaseResult(
        result=item,
        question=case.question,
        answer=_answer(response),
        expected=_expected(case),
        state=status.state,
        why_state=status.why,
        flags=tuple(status.flags),
        failure=outcome if isinstance(outcome, Failure) else None,
        ranks=(),
        scores=scores,
        labels=tuple((axis, word) for axis in SHOWN_AXES for word in words(case, axis)),
    )


def _detailed(shown: CaseResult, case: Case, seen: Observation, response: Response | None, shelf: _Shelf) -> CaseResult:
    reply = response.outcome if response and isinstance(response.outcome, Reply) else Reply()
    names = tuple(need.name for need in seen.needs)
    passages = seen.passages
    return replace(
        shown,
        identity=case.identity,
        messages=case.messages,
        evidence=_evidence(case, seen, shelf),
        retrieved=None if passages is None else _retrieved(passages, reply, seen, names, shelf),
        retrieved_total=len(passages or ()),
        claims=seen.claims,
        cited=None if seen.citations is None else _cited(seen.citations, reply.citations or (), names),
        streamed=_streamed(reply),
        checks=seen.checks,
        behaviour=seen.behaviour,
        leaks=seen.leaks,
        not_observed=() if seen.failure else seen.not_observed,
    )


def _shelf(project: Project, judged: Judged, detailed: set[str], answers: Mapping[str, Response]) -> _Shelf:
    if project.stored is None:
        return _Shelf(chunks={}, documents={})
    gold = {
        item.chunk for name in detailed for need in judged.cases[name].evidence for item in need.any_of if item.chunk
    }
    told: set[str] = set()
    for name in detailed & answers.keys():
        outcome = answers[name].outcome
        if isinstance(outcome, Reply):
            told |= {item.id for item in outcome.retrieved or () if item.text is None}
    return _Shelf(
        chunks=surroundings(project.stored, gold, alone=told - {""}),
        documents={document.id: document for document in project.documents},
    )


def _evidence(case: Case, seen: Observation, shelf: _Shelf) -> tuple[EvidenceResult, ...]:
    fared = {need.need: need for need in seen.needs}
    return tuple(
        EvidenceResult(
            name=fared[place].name if place in fared else need.need or f"need {place + 1}",
            rank=fared[place].rank if place in fared else None,
            candidate_rank=fared[place].candidate_rank if place in fared else None,
            in_corpus=fared[place].in_corpus if place in fared else "unknown",
            passages=tuple(_excerpt(item, shelf) for item in need.any_of),
        )
        for place, need in enumerate(case.evidence)
    )


def _excerpt(item: Alternative, shelf: _Shelf) -> Excerpt:
    held = shelf.chunks.get(item.chunk or "")
    name = item.document or (held.chunk.document if held else item.chunk or "")
    document = shelf.documents.get(name)
    plain = Excerpt(
        document=name,
        title=(document.title if document else None) or "",
        version=item.version or (document.version if document else None) or "",
        chunk=item.chunk or "",
        marked=cut(item.quote or "", MOST_MARKED),
        supports=item.supports or "",
        found=False,
    )
    if held is None or held.chunk.text is None:
        return replace(plain, found=document is not None and not item.chunk and not item.quote)
    section, text = held.chunk.section or "", held.chunk.text
    at = _place(item, held)
    if at is None:
        return replace(plain, section=section, page=held.chunk.page)
    before = held.text_before(MOST_AROUND - at[0]) + text[: at[0]]
    after = text[at[1] :] + held.text_after(MOST_AROUND - len(text) + at[1])
    return replace(
        plain,
        section=section,
        page=held.chunk.page,
        before=("…" if len(before) > MOST_AROUND else "") + before[-MOST_AROUND:],
        marked=cut(text[at[0] : at[1]], MOST_MARKED),
        after=cut(after, MOST_AROUND),
        found=True,
    )


def _place(item: Alternative, held: Surrounded) -> tuple[int, int] | None:
    """Return where the quote stands in the chunk, the whole chunk without a quote; None: it does not stand there."""
    text = held.chunk.text or ""
    if item.quote is None:
        return 0, len(text)
    start = held.chunk.start
    if item.span is not None and start is not None:
        at = item.span[0] - start
        if at >= 0 and text[at : at + len(item.quote)] == item.quote:
            return at, at + len(item.quote)
    found = text.find(item.quote)
    return (found, found + len(item.quote)) if found >= 0 else None


def _retrieved(
    passages: Sequence[PassageSeen], reply: Reply, seen: Observation, names: tuple[str, ...], shelf: _Shelf
) -> tuple[RetrievedResult, ...]:
    leaked = {leak.document for leak in seen.leaks if leak.channel == "context" and leak.basis != "text"}
    copied = {
        leak.detail.partition(":")[0] for leak in seen.leaks if leak.channel == "context" and leak.basis == "text"
    }
    # Passages are seen in the system's order, and those without any name or text are left out: an id alone would not
    # tell two passages apart that name their document only.
    items = [item for item in reply.retrieved or () if not is_nothing(item)]
    found = []
    for place, passage in enumerate(passages, start=1):
        denied = bool({passage.document, passage.id} & leaked) or f"text of rank {place}" in copied
        if place <= MOST_RETRIEVED or denied:
            found.append(
                RetrievedResult(
                    id=passage.id,
                    document=passage.document or "",
                    rank=passage.rank,
                    needs=tuple(names[need] for need in passage.needs if need < len(names)),
                    denied=denied,
                    superseded=passage.superseded,
                    known=passage.known,
                    text_differs=passage.text_differs,
                    text=_words_of(items[place - 1] if len(items) == len(passages) else None, shelf),
                )
            )
    return tuple(found)


def _words_of(item: RetrievedItem | None, shelf: _Shelf) -> str:
    if item is None:
        return ""
    held = shelf.chunks.get(item.id)
    text = item.text if item.text is not None else (held.chunk.text or held.chunk.preview or "") if held else ""
    return cut(" ".join(text[: 4 * MOST_PASSAGE].split()), MOST_PASSAGE)


def _cited(
    seen: Sequence[CitationSeen], citations: Sequence[Citation], names: tuple[str, ...]
) -> tuple[CitedResult, ...]:
    return tuple(
        CitedResult(
            id=one.id,
            quote=cut(citation.quote or "", MOST_PASSAGE),
            at=citation.at,
            retrieved=one.retrieved,
            known=one.known,
            quote_found=one.quote,
            needs=tuple(names[need] for need in one.needs if need < len(names)),
            superseded=one.superseded,
        )
        for one, citation in zip(seen, citations, strict=False)
    )


def _streamed(reply: Reply) -> tuple[StreamedResult, ...]:
    """Join neighbouring events of one kind; what was sent and does not stand in the answer was withdrawn."""
    answer = " ".join((reply.answer or "").split())
    found: list[StreamedResult] = []
    for kind, group in groupby(enumerate(reply.events or (), start=1), key=_kind):
        numbered = list(group)
        text = "".join(event.text for _, event in numbered)
        whole = " ".join(text.split())
        found.append(
            StreamedResult(
                kind=kind,
                first=numbered[0][0],
                last=numbered[-1][0],
                text=cut(text, MOST_STREAMED),
                withdrawn=bool(whole) and whole not in answer,
            )
        )
    return tuple(found)


def _kind(pair: tuple[int, StreamEvent]) -> str:
    return pair[1].kind


def cut(text: str, most: int) -> str:
    """Return `text`, or its first `most` characters, the last of them ``…``."""
    return text if len(text) <= most else text[: most - 1] + "…"


def _answer(response: Response | None) -> str:
    if response is None:
        return "no result"
    if isinstance(response.outcome, Failure):
        return f"{response.outcome.kind.replace('_', ' ')}: {response.outcome.message}"
    return response.outcome.answer if response.outcome.answer is not None else "(the system shows no answer)"


def _expected(case: Case) -> str:
    lines = [item.answer for item in case.accept]
    lines += [f"must say: {claim.text}" for claim in case.claims if isinstance(claim, RequiredClaim)]
    lines += [f"must not say: {claim.text}" for claim in case.claims if isinstance(claim, ProhibitedClaim)]
    lines += [f"must ask about: {item}" for item in case.must_ask]
    lines += [f"must point to: {item}" for item in case.must_point_to]
    if case.behaviour != "answer":
        lines.insert(0, f"behaviour: {case.behaviour.replace('_', ' ')}")
    return "\n".join(lines)
