"""An expert accepts settled cases in batches: a sample is drawn and labelled blind, then the whole stands or falls."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256

from goldsmith._base.registry import unknown_name
from goldsmith.errors import ConflictError, InputError
from goldsmith.ondisk.work_facts import fact_text
from goldsmith.ports.review_store import NewFact, StoredFact
from goldsmith.records.batching import BatchStanding, BatchState
from goldsmith.records.person import Person
from goldsmith.records.workbench import (
    BatchClosed,
    BatchDrawn,
    Closed,
    EvidenceGiven,
    Opened,
    SampleChecked,
    SampleEvidence,
)
from goldsmith.review.acceptance import plan_batch
from goldsmith.review.batchwork import Batch, by_lot, holds, lot_seed, reading_of
from goldsmith.review.bench import BATCH, Bench
from goldsmith.review.casework import Round
from goldsmith.review.labelling import LabelGiven, whole_label
from goldsmith.review.offer import Offer
from goldsmith.review.routing import is_author
from goldsmith.workflows.handbook import digest_in_use
from goldsmith.workflows.review_desk import Desk
from goldsmith.workflows.review_label import Kept, Sent
from goldsmith.workflows.review_marks import MarkGiven, MarkRead, marks_of
from goldsmith.workflows.review_open import moved
from goldsmith.workflows.review_seat import Seat, bar_to, case_behind, handle_for, is_alone, nothing_here, subject_of
from goldsmith.workflows.review_shown import offer_of

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")
_TRIES = 32
_STEPS: dict[BatchState, str] = {
    "checking": "goldsmith serve: the sample is checked on the page of the batch",
    "accepted": "goldsmith review apply",
    "returned": "goldsmith serve: every case of it is labelled again",
}
_NOBODY = (
    "add somebody to goldsmith.toml who may adjudicate, sees the sources, and has labelled none of these cases: nobody "
    "else can check them"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Quality:
    """What a batch is held to, as `review plan` takes it."""

    good: float = 0.02
    bad: float = 0.10
    risk: float = 0.05


def draw_batch(
    desk: Desk,
    person: Person,
    *,
    name: str,
    quality: Quality = Quality(),
    cases: Sequence[str] | None = None,
) -> BatchStanding:
    """Put settled cases (all that are in no batch, or `cases`) into a batch, and draw by lot which are checked again.

    Nothing of a batch is applied until it is accepted. Cases that were edited since their review was opened are left
    out. Raises InputError for a name that is taken or none, where nothing is settled, and for a quality that cannot be;
    UnknownNameError for a case that is not settled; ConflictError where something is said on one of them meanwhile.
    """
    if not _NAME.fullmatch(name):
        message = f"{name!r} is no name for a batch"
        raise InputError(message, next_step="use letters, digits, dots and dashes, such as 2026-09-returns")
    with desk.turn() as bench:
        if name in bench.batches:
            message = f"there is a batch {name!r} already"
            raise InputError(message, next_step="give this one another name")
        rounds = _to_draw(desk, bench, cases)
        expects = {subject_of(one.case): bench.work[one.case].facts for one in rounds}
        plan = plan_batch(len(rounds), good=quality.good, bad=quality.bad, risk=quality.risk)
        seed = lot_seed(desk.settings.seed, name, rounds)
        drawn = BatchDrawn(
            cases=tuple(sorted((one.case, one.number) for one in rounds)),
            sample=by_lot((one.case for one in rounds), plan.sample, seed),
            accept=plan.accept,
            good=quality.good,
            bad=quality.bad,
            risk=quality.risk,
            seed=seed,
        )
        fact = NewFact(subject=f"{BATCH}{name}", author=person.name, at=desk.stamp(), body=fact_text(drawn))
        desk.store.append([fact], expects={f"{BATCH}{name}": 0, **expects})
    return batch_standing(desk, name)


def drawable(desk: Desk, bench: Bench) -> Iterator[Round]:
    """Yield the settled rounds that could be put into a batch now, by case: in none, and of unchanged cases."""
    for name in sorted(bench.states["settled"]):
        one = bench.round_of(name)
        if one is not None and bench.batch_of(one) is None and moved(desk, one) is None:
            yield one


def batches(desk: Desk) -> tuple[BatchStanding, ...]:
    """Return every batch, the newest first."""
    with desk.turn() as bench:
        held = sorted(bench.batches.values(), key=lambda one: (one.drawn_at, one.name), reverse=True)
        return tuple(_standing(desk, bench, one) for one in held)


def batch_standing(desk: Desk, name: str) -> BatchStanding:
    """Return one batch. Raises UnknownNameError."""
    with desk.turn() as bench:
        return _standing(desk, bench, _batch(bench, name))


def next_sample(desk: Desk, person: Person, name: str) -> Offer | None:
    """Return the next case of the sample for an expert, blind as on the first day; None: nothing is left for them.

    A batch that was decided by a label after which the program died is closed first.
    """
    close_if_decided(desk, person, name)
    with desk.turn() as bench:
        batch = _batch(bench, name)
        waiting = [case for case in batch.left if batch.closed is None and may_check(desk, bench, person, batch, case)]
        # What they began comes first, so that evidence that was given is not given up; then an order of their own.
        waiting.sort(key=lambda case: ((case, person.name) not in batch.evidence, _rank(batch, person, case)))
        seat = _seat(desk, bench, person, batch, waiting[0]) if waiting else None
    return offer_of(desk, person, seat) if seat is not None else None


def sample_offer(desk: Desk, person: Person, name: str, handle: str) -> Offer:
    """Return one case of the sample. Raises InputError, always the same, for one that `person` cannot check."""
    return offer_of(desk, person, sample_seat(desk, person, name, handle))


def give_sample_evidence(
    desk: Desk, person: Person, name: str, handle: str, *, sent: Sent, marks: Sequence[MarkGiven]
) -> Kept:
    """Keep the passages that an expert marked in a case of the sample, or none. Raises as `give_evidence` does."""
    read: tuple[MarkRead, ...] = ()

    def fact(seat: Seat) -> SampleEvidence:
        nonlocal read
        if person.name in seat.round.evidence:
            message = "your evidence is in already"
            raise ConflictError(message, next_step="load the page again: it shows where you are")
        read = marks_of(desk, person, seat, marks)
        given = EvidenceGiven(round=seat.round.number, marks=tuple(item.mark for item in read), prelabel_shown=False)
        return SampleEvidence(case=seat.round.case, evidence=given)

    stored = _said(desk, person, name, handle, sent, fact)
    return Kept(stored=stored, told=tuple(item.told for item in read if item.told))


def check_sample(desk: Desk, person: Person, name: str, handle: str, *, sent: Sent, label: LabelGiven) -> BatchStanding:
    """Keep an expert's label of a case of the sample, and close the batch once it is decided.

    It is decided when the whole sample is checked, and as soon as more are wrong than may be: then every case of it is
    labelled again, in its next round. Raises InputError for a label that is not whole; ConflictError where somebody
    else checked the case, or decided the batch, since this person gave their evidence.
    """

    def fact(seat: Seat) -> SampleChecked:
        evidence = seat.round.evidence.get(person.name)
        handbook = digest_in_use(desk.project)
        given = whole_label(label, seat.shown, number=seat.round.number, evidence=evidence, handbook=handbook)
        return SampleChecked(case=seat.round.case, label=given)

    _said(desk, person, name, handle, sent, fact)
    close_if_decided(desk, person, name)
    return batch_standing(desk, name)


def sample_seat(desk: Desk, person: Person, name: str, handle: str) -> Seat:
    """Return a case of the sample as if nobody had labelled it."""
    case = case_behind(desk, handle)
    with desk.turn() as bench:
        batch = _batch(bench, name)
        if case is None or batch.closed is not None or case not in batch.left:
            raise nothing_here()
        if not may_check(desk, bench, person, batch, case):
            raise nothing_here()
        return _seat(desk, bench, person, batch, case)


def close_if_decided(desk: Desk, person: Person, name: str) -> bool:
    """Close a batch whose check is over, and open every case of one that goes back; say whether it was done now.

    All of it is kept at once or not at all. Raises UnknownNameError, and ConflictError where others say things about
    its cases all the time.
    """
    for _ in range(_TRIES):
        with desk.turn() as bench:
            batch = _batch(bench, name)
            wrong = _wrong(bench, batch)
            returned = len(wrong) > batch.drawn.accept
            if batch.closed is not None or (batch.left and not returned):
                return False
            closed = BatchClosed(accepted=not returned, wrong=wrong)
            facts = [_fact(desk, person, f"{BATCH}{name}", closed)]
            expects = {f"{BATCH}{name}": batch.facts}
            if returned:
                for case, _ in batch.drawn.cases:
                    facts += _again(desk, bench, person, batch, case)
                    expects[subject_of(case)] = bench.work[case].facts
        try:
            desk.store.append(facts, expects=expects)
        except ConflictError:
            continue  # looked at again with what was said meanwhile
        return True
    message = f"others say things about the cases of the batch {name!r} at this moment"
    raise ConflictError(message, next_step=f"goldsmith review batch show {name}")


def may_check(desk: Desk, bench: Bench, person: Person, batch: Batch, case: str) -> bool:
    """Say whether `person` can check a case: an expert who said nothing of it and may see what it rests on."""
    one = bench.round_in(batch, case)
    said = one.label_of(person.name) is not None or person.name in one.evidence
    resolved = one.resolved is not None and one.resolved.author == person.name
    own = is_author(bench.work[case], person.name) and not is_alone(desk)
    return person.may("adjudicate") and not (said or resolved or own) and bar_to(desk, person, one) is None


def _seat(desk: Desk, bench: Bench, person: Person, batch: Batch, case: str) -> Seat:
    one, given = bench.round_in(batch, case), batch.evidence.get((case, person.name))
    blank = Round(
        case=one.case,
        opened=one.opened,
        opened_at=one.opened_at,
        opened_by=one.opened_by,
        pool=one.pool,
        evidence={person.name: given} if given is not None else {},
    )
    shown = desk.case_shown(one.opened)
    return Seat(handle=handle_for(desk, case), work=bench.work[case], round=blank, shown=shown)


def _said(
    desk: Desk,
    person: Person,
    name: str,
    handle: str,
    sent: Sent,
    fact: Callable[[Seat], SampleEvidence | SampleChecked],
) -> StoredFact:
    """Keep what follows from the batch as it stands at that moment, or what was kept under the same key."""
    subject = f"{BATCH}{name}"
    kept = desk.kept(person.name, subject, sent.key)
    if kept is not None:
        return kept
    for _ in range(_TRIES):
        with desk.turn() as bench:
            _refuse_overtaken(desk, bench, person, name, handle)
            seat = sample_seat(desk, person, name, handle)
            facts = bench.batches[name].facts
        found = fact(seat)
        try:
            stored = desk.say(person.name, subject, found, key=sent.key, expects=facts)
        except ConflictError:
            continue
        desk.store.drop_draft(seat.subject, person.name)
        return stored
    message = "many people check cases of this batch at this moment"
    raise ConflictError(message, next_step="send it again")


def _refuse_overtaken(desk: Desk, bench: Bench, person: Person, name: str, handle: str) -> None:
    """Tell who began a case of the sample that it was done without them; to others it is as any case that is not."""
    batch, case = _batch(bench, name), case_behind(desk, handle)
    if case is None or (case, person.name) not in batch.evidence:
        return
    if case in batch.checked or batch.closed is not None:
        message = "somebody else checked this case, or decided the batch, since you opened it here"
        raise ConflictError(message, next_step="go back to the batch: nothing of this case is asked of you any more")


def _to_draw(desk: Desk, bench: Bench, cases: Sequence[str] | None) -> list[Round]:
    free = {one.case: one for one in drawable(desk, bench)}
    for name in cases or ():
        if name not in free:
            raise unknown_name("cases that are settled, unchanged and in no batch", name, tuple(sorted(free)))
    chosen = list(free.values()) if cases is None else [free[name] for name in dict.fromkeys(cases)]
    if not chosen:
        message = "there is nothing to put into a batch: no settled case waits to be applied that was not in one"
        raise InputError(message, next_step="goldsmith serve, until reviewers have settled some; then draw, then apply")
    return chosen


def _batch(bench: Bench, name: str) -> Batch:
    if name not in bench.batches:
        raise unknown_name("batches", name, tuple(sorted(bench.batches)))
    return bench.batches[name]


def _rank(batch: Batch, person: Person, case: str) -> bytes:
    return sha256(f"{batch.drawn.seed}\0{person.name}\0{case}".encode()).digest()


def _wrong(bench: Bench, batch: Batch) -> tuple[str, ...]:
    """Return the cases of the sample whose settled word the expert does not share."""
    return tuple(
        sorted(
            case
            for case, said in batch.checked.items()
            if not holds(bench.round_in(batch, case), batch.drawn_at, said.label)
        )
    )


def _again(desk: Desk, bench: Bench, person: Person, batch: Batch, case: str) -> Iterator[NewFact]:
    """Yield what ends the round of a case that came back, and begins the next one on the same words."""
    one = bench.round_in(batch, case)
    current = bench.round_of(case)
    if current is None or current.number != one.number or not current.is_open:
        return
    opened = replace(
        one.opened, round=one.number + 1, batch=batch.name, why="its batch came back: too much of a sample was wrong"
    )
    ends = Closed(round=one.number, why=f"the batch {batch.name} came back")
    yield _fact(desk, person, subject_of(case), ends)
    yield _fact(desk, person, subject_of(case), opened)


def _fact(desk: Desk, person: Person, subject: str, fact: BatchClosed | Closed | Opened) -> NewFact:
    return NewFact(subject=subject, author=person.name, at=desk.stamp(), body=fact_text(fact))


def _standing(desk: Desk, bench: Bench, batch: Batch) -> BatchStanding:
    drawn, closed = batch.drawn, batch.closed
    state: BatchState = "checking" if closed is None else "accepted" if closed.accepted else "returned"
    hands = 0
    if closed is None:
        able = (any(may_check(desk, bench, one, batch, case) for case in batch.left) for one in desk.people.values())
        hands = sum(able)
    return BatchStanding(
        name=batch.name,
        drawn_by=batch.drawn_by,
        drawn_at=batch.drawn_at,
        state=state,
        plan=plan_batch(len(drawn.cases), good=drawn.good, bad=drawn.bad, risk=drawn.risk),
        checked=len(batch.checked),
        wrong=closed.wrong if closed is not None else (),
        next_step=_NOBODY if closed is None and batch.left and not hands else _STEPS[state],
        hands=hands,
        reading=reading_of(batch),
    )
