"""Which tests a folder of promptfoo holds: those of its configurations, inline or in other files, and lone test files.

Files that run code to make tests are named and left out.
"""

from __future__ import annotations

import fnmatch
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from goldsmith.interchange.promptfoo_text import is_loaded
from goldsmith.ports.foreign import ForeignSource, Part

MARK = "__"
"""Begins each column of a table of tests that is no variable."""
_KNOWN_MARKS = (
    "__expected", "__description", "__prefix", "__suffix", "__metric", "__threshold", "__metadata:", "__config:",
    "__providerOutput",
)  # fmt: skip
_BESIDE_TESTS = ("prompts", "providers", "targets", "defaultTest", "evaluateOptions", "assertionTemplates")
_MERGED = ("vars", "metadata", "options")
_TABLES = ("csv", "tsv", "xlsx")
_CODE = (".py", ".js", ".ts", ".mjs", ".cjs", ".mts", ".cts")
NOT_HERE = "the file with these tests is not among those that were named: name its folder"
IS_CODE = "code makes these tests: run it, and import what it gives"
IS_ELSEWHERE = "these tests are fetched from elsewhere: fetch them, and import the file"


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundTest:
    """One test, with the defaults of its configuration put in; or why tests that are named cannot be read."""

    record: str
    value: Any
    table: bool = False
    """It is a row of a table, so a lone name is a variable."""
    problem: str = ""


def is_config(part: Part) -> bool:
    """Say whether a part is a configuration that names tests."""
    held = part.first
    if part.container not in ("json", "yaml") or part.is_list or not isinstance(held, Mapping):
        return False
    if "results" in held or not ("tests" in held or "scenarios" in held):
        return False
    tests = held.get("tests")
    inline = isinstance(tests, list) and any(_is_test(one) for one in tests[:1])
    return inline or any(name in held for name in _BESIDE_TESTS)


def is_tests(part: Part) -> bool:
    """Say whether a part is a list or a table of tests by its own marks."""
    if part.container in _TABLES:
        return any(column.startswith(_KNOWN_MARKS) for column in part.columns)
    listed = part.container == "jsonl" or (part.container in ("json", "yaml") and part.is_list)
    return listed and _is_test(part.first)


def tests_of(source: ForeignSource) -> Iterator[FoundTest]:
    """Yield every test once: those of configurations in their order, then those of files that none of them names."""
    read: set[str] = set()
    parts = [part for part in source.parts if is_config(part) or is_tests(part)]
    for part in parts:
        if is_config(part):
            yield from _Config(source, part, read, alone=len(source.parts) == 1).tests()
    for part in parts:
        if part.name not in read and not is_config(part):
            yield from _rows(part, {}, alone=len(source.parts) == 1)
    if not parts and len(source.parts) == 1:
        yield from _rows(source.parts[0], {}, alone=True)


def _is_test(held: object) -> bool:
    if not isinstance(held, Mapping) or "gradingResult" in held or "response" in held:
        return False
    checks = held.get("assert")
    checked = isinstance(checks, list) and all(isinstance(one, Mapping) and "type" in one for one in checks[:1])
    return isinstance(held.get("vars"), Mapping) or (checked and bool(checks)) or _is_row(held)


def _is_row(held: Mapping[str, Any]) -> bool:
    return any(str(name).startswith(_KNOWN_MARKS) for name in held)


def _rows(part: Part, default: Mapping[str, Any], *, alone: bool) -> Iterator[FoundTest]:
    for row in part.rows():
        record = row.place if alone else f"{part.name} {row.place}".rstrip()
        table = part.container in _TABLES or (isinstance(row.value, Mapping) and _is_row(row.value))
        value = _test_of_row(row.value) if table and isinstance(row.value, Mapping) else row.value
        yield FoundTest(record=record, value=_with_default(value, default), table=table)


def _test_of_row(row: Mapping[str, Any]) -> dict[str, Any]:
    """Return a row as a test: columns with the mark are what they are named after, all others are variables."""
    test: dict[str, Any] = {"vars": {}, "metadata": {}, "assert": []}
    configured: dict[str, dict[str, Any]] = {}
    for name, held in row.items():
        if not name.startswith(MARK):
            test["vars"][name] = held
        elif name.startswith("__expected"):
            if str(held).strip():
                test["assert"].append({"text": held, "column": name})
        elif name.startswith("__metadata:"):
            key = name.removeprefix("__metadata:")
            many = [one.strip() for one in str(held).split(",") if one.strip()] if key.endswith("[]") else held
            test["metadata"][key.removesuffix("[]")] = many
        elif name.startswith("__config:"):
            column, _, key = name.removeprefix("__config:").partition(":")
            configured.setdefault(column, {})[key] = held
        else:
            test[name.removeprefix(MARK)] = held
    for one in test["assert"]:
        told = configured.get(one["column"], {})
        one.update({key: held for key, held in told.items() if held not in (None, "")})
    return test


class _Config:
    """Reads the tests that one configuration names."""

    def __init__(self, source: ForeignSource, part: Part, read: set[str], *, alone: bool) -> None:
        self._source = source
        self._part = part
        self._read = read
        self._alone = alone
        self._held: Mapping[str, Any] = part.first
        self._default = self._default_test()

    def tests(self) -> Iterator[FoundTest]:
        yield from self._named(self._held.get("tests"), "tests", self._default)
        scenarios = self._held.get("scenarios")
        for place, scenario in enumerate(scenarios if isinstance(scenarios, list) else (), start=1):
            if not isinstance(scenario, Mapping):
                yield self._problem(f"scenario {place}", scenario, NOT_HERE)
                continue
            configured = scenario.get("config")
            for data in configured if isinstance(configured, list) and configured else ({},):
                default = _with_default(data, self._default) if isinstance(data, Mapping) else self._default
                yield from self._named(scenario.get("tests") or [{}], f"scenario {place}", default)

    def _default_test(self) -> Mapping[str, Any]:
        held = self._held.get("defaultTest")
        if isinstance(held, str):
            found = next(iter(self._files(held)), None)
            if found is not None:
                self._read.add(found.name)
            held = found.first if found is not None else None
        return held if isinstance(held, Mapping) else {}

    def _named(self, held: Any, where: str, default: Mapping[str, Any]) -> Iterator[FoundTest]:
        for place, one in enumerate(held if isinstance(held, list) else [held], start=1):
            record = f"{where} {place}" if self._alone else f"{self._part.name} {where} {place}"
            path = one.get("path") if isinstance(one, Mapping) and "vars" not in one else one
            if isinstance(path, str):
                yield from self._from_file(record, path, default)
            elif one is not None:
                yield FoundTest(record=record, value=_with_default(one, default))

    def _from_file(self, record: str, path: str, default: Mapping[str, Any]) -> Iterator[FoundTest]:
        found = self._files(path)
        if not found:
            plain = path.removeprefix("file://")
            code = plain.endswith(_CODE) or plain.rpartition(":")[0].endswith(_CODE)
            elsewhere = "://" in path and not is_loaded(path)
            yield self._problem(record, path, IS_CODE if code else IS_ELSEWHERE if elsewhere else NOT_HERE)
        for part in found:
            self._read.add(part.name)
            yield from _rows(part, default, alone=False)

    def _files(self, path: str) -> list[Part]:
        folder = self._part.name.rpartition("/")[0]
        wanted = _joined(folder, path.removeprefix("file://").partition("#")[0])
        inside = f"{wanted.rstrip('/')}/"
        return [
            part
            for part in self._source.parts
            if part.container != "lines"
            and (part.name == wanted or fnmatch.fnmatchcase(part.name, wanted) or part.name.startswith(inside))
        ]

    def _problem(self, record: str, value: object, problem: str) -> FoundTest:
        return FoundTest(record=record, value=value, problem=problem)


def _joined(folder: str, path: str) -> str:
    steps: list[str] = []
    for step in f"{folder}/{path}".split("/"):
        if step == "..":
            steps = steps[:-1]
        elif step not in ("", "."):
            steps.append(step)
    return "/".join(steps)


def _with_default(test: Any, default: Mapping[str, Any]) -> Any:
    """Return a test with what its configuration says of every test: its own words win, checks come together."""
    if not default or not isinstance(test, Mapping):
        return test
    merged = {**default, **test}
    for name in _MERGED:
        both = default.get(name), test.get(name)
        if all(isinstance(one, Mapping) for one in both):
            merged[name] = {**default[name], **test[name]}
    checks = [one for held in (default, test) if isinstance(held.get("assert"), list) for one in held["assert"]]
    return merged | ({"assert": checks} if checks else {})
