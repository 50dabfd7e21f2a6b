"""The golden set on disk: a folder with set.yaml, cases/ and reviews.jsonl, or a lone file of cases."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from goldsmith.errors import InputError, InvalidFileError, Problem
from goldsmith.ondisk.csv_rows import read_csv
from goldsmith.ondisk.door import Door
from goldsmith.ondisk.json_strict import read_json, read_json_lines
from goldsmith.ondisk.located import RawRecord
from goldsmith.ondisk.reviews import load_facts
from goldsmith.ondisk.short_forms import expand, from_sixty, is_sixty, rename
from goldsmith.ondisk.yaml_events import read_yaml, read_yaml_mapping
from goldsmith.records.case import Case
from goldsmith.records.golden_set import CasePlace, GoldenSet, SetHeader

CASE = Door(Case)
HEADER = Door(SetHeader)
SUFFIXES = (".yaml", ".yml", ".jsonl", ".json", ".csv")


@dataclass(frozen=True, slots=True, kw_only=True)
class LoadedSet:
    """A golden set with what splicing needs: the file and the raw record of each case."""

    golden: GoldenSet
    path: Path
    """The folder, or the lone file."""
    files: tuple[Path, ...]
    """File of each case."""
    raws: tuple[RawRecord, ...]
    """Source of each case."""
    warnings: tuple[str, ...]

    @property
    def reviews_file(self) -> Path:
        """Where settled decisions stand."""
        folder = self.path if self.path.is_dir() else self.path.parent
        name = "reviews.jsonl" if self.path.is_dir() else f"{self.path.stem}.reviews.jsonl"
        return folder / name


def load_golden(
    path: Path,
    *,
    shown: str = "",
    fields: Mapping[str, str] | None = None,
    known: Callable[[str], bool] | None = None,
) -> LoadedSet:
    """Read the golden set at `path`: a folder, or a lone CSV, JSONL, JSON or YAML file.

    `shown` is how messages name the path; `fields` gives the names that a foreign file uses (ours to theirs); `known`
    tells whether an id exists in the corpus. Raises InvalidFileError with every problem of every file.
    """
    shown = shown or str(path)
    if path.is_dir():
        return _load_folder(path, shown, fields or {}, known)
    if not path.exists():
        message = f"there is no golden set at {shown}"
        raise InputError(message, next_step="name a folder with set.yaml, or a CSV, JSONL or YAML file of cases")
    raws, warnings = _read_cases(path, shown)
    cases, problems = _parse(raws, fields or {}, known)
    if problems:
        raise _unusable(shown, problems)
    _refuse_no_cases(cases, shown)
    loaded = LoadedSet(
        golden=GoldenSet(
            header=SetHeader(name=path.stem),
            cases=tuple(cases),
            places=tuple(CasePlace(file=shown, line=raw.place().line) for raw in raws),
            bare=True,
        ),
        path=path,
        files=(path,) * len(cases),
        raws=tuple(raws),
        warnings=tuple(warnings),
    )
    return _with_facts(loaded)


def _load_folder(
    path: Path, shown: str, fields: Mapping[str, str], known: Callable[[str], bool] | None
) -> LoadedSet:
    header_file = path / "set.yaml"
    if not header_file.exists():
        message = f"{shown} has no set.yaml"
        raise InputError(message, next_step=f"write {shown}/set.yaml with at least: name: my-set")
    header_raw = read_yaml_mapping(header_file.read_bytes(), name=f"{shown}/set.yaml")
    header = HEADER.parse(header_raw, file=f"{shown}/set.yaml")
    problems: list[Problem] = []
    if isinstance(header, tuple):
        raise _unusable(f"{shown}/set.yaml", list(header))
    cases: list[Case] = []
    places: list[CasePlace] = []
    files: list[Path] = []
    all_raws: list[RawRecord] = []
    warnings: list[str] = []
    for file in sorted(item for item in (path / "cases").glob("**/*") if item.suffix in SUFFIXES):
        name = f"{shown}/{file.relative_to(path).as_posix()}"
        try:
            raws, heard = _read_cases(file, name)
        except InvalidFileError as error:
            problems += error.problems
            continue
        parsed, wrong = _parse(raws, fields, known)
        problems += wrong
        if wrong:
            continue
        cases += parsed
        places += [CasePlace(file=name, line=raw.place().line) for raw in raws]
        files += [file] * len(raws)
        all_raws += raws
        warnings += heard
    if problems:
        raise _unusable(shown, problems)
    _refuse_no_cases(cases, shown)
    return _with_facts(
        LoadedSet(
            golden=GoldenSet(header=header, cases=tuple(cases), places=tuple(places)),
            path=path,
            files=tuple(files),
            raws=tuple(all_raws),
            warnings=tuple(warnings),
        )
    )


def _with_facts(loaded: LoadedSet) -> LoadedSet:
    golden = loaded.golden
    return LoadedSet(
        golden=GoldenSet(
            header=golden.header,
            cases=golden.cases,
            places=golden.places,
            facts=load_facts(loaded.reviews_file),
            bare=golden.bare,
        ),
        path=loaded.path,
        files=loaded.files,
        raws=loaded.raws,
        warnings=loaded.warnings,
    )


def _read_cases(path: Path, shown: str) -> tuple[list[RawRecord], list[str]]:
    data = path.read_bytes()
    suffix = path.suffix.lower()
    if suffix == ".csv":
        table = read_csv(data, name=shown)
        return list(table.rows), [str(warning) for warning in table.warnings]
    if suffix == ".jsonl":
        return read_json_lines(data, name=shown), []
    if suffix == ".json":
        return read_json(data, name=shown), []
    if suffix in {".yaml", ".yml"}:
        return read_yaml(data, name=shown), []
    message = f"{shown} is none of the kinds that a set is read from"
    raise InputError(message, next_step=f"use one of: {', '.join(SUFFIXES)}")


def _parse(
    raws: list[RawRecord], fields: Mapping[str, str], known: Callable[[str], bool] | None
) -> tuple[list[Case], list[Problem]]:
    problems = [
        raw.problem("a case is a mapping of fields", mend="write at least id and question")
        for raw in raws
        if not isinstance(raw.value, dict)
    ]
    if problems or not raws:
        return [], problems
    values = [case_fields(raw.value, fields, known) for raw in raws if isinstance(raw.value, dict)]
    parsed = CASE.parse_many(raws, file=raws[0].source.name, values=values)
    return list(parsed.records), list(parsed.problems)


def case_fields(
    value: Mapping[str, Any], fields: Mapping[str, str], known: Callable[[str], bool] | None
) -> dict[str, Any]:
    """Return the fields of a case from a record as it stands in a file, in whichever of our spellings."""
    if fields:
        value = rename(value, fields)
        value = {key: [item] if key == "accept" and isinstance(item, str) else item for key, item in value.items()}
    if is_sixty(value):
        value = from_sixty(value, known)
    return expand(value)


def _refuse_no_cases(cases: list[Case], shown: str) -> None:
    if not cases:
        message = f"{shown} holds no cases, so there is nothing to measure"
        raise InvalidFileError(message, next_step="add a case with at least id, question and evidence")


def _unusable(shown: str, problems: list[Problem]) -> InvalidFileError:
    noun = "problem" if len(problems) == 1 else "problems"
    return InvalidFileError(
        f"{shown} cannot be used: {len(problems)} {noun}",
        problems=tuple(problems),
        next_step="mend these places, then run the command again",
    )
