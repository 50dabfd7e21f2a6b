"""What an export writes is read back as it was, and never outside the folder that was named."""

from __future__ import annotations

from pathlib import Path

import pytest

from goldsmith.errors import InputError
from goldsmith.ondisk.foreign_files import open_foreign
from goldsmith.ondisk.foreign_write import write_foreign
from goldsmith.ports.foreign import WrittenFile


def _no_workbook(_file: WrittenFile) -> bytes:
    return b""


def test_a_table_comes_back_from_parquet_with_its_lists(tmp_path: Path) -> None:
    file = WrittenFile(
        name="qa.parquet",
        container="parquet",
        columns=("qid", "retrieval_gt", "it's"),
        kinds=("VARCHAR", "VARCHAR[][]", "BIGINT"),
        rows=({"qid": "1", "retrieval_gt": [["a", "b"], ["c"]], "it's": 3}, {"qid": "2", "retrieval_gt": []}),
    )

    write_foreign(tmp_path, (file,), workbook=_no_workbook)

    part = open_foreign([tmp_path / "qa.parquet"], options={}, workbook=lambda _: iter(())).parts[0]
    assert [row.value for row in part.rows()] == [
        {"qid": "1", "retrieval_gt": [["a", "b"], ["c"]], "it's": 3},
        {"qid": "2", "retrieval_gt": [], "it's": None},
    ]


def test_a_table_without_rows_keeps_its_columns(tmp_path: Path) -> None:
    file = WrittenFile(name="qa.parquet", container="parquet", columns=("qid",), kinds=("VARCHAR",))

    (path,) = write_foreign(tmp_path, (file,), workbook=_no_workbook)

    assert list(open_foreign([path], options={}, workbook=lambda _: iter(())).parts[0].rows()) == []


@pytest.mark.parametrize("name", ["../outside.txt", "/etc/goldsmith", "a/../../b"])
def test_no_file_is_written_outside_the_folder(tmp_path: Path, name: str) -> None:
    with pytest.raises(InputError, match="leads out of"):
        write_foreign(tmp_path / "in", (WrittenFile(name=name, text="x"),), workbook=_no_workbook)

    assert not (tmp_path / "in").exists()
