"""What became of a decision: the own label, what holds in the end, what was hidden, and a remark for who settles."""

from __future__ import annotations

from collections.abc import Iterator
from secrets import token_hex

from goldsmith.errors import GoldsmithError
from goldsmith.ports.pages import Reply
from goldsmith.review.blinding import Revealed
from goldsmith.web.label_view import label_view, told_difference
from goldsmith.web.spoken import spoken_errors
from goldsmith.web.visit import Page, Visit
from goldsmith.web.words import catalogue
from goldsmith.workflows.review_label import Sent, comment
from goldsmith.workflows.review_progress import Outcome, outcome_of

TOLD = frozenset({"kept"})


def show_outcome(visit: Visit) -> Reply:
    """Return what the person may know of a case that they labelled; another sends them to their queue."""
    found = outcome_of(visit.desk, visit.person, visit.call.asked("case"))
    if found is None:
        return visit.go("/queue", told="gone")
    return _page(visit, visit.call.asked("case"), found)


def keep_remark(visit: Visit) -> Reply:
    """Keep a remark for whoever settles the case. Only who labelled it makes one here."""
    call, handle = visit.call, visit.call.posted("case")
    found = outcome_of(visit.desk, visit.person, handle)
    if found is None:
        return visit.go("/queue", told="gone")
    if found.word is not None:
        # It came too late to be read by anybody who settles: the page that says so keeps the words.
        return _page(visit, handle, found, text=call.posted("text"), problems=(visit.say("outcome.too_late"),))
    sent = Sent(round=_number(call.posted("round")), base=0, key=call.posted("key") or token_hex(8))
    try:
        comment(visit.desk, visit.person, handle, sent=sent, text=call.posted("text"))
    except GoldsmithError as error:
        return _page(visit, handle, found, text=call.posted("text"), problems=spoken_errors(visit, error))
    return visit.go("/outcome", case=handle, told="kept")


def _page(visit: Visit, handle: str, found: Outcome, *, text: str = "", problems: tuple[str, ...] = ()) -> Reply:
    told = visit.call.asked("told")
    word = found.word
    values = {
        "handle": handle,
        "found": found,
        "round": found.own.label.round,
        "key": token_hex(8),
        "own": label_view(visit, found.own.label, found.own_marks),
        "word": label_view(visit, word, found.word_marks) if word is not None else None,
        "differing": tuple(told_difference(visit, item) for item in found.differing),
        "hidden": tuple(_hidden(visit, found.case)) if found.case is not None else (),
        "expected": found.case.evidence if found.case is not None else (),
        "told": f"outcome.{told}" if told in TOLD else "",
        "text": text,
        "problems": problems,
    }
    return visit.page("outcome.html", values, status=422 if problems else 200)


def _hidden(visit: Visit, case: Revealed) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield what was hidden, but for the evidence that the author named: the name of each thing, and its words."""
    say = visit.say
    yield say("outcome.case"), (case.case,)
    yield say("outcome.expected_behaviour"), (say(f"case.behaviour.{case.behaviour}"),)
    yield say("axis.answerability"), (say(f"axis.answerability.{case.answerability}"),)
    held: tuple[tuple[str, tuple[str | None, ...]], ...] = (
        ("outcome.refusal_reason", (case.refusal_reason,)),
        ("axis.risk", (_word(visit, "axis.level", case.risk),)),
        ("axis.origin", (_word(visit, "axis.origin", case.origin),)),
        ("axis.challenges", tuple(_word(visit, "axis.challenges", item) for item in case.challenges)),
        ("outcome.tags", case.tags),
        ("outcome.variant_of", (case.variant_of,)),
        ("outcome.description", (case.description,)),
        ("outcome.notes", (case.notes,)),
    )
    for key, items in held:
        words = tuple(item for item in items if item)
        if words:
            yield say(key), words


def _word(visit: Visit, family: str, value: str | None) -> str | None:
    key = f"{family}.{value}"
    return visit.say(key) if value is not None and key in catalogue() else value


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= len("999999999") else -1


PAGES = (
    Page(method="GET", path="/outcome", right="label", handle=show_outcome),
    Page(method="POST", path="/case/remark", right="label", handle=keep_remark),
)
