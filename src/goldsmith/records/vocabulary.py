"""The axes on which cases differ, and the standard words of each.

`set.yaml` may extend every axis but answerability and behaviour, which the measures build on.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal

Answerability = Literal["supported", "unsupported", "ambiguous", "unstated"]
"""Whether the corpus supports an answer. `unstated`: the author wrote neither evidence nor a word; always an error."""

Behaviour = Literal["answer", "clarify", "refuse", "escalate", "fail_safely", "unstated"]
"""What a right system does. `unstated` as for answerability."""

Split = Literal["dev", "release", "audit"]

Layer = Literal["retrieval", "evidence", "response", "behaviour", "authorization", "operations"]
LAYERS: tuple[Layer, ...] = ("retrieval", "evidence", "response", "behaviour", "authorization", "operations")

AXES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "job": ("lookup", "procedure", "comparison", "diagnosis", "compliance", "exception"),
        "answerability": ("supported", "unsupported", "ambiguous"),
        "behaviour": ("answer", "clarify", "refuse", "escalate", "fail_safely"),
        "reasoning": ("single", "multi_passage", "inference", "multi_hop"),
        "difficulty": ("easy", "medium", "hard"),
        "risk": ("low", "medium", "high"),
        "hallucination_risk": ("low", "medium", "high"),
        "language": (),
        "source_format": (),
        "challenges": (
            "typo",
            "cross_lingual",
            "long",
            "stale",
            "conflicting",
            "permission",
            "injection",
            "provocation",
            "false_premise",
            "negation",
            "synonym",
            "malformed_source",
        ),
        "origin": (
            "log",
            "search_query",
            "ticket",
            "interview",
            "expert",
            "document",
            "failure",
            "synthetic",
            "public",
        ),
    }
)
"""The standard words of each axis; an axis without words takes any."""

MAIN_RISK: Mapping[str, str] = MappingProxyType(
    {
        "lookup": "the value of another version, or one that no source gives",
        "procedure": "a prerequisite left out, or steps in the wrong order",
        "comparison": "evidence for one side only, or outdated terms",
        "diagnosis": "unsafe advice, or no escalation where one is due",
        "compliance": "silence of the sources taken for approval",
        "exception": "the general rule found instead of the exception",
    }
)
"""What usually goes wrong in each kind of job."""
