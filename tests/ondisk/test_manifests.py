"""Reading chunk manifests of other tools."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import duckdb
import pytest

from goldsmith.errors import InputError, InvalidFileError, UnknownNameError
from goldsmith.ondisk.manifests import is_manifest, read_manifest
from goldsmith.tables.manifest_columns import parse_mapping

ROWS: list[dict[str, Any]] = [
    {"chunk_id": "a#1", "doc_id": "a", "start_char": 0, "end_char": 5, "text": "Alpha"},
    {"chunk_id": "a#2", "doc_id": "a", "start_char": 6, "end_char": 10, "text": "beta"},
]


def plain(values: Any) -> list[object]:
    return list(values.tolist() if hasattr(values, "tolist") else values)


def as_parquet(source: Path, target: Path) -> None:
    with duckdb.connect() as connected:
        connected.read_json(source.as_posix()).write_parquet(target.as_posix())


def write(folder: Path, ending: str) -> Path:
    path = folder / f"m{ending}"
    if ending == ".jsonl":
        path.write_text("".join(json.dumps(row) + "\n" for row in ROWS), encoding="utf-8")
    elif ending == ".json":
        path.write_text(json.dumps(ROWS), encoding="utf-8")
    elif ending == ".csv":
        lines = [",".join(ROWS[0]), *(",".join(map(str, row.values())) for row in ROWS)]
        path.write_text("\r\n".join(lines), encoding="utf-8-sig")
    else:
        as_parquet(write(folder, ".json"), path)
    return path


@pytest.mark.parametrize("ending", [".jsonl", ".json", ".csv", ".parquet"])
def test_every_format_gives_the_same_columns(tmp_path: Path, ending: str) -> None:
    path = write(tmp_path, ending)
    read = read_manifest(path)

    assert is_manifest(path)
    assert {field: plain(column) for field, column in read.values.items()} == {
        "id": ["a#1", "a#2"],
        "document": ["a", "a"],
        "start": [0, 6],
        "end": [5, 10],
        "text": ["Alpha", "beta"],
    }
    assert read.columns["id"] == "chunk_id"


@pytest.mark.parametrize("ending", [".jsonl", ".parquet"])
def test_columns_inside_metadata_are_found_and_can_be_named(tmp_path: Path, ending: str) -> None:
    json_path = tmp_path / "m.jsonl"
    row = {"id": "x", "page_content": "T", "metadata": {"source": "s.md", "start_index": 3, "kind of": "k"}, "extra": 1}
    json_path.write_text(json.dumps(row), encoding="utf-8")
    path = json_path
    if ending == ".parquet":
        path = tmp_path / "m.parquet"
        as_parquet(json_path, path)
    read = read_manifest(path, {"section": "metadata.kind of"})

    assert read.columns == {
        "section": "metadata.kind of",
        "id": "id",
        "text": "page_content",
        "start": "metadata.start_index",
        "source": "metadata.source",
    }
    assert plain(read.values["section"]) == ["k"]
    assert read.unused == ("extra",)


def test_a_parquet_column_with_gaps_gives_none(tmp_path: Path) -> None:
    path = tmp_path / "m.parquet"
    with duckdb.connect() as connected:
        rows = connected.sql("select * from (values ('a', 1), ('b', null)) t(id, page)")
        rows.write_parquet(path.as_posix())

    assert read_manifest(path).values["page"] == [1, None]


def test_a_mapping_names_our_field_first() -> None:
    assert parse_mapping(["id=chunk_link", "source="]) == {"id": "chunk_link", "source": ""}
    with pytest.raises(UnknownNameError, match="did you mean 'section'"):
        parse_mapping(["sections=x"])
    with pytest.raises(InputError, match="maps nothing"):
        parse_mapping(["id"])


def test_a_column_that_is_not_there_names_the_nearest(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no column 'chunk_idd'; did you mean 'chunk_id'"):
        read_manifest(write(tmp_path, ".jsonl"), {"id": "chunk_idd"})
    with pytest.raises(UnknownNameError, match="did you mean 'id'"):
        read_manifest(write(tmp_path, ".jsonl"), {"idd": "chunk_id"})


def test_without_anything_like_an_id_the_columns_are_shown(tmp_path: Path) -> None:
    path = tmp_path / "m.jsonl"
    path.write_text('{"words": "x"}', encoding="utf-8")

    with pytest.raises(InputError, match="--map id=COLUMN, one of: words"):
        read_manifest(path)


@pytest.mark.parametrize(("name", "data"), [("m.parquet", b"no parquet"), ("m.jsonl", b"{"), ("m.json", b"[1]")])
def test_a_broken_file_is_refused(tmp_path: Path, name: str, data: bytes) -> None:
    (tmp_path / name).write_bytes(data)

    with pytest.raises(InvalidFileError):
        read_manifest(tmp_path / name)


def test_a_file_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="there is no file"):
        read_manifest(tmp_path / "gone.jsonl")


def test_lists_and_fractions_of_parquet_come_back_as_python_has_them(tmp_path: Path) -> None:
    with duckdb.connect() as connected:
        rows = connected.sql("select 'a' as id, ['x', 'y'] as acl, 1.5::double as page, 2 as tokens")
        rows.write_parquet((tmp_path / "m.parquet").as_posix())
    read = read_manifest(tmp_path / "m.parquet").values

    assert (read["allowed_principals"], read["page"], plain(read["tokens"])) == ([["x", "y"]], [1.5], [2])
