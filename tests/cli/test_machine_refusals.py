"""What the machine refuses, told with the place and what its owner can do."""

from __future__ import annotations

import errno
from pathlib import Path
from typing import Any

import pytest

from goldsmith.cli import goldsmith_command, main


@pytest.mark.parametrize(("filename", "told"), [(None, "a file in {here}"), ("runs/1.jsonl", "runs/1.jsonl")])
def test_a_full_disk_is_told_with_the_file_or_where_to_look_for_it(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    filename: str | None,
    told: str,
) -> None:
    def full(**_: Any) -> None:
        raise OSError(errno.ENOSPC, "No space left on device", filename)

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(goldsmith_command, "main", full)
    with pytest.raises(SystemExit) as stopped:
        main([])

    assert (stopped.value.code, capsys.readouterr().err.splitlines()) == (
        2,
        [
            f"{told.format(here=tmp_path.resolve())}: No space left on device",
            "  Next: make room, then run the same command again: what had arrived is kept",
        ],
    )
