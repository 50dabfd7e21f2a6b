"""Who will read what a command writes: in continuous integration, ids only unless texts are asked for."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any, TypeVar

import click

from goldsmith.records.verdict import Audience

Function = TypeVar("Function", bound=Callable[..., Any])


def audience_option(function: Function) -> Function:
    """Choose between reports with texts and reports with ids only."""
    return click.option(
        "--texts/--ids",
        "texts",
        default=None,
        help="Reports with questions, answers and evidence, or with case ids, gates and figures only. "
        "Ids only is the default where the environment variable CI is set.",
    )(function)


def audience(texts: bool | None) -> Audience:
    """Return who the report is for: as was said, else by where the command runs."""
    if texts is None:
        texts = os.environ.get("CI", "").lower() in {"", "0", "false", "no"}
    return "full" if texts else "ids"
