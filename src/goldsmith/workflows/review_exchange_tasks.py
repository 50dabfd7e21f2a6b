"""What one reviewer may see of a case, put into the words in which another tool shows it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict

from goldsmith.records.review_exchange import ExchangeStep, ReviewTask, TaskPassage
from goldsmith.review.blinding import BlindCase, BlindClaim, Drafted
from goldsmith.review.offer import Offer, PassageShown

_CLAIMS = {"required": "must be said", "optional": "may be said", "prohibited": "must not be said"}
_SHOWN = {
    "citation": "a citation", "uncertainty": "that it is not certain", "conflict": "that the sources differ"
}  # fmt: skip


def task_of(offer: Offer, *, step: ExchangeStep, handbook: str | None, scored_by: str, auto_above: float) -> ReviewTask:
    """Return an offer as a task. What the offer does not show is in no task; at `evidence` no drafted answer is."""
    drafted = offer.case.drafted if step == "label" else None
    return ReviewTask(
        handle=offer.handle,
        round=offer.round,
        step=step,
        question="\n".join(_asked(offer.case)),
        passages=tuple(_passage(item) for item in offer.passages if item.text),
        drafted="\n".join(_demands(drafted)) if drafted is not None else "",
        claims=tuple(_claim(item) for item in drafted.claims) if drafted is not None else (),
        prelabels_shown=offer.prelabels_shown,
        scored_by=scored_by,
        auto_above=auto_above,
        handbook_digest=handbook,
    )


def _asked(case: BlindCase) -> Iterator[str]:
    for turn in case.messages:
        yield f"[{turn.role}] {turn.content}"
    if case.asker is not None:
        parts = [case.asker.user, case.asker.tenant or "", *case.asker.roles]
        yield f"[who asks] {', '.join(part for part in parts if part)}"
    yield case.question


def _passage(item: PassageShown) -> TaskPassage:
    parts = [
        f"Source {item.source.number}" if item.source.number is not None else "Source",
        item.source.title or "",
        f"version {item.source.version}" if item.source.version else "",
        f"from {item.source.effective_from}" if item.source.effective_from else "",
        f"until {item.source.effective_to}" if item.source.effective_to else "",
        item.section or "",
        f"page {item.page}" if item.page is not None else "",
        f"machine: {item.score:.2f}" if item.score is not None else "",
    ]
    return TaskPassage(
        source=item.source.source,
        passage=item.passage,
        heading=" · ".join(" ".join(part.split()) for part in parts if part),
        text=item.text or "",
        start=item.start,
        score=item.score,
    )


def _demands(drafted: Drafted) -> Iterator[str]:
    for answer in drafted.answers:
        yield f"Answer: {answer}"
    if not drafted.answers:
        yield "There is no drafted answer."
    lists = (
        ("Must ask about", drafted.must_ask),
        ("Must point to", drafted.must_point_to),
        ("Must show", tuple(_SHOWN.get(one, one) for one in drafted.require)),
        ("Established by then", tuple(f"{key} = {held}" for key, held in drafted.expected_state)),
        ("Tools it may use", ("none",) if drafted.allowed_tools == () else drafted.allowed_tools or ()),
        ("Tools it must not use", drafted.forbidden_tools),
    )
    for name, held in lists:
        if held:
            yield f"{name}: {'; '.join(held)}"
    if drafted.tone:
        yield f"Tone: {drafted.tone}"
    if drafted.format is not None:
        yield f"Form of the answer: {json.dumps(asdict(drafted.format), ensure_ascii=False, sort_keys=True)}"


def _claim(item: BlindClaim) -> str:
    matched = "" if item.matched_by == "judged" else f"; matched by {item.matched_by}"
    return f"{item.text} ({_CLAIMS[item.kind]}{matched})"
