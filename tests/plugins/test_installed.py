"""Plug-ins of a package that is installed: found by its entry point, and loaded only when something asks for one."""

from __future__ import annotations

import sys
from pathlib import Path

from goldsmith.records.case import Case
from goldsmith.records.claims import PluginMatch, RequiredClaim
from goldsmith.records.digests import case_digest
from goldsmith.testing import asked, check_format, check_matcher, check_measure, check_system, read_cases
from tests.cases.telling import Goldsmith, case, project, summary
from tests.plugin_package.acme_evals import Echo, Lines, Shouted, Words


def test_one_of_each_kind_is_found_by_name(tmp_path: Path, installed: Path, goldsmith: Goldsmith) -> None:
    claims = [{"required": "It is shouted.", "match": {"matcher": "acme.shouted", "options": {"value": "loud"}}}]
    project(tmp_path, header="name: s\n", cases=[case("c1", claims=claims)])
    (tmp_path / "golden" / "cases" / "more.lines").write_text("c2 What else?\n", encoding="utf-8")
    (tmp_path / "goldsmith.toml").write_text(
        'measures = ["acme.words", "claim_recall"]\n[systems.echo]\nkind = "acme.echo"\nanswer = "It is LOUD"\n',
        encoding="utf-8",
    )
    told = goldsmith("evaluate", "--json").json
    words, claim_recall = summary(told, "acme.words"), summary(told, "claim_recall")

    assert [item["result"]["case"] for item in told["cases"]] == ["c1", "c2"]
    assert (words["scored"], words["mean"], words["layer"], words["version"]) == (2, 3.0, "response", 1)
    assert (claim_recall["scored"], claim_recall["mean"]) == (1, 1.0)


def test_a_project_that_asks_for_none_loads_none(tmp_path: Path, installed: Path, goldsmith: Goldsmith) -> None:
    project(tmp_path, header="name: s\n", cases=[case("c1")])
    (installed / "acme_evals" / "__init__.py").write_text("raise RuntimeError('not asked for')\n", encoding="utf-8")
    told = goldsmith("check")

    assert "not asked for" not in told.out + told.err
    assert "acme_evals" not in sys.modules


def test_a_package_that_cannot_be_imported_is_named_with_its_version(
    tmp_path: Path, installed: Path, goldsmith: Goldsmith
) -> None:
    project(tmp_path, header="name: s\n", cases=[case("c1")])
    (tmp_path / "goldsmith.toml").write_text('measures = ["acme.words"]\n', encoding="utf-8")
    (installed / "acme_evals" / "__init__.py").write_text("import no_such_module\n", encoding="utf-8")
    told = goldsmith("check")

    why = "ModuleNotFoundError: No module named 'no_such_module' (__init__.py:1)"

    assert told.status == 2
    assert told.problems == [f"acme-evals 1.2 (acme_evals): it cannot be imported: {why}"]


def test_a_file_and_a_package_with_one_name_are_both_named(
    tmp_path: Path, installed: Path, goldsmith: Goldsmith
) -> None:
    project(tmp_path, header="name: s\n", cases=[case("c1")])
    (tmp_path / "mine.py").write_text("from acme_evals import Words\nPLUGINS = [Words()]\n", encoding="utf-8")
    (tmp_path / "goldsmith.toml").write_text('plugins = ["mine.py"]\n', encoding="utf-8")
    told = goldsmith("check")

    assert told.status == 2
    assert told.problems == ["acme-evals 1.2 (acme_evals): the name 'acme.words' is taken by mine.py"]


def test_the_package_keeps_what_the_ports_ask() -> None:
    check_measure(Words(), examples=[(asked("two words"), 2.0)])
    check_matcher(Shouted(), options={"value": "loud"}, stated=["LOUD!"], not_stated=["loud"])
    check_system(Echo("echo", "A"), answered=["When?", "Where?"])
    check_format(Lines(), b"c1 When?\n", cases=read_cases(Lines(), b"c1 When?\n"))


def test_the_schema_of_a_case_knows_matchers_of_plugins(goldsmith: Goldsmith) -> None:
    schema = goldsmith("schema", "case").json
    match = schema["$defs"]["PluginMatch"]

    assert (match["required"], sorted(match["properties"])) == (["matcher"], ["matcher", "options"])


def test_a_matcher_and_its_options_are_part_of_what_is_approved() -> None:
    def digest(**options: object) -> str:
        match = PluginMatch(matcher="acme.shouted", options=options)
        return case_digest(Case(id="c1", question="Q?", claims=(RequiredClaim(required="A.", match=match),)))

    assert digest(value="loud", least=1) == digest(least=1.0, value="loud") != digest(value="quiet", least=1)
