"""Facts are appended one a line, and a line that a kill cut short is told as such."""

from __future__ import annotations

from pathlib import Path

import pytest

from goldsmith.errors import InvalidFileError
from goldsmith.ondisk.fact_lines import append_facts
from goldsmith.ondisk.incidents import load_incidents
from goldsmith.ondisk.sign_offs import load_sign_offs
from goldsmith.records.incident import Incident

MET = Incident(
    id="i-1", case="a", question="Q?", wrong_answer="W", at="2026-09-01T00:00:00Z", reporter="Ada", missed_because="new"
)


def test_what_is_appended_is_read_back(tmp_path: Path) -> None:
    path = tmp_path / "incidents.jsonl"
    append_facts(path, [MET])

    assert load_incidents(path) == (MET,)


@pytest.mark.parametrize("load", [load_incidents, load_sign_offs])
def test_a_last_line_that_was_cut_short_is_to_be_deleted(tmp_path: Path, load: object) -> None:
    path = tmp_path / "facts.jsonl"
    path.write_bytes(b'{"half')

    with pytest.raises(InvalidFileError) as told:
        load(path)  # type: ignore[operator]  # both are functions of a path

    assert told.value.next_step == "delete line 1, which was cut short while it was written, and record it again"
