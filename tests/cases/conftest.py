"""The command line as a person meets it: what it printed, and with what status it ended."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from goldsmith.cli import main
from tests.cases.telling import Goldsmith, Told


@pytest.fixture
def goldsmith(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Goldsmith:
    """Return a function that runs one command in the test's folder.

    A fault of ours fails the test: it must be told in words, never as a traceback.
    """
    monkeypatch.chdir(tmp_path)

    def run(*words: str | Path) -> Told:
        capsys.readouterr()
        with pytest.raises(SystemExit) as stop:
            main([str(word) for word in words])
        out, err = capsys.readouterr()

        assert "Traceback" not in out + err, err
        return Told(status=int(stop.value.code or 0), out=out, err=err)

    return run


@pytest.fixture
def lines(tmp_path: Path) -> Callable[..., Path]:
    """Return a function that writes JSON Lines into the test's folder."""

    def write(name: str, *rows: Mapping[str, Any]) -> Path:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")
        return path

    return write
