"""JSON Schemas of the files, with the short forms that people write."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from types import MappingProxyType
from typing import Any

from goldsmith._base.registry import unknown_name
from goldsmith.ondisk.door import schema
from goldsmith.records.case import Case
from goldsmith.records.corpus import CorpusRevision, Document
from goldsmith.records.decision import Adjudication, Decision
from goldsmith.records.finding import CheckReport
from goldsmith.records.golden_set import SetHeader
from goldsmith.records.observation import Observation
from goldsmith.records.response import Response
from goldsmith.records.run import Plan
from goldsmith.records.settings import ProjectSettings
from goldsmith.records.verdict import Verdict

SCHEMAS: Mapping[str, type[object]] = MappingProxyType(
    {
        "case": Case,
        "set": SetHeader,
        "decision": Decision,
        "adjudication": Adjudication,
        "document": Document,
        "revision": CorpusRevision,
        "plan": Plan,
        "response": Response,
        "observation": Observation,
        "check": CheckReport,
        "verdict": Verdict,
        "settings": ProjectSettings,
    }
)
"""What has a schema, by the name that `goldsmith schema` takes."""

_DRAFT = "https://json-schema.org/draft/2020-12/schema"


def file_schema(name: str) -> dict[str, Any]:
    """Return the JSON Schema called `name`.

    That of a case allows what a case file allows: one case or a list of them. Raises UnknownNameError.
    """
    if name not in SCHEMAS:
        raise unknown_name("schemas", name, tuple(SCHEMAS))
    content = deepcopy(schema(SCHEMAS[name]))
    if name != "case":
        return {"$schema": _DRAFT, "title": name} | content
    shared = content.pop("$defs")
    case = _with_short_forms(content)
    return {
        "$schema": _DRAFT,
        "title": "Cases of a golden set",
        "anyOf": [{"type": "array", "items": {"$ref": "#/$defs/Case"}}, {"$ref": "#/$defs/Case"}],
        "$defs": shared | {"Case": case, "EvidenceItem": _evidence_item(shared)},
    }


def _with_short_forms(case: dict[str, Any]) -> dict[str, Any]:
    fields = case["properties"]
    fields["accept"]["items"] = {"anyOf": [{"type": "string"}, fields["accept"]["items"]]}
    fields["evidence"]["items"] = {"$ref": "#/$defs/EvidenceItem"}
    for name in ("answerability", "behaviour"):
        words = [word for word in fields[name]["enum"] if word != "unstated"]
        fields[name] = {"enum": words, "type": "string"}
    return case


def _evidence_item(shared: Mapping[str, Any]) -> dict[str, Any]:
    """A chunk or document id, one alternative (with or without the name of its need), or a need."""
    alternative = deepcopy(shared["Alternative"])
    alternative["properties"]["need"] = {"type": "string"}
    return {"anyOf": [{"type": "string"}, {"$ref": "#/$defs/Need"}, alternative]}
