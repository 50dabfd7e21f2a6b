"""A case that is edited while it is asked about, with an editor that works or not."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cases.telling import Goldsmith
from tests.cli.refreshed_desk import desk, edit

__all__ = ["desk"]


def test_a_slip_made_in_the_editor_is_told_and_edited_again(
    desk: Path, goldsmith: Goldsmith, terminal: Callable[[str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    edit(desk / "docs/fees.md", "costs 4 EUR", "costs 6 EUR")
    editor = desk / "editor.sh"
    editor.write_text(
        '#!/bin/sh\nif grep -q questoin "$1"; then sed -i "s/questoin:/question:/" "$1"\n'
        'else sed -i "s/question:/questoin:/; s/4 EUR/6 EUR/g" "$1"; fi\n',
        encoding="utf-8",
    )
    editor.chmod(0o755)
    monkeypatch.setenv("VISUAL", str(editor))
    terminal("e\ny\nq\n")
    told = goldsmith("refresh", "--answer", "--reviewer", "Ben")

    assert (told.status, "questoin" in told.out, "edit it again?" in told.out) == (1, True, True)
    assert "the quoted words stand in the new corpus" in told.out


def test_an_editor_that_does_not_work_is_told_and_the_case_is_asked_again(
    desk: Path, goldsmith: Goldsmith, terminal: Callable[[str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    edit(desk / "docs/fees.md", "costs 4 EUR", "costs 6 EUR")
    monkeypatch.setenv("VISUAL", str(desk / "no-such-editor"))
    terminal("e\nr\nno longer offered\n")
    told = goldsmith("refresh", "--answer", "--reviewer", "Ben")

    assert "GSE-101 the editor did not work: " in told.out
    assert "Next: set VISUAL or EDITOR to one that does, or answer with another key" in told.out
    assert "ANSWERED   1 to retire" in told.out
