"""What a version says of a change."""

from __future__ import annotations

import pytest

from goldsmith.workflows.foreign_notes import some, step_of


@pytest.mark.parametrize(
    ("before", "now", "step"),
    [
        ("1.0.0", "2.0.0", "major"),
        ("1.0.0", "1.1.0", "minor"),
        ("1.0.0", "1.0.1", "patch"),
        ("1.0", "1.0.0", "none"),
        ("v2.0.0-rc.1", "2.0.0+b7", "none"),
        ("2.0.0", "1.9.9", "major"),
        ("june", "1.0.0", None),
        (None, "1.0.0", None),
    ],
)
def test_the_first_part_that_differs_names_the_step(before: str | None, now: str | None, step: str | None) -> None:
    assert step_of(before, now) == step


def test_of_many_names_the_first_are_told_and_how_many_more() -> None:
    assert (some(["a", "b"]), some(["a", "b", "c", "d", "e"])) == ("a, b", "a, b, c and 2 more")
