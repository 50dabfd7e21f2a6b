"""`--reuse` on the command line: what was taken over is told, and counted apart from calls."""

from __future__ import annotations

from pathlib import Path

from tests.cases.telling import Goldsmith
from tests.cli.test_baselines import CONFIGURATION, GOOD
from tests.workflows.shop import approve_all, make_shop


def shop_with(root: Path, revision: str) -> None:
    make_shop(root)
    approve_all(root)
    (root / "goldsmith.toml").write_text(CONFIGURATION + revision, encoding="utf-8")
    (root / "app.py").write_text(GOOD, encoding="utf-8")


def test_answers_are_reused_while_the_revision_stands(tmp_path: Path, goldsmith: Goldsmith) -> None:
    shop_with(tmp_path, 'revision = "7"\n')
    goldsmith("evaluate")
    told = goldsmith("evaluate", "--reuse")
    again = goldsmith("evaluate", "--reuse", "--json").json

    assert told.out.startswith("PASSED")
    assert "3 of 3 answers reused from run 0001-app (revision 7)" in told.out
    assert (again["reused"], again["calls"], again["answered"]) == (3, 0, 3)


def test_without_a_revision_everything_is_asked_and_the_way_is_told(tmp_path: Path, goldsmith: Goldsmith) -> None:
    shop_with(tmp_path, "")
    goldsmith("evaluate")
    told = goldsmith("evaluate", "--reuse")

    assert "no answer was reused: the system states no revision" in told.out
    assert 'write revision = "…" under [systems.app]' in told.out


def test_answers_that_were_only_asked_for_are_taken_over_too(tmp_path: Path, goldsmith: Goldsmith) -> None:
    shop_with(tmp_path, 'revision = "7"\n')
    goldsmith("run")
    (tmp_path / ".goldsmith" / "runs" / "0001-app" / "finished").touch()

    assert goldsmith("evaluate", "--reuse", "--json").json["reused"] == 3
