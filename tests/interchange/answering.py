"""What a person enters in another tool to say a word: the inverse of what is read there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from goldsmith.interchange.layout import laid_out
from goldsmith.interchange.words import CLAIMS, MARKS, NEEDS, NONE, QUESTIONS, REASON
from goldsmith.records.review_exchange import ReviewTask, WordSaid

MANY = {CLAIMS, *(one.name for one in QUESTIONS["label"] if one.kind == "many")}


def results_of(task: ReviewTask, word: WordSaid) -> list[dict[str, Any]]:
    """Return the results of an annotation of Label Studio."""
    results = [
        _result(
            f"m{number}", MARKS, "labels", "passages", {"start": start, "end": end, "text": text, "labels": [label]}
        )
        for number, (start, end, text, label) in enumerate(_spans(task, word), start=1)
    ]
    for name, held in _choices(word).items():
        results.append(_result(name, name, "choices", "question", {"choices": held}))
    if word.reason:
        results.append(_result(REASON, REASON, "textarea", "question", {"text": [word.reason]}))
    return results


def values_of(task: ReviewTask, word: WordSaid) -> dict[str, Any]:
    """Return the answers of a record of Argilla, by question."""
    spans = [{"start": start, "end": end, "label": label} for start, end, _, label in _spans(task, word)]
    chosen = _choices(word)
    values: dict[str, Any] = {MARKS: spans} if spans else {}
    if word.step == "evidence":
        values["outcome"] = (*chosen.get("no_evidence", ()), *chosen.get("cannot_judge", ()), "marked")[0]
    else:
        values |= {name: held if name in MANY else held[0] for name, held in chosen.items()}
    return values | ({REASON: word.reason} if word.reason else {})


def _spans(task: ReviewTask, word: WordSaid) -> Iterator[tuple[int, int, str, str]]:
    layout = laid_out(task.passages)
    for mark in word.marks or ():
        place = next(
            one for one in layout.places
            if one.source == mark.source and one.at <= mark.start and mark.end <= one.at + one.end - one.start
        )  # fmt: skip
        start, end = (offset + place.start - place.at for offset in (mark.start, mark.end))
        yield start, end, layout.text[start:end], NEEDS[mark.need]


def _choices(word: WordSaid) -> dict[str, list[str]]:
    confirmed = asdict(word.confirmations) if word.confirmations is not None else {}
    chosen: dict[str, list[str]] = {
        "no_evidence": [NONE] if word.marks == () else [],
        "cannot_judge": [word.decision] if word.decision and word.step == "evidence" else [],
        "decision": [word.decision] if word.decision and word.step == "label" else [],
        "answer": [word.answer] if word.answer else [],
        "behaviour": [word.behaviour] if word.behaviour != "unstated" else [],
        "confirmed": [name for name, held in confirmed.items() if held],
        CLAIMS: [f"{one.claim + 1}-{'holds' if one.holds else 'fails'}" for one in word.claims],
    }
    return {name: held for name, held in chosen.items() if held}


def _result(name: str, asked: str, kind: str, of: str, value: dict[str, Any]) -> dict[str, Any]:
    return {"id": name, "from_name": asked, "to_name": of, "type": kind, "value": value}
