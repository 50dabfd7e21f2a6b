"""Records are frozen, keyword-only, without lists, and strict at the door."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator
from dataclasses import FrozenInstanceError, fields, is_dataclass, replace
from typing import Any, get_args, get_type_hints

import pytest

from goldsmith import records
from goldsmith.records.case import Case
from goldsmith.records.claims import Claim, OptionalClaim, ProhibitedClaim, RequiredClaim
from goldsmith.records.finding import CheckReport, Finding
from goldsmith.records.measure import Measure
from goldsmith.records.verdict import VerdictStatus
from tests.format.contents import VERDICT


def record_types() -> Iterator[type[Any]]:
    for module in pkgutil.iter_modules(records.__path__):
        name = f"{records.__name__}.{module.name}"
        for item in vars(importlib.import_module(name)).values():
            if isinstance(item, type) and is_dataclass(item) and item.__module__ == name:
                yield item


TYPES = sorted(record_types(), key=lambda kind: (kind.__module__, kind.__name__))
NOT_SERIALISED = {"GoldenSet", "CasePlace", "Side", "Status"}
"""Put together in memory and never parsed."""


def parts(hint: object) -> Iterator[object]:
    yield hint
    for inner in get_args(hint):
        yield from parts(inner)


@pytest.mark.parametrize("kind", TYPES, ids=lambda kind: kind.__name__)
def test_a_record_is_frozen_slotted_and_keyword_only(kind: Any) -> None:
    assert kind.__dataclass_params__.frozen
    assert hasattr(kind, "__slots__")
    assert [item.name for item in fields(kind) if not item.kw_only] == []


@pytest.mark.parametrize("kind", TYPES, ids=lambda kind: kind.__name__)
def test_a_record_holds_tuples_and_no_lists(kind: Any) -> None:
    hints = get_type_hints(kind)
    kinds = {name: {getattr(part, "__origin__", part) for part in parts(hint)} for name, hint in hints.items()}

    assert {name for name, found in kinds.items() if found & {list, set}} == set()


@pytest.mark.parametrize("kind", TYPES, ids=lambda kind: kind.__name__)
def test_a_record_is_strict_at_the_door(kind: Any) -> None:
    config = getattr(kind, "__pydantic_config__", None)

    assert config == {"extra": "forbid", "strict": True} or (config is None and kind.__name__ in NOT_SERIALISED)


def test_a_record_cannot_be_changed() -> None:
    case = Case(id="a", question="Q?")
    with pytest.raises(FrozenInstanceError):
        case.question = "R?"  # type: ignore[misc]  # that it is refused is what is shown


def test_a_record_takes_no_unnamed_values() -> None:
    with pytest.raises(TypeError):
        Case("a", "Q?")  # type: ignore[call-arg]  # likewise


@pytest.mark.parametrize(
    "claim", [RequiredClaim(required="x"), OptionalClaim(optional="x"), ProhibitedClaim(prohibited="x")]
)
def test_every_claim_has_its_words(claim: Claim) -> None:
    assert claim.text == "x"


def test_a_measure_has_one_spelling() -> None:
    measure = Measure(name="recall", cutoff=5, layer="retrieval", direction="higher", unit="share")
    whole = Measure(name="recall", layer="retrieval", direction="higher", unit="share")

    assert (str(measure), str(whole)) == ("recall@5", "recall")


@pytest.mark.parametrize(("word", "exit_status"), [("passed", 0), ("unreviewed", 0), ("blocked", 1), ("incomplete", 3)])
def test_a_verdict_has_an_exit_status(word: VerdictStatus, exit_status: int) -> None:
    assert replace(VERDICT, status=word).exit_status == exit_status


def test_a_report_counts_the_errors_that_nobody_waived() -> None:
    error = Finding(code="GS1", name="n", severity="error", message="m")
    waived = Finding(code="GS1", name="n", severity="error", message="m", waived=True)
    warning = Finding(code="GS2", name="n", severity="warning", message="m")

    assert CheckReport(set_name="s", cases=1, corpus="", findings=(error, waived, warning)).errors == 1
