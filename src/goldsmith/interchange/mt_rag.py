"""mt-rag: conversations with passages, the tasks of retrieval made of them, and their evaluations. Read only.

Tasks of retrieval have the form of BEIR with ids such as ``CONVERSATION<::>TURN``, which tell them apart.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

from goldsmith.interchange.account import Account, numbered
from goldsmith.interchange.contexts import text_in
from goldsmith.interchange.format import Format
from goldsmith.interchange.mt_rag_queries import MARK, retrieval
from goldsmith.interchange.mt_rag_scores import KEYS, evaluations, numbers_of
from goldsmith.interchange.mt_rag_task import Task, task_of
from goldsmith.interchange.source_rows import not_a_record, record_of, refuse
from goldsmith.ports.foreign import ForeignSource, Part
from goldsmith.records.interchange import ForeignRecord, ForeignResponse
from goldsmith.records.response import Reply

_Kind = Literal["evaluations", "tasks", "queries", "qrels"]
_TASK = ("conversation_id", "task_id", "turn", "input")
_NO_TASK = "no task: an object was expected"


def _recognises(source: ForeignSource) -> bool:
    return any(_kind(part) is not None for part in source.parts)


def _kind(part: Part) -> _Kind | None:
    first = part.first
    if not isinstance(first, Mapping):
        return None
    if part.container == "tsv" and len(part.columns) == len(("query", "passage", "score")):
        return "qrels" if MARK in str(next(iter(first.values()))) else None
    if part.has("_id", "text") and MARK in str(first["_id"]):
        return "queries"
    if part.container == "json" and not part.is_list and part.has(*KEYS):
        return "evaluations"
    return "tasks" if part.has(*_TASK) and _is_talk(first["input"]) else None


def _is_talk(held: object) -> bool:
    return isinstance(held, list) and bool(held) and isinstance(held[0], Mapping) and "speaker" in held[0]


def _read(source: ForeignSource) -> Iterator[ForeignRecord]:
    kinds = [(part, kind) for part in source.parts if (kind := _kind(part)) is not None]
    if not kinds:
        message = f"neither tasks ({', '.join(_TASK)}) nor queries with {MARK} in their ids"
        refuse(source, "mt-rag", message, "name a file or folder of its tasks, or let the format be found")
    done: dict[str, None] = {}
    for part in (part for part, kind in kinds if kind == "evaluations"):
        for record in evaluations(part, source.name):
            if record.case is not None:
                done[record.case.id] = None
            yield record
    tasks = sorted((part for part, kind in kinds if kind == "tasks"), key=_fullness)
    yield from _tasks(tasks, source.name, done)
    queries = [part for part, kind in kinds if kind == "queries"]
    known = {part.name for part, _ in kinds}
    others = [part for part in source.parts if part.name not in known]
    yield from retrieval(queries, [part for part, kind in kinds if kind == "qrels"], others, done)


def _fullness(part: Part) -> tuple[int, str]:
    """Return a key by which files whose tasks say more come first."""
    return (-sum(name in part.columns for name in ("targets", "contexts")), part.name)


def _tasks(parts: Sequence[Part], stem: str, done: dict[str, None]) -> Iterator[ForeignRecord]:
    place = 0
    for part in parts:
        for row in part.rows():
            place += 1
            record = record_of(part, row.place, parts)
            if not isinstance(row.value, Mapping):
                yield not_a_record(record, _NO_TASK, row.value)
                continue
            account = Account(record, row.value)
            task = task_of(account, numbered(stem, place), done)
            name = task.name
            done |= {name: None} if name else {}
            yield task.closed(
                account,
                responses=tuple(_predictions(account, name, task)) if name else (),
                published=(*numbers_of(account, "metrics", name), *numbers_of(account, "retriever_scores", name)),
            )


def _predictions(account: Account, case: str, task: Task) -> Iterator[ForeignResponse]:
    """Yield what a system answered on the passages of the task."""
    model = text_in(account, "model_id") or ""
    items = tuple(one.item for one in task.contexts)
    for number, inner in enumerate(account.items("predictions"), start=1):
        answer = text_in(inner, "text")
        if answer is not None:
            reply = Reply(answer=answer, retrieved=items)
            yield ForeignResponse(case=case, outcome=reply, repeat=number, system=model)


FORMAT = Format(
    name="mt-rag",
    title="mt-rag",
    recognises=_recognises,
    read=_read,
    checked="a real file",
)
