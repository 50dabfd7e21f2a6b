"""What is found of a case in the lines of a file, and the tombstones that tell of it."""

from __future__ import annotations

import json
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

from goldsmith.ondisk.tombstones import Erasure, Recorded, add_erasures, mentioning, read_erasures, recorded

RESULT = {"key": {"task": "a", "step": 0, "repeat": 1}, "case": "a", "case_digest": "c1:1", "outcome": {"answer": "x"}}
STONE = Erasure(
    case="a", place="run 0001-x", at="2026-11-30T12:00:00Z", who="Ana", why="asked", results=1, sha256="0" * 64
)


def lines(path: Path, *rows: object, end: str = "\n") -> Path:
    path.write_bytes("".join(json.dumps(row) + end for row in rows).encode())
    return path


def test_a_case_is_found_in_results_snapshots_scores_and_probes(tmp_path: Path) -> None:
    rows = (
        RESULT,
        {"case": {"id": "b", "question": "?"}, "case_digest": "c1:2"},
        {"case": "c", "measure": "recall", "outcome": {"value": 1.0}},
        {"task": "t", "permitted": "d", "denied": "e"},
    )
    found = recorded([lines(tmp_path / "x.jsonl", *rows)], {"a", "b", "c", "d", "e", "f"})

    assert {case: left.results for case, left in found.items()} == {"a": 1, "b": 0, "c": 0, "d": 0, "e": 0}
    assert found["a"] == Recorded(results=1, sha256=sha256(json.dumps(RESULT).encode()).hexdigest())


def test_line_ends_of_a_checkout_change_no_digest(tmp_path: Path) -> None:
    held = [recorded([lines(tmp_path / name, RESULT, end=end)], {"a"}) for name, end in (("u", "\n"), ("w", "\r\n"))]

    assert held[0] == held[1]


def test_what_is_erased_already_is_not_found(tmp_path: Path) -> None:
    gone = {**RESULT, "outcome": {"kind": "not_answered", "message": STONE.words}}
    snapshot = {"case": {"id": "a", "question": "(erased)"}, "case_digest": "erased"}

    assert recorded([lines(tmp_path / "x.jsonl", gone, snapshot), tmp_path / "absent.jsonl"], {"a"}) == {}


def test_a_person_is_found_though_their_name_is_written_in_escapes() -> None:
    escaped = json.dumps({**RESULT, "outcome": {"answer": "Zoë asked"}}).encode()

    assert (b"\\u00eb" in escaped, mentioning([escaped, b"{cut", b""], ["zoë"]), mentioning([escaped], [" "])) == (
        True,
        frozenset({"a"}),
        frozenset(),
    )


def test_a_tombstone_is_set_once(tmp_path: Path) -> None:
    path = tmp_path / "golden" / "erasures.jsonl"
    other = replace(STONE, sha256="1" * 64)
    for stones in ((STONE,), (STONE, other), (replace(STONE, results=0, sha256="2" * 64),)):
        add_erasures(path, stones)

    assert read_erasures(path) == (STONE, other)
