"""A set is opened with the project around it, under the corpus revision that it was judged against."""

from __future__ import annotations

from pathlib import Path

import pytest

from goldsmith.errors import ConfigurationError, GoldsmithError, InputError, UnknownNameError
from goldsmith.ondisk.revisions import all_chunk_texts, list_revisions
from goldsmith.records.settings import SetSettings
from goldsmith.workflows.freeze import FreezeOptions, freeze
from goldsmith.workflows.open_set import enabled_sets, open_golden_set, open_project
from tests.workflows.small_project import frozen_project, project_folder

SIXTY = "id,question,expected_answer,expected_sources,type\n"


def chunks_of_first_case(start: Path, file: str | None = None) -> list[str | None]:
    golden = open_project(start, file=Path(file) if file else None).golden
    return [item.chunk for need in golden.cases[0].evidence for item in need.any_of]


def refused(start: Path, **options: str) -> GoldsmithError:
    with pytest.raises(InputError) as caught:
        open_project(start, **options)  # type: ignore[arg-type]  # a row of the table holds what it is about
    return caught.value


def test_the_set_of_a_folder_is_opened_with_its_frozen_corpus(tmp_path: Path) -> None:
    project = frozen_project(tmp_path)

    assert [case.id for case in project.golden.cases] == ["window", "receipt"]
    assert (project.revision and project.revision.label, project.state) == ("r1", tmp_path / ".goldsmith")
    assert {place.file for place in project.golden.places} == {"golden/cases/a.yaml"}


def test_the_project_is_found_from_a_folder_inside_it(tmp_path: Path) -> None:
    project_folder(tmp_path, header="name: desk\n")
    (tmp_path / "goldsmith.toml").touch()
    project = open_project(tmp_path / "golden" / "cases")

    assert (project.root, project.golden.header.name, project.stored) == (tmp_path.resolve(), "desk", None)


def test_a_lone_file_needs_no_project(tmp_path: Path) -> None:
    (tmp_path / "quick.jsonl").write_text('{"id": "a", "question": "Q?"}\n', encoding="utf-8")
    project = open_project(tmp_path, file=Path("quick.jsonl"))

    assert (project.golden.bare, project.golden.places[0].file, project.stored) == (True, "quick.jsonl", None)
    assert open_golden_set(tmp_path / "quick.jsonl").cases == project.golden.cases


def test_a_file_that_the_configuration_lists_is_opened_by_its_names(tmp_path: Path) -> None:
    (tmp_path / "theirs.jsonl").write_text('{"qid": "a", "question": "Q?"}\n', encoding="utf-8")
    (tmp_path / "goldsmith.toml").write_text(
        '[[sets]]\npath = "theirs.jsonl"\nfields = {id = "qid"}\n', encoding="utf-8"
    )

    assert open_project(tmp_path, file=Path("theirs.jsonl")).golden.cases[0].id == "a"


@pytest.fixture
def several(tmp_path: Path) -> Path:
    """Return a project with three sets, one of them switched off."""
    lines = ""
    for path, extra in (("x/desk", "enabled = false"), ("desk", ""), ("y/shop", ""), ("z/shop", "")):
        (tmp_path / path / "cases").mkdir(parents=True)
        (tmp_path / path / "set.yaml").write_text(f"name: {path.replace('/', '-')}\n", encoding="utf-8")
        (tmp_path / path / "cases" / "a.yaml").write_text("- {id: a, question: Q?}\n", encoding="utf-8")
        lines += f'[[sets]]\npath = "{path}"\n{extra}\n'
    (tmp_path / "goldsmith.toml").write_text(lines, encoding="utf-8")
    return tmp_path


def test_the_first_enabled_set_is_opened_unless_one_is_named(several: Path) -> None:
    assert enabled_sets(several) == ("desk", "y/shop", "z/shop")
    assert open_project(several).chosen == SetSettings(path="desk")
    assert open_project(several, set_name="desk").golden.header.name == "desk"
    assert open_project(several, set_name="x/desk").golden.header.name == "x-desk"
    assert open_project(several, set_name="y/shop").golden.header.name == "y-shop"


@pytest.mark.parametrize(
    ("name", "message", "next_step"),
    [
        ("shop", "'shop' may be any of several sets", "choose one of: y/shop, z/shop"),
        ("shed", "goldsmith.toml lists no set 'shed'", "choose one of: x/desk, desk, y/shop, z/shop"),
    ],
)
def test_a_name_that_is_not_one_set_is_refused(several: Path, name: str, message: str, next_step: str) -> None:
    error = refused(several, set_name=name)

    assert (error.message, error.next_step) == (message, next_step)


def test_a_project_that_enables_no_set_is_refused(tmp_path: Path) -> None:
    (tmp_path / "goldsmith.toml").write_text('[[sets]]\npath = "a"\nenabled = false\n', encoding="utf-8")

    assert isinstance(refused(tmp_path), ConfigurationError)


def test_a_folder_without_a_set_says_what_to_do(tmp_path: Path) -> None:
    error = refused(tmp_path)

    assert error.message.startswith("there is no golden set here")
    assert error.next_step == "name a file of cases, such as: goldsmith evaluate golden.csv --system app.py:answer"


def test_a_pinned_revision_that_is_not_frozen_here_is_asked_for(tmp_path: Path) -> None:
    project_folder(tmp_path)

    assert refused(tmp_path).next_step == "goldsmith freeze --label r1"
    assert open_project(tmp_path, must_be_frozen=False).stored is None


@pytest.mark.parametrize(
    ("pin", "locked", "told", "next_step"),
    [
        ("handbook-l", None, "; did you mean handbook-1 (frozen here)?",
         "write corpus: {label: handbook-1} in set.yaml"),
        ("spring-25", "spring-26", "; did you mean spring-26 (named by corpus.lock)?",
         "write corpus: {label: spring-26} in set.yaml"),
        ("handbook-2", "handbook-2", "", "goldsmith freeze --label handbook-2"),
        ("autumn", None, "", "goldsmith freeze --label autumn"),
    ],
)  # fmt: skip
def test_a_pin_near_a_label_that_is_known_asks_whether_that_was_meant(
    tmp_path: Path, pin: str, locked: str | None, told: str, next_step: str
) -> None:
    project_folder(tmp_path, header=f"name: desk\ncorpus: {{label: {pin}}}\n")
    freeze(tmp_path / "documents", root=tmp_path, options=FreezeOptions(label="handbook-1"))
    if locked:
        (tmp_path / "corpus.lock").write_text(f'{{"label": "{locked}"}}', encoding="utf-8")
    error = refused(tmp_path)

    assert error.message == f"the set was judged against corpus revision {pin!r}, which is not frozen here{told}"
    assert error.next_step == next_step


def test_a_pinned_label_with_other_content_is_refused(tmp_path: Path) -> None:
    frozen_project(tmp_path)
    (tmp_path / "golden" / "set.yaml").write_text('name: desk\ncorpus: {label: r1, digest: "0000"}\n', encoding="utf-8")

    assert "the documents are not the same" in refused(tmp_path).message


def test_a_set_without_a_pin_takes_the_only_revision_and_never_guesses_between_two(tmp_path: Path) -> None:
    project_folder(tmp_path, header="name: desk\n")
    freeze(tmp_path / "documents", root=tmp_path, options=FreezeOptions(label="r1"))
    only = open_project(tmp_path).revision
    freeze(tmp_path / "documents", root=tmp_path, options=FreezeOptions(label="r2", capacity=60))
    named = open_project(tmp_path, corpus="r2").revision

    assert (only and only.label, named and named.label) == ("r1", "r2")
    assert refused(tmp_path).message == "the set pins no corpus revision and 2 are frozen: r1, r2"


def test_an_unknown_revision_suggests_those_that_are_there(tmp_path: Path) -> None:
    frozen_project(tmp_path)

    assert isinstance(refused(tmp_path, corpus="r9"), UnknownNameError)
    assert [one.record.label for one in list_revisions(tmp_path)] == ["r1"]


@pytest.mark.parametrize("folder", [True, False], ids=["in a set", "a lone file"])
def test_the_corpus_tells_whether_a_cell_holds_one_id_or_two(tmp_path: Path, folder: bool) -> None:
    root = project_folder(tmp_path, header="name: desk\n")
    (root / "golden" / "cases" / "a.yaml").unlink()
    (root / "documents" / "returns.md").unlink()
    (root / "documents" / "fees.txt").rename(root / "documents" / "fees;v2.txt")
    freeze(root / "documents", root=root, options=FreezeOptions(label="r1"))
    name, _, _ = next(all_chunk_texts(list_revisions(root)[0]))
    (root / "golden" / "cases" / "a.csv").write_text(f"{SIXTY}a,Q?,A,{name},simple\n", encoding="utf-8")

    assert ";" in name
    assert chunks_of_first_case(root, None if folder else "golden/cases/a.csv") == [name]
