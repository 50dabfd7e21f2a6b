"""Every contest, in the order of the jobs. A new job is one file and one line here."""

from __future__ import annotations

import job_a
import job_b
import job_c
import job_d
import job_e
import job_f
import job_g
import job_h
import job_i
import job_j
from contest import Contest

CONTESTS: tuple[Contest, ...] = (
    *job_a.CONTESTS,
    *job_b.CONTESTS,
    *job_c.CONTESTS,
    *job_d.CONTESTS,
    *job_e.CONTESTS,
    *job_f.CONTESTS,
    *job_g.CONTESTS,
    *job_h.CONTESTS,
    *job_i.CONTESTS,
    *job_j.CONTESTS,
)


def chosen(only: str | None, *, quick: bool) -> tuple[Contest, ...]:
    """Return the contests that ``--only`` names, by letter or name; a quick run leaves out the slow ones.

    Raises ValueError with the names that no contest has.
    """
    wanted = [name.strip() for name in only.split(",")] if only else []
    unknown = [name for name in wanted if not any(_is_named(one, name) for one in CONTESTS)]
    if unknown:
        message = f"no job is called {', '.join(unknown)}; there are: {', '.join(one.name for one in CONTESTS)}"
        raise ValueError(message)
    if not wanted:
        return tuple(one for one in CONTESTS if not (quick and one.slow))
    return tuple(one for one in CONTESTS if any(_is_named(one, name) for name in wanted))


def _is_named(contest: Contest, name: str) -> bool:
    """Say whether `name` asks for the contest: its own name, the beginning of it, or its letter where it is quick."""
    if "-" not in name and contest.slow:
        return False
    return contest.name == name or contest.name.startswith(name + "-")
