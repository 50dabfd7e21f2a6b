"""What `review apply` wrote, on one screen: what was held back and why, then what stands."""

from __future__ import annotations

from collections.abc import Iterator

from goldsmith.records.applying import Applied, AppliedCase
from goldsmith.reports.plain_text import wrapped

WIDTH = 100
_MOST = 12


def render_applied(applied: Applied, *, width: int = WIDTH) -> str:
    """Return lines of at most `width` columns: the first says how much was done, the last the next step."""
    lines = list(wrapped(_headline(applied), width))
    if applied.held:
        lines += ["", "HELD BACK"]
        for item in applied.held[:_MOST]:
            lines += wrapped(f"{item.case}: {item.why}", width, head="  ", indent=4)
        lines += _more(len(applied.held))
    if applied.applied:
        lines += ["", "WRITTEN"]
        for done in applied.applied[:_MOST]:
            lines += wrapped(_line(done), width, head="  ", indent=4)
        lines += _more(len(applied.applied))
    lines += ["", *wrapped(applied.next_step, width, head="Next: ", indent=6)]
    return "\n".join(lines)


def _headline(applied: Applied) -> str:
    where = f" to the branch {applied.branch}" if applied.branch else ""
    done = f"{len(applied.applied)} settled review(s) of {applied.set_name} written{where}"
    rest = [
        f"{count} {what}"
        for count, what in (
            (len(applied.held), "held back"),
            (applied.waiting, "still to be labelled"),
            (applied.disputed, "to be settled by a third person"),
        )
        if count
    ]
    return f"{done}; {', '.join(rest)}" if rest else done


def _line(done: AppliedCase) -> str:
    who = f"by {', '.join(done.reviewers)}"
    if done.settled_by is not None:
        who = f"settled by {done.settled_by} between {', '.join(done.reviewers)}"
    edited = ", evidence as they marked it" if done.edited else ""
    if done.needs is not None:
        edited += f" (needs: {done.needs[0]} before, {done.needs[1]} now)"
    return f"{done.case}: {done.decision} {who}{edited} ({done.file})"


def _more(count: int) -> Iterator[str]:
    if count > _MOST:
        yield f"  … and {count - _MOST} more (--json lists all)"
