"""A set as it stood at a revision of git; what git cannot tell is an error with a next step."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from goldsmith.errors import InputError, InvalidFileError
from goldsmith.ondisk.git_versions import files_at, golden_at

CASE = "- id: {0}\n  question: What of {0}?\n  accept: [Fine]\n  evidence: [a#1]\n"


def git(folder: Path, *words: str) -> None:
    """Run git in a folder, as nobody in particular."""
    who = ("-c", "user.name=n", "-c", "user.email=n@example.com", "-c", "commit.gpgsign=false")
    subprocess.run(["git", "-C", str(folder), *who, *words], check=True, capture_output=True)


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """Return a repository whose folder `sub dir` holds a set of one case, tagged v1."""
    folder = tmp_path / "sub dir"
    (folder / "golden" / "cases").mkdir(parents=True)
    (folder / "golden" / "set.yaml").write_text("name: desk\n", encoding="utf-8")
    (folder / "golden" / "cases" / "é [a].yaml").write_text(CASE.format("one"), encoding="utf-8")
    git(tmp_path, "init", "--quiet")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "--quiet", "-m", "first")
    git(tmp_path, "tag", "v1")
    return folder


def test_a_set_is_read_as_it_stood_whatever_stands_there_now(repository: Path) -> None:
    (repository / "golden" / "cases" / "é [a].yaml").write_text(CASE.format("two"), encoding="utf-8")
    old = golden_at("v1", repository / "golden", shown="golden at v1")

    assert old is not None
    assert [case.id for case in old.golden.cases] == ["one"]
    assert [place.file for place in old.golden.places] == ["golden at v1/cases/é [a].yaml"]


def test_a_lone_file_and_bytes_are_given_as_they_were(repository: Path) -> None:
    lone = repository / "odd.bin"
    lone.write_bytes(b"\0\n100\nblob\n")
    git(repository, "add", ".")
    git(repository, "commit", "--quiet", "-m", "second")
    lone.unlink()

    assert files_at("HEAD", lone) == {"odd.bin": b"\0\n100\nblob\n"}
    assert files_at("v1", lone) == {}
    assert golden_at("v1", repository / "other", shown="other") is None


@pytest.mark.parametrize("revision", ["nowhere", "", "--all", "v1:golden", "HEAD~9"])
def test_an_unknown_revision_is_refused_with_what_to_do(repository: Path, revision: str) -> None:
    with pytest.raises(InputError, match=r"revision|commit") as caught:
        files_at(revision, repository / "golden")

    assert caught.value.next_step.startswith("name a ")


def test_a_folder_outside_every_repository_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="is in no git repository"):
        files_at("HEAD", tmp_path / "golden")


def test_without_git_nothing_is_guessed(repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")

    with pytest.raises(InputError, match="git was not found"):
        files_at("v1", repository / "golden")


def test_a_set_of_that_time_that_cannot_be_read_is_told_with_its_place(repository: Path) -> None:
    (repository / "golden" / "cases" / "b.yaml").write_text("- id: [\n", encoding="utf-8")
    git(repository, "add", ".")
    git(repository, "commit", "--quiet", "-m", "broken")

    with pytest.raises(InvalidFileError, match="old cannot be used"):
        golden_at("HEAD", repository / "golden", shown="old")
