"""`goldsmith review remind` as a person meets it, before a server of our own."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from goldsmith.cli.review import review_command
from goldsmith.errors import ConfigurationError
from goldsmith.wiring.workbench import open_desk, operator_of
from goldsmith.workflows.review_open import open_reviews
from tests.adapters.mail.smtp_server import Script, serving
from tests.workflows.small_project import frozen_project

PEOPLE = """\
documents = "documents"

[workbench]
url = "https://desk.example.org"

[people.ada]
email = "ada@example.org"

[people.ben]
"""
MAIL = '\n[workbench.mail]\nhost = "127.0.0.1"\nport = {port}\nsender = "w@example.org"\nsecurity = "none"\n'


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a project with two open cases."""
    frozen_project(tmp_path)
    (tmp_path / "goldsmith.toml").write_text(PEOPLE, encoding="utf-8")
    desk = open_desk(tmp_path)
    open_reviews(desk, person=operator_of(desk))
    desk.close()
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_each_mail_is_sent_once_a_day(root: Path) -> None:
    with serving(Script()) as script:
        (root / "goldsmith.toml").write_text(PEOPLE + MAIL.format(port=script.port), encoding="utf-8")
        first = CliRunner().invoke(review_command, ["remind"])
        second = CliRunner().invoke(review_command, ["remind"])

    assert (first.exit_code, first.output.splitlines()[0]) == (0, "1 mail sent")
    assert second.output.splitlines()[:2] == [
        "0 mails sent",
        "  ada                  was told today (2 cases, the oldest came today)",
    ]
    assert [to for to, _ in script.letters] == ["ada@example.org"]


def test_a_mail_that_failed_exits_with_3(root: Path) -> None:
    with serving(Script(refuses=frozenset({"ada@example.org"}))) as script:
        (root / "goldsmith.toml").write_text(PEOPLE + MAIL.format(port=script.port), encoding="utf-8")
        done = CliRunner().invoke(review_command, ["remind"])

    assert done.exit_code == 3
    assert "FAILED: the mail server refuses the address ada@example.org: 550" in " ".join(done.output.split())


def test_a_dry_run_needs_no_server(root: Path) -> None:
    done = CliRunner().invoke(review_command, ["remind", "--dry-run", "--json"])
    record = json.loads(done.output)

    assert done.exit_code == 0
    assert [(one["person"], one["fate"]) for one in record["reminders"]] == [
        ("ada", "would_send"),
        ("ben", "no_address"),
    ]
    assert record["reminders"][0]["letter"]["text"].endswith("https://desk.example.org/queue\n")
    assert isinstance(CliRunner().invoke(review_command, ["remind"]).exception, ConfigurationError)
