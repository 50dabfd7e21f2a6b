"""What was purged, or would be, in the terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from goldsmith.records.sign_off import SignOff
from goldsmith.reports.figures import count
from goldsmith.reports.plain_text import wrapped

_MOST = 20


def render_purged(
    *,
    done: bool,
    runs: Sequence[str],
    erased: Sequence[tuple[str, str, int]],
    nothing_of: Sequence[str],
    still_named: Sequence[str],
    tombstones: str,
    width: int,
) -> str:
    """Return the lines: runs removed; place, case and number of results of each erasure; what is left to people."""
    told = [*_gone("" if done else "would be ", runs, erased, tombstones), *_left(nothing_of, still_named)] or [
        "nothing to purge"
    ]
    if erased:
        told.append("git keeps earlier versions of committed files: history is rewritten with git alone")
    if not done and (runs or erased):
        told.append("Next: the same command with --yes")
    return "\n".join(
        part
        for line in told
        for part in wrapped(line.lstrip(), width, head=line[: len(line) - len(line.lstrip())], indent=4)
    )


def render_statements(kept: Sequence[SignOff], unbound: Sequence[SignOff], *, done: bool, width: int) -> str:
    """Return whose word keeps a run, and whose word speaks of a run that is gone or changed; empty: nobody's."""
    verb = "is" if done else "would be"
    lines = [f"run {_signed(item)}, and stays: --signed lets it go too" for item in kept]
    lines += [f"run {_signed(item)}, and {verb} no longer there as it was signed" for item in unbound]
    return "\n".join(part for line in lines for part in wrapped(line, width, indent=4))


def _signed(item: SignOff) -> str:
    return f"{item.run} was signed off by {item.person}, {item.role}, on {item.at[:10]}"


def _gone(verb: str, runs: Sequence[str], erased: Sequence[tuple[str, str, int]], tombstones: str) -> Iterator[str]:
    if runs:
        yield f"{count(len(runs), 'run')} {verb}removed"
        yield from (f"  {name}" for name in runs[:_MOST])
        if len(runs) > _MOST:
            yield f"  … and {len(runs) - _MOST} more"
    if erased:
        cases = len({case for _, case, _ in erased})
        yield f"{count(cases, 'case')} {verb}erased, with a tombstone in {tombstones}"
        yield from (f"  {place} · {case} · {count(results, 'result')}" for place, case, results in erased[:_MOST])
        if len(erased) > _MOST:
            yield f"  … and {len(erased) - _MOST} more"


def _left(nothing_of: Sequence[str], still_named: Sequence[str]) -> Iterator[str]:
    for name in nothing_of:
        yield f"nothing is recorded of a case {name!r}: if something should be, look at how its id is written"
    if still_named:
        yield "written by people and still naming it; what they hold is yours to take out:"
        yield from (f"  {name}" for name in still_named[:_MOST])
        if len(still_named) > _MOST:
            yield f"  … and {len(still_named) - _MOST} more"
