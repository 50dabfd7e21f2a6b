"""The revision that a set is to move to: one that is frozen, or documents that are frozen as the pinned one was."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from goldsmith.corpus.chunking import DEFAULT_CAPACITY
from goldsmith.errors import InputError, InvalidFileError
from goldsmith.ondisk.revisions import StoredRevision, list_revisions
from goldsmith.workflows.freeze import FreezeOptions, freeze
from goldsmith.workflows.open_set import Project, open_project
from goldsmith.workflows.refresh_target import Wanted, as_before, revision_to
from tests.workflows.small_project import project_folder


def opened(root: Path, *, settings: str = "", options: FreezeOptions | None = None) -> Project:
    """Return a project that is pinned to `r1`, frozen from its documents."""
    project_folder(root)
    (root / "goldsmith.toml").write_text(settings, encoding="utf-8")
    freeze(root / "documents", root=root, options=options or FreezeOptions(label="r1"))
    return open_project(root)


def labels(root: Path) -> list[str]:
    return sorted(one.record.label for one in list_revisions(root))


def target(project: Project, to: str | None = None, **fields: str) -> StoredRevision:
    return revision_to(project, Wanted(to=to, **fields), here=project.root)  # type: ignore[arg-type]


def changed(root: Path) -> None:
    (root / "documents" / "fees.txt").write_text("The express fee is 12 euro.\n", encoding="utf-8")


def test_a_frozen_revision_is_named_by_its_label(tmp_path: Path) -> None:
    project = opened(tmp_path)

    assert target(project, "r1").record.label == "r1"
    assert labels(tmp_path) == ["r1"]


def test_a_label_wins_over_a_folder_of_the_same_name(tmp_path: Path) -> None:
    project = opened(tmp_path)
    (tmp_path / "r1").mkdir()

    assert target(project, "r1").record.label == "r1"
    assert labels(tmp_path) == ["r1"]


def test_documents_are_frozen_under_the_label_that_is_given(tmp_path: Path) -> None:
    project = opened(tmp_path)
    changed(tmp_path)

    assert target(project, "documents", label="r2").record.label == "r2"
    assert labels(tmp_path) == ["r1", "r2"]


def test_documents_that_did_not_change_are_the_revision_that_is_there(tmp_path: Path) -> None:
    project = opened(tmp_path)

    assert target(project, "documents").record.label == "r1"
    assert labels(tmp_path) == ["r1"]


def test_without_a_name_the_documents_of_the_configuration_are_frozen(tmp_path: Path) -> None:
    project = opened(tmp_path, settings='documents = "documents"\n')
    changed(tmp_path)
    found = target(project, label="r2")

    assert (found.record.label, found.record.documents) == ("r2", 2)


def test_without_a_name_and_a_configuration_it_is_the_one_that_was_frozen_last(tmp_path: Path) -> None:
    project = opened(tmp_path)
    changed(tmp_path)
    freeze(tmp_path / "documents", root=tmp_path, options=FreezeOptions(label="a-later-one"))

    assert target(project).record.label == "a-later-one"


def test_only_what_changed_since_is_another(tmp_path: Path) -> None:
    options = FreezeOptions(label="r1", capacity=400, retrieval={"embedding": "e5"}, keep_text=False)
    project = opened(tmp_path, options=options)
    before = project.revision
    changed(tmp_path)
    after = target(project, "documents", label="r2").record

    assert before is not None
    assert (after.splitter, after.retrieval, after.text) == (before.splitter, {"embedding": "e5"}, "absent")
    assert after.chunking_digest != before.chunking_digest
    assert after.retrieval_digest == before.retrieval_digest


def test_front_matter_is_passed_over_as_the_configuration_says_unless_the_call_says_otherwise(tmp_path: Path) -> None:
    project = opened(tmp_path, settings='documents = "documents"\nignore_front_matter = ["layout"]\n')
    path = tmp_path / "documents" / "returns.md"
    path.write_text(
        path.read_text(encoding="utf-8").replace("id: returns", "id: returns\nlayout: page"), encoding="utf-8"
    )
    found = target(project, label="r2")
    with pytest.raises(InvalidFileError, match="layout"):
        revision_to(project, Wanted(label="r3", ignore_front_matter=("author",)), here=tmp_path)

    assert found.record.failed == 0
    assert labels(tmp_path) == ["r1", "r2"]


def test_a_manifest_is_read_with_the_field_names_of_the_configuration(tmp_path: Path) -> None:
    settings = '[manifest]\npath = "chunks.jsonl"\nfields = {id = "key"}\n'
    project_folder(tmp_path)
    (tmp_path / "goldsmith.toml").write_text(settings, encoding="utf-8")
    row = {"key": "a#1", "doc_id": "a.md", "text": "Goods can be returned."}
    (tmp_path / "chunks.jsonl").write_text(json.dumps(row) + "\n", encoding="utf-8")
    freeze(tmp_path / "documents", root=tmp_path, options=FreezeOptions(label="r1"))
    found = target(open_project(tmp_path), label="r2")

    assert (found.record.label, found.record.chunks) == ("r2", 1)


def test_a_path_is_looked_for_where_the_call_is(tmp_path: Path) -> None:
    project = opened(tmp_path)
    changed(tmp_path)
    found = revision_to(project, Wanted(to=".", label="r2"), here=tmp_path / "documents")

    assert found.record.documents == 2


@pytest.mark.parametrize("name", ["r9", "no/such/folder", "missing.jsonl"])
def test_what_is_neither_is_refused_with_the_way_out(tmp_path: Path, name: str) -> None:
    project = opened(tmp_path)
    with pytest.raises(InputError) as caught:
        target(project, name)

    assert caught.value.message == f"{name!r} is neither a frozen revision nor a file or folder"
    assert caught.value.next_step


def test_the_lock_is_left_as_it_is(tmp_path: Path) -> None:
    project = opened(tmp_path)
    lock = tmp_path / "corpus.lock"
    lock.write_text("{}\n", encoding="utf-8")
    changed(tmp_path)
    target(project, "documents", label="r2")

    assert lock.read_text(encoding="utf-8") == "{}\n"


def test_the_settings_of_an_earlier_revision_are_those_by_which_it_was_frozen(tmp_path: Path) -> None:
    revision = opened(tmp_path, options=FreezeOptions(label="r1", capacity=512)).revision
    assert revision is not None
    foreign = replace(revision, splitter="theirs", text="preview", retrieval={"filter": "de"})

    assert as_before(revision, ("a",), {"id": "key"}, label="x") == FreezeOptions(
        label="x", capacity=512, mapping={"id": "key"}, ignore_front_matter=("a",)
    )
    assert as_before(foreign, (), {}, label=None) == FreezeOptions(
        capacity=DEFAULT_CAPACITY, retrieval={"filter": "de"}
    )
    assert as_before(None, (), {}, label=None) == FreezeOptions()
