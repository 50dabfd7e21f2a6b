"""Tasks and words as short examples, and hypothesis strategies for them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from hypothesis import strategies as st

from goldsmith.interchange.label_studio import task_data
from goldsmith.interchange.words import NEEDS
from goldsmith.records.decision import Confirmations
from goldsmith.records.review_exchange import Annotator, MarkSaid, ReviewTask, TaskPassage, WordSaid
from goldsmith.records.workbench import ClaimWord
from tests.interchange.answering import results_of

RETURNS = TaskPassage(
    source="d1", passage="p1", heading="Source 1 · Returns", start=100,
    text="Goods 🎉 can be returned\nwithin 30 days 👩‍🚒 of purchase.",
)  # fmt: skip
FEES = TaskPassage(source="d2", passage="p2", heading="Source 2", start=0, text="The fee is 9 euro.")
EVIDENCE = ReviewTask(
    handle="h1", round=1, step="evidence", question="When can I return it?", passages=(RETURNS, FEES),
    handbook_digest="h1:0",
)  # fmt: skip
LABEL = replace(
    EVIDENCE, step="label", drafted="Answer: within 30 days", claims=("30 days (must be stated)", "never (may be)")
)
ANN = Annotator(id="1")
BEN = Annotator(id="2", email="ben@example.org")


def mark(passage: TaskPassage, quote: str, need: int = 0) -> MarkSaid:
    """Return the mark of the first place of some words."""
    start = passage.start + passage.text.index(quote)
    return MarkSaid(need=need, source=passage.source, start=start, end=start + len(quote), quote=quote)


def word(task: ReviewTask, *marks: MarkSaid, record: str = "task 7, annotation 1", **more: Any) -> WordSaid:
    """Return what ann says of a task; without marks and a decision, that there is nothing to mark."""
    held: dict[str, Any] = {"annotator": ANN, "stamp": "1@t1", **more}
    if task.step == "evidence" and "decision" not in held:
        held["marks"] = tuple(marks)
    return WordSaid(
        record=record, handle=task.handle, round=task.round, step=task.step, prelabels_shown=task.prelabels_shown,
        handbook_digest=task.handbook_digest, **held,
    )  # fmt: skip


def annotation(task: ReviewTask, said: WordSaid, number: int = 1, **more: object) -> dict[str, Any]:
    """Return an annotation of Label Studio that says a word."""
    who: object = int(said.annotator.id)
    if said.annotator.email:
        who = {"id": who, "email": said.annotator.email}
    held = {"id": number, "completed_by": who, "result": results_of(task, said), "was_cancelled": False}
    return {**held, "updated_at": f"t{number}", "lead_time": said.seconds, **more}


def exported(task: ReviewTask, *annotations: Mapping[str, Any], number: int = 7, **more: object) -> dict[str, Any]:
    """Return a task of an export of Label Studio."""
    return {"id": number, **task_data(task), "drafts": [], "annotations": list(annotations), **more}


def as_file(items: Sequence[object] | object) -> bytes:
    """Return what stands in a file."""
    return json.dumps(items, ensure_ascii=False).encode()


_WORDS = st.text(st.sampled_from("ab é文🎉\N{COMBINING ACUTE ACCENT}9.\n"), min_size=1, max_size=12)
_PLAIN = st.text(st.sampled_from("ab é文9.\n"), min_size=1, max_size=12)


@st.composite
def tasks(draw: st.DrawFn, *, step: str, plain: bool = False) -> ReviewTask:
    """Draw a task; `plain`: without characters that are two units in UTF-16."""
    texts = draw(st.lists(_PLAIN if plain else _WORDS, min_size=1, max_size=4))
    passages = tuple(
        TaskPassage(source=f"d{number % 2}", passage=f"p{number}", heading=f"Source {number}", text=text,
                    start=number * 100 + draw(st.integers(0, 50)))
        for number, text in enumerate(texts)
    )  # fmt: skip
    label = step == "label"
    claims = tuple(draw(st.lists(_PLAIN, max_size=3))) if label else ()
    return ReviewTask(
        handle=draw(st.text("0123456789abcdef", min_size=1, max_size=16)), round=draw(st.integers(1, 9)),
        step="label" if label else "evidence", question=draw(_WORDS), passages=passages,
        drafted=draw(_WORDS) if label else "", claims=claims, prelabels_shown=draw(st.booleans()),
        handbook_digest=draw(st.none() | st.just("h1:0")),
    )  # fmt: skip


@st.composite
def evidence_words(draw: st.DrawFn, task: ReviewTask) -> WordSaid:
    """Draw marks on a task: words that begin and end with no blank and cut no character, needs without gaps."""
    found = set()
    for place, passage in enumerate(task.passages):
        text = passage.text
        start = draw(st.integers(0, len(text) - 1), label=f"start {place}")
        end = draw(st.integers(start + 1, len(text)), label=f"end {place}")
        quote = text[start:end]
        cut = "\N{COMBINING ACUTE ACCENT}" in (text[end : end + 1], quote[:1])
        if quote.strip() == quote and not cut:
            need = draw(st.integers(0, len(NEEDS) - 1))
            found.add((need, passage.source, passage.start + start, passage.start + end, quote))
    order = {need: place for place, need in enumerate(sorted({one[0] for one in found}))}
    marks = [MarkSaid(need=order[n], source=s, start=a, end=z, quote=q) for n, s, a, z, q in sorted(found)]
    return word(task, *sorted(marks, key=lambda one: (one.need, one.source, one.start, one.end)))


@st.composite
def label_words(draw: st.DrawFn, task: ReviewTask) -> WordSaid:
    """Draw a whole label."""
    bits = draw(st.none() | st.tuples(st.booleans(), st.booleans(), st.booleans()).filter(any))
    names = ("question_plausible", "answer_within_source", "evidence_sufficient")
    judged = draw(st.lists(st.sampled_from(range(len(task.claims))), unique=True)) if task.claims else []
    return word(
        task,
        decision=draw(st.sampled_from(["approved", "rejected", "ambiguous", "outside_my_field", "source_unreadable"])),
        reason=draw(_WORDS).strip(),
        answer=draw(st.none() | st.sampled_from(["right", "says_more", "incomplete", "wrong"])),
        behaviour=draw(st.sampled_from(["unstated", "answer", "clarify", "refuse", "escalate", "fail_safely"])),
        claims=tuple(ClaimWord(claim=claim, holds=draw(st.booleans())) for claim in sorted(judged)),
        confirmations=Confirmations(**dict(zip(names, bits, strict=True))) if bits else None,
    )
