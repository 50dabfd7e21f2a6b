"""What `plugins` in goldsmith.toml names is loaded, or refused with the file, the line and the mend."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from goldsmith.errors import ConfigurationError
from goldsmith.workflows.plugins import Plugins, load_plugins
from tests.cases.telling import Goldsmith
from tests.plugins.conftest import Project

MEASURE = """
from goldsmith.ports import Scored
class Fluency:
    name = "{name}"
    version = {version}
    layer, direction, unit = "response", "higher", "share"
    def outcome(self, asked):
        return Scored(value=1.0)
PLUGINS = [Fluency()]
"""
NO_NAME = "is no name for the measure of an outsider: a prefix of yours, a dot, and a name in lower case"


def measure(name: str = "acme.fluency", version: object = 1) -> str:
    return MEASURE.format(name=name, version=version)


def refused(folder: Path, *files: str) -> list[str]:
    with pytest.raises(ConfigurationError) as caught:
        load_plugins(folder, files)
    return [f"{one.file}:{one.line} {one.message} -> {one.mend}" for one in caught.value.problems]


def held(folder: Path, text: str, name: str = "mine.py") -> str:
    (folder / name).write_text(text, encoding="utf-8")
    return name


def test_without_any_there_are_none(tmp_path: Path) -> None:
    assert load_plugins(tmp_path, ()) == Plugins()


def test_a_file_is_run_once_as_long_as_its_content_stays(tmp_path: Path) -> None:
    text = f"import sys\nsys.runs = getattr(sys, 'runs', 0) + 1\n{measure()}"
    file = held(tmp_path, text)
    first = [load_plugins(tmp_path, [file]), load_plugins(tmp_path, [file])]
    after_two = vars(sys).pop("runs")
    held(tmp_path, text.replace("version = 1", "version = 2"))
    changed = load_plugins(tmp_path, [file])
    after_change = vars(sys).pop("runs")

    assert (after_two, after_change) == (1, 1)
    assert [one.measures["acme.fluency"].version for one in (*first, changed)] == [1, 1, 2]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["mine.py"]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("import nowhere\n", ["mine.py:1 it cannot be imported: ModuleNotFoundError: No module named 'nowhere'"]),
        ("def f(:\n", ["mine.py:1 it cannot be imported: SyntaxError: invalid syntax"]),
        ("\n\n1 / 0\n", ["mine.py:3 it cannot be imported: ZeroDivisionError: division by zero"]),
        ("import sys\nsys.exit(3)\n", ["mine.py:2 it cannot be imported: SystemExit: 3"]),
        ("x = 1\n", ["mine.py:0 it has no list PLUGINS"]),
        ("PLUGINS = []\n", ["mine.py:0 it has no list PLUGINS"]),
        ("PLUGINS = [3]\n", ["mine.py:0 int has none of outcome, decide, open, read, so it is no plug-in"]),
    ],
)
def test_a_file_that_brings_nothing_is_told_with_its_line(tmp_path: Path, text: str, told: list[str]) -> None:
    found = refused(tmp_path, held(tmp_path, text))

    assert [one.partition(" -> ")[0].partition(" (mine.py")[0] for one in found] == told


@pytest.mark.parametrize(
    ("file", "message"),
    [
        ("../mine.py", "it lies outside the project -> move it into the folder of goldsmith.toml"),
        ("notes.txt", 'it is no Python file -> write plugins = ["evals/measures.py"]'),
        ("mne.py", "there is no such file; did you mean 'mine.py'? -> write its path from the project's folder"),
    ],
)
def test_a_file_that_is_not_there_or_not_the_projects_is_refused(tmp_path: Path, file: str, message: str) -> None:
    folder = tmp_path / "project"
    folder.mkdir()
    held(tmp_path, measure())
    held(folder, measure())

    assert refused(folder, file) == [f"{file}:0 {message}"]


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("fluency", f"'fluency' {NO_NAME} -> write name = \"acme.fluency\", with your own prefix"),
        ("Acme.Fluency", f"'Acme.Fluency' {NO_NAME} -> write name = \"acme.acme_fluency\", with your own prefix"),
        ("", 'the measure Fluency has no name -> write name = "acme.fluency"'),
        ("goldsmith.x", "the prefix of 'goldsmith.x' is ours -> write name = \"acme.x\", with your own prefix"),
    ],
)
def test_the_name_of_an_outsider_has_a_prefix(tmp_path: Path, name: str, told: str) -> None:
    assert refused(tmp_path, held(tmp_path, measure(name))) == [f"mine.py:0 {told}"]


def test_two_of_one_name_are_refused_and_both_places_named(tmp_path: Path) -> None:
    files = held(tmp_path, measure()), held(tmp_path, measure(version=2), "other.py")

    assert refused(tmp_path, *files) == [
        "other.py:0 the name 'acme.fluency' is taken by mine.py -> give one of the two another"
    ]


def test_every_problem_is_told_at_once(tmp_path: Path) -> None:
    files = held(tmp_path, "PLUGINS = [1, 2]\n"), held(tmp_path, measure(version=0), "other.py")

    assert [one.partition(" -> ")[0] for one in refused(tmp_path, *files, "measures.py")] == [
        "measures.py:0 there is no such file",
        "mine.py:0 int has none of outcome, decide, open, read, so it is no plug-in",
        "mine.py:0 int has none of outcome, decide, open, read, so it is no plug-in",
        "other.py:0 the measure Fluency has the version 0",
    ]


@pytest.mark.parametrize(
    ("body", "told"),
    [
        (
            "def outcome(self, a): ...\n    def decide(self, s): ...",
            "Thing has outcome and decide, so it is no plug-in",
        ),
        ("def read(self, f): ...\n    suffixes = ('.csv',)", "'.csv' of the format Thing is ours"),
        ("def read(self, f): ...\n    suffixes = '.cards'", "suffixes of the format Thing is '.cards'"),
        ("def read(self, f): ...\n    suffixes = ('cards',)", "'cards' of the format Thing is no suffix"),
        ("@property\n    def read(self): raise OSError('gone')", "Thing cannot be looked at: OSError: gone"),
    ],
)
def test_an_object_that_is_no_plugin_is_told_why(tmp_path: Path, body: str, told: str) -> None:
    file = held(tmp_path, f"class Thing:\n    name = 'acme.thing'\n    {body}\nPLUGINS = [Thing()]\n")

    assert [one.partition(" -> ")[0].partition(" (mine.py")[0] for one in refused(tmp_path, file)] == [
        f"mine.py:0 {told}"
    ]


def test_a_class_in_place_of_an_object_is_told(tmp_path: Path) -> None:
    file = held(tmp_path, measure().replace("[Fluency()]", "[Fluency]"))

    assert refused(tmp_path, file) == ["mine.py:0 Fluency is a class -> write Fluency() in PLUGINS"]


def test_a_command_tells_it_in_words_before_anything_is_asked(written: Project, goldsmith: Goldsmith) -> None:
    folder = written("import nowhere\n")
    told = goldsmith("evaluate", "--system", "run.jsonl")

    assert told.status == 2
    assert told.problems == [
        "mine.py:1: it cannot be imported: ModuleNotFoundError: No module named 'nowhere' (mine.py:1)"
    ]
    assert not (folder / ".goldsmith").exists()


def test_a_file_beside_a_plugin_is_imported_and_never_stands_in_for_an_installed_one(tmp_path: Path) -> None:
    held(tmp_path, "RIGHT = True\n", "words_of_mine.py")
    held(tmp_path, "raise RuntimeError('the wrong statistics')\n", "statistics.py")
    sys.modules.pop("statistics", None)
    file = held(tmp_path, f"import statistics\nfrom words_of_mine import RIGHT\nstatistics.mean\n{measure()}")

    assert list(load_plugins(tmp_path, [file]).measures) == ["acme.fluency"]
