"""Records as JSON that every program reads."""

from __future__ import annotations

import json

import pytest

from goldsmith.reports.json_text import to_json
from tests.reports.sample import case_result, verdict


def test_a_record_is_written_with_sorted_keys_and_read_back_whole() -> None:
    text = to_json(verdict())
    data = json.loads(text)

    assert (list(data) == sorted(data), data["plan"]["cases"][0], data["comparison"]["regressions"][1]["case"]) == (
        True,
        "returns-001",
        "warranty-007",
    )


def test_a_figure_that_is_no_number_is_refused() -> None:
    with pytest.raises(ValueError, match="JSON"):
        to_json({"mean": float("nan")})


def test_half_of_a_surrogate_pair_is_escaped_and_read_back() -> None:
    text = to_json(case_result("returns-001", answer="half \ud800"))

    assert (text.encode(), json.loads(text)["answer"]) == (text.encode(), "half \ud800")


def test_what_a_terminal_would_obey_stands_as_an_escape_and_reads_as_the_same_text() -> None:
    hostile = "\x9b31m \x7f \u202egnp \u2028 \U000e0041 退货 می\u200cخواهم"
    text = to_json({"said": hostile})

    assert text == ('{\n  "said": "\\u009b31m \\u007f \\u202egnp \\u2028 \\udb40\\udc41 退货 می\u200cخواهم"\n}')
    assert json.loads(text) == {"said": hostile}
