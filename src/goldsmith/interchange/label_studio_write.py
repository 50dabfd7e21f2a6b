"""A golden set as tasks of Label Studio, with what its cases say as an annotation, and the configuration to show it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from html import escape
from typing import Any

from goldsmith.interchange.contexts import MARKS, evidence_id, marks_of, shown_evidence
from goldsmith.interchange.embedded import KEY, embedded
from goldsmith.interchange.format import Outgoing, Written
from goldsmith.ports.foreign import WrittenFile
from goldsmith.records.case import Case
from goldsmith.records.interchange import LossLine
from goldsmith.records.vocabulary import AXES

TASKS, CONFIGURATION = "label_studio.json", "label_studio.xml"
ANSWER, EVIDENCE, PASSAGES, PLACES = "answer", "evidence", "passages", "passage_places"
CHOSEN = ("behaviour", "answerability")
_NO_RESPONSES = "a task has no place for what a system answered"
_BETWEEN = "\n\n"

Region = tuple[str, int, int]
"""A passage, and start and end of marked words in it."""


def write(outgoing: Outgoing) -> Written:
    """Write the tasks and the configuration of a project that shows them."""
    tasks = [task(outgoing, case) for case in outgoing.cases]
    text = json.dumps(tasks, ensure_ascii=False, indent=1) + "\n"
    lines = [LossLine(record="", fate="dropped", field="response", told=_NO_RESPONSES)] if outgoing.responses else []
    files = (WrittenFile(name=TASKS, text=text), WrittenFile(name=CONFIGURATION, text=configuration()))
    return Written(files=files, lines=tuple(lines))


def task(outgoing: Outgoing, case: Case) -> dict[str, Any]:
    """Return one case as a task."""
    shown = shown_evidence(outgoing, case)
    texts = {name: text for name, text in shown if text is not None}
    laid, places = laid_out(texts.items())
    data = {
        "id": case.id,
        "question": case.question,
        "conversation": "\n".join(f"{one.role}: {one.content}" for one in case.messages),
        PASSAGES: laid,
        PLACES: [[name, start, end] for name, start, end in places],
        KEY: embedded(case),
        MARKS: marks_of(shown),
    }
    starts = {name: start for name, start, _ in places}
    results = [
        *(_region(laid, starts[name] + start, starts[name] + end) for name, start, end in regions(case, texts)),
        *(_choice(name, getattr(case, name)) for name in CHOSEN if getattr(case, name) in AXES[name]),
    ]
    if case.accept:
        results.append(_result(ANSWER, "textarea", "question", {"text": [one.answer for one in case.accept]}))
    for number, result in enumerate(results, start=1):
        result["id"] = f"r{number}"
    return {"data": data, "annotations": [{"result": results, "was_cancelled": False, "ground_truth": False}]}


def laid_out(texts: Iterable[tuple[str, str]]) -> tuple[str, list[tuple[str, int, int]]]:
    """Return passages one below the other, each under its id, and where each stands in that text."""
    laid, places = "", []
    for name, text in texts:
        laid += f"{_BETWEEN if laid else ''}{name}\n"
        places.append((name, len(laid), len(laid) + len(text)))
        laid += text
    return laid, places


def regions(case: Case, texts: dict[str, str]) -> tuple[Region, ...]:
    """Return the quotes of a case that stand in their passage exactly once, as marks in it."""
    found: dict[Region, None] = {}
    for need in case.evidence:
        for item in need.any_of:
            name = evidence_id(item)
            text = texts.get(name, "")
            if item.quote and text.count(item.quote) == 1:
                start = text.index(item.quote)
                found[name, start, start + len(item.quote)] = None
    return tuple(found)


def configuration() -> str:
    """Return the XML that a project is set up with; it is the same for every set."""
    lines = [
        "<View>",
        '  <Header value="Question"/>',
        '  <Text name="conversation" value="$conversation" selectionEnabled="false"/>',
        '  <Text name="question" value="$question" selectionEnabled="false"/>',
        '  <Header value="Passages: mark the words that an answer rests on"/>',
        f'  <Labels name="{EVIDENCE}" toName="{PASSAGES}"><Label value="{EVIDENCE}"/></Labels>',
        f'  <Text name="{PASSAGES}" value="${PASSAGES}" granularity="symbol"/>',
        '  <Header value="Accepted answers"/>',
        f'  <TextArea name="{ANSWER}" toName="question" rows="3" editable="true"/>',
    ]
    for name in CHOSEN:
        lines.append(f'  <Header value="{escape(name.capitalize())}"/>')
        lines.append(f'  <Choices name="{name}" toName="question" choice="single-radio">')
        lines += [f'    <Choice value="{escape(word)}"/>' for word in AXES[name]]
        lines.append("  </Choices>")
    return "\n".join([*lines, "</View>", ""])


def _region(laid: str, start: int, end: int) -> dict[str, Any]:
    value = {"start": start, "end": end, "text": laid[start:end], "labels": [EVIDENCE]}
    return _result(EVIDENCE, "labels", PASSAGES, value)


def _choice(name: str, word: str) -> dict[str, Any]:
    return _result(name, "choices", "question", {"choices": [word]})


def _result(name: str, kind: str, to: str, value: dict[str, Any] | dict[str, Sequence[str]]) -> dict[str, Any]:
    return {"id": "", "from_name": name, "to_name": to, "type": kind, "value": dict(value)}
