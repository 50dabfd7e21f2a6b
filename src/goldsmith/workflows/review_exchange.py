"""Hand open reviews to another annotation tool: a file for each person, with nothing in it that blinding hides."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from goldsmith._base.atomic import write_atomically
from goldsmith._base.registry import unknown_name
from goldsmith.errors import InputError
from goldsmith.interchange import argilla, label_studio
from goldsmith.records.person import Person
from goldsmith.records.review_exchange import (
    ExchangeFormat,
    ExchangeLine,
    ExchangeStep,
    OutFile,
    ReviewsOut,
    ReviewTask,
)
from goldsmith.reports.handbook import render_handbook
from goldsmith.review.blinding import Whose, shuffled
from goldsmith.review.casework import Round
from goldsmith.review.routing import Bar, bar_in_round
from goldsmith.workflows.handbook import handbook_of
from goldsmith.workflows.review_desk import Desk
from goldsmith.workflows.review_exchange_tasks import task_of
from goldsmith.workflows.review_open import moved
from goldsmith.workflows.review_seat import bar_to, handle_for, is_alone, seat_at
from goldsmith.workflows.review_shown import offer_of

BARS: dict[Bar, str] = {
    "right": "is no reviewer",
    "language": "does not read its language",
    "field": "does not know its field",
    "clearance": "may not see what it rests on",
    "author": "wrote it",
    "labelled": "labelled it already",
    "closed": "comes too late",
}
"""Why a person may not label a case, in words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HandOut:
    """What is to be handed out."""

    format: ExchangeFormat
    step: ExchangeStep = "evidence"
    people: tuple[str, ...] = ()
    """Names; empty: everybody who may label."""
    cases: tuple[str, ...] = ()
    """Ids; empty: every open review."""


@dataclass(slots=True, kw_only=True)
class _Sharing:
    """Who gets which reviews."""

    people: tuple[Person, ...]
    given: dict[str, list[Round]] = field(default_factory=dict)
    lines: list[ExchangeLine] = field(default_factory=list)

    def leave_out(self, one: Round, why: str) -> None:
        """Note that a review is not handed out."""
        self.lines.append(ExchangeLine(record=one.case, what="dropped", told=why))


def hand_out(desk: Desk, asked: HandOut) -> tuple[ReviewsOut, tuple[OutFile, ...]]:
    """Return what is handed out, and the files to be written. The workbench is only read.

    At the step `evidence` each review goes to as many people as still have to label it, evenly shared, who have not
    begun at the workbench; nobody's file shows a drafted answer. At `label` each person gets the reviews on which they
    gave evidence. Raises UnknownNameError for a person or case that is not there, InputError where nobody may label.
    """
    sharing = _Sharing(people=_people(desk, asked.people))
    for one in _rounds(desk, asked):
        if moved(desk, one) is not None:
            sharing.leave_out(one, "the case was edited since its review was opened")
        elif asked.step == "evidence":
            _share(desk, sharing, one)
        else:
            _give_back(sharing, one)
    tasks = {person.name: tuple(_tasks(desk, sharing, person, asked.step)) for person in sharing.people}
    files = tuple(_files(desk, asked, {name: held for name, held in tasks.items() if held}))
    told = ReviewsOut(
        set_name=desk.project.golden.header.name,
        format=asked.format,
        step=asked.step,
        tasks=tuple((name, len(held)) for name, held in tasks.items()),
        files=tuple(one.name for one in files),
        lines=tuple(sharing.lines),
        next_step=_next_step(asked, handed=any(tasks.values()), left=bool(sharing.lines)),
    )
    return told, files


def save_files(folder: Path, files: Sequence[OutFile]) -> None:
    """Write files below `folder`, each whole or not at all."""
    for one in files:
        write_atomically(folder / one.name, one.text.encode("utf-8", "backslashreplace"))


def _people(desk: Desk, names: Sequence[str]) -> tuple[Person, ...]:
    wanted = [desk.person(name) for name in dict.fromkeys(names)] or list(desk.people.values())
    able = tuple(person for person in wanted if person.may("label"))
    if not able or (names and len(able) < len(wanted)):
        who = ", ".join(person.name for person in wanted if person not in able) or "nobody"
        message = f"{who} may not label"
        raise InputError(message, next_step='give them the role under [people.NAME]: roles = ["domain_reviewer"]')
    return able


def _rounds(desk: Desk, asked: HandOut) -> list[Round]:
    waiting = {one.case: one for one in desk.bench().current() if one.state == "waiting"}
    for name in asked.cases:
        if name not in waiting:
            raise unknown_name("cases whose review waits for labels", name, tuple(sorted(waiting)))
    return [waiting[name] for name in sorted(set(asked.cases) or waiting)]


def _share(desk: Desk, sharing: _Sharing, one: Round) -> None:
    now = desk.stamp()
    labelled = {said.author for said in one.labels}
    begun = {*one.evidence, *(name for name, until in one.taken.items() if until > now)} - labelled
    places = one.opened.needed - len(one.sides) - len(begun)
    if places <= 0:
        sharing.leave_out(one, "whoever is to label it has begun at the workbench")
        return
    free = [person for person in sharing.people if person.name not in begun]
    barred = {person.name: bar for person in free if (bar := _bar(desk, one, person)) is not None}
    able = [person for person in free if person.name not in barred]
    # The order of one case is chance, so that nobody gets all cases with the same second reader.
    whose = Whose(seed=desk.settings.seed, case=one.case, round=one.number, person="")
    drawn = shuffled([(person.name, person) for person in able], whose)
    chosen = sorted(drawn, key=lambda person: len(sharing.given.get(person.name, ())))[:places]
    for person in chosen:
        sharing.given.setdefault(person.name, []).append(one)
    if len(chosen) < places:
        why = "; ".join(f"{name} {BARS[bar]}" for name, bar in barred.items()) or "nobody else was named"
        sharing.leave_out(one, f"{places - len(chosen)} of {places} places stay empty: {why}")


def _bar(desk: Desk, one: Round, person: Person) -> Bar | None:
    with desk.turn() as bench:
        work = bench.work[one.case]
    return bar_to(desk, person, one) or bar_in_round(work, one, person.name, alone=is_alone(desk))


def _give_back(sharing: _Sharing, one: Round) -> None:
    """Give a review to whoever marked its evidence and has not labelled it."""
    for person in sharing.people:
        if person.name in one.evidence and one.label_of(person.name) is None:
            sharing.given.setdefault(person.name, []).append(one)


def _tasks(desk: Desk, sharing: _Sharing, person: Person, step: ExchangeStep) -> Iterator[ReviewTask]:
    handbook = handbook_of(desk.project).digest
    given = sharing.given.get(person.name, [])
    own = Whose(seed=desk.settings.seed, case="", round=0, person=person.name)
    for one in shuffled([(one.case, one) for one in given], own):
        if (bar := bar_to(desk, person, one)) is not None:
            sharing.leave_out(one, f"{person.name} {BARS[bar]}")
            continue
        seat = seat_at(desk, person, handle_for(desk, one.case))
        offer = offer_of(desk, person, seat)
        pool = seat.round.pool
        scored_by = pool.scored_by if pool is not None else ""
        border = desk.settings.auto_above
        task = task_of(offer, step=step, handbook=handbook, scored_by=scored_by, auto_above=border)
        if task.passages:
            yield task
        else:
            sharing.leave_out(
                one, f"no passage was found to lay before {person.name}: goldsmith review prelabel --reviews"
            )


def _files(desk: Desk, asked: HandOut, tasks: dict[str, tuple[ReviewTask, ...]]) -> Iterator[OutFile]:
    if not tasks:
        return
    handbook = handbook_of(desk.project)
    names = _file_names(tasks)
    if asked.format == "label-studio":
        yield OutFile(name="handbook.html", text=render_handbook(handbook, "html"))
        yield OutFile(name=f"{asked.step}.xml", text=label_studio.labelling_configuration(asked.step))
        for name, held in tasks.items():
            yield OutFile(name=f"{asked.step}-{names[name]}.json", text=label_studio.tasks_text(held))
        return
    guidelines = render_handbook(handbook, "markdown")
    for name, held in tasks.items():
        folder = f"{asked.step}-{names[name]}"
        settings = argilla.settings_text(held, step=asked.step, guidelines=guidelines)
        yield OutFile(name=f"{folder}/.argilla/settings.json", text=settings)
        yield OutFile(name=f"{folder}/.argilla/dataset.json", text=argilla.dataset_text(folder, guidelines))
        yield OutFile(name=f"{folder}/records.json", text=argilla.records_text(held))


def _file_names(people: Iterable[str]) -> dict[str, str]:
    """Return a name for files of each person: letters and digits of theirs, each once."""
    found: dict[str, str] = {}
    for number, name in enumerate(people, start=1):
        plain = "".join(char if char.isalnum() else "_" for char in name)[:40]
        found[name] = plain if plain.strip("_") and plain not in found.values() else f"{plain}_{number}"
    return found


def _next_step(asked: HandOut, *, handed: bool, left: bool) -> str:
    if not handed and left:
        return "goldsmith serve: what was left out is reviewed at the workbench"
    if not handed and asked.step == "label":
        return "bring the evidence in first: goldsmith review import FILE"
    if not handed:
        return "goldsmith review open, so that there is something to label"
    if asked.format == "argilla":
        return "load each folder with rg.Dataset.from_disk, one dataset a person, and label there"
    return f"one project a person: labelling interface {asked.step}.xml, then import their {asked.step}-NAME.json"
