"""Where a case or a set stands, on one screen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from goldsmith.records.resolution import Resolution
from goldsmith.records.standing import CaseRun, CaseStanding, SetStanding
from goldsmith.reports.figures import count
from goldsmith.reports.plain_text import shown, wrapped

_WIDEST = 40
_MOST_REASONS = 2
_FOUND = {
    "found": "stands in the corpus",
    "document_level": "a whole document",
    "moved": "moved, quote intact",
    "split": "the quote runs over several chunks",
    "changed": "its text was changed",
    "quote_missing": "the quote is gone",
    "ambiguous": "the quote stands in several places",
    "dangling": "not in the corpus",
    "document_failed": "its document could not be parsed",
}
"""What a state of a resolution means to a reader; a state that is not here is shown by its name."""


def render_case_standing(
    standing: CaseStanding, words: str, *, width: int, pages: Sequence[tuple[str, str, int]] = ()
) -> str:
    """Return status, place, the case itself (`words`, as a reviewer reads it), history, results, next step.

    `pages` are need, document and page of its evidence, where that is known.
    """
    placed = [shown(f"evidence {need} stands on: {document}, p. {page}", width - 2) for need, document, page in pages]
    return "\n".join(_case_lines(standing, "\n  ".join((words, *placed)), width))


def _case_lines(standing: CaseStanding, words: str, width: int) -> Iterator[str]:
    case, status = standing.case, standing.status
    flags = f" ({', '.join(status.flags)})" if status.flags else ""
    why = f": {status.why}" if status.why and status.why != status.state else ""
    yield from wrapped(f"{status.state.upper()}{flags}{why}", width)
    axes = [case.job, case.reasoning, case.difficulty, f"risk {case.risk}" if case.risk else None, *case.challenges]
    labels = " · ".join(word.replace("_", " ") for word in axes if word)
    place = f"{standing.file}:{standing.line}" if standing.line else standing.file
    yield shown(" · ".join(part for part in (place, standing.digest[:15], labels) if part), width)
    yield ""
    yield words
    odd = [item for item in standing.resolutions if item.state not in {"found", "document_level"}]
    if odd:
        yield from ("", "EVIDENCE THAT MUST BE LOOKED AT")
        yield from (f"  {shown(_evidence(item), width - 2)}" for item in odd)
    if standing.facts:
        yield from ("", "DECIDED")
        for fact in standing.facts:
            held = "" if fact.case_digest == standing.digest else " (of what the case said then)"
            head = f"  {fact.at[:10]}  {shown(fact.reviewer, _WIDEST)}  "
            yield from wrapped(f"{fact.decision.replace('_', ' ')}{held}: {fact.reason}", width, head=head, indent=14)
    if standing.runs:
        yield from ("", "LATEST RUNS")
        for item in standing.runs:
            yield from _run(item, width)
    yield ""
    yield from wrapped(standing.next_step, width, head="Next: ", indent=6)


def _evidence(item: Resolution) -> str:
    name = item.pinned.chunk or item.pinned.document or ""
    detail = getattr(item, "detail", "")
    return ": ".join(part for part in (name, _FOUND.get(item.state, item.state.replace("_", " ")), detail) if part)


def _run(item: CaseRun, width: int) -> Iterator[str]:
    ranks = ", ".join(f"{need} {f'at rank {rank}' if rank else 'not retrieved'}" for need, rank in item.ranks)
    why = "; ".join(item.result.why[:_MOST_REASONS])
    more = len(item.result.why) - _MOST_REASONS
    why += f"; and {count(more, 'more reason')}: goldsmith report {item.run}" if more > 0 else ""
    older = "" if item.same_case else " (the case said something else then)"
    told = " · ".join(part for part in (f"{item.result.state}{older}", why, ranks) if part)
    yield from wrapped(told, width, head=f"  {item.at[:10]}  {item.run}  ", indent=14)


def render_set_standing(standings: Mapping[str, SetStanding], *, width: int) -> str:
    """Return where each set of a project stands, and the next step of each."""
    return "\n\n".join("\n".join(_set_lines(item, width)) for item in standings.values())


def _set_lines(item: SetStanding, width: int) -> Iterator[str]:
    states = ", ".join(f"{number:,} {state}" for state, number in item.states.items() if number)
    told = f" ({states})" if states else ""
    yield from wrapped(f"{item.name}: {count(item.cases, 'case')}{told}", width)
    if item.corpus is None:
        yield "  corpus     none is frozen"
    else:
        changed = f", {item.changed_documents} changed since" if item.changed_documents else ""
        yield f"  corpus     {item.corpus}: {count(item.documents, 'document')}{changed}"
    found = "no errors" if not item.errors else count(item.errors, "error")
    yield f"  check      {found}"
    if item.incidents_open:
        yield f"  incidents  {item.incidents_open} open"
    latest = item.latest
    if latest is None:
        yield "  latest     no run yet"
    else:
        verdict = latest.status.upper() if latest.status else "not scored" if latest.finished else "not finished"
        line = f"{latest.run}, {latest.at[:16].replace('T', ' ')}, {latest.system}: {verdict}"
        yield from wrapped(f"{line} {latest.headline}".rstrip(), width, head="  latest     ", indent=13)
    yield f"  baselines  {', '.join(item.baselines) or 'none'}"
    yield from wrapped(item.next_step, width, head="Next: ", indent=6)
