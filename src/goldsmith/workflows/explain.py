"""Say what a code means."""

from __future__ import annotations

import inspect

from goldsmith import errors
from goldsmith._base.registry import unknown_name
from goldsmith.lint.registry import CODES, NAMES
from goldsmith.lint.registry import explain as explain_rule


def error_classes() -> dict[str, type[errors.GoldsmithError]]:
    """Return every error class by its code."""
    found = [
        item
        for item in vars(errors).values()
        if inspect.isclass(item) and issubclass(item, errors.GoldsmithError) and item is not errors.GoldsmithError
    ]
    return {item.code: item for item in sorted(found, key=lambda item: item.code)}


def explain(code: str) -> str:
    """Return the page of a finding (by code or name) or of an error code. Raises UnknownNameError with the nearest."""
    wanted = code.strip().upper()
    wanted = NAMES.get(code.strip().lower(), wanted)
    known = error_classes()
    if wanted in known:
        kind = known[wanted]
        return f"{wanted} {kind.__name__} (exit status {kind.exit_status})\n\n{inspect.getdoc(kind)}"
    if wanted in CODES:
        return explain_rule(wanted)
    raise unknown_name("codes", code, (*CODES, *known))


def listing() -> str:
    """Return every code with its name, one line each: findings, then errors."""
    names = {code: name for name, code in NAMES.items()}
    lines = [f"{code}    {names[code]}" for code in CODES]
    return "\n".join([*lines, *(f"{code}  {kind.__name__}" for code, kind in error_classes().items())])
