"""Phoenix: data sets as it takes them (lists side by side), as it gives them in JSON and JSON Lines, and as its tables.

A table has one column a key, with a dot: ``input.question``; it cannot be uploaded again as it was exported.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from goldsmith.errors import InvalidFileError, Problem
from goldsmith.interchange.account import Account, numbered
from goldsmith.interchange.contexts import text_in
from goldsmith.interchange.dataset_examples import LISTS, ExampleParts, case_of, example_of
from goldsmith.interchange.embedded import KEY, embedded_text
from goldsmith.interchange.example_words import named
from goldsmith.interchange.format import Format, Outgoing, Written
from goldsmith.ports.foreign import ForeignSource, Part, WrittenFile
from goldsmith.records.case import Case
from goldsmith.records.interchange import ForeignRecord

_GROUPS = ("input", "output", "metadata")
_LISTED = {"inputs": "input", "outputs": "output", "metadata": "metadata", "splits": "splits", "example_ids": "id"}
_MANAGED = ("node_id", "updated_at", "created_at", "version_id", "dataset_id")
_UNEVEN = "the lists of the file are not equally long: what has no partner is left out"


def _recognises(source: ForeignSource) -> bool:
    return any(_is_examples(part) for part in source.parts)


def _is_examples(part: Part) -> bool:
    held = part.first
    if part.container in ("csv", "tsv"):
        dotted = [column.partition(".")[0] for column in part.columns if "." in column]
        return "input" in dotted and ("node_id" in part.columns or bool({"output", "metadata"} & set(dotted)))
    if not isinstance(held, Mapping) or part.container not in ("json", "jsonl"):
        return False
    return _is_upload(held) or _is_example(held) or any(_is_example(one, inside=True) for one in _examples(held)[:1])


def _is_upload(held: Mapping[str, Any]) -> bool:
    inputs = held.get("inputs")
    listed = isinstance(inputs, list) and all(isinstance(one, Mapping) for one in inputs[:1])
    return listed and "name" in held and bool({"action", "outputs", "metadata"} & set(held))


def _is_example(held: object, *, inside: bool = False) -> bool:
    if not isinstance(held, Mapping) or not isinstance(held.get("input"), Mapping) or "output" not in held:
        return False
    return inside or bool({"node_id", "splits", "updated_at"} & set(held))


def _examples(held: Mapping[str, Any]) -> list[Any]:
    """Return the examples of an answer of the interface, or of a data set that its client wrote down."""
    inner = held.get("data")
    found = inner.get("examples") if isinstance(inner, Mapping) else held.get("examples")
    return found if isinstance(found, list) else []


def _read(source: ForeignSource) -> Iterator[ForeignRecord]:
    parts = [part for part in source.parts if _is_examples(part)]
    if not parts:
        problem = Problem(message="neither an upload, nor examples with input and output, nor columns such as input.x")
        raise InvalidFileError(
            f"{source.name} cannot be read as a data set of Phoenix",
            problems=(problem,),
            next_step="export the data set as JSON Lines or CSV",
        )
    place = 0
    for part in parts:
        for told, value in _rows(part):
            place += 1
            record = f"{part.name} {told}" if len(parts) > 1 else told
            yield _record(record, value, numbered(source.name, place), source)


def _rows(part: Part) -> Iterator[tuple[str, Any]]:
    held = part.first
    if part.container in ("csv", "tsv"):
        yield from ((row.place, _of_table(row.value)) for row in part.rows())
    elif part.container == "json" and not part.is_list and _is_upload(held):
        yield from _of_upload(held)
    elif part.container == "json" and not part.is_list and _examples(held):
        yield from ((f"example {at}", one) for at, one in enumerate(_examples(held), start=1))
    else:
        yield from ((row.place, row.value) for row in part.rows())


def _of_upload(held: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    lists = {name: held[name] for name in _LISTED if isinstance(held.get(name), list) and held[name]}
    most = max((len(one) for one in lists.values()), default=0)
    for place in range(most):
        example = {_LISTED[name]: one[place] for name, one in lists.items() if place < len(one)}
        uneven = {"": _UNEVEN} if len(example) < len(lists) else {}
        yield f"example {place + 1}", example | uneven


def _of_table(row: Mapping[str, str]) -> dict[str, Any]:
    """Return a row as an example: what stands before the first dot of a column is the group of its key."""
    example: dict[str, Any] = {}
    for column, cell in row.items():
        group, dot, key = column.partition(".")
        if dot and group in _GROUPS:
            if cell != "":
                example.setdefault(group, {})[key] = _list_in(cell) if key in LISTS else cell
        else:
            example[column] = _list_in(cell) if column == "splits" else cell
    return example


def _list_in(cell: str) -> Any:
    try:
        return json.loads(cell)
    except (ValueError, RecursionError):
        return cell


def _record(record: str, value: object, usual: str, source: ForeignSource) -> ForeignRecord:
    outer = Account(record, value if isinstance(value, Mapping) else {})
    if not isinstance(value, Mapping):
        outer.say("dropped", "", "no example: an object was expected", value)
        return outer.close()
    if outer.passed("") is not None:
        outer.say("wrong", "", _UNEVEN)
    inputs, outputs, metadata = (outer.inner(name) for name in _GROUPS)
    for name in _MANAGED:
        outer.passed(name)
    parts = ExampleParts(outer=outer, inputs=inputs, outputs=outputs, metadata=metadata, splits=(outer, "splits"))
    own = named(outer, ("id",), source.options, "id")
    node = value.get("node_id")
    name = (text_in(outer, own) if own is not None else None) or (node if isinstance(node, str) else "")
    case, passages = case_of(parts, name or usual, source.options)
    return outer.close(case=case, passages=passages)


def _write(outgoing: Outgoing) -> Written:
    examples = [(case, example_of(outgoing, case)) for case in outgoing.cases]
    splits = [[case.split] if case.split is not None else None for case in outgoing.cases]
    upload = {
        "action": "create",
        "name": outgoing.header.name,
        "description": outgoing.header.description or outgoing.header.name,
        "inputs": [one.inputs for _, one in examples],
        "outputs": [one.outputs for _, one in examples],
        # As text: a table of Phoenix has one column a key, and would lose what stands deeper.
        "metadata": [one.metadata | {KEY: embedded_text(case)} for case, one in examples],
        **({"splits": splits} if any(splits) else {}),
        "example_ids": [case.id for case, _ in examples],
    }
    text = json.dumps(upload, ensure_ascii=False, indent=1) + "\n"
    return Written(files=(WrittenFile(name="phoenix.json", text=text),))


def _holds(case: Case) -> Case:
    return case


FORMAT = Format(
    name="phoenix",
    title="Phoenix data sets",
    recognises=_recognises,
    read=_read,
    write=_write,
    holds=_holds,
    checked="its own loader",
)
