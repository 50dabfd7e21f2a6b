"""What Regtrace's metric `format` asks, as rules."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from goldsmith.interchange.regtrace_form import json_in, length_band, rules_of, schema_of
from goldsmith.interchange.regtrace_settings import Settings, joined, settings_of
from goldsmith.records.case import FormatRules

LENGTH_ALONE = Settings(checks=frozenset({"length"}))


def length_score(length: int, expected: int, tolerance: float) -> float:
    """Return the score as Regtrace's own source computes it."""
    ratio = length / expected
    lower, upper = 1 - tolerance, 1 + tolerance
    if lower <= ratio <= upper:
        return 1
    return max(0, ratio / lower if ratio < lower else (upper * 2 - ratio) / upper)


@given(st.integers(1, 400), st.sampled_from([0.0, 0.2, 0.3, 0.5, 0.9]), st.sampled_from([0.1, 0.5, 0.7, 0.95, 1.0]))
def test_a_length_is_in_the_band_exactly_where_its_score_reaches_the_threshold(
    expected: int, tolerance: float, threshold: float
) -> None:
    least, most = length_band(expected, tolerance, threshold)
    reach = [
        length
        for length in range(expected * 5)
        if length_score(length, expected, tolerance) >= threshold - 1e-9 and length > 0
    ]

    assert (max(least, 1), most) == (reach[0], reach[-1])


def test_a_length_may_differ_as_far_as_the_threshold_lets_it() -> None:
    rules, _ = rules_of("x" * 100, LENGTH_ALONE, 0.7)

    assert rules == FormatRules(min_characters=56, max_characters=156)


def test_expected_json_asks_for_its_fields_and_kinds_and_for_no_value() -> None:
    rules, _ = rules_of('{"id": 7, "paid": true, "lines": [{"n": 1}, {"n": 2.5}], "note": null}', Settings(), 0.7)
    line = {"type": "object", "required": ["n"], "properties": {"n": {"type": "number"}}}

    assert rules == FormatRules(
        json_schema={
            "type": "object",
            "required": ["id", "paid", "lines", "note"],
            "properties": {
                "id": {"type": "number"},
                "paid": {"type": "boolean"},
                "lines": {"type": "array", "items": line},
                "note": {},
            },
        }
    )


def test_a_list_of_mixed_kinds_asks_nothing_of_its_items() -> None:
    assert schema_of([1, "a"]) == {"type": "array"}


def test_where_only_validity_is_looked_at_any_json_will_do() -> None:
    rules, _ = rules_of('{"id": 7}', Settings(checks=frozenset({"json_validity"})), 0.7)

    assert rules == FormatRules(json_schema={})


def test_an_expected_output_is_a_pattern_only_where_nothing_else_is_looked_at() -> None:
    rules, _ = rules_of("yes|no", Settings(checks=frozenset({"regex_match"})), 0.7)

    assert rules == FormatRules(pattern="yes|no")


def test_a_threshold_of_nought_asks_nothing() -> None:
    assert rules_of("prose", Settings(), 0) == (None, "")


def test_words_in_common_and_polite_refusals_are_no_rule() -> None:
    assert rules_of("prose", Settings(checks=frozenset({"required_fields", "forbidden_content"})), 0.7) == (None, "")


def test_json_may_stand_in_a_fence_and_a_number_is_no_document() -> None:
    assert (json_in('```json\n{"a": 1}\n```'), json_in("7"), json_in("prose")) == ({"a": 1}, None, None)


def test_a_configuration_of_wrong_kinds_says_what_regtrace_would_take() -> None:
    value = {"golden_sets": [{"path": "a.yaml"}], "metrics": {"default_threshold": "high", "format": []}}
    settings = settings_of(value)

    assert (settings.threshold, settings.tolerance, settings.sets[0].enabled) == (0.7, 0.2, True)


def test_paths_are_meant_from_the_folder_of_the_configuration() -> None:
    assert (joined("evals", "./sets/a.yaml"), joined("evals", "../a.yaml"), joined("", "/a.yaml")) == (
        "evals/sets/a.yaml",
        "a.yaml",
        "a.yaml",
    )
