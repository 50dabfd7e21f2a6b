"""Everybody is told once a day what waits for them, and nothing of what anybody said."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path

import pytest

from goldsmith.adapters.mail.smtp import SmtpMailer
from goldsmith.errors import ConfigurationError, IncompleteError, InputError
from goldsmith.records.decision import DecisionWord
from goldsmith.records.mailing import Letter, Reminder
from goldsmith.records.person import MailSettings
from goldsmith.workflows.review_batch import draw_batch
from goldsmith.workflows.review_desk import Desk
from goldsmith.workflows.review_digest import remind
from goldsmith.workflows.review_open import open_reviews
from goldsmith.workflows.review_seat import handle_for
from tests.adapters.mail.smtp_server import Script, serving
from tests.workflows.batching import QUALITY
from tests.workflows.reviewers import Clock, desk_in, marks, says

PEOPLE = """\
documents = "documents"

[workbench]
url = "https://desk.example.org/"
second_share = 1.0

[people.owner]
roles = ["evaluation_owner"]
email = "owner@example.org"

[people.r1]
email = "r1@example.org"

[people.r2]
email = "r2@example.org"

[people.silent]

[people.reader]
roles = ["product_owner"]
email = "reader@example.org"
"""
QUOTES = {"window": "within 30 days", "receipt": "No return is possible"}


@dataclass
class Post:
    """A mailer that keeps letters, and fails for some."""

    fails: dict[str, Exception] = field(default_factory=dict)
    letters: list[Letter] = field(default_factory=list)

    def send(self, letter: Letter, /) -> None:
        """Keep a letter."""
        if letter.to in self.fails:
            raise self.fails[letter.to]
        self.letters.append(letter)

    def close(self) -> None:
        """Nothing is open."""


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    """Return a desk with two open cases that two people label each."""
    held = desk_in(tmp_path, settings=PEOPLE)
    open_reviews(held, person=held.person("owner"))
    return held


def passes(desk: Desk, **time: int) -> None:
    assert isinstance(desk.now, Clock)
    desk.now.moment += timedelta(**time)


def fates(found: tuple[Reminder, ...]) -> dict[str, str]:
    return {one.person: one.fate for one in found}


def test_who_has_something_waiting_is_told_how_much_since_when_and_where(desk: Desk) -> None:
    passes(desk, days=3, hours=2)
    post = Post()
    found = remind(desk, post)

    assert fates(found.reminders) == {
        "owner": "sent", "r1": "sent", "r2": "sent", "reader": "nothing_waits", "silent": "no_address",
    }  # fmt: skip
    assert {letter.to for letter in post.letters} == {"owner@example.org", "r1@example.org", "r2@example.org"}
    assert post.letters[1] == Letter(
        to="r1@example.org",
        subject="2 cases wait for you",
        text="2 cases wait for you:\n\n  2 to label\n\nThe oldest has waited 3 days.\n\nhttps://desk.example.org/queue\n",
        at="2026-09-11T14:00:00Z",
    )
    assert (found.dry_run, found.exit_status) == (False, 0)


def test_nothing_of_what_anybody_said_is_in_a_letter(desk: Desk) -> None:
    handle = handle_for(desk, "window")
    marks(desk, desk.person("r1"), handle, QUOTES["window"])
    says(desk, desk.person("r1"), handle, "rejected", reason="nobody asks this")
    post = Post()
    remind(desk, post)
    other = next(letter for letter in post.letters if letter.to == "r2@example.org")

    assert other.subject == "2 cases wait for you"
    assert not [word for word in ("r1", "reject", "window", "asks", handle) if word in other.text]


def test_a_dispute_and_the_sample_of_a_batch_wait_too(desk: Desk) -> None:
    for name, quote in QUOTES.items():
        handle = handle_for(desk, name)
        for person in ("r1", "r2"):
            marks(desk, desk.person(person), handle, quote)
            word: DecisionWord = "rejected" if (name, person) == ("window", "r2") else "approved"
            says(desk, desk.person(person), handle, word, reason="read it")
    draw_batch(desk, desk.person("owner"), name="first", quality=QUALITY)
    post = Post()
    found = remind(desk, post)

    assert fates(found.reminders)["r1"] == "nothing_waits"
    assert [letter.text.splitlines()[2:4] for letter in post.letters] == [["  1 to settle", "  1 to check again"]]


def test_nobody_is_told_twice_on_one_day(desk: Desk) -> None:
    first, second, third = Post(), Post(), Post()
    remind(desk, first)
    passes(desk, hours=11)
    again = remind(desk, second)
    passes(desk, hours=1)
    remind(desk, third)

    assert [len(post.letters) for post in (first, second, third)] == [3, 0, 3]
    assert fates(again.reminders)["r1"] == "told_today"


def test_a_mail_that_failed_is_told_and_sent_by_the_next_call(desk: Desk) -> None:
    post = Post(fails={"r1@example.org": InputError("no such mailbox"), "r2@example.org": IncompleteError("broke off")})
    found = remind(desk, post)
    post.fails = {}
    again = remind(desk, post)

    assert found.exit_status == 3
    assert [(one.person, one.why) for one in found.reminders if one.fate == "failed"] == [
        ("r1", "no such mailbox"),
        ("r2", "broke off"),
    ]
    assert fates(again.reminders) == {
        "owner": "told_today", "r1": "sent", "r2": "sent", "reader": "nothing_waits", "silent": "no_address",
    }  # fmt: skip


def test_a_dry_run_says_what_would_be_sent_and_notes_nothing(desk: Desk) -> None:
    found = remind(desk, None)
    post = Post()
    remind(desk, post)

    assert fates(found.reminders)["r1"] == "would_send"
    assert found.reminders[1].letter == post.letters[1]
    assert len(post.letters) == 3


def test_without_an_address_of_the_workbench_nobody_is_told(tmp_path: Path) -> None:
    desk = desk_in(tmp_path, settings=PEOPLE.replace('url = "https://desk.example.org/"\n', ""))
    with pytest.raises(ConfigurationError, match="where the workbench is"):
        remind(desk, Post())


def test_letters_go_out_through_a_real_server_whatever_one_address_does(desk: Desk) -> None:
    with serving(Script(refuses=frozenset({"r1@example.org"}))) as script:
        mailer = SmtpMailer(MailSettings(host="127.0.0.1", sender="w@example.org", port=script.port, security="none"))
        found = remind(desk, mailer)
        mailer.close()

    assert [to for to, _ in script.letters] == ["owner@example.org", "r2@example.org"]
    assert fates(found.reminders)["r1"] == "failed"
