"""The command line in a project of its own, with a terminal to answer on where one is wanted."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable

import pytest

from tests.cases.conftest import goldsmith

__all__ = ["goldsmith", "terminal"]


class Terminal(io.StringIO):
    """What a person types, on a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Return a function that puts a person with these answers at the keyboard."""

    def types(answers: str) -> None:
        monkeypatch.setattr(sys, "stdin", Terminal(answers))

    return types
