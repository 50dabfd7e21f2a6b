"""goldsmith.toml, and the folders of a project."""

from __future__ import annotations

import json
import math
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields as dataclass_fields
from dataclasses import is_dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any, cast, get_args, get_type_hints

from goldsmith.errors import ConfigurationError, Problem
from goldsmith.ondisk.located import MAX_DEPTH
from goldsmith.records.case import Case
from goldsmith.records.column_words import SIXTY
from goldsmith.records.settings import (
    CheckSettings,
    ManifestSettings,
    PrivacySettings,
    ProjectSettings,
    RunSettings,
    SetSettings,
)

CONFIGURATION = "goldsmith.toml"
STATE = ".goldsmith"
"""Folder of what machines write; it can be rebuilt, and is not committed."""

_TABLES: Mapping[str, type[Any]] = {
    "sets": SetSettings,
    "run": RunSettings,
    "manifest": ManifestSettings,
    "check": CheckSettings,
    "privacy": PrivacySettings,
}
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

_AT_LINE = re.compile(r"\(at (?:line (\d+), column (\d+)|end of document)\)\Z")
_LARGEST = 10**300
_LONGEST_SHOWN = 60

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
    data = _tables(path)
    boundless = list(_boundless(data))
    if boundless:
        raise _unusable(boundless)
    from pydantic import TypeAdapter, ValidationError

    try:
        settings = TypeAdapter(ProjectSettings).validate_json(json.dumps(data, default=str))
    except ValidationError as error:
        raise _unusable([_problem(item) for item in error.errors()]) from None
    except ConfigurationError as error:  # a number with which nothing could be asked
        raise ConfigurationError(f"{CONFIGURATION}: {error.message}", next_step=error.next_step) from None
    impossible = list(_impossible(settings))
    if impossible:
        raise _unusable(impossible)
    return settings


def _tables(path: Path) -> dict[str, Any]:
    text = ""
    try:
        text = path.read_text(encoding="utf-8-sig")
        return tomllib.loads(text)
    except OSError as error:
        message = f"{path} cannot be opened: {error.strerror}"
        raise ConfigurationError(message, next_step="make it a file that can be read") from None
    except tomllib.TOMLDecodeError as error:
        problem = _syntax_problem(str(error), text)
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        message = f"byte 0x{error.object[error.start]:02x} is not UTF-8 text"
        problem = Problem(file=CONFIGURATION, line=line, message=message, mend="save the file as UTF-8")
    except ValueError:  # Python reads no whole number of more than 4,300 digits
        message = "a number has more digits than can be read"
        problem = Problem(file=CONFIGURATION, message=message, mend="write a smaller number, or a text in quotes")
    except RecursionError:
        message = "lists and tables stand too deep in each other"
        problem = Problem(file=CONFIGURATION, message=message, mend="flatten the data")
    raise ConfigurationError(
        f"{CONFIGURATION} is not TOML", problems=(problem,), next_step=f"mend {CONFIGURATION}, then run it again"
    ) from None


def _syntax_problem(words: str, text: str) -> Problem:
    """Return the problem that tomllib tells of `text`, such as "Invalid value (at line 3, column 7)"."""
    found = _AT_LINE.search(words)
    message = words[: found.start()].strip() if found else words
    line, column = (int(found[1]), int(found[2])) if found and found[1] else (len(text.splitlines()), 0)
    mend = "mend the syntax here: a text stands in double quotes, a list in [ ]"
    return Problem(file=CONFIGURATION, line=line, column=column, message=message, mend=mend)


def _boundless(data: object, loc: tuple[str, ...] = ()) -> Iterator[Problem]:
    """Yield what TOML can hold and nothing can be done with: infinities, what is no number, numbers of no measure."""
    if isinstance(data, dict | list):
        if len(loc) >= MAX_DEPTH:
            message = f"lists and tables stand more than {MAX_DEPTH} deep in each other"
            yield Problem(file=CONFIGURATION, field=".".join(loc[:3]), message=message, mend="flatten the data")
            return
        inside = data.items() if isinstance(data, dict) else enumerate(data)
        for key, value in inside:
            yield from _boundless(value, (*loc, str(key)))
    elif (isinstance(data, float) and not math.isfinite(data)) or (isinstance(data, int) and abs(data) >= _LARGEST):
        found = "a number that is too large" if isinstance(data, int) else f"{data}, which is no finite number"
        yield Problem(file=CONFIGURATION, field=".".join(loc), message=f"found {found}", mend="write a smaller number")


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
    *tables, name = [str(part) for part in item["loc"]] or [""]
    where = ".".join([*tables, name])
    if item["type"] == "unexpected_keyword_argument":
        return Problem(file=CONFIGURATION, field=where, message="unknown setting", mend=_meant(name, _table(tables)))
    if item["type"] == "missing":
        return Problem(file=CONFIGURATION, field=where, message="this setting is missing", mend=f"write {name} = …")
    expected = _EXPECTED.get(item["type"], item["msg"])
    found = json.dumps(item["input"], ensure_ascii=False)
    short = found if len(found) <= _LONGEST_SHOWN else found[:_LONGEST_SHOWN] + "…"
    message = f"{expected} was expected, found {short}"
    return Problem(file=CONFIGURATION, field=where, message=message, mend=f"write {expected}")


def _table(path: Iterable[str]) -> type[Any]:
    """Return the record that the table at `path` holds, such as ``check.suppress.0``."""
    kind: Any = ProjectSettings
    for part in path:
        hints = get_type_hints(kind) if is_dataclass(kind) else {}
        kind = hints.get(part, kind)
        # A list, a mapping or an option of records: the record itself.
        kind = next((inner for inner in (kind, *get_args(kind)) if is_dataclass(inner)), kind)
    return cast("type[Any]", kind)


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
