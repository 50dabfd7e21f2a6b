"""Every contest, in the order of the jobs. A new job is one file and one line here."""

from __future__ import annotations

import job_a
import job_b
import job_f
import job_g
import job_h
import job_j
from contest import Contest

CONTESTS: tuple[Contest, ...] = (
    *job_a.CONTESTS,
    *job_b.CONTESTS,
    *job_f.CONTESTS,
    *job_g.CONTESTS,
    *job_h.CONTESTS,
    *job_j.CONTESTS,
)


def chosen(only: str | None, *, quick: bool) -> tuple[Contest, ...]:
    """Return the contests that ``--only`` names, by letter or name; a quick run leaves out the slow ones."""
    wanted = [name.strip() for name in only.split(",")] if only else []
    return tuple(one for one in CONTESTS if (_is_wanted(one, wanted) if wanted else not (quick and one.slow)))


def _is_wanted(contest: Contest, wanted: list[str]) -> bool:
    letter = contest.name.partition("-")[0]
    by_letter = letter in wanted and not contest.slow
    names = [name for name in wanted if "-" in name]
    return by_letter or any(contest.name == name or contest.name.startswith(name + "-") for name in names)
