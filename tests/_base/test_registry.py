"""Names find things; a wrong name is told the right one."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from goldsmith._base.registry import Registry
from goldsmith.errors import MissingExtraError, UnknownNameError


def numbers() -> Registry[Any]:
    targets = {"decimal": "decimal:Decimal", "fraction": "fractions:Fraction", "far": "a_package_nobody_has:Number"}
    return Registry("numbers", targets, extras={"far": "faraway"})


def test_a_name_brings_what_it_stands_for() -> None:
    assert numbers().get("decimal") is Decimal


def test_names_are_listed_sorted_whatever_was_added() -> None:
    registry = numbers()

    registry.add("complex", complex)

    assert list(registry) == ["complex", "decimal", "far", "fraction"]
    assert registry.get("complex") is complex


def test_a_taken_name_is_refused_and_keeps_its_meaning() -> None:
    registry = numbers()

    with pytest.raises(UnknownNameError, match="'decimal' is already taken among the numbers"):
        registry.add("decimal", complex)

    assert registry.get("decimal") is Decimal


def test_an_unknown_name_is_told_the_nearest_and_all_there_are() -> None:
    with pytest.raises(UnknownNameError) as caught:
        numbers().get("decimel")

    assert str(caught.value) == (
        "GSE-103 none of the numbers is called 'decimel'; did you mean 'decimal'?\n"
        "  Next: choose one of: decimal, far, fraction"
    )


def test_a_thing_whose_package_is_missing_says_what_to_install() -> None:
    with pytest.raises(MissingExtraError) as caught:
        numbers().get("far")

    assert str(caught.value) == (
        "GSE-108 'far' needs the package 'a_package_nobody_has', which is not installed\n"
        "  Next: pip install 'goldsmith-rag[faraway]'"
    )


def test_a_missing_package_that_no_extra_brings_is_our_own_fault() -> None:
    registry: Registry[Any] = Registry("numbers", {"far": "a_package_nobody_has:Number"})

    with pytest.raises(ModuleNotFoundError, match="a_package_nobody_has"):
        registry.get("far")
