"""Ids that a person cannot tell apart."""

from __future__ import annotations

import csv
from collections.abc import Callable
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldsmith.text.confusable import Difference, difference, identity_skeleton


@pytest.mark.parametrize(
    ("left", "right", "kind"),
    [
        ("g001", "g001", "exact"),
        ("g001", "g001 ", "invisible"),
        ("g001", "g\u200b001", "invisible"),
        ("\u00e91", "e\u03011", "form"),
        ("g001", "ｇ００１", "form"),
        ("g001", "G001", "case"),
        ("\u0441001", "c001", "look_alike"),
        ("\u0421001", "c001", "look_alike"),
        ("\u0392-1", "B-1", "look_alike"),
        ("g001", "g002", "distinct"),
        ("g01", "g1", "distinct"),
    ],
)
def test_the_kind_of_difference_is_named(left: str, right: str, kind: Difference) -> None:
    assert difference(left, right) == kind
    assert (identity_skeleton(left) == identity_skeleton(right)) == (kind != "distinct")


def test_every_confusable_pair_of_a_real_file_is_named(shared_case: Callable[[str], Path]) -> None:
    path = shared_case("017-near-duplicate-case-ids") / "golden.csv"
    with path.open(encoding="utf-8", newline="") as lines:
        ids = [row["id"] for row in csv.DictReader(lines)]

    kinds = {(one, two): difference(ids[one], ids[two]) for one, two in combinations(range(len(ids)), 2)}

    assert {pair: kind for pair, kind in kinds.items() if kind != "distinct"} == {
        (0, 1): "exact",
        (0, 2): "case",
        (1, 2): "case",
        (0, 3): "invisible",
        (1, 3): "invisible",
        (2, 3): "case",
        (0, 4): "invisible",
        (1, 4): "invisible",
        (2, 4): "case",
        (3, 4): "invisible",
        (5, 6): "form",
        (7, 8): "look_alike",
    }


@given(st.text(max_size=12), st.text(max_size=12))
def test_ids_share_a_skeleton_exactly_when_they_are_not_distinct(left: str, right: str) -> None:
    assert (identity_skeleton(left) == identity_skeleton(right)) == (difference(left, right) != "distinct")
