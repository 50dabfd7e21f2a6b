"""The door: good data become records, anything else becomes problems that name the place and the mend."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, Literal

import pytest

from goldsmith.errors import InvalidFileError
from goldsmith.ondisk.csv_rows import read_csv
from goldsmith.ondisk.door import Door, schema
from goldsmith.ondisk.json_strict import read_json, read_json_lines
from goldsmith.ondisk.located import RawRecord
from goldsmith.ondisk.yaml_events import read_yaml, read_yaml_mapping

CaseFolder = Callable[[str], Path]


@dataclass(frozen=True, slots=True, kw_only=True)
class Number:
    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    number: float
    unit: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    value: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Must:
    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    required: str
    match: Number | Words | Literal["judged"] = "judged"


@dataclass(frozen=True, slots=True, kw_only=True)
class MustNot:
    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    prohibited: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    id: str
    question: str = ""
    weight: float = 1
    order: int | None = None
    risk: Literal["low", "medium", "high"] = "low"
    sentinel: bool = False
    tags: tuple[str, ...] = ()
    span: tuple[int, int] | None = None
    claims: tuple[Must | MustNot, ...] = ()
    extra: dict[str, str] | None = None


ITEM = Door(Item)


def told(text: str) -> list[str]:
    """Return "line:column field: message / mend" of every problem of the one record in `text`."""
    (raw,) = read_yaml(text.encode(), name="cases.yaml")
    result = ITEM.parse(raw, file="cases.yaml")
    assert isinstance(result, tuple), "the record was taken"
    return [f"{p.line}:{p.column} {p.field}: {p.message} / {p.mend}" for p in result]


def test_a_good_record_comes_through() -> None:
    text = "id: a\nweight: 2\nspan: [1, 2]\nclaims:\n  - required: x\n    match: {number: 10}\n  - prohibited: y y\n"
    (raw,) = read_yaml(text.encode(), name="cases.yaml")

    assert ITEM.parse(raw, file="cases.yaml") == Item(
        id="a",
        weight=2,
        span=(1, 2),
        claims=(Must(required="x", match=Number(number=10)), MustNot(prohibited="y y")),
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("id: 007", '1:5 id: 007 would be read as a number / write id: "007"'),
        ("id: 12", '1:5 id: 12 would be read as a number / write id: "12"'),
        ("id: 1.10", '1:5 id: 1.10 would be read as a number / write id: "1.10"'),
        ("id: no", '1:5 id: no would be read as a yes or no / write id: "no"'),
        ("id: true", '1:5 id: true would be read as a yes or no / write id: "true"'),
        ("id: 9:30", '1:5 id: 9:30 would be read as a number in base 60 / write id: "9:30"'),
        ("id: 2026-03-01", '1:5 id: 2026-03-01 would be read as a date / write id: "2026-03-01"'),
        (
            "id: ~",
            "1:5 id: a text was expected, found nothing / write a text in double quotes, or leave the field out",
        ),
        (
            "id: a\nweight: .nan",
            "2:9 weight: a number was expected, found .nan / write a plain number such as 12 or 1.5",
        ),
        (
            'id: a\nweight: "2"',
            '2:9 weight: a number was expected, found the text "2" / write a plain number such as 12 or 1.5',
        ),
        ("id: a\norder: 1.5", "2:8 order: a whole number was expected, found 1.5 / write a plain number such as 12"),
        (
            "id: a\nsentinel: yes",
            "2:11 sentinel: true or false was expected, found yes / write true or false, without quotes",
        ),
        ("id: a\nquestoin: b", "2:1 questoin: there is no field `questoin` / did you mean `question`?"),
        ("question: b", "1:1 id: the field `id` is missing / add `id: …`"),
        (
            "id: a\nrisk: hihg",
            '2:7 risk: the text "hihg" is not one of: low, medium, high / did you mean `high`?',
        ),
        ("id: a\nrisk: 3", "2:7 risk: 3 is not one of: low, medium, high / write one of them"),
        ("id: a\ntags: solo", '2:7 tags: a list was expected, found the text "solo" / write tags: [solo]'),
        ("id: a\ntags: [x, on]", '2:11 tags.1: on would be read as a yes or no / write "on"'),
        ("id: a\nspan: [1]", "2:7 span: a list of 2 items was expected, found 1 / write 2 items"),
        ("id: a\nextra: {v: 1.0}", '2:12 extra.v: 1.0 would be read as a number / write v: "1.0"'),
        ("id: a\nextra: x", '2:8 extra: a mapping was expected, found the text "x" / write a mapping'),
        (
            "id: a\nclaims:\n  - requird: x",
            "3:5 claims.0: one of the fields `required`, `prohibited` was expected / did you mean `required`?",
        ),
        (
            "id: a\nclaims:\n  - {required: x, prohibited: z}",
            "3:5 claims.0: `required`, `prohibited` exclude each other / keep one of them",
        ),
        (
            "id: a\nclaims:\n  - required: x\n    match: {number: ten}",
            (
                '4:21 claims.0.match.number: a number was expected, found the text "ten"'
                " / write a plain number such as 12 or 1.5"
            ),
        ),
        (
            "id: a\nclaims:\n  - required: x\n    match: judge",
            '4:12 claims.0.match: the text "judge" is not one of: judged / did you mean `judged`?',
        ),
        (
            "id: a\nclaims:\n  - required: x\n    match: [1]",
            (
                "4:12 claims.0.match: a mapping with `number` or a mapping with `value` or judged was expected,"
                " found a list / write a mapping with `number` or a mapping with `value` or judged"
            ),
        ),
        (
            "id: a\nclaims: [x]",
            (
                "2:10 claims.0: a mapping with `required` or a mapping with `prohibited` was expected,"
                ' found the text "x" / write a mapping with `required` or a mapping with `prohibited`'
            ),
        ),
    ],
)
def test_a_problem_names_place_field_and_mend(text: str, expected: str) -> None:
    assert told(text + "\n") == [expected]


def test_all_problems_of_a_record_come_in_the_order_of_its_lines() -> None:
    found = told("risk: none\nid: 1\nwieght: 2\ntags: {}\n")

    assert [line.split(" / ")[0] for line in found] == [
        '1:7 risk: the text "none" is not one of: low, medium, high',
        "2:5 id: 1 would be read as a number",
        "3:1 wieght: there is no field `wieght`",
        "4:7 tags: a list was expected, found a mapping",
    ]


def test_the_case_is_named_even_where_its_id_is_a_trap() -> None:
    (raw,) = read_yaml(b"- id: 007\n", name="cases.yaml")
    result = ITEM.parse(raw, file="golden/cases.yaml")

    assert isinstance(result, tuple)
    assert [(problem.file, problem.case_id) for problem in result] == [("golden/cases.yaml", "007")]


def test_an_expanded_value_is_parsed_with_the_places_of_what_was_written() -> None:
    (raw,) = read_yaml(b"- id: a\n  claims:\n    - Ten days.\n    - 10\n", name="cases.yaml")
    result = ITEM.parse(
        raw, file="cases.yaml", value={"id": "a", "claims": [{"required": "Ten days."}, {"required": 10}]}
    )

    assert isinstance(result, tuple)
    assert [(p.line, p.column, p.field, p.mend) for p in result] == [
        (4, 7, "claims.1.required", 'write required: "10"')
    ]


def test_a_mend_for_json_is_written_as_json() -> None:
    (raw,) = read_json_lines(b'{"id": 12}\n', name="cases.jsonl")
    result = ITEM.parse(raw, file="cases.jsonl")

    assert isinstance(result, tuple)
    assert [problem.mend for problem in result] == ['write "id": "12"']


def test_many_records_come_with_all_problems() -> None:
    good, bad, trap = read_yaml(b"- id: a\n- id: b\n  x: 1\n- id: no\n", name="cases.yaml")

    assert ITEM.parse_many([good], file="f").records == (Item(id="a"),)
    parsed = ITEM.parse_many([good, bad, trap], file="cases.yaml")
    assert parsed.records == (Item(id="a"),)
    assert [(problem.line, problem.field) for problem in parsed.problems] == [(3, "x"), (4, "id")]


def test_no_text_of_the_shared_case_becomes_a_yes_a_number_or_a_date(shared_case: CaseFolder) -> None:
    @dataclass(frozen=True, slots=True, kw_only=True)
    class Foreign:
        __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

        name: str
        version: str
        created_at: str
        test_cases: tuple[dict[str, Any], ...]

    folder = shared_case("011-yaml-implicit-types")
    raw = read_yaml_mapping((folder / "golden.yaml").read_bytes(), name="golden.yaml")
    result = Door(Foreign).parse(raw, file="golden.yaml")

    assert isinstance(result, tuple)
    assert [(p.line, p.mend) for p in result] == [
        (2, 'write version: "1.10"'),
        (3, 'write created_at: "2026-01-01"'),
        (5, 'write id: "001"'),
        (7, 'write expected_output: "no"'),
        (9, 'write "on"'),
        (9, 'write "off"'),
        (9, 'write "yes"'),
        (11, 'write id: "012"'),
        (13, 'write expected_output: "9:30"'),
        (15, 'write "no"'),
        (17, 'write id: "2026-02-01"'),
        (19, 'write expected_output: "1_000"'),
        (22, 'write weight: ".nan"'),
    ]


def test_only_a_number_is_taken_as_a_score(shared_case: CaseFolder) -> None:
    @dataclass(frozen=True, slots=True, kw_only=True)
    class Result:
        __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

        case_id: str
        metric: str
        score: float

    lines = (shared_case("016-nan-in-results") / "results.jsonl").read_bytes().splitlines(keepends=True)
    raws = read_json_lines(b"".join(lines[2:]), name="results.jsonl")
    parsed = Door(Result).parse_many(raws, file="results.jsonl")

    assert [record.case_id for record in parsed.records] == ["g004", "g007"]
    assert [problem.message for problem in parsed.problems] == [
        "a number was expected, found nothing",
        "there is no field `error`",
        'a number was expected, found the text "0.8"',
        "a number was expected, found true",
    ]


def test_the_schema_refuses_unknown_fields() -> None:
    found = schema(Words)

    assert (found["additionalProperties"], found["required"]) == (False, ["value"])


def test_importing_the_door_does_not_import_pydantic() -> None:
    program = "import sys, goldsmith.ondisk.door as d; d.Door(int); print('pydantic' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, env=_paths())

    assert done.stdout == "False\n"


def _paths() -> dict[str, str]:
    return {"PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}


READERS: dict[str, Callable[[bytes], list[RawRecord]]] = {
    ".yaml": lambda data: read_yaml(data, name="f"),
    ".json": lambda data: read_json(data, name="f"),
    ".jsonl": lambda data: read_json_lines(data, name="f"),
    ".csv": lambda data: list(read_csv(data, name="f").rows),
}
PIECES = (
    b"\0",
    b"\xff",
    b'"',
    b"'",
    b"{",
    b"}",
    b"[",
    b"]",
    b":",
    b",",
    b"\n",
    b"\r",
    b"- ",
    b"#",
    b"&a ",
    b"*a",
    b"!t ",
)
MORE_PIECES = (
    b"|\n",
    b"\\ud83d",
    b"\xe2\x80\xa8",
    b"\xef\xbb\xbf",
    b"no",
    b"007",
    b"NaN",
    b"  ",
    b"\t",
    b"<<: ",
    b"? ",
    b"---\n",
)


def mutated(data: bytes, chance: random.Random) -> bytes:
    """Return `data` with some bytes or lines cut, doubled, moved or put in."""
    for _ in range(chance.randint(1, 4)):
        at, stop = sorted((chance.randint(0, len(data)), chance.randint(0, len(data))))
        lines = data.splitlines(keepends=True) or [b""]
        data = chance.choice(
            [
                data[:at] + chance.choice(PIECES + MORE_PIECES) + data[at:],
                data[:at] + data[min(stop, at + 8) :],
                data[:at] + bytes([chance.randint(0, 255)]) + data[at + 1 :],
                data + data[at:stop],
                b"".join([*lines, chance.choice(lines)]),
                b"".join(sorted(lines)),
            ]
        )
    return data


def test_no_mutated_file_brings_down_a_reader(shared: Path) -> None:
    rounds = int(os.environ.get("GOLDSMITH_FUZZ", "12"))  # noqa: TID251 (how long to fuzz is the caller's to say)
    seeds = sorted(file for file in (shared / "cases").glob("*/*") if file.suffix in READERS)
    chance = random.Random(20_261_130)
    outcomes = {"read": 0, "refused": 0}
    for file in seeds:
        seed = file.read_bytes()[:3000]
        for _ in range(rounds):
            data = mutated(seed, chance)
            try:
                raws = READERS[file.suffix](data)
            except InvalidFileError:
                outcomes["refused"] += 1
                continue
            for raw in raws:
                ITEM.parse(raw, file="f")
                raw.fields()
            outcomes["read"] += 1

    assert min(outcomes.values()) > len(seeds) // 4
