"""The golden set on disk: a folder with set.yaml, cases/ and reviews.jsonl, or a lone file of cases."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from goldsmith._base.collector import collector_at_rest
from goldsmith.errors import ConfigurationError, InputError, InvalidFileError, Problem
from goldsmith.ondisk.csv_columns import NEEDED, column_problems
from goldsmith.ondisk.csv_rows import Table, read_csv
from goldsmith.ondisk.door import Door
from goldsmith.ondisk.json_strict import read_json, read_json_lines
from goldsmith.ondisk.located import RawRecord
from goldsmith.ondisk.plugged import Formats, by_record, no_formats, read_plugged
from goldsmith.ondisk.reviews import load_facts
from goldsmith.ondisk.short_forms import (
    IMPLIED,
    answers,
    expand,
    from_sixty,
    is_sixty,
    rename,
    source_list,
    type_problem,
)
from goldsmith.ondisk.yaml_events import read_yaml, read_yaml_mapping
from goldsmith.records.case import Case
from goldsmith.records.golden_set import CasePlace, GoldenSet, SetHeader

CASE = Door(Case)
HEADER = Door(SetHeader)
SUFFIXES = (".yaml", ".yml", ".jsonl", ".json", ".csv")
NOTES = ".md"
"""Suffix of what people write beside cases, which is passed over."""
_IMPLIED = {f'"{name}"': f'"{name}": "{word}"' for name, word in IMPLIED.items()}
_FACTS = (".reviews.jsonl", ".incidents.jsonl", ".signoffs.jsonl", ".refreshes.jsonl")
"""Ends of the names of what stands beside a lone file of cases and holds none."""
_WRAPPERS = ("test_cases", "cases", "questions", "examples")
"""Names under which other layouts keep their list of cases."""


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
        return _reviews_file(self.path)

    @property
    def incidents_file(self) -> Path:
        """Where incidents stand."""
        return self.path / "incidents.jsonl" if self.path.is_dir() else self.path.with_suffix(".incidents.jsonl")

    @property
    def refreshes_file(self) -> Path:
        """Where the moves of the corpus pin stand."""
        return self.path / "refreshes.jsonl" if self.path.is_dir() else self.path.with_suffix(".refreshes.jsonl")


@collector_at_rest()
def load_golden(
    path: Path,
    *,
    shown: str = "",
    fields: Mapping[str, str] | None = None,
    known: Callable[[str], bool] | None = None,
    formats: Formats = no_formats,
) -> LoadedSet:
    """Read the golden set at `path`: a folder, or a lone CSV, JSONL, JSON or YAML file.

    `shown` is how messages name the path; `fields` gives the names that a foreign file uses (ours to theirs); `known`
    tells whether an id exists in the corpus; `formats` are those of plug-ins, asked for suffixes that are none of ours.
    Raises InvalidFileError with every problem of every file.
    """
    shown = shown or str(path)
    found = _Found(formats=formats)
    if path.is_dir():
        return _load_folder(path, shown, fields or {}, known, found)
    if not path.exists():
        message = f"there is no golden set at {shown}"
        raise InputError(message, next_step="name a folder with set.yaml, or a CSV, JSONL or YAML file of cases")
    found.take(path, shown, fields or {}, known)
    _refuse_unused(fields or {}, found, shown)
    return found.loaded(path, shown, SetHeader(name=path.stem), bare=True)


def _load_folder(
    path: Path, shown: str, fields: Mapping[str, str], known: Callable[[str], bool] | None, found: _Found
) -> LoadedSet:
    header_file = path / "set.yaml"
    if not header_file.exists():
        message = f"{shown} has no set.yaml"
        raise InputError(message, next_step=f"write {shown}/set.yaml with at least: name: my-set")
    header = found.header(header_file, f"{shown}/set.yaml")
    inside = ((item.relative_to(path).as_posix(), item) for item in _files_below(path / "cases", shown, found))
    for name, file in sorted(inside):
        if _is_hidden(name):
            continue
        suffix = file.suffix.lower()
        if _holds_cases(file) or (suffix != NOTES and found.formats(suffix) is not None):
            found.take(file, f"{shown}/{name}", fields, known)
        elif suffix != NOTES:
            found.warnings.append(f"{shown}/{name} was not read: a set is read from {', '.join(SUFFIXES)}")
    return found.loaded(path, shown, header)


def _files_below(folder: Path, shown: str, found: _Found) -> Iterator[Path]:
    """Yield every file; a folder that cannot be looked into is an error, because its cases would be missing unseen."""
    try:
        inside = sorted(folder.iterdir()) if folder.exists() else []
    except OSError as error:
        message = f"{folder} cannot be opened: {error.strerror}"
        raise InputError(message, next_step="make the folder readable, then run the command again") from None
    for item in inside:
        if item.is_dir() and not item.is_symlink():
            yield from _files_below(item, shown, found)
        elif item.is_file():
            yield item
        elif item.is_symlink():
            found.warnings.append(f"{shown}: {item.name} is a link to no file and was not read")


def _is_hidden(name: str) -> bool:
    return any(part.startswith(".") for part in name.split("/"))


def _holds_cases(file: Path) -> bool:
    """Tell case files from the rest; decisions on a lone file of cases lie beside it."""
    return file.suffix.lower() in SUFFIXES and not file.name.lower().endswith(_FACTS)


@dataclass(slots=True)
class _Found:
    """What was read so far, file by file; every problem is kept until all files were read."""

    formats: Formats
    cases: list[Case] = field(default_factory=list)
    places: list[CasePlace] = field(default_factory=list)
    files: list[Path] = field(default_factory=list)
    raws: list[RawRecord] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)

    def header(self, file: Path, name: str) -> SetHeader:
        """Read set.yaml; what stands in for a header with problems is never returned to a caller."""
        try:
            header = HEADER.parse(read_yaml_mapping(_bytes(file, name), name=name), file=name)
        except InvalidFileError as error:
            header = error.problems
        if not isinstance(header, tuple):
            return header
        self.problems += header
        return SetHeader(name=name)

    def take(self, file: Path, name: str, fields: Mapping[str, str], known: Callable[[str], bool] | None) -> None:
        """Read one file of cases."""
        try:
            read = _read_cases(file, name, self.formats)
        except InvalidFileError as error:
            self.problems += error.problems
            return
        raws, heard = ([*read.rows], [*map(str, read.warnings)]) if isinstance(read, Table) else (read, [])
        headers = dict(column_problems(read, fields)) if isinstance(read, Table) else {}
        parsed, wrong = _parse(raws, fields, known)
        if headers or wrong:
            numbered = raws[0].source.kind == "plugin"
            self.problems += by_record(iter(wrong)) if numbered else _once(headers, wrong)
            return
        self.cases += parsed
        self.places += [CasePlace(file=name, line=raw.line) for raw in raws]
        self.files += [file] * len(raws)
        self.raws += raws
        self.warnings += heard

    def loaded(self, path: Path, shown: str, header: SetHeader, *, bare: bool = False) -> LoadedSet:
        """Return the set. Raises InvalidFileError with every problem, or where there is no case."""
        if self.problems:
            raise _unusable(shown, self.problems)
        if not self.cases:
            message = f"{shown} holds no cases, so there is nothing to measure"
            raise InvalidFileError(message, next_step="add a case with at least id, question and evidence")
        golden = GoldenSet(
            header=header,
            cases=tuple(self.cases),
            places=tuple(self.places),
            facts=load_facts(_reviews_file(path)),
            bare=bare,
        )
        return LoadedSet(
            golden=golden,
            path=path,
            files=tuple(self.files),
            raws=tuple(self.raws),
            warnings=tuple(self.warnings),
        )


def _reviews_file(path: Path) -> Path:
    return path / "reviews.jsonl" if path.is_dir() else path.parent / f"{path.stem}.reviews.jsonl"


def _bytes(path: Path, shown: str) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        message = f"{shown} cannot be opened: {error.strerror}"
        raise InputError(message, next_step="make the file readable, then run the command again") from None


def _once(headers: Mapping[str, Problem], wrong: list[Problem]) -> Iterator[Problem]:
    """Yield the problems of a header, and of the rows those that the header does not explain."""
    yield from headers.values()
    explained = {*headers, *NEEDED} if headers else set()
    yield from (problem for problem in wrong if problem.field not in explained)


def _read_cases(path: Path, shown: str, formats: Formats) -> Table | list[RawRecord]:
    data = _bytes(path, shown)
    suffix = path.suffix.lower()
    if suffix == ".csv":
        return read_csv(data, name=shown)
    if suffix == ".jsonl":
        return read_json_lines(data, name=shown, unread=True)
    if suffix == ".json":
        return read_json(data, name=shown)
    if suffix in {".yaml", ".yml"}:
        return read_yaml(data, name=shown)
    plugin = formats(suffix)
    if plugin is not None:
        return read_plugged(plugin, data, name=shown)
    message = f"{shown} is none of the kinds that a set is read from"
    raise InputError(message, next_step=f"use one of: {', '.join(SUFFIXES)}")


def _parse(
    raws: list[RawRecord], fields: Mapping[str, str], known: Callable[[str], bool] | None
) -> tuple[list[Case], list[Problem]]:
    taken = [None if fields else _as_it_stands(raw) for raw in raws]
    others = [raw for raw, case in zip(raws, taken, strict=True) if case is None]
    rest, problems = _parse_in_words(others, fields, known)
    if problems:
        return [], problems
    following = iter(rest)
    return [next(following) if case is None else case for case in taken], []


def _as_it_stands(raw: RawRecord) -> Case | None:
    """Return the case of a JSON record that is spelled out in full; None: not this easily, or not at all."""
    text = raw.json_text()
    if text is None:
        return None
    # What evidence implies is written behind the other fields; if a name or the evidence was not where it seemed to be,
    # the record goes the long way.
    more = [pair for name, pair in _IMPLIED.items() if name not in text] if '"evidence"' in text else []
    case = CASE.take(f"{text[:-1]}, {', '.join(more)}}}" if more else text)
    if case is None:
        return None
    sound = "unstated" not in (case.answerability, case.behaviour) if case.evidence else not more
    return case if sound else None


def _parse_in_words(
    raws: list[RawRecord], fields: Mapping[str, str], known: Callable[[str], bool] | None
) -> tuple[list[Case], list[Problem]]:
    """Return the cases of records in whichever of our spellings, or every problem of them."""
    problems = [
        raw.problem("a case is a mapping of fields", mend="write at least id and question")
        for raw in raws
        if not isinstance(raw.value, dict)
    ]
    problems += [problem for raw in raws for problem in _taken_names(raw, fields)]
    if problems or not raws:
        return [], problems
    values = [case_fields(raw.value, fields, known) for raw in raws if isinstance(raw.value, dict)]
    parsed = CASE.parse_many(raws, file=raws[0].source.name, values=values)
    key = next((name for name in _WRAPPERS if len(values) == 1 and name in values[0] and "id" not in values[0]), None)
    if key is not None:
        inside = [problem for problem in parsed.problems if problem.field.startswith(f"{key}.")]
        return [], [_wrapped(raws[0], key, empty=not values[0][key]), *inside]
    problems = [problem for raw in raws for problem in _wrong_type(raw, fields.get("type", "type"))]
    return list(parsed.records), [*problems, *parsed.problems]


def cases_of(raws: list[RawRecord]) -> tuple[Case, ...]:
    """Return the cases of records in whichever of our spellings. Raises InvalidFileError with every problem."""
    cases, problems = _parse(raws, {}, None)
    if problems:
        raise _unusable(raws[0].source.name, problems)
    return tuple(cases)


def _wrong_type(raw: RawRecord, name: str) -> Iterator[Problem]:
    held = raw.value if isinstance(raw.value, dict) else {}
    if name in held:
        message, mend = type_problem(held[name])
        if message:
            yield raw.problem(message, (name,), mend=mend)


def _wrapped(raw: RawRecord, key: str, *, empty: bool) -> Problem:
    """Say once what is the matter with a file of another layout, instead of once for each of its fields."""
    message = f"`{key}` holds no cases" if empty else f"the cases stand under `{key}`; here the file itself is the list"
    return raw.problem(message, (key,), of_key=True, mend=f"write the cases without `{key}:`, each as `- id: …`")


def case_fields(
    value: Mapping[str, Any], fields: Mapping[str, str], known: Callable[[str], bool] | None
) -> dict[str, Any]:
    """Return the fields of a case from a record as it stands in a file, in whichever of our spellings."""
    if fields:
        renamed = rename(value, fields)
        if isinstance(renamed.get("accept"), str):
            renamed["accept"] = answers(renamed["accept"])
        if "evidence" in fields and isinstance(renamed.get("evidence"), str):
            renamed["evidence"] = source_list(renamed["evidence"], known)
        value = renamed
    if is_sixty(value):
        value = from_sixty(value, known)
    return expand(value)


def _taken_names(raw: RawRecord, fields: Mapping[str, str]) -> Iterator[Problem]:
    """Yield each field that is there under the file's name for it and under ours: one of the two would be lost."""
    held = raw.value if isinstance(raw.value, dict) else {}
    for ours, theirs in fields.items():
        if ours != theirs and ours in held and theirs in held and ours not in fields.values():
            message = f"`{ours}` and `{theirs}` are both there, and the configuration says that `{theirs}` is `{ours}`"
            yield raw.problem(message, (ours,), of_key=True, mend=f"take `{ours}` out of the file or of `fields`")


def _refuse_unused(fields: Mapping[str, str], found: _Found, shown: str) -> None:
    """Refuse a name that the configuration maps and no record has: what it should hold would be silently missing."""
    if not fields:
        return
    held = {key for raw in found.raws if isinstance(raw.value, dict) for key in raw.value}
    unused = [theirs for theirs in fields.values() if theirs not in held]
    if unused and held:
        near = get_close_matches(unused[0], sorted(held), n=1)
        hint = f"; did you mean {near[0]!r}?" if near else ""
        message = f"no case of {shown} has a field {unused[0]!r}, which `fields` in goldsmith.toml names{hint}"
        raise ConfigurationError(message, next_step=f"name one that is there: {', '.join(sorted(held))}")


def _unusable(shown: str, problems: list[Problem]) -> InvalidFileError:
    noun = "problem" if len(problems) == 1 else "problems"
    return InvalidFileError(
        f"{shown} cannot be used: {len(problems)} {noun}",
        problems=tuple(problems),
        next_step="mend these places, then run the command again",
    )
