"""What outsiders import is a list: sorted, and looked up only when a name is asked for."""

from __future__ import annotations

import json
from pathlib import Path

import goldsmith.ports
import goldsmith.testing
from tests.architecture.house import python

PORTS = """
Action Acts Asked Case CaseFile Channel Citation Component Decided Direction FormatPlugin Identity Layer MatcherPlugin
MeasurePlugin Message Observation Outcome Reply RetrievedItem Scored Selects Sought Step StreamEvent System
SystemFailure SystemPlugin SystemSettings TaskKey ToolCall Unit Unscored Usage
""".split()
TESTING = "asked check_format check_matcher check_measure check_system read_cases".split()
LOADED = """
import json, sys
import goldsmith.ports
early = [name for name in goldsmith.ports.__all__ if name in vars(goldsmith.ports)]
heavy = {"asyncio", "numpy", "pydantic", "yaml", "goldsmith.records.case"}
print(json.dumps([early, sorted(set(sys.modules) & heavy)]))
"""


def test_the_public_names_are_these() -> None:
    assert goldsmith.ports.__all__ == PORTS == sorted(PORTS) == dir(goldsmith.ports)
    assert goldsmith.testing.__all__ == TESTING
    assert [name for name in PORTS if not hasattr(goldsmith.ports, name)] == []


def test_naming_the_ports_loads_none_of_them(tmp_path: Path) -> None:
    assert json.loads(python(LOADED, folder=tmp_path)) == [[], []]
