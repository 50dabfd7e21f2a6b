"""What follows from an opened project is worked out once."""

from __future__ import annotations

from pathlib import Path

from goldsmith.records.case import Case
from goldsmith.records.digests import case_digest
from goldsmith.workflows.check import resolutions_of, states_of
from goldsmith.workflows.once import Once
from tests.workflows.small_project import frozen_project


def test_a_result_is_made_the_first_time_and_returned_after_that() -> None:
    made: list[str] = []
    once = Once()

    def make() -> int:
        made.append("x")
        return len(made)

    assert [once.get("a", make), once.get("a", make), once.get("b", make)] == [1, 1, 2]


def test_two_cases_of_one_id_keep_their_own_digests() -> None:
    once, first, second = Once(), Case(id="a", question="Q?"), Case(id="a", question="R?")

    assert [once.digest(case) for case in (first, second, first)] == [
        case_digest(case) for case in (first, second, first)
    ]


def test_a_project_reads_its_documents_and_looks_its_evidence_up_once(tmp_path: Path) -> None:
    project = frozen_project(tmp_path)

    assert [item.id for item in project.documents] == ["fees.txt", "returns"]
    assert project.documents is project.documents
    assert resolutions_of(project) is resolutions_of(project)
    assert states_of(project) is states_of(project)
