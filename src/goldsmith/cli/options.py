"""Options that mean the same on every command."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeVar

import click

from goldsmith.errors import InputError
from goldsmith.text.redaction import Secrets

Function = TypeVar("Function", bound=Callable[..., Any])

SECRETS = Secrets()
"""What this process must not show: filled where a system is opened, hidden wherever the command line speaks."""


def now() -> datetime:
    """Return the time of the call; the only clock of a command."""
    return datetime.now(UTC)


def here() -> Path:
    """Return the folder of the call."""
    return Path.cwd()


def near(path: Path) -> str:
    """Return how a person in the folder of the call names `path`."""
    folder = here().resolve()
    return path.resolve().relative_to(folder).as_posix() if path.resolve().is_relative_to(folder) else str(path)


def as_one_document(records: Sequence[object]) -> str:
    """Return one record as JSON, or several as one list: a program reads one document in either case."""
    from goldsmith.reports.json_text import to_json

    return to_json(records[0] if len(records) == 1 else list(records))


def set_argument(function: Function) -> Function:
    """Take a lone file of cases instead of the project's set."""
    return click.argument("file", type=click.Path(path_type=Path), required=False)(function)


def corpus_option(function: Function) -> Function:
    """Take another corpus revision than the pinned one."""
    return click.option("--corpus", metavar="LABEL", help="Corpus revision to use instead of the pinned one.")(function)


def json_option(function: Function) -> Function:
    """Print the record itself."""
    return click.option("--json", "as_json", is_flag=True, help="Print the record as JSON.")(function)


def _joined(_context: click.Context, _parameter: click.Parameter, given: tuple[str, ...]) -> str | None:
    """Return what was given several times as one list."""
    return ",".join(given) or None


def waive_option(function: Function) -> Function:
    """Let findings of the check pass by name."""
    return click.option(
        "--waive",
        metavar="CODES",
        multiple=True,
        callback=_joined,
        help="Codes of check errors that do not stop the run, such as GS206,GS210.",
    )(function)


def codes(text: str | None) -> tuple[str, ...]:
    """Return the codes in a comma-separated list."""
    return tuple(part.strip() for part in (text or "").split(",") if part.strip())


def selection_options(function: Function) -> Function:
    """Narrow the set down; a subset never passes a gate."""
    decorated = function
    for option in (
        click.option("--limit", type=click.IntRange(min=1), help="Only the first N of the chosen cases."),
        click.option("--failed", is_flag=True, help="Only the cases that failed in the latest run."),
        click.option("--slice", "slices", multiple=True, metavar="AXIS=WORD", help="Only cases of this slice."),
        click.option("--tag", "tags", multiple=True, metavar="TAG", help="Only cases with this tag."),
        click.option("--case", "cases", multiple=True, metavar="ID", help="Only this case; may be repeated."),
    ):
        decorated = option(decorated)
    return decorated


def pairs(texts: tuple[str, ...], option: str, *, empty: bool = False) -> tuple[tuple[str, str], ...]:
    """Return the (name, value) of each ``name=value``; a value may be `empty` only where that means something.

    Raises InputError for a text without ``=``.
    """
    found = []
    for text in texts:
        name, mark, value = text.partition("=")
        if not mark or not name.strip() or not (value.strip() or empty):
            message = f"{option} takes NAME=VALUE, not {text!r}"
            raise InputError(message, next_step=f"write it as {option} risk=high")
        found.append((name.strip(), value.strip()))
    return tuple(found)


def colour() -> bool:
    """Say whether standard output is a terminal that wants colour."""
    return sys.stdout.isatty() and "NO_COLOR" not in os.environ


def width() -> int:
    """Return how many columns there are to write in; 100 where nobody looks at a terminal."""
    return min(shutil.get_terminal_size((100, 24)).columns, 140) if sys.stdout.isatty() else 100
