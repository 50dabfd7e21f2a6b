"""LangSmith: the examples of a data set, in JSON Lines or as a JSON list."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping

from goldsmith.errors import InvalidFileError, Problem
from goldsmith.interchange.account import Account
from goldsmith.interchange.contexts import text_in
from goldsmith.interchange.dataset_examples import ExampleParts, case_of, example_of
from goldsmith.interchange.example_words import IDS, named
from goldsmith.interchange.format import Format, Outgoing, Written
from goldsmith.interchange.source_rows import counted_rows
from goldsmith.ports.foreign import ForeignSource, Part, WrittenFile
from goldsmith.records.case import Case
from goldsmith.records.interchange import ForeignRecord

_OTHERS = ("expectations", "dataset_record_id", "run_type", "trace_id", "vars")
_MANAGED = ("dataset_id", "created_at", "modified_at", "source_run_id", "dataset_name", "name")
_SPLIT = "dataset_split"


def _recognises(source: ForeignSource) -> bool:
    return any(_is_examples(part) for part in source.parts)


def _is_examples(part: Part) -> bool:
    listed = part.container == "jsonl" or (part.container == "json" and part.is_list)
    held = part.first
    if not listed or not isinstance(held, Mapping) or not isinstance(held.get("inputs"), Mapping):
        return False
    named_so = "outputs" in held or "reference_outputs" in held or "dataset_id" in held
    return named_so and not any(name in held for name in _OTHERS)


def _read(source: ForeignSource) -> Iterator[ForeignRecord]:
    parts = [part for part in source.parts if _is_examples(part)]
    if not parts:
        problem = Problem(message="no list of objects with inputs and outputs, and with nothing of other tools")
        raise InvalidFileError(
            f"{source.name} cannot be read as examples of LangSmith",
            problems=(problem,),
            next_step="export the examples of the data set as JSON or JSON Lines",
        )
    for record, value, usual in counted_rows(source, parts):
        yield _record(record, value, usual, source)


def _record(record: str, value: object, usual: str, source: ForeignSource) -> ForeignRecord:
    outer = Account(record, value if isinstance(value, Mapping) else {})
    if not isinstance(value, Mapping):
        outer.say("dropped", "", "no example: an object was expected", value)
        return outer.close()
    metadata = outer.inner("metadata")
    parts = ExampleParts(
        outer=outer,
        inputs=outer.inner("inputs"),
        outputs=outer.inner("outputs" if "outputs" in outer else "reference_outputs"),
        metadata=metadata,
        splits=(outer, "split") if "split" in outer else (metadata, _SPLIT),
    )
    for name in _MANAGED:
        outer.dropped(name, "the server's own: it gives it anew")
    own = named(outer, IDS, source.options, "id")
    case, passages = case_of(parts, (text_in(outer, own) if own is not None else None) or usual, source.options)
    return outer.close(case=case, passages=passages)


def _write(outgoing: Outgoing) -> Written:
    text = "".join(_line(outgoing, case) for case in outgoing.cases)
    return Written(files=(WrittenFile(name="langsmith.jsonl", text=text),))


def _line(outgoing: Outgoing, case: Case) -> str:
    example = example_of(outgoing, case)
    split = {_SPLIT: [case.split]} if case.split is not None else {}
    row = {"inputs": example.inputs, "outputs": example.outputs, "metadata": example.metadata | split}
    return json.dumps(row, ensure_ascii=False) + "\n"


def _holds(case: Case) -> Case:
    return case


FORMAT = Format(
    name="langsmith",
    title="LangSmith",
    recognises=_recognises,
    read=_read,
    write=_write,
    holds=_holds,
    checked="its own loader",
)
