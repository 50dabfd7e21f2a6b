"""goldsmith.toml is read strictly, with every problem and what was probably meant."""

from __future__ import annotations

from pathlib import Path

import pytest

from goldsmith.errors import ConfigurationError
from goldsmith.ondisk.project import find_root, load_settings
from goldsmith.records.settings import ManifestSettings, ProjectSettings, RunSettings, SetSettings


def settings_of(folder: Path, text: str) -> ProjectSettings:
    (folder / "goldsmith.toml").write_text(text, encoding="utf-8")
    return load_settings(folder)


def refused(folder: Path, text: str) -> list[str]:
    with pytest.raises(ConfigurationError) as caught:
        settings_of(folder, text)
    return [str(problem) for problem in caught.value.problems]


def test_without_the_file_the_defaults_hold(tmp_path: Path) -> None:
    assert load_settings(tmp_path) == ProjectSettings()


def test_an_empty_file_says_the_same(tmp_path: Path) -> None:
    assert settings_of(tmp_path, "") == ProjectSettings(sets=(SetSettings(path="golden"),))


def test_every_setting_is_read(tmp_path: Path) -> None:
    text = """\
    documents = "documents"
    measures = ["recall@5"]
    cutoff = 3
    waive = ["GS401"]

    [manifest]
    path = "chunks.parquet"
    fields = {id = "chunk_id"}

    [run]
    concurrency = 2
    timeout_s = 1.5
    repeats = 3

    [[sets]]
    path = "golden"

    [[sets]]
    path = "other/cases.jsonl"
    enabled = false
    weight = 0.5
    fields = {question = "text"}

    [systems.good]
    kind = "callable"
    target = "app.py:answer"
    """

    assert settings_of(tmp_path, text) == ProjectSettings(
        sets=(
            SetSettings(path="golden"),
            SetSettings(path="other/cases.jsonl", enabled=False, weight=0.5, fields={"question": "text"}),
        ),
        documents="documents",
        manifest=ManifestSettings(path="chunks.parquet", fields={"id": "chunk_id"}),
        run=RunSettings(concurrency=2, timeout_s=1.5, repeats=3),
        measures=("recall@5",),
        cutoff=3,
        systems={"good": {"kind": "callable", "target": "app.py:answer"}},
        waive=("GS401",),
    )


def test_a_byte_order_mark_is_passed_over(tmp_path: Path) -> None:
    (tmp_path / "goldsmith.toml").write_bytes(b"\xef\xbb\xbfcutoff = 3\n")

    assert load_settings(tmp_path).cutoff == 3


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ('documnts = "x"', "documnts: unknown setting\n      mend: did you mean 'documents'?"),
        ("[run]\nconcurency = 1", "run.concurency: unknown setting\n      mend: did you mean 'concurrency'?"),
        (
            '[[sets]]\npath = "a"\nweigth = 1',
            "sets.0.weigth: unknown setting\n      mend: did you mean 'weight'?",
        ),
        ("[run]\ncutoff = 1", "run.cutoff: unknown setting\n      mend: 'cutoff' stands at the top of the file"),
        ("repeats = 1", "repeats: unknown setting\n      mend: 'repeats' stands in [run]"),
        (
            "[run]\nqqq = 1",
            (
                "run.qqq: unknown setting\n      mend: known here: concurrency, timeout_s, repeats, attempts, "
                "per_minute, most_calls, most_usd"
            ),
        ),
        ("[check]\nsupress = []", "check.supress: unknown setting\n      mend: did you mean 'suppress'?"),
        (
            '[[check.suppress]]\ncode = "GS501"\nreason = "x"\ncase = []',
            "check.suppress.0.case: unknown setting\n      mend: did you mean 'cases'?",
        ),
        (
            '[identities.ada]\ntoken = "x"',
            "identities.ada.token: unknown setting\n      mend: did you mean 'token_env'?",
        ),
        (
            '[identities.ada.oauth]\nclient = "x"\ntoken_url = "x"\nclient_id = "x"\nclient_secret_env = "x"',
            "identities.ada.oauth.client: unknown setting\n      mend: did you mean 'client_id'?",
        ),
        ("[[sets]]\nenabled = true", "sets.0.path: this setting is missing\n      mend: write path = …"),
        ('cutoff = "5"', 'cutoff: a whole number was expected, found "5"\n      mend: write a whole number'),
        ('measures = "recall@5"', 'measures: a list was expected, found "recall@5"\n      mend: write a list'),
        ('sets = "golden"', 'sets: a list was expected, found "golden"\n      mend: write a list'),
        (
            "documents = 2026-01-01\n[run]\nrepeats = true",
            "run.repeats: a whole number was expected, found true\n      mend: write a whole number",
        ),
        (
            '[[sets]]\npath = "a"\nenabled = "yes"',
            'sets.0.enabled: true or false was expected, found "yes"\n      mend: write true or false',
        ),
        ("run = 3", "run: a table was expected, found 3\n      mend: write a table"),
        ("[systems]\ngood = 1", "systems.good: a table was expected, found 1\n      mend: write a table"),
        (
            '[[sets]]\npath = "a"\nfields = {qestion = "text"}',
            "sets.0.fields: a case has no field 'qestion'\n      mend: did you mean 'question'?",
        ),
        ("cutoff = 0", "cutoff: no rank is within 0\n      mend: write 1 or more"),
        ('[[sets]]\npath = "a"\nweight = -0.5', "sets.0.weight: -0.5 is no weight\n      mend: write 0 or more"),
        (
            '[[sets]]\npath = "a"\nweight = nan',
            "sets.0.weight: found nan, which is no finite number\n      mend: write a smaller number",
        ),
        (
            '[[sets]]\npath = "a"\n[[sets]]\npath = "a"',
            "sets.1.path: the set 'a' is listed twice\n      mend: keep one of the two",
        ),
    ],
)
def test_a_setting_that_cannot_be_used_is_told_with_its_mend(tmp_path: Path, text: str, problem: str) -> None:
    assert refused(tmp_path, text) == [f"goldsmith.toml: {problem}"]


def test_all_problems_are_told_at_once(tmp_path: Path) -> None:
    text = 'documnts = "x"\ncutoff = "5"\n[run]\nrepeat = 2\n'

    assert {line.split(":")[1].strip() for line in refused(tmp_path, text)} == {"documnts", "cutoff", "run.repeat"}


@pytest.mark.parametrize(
    "line", ["repeats = 0", "concurrency = -1", "timeout_s = -0.5", "most_usd = -0.5", "per_minute = -2.5"]
)
def test_a_number_with_which_nothing_could_be_asked_is_refused(tmp_path: Path, line: str) -> None:
    with pytest.raises(ConfigurationError) as caught:
        settings_of(tmp_path, f"[run]\n{line}\n")

    assert caught.value.message == f"goldsmith.toml: {line.replace('=', 'is')}"


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b"a = 1\nb =", "goldsmith.toml:2: Invalid value"),
        (b"a = 1\n\xff\xfe", "goldsmith.toml:2: byte 0xff is not UTF-8 text"),
        (b"a = 1\na = 2", "goldsmith.toml:2: Cannot overwrite a value"),
    ],
)
def test_what_is_no_toml_is_refused_at_its_place(tmp_path: Path, data: bytes, problem: str) -> None:
    (tmp_path / "goldsmith.toml").write_bytes(data)
    with pytest.raises(ConfigurationError) as caught:
        load_settings(tmp_path)

    assert caught.value.message == "goldsmith.toml is not TOML"
    assert [str(one).splitlines()[0] for one in caught.value.problems] == [problem]


def test_the_root_is_the_nearest_folder_above_with_the_file(tmp_path: Path) -> None:
    inner = tmp_path / "project" / "a" / "b"
    inner.mkdir(parents=True)
    (tmp_path / "project" / "goldsmith.toml").touch()

    assert find_root(inner) == (tmp_path / "project").resolve()


def test_without_the_file_the_root_is_where_one_stands(tmp_path: Path) -> None:
    assert find_root(tmp_path) == tmp_path.resolve()
