"""The corpus pin in set.yaml: read by everybody, moved by one command, every other byte left as it stands."""

from __future__ import annotations

from pathlib import Path

from goldsmith._base.atomic import turn, write_atomically
from goldsmith.ondisk.yaml_events import read_yaml_mapping
from goldsmith.ondisk.yaml_write import apply_edits, edit_record
from goldsmith.records.golden_set import CorpusPin


def write_pin(path: Path, pin: CorpusPin) -> None:
    """Write `pin` under `corpus` in the set.yaml at `path`. Raises InvalidFileError where that file cannot be read."""
    with turn(path.parent):
        source = path.read_bytes()
        record = read_yaml_mapping(source, name=path.name)
        held = {"label": pin.label} if pin.digest is None else {"label": pin.label, "digest": pin.digest}
        write_atomically(path, apply_edits(source, [edit_record(record, {"corpus": held})], name=path.name))
