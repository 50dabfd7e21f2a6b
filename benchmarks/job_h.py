"""(h) Load and validate a golden set, line and column at hand: 10,000 cases of YAML, 100,000 of JSON Lines."""

from __future__ import annotations

import json
from pathlib import Path
from types import GenericAlias
from typing import Any

from contest import Call, Contest, Peer, Place
from shared_calls import shared_module

YAML = (10_000, 300)
LINES = (100_000, 2_000)
_JOBS = ("lookup", "comparison", "exception")


def _path(place: Place, ending: str) -> Path:
    return place.work / f"golden.{ending}"


def _cases(place: Place, count: int) -> list[dict[str, Any]]:
    """Return the generator's cases in the fields of ours, nothing shortened: what each side reads is the same."""
    return [
        {
            "id": case["id"],
            "question": case["question"],
            "job": _JOBS[number % 3],
            "difficulty": ("easy", "medium", "hard")[number % 3],
            "origin": {"kind": case["review"]["status"], "ref": f"{case['review']['by']} {case['review']['at']}"},
            "accept": [{"answer": case["answer"]}],
            "evidence": [
                {
                    "any_of": [
                        {
                            "document": item["chunk_id"].partition(":")[0],
                            "chunk": item["chunk_id"],
                            "span": [item["start"], item["end"]],
                            "grade": item["grade"],
                        }
                    ]
                }
                for item in case["evidence"]
            ],
            "tags": case["tags"],
        }
        for number, case in enumerate(shared_module(place, "bench_h_lint").gen(count))
    ]


def _write_yaml(place: Place) -> None:
    import yaml

    with _path(place, "yaml").open("w", encoding="utf-8") as stream:
        yaml.dump(_cases(place, place.size(*YAML)), stream, Dumper=yaml.CSafeDumper, sort_keys=False, width=10_000)


def _write_lines(place: Place) -> None:
    with _path(place, "jsonl").open("w", encoding="utf-8") as stream:
        stream.writelines(json.dumps(case) + "\n" for case in _cases(place, place.size(*LINES)))


def _load(ending: str) -> Any:
    def setup(place: Place) -> Call:
        from goldsmith.ondisk.golden import load_golden

        def call() -> list[Any]:
            loaded = load_golden(_path(place, ending))
            last = loaded.raws[-1].place(("evidence", 2, "any_of", 0, "grade"))
            return [len(loaded.golden.cases), last.line > 0 and last.column > 1]

        return call

    return setup


def _model() -> Any:
    """Return the same case as pydantic models, as most projects would write them."""
    from typing import Literal

    from pydantic import BaseModel, ConfigDict, Field

    class Strict(BaseModel):
        model_config = ConfigDict(extra="forbid")

    class Alternative(Strict):
        document: str
        chunk: str
        span: tuple[int, int]
        grade: int = Field(ge=1)

    class Need(Strict):
        any_of: list[Alternative]

    class Accepted(Strict):
        answer: str

    class Origin(Strict):
        kind: str
        ref: str | None = None

    class Case(Strict):
        id: str = Field(min_length=1)
        question: str = Field(min_length=1)
        job: Literal["lookup", "comparison", "exception"]
        difficulty: Literal["easy", "medium", "hard"]
        origin: Origin
        accept: list[Accepted]
        evidence: list[Need]
        tags: list[str]

    for model in (Need, Case):
        model.model_rebuild(_types_namespace=locals())
    return Case


def _yaml_and_pydantic(place: Place) -> Call:
    import yaml
    from pydantic import TypeAdapter

    model = _model()
    adapter: Any = TypeAdapter(list[model])  # type: ignore[valid-type]  # a model that is made at run time

    def call() -> list[Any]:
        text = _path(place, "yaml").read_bytes()
        return [len(adapter.validate_python(yaml.load(text, Loader=yaml.CSafeLoader)))]

    return call


def _lines_and_pydantic(place: Place) -> Call:
    validate = _model().model_validate_json

    def call() -> list[Any]:
        return [len([validate(line) for line in _path(place, "jsonl").read_bytes().splitlines()])]

    return call


def _lines_and_msgspec(place: Place) -> Call:
    import msgspec

    def struct(name: str, **fields: object) -> Any:
        return msgspec.defstruct(name, list(fields.items()), forbid_unknown_fields=True)

    alternative = struct("Alternative", document=str, chunk=str, span=tuple[int, int], grade=int)
    need = struct("Need", any_of=GenericAlias(list, (alternative,)))
    case = struct(
        "Case",
        id=str,
        question=str,
        job=str,
        difficulty=str,
        origin=dict[str, str],
        accept=list[dict[str, str]],
        evidence=GenericAlias(list, (need,)),
        tags=list[str],
    )
    decoder = msgspec.json.Decoder(case)
    return lambda: [len(decoder.decode_lines(_path(place, "jsonl").read_bytes()))]


def _as_many(ours: list[Any], theirs: list[Any]) -> str:
    return "" if ours == [theirs[0], True] else f"{ours[0]} cases and {theirs[0]}"


CONTESTS = (
    Contest(
        name="h-yaml",
        says="10,000 YAML cases, line and column of every part",
        ours=_load("yaml"),
        peers=(Peer(name="CSafeLoader + pydantic", setup=_yaml_and_pydantic, goal=0.25, agree=_as_many),),
        prepare=_write_yaml,
        repeats=2,
    ),
    Contest(
        name="h-lines",
        says="100,000 JSON Lines cases",
        ours=_load("jsonl"),
        peers=(
            Peer(name="pydantic", setup=_lines_and_pydantic, goal=0.35, agree=_as_many),
            Peer(name="msgspec", setup=_lines_and_msgspec, agree=_as_many),
        ),
        prepare=_write_lines,
        repeats=2,
    ),
)
