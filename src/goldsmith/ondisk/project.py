"""goldsmith.toml, and the folders of a project."""

from __future__ import annotations

import json
import tomllib
from dataclasses import fields as dataclass_fields
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from goldsmith.errors import ConfigurationError, Problem
from goldsmith.records.settings import ProjectSettings

CONFIGURATION = "goldsmith.toml"
STATE = ".goldsmith"
"""Folder of what machines write; it can be rebuilt, and is not committed."""


def find_root(start: Path) -> Path:
    """Return the nearest folder at or above `start` that holds goldsmith.toml, else `start` itself."""
    here = start.resolve()
    for folder in (here, *here.parents):
        if (folder / CONFIGURATION).exists():
            return folder
    return here


def load_settings(root: Path) -> ProjectSettings:
    """Read goldsmith.toml in `root`; without one, the defaults. Raises ConfigurationError."""
    path = root / CONFIGURATION
    if not path.exists():
        return ProjectSettings()
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        message = f"{CONFIGURATION} is not TOML: {error}"
        raise ConfigurationError(message, next_step=f"mend {CONFIGURATION}") from None
    from pydantic import TypeAdapter, ValidationError  # noqa: PLC0415 - heavy

    known = [field.name for field in dataclass_fields(ProjectSettings)]
    try:
        return TypeAdapter(ProjectSettings).validate_json(json.dumps(data, default=str))
    except ValidationError as error:
        problems = tuple(_problem(item, known) for item in error.errors())
        message = f"{CONFIGURATION} cannot be used"
        raise ConfigurationError(message, problems=problems, next_step=f"mend {CONFIGURATION}") from None


def _problem(item: Any, known: list[str]) -> Problem:
    where = ".".join(map(str, item["loc"]))
    if item["type"] == "unexpected_keyword_argument":
        near = get_close_matches(str(item["loc"][-1]), known, n=1)
        hint = f"did you mean {near[0]!r}?" if near else f"known here: {', '.join(known)}"
        return Problem(file=CONFIGURATION, field=where, message="unknown setting", mend=hint)
    return Problem(file=CONFIGURATION, field=where, message=str(item["msg"]))
