"""What became of reminders, a line a person."""

from __future__ import annotations

from goldsmith.records.mailing import Reminded, Reminder
from goldsmith.reports.reminding import render_reminded

FOUND = Reminded(
    set_name="desk",
    dry_run=False,
    reminders=(
        Reminder(person="ada", fate="sent", waiting=3, oldest_days=1),
        Reminder(person="ben", fate="failed", waiting=1, oldest_days=0, why="the mail server refuses the address"),
        Reminder(person="cleo", fate="nothing_waits", waiting=0, oldest_days=None),
    ),
    next_step="mend what failed",
)


def test_each_person_has_a_line() -> None:
    assert render_reminded(FOUND).splitlines() == [
        "1 mail sent, 1 failed",
        "  ada                  sent (3 cases, the oldest came 1 day ago)",
        "  ben                  FAILED: the mail server refuses the address (1 case, the oldest came today)",
        "  cleo                 nothing waits for them",
        "",
        "Next: mend what failed",
    ]
    assert FOUND.exit_status == 3
