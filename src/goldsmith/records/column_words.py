"""What the columns of tables of cases are called, ours and those of others, and the words of a `type` column."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

SIXTY: Mapping[str, str] = {
    "question": "question",
    "expected_answer": "accept",
    "expected_sources": "evidence",
    "type": "type",
    "difficulty": "difficulty",
    "notes": "notes",
}
"""Columns of the sixty-question file, and what each becomes."""

TYPES: Mapping[str, Mapping[str, Any]] = {
    "simple": {"answerability": "supported", "behaviour": "answer", "reasoning": "single"},
    "multi_hop": {"answerability": "supported", "behaviour": "answer", "reasoning": "multi_hop"},
    "no_answer": {"answerability": "unsupported", "behaviour": "refuse"},
    "ambiguous": {"answerability": "ambiguous", "behaviour": "clarify"},
    "typo": {"answerability": "supported", "behaviour": "answer", "challenges": ["typo"]},
    "cross_lingual": {"answerability": "supported", "behaviour": "answer", "challenges": ["cross_lingual"]},
    "adversarial": {"challenges": ["provocation"]},
    "long": {"answerability": "supported", "behaviour": "answer", "challenges": ["long"]},
}
"""The eight types of the sixty-question file, as axes."""
ALIASES: Mapping[str, tuple[str, ...]] = {
    "id": ("case_id", "qid", "question_id", "query_id", "test_id"),
    "question": ("query", "input", "user_input", "prompt", "user_query"),
    "expected_answer": (
        "answer", "answers", "ground_truth", "ground_truths", "reference", "reference_answer", "expected_output",
        "expected", "accept", "gold_answer", "ideal",
    ),
    "expected_sources": (
        "source", "sources", "context", "contexts", "reference_contexts", "ground_truth_chunk_ids",
        "relevant_chunk_ids", "chunk_ids", "evidence", "expected_chunks", "expected_context",
    ),
    "type": ("question_type", "category", "kind"),
    "notes": ("note", "comment", "comments"),
}  # fmt: skip
"""What others call the columns."""
