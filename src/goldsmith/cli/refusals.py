"""How a freeze that is not what the lock names is told."""

from __future__ import annotations

from collections.abc import Iterator

from goldsmith.reports.plain_text import listed, shown
from goldsmith.workflows.freeze import FreezeReport

_WIDTH = 110
_MOST = 5


def render_refusal(report: FreezeReport) -> str:
    """Return that nothing was frozen, which documents are others, and the way out."""
    head = f"nothing was frozen: these are not the documents that corpus.lock names as {report.revision.label}"
    notes = [f"  {shown(note, _WIDTH)}" for note in report.notes]
    return "\n".join([head, *_documents(report), *notes, "", f"Next: {report.next_step}"])


def _documents(report: FreezeReport) -> Iterator[str]:
    found = report.lock_documents
    if found is None:
        yield from (f"  {shown(line, _WIDTH)}" for line in report.lock_differs)
        return
    for word, names in (("changed", found.changed), ("missing", found.missing), ("new", found.new)):
        if names:
            yield f"  {word}: {shown(listed(names, _MOST), _WIDTH)}"
