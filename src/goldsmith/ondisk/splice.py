"""Write pinned evidence back into the file it came from: those cases alone, every other byte as it was."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

from goldsmith._base.atomic import turn, write_atomically
from goldsmith.errors import ConflictError, InputError
from goldsmith.ondisk.located import RawRecord
from goldsmith.ondisk.short_forms import shorten_needs
from goldsmith.ondisk.yaml_write import Edit, apply_edits, edit_record
from goldsmith.records.evidence import Need

_FIELDS = ("evidence", "expected_sources")


def replace_evidence(
    path: Path, changes: Sequence[tuple[RawRecord, tuple[Need, ...]]], *, fields: Mapping[str, str] | None = None
) -> None:
    """Give each record its new evidence, in one atomic write.

    `fields` gives the names that a foreign file uses (ours to theirs). Raises ConflictError where the file is no longer
    what the records were read from, InputError for a CSV file: its cells hold ids only.
    """
    refuse_cells(path, changes[0][0])
    with turn(path.parent):
        source = path.read_bytes()
        opened = changes[0][0].source
        if source != opened.encoded(opened.text):
            message = f"{path.name} was changed by somebody else while it was checked; nothing was written"
            raise ConflictError(message, next_step="run the same command again")
        names = ((fields or {}).get("evidence", ""), *_FIELDS)
        edits = [_edit(raw, needs, names) for raw, needs in changes]
        write_atomically(path, apply_edits(source, edits, name=path.name))


def refuse_cells(path: Path, record: RawRecord) -> None:
    """Raise InputError where `record` is a row of a CSV file, or was read by the format of a plug-in."""
    if record.source.kind == "plugin":
        message = f"{path.name} is read by the format of a plug-in, which does not write"
        raise InputError(message, next_step="keep these cases as YAML or JSONL to pin their evidence")
    if record.source.kind == "csv":
        message = f"{path.name} is a CSV file, and its cells cannot hold a quote with its place and hash"
        raise InputError(message, next_step="keep these cases as YAML or JSONL to pin their evidence")


def _edit(raw: RawRecord, needs: tuple[Need, ...], names: Sequence[str]) -> Edit:
    short = shorten_needs(needs)
    spans = raw.fields()
    name = next((name for name in names if name in spans), "evidence")
    if raw.source.kind == "yaml":
        return edit_record(raw, {name: short})
    text = json.dumps(short, ensure_ascii=False)
    if name in spans:
        return Edit(start=spans[name].start, end=spans[name].end, text=text)
    # A case has an id and a question, so there is a field after which a new one can stand.
    last = max(span.end for span in spans.values())
    return Edit(start=last, end=last, text=f', "evidence": {text}')
