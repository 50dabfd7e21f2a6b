"""Single fields are written where they stand; a file that somebody else changed meanwhile is left."""

from __future__ import annotations

from pathlib import Path

import pytest

from goldsmith.errors import ConflictError
from goldsmith.ondisk.golden import load_golden
from goldsmith.ondisk.splice_fields import replace_fields, set_fields

YAML = (
    '# Kept.\n- id: a\n  question: Q?   # kept too\n  risk: HIGH\n  answerability: "supported"\n  behaviour: answer\n'
)
CSV = "id,question,expected_answer,expected_sources,type\nc,Q?,A,a#1,simple\n"


def test_every_other_byte_stays(tmp_path: Path) -> None:
    file = tmp_path / "a.yaml"
    file.write_bytes(YAML.replace("\n", "\r\n").encode())
    replace_fields(file, [(load_golden(file).raws[0], {"risk": "high"})])

    assert file.read_bytes() == YAML.replace("HIGH", "high").replace("\n", "\r\n").encode()


def test_a_file_that_was_changed_meanwhile_is_left_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "a.yaml"
    file.write_text(YAML, encoding="utf-8")
    raw = load_golden(file).raws[0]
    file.write_text(f"{YAML}\n# by another\n", encoding="utf-8")

    with pytest.raises(ConflictError, match="was changed by somebody else"):
        replace_fields(file, [(raw, {"risk": "high"})])


@pytest.mark.parametrize(("name", "text"), [("a.yaml", YAML), ("a.csv", CSV)])
def test_a_field_that_is_not_there_and_a_cell_are_refused(tmp_path: Path, name: str, text: str) -> None:
    file = tmp_path / name
    file.write_text(text, encoding="utf-8")
    raw = load_golden(file).raws[0]

    with pytest.raises(ValueError, match=r"no field|cells|fields of its own"):
        replace_fields(file, [(raw, {"job": "lookup"})])


def test_new_fields_go_behind_those_that_a_record_has(tmp_path: Path) -> None:
    file = tmp_path / "a.jsonl"
    file.write_text(
        '{"id": "a", "question": "Q?", "accept": ["old"]}\n{"id": "b", "question": "R?"}\n', encoding="utf-8"
    )
    raw = load_golden(file).raws[0]
    set_fields(file, [(raw, {"accept": [], "answerability": "unsupported", "behaviour": "refuse"})])

    assert file.read_text(encoding="utf-8") == (
        '{"id": "a", "question": "Q?", "accept": [], "answerability": "unsupported", "behaviour": "refuse"}\n'
        '{"id": "b", "question": "R?"}\n'
    )


def test_new_fields_of_yaml_stand_on_their_own_lines(tmp_path: Path) -> None:
    file = tmp_path / "a.yaml"
    file.write_text("- id: a\n  question: Q?  # kept\n  evidence: [x]\n", encoding="utf-8")
    set_fields(file, [(load_golden(file).raws[0], {"evidence": [], "behaviour": "refuse"})])

    assert file.read_text(encoding="utf-8") == "- id: a\n  question: Q?  # kept\n  evidence: []\n  behaviour: refuse\n"
