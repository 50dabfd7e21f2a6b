"""A set leaves: what stands in its files, with a line for everything that stays behind."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from goldsmith.adapters.workbooks import xlsx
from goldsmith.errors import InputError, UnknownNameError
from goldsmith.records.interchange import Exported
from goldsmith.workflows.approve import Judged, approve
from goldsmith.workflows.export_passages import every_passage
from goldsmith.workflows.export_set import Exporting, export_set
from goldsmith.workflows.open_set import Project
from goldsmith.workflows.select import Selection
from tests.workflows.importing import NOW, cases_of, imported
from tests.workflows.small_project import frozen_project


def _exported(project: Project, **wanted: object) -> Exported:
    return export_set(project, Exporting(**wanted), workbook=xlsx.workbook)  # type: ignore[arg-type]


def _rows(path: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_a_set_is_written_with_its_passages_and_a_line_for_what_is_lost(tmp_path: Path) -> None:
    done = _exported(frozen_project(tmp_path), format="ragas")

    assert [row["user_input"] for row in _rows(tmp_path / "exports/ragas/ragas.jsonl")] == [
        "When can I return it?", "Do I need a receipt?",
    ]  # fmt: skip
    assert (done.cases, done.written, done.report) == (
        2, (("exports/ragas/ragas.jsonl", "text"),), "exports/ragas/loss.jsonl",
    )  # fmt: skip
    assert ("inferred", "", "a candidate: nobody approved it as it stands", 2, ("window", "receipt")) in done.lines
    assert {row["record"] for row in _rows(tmp_path / done.report)} == {"window", "receipt"}


def test_a_target_that_takes_free_json_loses_nothing(tmp_path: Path) -> None:
    project = frozen_project(tmp_path)

    done = _exported(project, format="deepeval")

    assert [line[0] for line in done.lines] == ["inferred"]
    (tmp_path / "other").mkdir()
    imported(tmp_path / "other", tmp_path / "exports/deepeval")
    assert cases_of(tmp_path / "other") == {case.id: case for case in project.golden.cases}


def test_a_rejected_case_does_not_leave(tmp_path: Path) -> None:
    project = frozen_project(tmp_path)
    judged = Judged(cases=("window",), reviewer="A", decision="rejected", reason="nobody asks", confirmations=None)
    approve(project, judged, now=NOW)

    done = _exported(frozen_project(tmp_path), format="ragas")

    assert done.cases == 1
    assert ("dropped", "", "rejected or retired, so it does not leave", 1, ("window",)) in done.lines


def test_a_selection_leaves_alone(tmp_path: Path) -> None:
    done = _exported(frozen_project(tmp_path), format="ragas", selection=Selection(cases=("receipt",)))

    assert done.cases == 1


def test_the_only_file_of_a_format_may_be_called_otherwise(tmp_path: Path) -> None:
    done = _exported(frozen_project(tmp_path), format="ragas", to=tmp_path / "out" / "mine.jsonl")

    assert (done.written, done.report) == ((("out/mine.jsonl", "text"),), "out/mine.loss.jsonl")


def test_a_file_that_no_export_wrote_is_not_replaced(tmp_path: Path) -> None:
    project = frozen_project(tmp_path)
    (tmp_path / "out").mkdir()
    (tmp_path / "out/ragas.jsonl").write_text("mine", encoding="utf-8")

    with pytest.raises(InputError, match="is not of an export"):
        _exported(project, format="ragas", to=tmp_path / "out")

    assert (tmp_path / "out/ragas.jsonl").read_text(encoding="utf-8") == "mine"


def test_the_same_export_again_replaces_its_own_files(tmp_path: Path) -> None:
    project = frozen_project(tmp_path)
    first = _exported(project, format="ragas")

    assert _exported(project, format="ragas") == first


def test_a_format_that_is_only_read_and_one_that_nobody_knows_are_told(tmp_path: Path) -> None:
    project = frozen_project(tmp_path)

    with pytest.raises(InputError, match="is a format that is only read"):
        _exported(project, format="ares")
    with pytest.raises(UnknownNameError, match="did you mean 'ragas'"):
        _exported(project, format="raga")


def test_a_run_that_is_not_there_is_told(tmp_path: Path) -> None:
    project = frozen_project(tmp_path)

    with pytest.raises(InputError, match="there is no run yet"):
        _exported(project, format="ragas", run="latest")
    with pytest.raises(UnknownNameError, match="0007-app"):
        _exported(project, format="ragas", run="0007-app")


def test_every_passage_of_the_corpus_is_there_on_demand(tmp_path: Path) -> None:
    passages = every_passage(frozen_project(tmp_path))

    assert passages is not None
    assert {passage.document for passage in passages()} == {"fees.txt", "returns"}
