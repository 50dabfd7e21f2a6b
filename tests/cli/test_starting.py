"""`goldsmith init`, and `goldsmith` without a command."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from goldsmith.workflows.ci_workflow import WORKFLOW
from tests.cases.telling import Goldsmith
from tests.cli.daily_project import write_folder


def test_an_empty_folder_is_told_how_to_begin(goldsmith: Goldsmith) -> None:
    told = goldsmith()

    assert told.status == 0
    assert "there is no golden set here" in told.out
    assert "goldsmith init" in told.out


def test_init_finds_questions_documents_and_app(goldsmith: Goldsmith, tmp_path: Path) -> None:
    write_folder(tmp_path)

    told = goldsmith("init")

    assert told.out.splitlines()[:3] == [
        "questions  questions.csv",
        "documents  handbook/ (1 file)",
        "app        app.py:answer",
    ]
    assert tomllib.loads((tmp_path / "goldsmith.toml").read_text(encoding="utf-8")) == {
        "documents": "handbook",
        "systems": {"app": {"kind": "callable", "target": "app.py:answer"}},
    }
    assert (tmp_path / ".gitignore").read_text(encoding="utf-8") == ".goldsmith/\n"
    assert "goldsmith evaluate" in (tmp_path / ".github/workflows/golden.yml").read_text(encoding="utf-8")


def test_what_init_wrote_runs_without_an_edit(goldsmith: Goldsmith, tmp_path: Path) -> None:
    write_folder(tmp_path)
    goldsmith("init")

    assert [goldsmith(word).status for word in ("freeze", "check", "evaluate")] == [0, 0, 0]


def test_init_writes_over_nothing(goldsmith: Goldsmith, tmp_path: Path) -> None:
    write_folder(tmp_path)
    (tmp_path / "golden").mkdir()
    (tmp_path / "golden/set.yaml").write_text("name: mine\n", encoding="utf-8")
    (tmp_path / ".gitignore").write_text("*.pyc", encoding="utf-8")

    goldsmith("init")

    assert (tmp_path / "golden/set.yaml").read_text(encoding="utf-8") == "name: mine\n"
    assert not (tmp_path / "golden/cases").exists()
    assert (tmp_path / ".gitignore").read_text(encoding="utf-8") == "*.pyc\n.goldsmith/\n"


def test_a_second_init_is_refused(goldsmith: Goldsmith, tmp_path: Path) -> None:
    goldsmith("init")

    told = goldsmith("init")

    assert told.status == 2
    assert "goldsmith.toml is here already" in told.err


def test_init_in_an_empty_folder_says_how_to_write_the_first_case(goldsmith: Goldsmith, tmp_path: Path) -> None:
    told = goldsmith("init")

    assert "questions  none found" in told.out
    assert "Next: write the first case to golden/cases/first.yaml" in told.out


def test_questions_that_cannot_be_read_are_named(goldsmith: Goldsmith, tmp_path: Path) -> None:
    (tmp_path / "odd.csv").write_text("question,wrong\nWhat?,1\n", encoding="utf-8")

    told = goldsmith("init")

    assert "note: odd.csv holds questions and cannot be read as cases" in told.out


def test_each_step_leads_to_the_next(goldsmith: Goldsmith, tmp_path: Path) -> None:
    write_folder(tmp_path)
    goldsmith("init")
    steps = []
    for words in ((), ("freeze",), ("check", "--fix"), ("evaluate",)):
        if words:
            goldsmith(*words)
        steps.append(goldsmith().out.splitlines()[-1])

    assert steps[0] == "Next: freeze the documents: goldsmith freeze"
    assert all(step.startswith("Next: review 1 case: goldsmith approve CASE") for step in steps[1:])


def test_where_you_stand_names_set_corpus_run_and_baselines(goldsmith: Goldsmith, tmp_path: Path) -> None:
    write_folder(tmp_path)
    for words in (("init",), ("freeze", "--label", "one"), ("evaluate",)):
        goldsmith(*words)

    lines = goldsmith().out.splitlines()

    assert lines[0].endswith(": 1 case (1 candidate)")
    assert lines[1] == "  corpus     one: 1 document"
    assert lines[3].startswith("  latest     0001-app, ")
    assert "UNREVIEWED" in lines[3]
    assert lines[4] == "  baselines  none"


def test_a_file_where_the_set_would_stand_is_told_before_anything_is_written(
    goldsmith: Goldsmith, tmp_path: Path
) -> None:
    (tmp_path / "golden").write_text("mine", encoding="utf-8")

    told = goldsmith("init")

    assert told.status == 2
    assert told.err == (
        "GSE-101 golden is a file, and the set needs a folder of this name\n"
        "  Next: give the file another name, then: goldsmith init\n"
    )
    assert sorted(path.name for path in tmp_path.iterdir()) == ["golden"]


def test_what_stands_in_the_way_of_the_workflow_is_left_and_told(goldsmith: Goldsmith, tmp_path: Path) -> None:
    write_folder(tmp_path)
    (tmp_path / ".github").write_text("mine", encoding="utf-8")

    told = goldsmith("init")

    assert told.status == 0
    assert "note: .github is a file, so .github/workflows/golden.yml was not written" in told.out
    assert (tmp_path / "golden/set.yaml").exists()


def test_the_ignore_lines_of_others_keep_every_byte(goldsmith: Goldsmith, tmp_path: Path) -> None:
    (tmp_path / ".gitignore").write_bytes(b"caf\xe9\r\nbuild")

    goldsmith("init")

    assert (tmp_path / ".gitignore").read_bytes() == b"caf\xe9\r\nbuild\r\n.goldsmith/\r\n"


def test_a_folder_called_gitignore_is_left_and_told(goldsmith: Goldsmith, tmp_path: Path) -> None:
    (tmp_path / ".gitignore").mkdir()

    told = goldsmith("init")

    assert told.status == 0
    assert "note: .gitignore is a folder: keep .goldsmith/ out of git yourself" in told.out


def test_an_init_that_was_cut_short_is_finished_by_the_next(goldsmith: Goldsmith, tmp_path: Path) -> None:
    write_folder(tmp_path)
    (tmp_path / ".gitignore").mkdir()
    goldsmith("init")
    (tmp_path / "golden/set.yaml").unlink()
    (tmp_path / "goldsmith.toml").unlink()

    told = goldsmith("init")

    assert told.status == 0
    assert "left  golden/cases/questions.yaml as it is" in told.out
    assert (tmp_path / "golden/set.yaml").exists()
    assert (tmp_path / "goldsmith.toml").exists()


def test_questions_and_answers_without_an_id_become_a_set_that_can_be_checked(
    goldsmith: Goldsmith, tmp_path: Path
) -> None:
    write_folder(tmp_path)
    (tmp_path / "questions.csv").unlink()
    (tmp_path / "My Q&A.csv").write_text(
        "question,answer\nHow long?,30 days.\nWithout a receipt?,No refund.\n", encoding="utf-8"
    )

    told = goldsmith("init")

    assert "note: My Q&A.csv: `answer` is read as `expected_answer`; its rows have no id" in told.out
    assert (tmp_path / "golden/cases/My Q&A.yaml").read_text(encoding="utf-8") == (
        "- id: my-q-a-1\n  question: How long?\n  accept: [30 days.]\n"
        "- id: my-q-a-2\n  question: Without a receipt?\n  accept: [No refund.]\n"
    )
    goldsmith("freeze")
    checked = goldsmith("check")
    assert checked.status == 1
    assert "GS" in checked.out


def test_two_columns_that_would_be_one_of_ours_are_told_how_to_be_mended(goldsmith: Goldsmith, tmp_path: Path) -> None:
    (tmp_path / "qa.csv").write_text("id,question,answer,answers\na,What?,1,1\n", encoding="utf-8")

    told = goldsmith("init")
    words = " ".join(told.out.split())

    assert "there is no column `answer`; did you mean `expected_answer`? rename the column" in words
    assert "Next: mend qa.csv as told above, copy it to golden/cases/, then: goldsmith check" in told.out


def test_copied_passages_are_not_taken_for_the_names_of_sources(goldsmith: Goldsmith, tmp_path: Path) -> None:
    (tmp_path / "qa.csv").write_text(f"question,contexts\nWhat?,{'a passage ' * 20}\n", encoding="utf-8")

    told = goldsmith("init")

    assert "note: qa.csv holds questions and cannot be read as cases" in told.out


def test_the_workflow_installs_and_passes_what_the_system_to_be_named_needs(
    goldsmith: Goldsmith, tmp_path: Path
) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs/terms.pdf").write_bytes(b"%PDF-1.4")

    goldsmith("init")

    workflow = (tmp_path / WORKFLOW).read_text(encoding="utf-8")
    assert "run: pip install 'goldsmith-rag[http,parsers]'\n" in workflow
    assert "      RAG_TOKEN: ${{ secrets.RAG_TOKEN }}\n" in workflow


def test_a_workflow_is_written_for_the_systems_and_identities_of_a_configuration_that_is_there(
    goldsmith: Goldsmith, tmp_path: Path
) -> None:
    configured = """
[systems.app]
kind = "openai"
url = "https://${RAG_HOST}/v1"
headers = {X-Key = "${RAG_KEY}", X-Price = "$${NOT_ONE}"}
plain = ["RAG_HOST"]

[identities.ada]
token_env = "ADA_TOKEN"

[identities.bob.oauth]
token_url = "https://id.example.com/token"
client_id = "golden"
client_secret_env = "BOB_SECRET"
"""
    (tmp_path / "goldsmith.toml").write_text(configured, encoding="utf-8")

    told = goldsmith("init")

    workflow = (tmp_path / WORKFLOW).read_text(encoding="utf-8")
    assert told.status == 0
    assert "left  goldsmith.toml as it is" in told.out
    assert (tmp_path / "goldsmith.toml").read_text(encoding="utf-8") == configured
    assert not (tmp_path / "golden").exists()
    assert "run: pip install 'goldsmith-rag[http]'\n" in workflow
    assert [line.strip() for line in workflow.splitlines() if "{{" in line] == [
        "ADA_TOKEN: ${{ secrets.ADA_TOKEN }}",
        "BOB_SECRET: ${{ secrets.BOB_SECRET }}",
        "RAG_KEY: ${{ secrets.RAG_KEY }}",
        "RAG_HOST: ${{ vars.RAG_HOST }}",
    ]


def test_a_workbook_is_told_to_be_saved_as_csv(goldsmith: Goldsmith, tmp_path: Path) -> None:
    (tmp_path / "questions.xlsx").write_bytes(b"PK")

    told = goldsmith("init")

    assert "note: questions.xlsx is a workbook: save it as CSV, and its questions can be read" in told.out


def test_a_file_whose_name_is_not_utf_8_is_passed_over(goldsmith: Goldsmith, tmp_path: Path) -> None:
    try:
        (tmp_path / "q\udce9.jsonl").write_text('{"id": "a", "question": "b"}\n', encoding="utf-8")
    except OSError:
        pytest.skip("this file system holds no such name")

    told = goldsmith("init")

    assert "questions  none found" in told.out


def test_questions_of_a_csv_can_be_pinned_and_approved(goldsmith: Goldsmith, tmp_path: Path) -> None:
    write_folder(tmp_path)
    for words in (("init",), ("freeze",), ("check", "--fix")):
        goldsmith(*words)

    told = goldsmith("approve", "refund-window", "--reviewer", "Ada", "--reason", "read", "--confirm-all")

    assert told.status == 0
    assert (tmp_path / "golden/cases/questions.yaml").exists()
