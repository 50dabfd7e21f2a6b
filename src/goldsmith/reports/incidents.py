"""What came of an incident, on one screen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from goldsmith.records.incident import Added, Closing
from goldsmith.reports.plain_text import shown, wrapped

_PASSAGE = 80


def render_added(added: Added, *, width: int) -> str:
    """Return where the case was written, why the set missed it, and what is left to say."""
    return "\n".join(_added(added, width))


def _added(added: Added, width: int) -> Iterator[str]:
    incident = added.incident
    yield f"{incident.case} written to {added.file}:{added.line} ({incident.id})"
    yield from wrapped(incident.missed_because, width, head="  missed because ", indent=4)
    yield from wrapped(
        "it fails on the wrong answer, as it should"
        if added.seen
        else "it does not fail on the wrong answer yet: give it a claim that the wrong answer breaks",
        width,
        head="  ",
        indent=4,
    )
    if added.passages:
        yield "  its evidence may be"
        yield from (f"    {name}  {shown(text, _PASSAGE)}" for name, text in added.passages)
    yield ""
    yield from wrapped(
        f"say in {added.file} what is right (evidence, accept, behaviour), then: goldsmith check --fix, and "
        f"goldsmith approve {incident.case} --reviewer NAME --reason …",
        width,
        head="Next: ",
        indent=6,
    )


def render_closing(closings: Sequence[Closing]) -> str:
    """Return, for each incident, whether it was closed and why."""
    if not closings:
        return "no incident is open"
    lines = [f"{'closed' if item.closed else 'open  '}  {item.incident.case}  {item.told}" for item in closings]
    left = sum(not item.closed for item in closings)
    return "\n".join(
        [*lines, "", f"Next: {'mend what is open, then the same command again' if left else 'commit incidents.jsonl'}"]
    )
