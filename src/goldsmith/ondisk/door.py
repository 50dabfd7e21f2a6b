"""Where plain data become records: strict, and with every problem in words that name the place and the mend.

The right record is read by pydantic alone. Only where it refuses one are the types walked a second time, to say in
plain words what is wrong; so the usual road pays nothing for good messages. pydantic is imported on first use.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import MISSING, dataclass, field, fields, is_dataclass, replace
from difflib import get_close_matches
from functools import cache, cached_property, lru_cache
from types import NoneType, UnionType
from typing import Annotated, Any, Generic, Literal, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from goldsmith._base.collector import collector_at_rest
from goldsmith.errors import Problem
from goldsmith.ondisk.located import Loc, RawRecord
from goldsmith.ondisk.plain_scalars import trap_kind

T = TypeVar("T")
_LONGEST_SHOWN = 60
_MOST_MEANT = 40
"""A mapping with more unknown names is no record of ours: what each might mean is not looked for."""
_SCALARS: Mapping[object, str] = {
    str: "a text",
    int: "a whole number",
    float: "a number",
    bool: "true or false",
    NoneType: "nothing",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Parsed(Generic[T]):
    """What became of many raw records: the good ones in order, and every problem of the others."""

    records: tuple[T, ...]
    problems: tuple[Problem, ...]


class Door(Generic[T]):
    """Parses raw records as one kind of record (a dataclass, or a union of dataclasses)."""

    def __init__(self, kind: type[T]) -> None:
        self._kind = kind

    @cached_property
    def _adapter(self) -> Any:
        from pydantic import TypeAdapter

        return TypeAdapter(self._kind)

    @cached_property
    def _validate(self) -> Any:
        from pydantic_core import SchemaValidator

        # A whole number of a thousand digits would become an infinity.
        return SchemaValidator(_with_finite_numbers(self._adapter.core_schema)).validate_json

    @cached_property
    def _refusal(self) -> type[Exception]:
        from pydantic import ValidationError

        return ValidationError

    def schema(self) -> dict[str, Any]:
        """Return the JSON Schema of the record."""
        return cast("dict[str, Any]", self._adapter.json_schema())

    def take(self, text: str) -> T | None:
        """Return the record that a JSON text is; None where it is none, and `parse` says why."""
        try:
            return cast("T", self._validate(text))
        except self._refusal:
            return None

    def parse(self, raw: RawRecord, *, file: str, value: object | None = None) -> T | tuple[Problem, ...]:
        """Return the record, or every problem of it.

        `value` is what to parse in place of ``raw.value``, where short forms were expanded; places still come from
        `raw`, and a part that is not in the file has the place of its nearest ancestor that is.
        """
        from pydantic import ValidationError

        data = raw.value if value is None else value
        walk = _Walk(raw)
        try:
            record = self._validate(json.dumps(data))
        except ValidationError as error:
            record = None
            walk.check(self._kind, data, ())
            if not walk.problems:
                walk.take_over(error.errors(include_url=False, include_context=False))
        walk.check_traps()
        if not walk.problems:
            return cast("T", record)
        ordered = sorted(walk.problems, key=lambda problem: (problem.line, problem.column))
        return tuple(replace(problem, file=file) for problem in ordered)

    @collector_at_rest()
    def parse_many(
        self,
        raws: Sequence[RawRecord],
        *,
        file: str,
        values: Sequence[object] | None = None,
    ) -> Parsed[T]:
        """Return all records and all problems; fast where nothing is wrong. `values` as for `parse`, one each."""
        records: list[T] = []
        problems: list[Problem] = []
        for at, raw in enumerate(raws):
            value = None if values is None else values[at]
            text = raw.json_text() if value is None else None
            record = None if raw.traps else self.take(text or json.dumps(raw.value if value is None else value))
            if record is not None:
                records.append(record)
                continue
            result = self.parse(raw, file=file, value=value)
            if isinstance(result, tuple):
                problems += result
            else:
                records.append(result)
        return Parsed(records=tuple(records), problems=tuple(problems))


def schema(kind: type[object]) -> dict[str, Any]:
    """Return the JSON Schema of a record."""
    return Door(kind).schema()


def _with_finite_numbers(node: Any) -> Any:
    """Return pydantic's schema with infinities refused in every field for a number."""
    if isinstance(node, dict):
        held = {key: _with_finite_numbers(inner) for key, inner in node.items()}
        return {**held, "allow_inf_nan": False} if held.get("type") == "float" else held
    return [_with_finite_numbers(inner) for inner in node] if isinstance(node, list) else node


@cache
def _field_types(kind: type) -> dict[str, object]:
    """Return the type of each field of a dataclass that a file may hold."""
    hints = get_type_hints(kind, include_extras=True)
    return {item.name: hints[item.name] for item in fields(kind) if item.init}


@cache
def _required(kind: type) -> tuple[str, ...]:
    return tuple(
        item.name for item in fields(kind) if item.init and item.default is MISSING and item.default_factory is MISSING
    )


@lru_cache(maxsize=4096)
def _near(name: str, known: tuple[str, ...]) -> str:
    return next(iter(get_close_matches(name, known, n=1)), "")


def _listed(names: Sequence[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


def _is_record(kind: object) -> bool:
    return isinstance(kind, type) and is_dataclass(kind)


@dataclass(slots=True)
class _Walk:
    """Holds one record against its types and says what does not fit."""

    raw: RawRecord
    problems: list[Problem] = field(default_factory=list)
    told: set[Loc] = field(default_factory=set)

    def tell(self, message: str, loc: Loc, mend: str, *, of_key: bool = False) -> None:
        self.told.add(loc)
        self.problems.append(self.raw.problem(message, loc, mend=mend, of_key=of_key))

    def check(self, kind: Any, node: object, loc: Loc) -> None:
        """Note what keeps `node` from being a `kind`."""
        origin = get_origin(kind)
        if origin is Annotated:
            self.check(get_args(kind)[0], node, loc)
        elif origin is Union or origin is UnionType:
            self._union(get_args(kind), node, loc)
        elif origin is Literal:
            self._literal(get_args(kind), node, loc)
        elif _is_record(kind):
            self._record(kind, node, loc)
        elif origin in (tuple, list, set, frozenset):
            self._sequence(kind, node, loc)
        elif origin is dict or kind is dict:
            self._mapping(get_args(kind), node, loc)
        elif kind in _SCALARS:
            self._scalar(kind, node, loc)

    def check_traps(self) -> None:
        """Note text without quotes that YAML readers turn into different things."""
        for loc, written, _is_name in self.raw.trapped():
            if loc not in self.told:
                self._tell_retyped(written, trap_kind(written), loc)

    def take_over(self, errors: Sequence[Mapping[str, Any]]) -> None:
        """Note what pydantic found and the types do not show, such as a value out of its bounds."""
        for error in errors:
            finite = error["type"] == "finite_number"
            message = "a number that is too large" if finite else str(error["msg"])
            self.tell(message, tuple(error["loc"]), "write another value")

    def _record(self, kind: type, node: object, loc: Loc) -> None:
        types = _field_types(kind)
        if not isinstance(node, dict):
            self._tell_other(f"a mapping with {_listed(_required(kind) or tuple(types))}", node, loc)
            return
        unknown = [name for name in node if name not in types]
        meant: set[str] = set()
        for name in unknown:
            near = _near(name, tuple(types)) if len(unknown) <= _MOST_MEANT else ""
            meant.add(near)
            mend = f"did you mean `{near}`?" if near else f"the fields are: {', '.join(types)}"
            self.tell(f"there is no field `{name}`", (*loc, name), mend, of_key=True)
        for name in _required(kind):
            if name not in node and name not in meant:
                self.tell(f"the field `{name}` is missing", (*loc, name), f"add `{name}: …`")
        for name, inner in types.items():
            if name in node:
                self.check(inner, node[name], (*loc, name))

    def _sequence(self, kind: Any, node: object, loc: Loc) -> None:
        if not isinstance(node, list | tuple):
            one = isinstance(node, str | int | float) and len(str(node)) <= _LONGEST_SHOWN
            mend = f"write {self._assigned(loc, f'[{node}]')}" if one else ""
            self._tell_other("a list", node, loc, mend)
            return
        kinds = get_args(kind)
        if get_origin(kind) is tuple and kinds[-1] is not Ellipsis:
            if len(node) != len(kinds):
                count = f"a list of {len(kinds)} items was expected, found {len(node)}"
                self.tell(count, loc, f"write {len(kinds)} items")
                return
        else:
            kinds = kinds[:1] * len(node)
        for at, (inner, item) in enumerate(zip(kinds, node, strict=True)):
            self.check(inner, item, (*loc, at))

    def _mapping(self, kinds: tuple[Any, ...], node: object, loc: Loc) -> None:
        if not isinstance(node, dict):
            self._tell_other("a mapping", node, loc)
        elif kinds:
            for name, item in node.items():
                self.check(kinds[1], item, (*loc, name))

    def _scalar(self, kind: Any, node: object, loc: Loc) -> None:
        fits = {
            str: isinstance(node, str),
            int: isinstance(node, int) and not isinstance(node, bool),
            float: isinstance(node, int | float) and not isinstance(node, bool),
            bool: isinstance(node, bool),
            NoneType: node is None,
        }
        if fits[kind]:
            return
        if kind is str and isinstance(node, int | float):
            written = self._written(node, loc)
            self._tell_retyped(written, "a yes or no" if isinstance(node, bool) else "a number", loc)
            return
        mend = "write a text in double quotes, or leave the field out" if kind is str else ""
        if kind in (int, float):
            mend = "write a plain number such as 12" + (" or 1.5" if kind is float else "")
        elif kind is bool:
            mend = "write true or false, without quotes"
        self._tell_other(_SCALARS[kind], node, loc, mend)

    def _literal(self, allowed: tuple[object, ...], node: object, loc: Loc) -> None:
        if any(node == value and type(node) is type(value) for value in allowed):
            return
        names = [str(value) for value in allowed]
        near = _near(str(node), tuple(names))
        mend = f"did you mean `{near}`?" if near else f"write {'one of them' if len(names) > 1 else names[0]}"
        self.tell(f"{self._shown(node, loc)} is not one of: {', '.join(names)}", loc, mend)

    def _union(self, kinds: Sequence[Any], node: object, loc: Loc) -> None:
        trials = [(kind, self._trial(kind, node, loc)) for kind in kinds]
        if any(not trial.problems for _kind, trial in trials):
            return
        same_shape = [(kind, trial) for kind, trial in trials if _has_shape(kind, node)]
        records = [kind for kind, _trial in same_shape if _is_record(kind)]
        if len(records) > 1:
            chosen = self._told_apart(records, node, loc)
            if chosen is None:
                return
            same_shape = [(kind, trial) for kind, trial in same_shape if kind is chosen]
        if not same_shape:
            self._tell_other(_expected(kinds), node, loc)
            return
        _kind, best = min(same_shape, key=lambda pair: len(pair[1].problems))
        self.problems += best.problems
        self.told |= best.told

    def _trial(self, kind: Any, node: object, loc: Loc) -> _Walk:
        trial = _Walk(self.raw)
        trial.check(kind, node, loc)
        return trial

    def _told_apart(self, kinds: Sequence[type], node: object, loc: Loc) -> type | None:
        """Return the dataclass of which a field that only it requires is there; note why it is not clear which."""
        keys = node if isinstance(node, dict) else {}
        own = {
            kind: [
                name
                for name in _required(kind)
                if not any(name in _field_types(other) for other in kinds if other is not kind)
            ]
            for kind in kinds
        }
        present = [(kind, name) for kind, names in own.items() for name in names if name in keys]
        telling = [name for names in own.values() for name in names]
        found = {kind for kind, _name in present}
        if len(found) == 1:
            return present[0][0]
        if found:
            names = [name for _kind, name in present]
            self.tell(f"{_listed(names)} exclude each other", loc, "keep one of them")
            return None
        if not telling:
            return min(kinds, key=lambda kind: len(self._trial(kind, node, loc).problems))
        near = next((near for key in keys if (near := _near(str(key), tuple(telling)))), "")
        mend = f"did you mean `{near}`?" if near else "add one of them"
        self.tell(f"one of the fields {_listed(telling)} was expected", loc, mend)
        return None

    def _tell_retyped(self, written: str, kind: str, loc: Loc) -> None:
        quoted = json.dumps(written, ensure_ascii=False)
        self.tell(f"{written} would be read as {kind}", loc, f"write {self._assigned(loc, quoted)}")

    def _tell_other(self, expected: str, node: object, loc: Loc, mend: str = "") -> None:
        self.tell(f"{expected} was expected, found {self._shown(node, loc)}", loc, mend or f"write {expected}")

    def _assigned(self, loc: Loc, written: str) -> str:
        """Return `written` with the name of its field before it, as the kind of file spells that."""
        name = loc[-1] if loc else ""
        if not isinstance(name, str) or not name:
            return written
        return f'"{name}": {written}' if self.raw.source.kind == "json" else f"{name}: {written}"

    def _written(self, node: object, loc: Loc) -> str:
        try:
            same = self.raw.at(loc) is node
        except KeyError:
            same = False
        return (self.raw.as_written(loc) if same else None) or json.dumps(node)

    def _shown(self, node: object, loc: Loc) -> str:
        if isinstance(node, dict):
            return "a mapping"
        if isinstance(node, list | tuple):
            return "a list"
        if node is None:
            return "nothing"
        if isinstance(node, str):
            if loc in {trap for trap, _written, _is_name in self.raw.trapped()}:
                return node
            short = node if len(node) <= _LONGEST_SHOWN else node[:_LONGEST_SHOWN] + "…"
            return f"the text {json.dumps(short, ensure_ascii=False)}"
        return self._written(node, loc)


def _has_shape(kind: Any, node: object) -> bool:
    """Tell whether `node` is a mapping, a list or a single value as `kind` is."""
    origin = get_origin(kind)
    if _is_record(kind) or origin is dict or kind is dict:
        return isinstance(node, dict)
    if origin in (tuple, list, set, frozenset):
        return isinstance(node, list | tuple)
    if kind is NoneType:
        return False
    return not isinstance(node, dict | list | tuple)


def _expected(kinds: Sequence[Any]) -> str:
    """Say in words what a union takes."""
    words: list[str] = []
    for kind in kinds:
        if _is_record(kind):
            word = f"a mapping with {_listed(_required(kind))}"
        elif get_origin(kind) is Literal:
            word = ", ".join(map(str, get_args(kind)))
        elif get_origin(kind) in (tuple, list, set, frozenset):
            word = "a list"
        else:
            word = _SCALARS.get(kind, "a mapping")
        words.append(word)
    return " or ".join(word for word in dict.fromkeys(words) if word != "nothing")
