"""What a rule is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, Protocol

from goldsmith.lint.view import Coded, LintView
from goldsmith.records.finding import Finding

Needed = Literal["ready", "revision", "text"]
"""``ready``: the rule speaks only when a set is to be published · ``revision``: it looks evidence up in a frozen corpus
· ``text``: the revision must hold the full text."""


class Rule(Coded, Protocol):
    """One thing that can be wrong. Its docstring is its page: What it does, Why is this bad?, What to do."""

    @property
    def since(self) -> str:
        """The version of Goldsmith that brought it."""
        ...

    @property
    def needs(self) -> tuple[Needed, ...]:
        """Without all of these the rule cannot be applied."""
        ...

    def check(self, view: LintView, /) -> Iterator[Finding]:
        """Yield what is wrong. Never raises, whatever the cases hold."""
        ...
