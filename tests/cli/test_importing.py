"""`goldsmith import` and `goldsmith export`, as a newcomer meets them."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import pytest

from goldsmith.workflows.open_set import open_project
from tests.cases.telling import Goldsmith
from tests.workflows.importing import RECEIPT, WINDOW, sample, write_lines


def _desk(root: Path) -> Path:
    shown: dict[str, Any] = {"retrieved_contexts": [WINDOW]}
    return write_lines(
        root / "desk.jsonl",
        sample("How long?", WINDOW, answer="30 days.", response="Within 30 days.", rubrics={"a": "b"}, **shown),
        sample("A receipt?", RECEIPT, response="Yes.", **shown),
    )


def test_an_import_tells_everything_on_one_screen(goldsmith: Goldsmith, tmp_path: Path) -> None:
    told = goldsmith("import", _desk(tmp_path))

    assert told.status == 0
    assert told.out.splitlines() == [
        "IMPORTED   2 records of ragas (recognised) from desk.jsonl",
        "       2   new cases, candidates until somebody approves them",
        "       2   recorded answers",
        "       2   passages that came along",
        "",
        "DROPPED    there is no place for it",
        "       1   rubrics: no place for it in a case (line 1)",
        "",
        "KEPT       reference, reference_contexts, response, retrieved_contexts, user_input",
        "",
        "wrote  golden/set.yaml         the set: name, corpus pin, gates",
        "wrote  goldsmith.toml          where the corpus and the system are",
        "wrote  corpus/desk.jsonl       2 passages to freeze",
        "wrote  responses/desk.jsonl    2 recorded answers",
        "wrote  golden/cases/desk.yaml  2 cases",
        "what became of each record: .goldsmith/imports/desk.jsonl",
        "",
        "Next: goldsmith freeze corpus/desk.jsonl, then: goldsmith evaluate --system responses/desk.jsonl",
    ]


def test_from_a_foreign_file_to_a_verdict_in_three_commands(goldsmith: Goldsmith, tmp_path: Path) -> None:
    goldsmith("import", _desk(tmp_path))
    frozen = goldsmith("freeze")
    checked = goldsmith("check", "--fix")
    judged = goldsmith("evaluate", "--system", "responses/desk.jsonl")

    assert (frozen.status, checked.status) == (0, 0)
    assert "2 of 2 cases scored" in judged.out


def test_init_names_the_import_and_the_import_goes_into_what_init_wrote(goldsmith: Goldsmith, tmp_path: Path) -> None:
    _desk(tmp_path)

    begun = goldsmith("init")
    done = goldsmith("import", "desk.jsonl")

    assert begun.out.splitlines()[-1] == "Next: goldsmith import desk.jsonl"
    assert (done.status, done.out.count("wrote ")) == (0, 3)


def test_hostile_ids_arrive_as_text_and_write_nothing_outside(goldsmith: Goldsmith, tmp_path: Path) -> None:
    names = ["../../outside", "/etc/goldsmith", "a/b", "a:b|c?", "CON", "-rf", "x" * 300, "\u200b"]
    rows = [sample(f"Question {place}?", WINDOW, id=name) for place, name in enumerate(names)]

    told = goldsmith("import", write_lines(tmp_path / "desk.jsonl", *rows), "--json")

    assert told.json["cases"] == 8
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        ".goldsmith", "corpus", "desk.jsonl", "golden", "goldsmith.toml",
    ]  # fmt: skip
    assert goldsmith("freeze").status == 0
    findings = goldsmith("check", "--json").json["findings"]
    assert [one for one in findings if one["severity"] == "error"] == []


def test_the_record_is_printed_for_programs(goldsmith: Goldsmith, tmp_path: Path) -> None:
    told = goldsmith("import", _desk(tmp_path), "--to", "first", "--json").json

    assert (told["format"], told["records"], told["cases"], told["written"][-1]) == (
        "ragas", 2, 2, ["golden/cases/first.yaml", "2 cases"],
    )  # fmt: skip
    assert told["lines"] == [
        ["dropped", "rubrics", "no place for it in a case", 1, ["line 1"]],
        *(["kept", name, "", 2, ["line 1", "line 2"]] for name in sorted(
            ["reference", "reference_contexts", "response", "retrieved_contexts", "user_input"])),
    ]  # fmt: skip


def test_a_source_without_anything_for_a_set_ends_with_status_one(goldsmith: Goldsmith, tmp_path: Path) -> None:
    told = goldsmith("import", write_lines(tmp_path / "desk.jsonl", {"user_input": "", "reference": "x"}))

    assert told.status == 1
    assert "nothing was written" in told.out
    assert not (tmp_path / "golden").exists()


def test_the_known_formats_are_listed(goldsmith: Goldsmith) -> None:
    told = goldsmith("import", "--list")

    lines = told.out.splitlines()
    assert lines[0].split() == ["NAME", "FORMAT", "READS", "WRITES", "CHECKED", "AGAINST"]
    assert any(line.startswith("ragas ") and " yes    yes     its own loader" in line for line in lines)


def test_nothing_to_import_is_told(goldsmith: Goldsmith) -> None:
    told = goldsmith("import")

    assert (told.status, told.err) == (
        2, "GSE-101 nothing to import was named\n  Next: goldsmith import FILE, or see --list\n",
    )  # fmt: skip


def test_an_export_takes_the_answers_of_a_run(goldsmith: Goldsmith, tmp_path: Path) -> None:
    goldsmith("import", _desk(tmp_path))
    goldsmith("freeze")
    goldsmith("evaluate", "--system", "responses/desk.jsonl")

    told = goldsmith("export", "ragas", "--run", "latest", "--to", "out")

    rows = [json.loads(line) for line in (tmp_path / "out/ragas.jsonl").read_text(encoding="utf-8").splitlines()]
    assert told.out.splitlines()[0] == "EXPORTED   2 cases as ragas with 2 answers"
    assert [(row["response"], row["retrieved_contexts"]) for row in rows] == [
        ("Within 30 days.", [WINDOW]), ("Yes.", [WINDOW]),
    ]  # fmt: skip
    assert told.out.splitlines()[-1] == (
        "Next: open out/ragas.jsonl with Ragas; it comes back with goldsmith import out/ragas.jsonl"
    )


def test_an_export_names_the_formats_where_there_is_none_of_that_name(goldsmith: Goldsmith, tmp_path: Path) -> None:
    goldsmith("import", _desk(tmp_path))

    told = goldsmith("export", "raga")

    assert told.status == 2
    assert "did you mean 'ragas'" in told.err


@pytest.mark.parametrize("form", ["langsmith", "langfuse", "phoenix", "promptfoo", "deepeval", "pydantic-evals"])
def test_a_set_that_left_and_comes_back_is_the_same_set(tmp_path: Path, goldsmith: Goldsmith, form: str) -> None:
    """Spans of our own cases count in the document already, wherever the chunk begins."""
    (tmp_path / "docs").mkdir()
    text = "# Returns\n\nGoods can be returned.\n\n# Receipts\n\nNo return is possible without a receipt.\n"
    (tmp_path / "docs" / "returns.md").write_text(text, encoding="utf-8")
    goldsmith("freeze", "docs", "--label", "r1")
    cases = tmp_path / "golden" / "cases"
    cases.mkdir(parents=True)
    (tmp_path / "golden" / "set.yaml").write_text("name: desk\ncorpus: {label: r1}\n", encoding="utf-8")
    evidence = "[{document: returns.md, quote: possible without a receipt}]"
    one = f"- id: receipt\n  question: Do I need it?\n  accept: ['Yes.']\n  risk: high\n  evidence: {evidence}\n"
    (cases / "a.yaml").write_text(one, encoding="utf-8")
    goldsmith("check", "--fix")
    before = open_project(tmp_path).golden.cases
    goldsmith("export", form)
    (cases / "a.yaml").unlink()

    told = goldsmith("import", f"exports/{form}", "--format", form)

    assert told.status == 0
    assert open_project(tmp_path).golden.cases == before
    assert before[0].evidence[0].any_of[0].span == (text.index("possible"), text.index("possible") + 26)


def test_an_edited_sheet_changes_its_own_cases_when_told_so(tmp_path: Path, goldsmith: Goldsmith) -> None:
    cases = tmp_path / "golden" / "cases"
    cases.mkdir(parents=True)
    (tmp_path / "golden" / "set.yaml").write_text("name: desk\n", encoding="utf-8")
    usual = "answerability: unsupported\n  behaviour: refuse\n"
    text = f"# by hand\n- id: a\n  question: When?\n  {usual}- id: b\n  question: Where?  # kept\n  {usual}"
    (cases / "a.yaml").write_text(text, encoding="utf-8")
    (cases / "c.jsonl").write_text(
        '{"id": "c", "question": "Who?", "tags": ["old"], "answerability": "unsupported", "behaviour": "refuse"}\n',
        encoding="utf-8",
    )
    goldsmith("export", "csv", "--to", "out")
    (sheet,) = (tmp_path / "out").glob("*.csv")
    with sheet.open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    rows[0]["Question"], rows[2]["Tags"] = "Since when?", ""
    with sheet.open("w", encoding="utf-8-sig", newline="") as file:
        writer = csv.DictWriter(file, rows[0])
        writer.writeheader()
        writer.writerows(rows)

    kept = goldsmith("import", sheet)
    changed = goldsmith("import", sheet, "--update")
    again = goldsmith("import", sheet, "--update")

    assert "it stays (--update changes it)" in " ".join(kept.out.split())
    assert "2   cases of the set changed: approve them again" in changed.out
    assert "3   cases that the set has already" in again.out
    assert (cases / "a.yaml").read_text(encoding="utf-8") == text.replace("When?", "Since when?")
    assert open_project(tmp_path).golden.cases[2].tags == ()


def test_an_update_that_cannot_be_written_writes_nothing_at_all(tmp_path: Path, goldsmith: Goldsmith) -> None:
    cases = tmp_path / "golden" / "cases"
    cases.mkdir(parents=True)
    (tmp_path / "golden" / "set.yaml").write_text("name: desk\n", encoding="utf-8")
    (cases / "a.csv").write_text("id,question,expected_answer,expected_sources\na,When?,Soon.,x#1\n", encoding="utf-8")
    file = write_lines(
        tmp_path / "new.jsonl", {**sample("Why?", WINDOW), "id": "a"}, {**sample("Where?", WINDOW), "id": "b"}
    )
    before = sorted(path.relative_to(tmp_path) for path in tmp_path.rglob("*") if path.is_file())

    told = goldsmith("import", file, "--update")

    after = sorted(path.relative_to(tmp_path) for path in tmp_path.rglob("*") if path.is_file())
    assert told.status == 2
    assert "a.csv is no YAML and no JSONL" in told.err
    assert after == before
