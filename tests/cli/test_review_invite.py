"""`goldsmith review invite` as a person meets it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from goldsmith.cli.review_invite import invite_command
from goldsmith.errors import ConfigurationError, UnknownNameError
from goldsmith.wiring.workbench import open_desk
from goldsmith.workflows.review_people import who_may_use
from tests.web.visiting import PEOPLE, make_desk


@pytest.fixture
def invite(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Result]:
    """Return a function that runs the command in the test's folder, as ann."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GOLDSMITH_REVIEWER", "ann")
    return lambda *words: CliRunner().invoke(invite_command, words)


def test_a_link_is_printed_alone_and_lets_its_person_in(tmp_path: Path, invite: Callable[..., Result]) -> None:
    make_desk(tmp_path, settings=PEOPLE)
    done = invite("ben")
    desk = open_desk(tmp_path)
    token = done.stdout.strip().partition("?token=")[2]

    assert done.exit_code == 0
    assert done.stdout.startswith("http://127.0.0.1:8321/sign-in?token=")
    assert done.stderr.startswith("for ben alone: once, within 7 days")
    assert "Next: write under [workbench] url" in done.stderr
    assert who_may_use(desk, token).name == "ben"
    assert [item.author for item in desk.bench().people["ben"]] == ["ann"]
    desk.close()


def test_a_link_begins_with_the_address_of_the_settings(tmp_path: Path, invite: Callable[..., Result]) -> None:
    make_desk(tmp_path, settings=f'[workbench]\nurl = "https://reviews.example/"\n\n{PEOPLE}')
    done = invite("ben")

    assert done.stdout.startswith("https://reviews.example/sign-in?token=")
    assert "Next:" not in done.stderr


def test_nobody_unknown_is_invited(tmp_path: Path, invite: Callable[..., Result]) -> None:
    make_desk(tmp_path, settings=PEOPLE)

    assert isinstance(invite("eve").exception, UnknownNameError)


def test_without_people_nobody_is_invited(tmp_path: Path, invite: Callable[..., Result]) -> None:
    make_desk(tmp_path, settings="")

    assert isinstance(invite("ben").exception, ConfigurationError)
