"""The corpus pin moves; whatever else people wrote into set.yaml stays as it stands."""

from __future__ import annotations

from pathlib import Path

import pytest

from goldsmith.ondisk.golden import HEADER
from goldsmith.ondisk.set_pin import write_pin
from goldsmith.ondisk.yaml_events import read_yaml_mapping
from goldsmith.records.golden_set import CorpusPin, SetHeader

PIN = CorpusPin(label="2026-09", digest="ab12")


def _header(path: Path) -> SetHeader:
    found = HEADER.parse(read_yaml_mapping(path.read_bytes(), name=path.name), file=path.name)
    assert isinstance(found, SetHeader)
    return found


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "name: desk  # ours\ncorpus: {label: 2026-03, digest: ff}\nowner: Ada\n",
            "name: desk  # ours\ncorpus: {label: 2026-09, digest: ab12}\nowner: Ada\n",
        ),
        (
            "name: desk\ncorpus:\n  label: 2026-03\nowner: Ada\n",
            "name: desk\ncorpus: {label: 2026-09, digest: ab12}\nowner: Ada\n",
        ),
        ("name: desk\n", "name: desk\ncorpus: {label: 2026-09, digest: ab12}\n"),
        ("name: desk\r\nowner: Ada\r\n", "name: desk\r\nowner: Ada\r\ncorpus: {label: 2026-09, digest: ab12}\r\n"),
    ],
)
def test_the_pin_alone_is_written(tmp_path: Path, before: str, after: str) -> None:
    path = tmp_path / "set.yaml"
    path.write_bytes(before.encode())
    write_pin(path, PIN)

    assert path.read_bytes().decode() == after
    assert _header(path).corpus == PIN


def test_a_label_that_looks_like_a_number_or_a_date_stays_a_text(tmp_path: Path) -> None:
    path = tmp_path / "set.yaml"
    path.write_text("name: desk\n", encoding="utf-8")
    write_pin(path, CorpusPin(label="2026"))

    assert _header(path).corpus == CorpusPin(label="2026")
