"""A value of the wrong kind in one record stops no import: the record goes on without it, as do the next ones."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goldsmith.interchange.formats import FORMATS
from goldsmith.ports.foreign import Container, ForeignSource, Part, Row
from goldsmith.records.interchange import ForeignRecord

_TEXTS = st.sampled_from(["", "x", "[", "['a']", "[{'role': 'user'}]"])
_SCALARS = st.one_of(st.none(), st.booleans(), st.integers(-2, 9), st.just(0.5), _TEXTS)
_ASKED = ("user_input", "input", "question", "query", "inputs")
_NAMES = st.sampled_from(
    ["name", "role", "content", "text", "type", "args", "value", "verdict", "doc_uri", "message", "metrics", "x"]
)
_VALUES = st.recursive(
    _SCALARS, lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(_NAMES, inner, max_size=3)),
    max_leaves=6,
)  # fmt: skip
FIELDS: dict[str, tuple[str, ...]] = {
    "ragas": (
        "user_input", "response", "multi_responses", "retrieved_contexts", "retrieved_context_ids", "metadata",
        "reference_contexts", "reference_context_ids", "reference", "reference_tool_calls", "reference_topics",
        "persona_name", "query_style", "synthesizer_name", "evolution_type", "approval_status", "faithfulness", "id",
        "ground_truths", "contexts",
    ),
    "deepeval": (
        "input", "actual_output", "expected_output", "retrieval_context", "context", "name", "comments", "source_file",
        "tools_called", "expected_tools", "additional_metadata", "custom_column_key_values", "scenario", "turns",
        "expected_outcome", "user_description", "persona", "token_cost", "input_token_count",
    ),
    "giskard": (
        "id", "question", "reference_answer", "reference_context", "conversation_history", "metadata", "agent_answer",
        "correctness",
    ),
    "trulens": ("query", "query_id", "expected_response", "expected_chunks", "meta"),
    "mlflow": (
        "inputs", "expectations", "outputs", "tags", "source", "source_type", "retrieved_context", "request",
        "expected_facts", "dataset_record_id",
    ),
    "inspect": (
        "input", "target", "choices", "id", "metadata", "output", "scores", "error", "epoch",
    ),
}  # fmt: skip
_WHOLE = {
    "pydantic-evals": ("cases", ("name", "inputs", "metadata", "expected_output", "evaluators")),
    "inspect": ("samples", ("input", "target", "choices", "output", "scores", "error", "epoch")),
    "ragas-annotations": ("metric", ("metric_input", "metric_output", "prompts", "is_accepted", "target")),
}


@pytest.mark.parametrize("name", sorted(FIELDS))
@given(data=st.data())
@settings(max_examples=60)
def test_records_of_any_kind_are_read_one_by_one(name: str, data: st.DataObject) -> None:
    values = data.draw(st.lists(_records(FIELDS[name]), min_size=1, max_size=3))

    records = list(_read(name, _source("jsonl", values, dict.fromkeys(FIELDS[name], "x"))))

    assert len(records) == len(values)
    assert all(record.lines for record in records if record.case is None)
    assert all(_told_once(record) for record in records)


@pytest.mark.parametrize("name", sorted(_WHOLE))
@given(data=st.data())
@settings(max_examples=60)
def test_documents_of_any_kind_are_read_one_by_one(name: str, data: st.DataObject) -> None:
    within, fields = _WHOLE[name]
    items = data.draw(st.lists(_records(fields), max_size=3))
    first = {"inputs": "A?", "input": "A?", "target": "a", "metric_input": {"user_input": "A?"}, "is_accepted": True}
    document: dict[str, Any] = {within: [first, *items], "eval": {}, "results": data.draw(_VALUES)}
    if name == "ragas-annotations":
        document = {within: [first, *items]}

    records = list(_read(name, _source("json", [document], document)))

    assert len(records) >= len(items) + 1
    assert all(_told_once(record) for record in records)


_WHOLLY_WRONG = ("a list was expected", "a list of texts was expected", "a text was expected")


def _told_once(record: ForeignRecord) -> bool:
    """Say whether no field is told as kept and again as wholly wrong."""
    kept = {line.field for line in record.lines if line.fate == "kept"}
    return not any(line.field in kept and line.told in _WHOLLY_WRONG for line in record.lines)


def _records(fields: tuple[str, ...]) -> st.SearchStrategy[Any]:
    asked = {name: "A?" for name in _ASKED if name in fields}
    held = st.dictionaries(st.sampled_from(fields), _VALUES, max_size=len(fields))
    return st.one_of(held, held.map(lambda one: one | asked), _SCALARS)


def _source(container: Container, values: list[Any], first: dict[str, Any]) -> ForeignSource:
    part = Part(
        name="odd",
        container=container,
        columns=tuple(first),
        first=first,
        rows=lambda: (Row(place=f"line {place}", value=value) for place, value in enumerate(values, start=1)),
    )
    return ForeignSource(name="odd", parts=(part,))


def _read(name: str, source: ForeignSource) -> Any:
    known = FORMATS.get(name)
    assert known.read is not None
    return known.read(source)
