"""The handbook of a project, and the version of it that a decision records."""

from __future__ import annotations

from pathlib import Path

import pytest

from goldsmith.records.decision import Decision
from goldsmith.workflows.approve import Judged, approve
from goldsmith.workflows.handbook import digest_in_use, handbook_of, save_handbook
from goldsmith.workflows.open_set import open_project
from tests.workflows.shop import NOW, SET, approve_all, make_shop


def rejected(root: Path, case: str) -> Decision:
    """Record a rejection and return it."""
    judged = Judged(cases=(case,), reviewer="Bo", decision="rejected", reason="unclear", confirmations=None)
    return approve(open_project(root), judged, now=NOW)[0]


def test_examples_are_approved_and_what_is_denied_is_none(tmp_path: Path) -> None:
    make_shop(tmp_path)
    before = handbook_of(open_project(tmp_path))
    after = handbook_of(approve_all(tmp_path))

    assert before.examples == ()
    assert [(item.behaviour, item.case) for item in after.examples] == [("answer", "window"), ("refuse", "mars")]
    assert after.examples[0].needs[0].any_of[0].quote == "You may return goods within 30 days."


def test_the_same_set_gives_the_same_bytes(tmp_path: Path) -> None:
    make_shop(tmp_path)
    approve_all(tmp_path)
    first, second = open_project(tmp_path), open_project(tmp_path)
    one = save_handbook(first, handbook_of(first), "html", tmp_path / "one.html")
    two = save_handbook(second, handbook_of(second), "html", tmp_path / "two.html")

    assert one.read_bytes() == two.read_bytes()


def test_a_decision_names_the_handbook_that_stands_beside_the_set(tmp_path: Path) -> None:
    make_shop(tmp_path)
    project = approve_all(tmp_path)
    save_handbook(project, handbook_of(project), "markdown")

    assert digest_in_use(open_project(tmp_path)) == handbook_of(project).digest
    assert rejected(tmp_path, "mars").handbook_digest == handbook_of(project).digest


def test_without_a_handbook_a_decision_names_none(tmp_path: Path) -> None:
    make_shop(tmp_path)
    project = open_project(tmp_path)
    save_handbook(project, handbook_of(project), "html")

    assert rejected(tmp_path, "mars").handbook_digest is None


@pytest.mark.parametrize("edit", ["the example is no longer approved", "the set has a new word", "the file is cut"])
def test_a_handbook_that_is_out_of_date_was_read_by_nobody(tmp_path: Path, edit: str) -> None:
    make_shop(tmp_path)
    project = approve_all(tmp_path)
    path = save_handbook(project, handbook_of(project), "markdown")
    if edit == "the example is no longer approved":
        rejected(tmp_path, "mars")
    elif edit == "the set has a new word":
        (tmp_path / "golden" / "set.yaml").write_text(f"{SET}axes: {{language: [en]}}\n", encoding="utf-8")
    else:
        path.write_text(path.read_text(encoding="utf-8")[:-20], encoding="utf-8")

    assert digest_in_use(open_project(tmp_path)) is None
    assert rejected(tmp_path, "window").handbook_digest is None


def test_what_does_not_count_leaves_the_version_as_it_is(tmp_path: Path) -> None:
    make_shop(tmp_path)
    before = handbook_of(approve_all(tmp_path)).digest
    (tmp_path / "golden" / "set.yaml").write_text(f"{SET}description: More of it.\ntags: [a]\n", encoding="utf-8")

    assert handbook_of(open_project(tmp_path)).digest == before
