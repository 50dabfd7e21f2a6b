"""Write single fields of cases back into the file they came from; every other byte stays."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

from goldsmith._base.atomic import turn, write_atomically
from goldsmith.errors import ConflictError
from goldsmith.ondisk.located import RawRecord
from goldsmith.ondisk.yaml_write import Edit, apply_edits, edit_record


def replace_fields(path: Path, changes: Sequence[tuple[RawRecord, Mapping[str, object]]]) -> None:
    """Give each record the new values of fields that it has, in one atomic write.

    Raises ConflictError where the file is no longer what the records were read from, ValueError for a record of a CSV
    file and for a field that is not there.
    """
    for raw, values in changes:
        missing = sorted(set(values) - set(raw.fields()))
        if missing:
            message = f"the record has no field {missing[0]!r}"
            raise ValueError(message)
    set_fields(path, changes)


def set_fields(path: Path, changes: Sequence[tuple[RawRecord, Mapping[str, object]]]) -> None:
    """Give each record the values, in fields that it has or in new ones behind them, in one atomic write.

    Raises ConflictError where the file is no longer what the records were read from, ValueError for a record of a CSV
    file.
    """
    with turn(path.parent):
        source = path.read_bytes()
        opened = changes[0][0].source
        if source != opened.encoded(opened.text):
            message = f"{path.name} was changed by somebody else while it was checked; nothing was written"
            raise ConflictError(message, next_step="run the same command again")
        edits = [edit for raw, values in changes for edit in _edits(raw, values)]
        write_atomically(path, apply_edits(source, edits, name=path.name))


def _edits(raw: RawRecord, values: Mapping[str, object]) -> list[Edit]:
    if raw.source.kind in {"csv", "plugin"}:
        message = "the record has no fields of its own"
        raise ValueError(message)
    if raw.source.kind == "yaml":
        return [edit_record(raw, values)]
    spans = raw.fields()
    edits = [
        Edit(start=spans[name].start, end=spans[name].end, text=json.dumps(value, ensure_ascii=False))
        for name, value in values.items()
        if name in spans
    ]
    new = {name: value for name, value in values.items() if name not in spans}
    if new:
        # A case has an id and a question, so there is a field after which new ones can stand.
        last = max(span.end for span in spans.values())
        text = "".join(f", {json.dumps(name)}: {json.dumps(value, ensure_ascii=False)}" for name, value in new.items())
        edits.append(Edit(start=last, end=last, text=text))
    return edits
