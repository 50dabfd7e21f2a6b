"""Errors keep their promises: a stable code each, a known exit status, and a safe trip between processes."""

from __future__ import annotations

import pickle
from collections import Counter

import pytest

from goldsmith.errors import GoldsmithError, InvalidFileError, Problem


def every_error(root: type[GoldsmithError] = GoldsmithError) -> list[type[GoldsmithError]]:
    """Return the classes of goldsmith.errors, the root first."""
    return [root, *(found for child in root.__subclasses__() for found in every_error(child))]


OURS = [kind for kind in every_error() if kind.__module__ == "goldsmith.errors"]


def test_no_two_errors_share_a_code() -> None:
    codes = Counter(kind.code for kind in OURS)

    assert [code for code, uses in codes.items() if uses > 1] == []


@pytest.mark.parametrize("kind", OURS)
def test_an_error_crosses_to_another_process_whole(kind: type[GoldsmithError]) -> None:
    error = kind("found 3", next_step="write 4", problems=(Problem(message="too few", file="a.yaml", line=2),))

    arrived = pickle.loads(pickle.dumps(error))  # noqa: S301 - our own bytes

    assert (type(arrived), str(arrived), arrived.problems) == (kind, str(error), error.problems)


@pytest.mark.parametrize("kind", OURS)
def test_an_error_ends_the_program_with_a_status_that_is_documented(kind: type[GoldsmithError]) -> None:
    assert kind.exit_status in {1, 2, 3, 4}


def test_an_error_says_what_where_and_what_next() -> None:
    error = InvalidFileError(
        "2 problems in cases.yaml",
        next_step="mend these lines, then run `goldsmith check`",
        problems=(
            Problem(message="found 007 without quotes", file="cases.yaml", line=3, column=7, mend="write '007'"),
            Problem(message="is required", case_id="c2", field="question"),
        ),
    )

    assert str(error) == (
        "GSE-102 2 problems in cases.yaml\n"
        "    cases.yaml:3:7: found 007 without quotes\n"
        "      mend: write '007'\n"
        "    [c2] question: is required\n"
        "  Next: mend these lines, then run `goldsmith check`"
    )
