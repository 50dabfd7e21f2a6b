"""Take back what people said in another annotation tool, by the same rules as what is said at the workbench."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from hashlib import sha256

from goldsmith.errors import ConflictError, InputError, Problem
from goldsmith.interchange import argilla, label_studio
from goldsmith.records.person import Person
from goldsmith.records.review_exchange import (
    Annotator,
    ExchangeFormat,
    ExchangeLine,
    LineWord,
    ReviewsIn,
    WordSaid,
    WordsRead,
)
from goldsmith.records.workbench import EvidenceGiven, Labelled
from goldsmith.review.casework import CaseWork, Round
from goldsmith.review.labelling import LabelGiven, whole_label
from goldsmith.review.queue import places_left
from goldsmith.review.routing import bar_in_round
from goldsmith.workflows.review_desk import Desk
from goldsmith.workflows.review_exchange import BARS
from goldsmith.workflows.review_marks import MarkGiven, marks_of
from goldsmith.workflows.review_open import moved
from goldsmith.workflows.review_seat import Seat, bar_to, case_behind, is_alone, seat_at, subject_of

_TRIES = 32
_OVER = {
    "disputed": "all labels that it needs are in, and they wait to be settled",
    "settled": "it is settled",
    "applied": "it stands in the set already",
    "closed": "its review was closed",
}
"""Why a round takes no label any more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Brought:
    """A file that came back."""

    format: ExchangeFormat
    name: str
    """As messages call it."""
    data: bytes
    annotators: Mapping[str, str] = field(default_factory=dict)
    """Id or e-mail of an annotator to the name of a person of goldsmith.toml."""


def take_in(desk: Desk, brought: Brought) -> ReviewsIn:
    """Keep what people said in an export of another tool, each word whole or not at all; say what became of every part.

    The same file again adds nothing. An annotator is known by `Brought.annotators`, or by the e-mail of a person in
    goldsmith.toml. Raises InvalidFileError for what is no such export or holds nothing of ours, InputError where
    nobody knows who an annotator is, UnknownNameError for a person who is not there; nothing is kept then.
    """
    read = _read(brought)
    people = _people(desk, brought, read.words)
    lines = list(read.lines)
    kept: Counter[str] = Counter()
    for word in read.words:
        person = people[word.annotator]
        line = _bring(desk, brought.format, person, word)
        kept[person.name] += line.what == "kept"
        lines.append(line)
    found = ReviewsIn(
        set_name=desk.project.golden.header.name,
        format=brought.format,
        file=brought.name,
        kept=tuple(sorted((name, number) for name, number in kept.items() if number)),
        lines=tuple(lines),
        next_step="",
    )
    return replace(found, next_step=_next_step(found, read.words))


def _read(brought: Brought) -> WordsRead:
    if brought.format == "label-studio":
        return label_studio.read_export(brought.data, brought.name)
    return argilla.read_records(brought.data, brought.name)


def _people(desk: Desk, brought: Brought, words: Sequence[WordSaid]) -> dict[Annotator, Person]:
    by_mail: dict[str, list[Person]] = {}
    for person in desk.people.values():
        if person.email:
            by_mail.setdefault(person.email.casefold(), []).append(person)
    named = {_plain(key): desk.person(name) for key, name in brought.annotators.items()}
    counted = Counter(word.annotator for word in words)
    found: dict[Annotator, Person] = {}
    problems = []
    for who, number in sorted(counted.items(), key=lambda item: (item[0].id, item[0].email)):
        own = by_mail.get(who.email.casefold(), []) if who.email else []
        keys = [key for key in (_plain(who.id), _plain(who.email)) if key in named]
        if keys:
            found[who] = named[keys[0]]
        elif len(own) == 1:
            found[who] = own[0]
        else:
            names = ", ".join(sorted(desk.people))
            mend = f"add --as {who.email or who.id}=NAME (one of: {names})"
            problems.append(Problem(message=f"annotator {who} said {number} thing(s)", file=brought.name, mend=mend))
    known = {_plain(part) for who in counted for part in (who.id, who.email) if part}
    for key in brought.annotators:
        if words and _plain(key) not in known:
            mend = f"it names: {', '.join(sorted(map(str, counted)))}"
            problems.append(Problem(message=f"nobody in the file is {key!r}", file=brought.name, mend=mend))
    if problems:
        message = "nobody knows who said this, so nothing was kept"
        raise InputError(message, problems=tuple(problems), next_step="say who they are, and import the file again")
    return found


def _plain(key: str) -> str:
    return key.strip().casefold()


def _bring(desk: Desk, form: ExchangeFormat, person: Person, word: WordSaid) -> ExchangeLine:
    """Keep one word, and say what became of it. What it says is never told: that is for its author alone."""

    def line(what: LineWord, told: str, field: str = "") -> ExchangeLine:
        return ExchangeLine(record=word.record, what=what, told=told, field=field)

    case = case_behind(desk, word.handle)
    if case is None:
        return line("refused", "no review of this set is meant: the task is of another set, or of another workbench")
    key = _key(form, word)
    for _ in range(_TRIES):
        if desk.kept(person.name, subject_of(case), key) is not None:
            return line("already", f"{word.step} of {person.name} on {case}")
        with desk.turn() as bench:
            work = bench.work[case]
        why = _why_not(desk, person, work, word)
        if why:
            return line("refused", f"{case}: {why}")
        seat = seat_at(desk, person, word.handle)
        try:
            fact = _fact(desk, person, seat, word)
        except InputError as error:
            return line("refused", f"{case}: {'; '.join([error.message, *map(str, error.problems)])}")
        try:
            desk.say(person.name, seat.subject, fact, key=key, expects=seat.work.facts)
        except ConflictError:
            continue
        return line("kept", f"{word.step} of {person.name} on {case}")
    return line("refused", f"{case}: many people say things about it at this moment; import the file again")


def _key(form: ExchangeFormat, word: WordSaid) -> str:
    held = {name: value for name, value in asdict(word).items() if name != "record"}
    return f"{form}:{sha256(json.dumps(held, sort_keys=True).encode()).hexdigest()}"


def _why_not(desk: Desk, person: Person, work: CaseWork, word: WordSaid) -> str:
    """Return why a word comes too late or from the wrong person; empty: it can be taken."""
    one = work.current
    if one is None or one.number != word.round:
        return f"round {word.round} is over: the case was opened again since, on other words"
    if one.label_of(person.name) is not None:
        return f"another label of {person.name} is in already"
    if one.state != "waiting":
        closed = f": {one.closed.why}" if one.closed is not None else ""
        return f"{_OVER[one.state]}{closed}"
    if moved(desk, one) is not None:
        return "the case was edited since its review was opened: hand it out again"
    bar = bar_to(desk, person, one) or bar_in_round(work, one, person.name, alone=is_alone(desk))
    if bar is not None:
        return f"{person.name} {BARS[bar]}"
    if word.step == "evidence" and person.name in one.evidence:
        return f"other evidence of {person.name} is in already"
    return _no_place(desk, person, one)


def _no_place(desk: Desk, person: Person, one: Round) -> str:
    if places_left(one, person.name, desk.stamp()) > 0:
        return ""
    return "its places are taken by others, who labelled it or have it before them"


def _fact(desk: Desk, person: Person, seat: Seat, word: WordSaid) -> EvidenceGiven | Labelled:
    if word.marks is not None:
        given = [
            MarkGiven(need=one.need, source=one.source, start=one.start, end=one.end, quote=one.quote, unit="codepoint")
            for one in word.marks
        ]
        marks = tuple(item.mark for item in marks_of(desk, person, seat, given))
        return EvidenceGiven(round=word.round, marks=marks, prelabel_shown=word.prelabels_shown)
    if word.decision is None:
        message = "it holds neither marks nor a decision"
        raise InputError(message)
    given_label = LabelGiven(
        decision=word.decision,
        reason=word.reason,
        answer=word.answer,
        claims=word.claims,
        behaviour=word.behaviour,
        confirmations=word.confirmations,
        seconds=word.seconds,
    )
    evidence = seat.round.evidence.get(person.name)
    label = whole_label(given_label, seat.shown, number=word.round, evidence=evidence, handbook=word.handbook_digest)
    return replace(label, prelabel_shown=label.prelabel_shown or word.prelabels_shown)


def _next_step(found: ReviewsIn, words: Sequence[WordSaid]) -> str:
    if found.exit_status:
        return "mend what was refused, in the tool or at the workbench, and import the file again: nothing counts twice"
    if any(word.marks is not None for word in words):
        return f"goldsmith review export --format {found.format} --step label: the answer is judged next"
    return "goldsmith review apply"
