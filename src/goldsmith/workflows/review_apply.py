"""Write settled reviews to the set: evidence by splicing, decisions by appending, nothing twice.

The order makes it safe to cut it short anywhere: first the cases, then the decisions, whose ids follow from what was
said, last the fact that the round is applied. The next call finds what is there and goes on.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from goldsmith._base.atomic import turn
from goldsmith._base.registry import unknown_name
from goldsmith.corpus.locate import Locator
from goldsmith.errors import GoldsmithError
from goldsmith.ondisk.case_files import append_case
from goldsmith.ondisk.fact_lines import append_facts
from goldsmith.ondisk.git_branch import on_branch
from goldsmith.ondisk.located import RawRecord
from goldsmith.ondisk.revisions import StoredRevision
from goldsmith.ondisk.short_forms import shorten
from goldsmith.ondisk.splice import refuse_cells, replace_evidence
from goldsmith.ondisk.work_facts import fact_text
from goldsmith.ports.review_store import NewFact
from goldsmith.records.applying import Applied, AppliedCase, HeldCase
from goldsmith.records.case import Case
from goldsmith.records.decision import DecisionWord, ReviewFact
from goldsmith.records.digests import case_digest
from goldsmith.records.evidence import Alternative, Need
from goldsmith.records.workbench import AppliedToSet, Mark
from goldsmith.review.bench import Bench
from goldsmith.review.casework import Round
from goldsmith.review.settling import HeldBack, Place, Settlement, chained, settle
from goldsmith.text.spans import Span
from goldsmith.workflows.check import look_up
from goldsmith.workflows.command_lines import evaluate_line, of_the_set
from goldsmith.workflows.open_set import Project, open_project
from goldsmith.workflows.review_desk import Desk
from goldsmith.workflows.review_open import moved
from goldsmith.workflows.review_seat import subject_of
from goldsmith.workflows.review_sources import shelves

PROPOSED = "cases/workbench.yaml"
"""Where cases that were written at the workbench are put, from the folder of the set."""


@dataclass(slots=True, kw_only=True)
class _Ready:
    """A settled round with what it writes."""

    round: Round
    decision: DecisionWord
    settlement: Settlement
    index: int | None
    """Place of the case in the set; None: it is not written yet."""
    written: bool
    """The case stands as it is to be already."""


@dataclass(slots=True, kw_only=True)
class _Sorted:
    ready: list[_Ready] = field(default_factory=list)
    held: list[HeldCase] = field(default_factory=list)

    def hold(self, case: str, why: str, next_step: str) -> None:
        self.held.append(HeldCase(case=case, why=why, next_step=next_step))


def apply_reviews(desk: Desk, *, person: str, cases: Sequence[str] | None = None, branch: str | None = None) -> Applied:
    """Write what is settled (of `cases`, or of all) to the set, or to `branch` of git, and return what was done.

    A case that was changed since its review was opened, one whose batch is being checked, and one whose approval says
    other things than the case are held back, each with what to do. Raises UnknownNameError for a case without a settled
    review, InputError for a branch that cannot be written.
    """
    if branch is not None:
        applied = on_branch(desk.project.root, branch, lambda folder: _on_copy(desk, folder, person, cases))
        return replace(
            applied, branch=branch, next_step=f"git push origin {branch}" if applied.applied else applied.next_step
        )
    desk.project.state.mkdir(parents=True, exist_ok=True)
    with turn(desk.project.state):
        desk.look_again()
        applied = _applied(desk, desk.project, person, cases)
        desk.look_again()
    return applied


def _on_copy(desk: Desk, folder: Path, person: str, cases: Sequence[str] | None) -> tuple[Applied, str]:
    target = open_project(folder, set_name=desk.project.chosen.path, must_be_frozen=False)
    applied = _applied(desk, target, person, cases)
    count = len(applied.applied)
    names = ", ".join(item.case for item in applied.applied[:5]) + (" …" if count > 5 else "")
    return applied, f"Settled reviews of {count} case(s): {names}" if count else ""


def _applied(desk: Desk, target: Project, person: str, cases: Sequence[str] | None) -> Applied:
    bench = desk.bench()
    settled = tuple(bench.states["settled"])
    for name in cases or ():
        if name not in settled:
            raise unknown_name("cases whose review is settled", name, tuple(sorted(settled)))
    chosen = sorted(settled if cases is None else dict.fromkeys(cases))
    found = _sorted(desk, target, bench, chosen)
    _write_cases(target, found)
    _append(target, found.ready)
    places = _places(target, found.ready)
    _record(desk, person, found.ready)
    if cases is None:
        _tell_moved(desk, bench, found)
    return Applied(
        set_name=target.golden.header.name,
        applied=tuple(_told(desk, item, places.get(item.round.case, PROPOSED)) for item in found.ready),
        held=tuple(found.held),
        waiting=len(bench.states["waiting"]),
        disputed=len(bench.states["disputed"]),
        next_step=_next_step(desk, target, found),
    )


def _told(desk: Desk, item: _Ready, file: str) -> AppliedCase:
    one = item.round
    needs = (len(desk.case_shown(one.opened).evidence), len(item.settlement.after.evidence))
    return AppliedCase(
        case=one.case,
        decision=item.decision,
        reviewers=tuple(said.author for said in one.sides),
        settled_by=one.resolved.author if one.resolved is not None else None,
        edited=item.settlement.edited or item.index is None,
        file=file,
        needs=needs if needs[0] and needs[0] != needs[1] else None,
    )


def _sorted(desk: Desk, target: Project, bench: Bench, names: Iterable[str]) -> _Sorted:
    """Tell apart what can be written and what is held back."""
    places = {case.id: index for index, case in reversed(list(enumerate(target.golden.cases)))}
    rounds = [one for name in names if (one := bench.round_of(name)) is not None]
    pinning = _Pinning(desk, rounds)
    found = _Sorted()
    for one in rounds:
        name, batch = one.case, bench.batch_of(one)
        if batch is not None and batch.closed is None:
            found.hold(name, f"its batch {batch.name!r} is being checked", f"goldsmith review batch show {batch.name}")
            continue
        word, shown = one.word, desk.case_shown(one.opened)
        settlement = settle(one, shown, place_of=partial(pinning.place_of, one.opened.corpus), pin=pinning.pin)
        if isinstance(settlement, HeldBack) or word is None:
            back = settlement if isinstance(settlement, HeldBack) else HeldBack(why="it is not settled", next_step="")
            found.hold(name, back.why, back.next_step)
        else:
            item = _Ready(
                round=one, decision=word.decision, settlement=settlement, index=places.get(name), written=False
            )
            _take(target, found, item)
    return found


def _take(target: Project, found: _Sorted, item: _Ready) -> None:
    one, index = item.round, item.index
    if index is None:
        # What was proposed and is not wanted leaves its decision alone, so that its id stays taken.
        item.written = item.decision != "approved"
        if one.opened.proposed:
            found.ready.append(item)
        else:
            found.hold(one.case, "it is no longer in the set", "goldsmith review open")
        return
    now = target.once.digest(target.golden.cases[index])
    item.written = now == case_digest(item.settlement.after)
    if not item.written and now != one.opened.case_digest:
        why = "it was changed after its review was opened, so what was said is of other words"
        found.hold(one.case, why, f"goldsmith review open --again {one.case}")
        return
    if not item.written:
        try:
            refuse_cells(target.loaded.files[index], target.loaded.raws[index])
        except GoldsmithError as error:
            found.hold(one.case, error.message, error.next_step)
            return
    found.ready.append(item)


def _write_cases(target: Project, found: _Sorted) -> None:
    files: dict[Path, list[tuple[RawRecord, tuple[Need, ...]]]] = {}
    for item in found.ready:
        if item.index is not None and not item.written:
            change = (target.loaded.raws[item.index], item.settlement.after.evidence)
            files.setdefault(target.loaded.files[item.index], []).append(change)
    for path, changes in files.items():
        replace_evidence(path, changes, fields=target.chosen.fields)
    for item in found.ready:
        if item.index is None and not item.written:
            append_case(target.loaded.path / PROPOSED, shorten(item.settlement.after))


def _append(target: Project, ready: Sequence[_Ready]) -> None:
    """Append every fact that does not stand yet, each bound to the last one of its case."""
    last: dict[str, ReviewFact] = {fact.case: fact for fact in target.golden.facts}
    known = {fact.id for fact in target.golden.facts}
    facts: list[ReviewFact] = []
    for item in ready:
        new = [fact for fact in item.settlement.facts() if fact.id not in known]
        facts += chained(new, last.get(item.round.case))
    if facts:
        append_facts(target.loaded.reviews_file, facts)


def _places(target: Project, ready: Sequence[_Ready]) -> Mapping[str, str]:
    return {item.round.case: target.golden.places[item.index].file for item in ready if item.index is not None}


def _record(desk: Desk, person: str, ready: Sequence[_Ready]) -> None:
    facts = [
        NewFact(
            subject=subject_of(item.round.case),
            author=person,
            at=desk.stamp(),
            body=fact_text(
                AppliedToSet(
                    round=item.round.number,
                    decisions=tuple(fact.id for fact in item.settlement.facts()),
                    case_digest=case_digest(item.settlement.after),
                )
            ),
            key=f"applied:{item.round.number}",
        )
        for item in ready
    ]
    if facts:
        desk.store.append(facts)


def _tell_moved(desk: Desk, bench: Bench, found: _Sorted) -> None:
    """Note the reviews under way whose case was edited: what is still said in them settles nothing."""
    for name in sorted([*bench.states["waiting"], *bench.states["disputed"]]):
        one = bench.round_of(name)
        if one is not None and one.evidence and moved(desk, one) is not None:
            why = "it was changed while people were at its review, which can settle nothing any more"
            found.hold(name, why, f"goldsmith review open --again {name}")


def _next_step(desk: Desk, target: Project, found: _Sorted) -> str:
    if found.held:
        return found.held[0].next_step
    if found.ready:
        return f"git diff, git commit, then {evaluate_line(target)}"
    if desk.local is None and sum(person.may("label") for person in desk.people.values()) < 2:
        return "add a second person who may label: [people.NAME] in goldsmith.toml, then goldsmith review invite NAME"
    return f"goldsmith serve{of_the_set(target)}"


class _Pinning:
    """Finds alternatives in the corpus that the reviewers saw, and marks in the one that the set pins.

    Each revision is read once for all that is applied.
    """

    def __init__(self, desk: Desk, rounds: Sequence[Round]) -> None:
        shown: dict[str | None, list[Case]] = {}
        for one in rounds:
            shown.setdefault(one.opened.corpus, []).append(desk.case_shown(one.opened))
        # A revision that is kept here no more gives way to the one that the set pins.
        self._shelves = {corpus: shelves(desk, corpus) or shelves(desk, None) for corpus in shown}
        self._seen = {
            corpus: _locator(shelf.stored if shelf is not None else None, shown[corpus])
            for corpus, shelf in self._shelves.items()
        }
        marks = (mark for one in rounds if one.word is not None for mark in one.word.marks)
        self._pinned = _locator(desk.project.stored, [_holding(*map(_written, marks))])

    def place_of(self, corpus: str | None, item: Alternative) -> Place:
        """Return where an alternative stands; the name of its document stands for the chunks of a whole one."""
        pinned, shelf = _resolved(self._seen[corpus], item), self._shelves[corpus]
        document = pinned.document or item.document
        if shelf is not None and document is not None and pinned.span is not None:
            chunks = shelf.texts([document])[document].names_under(Span(*pinned.span))
            return Place(chunks=chunks, span=pinned.span)
        name = pinned.chunk or document or item.chunk
        return Place(chunks=(name,) if name is not None else (), span=None)

    def pin(self, mark: Mark) -> Alternative:
        """Return a mark as the set writes it."""
        return _resolved(self._pinned, _written(mark))


def _locator(stored: StoredRevision | None, cases: Sequence[Case]) -> Locator | None:
    return Locator(look_up(stored, cases)) if stored is not None else None


def _resolved(locator: Locator | None, item: Alternative) -> Alternative:
    return locator.resolve(_holding(item))[0].pinned if locator is not None else item


def _holding(*items: Alternative) -> Case:
    return Case(id="", question="", evidence=tuple(Need(any_of=(item,)) for item in items))


def _written(mark: Mark) -> Alternative:
    chunk = mark.chunks[0] if len(mark.chunks) == 1 else None
    return Alternative(document=mark.document, chunk=chunk, quote=mark.quote, span=(mark.start, mark.end))
