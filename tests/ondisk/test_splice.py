"""Pinned evidence goes into its own case; every other byte of the file stays."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goldsmith.errors import ConflictError, InputError
from goldsmith.ondisk.golden import load_golden
from goldsmith.ondisk.short_forms import shorten
from goldsmith.ondisk.splice import replace_evidence
from goldsmith.ondisk.yaml_write import emit_yaml
from goldsmith.records.case import Case
from goldsmith.records.evidence import Alternative, Need
from tests.records.building import cases, needs

PINNED = (
    Need(any_of=(Alternative(document="returns", chunk="returns#1", quote="within 30 days: always", span=(10, 32)),)),
)
YAML = """\
# What people ask about returns.

- id: window   # asked daily
  question: "When?"
  evidence:
    - {document: returns, quote: "within 30 days: always"}   # words only
  tags: [ returns,eu ]

- {id: fee, question: How much?, evidence: [fees#1]}

-   id: late
    question: >-
      Is it
      too late?
    evidence: [returns#2]
    notes: 'kept'
"""


def spliced(path: Path, changes: dict[int, tuple[Need, ...]], fields: dict[str, str] | None = None) -> bytes:
    """Give the cases at these places new evidence and return the file."""
    loaded = load_golden(path, fields=fields)
    replace_evidence(path, [(loaded.raws[index], found) for index, found in changes.items()], fields=fields)
    return path.read_bytes()


def test_the_evidence_of_one_case_is_replaced_and_the_rest_of_the_file_stays(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_bytes(YAML.encode())

    assert spliced(path, {2: PINNED}).decode() == YAML.replace(
        "    evidence: [returns#2]\n",
        "    evidence:\n"
        '      - {document: returns, chunk: returns#1, quote: "within 30 days: always", span: [10, 32]}\n',
    )
    assert load_golden(path).golden.cases[2].evidence == PINNED


def test_cases_of_every_layout_are_spliced_in_one_write(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_bytes(YAML.encode())
    before = load_golden(path).golden.cases
    written = spliced(path, {0: PINNED, 1: PINNED}).decode()
    after = load_golden(path).golden.cases

    assert [case.evidence for case in after] == [PINNED, PINNED, before[2].evidence]
    assert written.startswith('# What people ask about returns.\n\n- id: window   # asked daily\n  question: "When?"\n')
    assert "tags: [ returns,eu ]\n" in written
    assert written.endswith(YAML[YAML.index("-   id: late") :])


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"], ids=["plain", "marked"])
def test_line_ends_and_the_byte_order_mark_stay(tmp_path: Path, mark: bytes) -> None:
    path = tmp_path / "a.yaml"
    path.write_bytes(mark + YAML.replace("\n", "\r\n").encode())
    written = spliced(path, {2: PINNED})

    assert written.startswith(mark + b"# What people ask about returns.\r\n")
    assert written.count(b"\n") == written.count(b"\r\n")
    assert load_golden(path).golden.cases[2].evidence == PINNED


def lines_of(several: list[Case]) -> list[str]:
    return [json.dumps(shorten(case), ensure_ascii=False) for case in several]


some_cases = st.lists(cases, min_size=1, max_size=4)
new_evidence = st.lists(needs, max_size=2).map(tuple)


@settings(max_examples=25)
@given(some_cases, new_evidence, st.data())
def test_splicing_json_lines_changes_one_field_of_one_line(
    tmp_path_factory: pytest.TempPathFactory, several: list[Case], found: tuple[Need, ...], data: st.DataObject
) -> None:
    chosen = data.draw(st.integers(0, len(several) - 1))
    path = tmp_path_factory.mktemp("splice") / "a.jsonl"
    path.write_bytes("".join(f"{line}\n" for line in lines_of(several)).encode())
    after = spliced(path, {chosen: found}).decode().split("\n")[:-1]

    assert after[:chosen] + after[chosen + 1 :] == lines_of(several)[:chosen] + lines_of(several)[chosen + 1 :]
    assert fields_of(after[chosen]) == fields_of(lines_of(several)[chosen])
    assert load_golden(path).golden.cases[chosen].evidence == found


def fields_of(line: str) -> dict[str, Any]:
    return {name: item for name, item in json.loads(line).items() if name != "evidence"}


@settings(max_examples=25)
@given(some_cases, new_evidence, st.data())
def test_splicing_yaml_changes_the_evidence_of_one_case(
    tmp_path_factory: pytest.TempPathFactory, several: list[Case], found: tuple[Need, ...], data: st.DataObject
) -> None:
    chosen = data.draw(st.integers(0, len(several) - 1))
    path = tmp_path_factory.mktemp("splice") / "a.yaml"
    parts = [emit_yaml([shorten(case)]) for case in several]
    path.write_bytes("# kept\n".join(parts).encode())
    before = load_golden(path).golden.cases
    after = spliced(path, {chosen: found}).decode()

    assert after.startswith("# kept\n".join([*parts[:chosen], ""]))
    assert after.endswith("# kept\n".join(["", *parts[chosen + 1 :]]))
    assert [case.evidence for case in load_golden(path).golden.cases] == [
        found if index == chosen else case.evidence for index, case in enumerate(before)
    ]


def test_the_layout_of_a_json_file_stays(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    text = '[\n  {"id": "a",\n   "evidence": ["d#1"],\n   "question": "\\u00e9?",  "weight": 1.50}\n]\n'
    path.write_text(text, encoding="utf-8")

    assert spliced(path, {0: (Need(any_of=(Alternative(chunk="d#2"),)),)}).decode() == text.replace("d#1", "d#2")


def test_a_case_without_evidence_gets_the_field(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text('{"id": "a", "question": "Q?" }\n', encoding="utf-8")

    assert spliced(path, {0: (Need(any_of=(Alternative(chunk="d#2"),)),)}) == (
        b'{"id": "a", "question": "Q?", "evidence": ["d#2"] }\n'
    )


@pytest.mark.parametrize("suffix", ["jsonl", "yaml"])
def test_the_field_keeps_the_name_that_it_has_in_the_file(tmp_path: Path, suffix: str) -> None:
    sixty, foreign = tmp_path / f"sixty.{suffix}", tmp_path / f"foreign.{suffix}"
    sixty.write_text('{"id": "a", "question": "Q?", "expected_sources": ["d#1"]}\n', encoding="utf-8")
    foreign.write_text('{"id": "a", "question": "Q?", "gold": ["d#1"]}\n', encoding="utf-8")
    spliced(sixty, {0: PINNED})
    spliced(foreign, {0: PINNED}, {"evidence": "gold"})

    assert "expected_sources" in sixty.read_text(encoding="utf-8")
    assert "gold" in foreign.read_text(encoding="utf-8")
    assert load_golden(sixty).golden.cases[0].evidence == PINNED
    assert load_golden(foreign, fields={"evidence": "gold"}).golden.cases[0].evidence == PINNED


def test_a_file_that_somebody_else_changed_meanwhile_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_text(YAML, encoding="utf-8")
    raws = load_golden(path).raws
    path.write_text(YAML + "- {id: new, question: Q?}\n", encoding="utf-8")
    with pytest.raises(ConflictError) as caught:
        replace_evidence(path, [(raws[0], PINNED)])

    assert caught.value.next_step == "run the same command again"
    assert path.read_text(encoding="utf-8") == YAML + "- {id: new, question: Q?}\n"


def test_a_csv_file_is_refused_because_its_cells_hold_ids_only(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    text = "id,question,expected_answer,expected_sources,type\na,Q?,A,d#1,simple\n"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError) as caught:
        replace_evidence(path, [(load_golden(path).raws[0], PINNED)])

    assert caught.value.next_step == "keep these cases as YAML or JSONL to pin their evidence"
    assert path.read_text(encoding="utf-8") == text
