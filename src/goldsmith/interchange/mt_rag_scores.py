"""The evaluations of mt-rag (the form of InspectorRAGet): tasks, the answers of models, the figures of each answer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from statistics import fmean, median
from typing import Any

from goldsmith.interchange.account import Account, numbered
from goldsmith.interchange.contexts import number_in, text_in
from goldsmith.interchange.mt_rag_task import task_of
from goldsmith.interchange.source_rows import not_a_record
from goldsmith.ports.foreign import Part
from goldsmith.records.interchange import ForeignPassage, ForeignRecord, ForeignResponse, PublishedScore
from goldsmith.records.response import Reply, RetrievedItem

KEYS = ("models", "metrics", "tasks", "evaluations")
_NO_ROLE = frozenset({"system", "composite"})
"""Under these names stands what no person said."""
_OF_PEOPLE = "what several people said: their {} is kept, as the file asks for"
_TIMES = "when and how long somebody judged: no place for it"
_ABOUT = "about the file: no place for it in a set"
_NO_NUMBER = "no number stands there: left out"
_NO_TASK = "no such task stands in the file: left out"


def evaluations(part: Part, stem: str) -> Iterator[ForeignRecord]:
    """Yield the passages, the tasks and the judged answers of a file."""
    held: Mapping[str, Any] = part.first
    whole = Account("file", held)
    aggregators = _aggregators(whole)
    for name in ("documents", "tasks", "evaluations"):
        whole.passed(name)
    for name in ("name", "filters", "models"):
        whole.dropped(name, _ABOUT)
    yield whole.close()
    for place, value in enumerate(_list(held, "documents"), start=1):
        yield _document(f"document {place}", value)
    contexts: dict[str, tuple[RetrievedItem, ...]] = {}
    for place, value in enumerate(_list(held, "tasks"), start=1):
        if not isinstance(value, Mapping):
            yield not_a_record(f"task {place}", "no task: an object was expected", value)
            continue
        account = Account(f"task {value.get('task_id', place)}", value)
        task = task_of(account, numbered(stem, place))
        if task.case is not None:
            contexts[task.case.id] = tuple(one.item for one in task.contexts)
        yield task.closed(account)
    for place, value in enumerate(_list(held, "evaluations"), start=1):
        yield _evaluation(f"evaluation {place}", value, contexts, aggregators)


def numbers_of(account: Account, name: str, case: str) -> Iterator[PublishedScore]:
    """Yield the figures that an evaluation script left beside a task: a number, or a list of one."""
    inner = account.inner(name)
    for measure, held in inner.value.items():
        value = number_in(held[0] if isinstance(held, list) and len(held) == 1 else held)
        if value is not None:
            inner.mapped(str(measure), "a figure of the source, kept to be compared")
            yield PublishedScore(measure=str(measure), value=value, case=case)


def _list(held: Mapping[str, Any], name: str) -> list[Any]:
    found = held.get(name)
    return found if isinstance(found, list) else []


def _aggregators(whole: Account) -> dict[str, str]:
    whole.mapped("metrics", "how the figures of several people are put together is taken from here")
    found = {}
    for one in _list(whole.value, "metrics"):
        if isinstance(one, Mapping) and isinstance(one.get("name"), str):
            found[one["name"]] = str(one.get("aggregator"))
    return found


def _document(record: str, value: object) -> ForeignRecord:
    if not isinstance(value, Mapping):
        return not_a_record(record, "no passage: an object was expected", value)
    account = Account(record, value)
    name, text, title = (text_in(account, one) for one in ("document_id", "text", "title"))
    if name is None or text is None:
        account.say("wrong", "", "a passage without an id or words: left out")
        return account.close()
    return account.close(passages=(ForeignPassage(id=name, text=text, title=title),))


def _evaluation(
    record: str, value: object, contexts: Mapping[str, tuple[RetrievedItem, ...]], aggregators: Mapping[str, str]
) -> ForeignRecord:
    if not isinstance(value, Mapping):
        return not_a_record(record, "no evaluation: an object was expected", value)
    account = Account(record, value)
    case, system, answer = (text_in(account, one) for one in ("task_id", "model_id", "model_response"))
    if case is None or case not in contexts:
        account.say("wrong", "task_id", _NO_TASK, case or "")
        return account.close()
    system = system or ""
    reply = Reply(answer=answer, retrieved=contexts[case])
    return account.close(
        responses=(ForeignResponse(case=case, outcome=reply, system=system),),
        published=tuple(_figures(account.inner("annotations"), case, system, aggregators)),
    )


def _figures(annotations: Account, case: str, system: str, aggregators: Mapping[str, str]) -> Iterator[PublishedScore]:
    for measure, held in annotations.value.items():
        said = held if isinstance(held, Mapping) else {"": held}
        votes = [one.get("value") if isinstance(one, Mapping) else one for one in said.values()]
        found = [value for value in map(number_in, votes) if value is not None]
        if len(found) < len(votes) or not found:
            annotations.say("wrong", measure, _NO_NUMBER, held)
        if not found:
            continue
        if _NO_ROLE.isdisjoint(said):
            annotations.say("dropped", measure, _TIMES)
        way = "median" if aggregators.get(measure) == "median" else "mean"
        told = "a figure of the source, kept to be compared" if len(found) == 1 else _OF_PEOPLE.format(way)
        annotations.say("mapped", measure, told, " ".join(map(str, votes)))
        value = median(found) if way == "median" else fmean(found)
        yield PublishedScore(measure=str(measure), value=value, case=case, system=system)
