"""What `goldsmith init` found, wrote and left."""

from __future__ import annotations

from collections.abc import Iterator

from goldsmith.records.starting import Initialised
from goldsmith.reports.figures import count
from goldsmith.reports.plain_text import wrapped

_MOST = 3


def render_initialised(done: Initialised, *, width: int) -> str:
    """Return what the folder holds, each file that was written and why, what was left, and the next step."""
    return "\n".join(_lines(done, width))


def _lines(done: Initialised, width: int) -> Iterator[str]:
    found = done.found
    first = found.documents[0] if found.documents else None
    more = "" if found.whole else " or more"
    yield f"questions  {', '.join(found.questions[:_MOST]) or 'none found'}"
    folder = f"{first[0]}/ ({count(first[1], 'file')}{more})" if first else "none found"
    yield f"documents  {folder}"
    yield f"app        {', '.join(found.apps[:_MOST]) or 'none found: name yours in goldsmith.toml'}"
    yield ""
    room = max((len(name) for name, _ in done.written), default=0)
    for name, why in done.written:
        yield f"wrote {name:{room}}  {why}"
    for name in done.left:
        yield f"left  {name} as it is"
    for note in done.notes:
        yield from wrapped(note, width, head="note: ", indent=6)
    yield ""
    yield from wrapped(done.next_step, width, head="Next: ", indent=6)
