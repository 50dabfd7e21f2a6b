"""`goldsmith review plan` as a person meets it."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from goldsmith.cli.review_plan import plan_command
from goldsmith.errors import InputError


def test_the_plan_is_told_without_any_set() -> None:
    done = CliRunner().invoke(plan_command, ["--size", "80"])

    assert (done.exit_code, done.output.splitlines()[0]) == (
        0,
        "CHECK 37 of 80. Accept the batch with up to 1 wrong; send it back whole with 2 or more",
    )


def test_the_record_is_printed_as_json() -> None:
    done = CliRunner().invoke(plan_command, ["--size", "200", "--risk", "0.1", "--json"])
    record = json.loads(done.output)

    assert (record["batch"], record["sample"], record["accept"], record["whole"]) == (200, 48, 2, False)
    assert (record["good_sent_back"], record["bad_accepted"]) == pytest.approx((0.0436511, 0.0963932), abs=1e-6)


def test_without_a_size_the_call_is_wrong() -> None:
    assert CliRunner().invoke(plan_command, []).exit_code == 2


def test_a_per_cent_in_place_of_a_share_is_understood_and_refused() -> None:
    done = CliRunner().invoke(plan_command, ["--size", "80", "--bad", "10"])

    assert isinstance(done.exception, InputError)
    assert "did you mean 0.1?" in str(done.exception)
