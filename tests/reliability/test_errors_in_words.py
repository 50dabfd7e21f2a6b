"""Whatever a person gets wrong is told with its place, its field, what was found and what to do, and ends with 2."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from goldsmith.errors import GoldsmithError
from goldsmith.ondisk.golden import load_golden
from tests.cases.conftest import goldsmith
from tests.cases.telling import Goldsmith
from tests.reliability.bad_inputs import ROWS
from tests.workflows.shop import make_shop

__all__ = ["goldsmith"]


@pytest.mark.parametrize(("name", "data", "told"), ROWS)
def test_a_bad_file_of_cases_is_told_at_its_place_with_what_to_do(
    tmp_path: Path, name: str, data: str | bytes, told: str
) -> None:
    path = tmp_path / name
    path.write_bytes(data if isinstance(data, bytes) else data.encode())
    with pytest.raises(GoldsmithError) as caught:
        load_golden(path, shown=name)
    first = caught.value.problems[0]

    assert str(first).startswith(f"{name}:{told}")
    assert [one for one in caught.value.problems if not (one.file and one.line and one.message and one.mend)] == []
    assert caught.value.next_step != ""
    assert caught.value.exit_status == 2


def test_at_least_eighty_bad_files_are_tried() -> None:
    assert len({(name, data) for name, data, _told in ROWS}) >= 80


FILES: tuple[tuple[str, str, str, tuple[str, ...]], ...] = (
    ("golden/set.yaml", "nam: shop\n", "golden/set.yaml:1:1: nam: there is no field `nam`", ("check",)),
    ("golden/set.yaml", "name: [\n", "golden/set.yaml:2:1: not YAML", ("check",)),
    ("golden/set.yaml", "- a\n", "golden/set.yaml:1:1: a mapping", ("check",)),
    ("golden/set.yaml", "name: shop\ngates: [{measure: recal@5, min: 1}]\n", "'recal'; did you mean", ("check",)),
    ("golden/set.yaml", "name: shop\ngates: [{measure: recall@5}]\n", "neither min nor max", ("check",)),
    ("golden/set.yaml", "name: shop\ngates: [{measure: recall@5, min: 80}]\n", "did you mean 0.8?", ("check",)),
    ("golden/set.yaml", "name: shop\ncorpus: {label: may}\n", "may", ("check",)),
    ("golden/cases/a.yaml", "- id: a\n", "golden/cases/a.yaml:1:3: [a] question: the field", ("check",)),
    ("golden/cases/b.json", "{", "golden/cases/b.json:1:2: not JSON", ("check",)),
    ("golden/reviews.jsonl", "{}\n", "reviews.jsonl:1:1:", ("check",)),
    ("golden/reviews.jsonl", '{"fact": "decision", "id": "d"}\n', "reviews.jsonl:1:1: [d] case: the", ("check",)),
    ("goldsmith.toml", "cutof = 3\n", "goldsmith.toml: cutof: unknown setting", ("check",)),
    ("goldsmith.toml", "cutoff = \n", "goldsmith.toml:1:", ("check",)),
    ("goldsmith.toml", "[run]\nrepeats = 0\n", "goldsmith.toml: repeats is 0", ("check",)),
    ("goldsmith.toml", '[[check.suppress]]\ncode = "GS999"\nreason = "x"\n', "'GS999'", ("check",)),
    ("goldsmith.toml", '[systems.app]\nkind = "htp"\n', "'htp'; did you mean 'http'?", ("evaluate",)),
    (
        "goldsmith.toml",
        '[systems.app]\ntarget = "app.py:answer"\n',
        "'app' in goldsmith.toml has no kind",
        ("evaluate",),
    ),
    ("app.py", "def answer(q):\n    return\n", "app.py", ("evaluate", "--system", "app.py:reply")),
    ("app.py", "def answer(q:\n", "app.py", ("evaluate", "--system", "app.py:answer")),
    (
        "answers.jsonl",
        '{"id": "window"}\n',
        "answers.jsonl: it is not clear",
        ("evaluate", "--system", "answers.jsonl"),
    ),
    ("answers.jsonl", "{oops}\n", "answers.jsonl:1:2: not JSON", ("evaluate", "--system", "answers.jsonl")),
    ("m.jsonl", '{"text": "x"}\n', "no column of m.jsonl looks like a chunk id", ("freeze", "m.jsonl")),
    ("m.jsonl", '{"id": "a", "text": "x", "start": 9, "end": 1}\n', "m.jsonl:1: end: ", ("freeze", "m.jsonl")),
    ("m.csv", "id,text\na,x\na,y\n", "m.csv:3: id: ", ("freeze", "m.csv")),
    ("docs/a.md", "---\nid: a\nversio: 2\n---\nText.\n", "a.md:3:1: versio: ", ("freeze", "docs")),
    ("docs/a.md", "---\nid: a\nText.\n", "a.md:1: the front matter", ("freeze", "docs")),
    ("docs/a.md", "---\neffective_from: tomorrow\n---\nText.\n", "a.md:2:17: effective_from: ", ("freeze", "docs")),
    ("docs/a.md", "---\nstatus: partial\n---\nText.\n", "a.md:2:9: status: ", ("freeze", "docs")),
)


@pytest.mark.parametrize(("name", "text", "told", "words"), FILES)
def test_a_bad_file_of_a_project_is_told_with_what_to_do_and_ends_with_2(
    goldsmith: Goldsmith, tmp_path: Path, name: str, text: str, told: str, words: tuple[str, ...]
) -> None:
    make_shop(tmp_path)
    path = tmp_path / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    said = goldsmith(*words)

    assert said.status == 2, said.out + said.err
    assert told in said.err
    assert re.search(r"Next: |mend: ", said.err), said.err


CALLS: tuple[tuple[tuple[str, ...], str], ...] = (
    (("chek",), "'chek'; did you mean 'check'?"),
    (("check", "missing.csv"), "there is no golden set at missing.csv"),
    (("check", "documents/returns.md"), "is none of the kinds that a set is read from"),
    (("evaluate", "--system", "nobody"), "'nobody'"),
    (("evaluate", "--system", "app.py:nothing"), "app.py"),
    (("evaluate", "--system", "gone.jsonl"), "gone.jsonl"),
    (("evaluate", "--system", "reference", "--case", "windw"), "'windw'"),
    (("evaluate", "--system", "reference", "--slice", "risk"), "--slice takes NAME=VALUE"),
    (("freeze", "gone"), "there is nothing at"),
    (("freeze", "documents", "--label", "../x"), "cannot be the label of a revision"),
    (("show", "windw"), "'windw'"),
    (("report", "0099-none"), "there is no run yet"),
    (("score", "0099-none"), "there is no run yet"),
    (("schema", "cas"), "'case', 'check', 'decision'"),
    (("explain", "GS9999"), "GS9999"),
    (("approve", "window"), "Next: "),
    (("corpus", "find"), ""),
    (("check", "--corpus", "april"), ""),
)


@pytest.mark.parametrize(("words", "told"), CALLS)
def test_a_call_that_cannot_be_carried_out_says_why_and_ends_with_2(
    goldsmith: Goldsmith, tmp_path: Path, words: tuple[str, ...], told: str
) -> None:
    make_shop(tmp_path)
    said = goldsmith(*words)

    assert said.status == 2, said.out + said.err
    assert told in said.err
    assert re.search(r"Next: |mend: |Try |Usage: ", said.err), said.err


APP = "def answer(question):\n    {}\n"
GOOD = 'return {"answer": "Within 30 days.", "retrieved": ["a"], "citations": ["a"], "behaviour": "answer"}'


@pytest.fixture
def asked(goldsmith: Goldsmith, tmp_path: Path) -> Callable[[str], int]:
    """Return a function that evaluates one case on an app that does this, and returns the status."""
    case = {
        "id": "a", "question": "How long?", "accept": ["30 days"], "evidence": ["a"],
        "claims": [{"required": "30 days", "match": {"number": 30, "unit": "day"}}],
    }  # fmt: skip
    (tmp_path / "golden.jsonl").write_text(json.dumps(case) + "\n", encoding="utf-8")

    def evaluate(does: str) -> int:
        (tmp_path / "app.py").write_text(APP.format(does), encoding="utf-8")
        return goldsmith("evaluate", "golden.jsonl", "--system", "app.py:answer").status

    return evaluate


def test_0_nothing_falls_short(asked: Callable[[str], int]) -> None:
    assert asked(GOOD) == 0


def test_1_the_system_or_the_set_falls_short(asked: Callable[[str], int], goldsmith: Goldsmith, tmp_path: Path) -> None:
    assert asked(GOOD.replace('"citations": ["a"]', '"citations": ["b"]')) == 1
    (tmp_path / "none.jsonl").write_text('{"id": "a", "question": "Q?"}\n{"id": "a", "question": "P?"}\n', "utf-8")
    assert goldsmith("check", "none.jsonl").status == 1


def test_2_the_input_cannot_be_used(goldsmith: Goldsmith, tmp_path: Path) -> None:
    (tmp_path / "golden.jsonl").write_text("{", encoding="utf-8")

    assert goldsmith("check", "golden.jsonl").status == 2
    assert goldsmith("check", "--no-such-option").status == 2


def test_3_the_work_is_not_complete(asked: Callable[[str], int]) -> None:
    assert asked('raise RuntimeError("the index is down")') == 3


def test_4_one_of_our_own_files_is_damaged(asked: Callable[[str], int], goldsmith: Goldsmith, tmp_path: Path) -> None:
    asked(GOOD)
    (run,) = tmp_path.glob(".goldsmith/runs/*/responses.jsonl")
    run.write_bytes(b"{}\n" + run.read_bytes())
    (tmp_path / "goldsmith.toml").write_text('[[sets]]\npath = "golden.jsonl"\n', encoding="utf-8")
    said = goldsmith("score", run.parent.name)

    assert said.status == 4
    assert "Next: " in said.err


def test_130_a_person_stopped_it(asked: Callable[[str], int]) -> None:
    assert asked("raise KeyboardInterrupt") == 130
