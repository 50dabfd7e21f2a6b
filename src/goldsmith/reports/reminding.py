"""What `review remind` did, a line for each person."""

from __future__ import annotations

from goldsmith.records.mailing import Reminded, Reminder
from goldsmith.reports.figures import count
from goldsmith.reports.plain_text import cell, wrapped

WIDTH = 100
_FATES = {
    "sent": "sent",
    "would_send": "would be sent",
    "nothing_waits": "nothing waits for them",
    "no_address": "has no email in goldsmith.toml",
    "told_today": "was told today",
    "failed": "FAILED",
}


def render_reminded(found: Reminded, *, width: int = WIDTH) -> str:
    """Return what became of every reminder."""
    fates = [one.fate for one in found.reminders]
    sent = fates.count("would_send" if found.dry_run else "sent")
    head = f"{count(sent, 'mail')} {'would be sent' if found.dry_run else 'sent'}"
    if failed := fates.count("failed"):
        head += f", {failed} failed"
    lines = [head]
    for one in found.reminders:
        lines += wrapped(_line(one), width, head=f"  {cell(one.person, 20)} ", indent=4)
    return "\n".join([*lines, "", *wrapped(found.next_step, width, head="Next: ", indent=6)])


def _line(one: Reminder) -> str:
    told = _FATES[one.fate]
    if one.why:
        told += f": {one.why}"
    if one.waiting and one.oldest_days is not None:
        since = f"{count(one.oldest_days, 'day')} ago" if one.oldest_days else "today"
        told += f" ({count(one.waiting, 'case')}, the oldest came {since})"
    return told
