"""The public surface is a list: sorted, lazy, and what `dir` shows."""

from __future__ import annotations

import json
from pathlib import Path

from tests.architecture.house import python

SURFACE = """
import json, sys
import goldsmith
listed = list(getattr(goldsmith, "__all__", ()))
shown = [name for name in dir(goldsmith) if not name.startswith("__")]
early = sorted(name for name in listed if name in vars(goldsmith))
missing = []
for name in listed:
    try:
        getattr(goldsmith, name)
    except (AttributeError, ImportError) as error:
        missing.append(f"{name}: {error}")
try:
    goldsmith.no_such_name
    refusal = ""
except AttributeError as error:
    refusal = str(error)
print(json.dumps({"listed": listed, "shown": shown, "early": early, "missing": missing, "refusal": refusal}))
"""


def test_the_public_names_are_sorted_lazy_and_all_there(tmp_path: Path) -> None:
    surface = json.loads(python(SURFACE, folder=tmp_path))
    listed = [name for name in surface["listed"] if not name.startswith("__")]

    assert {**surface, "listed": listed} == {
        "listed": sorted(set(listed)),
        "shown": sorted(listed),
        "early": [],
        "missing": [],
        "refusal": "module 'goldsmith' has no attribute 'no_such_name'",
    }
