"""Contexts that another tool gives as bare texts: as evidence, as what was retrieved, and the way out and back.

Such a list says nothing on whether one text would do or all are needed; the house takes all as needed and says so.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any

from goldsmith.interchange.account import Account, is_nothing, passage_id
from goldsmith.interchange.format import Outgoing
from goldsmith.records.case import AcceptedAnswer, Case, Origin
from goldsmith.records.evidence import Alternative, Need
from goldsmith.records.interchange import ForeignPassage
from goldsmith.records.response import Response, RetrievedItem
from goldsmith.records.vocabulary import AXES

ALL_NEEDED = "each context is taken as needed: whether one would do, somebody has to say"
NOTHING_SAID = "neither evidence nor a word on whether it can be answered: say so before a run"
NO_TEXT = "a text was expected"
ITEM_WITHOUT_TEXT = "an item of the list has no text: left out"
NOT_SHOWN = "nobody has the words of a passage: it is not among the contexts"
MARKS = "goldsmith_contexts"
"""In free JSON: pairs of the id of a passage and the id that its text alone would have, in the order shown."""
_LONGEST_TAG = 60


def say_unstated(account: Account, case: Case) -> None:
    """Say of a case without evidence and without a word on it that somebody has to decide."""
    if not case.evidence and case.answerability == "unstated" and case.behaviour == "unstated":
        account.say("inferred", "", NOTHING_SAID)


def text_in(account: Account, name: str, *, told: str = "") -> str | None:
    """Return a text field, kept or (with `told`) mapped; numbers are text, any other kind is told as wrong."""
    held = account.look(name)
    if is_nothing(held):
        account.passed(name)
        return None
    if isinstance(held, bool) or not isinstance(held, str | int | float):
        account.say("wrong", name, NO_TEXT, held)
        return None
    if told or not isinstance(held, str):
        account.mapped(name, told or "a number, kept as text")
    else:
        account.kept(name)
    return str(held)


def texts_in(account: Account, name: str, held: object) -> tuple[str, ...]:
    """Return the texts of a list that stands in a field: what is no text is told as wrong, what is empty passed over.

    A lone text is a list of one.
    """
    if is_nothing(held):
        return ()
    items = [held] if isinstance(held, str) else held
    if not isinstance(items, list | tuple):
        account.say("wrong", name, "a list of texts was expected", held)
        return ()
    texts = []
    for item in items:
        if isinstance(item, str):
            texts.append(item)
        elif item is not None:
            account.say("wrong", name, "an item of the list is no text: left out", item)
    return tuple(text for text in texts if text.strip())


def list_in(account: Account, name: str, held: object) -> Sequence[Any]:
    """Return a list that stands in a field; nothing is an empty one, anything else is told as wrong."""
    if isinstance(held, list | tuple):
        return held
    if not is_nothing(held):
        account.say("wrong", name, "a list was expected", held)
    return ()


def taken_list(account: Account, name: str, *, told: str = "") -> Sequence[Any]:
    """Return the list in a field, kept or (with `told`) mapped; anything else is told as wrong and is an empty one."""
    items = list_in(account, name, account.look(name))
    if not items:
        account.passed(name)
    elif told:
        account.mapped(name, told)
    else:
        account.kept(name)
    return items


def taken_texts(account: Account, name: str, *, told: str = "") -> tuple[str, ...]:
    """Return the texts of the list in a field, or the one text there, as `texts_in` and `taken_list` do."""
    held = account.look(name)
    if isinstance(held, str | list | tuple) and told:
        account.mapped(name, told)
    elif isinstance(held, str | list | tuple):
        account.kept(name)
    return texts_in(account, name, held)


def tags_of(account: Account, names: Iterable[str]) -> tuple[str, ...]:
    """Return the fields that hold one short word each as tags ``name:value``; what else they hold is dropped."""
    tags = []
    for name in names:
        if name not in account:
            account.passed(name)
            continue
        held = account.look(name)
        short = isinstance(held, str | int | float) and len(f"{held}") <= _LONGEST_TAG and "\n" not in f"{held}"
        if short:
            tags.append(f"{name}:{account.mapped(name, 'kept as a tag')}")
        else:
            account.dropped(name)
    return tuple(tags)


def axes_in(account: Account) -> dict[str, Any]:
    """Return the axes of a case that free metadata name as we do, with a standard word: fields of `Case`.

    What is called so and says another word is left for `left_tags`.
    """
    axes: dict[str, Any] = {}
    for axis, words in AXES.items():
        held = account.look(axis)
        listed = held if isinstance(held, list) else [held]
        known = [one.strip().casefold() for one in listed if isinstance(one, str) and one.strip()]
        if not known or len(known) != len(listed) or (words and not set(known) <= set(words)):
            continue
        if axis == "challenges":
            axes[axis] = tuple(known)
        elif isinstance(held, str):
            # Languages and formats have no list of words: there the spelling is the source's.
            axes[axis] = Origin(kind=known[0]) if axis == "origin" else known[0] if words else held
        else:
            continue
        account.mapped(axis, "a word of that axis")
    return axes


def left_tags(account: Account) -> tuple[str, ...]:
    """Return the fields that nobody has asked for as tags, where they are short words; the others are dropped."""
    return tags_of(account, account.left())


def passages_of(texts: Iterable[str], *, ids: Sequence[str] = (), **parts: Any) -> tuple[ForeignPassage, ...]:
    """Return one passage for each text, equal ones once; without `ids` the id is made of the text.

    `ids` stand in the order of the texts. `parts` are further fields of every passage.
    """
    texts = tuple(texts)
    names = tuple(ids) or tuple(passage_id(text) for text in texts)
    pairs = dict.fromkeys(zip(names, texts, strict=True))
    return tuple(ForeignPassage(id=name, text=text, **parts) for name, text in pairs)


def needs_of(ids: Iterable[str], **parts: Any) -> tuple[Need, ...]:
    """Return one need for each chunk id, equal ones once. `parts` are further fields of every alternative."""
    return tuple(Need(any_of=(Alternative(chunk=one, **parts),)) for one in dict.fromkeys(ids))


def retrieved_of(texts: Sequence[str], ids: Sequence[str] = ()) -> tuple[RetrievedItem, ...]:
    """Return what was retrieved, in this order; without `ids` (in the same order) each is called after its text."""
    names = tuple(ids) or tuple(passage_id(text) for text in texts)
    return tuple(RetrievedItem(id=name, text=text) for name, text in zip(names, texts, strict=True))


def shown_evidence(outgoing: Outgoing, case: Case) -> tuple[tuple[str, str | None], ...]:
    """Return every passage that a case names, once each: its id, and its text or None where nobody has it.

    A chunk is shown as it stands in the corpus, because the other tool holds it against what was retrieved.
    """
    shown: dict[str, str | None] = {}
    for need in case.evidence:
        for item in need.any_of:
            name = evidence_id(item)
            if name and shown.get(name) is None:
                shown[name] = _text_of(outgoing, item)
    return tuple(shown.items())


def evidence_id(item: Alternative) -> str:
    """Return the id by which an alternative is known to a tool that knows only ids; empty: it has no words either."""
    return item.chunk or item.document or (passage_id(item.quote) if item.quote else "")


def shown_retrieved(outgoing: Outgoing, items: Iterable[RetrievedItem]) -> tuple[tuple[str, str | None], ...]:
    """Return id and text of what was retrieved, in its order; None: nobody has its text."""
    found = ((item, outgoing.passages.get(item.id)) for item in items)
    return tuple(
        (item.id, item.text or (passage.text if passage and passage.text else None)) for item, passage in found
    )


def _text_of(outgoing: Outgoing, item: Alternative) -> str | None:
    passage = outgoing.passages.get(item.chunk or "")
    text = passage.text if passage else outgoing.words_of(item)
    return text if text and text.strip() else None


def marks_of(shown: Iterable[tuple[str, str | None]]) -> list[list[str]]:
    """Return what tells, on the way back, which passages were shown: to be kept beside an embedded case."""
    return [[name, passage_id(text)] for name, text in shown if text is not None]


def put_together(pieces: Sequence[str], delimiter: str, marks: object) -> tuple[str, ...]:
    """Return texts that somebody cut at a delimiter, put together again where the marks know the whole."""
    known = {text for _, text in _pairs(marks)}
    texts, place = [], 0
    while place < len(pieces):
        ends = (end for end in range(len(pieces), place, -1) if passage_id(delimiter.join(pieces[place:end])) in known)
        end = next(ends, place + 1)
        texts.append(delimiter.join(pieces[place:end]))
        place = end
    return tuple(texts)


def evidence_back(
    texts: Sequence[str], marks: object, case: Case
) -> tuple[tuple[Need, ...], tuple[ForeignPassage, ...]]:
    """Return the evidence of an embedded case as the texts beside it show it now, and those texts as passages.

    Texts that were removed there are gone from the evidence, new ones are needed.
    """
    pairs = _pairs(marks)
    said = [passage_id(text) for text in texts]
    before = [text for _, text in pairs]
    if before == said:
        return case.evidence, passages_of(texts, ids=[held for held, _ in pairs])
    known = {text: held for held, text in reversed(pairs)}
    passages = passages_of(texts, ids=[known.get(one, one) for one in said])
    if set(before) == set(said):
        return case.evidence, passages
    gone = {held for held, text in pairs if text not in said}
    kept = [
        replace(need, any_of=tuple(item for item in need.any_of if evidence_id(item) not in gone))
        for need in case.evidence
    ]
    new = needs_of(one for one in said if one not in before)
    return (*(need for need in kept if need.any_of), *new), passages


def accepted_back(case: Case, first: str | None) -> tuple[AcceptedAnswer, ...]:
    """Return the accepted answers of an embedded case with the first of them as it is shown now; None: not shown."""
    if first == (case.accept[0].answer if case.accept else None):
        return case.accept
    if first is None:
        return case.accept[1:]
    return (replace(case.accept[0], answer=first) if case.accept else AcceptedAnswer(answer=first), *case.accept[1:])


def responses_by_case(outgoing: Outgoing) -> Callable[[str], tuple[Response | None, ...]]:
    """Return a function from the id of a case to its judged responses, in the order of repeats; without any, one None.

    A format with one record for each response so writes a case that was not answered once.
    """
    by_case: dict[str, list[Response]] = {}
    for response in sorted(
        (one for one in outgoing.responses if one.judged and not one.probe), key=lambda one: one.key
    ):
        by_case.setdefault(response.case, []).append(response)
    return lambda case: tuple(by_case.get(case, (None,)))


def number_in(held: object) -> float | None:
    """Return a finite number, or a text that is one; None for anything else."""
    if isinstance(held, bool) or not isinstance(held, str | int | float):
        return None
    try:
        value = float(held)
    except (ValueError, OverflowError):
        return None
    return value if math.isfinite(value) else None


def _pairs(marks: object) -> tuple[tuple[str, str], ...]:
    if not isinstance(marks, list):
        return ()
    return tuple(
        (item[0], item[1])
        for item in marks
        if isinstance(item, list) and len(item) == len(("id", "text")) and all(isinstance(one, str) for one in item)
    )
