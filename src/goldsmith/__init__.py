"""Goldsmith: golden evaluation sets for retrieval-augmented generation, as evidence contracts.

>>> import goldsmith
>>> verdict = goldsmith.evaluate("golden.csv", system=my_callable)      # doctest: +SKIP

Import from `goldsmith`, `goldsmith.errors`, `goldsmith.ports` and `goldsmith.testing` only; everything else may move.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from goldsmith.records.case import Case as Case
    from goldsmith.records.golden_set import GoldenSet as GoldenSet
    from goldsmith.records.verdict import Verdict as Verdict
    from goldsmith.wiring.calls import evaluate as evaluate
    from goldsmith.wiring.calls import evaluate_async as evaluate_async
    from goldsmith.workflows.open_set import open_golden_set as open_golden_set

_HOME = {
    "Case": "goldsmith.records.case",
    "GoldenSet": "goldsmith.records.golden_set",
    "Verdict": "goldsmith.records.verdict",
    "evaluate": "goldsmith.wiring.calls",
    "evaluate_async": "goldsmith.wiring.calls",
    "open_golden_set": "goldsmith.workflows.open_set",
}

__all__ = ["Case", "GoldenSet", "Verdict", "evaluate", "evaluate_async", "open_golden_set"]


def __getattr__(name: str) -> Any:
    if name in _HOME:
        return getattr(import_module(_HOME[name]), name)
    message = f"module 'goldsmith' has no attribute {name!r}"
    raise AttributeError(message)


def __dir__() -> list[str]:
    return __all__
