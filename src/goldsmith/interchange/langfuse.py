"""Langfuse: the items of a data set, as its interface takes and gives them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from goldsmith._base.canonical import text_sha256
from goldsmith.errors import InvalidFileError, Problem
from goldsmith.interchange.account import Account, is_nothing, numbered
from goldsmith.interchange.contexts import text_in
from goldsmith.interchange.dataset_examples import ExampleParts, case_of, example_of
from goldsmith.interchange.format import Format, Outgoing, Written
from goldsmith.ports.foreign import ForeignSource, Part, WrittenFile
from goldsmith.records.case import Case
from goldsmith.records.interchange import ForeignRecord

_NAMES: Mapping[str, str] = {
    "expected_output": "expectedOutput", "dataset_id": "datasetId", "dataset_name": "datasetName",
    "created_at": "createdAt", "updated_at": "updatedAt", "source_trace_id": "sourceTraceId",
    "source_observation_id": "sourceObservationId", "media_references": "mediaReferences",
}  # fmt: skip
"""The names of its Python package, and those of its interface."""
_OWN = ("datasetName", "datasetId", "sourceTraceId", "sourceObservationId")
_MANAGED = ("datasetName", "datasetId", "createdAt", "updatedAt", "version", "validFrom", "validTo", "projectId")
_OBJECTS = ("input", "expectedOutput", "metadata")
_ARCHIVED = "archived there: kept with the tag `archived`, and somebody has to say whether it is a case at all"
_LONGEST_ID = 255


def _recognises(source: ForeignSource) -> bool:
    return any(_is_items(part) for part in source.parts)


def _is_items(part: Part) -> bool:
    if part.container in ("yaml", "lines", "xlsx"):
        return False
    return _is_item(part.first) or any(_is_item(one) for one in _page(part)[:1])


def _page(part: Part) -> list[Any]:
    """Return the items of an answer of the interface; empty: the part is none."""
    held = part.first
    items = held.get("data", held.get("items")) if isinstance(held, Mapping) and not part.is_list else None
    return items if part.container == "json" and isinstance(items, list) else []


def _is_item(held: object) -> bool:
    if not isinstance(held, Mapping):
        return False
    names = {_NAMES.get(str(name), str(name)) for name in held}
    return "input" in names and "expectedOutput" in names and bool(names & set(_OWN))


def _read(source: ForeignSource) -> Iterator[ForeignRecord]:
    # Named by the user: several tools write such fields, so nothing but a name tells whose they are.
    parts = [part for part in source.parts if _is_items(part)] or [part for part in source.parts if part.has("input")]
    if not parts:
        problem = Problem(message="no items with an input stand there")
        raise InvalidFileError(
            f"{source.name} cannot be read as items of a data set of Langfuse",
            problems=(problem,),
            next_step="export the items of the data set as JSON or JSON Lines",
        )
    place = 0
    for part in parts:
        page = _page(part)
        rows = ((f"item {at}", one) for at, one in enumerate(page, start=1)) if page else _rows(part)
        for told, value in rows:
            place += 1
            record = f"{part.name} {told}" if len(parts) > 1 else told
            yield _record(record, value, numbered(source.name, place), source)


def _rows(part: Part) -> Iterator[tuple[str, Any]]:
    for row in part.rows():
        table = part.container in ("csv", "tsv") and isinstance(row.value, Mapping)
        yield row.place, {name: _cell(name, held) for name, held in row.value.items()} if table else row.value


def _cell(name: str, held: Any) -> Any:
    """Return what a cell of a table holds, which is JSON where it can be."""
    if _NAMES.get(name, name) not in _OBJECTS or not isinstance(held, str):
        return held
    try:
        return json.loads(held)
    except (ValueError, RecursionError):
        return held


def _record(record: str, value: object, usual: str, source: ForeignSource) -> ForeignRecord:
    outer = Account(record, _item(value))
    if not isinstance(value, Mapping):
        outer.say("dropped", "", "no item: an object was expected", value)
        return outer.close()
    inputs, outputs, metadata = (outer.inner(name) for name in _OBJECTS)
    for name in _MANAGED:
        outer.passed(name)
    parts = ExampleParts(outer=outer, inputs=inputs, outputs=outputs, metadata=metadata)
    named = source.options.get("id", "id")
    case, passages = case_of(parts, text_in(outer, named) or usual, source.options)
    return outer.close(case=_with_status(outer, case), passages=passages)


def _item(value: object) -> dict[str, Any]:
    """Return an item with the names of the interface; a lone text or a list of messages is wrapped in a name."""
    held = value if isinstance(value, Mapping) else {}
    item = {_NAMES.get(str(name), str(name)): one for name, one in held.items()}
    for name, inner in (("input", "input"), ("expectedOutput", "answer")):
        if name in item:
            item[name] = _wrapped(item[name], inner)
    return item


def _with_status(account: Account, case: Case | None) -> Case | None:
    if account.passed("status") != "ARCHIVED" or case is None or "archived" in case.tags:
        return case
    account.say("inferred", "status", _ARCHIVED)
    return replace(case, tags=(*case.tags, "archived"))


def _wrapped(held: Any, name: str) -> Any:
    if is_nothing(held) or isinstance(held, Mapping):
        return held
    return {"messages" if isinstance(held, list) else name: held}


def _write(outgoing: Outgoing) -> Written:
    text = "".join(_line(outgoing, case) for case in outgoing.cases)
    return Written(files=(WrittenFile(name="langfuse.jsonl", text=text),))


def _line(outgoing: Outgoing, case: Case) -> str:
    example = example_of(outgoing, case)
    item = {
        "datasetName": outgoing.header.name,
        "id": _id(f"{outgoing.header.name}/{case.id}"),
        "input": example.inputs,
        "expectedOutput": example.outputs or None,
        "metadata": example.metadata,
        "status": "ACTIVE",
    }
    return json.dumps(item, ensure_ascii=False) + "\n"


def _id(text: str) -> str:
    """Return an id that no other data set of a project has, as short as Langfuse takes it."""
    if len(text) <= _LONGEST_ID:
        return text
    digest = text_sha256(text)[:16]
    return f"{text[: _LONGEST_ID - len(digest) - 1]}-{digest}"


def _holds(case: Case) -> Case:
    return case


FORMAT = Format(
    name="langfuse",
    title="Langfuse data sets",
    recognises=_recognises,
    read=_read,
    write=_write,
    holds=_holds,
    checked="its own loader",
)
