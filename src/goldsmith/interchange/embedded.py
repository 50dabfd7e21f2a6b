"""A whole case inside a format that takes free JSON: it leaves beside the visible fields, and comes back.

What a person changed in the other tool stands in the visible fields, so those win; the embedded case gives the rest.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from typing import Any, cast

from goldsmith._base.plain_data import plain
from goldsmith.interchange.account import Account
from goldsmith.records.case import Case

KEY = "goldsmith"
"""Name of the field that holds the case."""


def embedded(case: Case) -> dict[str, Any]:
    """Return a case as plain data, defaults left out."""
    return cast("dict[str, Any]", plain(case))


def embedded_text(case: Case) -> str:
    """Return a case as one JSON text, for formats whose fields are texts."""
    return json.dumps(embedded(case), ensure_ascii=False, sort_keys=True)


def restored(held: object) -> Case | None:
    """Return the case that plain data (or its JSON text) hold; None where they hold none."""
    from pydantic import ValidationError

    if isinstance(held, Mapping):
        try:
            held = json.dumps(held)
        except (TypeError, ValueError):
            return None
    if not isinstance(held, str):
        return None
    try:
        return cast("Case", _adapter().validate_json(held))
    except ValidationError:
        return None


def taken_back(
    account: Account, name: str, visible: Mapping[str, Any], shown: Callable[[Case], Mapping[str, Any]]
) -> Case | None:
    """Return the case embedded in the field `name`, with what was changed in the visible fields; None: there is none.

    `visible` are fields of `Case` as the other tool shows them now, `shown` what it would show of the embedded case.
    """
    case = restored(account.look(name))
    if case is None:
        return None
    account.passed(name)
    before = shown(case)
    changed = {field: value for field, value in visible.items() if before.get(field) != value}
    for field in sorted(changed):
        account.say("mapped", field, "changed since it was exported: the new value holds")
    return replace(case, **changed)


@cache
def _adapter() -> Any:
    from pydantic import TypeAdapter

    return TypeAdapter(Case)
