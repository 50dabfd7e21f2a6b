"""goldsmith.toml, and the folders of a project."""

from __future__ import annotations

import json
import math
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import fields as dataclass_fields
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from goldsmith.errors import ConfigurationError, Problem
from goldsmith.ondisk.short_forms import SIXTY
from goldsmith.records.case import Case
from goldsmith.records.settings import ManifestSettings, ProjectSettings, RunSettings, SetSettings

CONFIGURATION = "goldsmith.toml"
STATE = ".goldsmith"
"""Folder of what machines write; it can be rebuilt, and is not committed."""

_TABLES: Mapping[str, type[Any]] = {"sets": SetSettings, "run": RunSettings, "manifest": ManifestSettings}
_EXPECTED: Mapping[str, str] = {
    "string_type": "a text in quotes",
    "int_type": "a whole number",
    "float_type": "a number",
    "bool_type": "true or false",
    "tuple_type": "a list",
    "dict_type": "a table",
    "dataclass_type": "a table",
}
"""What a setting must be, by pydantic's word for what it is not."""

_MAPPED = tuple(dict.fromkeys((*(item.name for item in dataclass_fields(Case)), *SIXTY)))
"""What may stand before ``=`` in the `fields` of a set: a field of a case, or a column of the sixty-question file."""


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
    except OSError as error:
        message = f"{path} cannot be opened: {error.strerror}"
        raise ConfigurationError(message, next_step="make it a file that can be read") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        message = f"{CONFIGURATION} is not TOML: {error}"
        raise ConfigurationError(message, next_step=f"mend {CONFIGURATION}") from None
    from pydantic import TypeAdapter, ValidationError

    try:
        settings = TypeAdapter(ProjectSettings).validate_json(json.dumps(data, default=str))
    except ValidationError as error:
        raise _unusable([_problem(item) for item in error.errors()]) from None
    impossible = list(_impossible(settings))
    if impossible:
        raise _unusable(impossible)
    return settings


def _unusable(problems: list[Problem]) -> ConfigurationError:
    message = f"{CONFIGURATION} cannot be used"
    return ConfigurationError(message, problems=tuple(problems), next_step=f"mend {CONFIGURATION}")


def _impossible(settings: ProjectSettings) -> Iterator[Problem]:
    if settings.cutoff < 1:
        message = f"no rank is within {settings.cutoff}"
        yield Problem(file=CONFIGURATION, field="cutoff", message=message, mend="write 1 or more")
    seen: set[str] = set()
    for index, item in enumerate(settings.sets):
        if not (math.isfinite(item.weight) and item.weight >= 0):
            message = f"{item.weight} is no weight"
            yield Problem(file=CONFIGURATION, field=f"sets.{index}.weight", message=message, mend="write 0 or more")
        if item.path in seen:
            message = f"the set {item.path!r} is listed twice"
            yield Problem(file=CONFIGURATION, field=f"sets.{index}.path", message=message, mend="keep one of the two")
        seen.add(item.path)
        for ours in item.fields:
            if ours not in _MAPPED:
                near = get_close_matches(ours, _MAPPED, n=1)
                mend = f"did you mean {near[0]!r}?" if near else f"the fields of a case: {', '.join(_MAPPED)}"
                message = f"a case has no field {ours!r}"
                yield Problem(file=CONFIGURATION, field=f"sets.{index}.fields", message=message, mend=mend)


def _problem(item: Any) -> Problem:
    *tables, name = (str(part) for part in item["loc"])
    where = ".".join([*tables, name])
    if item["type"] == "unexpected_keyword_argument":
        table = _TABLES[tables[0]] if tables else ProjectSettings
        return Problem(file=CONFIGURATION, field=where, message="unknown setting", mend=_meant(name, table))
    if item["type"] == "missing":
        return Problem(file=CONFIGURATION, field=where, message="this setting is missing", mend=f"write {name} = …")
    expected = _EXPECTED.get(item["type"], item["msg"])
    found = json.dumps(item["input"], ensure_ascii=False)
    return Problem(file=CONFIGURATION, field=where, message=f"{expected} was expected, found {found}")


def _meant(name: str, table: type[Any]) -> str:
    known = [field.name for field in dataclass_fields(table)]
    near = get_close_matches(name, known, n=1)
    if near:
        return f"did you mean {near[0]!r}?"
    for place, other in (
        ("at the top of the file", ProjectSettings),
        *((f"in [{key}]", _TABLES[key]) for key in _TABLES),
    ):
        if name in {field.name for field in dataclass_fields(other)}:
            return f"{name!r} stands {place}"
    return f"known here: {', '.join(known)}"
