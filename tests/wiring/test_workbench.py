"""Where open reviews are kept, and who works without an invitation."""

from __future__ import annotations

from pathlib import Path

import pytest

from goldsmith.errors import ConfigurationError
from goldsmith.wiring.workbench import open_desk, operator_of
from tests.web.visiting import CASES, PEOPLE, make_desk

ANN = {"GOLDSMITH_REVIEWER": "ann"}


def test_without_people_the_person_at_this_machine_may_do_everything(tmp_path: Path) -> None:
    make_desk(tmp_path, settings="")
    desk = open_desk(tmp_path, environment=ANN)
    person = desk.local
    desk.close()

    assert person is not None
    assert (person.name, person.sees) == ("ann", None)
    assert [
        right for right in ("label", "adjudicate", "write", "read", "manage", "audit") if not person.may(right)
    ] == []
    assert operator_of(desk, ANN) == person


def test_a_name_that_is_not_told_is_that_of_the_account(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make_desk(tmp_path, settings="")
    monkeypatch.setenv("LOGNAME", "lee")
    desk = open_desk(tmp_path, environment={"GOLDSMITH_REVIEWER": " "})
    desk.close()

    assert desk.local is not None
    assert desk.local.name == "lee"


def test_with_people_nobody_is_in_by_being_here(tmp_path: Path) -> None:
    make_desk(tmp_path, settings=PEOPLE)
    desk = open_desk(tmp_path, environment=ANN)
    desk.close()

    assert desk.local is None
    assert (operator_of(desk, ANN).name, operator_of(desk, ANN).may("label")) == ("ann", True)


def test_the_reviews_of_another_set_lie_in_a_file_of_their_own(tmp_path: Path) -> None:
    make_desk(tmp_path, settings='[[sets]]\npath = "golden"\n\n[[sets]]\npath = "evals/fees"\n')
    (tmp_path / "evals" / "fees" / "cases").mkdir(parents=True)
    (tmp_path / "evals" / "fees" / "set.yaml").write_text("name: fees\n", encoding="utf-8")
    (tmp_path / "evals" / "fees" / "cases" / "a.yaml").write_text(CASES, encoding="utf-8")
    for name in (None, "fees"):
        open_desk(tmp_path, name, environment=ANN).close()

    assert sorted(path.name for path in (tmp_path / ".goldsmith").glob("*.db")) == [
        "workbench-evals-fees.db", "workbench.db",
    ]  # fmt: skip


def test_a_variable_that_is_not_set_is_told(tmp_path: Path) -> None:
    make_desk(tmp_path, settings='[workbench]\nstore_env = "REVIEWS_URL"\n')

    with pytest.raises(ConfigurationError) as raised:
        open_desk(tmp_path, environment={})

    assert "the variable REVIEWS_URL" in raised.value.message
    assert raised.value.next_step == "export REVIEWS_URL=postgresql://…, or take store_env out of goldsmith.toml"
