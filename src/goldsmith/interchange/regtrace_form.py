"""What Regtrace's metric `format` asks of an output, as rules that an answer keeps or breaks.

Regtrace takes the mean of up to seven scores. Of these, the length, the structure of JSON and a pattern can be stated
as rules. The length may differ as far as that score alone would still reach the threshold.
"""

from __future__ import annotations

import json
import math
from typing import Any

from goldsmith.interchange.regtrace_settings import Settings
from goldsmith.records.case import FormatRules

_SLACK = 1e-9


def rules_of(expected: str, settings: Settings, threshold: float) -> tuple[FormatRules | None, str]:
    """Return the rules that follow from the expected output and what they rest on; None where none follow."""
    if threshold <= 0:
        return None, ""
    held = json_in(expected)
    if held is not None and settings.checks & {"json_validity", "json_schema"}:
        structure = schema_of(held) if "json_schema" in settings.checks else {}
        return FormatRules(json_schema=structure), "JSON of the same structure as the expected output"
    if settings.checks == {"regex_match"}:
        return FormatRules(pattern=expected), "the expected output is the pattern, for nothing else is looked at"
    if "length" in settings.checks:
        least, most = length_band(len(expected), settings.tolerance, threshold)
        return FormatRules(min_characters=least, max_characters=most), "a length near that of the expected output"
    return None, ""


def length_band(length: int, tolerance: float, threshold: float) -> tuple[int, int]:
    """Return the least and the greatest length whose score reaches `threshold`.

    The score is 1 within ``1 ± tolerance`` times the expected length; below, it is the length over the lower end;
    above, it falls by the distance from the upper end over that end.
    """
    lower, upper = (1 - tolerance) * length, (1 + tolerance) * length
    return math.ceil(threshold * lower - _SLACK), math.floor(upper * (2 - threshold) + _SLACK)


def json_in(text: str) -> Any:
    """Return the object or list that a text is, also in one fenced block; None where it is none."""
    body = text.strip()
    if body.startswith("```") and body.endswith("```") and "\n" in body:
        body = body[body.index("\n") : -3]
    try:
        held = json.loads(body)
    except (ValueError, RecursionError):
        return None
    return held if isinstance(held, dict | list) else None


def schema_of(value: Any) -> dict[str, Any]:
    """Return a JSON schema that asks for the same fields and kinds of values, and for no value itself."""
    match value:
        case dict():
            inner = {str(name): schema_of(held) for name, held in value.items()}
            return {"type": "object", "required": list(inner), "properties": inner}
        case list():
            kinds = [schema_of(item) for item in value]
            alike = bool(kinds) and all(kind == kinds[0] for kind in kinds)
            return {"type": "array", "items": kinds[0]} if alike else {"type": "array"}
        case bool():
            return {"type": "boolean"}
        case int() | float():
            return {"type": "number"}
        case str():
            return {"type": "string"}
        case _:
            return {}
