"""What a change of the corpus asks of people, on one screen; and each changed passage, old beside new."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from goldsmith.records.refresh import Impact, Passage, Reason, Refreshed, RefreshPlan, RefreshRequest
from goldsmith.reports.figures import count
from goldsmith.reports.passage_columns import one_column, side_by_side
from goldsmith.reports.plain_text import columns, fitted, listed, middle, shown, wrapped

WORDS: Mapping[Impact, str] = {
    "quote_gone": "the words stand nowhere",
    "quote_edited": "the words are others",
    "quote_split": "the words stand in pieces",
    "quote_crossed": "the words stand in another document",
    "source_failed": "the document cannot be read",
    "undecidable": "no text is kept that would tell",
    "section_changed": "own section changed",
    "sight_lost": "the asker may no longer see the source",
    "denied_opened": "a denied source is open now",
    "access_changed": "who may see the source is another",
    "source_superseded": "the source is superseded",
    "dates_changed": "dates or version changed",
    "may_be_answered": "new text may answer it",
    "rival_passage": "new text elsewhere states the same or otherwise",
    "query_pattern": "users ask it, no approved case does",
    "shares_terms": "new text in the document speaks of it",
    "document_renamed": "the document goes by another id",
    "quote_merged": "passages share one chunk now",
    "changed_elsewhere": "changed elsewhere in the document",
    "anchor_moved": "quote intact, another chunk or place",
    "retrieval_changed": "embedding or filter changed",
    "untouched": "untouched",
}
"""Each impact in a reader's words."""

_GROUPS = 8
_CASES = 5
_NAMES = 4
_NAME = 48


def render_plan(plan: RefreshPlan, *, width: int, every: bool = False) -> str:
    """Return who is to be asked about what, what is confirmed together, and the next step.

    `every` lists all requests and all cases; otherwise they are cut to a screen.
    """
    return "\n".join(_plan(plan, width, every=every))


def _plan(plan: RefreshPlan, width: int, *, every: bool) -> Iterator[str]:
    asked = sum(1 for item in plan.impacts if item.asking == "single")
    moved = f"corpus {plan.previous.label} -> {plan.current.label}"
    yield fitted(f"{_headline(plan, asked)}      {shown(f'{plan.set_name} · {moved}', width)}", width)
    if plan.open:
        yield from ("", f"ASK   {count(len(plan.open), 'request')} about {_passages(plan.open)}")
        yield from _groups(plan.open, width, every=every)
    if plan.answers:
        told = Counter(answer.answer for answer in plan.answers)
        spoken = ", ".join(f"{number} {_ANSWERS[word]}" for word, number in sorted(told.items()))
        yield from ("", f"ANSWERED   {spoken}")
    yield from _together(plan, width, every=every)
    untouched = sum(1 for item in plan.impacts if item.asking == "none")
    if untouched:
        yield from ("", f"UNTOUCHED   {count(untouched, 'case')}: approvals stand, no file is written")
    if plan.superseded:
        gone = listed(plan.superseded, _NAMES)
        yield from (
            "",
            *wrapped(f"asked before and not any more: {gone}", width, head="SUPERSEDED   ", indent=13),
        )
    yield ""
    yield from wrapped(_next(plan), width, head="Next: ", indent=6)


_ANSWERS = {"stands": "still stand", "revise": "to revise", "retire": "to retire", "unanswerable": "now unanswerable"}


def _headline(plan: RefreshPlan, asked: int) -> str:
    total = len(plan.impacts)
    if not asked:
        return f"no case of {total} needs a person" if total else "no case to look at"
    waiting = len({request.case for request in plan.open})
    if not waiting:
        return f"{asked} of {total} cases needed a person, and are answered"
    return f"{waiting} of {total} cases need{'s' if waiting == 1 else ''} a person"


def _passages(requests: Sequence[RefreshRequest]) -> str:
    return count(len({request.passage for request in requests}), "passage")


def grouped(requests: Sequence[RefreshRequest]) -> dict[str, list[RefreshRequest]]:
    """Return the requests by changed passage, in their order."""
    groups: dict[str, list[RefreshRequest]] = {}
    for request in requests:
        groups.setdefault(request.passage, []).append(request)
    return groups


def _groups(requests: Sequence[RefreshRequest], width: int, *, every: bool) -> Iterator[str]:
    groups = grouped(requests)
    told = list(groups.items()) if every else list(groups.items())[:_GROUPS]
    for name, held in told:
        yield f"  {_named(name, width - 2)}"
        for request in held if every else held[:_CASES]:
            yield from wrapped(_message(request), width, head=f"    {_named(request.case, _NAME)}   ", indent=8)
        if not every and len(held) > _CASES:
            yield f"    … and {count(len(held) - _CASES, 'more case')}"
    if len(groups) > len(told):
        yield f"  … and {count(len(groups) - len(told), 'more passage')} (--all)"


def _named(name: str, width: int) -> str:
    """Return a name that came from elsewhere in at most `width` columns, its end kept: it tells two names apart."""
    return shown(middle(" ".join(name.split()), width), width)


def _message(request: RefreshRequest) -> str:
    """Return what happened, without the name of the passage under which it stands."""
    gravest = request.reasons[0]
    return gravest.message.removeprefix(f"{request.passage}: ")


def _together(plan: RefreshPlan, width: int, *, every: bool) -> Iterator[str]:
    bulk: dict[Impact, list[str]] = {}
    for item in plan.impacts:
        if item.asking == "bulk":
            bulk.setdefault(item.impact, []).append(item.case)
    if not bulk:
        return
    yield from ("", f"CONFIRM TOGETHER   {count(sum(map(len, bulk.values())), 'case')}")
    for impact, cases in bulk.items():
        names = ", ".join(cases) if every else listed(tuple(cases), _NAMES)
        yield from wrapped(names, width, head=f"  {len(cases):>4}  {WORDS[impact]}: ", indent=8, most=20_000)


def _next(plan: RefreshPlan) -> str:
    if plan.open:
        return "goldsmith refresh --answer (or, one by one: --stands CASE, --revise, --retire, --unanswerable)"
    if plan.previous.digest == plan.current.digest:
        return "nothing: the set is held against this very corpus"
    return "goldsmith refresh --apply --reviewer NAME (writes the answers, pins anew what moved, moves the corpus)"


def render_group(requests: Sequence[RefreshRequest], *, number: int, total: int, width: int, colour: bool) -> str:
    """Return the changed passage that `requests` share, old beside new, once."""
    first = requests[0]
    reason = _shown_reason(first)
    head, asked = f"{number} of {total}   ", f"   {count(len(requests), 'case')}"
    named = _named(first.passage, max(width - columns(head + asked), 1))
    lines = ["─" * width, fitted(f"{head}{named}{asked}", width), ""]
    was, now = f"was, in {first.previous.label}", f"is, in {first.current.label}"
    new = "\n\n".join(_text(passage, first.passage) for passage in reason.now)
    if reason.before is None:
        lines += [shown(f"new in {first.current.label}", width), *one_column(new, width)]
    elif not reason.now:
        stood = one_column(_text(reason.before, first.passage), width)
        lines += [shown(was, width), *stood, "", shown(f"{now}: nothing of it", width)]
    else:
        old = _text(reason.before, first.passage)
        lines += side_by_side(old, new, heads=(was, now), width=width, colour=colour)
    return "\n".join(lines)


def _shown_reason(request: RefreshRequest) -> Reason:
    return next((reason for reason in request.reasons if reason.before or reason.now), request.reasons[0])


def _text(passage: Passage, group: str) -> str:
    """Return the words of a passage, under the name of its place where that is not the one the group has."""
    place = f"{passage.document}{f' > {passage.section}' if passage.section else ''}"
    return passage.text.strip() if place == group else f"{place}\n{passage.text.strip()}"


def render_reasons(request: RefreshRequest, *, width: int) -> str:
    """Return what the change does to one case, a line each."""
    lines: list[str] = []
    for reason in request.reasons:
        proof = f" (likeness {reason.confidence:.2f})" if 0 < reason.confidence < 1 else ""
        lines += wrapped(f"{reason.message}{proof}", width, head="  ", indent=4)
    return "\n".join(lines)


def render_keys(keys: Mapping[str, str], *, width: int) -> str:
    """Return what each key says, with no key parted from its words."""
    lines, told = [""], [f"{key} {words}" for key, words in keys.items()]
    for place, one in enumerate(told):
        part = one if place == len(told) - 1 else f"{one} ·"
        if lines[-1] and columns(lines[-1]) + 1 + columns(part) > width - 2:
            lines.append("")
        lines[-1] += f" {part}" if lines[-1] else part
    return "\n".join(f"  {line}" for line in lines)


def render_refusal(why: str, *, width: int) -> str:
    """Return why a case cannot be said to stand."""
    return "\n".join(wrapped(why, width, head="  it cannot stand as it is: ", indent=4))


def render_moved(fact: Refreshed, *, width: int) -> str:
    """Return what moving the corpus wrote, and the next step."""
    told = f"the set is held against {fact.current.label} now, was {fact.previous.label} ({fact.by})"
    lines = list(wrapped(told, width))
    for what, cases in (
        ("pinned anew, quotes intact", fact.moved),
        ("confirmed under the new id of their document", fact.renamed),
        ("confirmed, changed elsewhere", fact.elsewhere),
    ):
        if cases:
            lines.append(f"  {count(len(cases), 'case')} {what}")
    if fact.answered:
        lines.append(f"  {count(len(fact.answered), 'answer')} settled")
    if fact.left_open:
        names = listed(tuple(fact.left_open), _NAMES)
        lines += wrapped(f"left open, and stale until somebody decides: {names}", width, head="  ", indent=4)
    after = "goldsmith check" if not fact.left_open else "goldsmith refresh --answer"
    if fact.to_revise:
        after = f"write anew and approve {listed(fact.to_revise, _NAMES)}"
    lines += ["", *wrapped(f"{after}, and commit the set with corpus.lock", width, head="Next: ", indent=6)]
    return "\n".join(lines)
