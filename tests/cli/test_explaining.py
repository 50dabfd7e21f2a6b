"""Codes are found by people who know none."""

from __future__ import annotations

from goldsmith.lint.registry import CODES
from goldsmith.workflows.explain import error_classes
from tests.cases.telling import Goldsmith


def test_without_a_code_every_code_has_a_line_with_its_name(goldsmith: Goldsmith) -> None:
    lines = goldsmith("explain").out.splitlines()

    assert [line.split()[0] for line in lines] == [*CODES, *error_classes()]
    assert "GS204    dangling-evidence" in lines
    assert "GSE-102  InvalidFileError" in lines
