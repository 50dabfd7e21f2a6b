"""Label Studio in few words: what people do with the tasks that were handed out, and the export that comes back."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from goldsmith.records.review_exchange import ExchangeStep, ReviewsIn
from goldsmith.workflows.review_desk import Desk
from goldsmith.workflows.review_exchange import HandOut, hand_out
from goldsmith.workflows.review_exchange_back import Brought, take_in

Results = list[dict[str, Any]]
IDS = {"1": "r1", "2": "r2", "3": "arbiter", "4": "owner"}
NUMBERS = {name: int(number) for number, name in IDS.items()}
APPROVAL: Mapping[str, Sequence[str]] = {
    "decision": ["approved"],
    "answer": ["right"],
    "behaviour": ["answer"],
    "confirmed": ["question_plausible", "answer_within_source", "evidence_sufficient"],
}


def handed(desk: Desk, name: str, step: ExchangeStep = "evidence") -> list[dict[str, Any]]:
    """Return the tasks of one person."""
    _, files = hand_out(desk, HandOut(format="label-studio", step=step, people=(name,)))
    found = [json.loads(one.text) for one in files if one.name == f"{step}-{name}.json"]
    return list(found[0]) if found else []


def task_on(tasks: Sequence[dict[str, Any]], question: str) -> dict[str, Any]:
    """Return the task with these words in its question."""
    return next(one for one in tasks if question in one["data"]["question"])


def marking(task: Mapping[str, Any], *quotes: str) -> Results:
    """Return regions over words, alternatives of one need."""
    text = task["data"]["passages"]
    starts = [(text.index(quote), quote) for quote in quotes]
    return [
        {"from_name": "need", "to_name": "passages", "type": "labels",
         "value": {"start": start, "end": start + len(quote), "text": quote, "labels": ["Need 1"]}}
        for start, quote in starts
    ]  # fmt: skip


def choosing(answers: Mapping[str, Sequence[str]], reason: str = "") -> Results:
    """Return choices by question."""
    results: Results = [
        {"from_name": name, "to_name": "question", "type": "choices", "value": {"choices": list(held)}}
        for name, held in answers.items()
    ]
    if reason:
        results.append({"from_name": "reason", "to_name": "question", "type": "textarea", "value": {"text": [reason]}})
    return results


def answered(task: Mapping[str, Any], **by_person: Results) -> dict[str, Any]:
    """Return a task of an export with an annotation for each person."""
    annotations = [
        {"id": NUMBERS[name], "completed_by": NUMBERS[name], "result": results, "updated_at": "t", "lead_time": 9.5}
        for name, results in by_person.items()
    ]
    return {"id": 1, **task, "annotations": annotations}


def back(desk: Desk, *tasks: Mapping[str, Any]) -> ReviewsIn:
    """Take an export in, in which everybody is known."""
    names = {str(one["completed_by"]) for task in tasks for one in task["annotations"]}
    annotators = {number: IDS[number] for number in names}
    data = json.dumps(tasks).encode()
    return take_in(desk, Brought(format="label-studio", name="export.json", data=data, annotators=annotators))


def refused(found: ReviewsIn) -> list[str]:
    """Return what was refused, in words."""
    return [line.told for line in found.lines if line.what == "refused"]
