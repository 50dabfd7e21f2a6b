"""Whatever a file holds, it is read whole or refused in words: no traceback, no hang, no memory, no case lost.

How many inputs are tried is in the variable GOLDSMITH_FUZZED, 20,000 where it is not set. An input is named by its kind
and number: the same number is always the same input.
"""

from __future__ import annotations

import contextlib
import os
import resource
import sys
import time
import tracemalloc
from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random
from typing import Any

import pytest

from goldsmith.errors import GoldsmithError
from goldsmith.ondisk.golden import load_golden
from goldsmith.ondisk.json_strict import read_json, read_json_lines
from goldsmith.ondisk.project import load_settings
from goldsmith.ondisk.yaml_events import read_yaml
from goldsmith.records.digests import case_digest
from tests.reliability.bulk_inputs import BULK
from tests.reliability.fuzzed_kinds import Kind, kinds

INPUTS = int(os.environ.get("GOLDSMITH_FUZZED", "20000"))  # noqa: TID251 - how long to try is for the caller to say
BATCHES = max(1, INPUTS // 1000)
LONGEST_S = 2.0
"""Of the processor's time: how busy the machine is must not matter."""
LONGEST_LINE = 4_000
"""Characters: what was found may be as long as a file, and a person must still see what to do."""
MOST_BYTES = 200 * 2**20


@pytest.fixture(scope="session")
def every_kind(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Kind]:
    """Return every kind of file; without the shared cases the seeds are the help desk's alone."""
    try:
        shared = request.getfixturevalue("shared")
    except pytest.skip.Exception:
        shared = None
    return kinds(shared, tmp_path_factory.mktemp("own"))


def refusals(name: str, kind: Kind, number: int, folder: Path) -> list[str]:
    """Return what is wrong with how one input is taken."""
    data = kind.spoiled(Random(f"{name}:{number}"))
    started = time.process_time()
    try:
        found = kind.read(data, folder)
        other = None if found is None else kind.again(data)
        faults = [] if found is None or other is None or found == other else [f"ours {found}, another reader {other}"]
    except GoldsmithError as error:
        faults = [] if error.next_step else [f"told without a next step: {error}"]
        faults += [f"a line of {len(line)}: {line}" for line in str(error).splitlines() if len(line) > LONGEST_LINE]
    except Exception as error:  # noqa: BLE001 - the very thing that must not come
        faults = [f"{type(error).__name__}: {error}"]
    spent = time.process_time() - started
    faults += [f"{spent:.1f} s"] if spent > LONGEST_S else []
    return [f"{name}:{number}: {fault[:500]}" for fault in faults]


def largest_so_far() -> int:
    """Return the most memory that this process ever held, in bytes."""
    held = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return held if sys.platform == "darwin" else held * 1024


@pytest.mark.parametrize("batch", range(BATCHES))
def test_a_spoiled_file_is_read_whole_or_refused_in_words(
    every_kind: Mapping[str, Kind], batch: int, tmp_path: Path
) -> None:
    before = largest_so_far()
    found = []
    tried = 0
    for name, kind in every_kind.items():
        folder = tmp_path / f"in-{name}"
        folder.mkdir()
        for number in range(batch * kind.per_thousand, (batch + 1) * kind.per_thousand):
            found += refusals(name, kind, number, folder)
            tried += 1

    assert found == []
    assert tried == 1000
    assert largest_so_far() - before < MOST_BYTES


def test_no_spoiled_file_takes_memory_out_of_proportion(every_kind: Mapping[str, Kind], tmp_path: Path) -> None:
    largest: dict[str, int] = {}
    for name in ("csv", "yaml", "jsonl", "json", "set.yaml", "manifest.jsonl"):
        folder = tmp_path / f"in-{name}"
        folder.mkdir()
        for number in range(30):
            data = every_kind[name].spoiled(Random(f"{name} memory:{number}"))
            tracemalloc.start()
            try:
                every_kind[name].read(data, folder)
            except GoldsmithError:
                pass
            finally:
                largest[name] = max(largest.get(name, 0), tracemalloc.get_traced_memory()[1])
                tracemalloc.stop()

    assert {name: size for name, size in largest.items() if size > MOST_BYTES} == {}


@pytest.mark.parametrize(("name", "words"), BULK)
def test_what_stands_in_a_file_very_often_takes_no_time_out_of_proportion(
    every_kind: Mapping[str, Kind], name: str, words: str, tmp_path: Path
) -> None:
    started = time.process_time()
    with contextlib.suppress(GoldsmithError):
        every_kind[name].read(BULK[name, words], tmp_path)

    assert time.process_time() - started < LONGEST_S


DIGITS = b"9" * 5000


@pytest.mark.parametrize(
    ("data", "reader"),
    [
        (b'{"id": "a", "n": ' + DIGITS + b', "b": [{true: 1}]}\n', read_json_lines),
        (b'[{"id": "a", "n": ' + DIGITS + b', "b": oops}]', read_json),
        (b"- {id: a, n: " + DIGITS + b", b: [}\n", read_yaml),
    ],
)
def test_a_number_of_many_digits_does_not_hide_what_stands_after_it(data: bytes, reader: Callable[..., object]) -> None:
    with pytest.raises(GoldsmithError, match=r"not JSON|not YAML"):
        reader(data, name="golden")


@pytest.mark.parametrize("suffix", ["json", "yaml"])
def test_a_whole_number_never_becomes_an_infinity(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"golden.{suffix}"
    path.write_bytes(b'[{"id": "a", "question": "Q?", "weight": ' + b"1" * 400 + b"}]")

    with pytest.raises(GoldsmithError, match=r"\[a\] weight: a number that is too large"):
        load_golden(path)
    path.write_bytes(path.read_bytes().replace(b"1" * 400, b"1" * 300))
    assert case_digest(load_golden(path).golden.cases[0]).startswith("c1:")


def test_a_cell_of_lists_in_lists_is_no_list_of_sources(tmp_path: Path) -> None:
    path = tmp_path / "golden.csv"
    path.write_text(f"id,question,expected_sources\na,Q?,{'[' * 5000}\n", encoding="utf-8")

    with pytest.raises(GoldsmithError, match=r"golden.csv:2:1: \[a\] evidence: a list was expected") as caught:
        load_golden(path)
    assert caught.value.problems[0].mend == "write a list"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[check]\nsuppres = []\n", "check.suppres: unknown setting\n      mend: did you mean 'suppress'?"),
        ('[[check.suppress]]\ncode = "GS1"\nwhy = "x"\n', "check.suppress.0.why: unknown setting"),
        ('[identities.ann]\ntoken = "x"\n', "identities.ann.token: unknown setting"),
        ("[privacy]\nkeep = 3\n", "privacy.keep: unknown setting\n      mend: did you mean 'keep_days'?"),
        ("cutoff = 0x" + "f" * 5000 + "\n", "cutoff: found a number that is too large"),
        ("cutoff = " + "9" * 5000 + "\n", "a number has more digits than can be read"),
        ("[systems.app]\nkind = 'http'\ntimeout = inf\n", "systems.app.timeout: found inf, which is no finite number"),
        ("documents = " + "[" * 5000 + "\n", "lists and tables stand too deep in each other"),
        ("documents = " + "[" * 70 + "]" * 70 + "\n", "documents.0.0: lists and tables stand more than 64 deep"),
        ("documents = \n", "goldsmith.toml:1:13: Invalid value"),
        ("[run]\nconcurrency = 0\n", "GSE-104 goldsmith.toml: concurrency is 0"),
    ],
)
def test_settings_that_cannot_be_are_told_with_their_place(tmp_path: Path, text: str, told: str) -> None:
    (tmp_path / "goldsmith.toml").write_text(text, encoding="utf-8")

    with pytest.raises(GoldsmithError) as caught:
        load_settings(tmp_path)
    assert told in str(caught.value)
    assert caught.value.next_step != ""


def test_a_number_is_the_same_input_every_time(every_kind: Mapping[str, Kind]) -> None:
    def drawn() -> list[tuple[str, Any]]:
        return [(name, kind.spoiled(Random(f"{name}:7"))) for name, kind in every_kind.items()]

    assert drawn() == drawn()
