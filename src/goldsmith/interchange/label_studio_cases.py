"""Label Studio: a golden set as tasks with annotations, there and back, and projects that others set up.

Tasks that were handed out for a review (`goldsmith review export`) are another thing, and are left alone here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from goldsmith.interchange.account import Account, completed, numbered
from goldsmith.interchange.annotated_case import Mark, Said, annotated
from goldsmith.interchange.contexts import MARKS, evidence_id, say_unstated, text_in
from goldsmith.interchange.embedded import KEY, restored, taken_back
from goldsmith.interchange.format import Format
from goldsmith.interchange.label_studio_said import said_of
from goldsmith.interchange.label_studio_write import ANSWER, CHOSEN, EVIDENCE, PASSAGES, PLACES, Region, regions, write
from goldsmith.interchange.source_rows import not_a_record, record_of, refuse
from goldsmith.ports.foreign import ForeignSource, Part
from goldsmith.records.case import AcceptedAnswer, Case
from goldsmith.records.evidence import Alternative, Need
from goldsmith.records.interchange import ForeignPassage, ForeignRecord
from goldsmith.records.vocabulary import AXES

_STEP = "step"
_REVIEW = "handed out for a review: `goldsmith review apply` takes it"
_NEW_MARK = "marked since it was exported: taken as needed"
_GONE = "no longer marked: the quote is gone from the evidence"
_BETWEEN_PASSAGES = "a mark that takes in the words of two passages, or of none: left out"
_OTHER_WORDS = "other words stand at the mark than it says: left out"
_SAID = frozenset({"annotations", "predictions", "drafts"})


def _recognises(source: ForeignSource) -> bool:
    return any(_is_tasks(part) for part in source.parts)


def _is_tasks(part: Part) -> bool:
    if not (part.container == "jsonl" or (part.container == "json" and part.is_list)):
        return False
    data = part.first.get("data") if isinstance(part.first, Mapping) else None
    if not isinstance(data, Mapping) or _is_review(data):
        return False
    columns = set(part.columns)
    return bool(columns & _SAID) or columns <= {"data", "id"}


def _is_review(data: Mapping[str, Any]) -> bool:
    held = data.get(KEY)
    return isinstance(held, Mapping) and _STEP in held


def _read(source: ForeignSource) -> Iterator[ForeignRecord]:
    parts = [part for part in source.parts if _is_tasks(part)]
    if not parts:
        message = "no list of tasks with data; tasks of a review are taken by `goldsmith review apply`"
        refuse(source, "Label Studio", message, "export the project as JSON (not JSON-MIN, CSV or CONLL)")
    place = 0
    for part in parts:
        for row in part.rows():
            place += 1
            record = record_of(part, row.place, parts)
            yield _record(record, row.value, numbered(source.name, place), source.options)


def _record(record: str, value: object, usual: str, options: Mapping[str, str]) -> ForeignRecord:
    data = value.get("data") if isinstance(value, Mapping) else None
    if not isinstance(value, Mapping) or not isinstance(data, Mapping):
        return not_a_record(record, "no task with data: passed over", value)
    if _is_review(data):
        return not_a_record(record, _REVIEW)
    account = Account(record, value)
    account.passed("id")
    said = said_of(account)
    fields = account.inner("data")
    ours = restored(fields.look(KEY))
    if ours is not None:
        case, passages = _ours(account, fields, ours, said)
        say_unstated(account, case)
        return account.close(case=case, passages=passages)
    found = annotated(account, fields, said, usual=usual, options=options)
    return account.close(case=found.case, passages=found.passages, decision=found.decision)


def _ours(account: Account, fields: Account, case: Case, said: Said) -> tuple[Case, tuple[ForeignPassage, ...]]:
    """Return the case in the data with what was changed in the question and in the annotation."""
    for name in (MARKS, PLACES, PASSAGES, "conversation"):
        fields.passed(name)
    places = _places(fields)
    laid = fields.look(PASSAGES)
    text = laid if isinstance(laid, str) else ""
    texts = {name: text[start:end] for name, start, end in places}
    now = tuple(_regions(account, said.marks, text, places))
    visible = {
        "id": text_in(fields, "id") or case.id,
        "question": text_in(fields, "question") or case.question,
        "accept": _accepted(case, said.texts.get(ANSWER, ())),
        "evidence": _evidence(account, case, texts, now),
    }
    for name in CHOSEN:
        word = next(iter(said.chosen.get(name, ())), getattr(case, name))
        visible[name] = word if word in AXES[name] else getattr(case, name)
    for name in sorted({*said.texts, *said.chosen} - {ANSWER, *CHOSEN}):
        account.say("dropped", name, "asked beside what a case holds", "")
    back = taken_back(fields, KEY, visible, lambda one: {name: getattr(one, name) for name in visible})
    return back or case, tuple(ForeignPassage(id=name, text=held) for name, held in texts.items() if held)


def _places(fields: Account) -> list[tuple[str, int, int]]:
    held = fields.look(PLACES)
    return [
        (one[0], one[1], one[2])
        for one in (held if isinstance(held, list) else [])
        if isinstance(one, list) and [type(item) for item in one] == [str, int, int]
    ]


def _accepted(case: Case, answers: Sequence[str]) -> tuple[AcceptedAnswer, ...]:
    """Return the answers that stand there now; one that stood there before keeps what else it says."""
    if [one.answer for one in case.accept if one.answer] == list(answers):
        return case.accept
    before = {one.answer: one for one in case.accept}
    return tuple(before.get(one, AcceptedAnswer(answer=one)) for one in dict.fromkeys(answers))


def _regions(
    account: Account, marks: Sequence[Mark], text: str, places: Sequence[tuple[str, int, int]]
) -> Iterator[Region]:
    for mark in marks:
        inside = [one for one in places if one[1] <= mark.start < mark.end <= one[2]]
        if not inside:
            account.say("wrong", EVIDENCE, _BETWEEN_PASSAGES, mark.words or "")
        elif mark.words is not None and text[mark.start : mark.end] != mark.words:
            account.say("wrong", EVIDENCE, _OTHER_WORDS, text[mark.start : mark.end])
        else:
            name, start, _ = inside[0]
            yield (name, mark.start - start, mark.end - start)


def _evidence(account: Account, case: Case, texts: dict[str, str], now: tuple[Region, ...]) -> tuple[Need, ...]:
    """Return the evidence as it is marked now: quotes that are gone are no evidence, new ones are needed."""
    before = regions(case, texts)
    if set(before) == set(now):
        return case.evidence
    gone = {(name, texts[name][start:end]) for name, start, end in before if (name, start, end) not in now}
    if gone:
        account.say("mapped", EVIDENCE, _GONE, "; ".join(quote for _, quote in sorted(gone)))
    kept = [
        replace(need, any_of=tuple(item for item in need.any_of if (evidence_id(item), item.quote) not in gone))
        for need in case.evidence
    ]
    new = [one for one in now if one not in before]
    if new:
        account.say("mapped", EVIDENCE, _NEW_MARK, "; ".join(texts[name][start:end] for name, start, end in new))
    added = (
        Need(any_of=(Alternative(chunk=name, quote=texts[name][start:end], span=(start, end)),))
        for name, start, end in dict.fromkeys(new)
    )
    return (*(need for need in kept if need.any_of), *added)


FORMAT = Format(
    name="label-studio",
    title="Label Studio",
    recognises=_recognises,
    read=_read,
    write=write,
    holds=completed,
    checked="its own loader",
)
