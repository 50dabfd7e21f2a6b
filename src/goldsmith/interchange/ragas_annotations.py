"""Ragas' metric annotations: verdicts of a judge on replies, which a person accepted or mended. Read only.

A person who accepts such a verdict says that the judge was right, not that a case is: it is kept as a figure and never
as a decision.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from goldsmith.interchange.account import Account, is_nothing, numbered
from goldsmith.interchange.contexts import (
    ALL_NEEDED,
    needs_of,
    number_in,
    passages_of,
    retrieved_of,
    say_unstated,
    taken_texts,
    text_in,
)
from goldsmith.interchange.format import Format
from goldsmith.interchange.source_rows import not_a_record
from goldsmith.ports.foreign import ForeignSource, Part
from goldsmith.records.case import AcceptedAnswer, Case
from goldsmith.records.interchange import ForeignRecord, ForeignResponse, PublishedScore
from goldsmith.records.response import Reply

_FIGURE = "a verdict of the judge, kept to be compared"
_ACCEPTED = "what a person says of the judge's verdict, 1 or 0, kept to be compared: no decision on the case"
_MENDED = "what a person says the verdict should be, kept to be compared"
_PROMPT = "the judge's own prompts and reasons: they are of the judge, not of the case"


def _recognises(source: ForeignSource) -> bool:
    return any(_is_annotated(part) for part in source.parts)


def _is_annotated(part: Part) -> bool:
    if part.container != "json" or not isinstance(part.first, Mapping):
        return False
    lists = [held for held in part.first.values() if isinstance(held, list) and held]
    return bool(lists) and all(
        isinstance(held[0], Mapping) and {"metric_input", "is_accepted"} <= set(held[0]) for held in lists
    )


def _read(source: ForeignSource) -> Iterator[ForeignRecord]:
    place = 0
    for part in source.parts:
        if not _is_annotated(part):
            continue
        for metric, held in part.first.items():
            if not isinstance(held, list):
                yield not_a_record(str(metric), "no list of annotations", held)
            for number, value in enumerate(held if isinstance(held, list) else (), start=1):
                place += 1
                yield _record(f"{metric} {number}", value, metric, numbered(source.name, place))


def _record(record: str, value: object, metric: str, name: str) -> ForeignRecord:
    if not isinstance(value, Mapping) or not isinstance(value.get("metric_input"), Mapping):
        return not_a_record(record, "no annotation: it does not say what was judged", value)
    account = Account(record, value)
    judged = account.inner("metric_input")
    question = text_in(judged, "user_input")
    if not question:
        account.say("dropped", "", "no annotation of a reply: it asks nothing")
        return account.close()
    needed = taken_texts(judged, "reference_contexts")
    passages = passages_of(needed)
    if len(passages) > 1:
        judged.say("inferred", "reference_contexts", ALL_NEEDED)
    answer = text_in(judged, "reference")
    case = Case(
        id=name,
        question=question,
        accept=(AcceptedAnswer(answer=answer),) if answer is not None else (),
        evidence=needs_of(one.id for one in passages),
    )
    retrieved = taken_texts(judged, "retrieved_contexts")
    say_unstated(account, case)
    return account.close(
        case=case,
        responses=tuple(_responses(judged, name, retrieved)),
        passages=passages_of((*needed, *retrieved)),
        published=tuple(_published(account, metric, name)),
    )


def _responses(judged: Account, case: str, retrieved: tuple[str, ...]) -> Iterator[ForeignResponse]:
    answer = text_in(judged, "response")
    if answer is not None or retrieved:
        yield ForeignResponse(case=case, outcome=Reply(answer=answer, retrieved=retrieved_of(retrieved) or None))


def _published(account: Account, metric: str, case: str) -> Iterator[PublishedScore]:
    """Yield the verdict, whether a person accepted it, and what they say it should have been."""
    verdict = number_in(account.look("metric_output"))
    if verdict is not None:
        account.mapped("metric_output", _FIGURE)
        yield PublishedScore(measure=metric, value=verdict, case=case)
    if isinstance(account.look("is_accepted"), bool):
        accepted = account.mapped("is_accepted", _ACCEPTED)
        yield PublishedScore(measure=f"{metric} accepted", value=float(accepted), case=case)
    mended = number_in(account.look("target"))
    if mended is not None:
        account.mapped("target", _MENDED)
    else:
        mended = _edited(account.look("prompts"))
        if mended is not None:
            account.say("mapped", "prompts.edited_output", _MENDED)
    if mended is not None:
        yield PublishedScore(measure=f"{metric} mended", value=mended, case=case)
    account.dropped("prompts", _PROMPT)


def _edited(prompts: Any) -> float | None:
    """Return the verdict that a person put in the place of the judge's, of the last prompt that holds one."""
    found = [
        number_in(one["edited_output"].get("verdict"))
        for one in (prompts.values() if isinstance(prompts, Mapping) else ())
        if isinstance(one, Mapping) and isinstance(one.get("edited_output"), Mapping)
    ]
    return next((one for one in reversed(found) if not is_nothing(one)), None)


FORMAT = Format(
    name="ragas-annotations",
    title="Ragas metric annotations",
    recognises=_recognises,
    read=_read,
    checked="a real file",
)
