"""Write pinned evidence back into the file it came from: those cases alone, every other byte as it was."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from goldsmith._base.atomic import write_atomically
from goldsmith.errors import ConflictError, InputError
from goldsmith.ondisk.located import RawRecord
from goldsmith.ondisk.short_forms import shorten_needs
from goldsmith.ondisk.yaml_write import Edit, apply_edits, edit_record
from goldsmith.records.evidence import Need

_FIELDS = ("evidence", "expected_sources")


def replace_evidence(path: Path, changes: Sequence[tuple[RawRecord, tuple[Need, ...]]]) -> None:
    """Give each record its new evidence, in one atomic write.

    Raises ConflictError where the file is no longer what the records were read from, InputError for a CSV file: its
    cells hold ids only.
    """
    source = path.read_bytes()
    opened = changes[0][0].source
    if source != opened.encoded(opened.text):
        message = f"{path.name} was changed by somebody else while it was checked; nothing was written"
        raise ConflictError(message, next_step="run the same command again")
    if opened.kind == "csv":
        message = f"{path.name} is a CSV file, and its cells cannot hold a quote with its place and hash"
        raise InputError(message, next_step="keep these cases as YAML or JSONL to pin their evidence")
    edits = [_edit(raw, needs) for raw, needs in changes]
    write_atomically(path, apply_edits(source, edits, name=path.name))


def _edit(raw: RawRecord, needs: tuple[Need, ...]) -> Edit:
    short = shorten_needs(needs)
    old = next((name for name in _FIELDS if isinstance(raw.value, dict) and name in raw.value), "evidence")
    if raw.source.kind == "yaml":
        return edit_record(raw, changes={old: short})
    value: dict[str, Any] = dict(raw.value) if isinstance(raw.value, dict) else {}
    text = json.dumps(value | {old: short}, ensure_ascii=False)
    return Edit(start=raw.start, end=raw.end, text=text)
