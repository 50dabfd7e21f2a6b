"""The audit page has words for everything that can be said at the workbench."""

from __future__ import annotations

from typing import get_args

from goldsmith.records.workbench import AnyFact, SignedIn, Withdrawn
from goldsmith.web.words import catalogue

NAMED_APART = {SignedIn, Withdrawn}
"""What they say tells which words are theirs."""


def test_every_kind_of_fact_has_words() -> None:
    kinds = [kind.__dataclass_fields__["fact"].default for kind in get_args(AnyFact) if kind not in NAMED_APART]

    assert [kind for kind in kinds if f"audit.did.{kind}" not in catalogue()] == []
