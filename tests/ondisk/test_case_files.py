"""A case is added at the end of a file; every byte that stands there stays."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from goldsmith.errors import InputError
from goldsmith.ondisk.case_files import append_case
from goldsmith.ondisk.yaml_events import read_yaml

NEW = {"id": "new", "question": "New?"}


@pytest.mark.parametrize(
    "held",
    [
        b"- id: z\r\n  question: q?\r\n",
        b"\xef\xbb\xbf- id: z\n  question: q?\n",
        b"- {id: z, question: q?}",
        b"---\n- {id: z, question: q?}\n",
        b"- id: z\n  question: |\n    text\n\n\n",
        b"# first\n- id: z\n  question: q?\n# last",
    ],
)
def test_what_stands_in_a_file_stays_and_the_line_is_told(tmp_path: Path, held: bytes) -> None:
    path = tmp_path / "cases.yaml"
    path.write_bytes(held)

    line = append_case(path, NEW, note="met")

    after = path.read_bytes()
    assert after.startswith(held)
    assert [raw.at(("id",)) for raw in read_yaml(after, name="cases.yaml")] == ["z", "new"]
    assert after.splitlines()[line - 1] == b'- {id: new, question: "New?"}'


@pytest.mark.parametrize(
    "held",
    [
        b"[{id: z, question: q?}]\n",
        b"  - id: z\n    question: q?\n",
        b"id: z\nquestion: q?\n",
        b"- {id: z, question: q?}\n...\n",
    ],
)
def test_a_file_to_whose_end_nothing_can_be_added_is_left_and_told(tmp_path: Path, held: bytes) -> None:
    path = tmp_path / "cases.yaml"
    path.write_bytes(held)

    with pytest.raises(InputError, match="no list to whose end a case can be added"):
        append_case(path, NEW)

    assert path.read_bytes() == held


def test_writers_at_the_same_time_lose_no_case(tmp_path: Path) -> None:
    path = tmp_path / "cases.yaml"

    with ThreadPoolExecutor(max_workers=4) as pool:
        lines = sorted(pool.map(lambda number: append_case(path, {"id": f"c{number}", "question": "Q?"}), range(20)))

    assert len(set(lines)) == 20
    assert len(read_yaml(path.read_bytes(), name="cases.yaml")) == 20
