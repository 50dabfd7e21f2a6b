"""Remind everybody by mail of what waits for them: how much, for how long, and where; nothing of anybody's word."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from goldsmith.errors import ConfigurationError, ConflictError, GoldsmithError
from goldsmith.ports.mail import Mailer
from goldsmith.ports.review_store import Draft
from goldsmith.records.mailing import Letter, Reminded, Reminder
from goldsmith.records.person import Person
from goldsmith.review.bench import PERSON, Bench
from goldsmith.workflows.review_batch import may_check
from goldsmith.workflows.review_desk import Desk, as_stamp
from goldsmith.workflows.review_resolve import disputes
from goldsmith.workflows.review_seat import case_behind, look_of

_BY = "goldsmith.reminders"
"""Author of the note of when somebody was reminded last."""
_STAMP = "%Y-%m-%dT%H:%M:%SZ"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Waiting:
    label: tuple[str, ...]
    """When each was opened."""
    settle: tuple[str, ...]
    check: tuple[str, ...]

    @property
    def everything(self) -> tuple[str, ...]:
        return (*self.label, *self.settle, *self.check)


def remind(desk: Desk, mailer: Mailer | None) -> Reminded:
    """Send a mail to everybody for whom something waits, one a day (UTC) at most; without a mailer only say what would.

    A mail that fails is told and the others are sent; the next call tries it again. Raises ConfigurationError where
    [workbench] url is missing, without which no letter could say where to go.
    """
    url = desk.settings.url
    if url is None:
        message = "nobody can be told where the workbench is"
        raise ConfigurationError(message, next_step='write url = "https://…" under [workbench] in goldsmith.toml')
    moment = desk.now()
    found = tuple(_remind(desk, mailer, desk.people[name], moment, url) for name in sorted(desk.people))
    failed = sum(1 for one in found if one.fate == "failed")
    return Reminded(
        set_name=desk.project.golden.header.name,
        dry_run=mailer is None,
        reminders=found,
        next_step="mend what failed, then goldsmith review remind: who was told today is not told twice"
        if failed
        else "goldsmith review remind, once a day by a timer of this machine",
    )


def _remind(desk: Desk, mailer: Mailer | None, person: Person, moment: datetime, url: str) -> Reminder:
    waiting = _waiting_for(desk, person)
    times = waiting.everything
    days = max((moment - _moment(at)).days for at in times) if times else None
    told = Reminder(person=person.name, fate="nothing_waits", waiting=len(times), oldest_days=days)
    if not times or days is None:
        return told
    if person.email is None:
        return replace(told, fate="no_address")
    kept = desk.store.draft(f"{PERSON}{person.name}", _BY)
    if kept is not None and _day(kept) == as_stamp(moment)[:10]:
        return replace(told, fate="told_today")
    letter = _letter(person.email, waiting, days, moment, url)
    if mailer is None:
        return replace(told, fate="would_send", letter=letter)
    return _sent(desk, mailer, replace(told, letter=letter), kept, letter)


def _sent(desk: Desk, mailer: Mailer, told: Reminder, kept: Draft | None, letter: Letter) -> Reminder:
    """Send a letter. The note comes first: of two who remind at once, one is refused, and nobody is told twice."""
    note = Draft(
        subject=f"{PERSON}{told.person}",
        author=_BY,
        revision=(kept.revision if kept is not None else 0) + 1,
        body=_body(letter.at[:10]),
        at=letter.at,
    )
    try:
        desk.store.save_draft(note)
    except ConflictError:
        return replace(told, fate="told_today", letter=None)
    try:
        mailer.send(letter)
    except GoldsmithError as error:
        before = _day(kept) if kept is not None else ""
        desk.store.save_draft(replace(note, revision=note.revision + 1, body=_body(before)))
        return replace(told, fate="failed", why=error.message)
    return replace(told, fate="sent")


def _waiting_for(desk: Desk, person: Person) -> _Waiting:
    with desk.turn() as bench:
        return _Waiting(
            label=tuple(_to_label(desk, person, bench)),
            settle=tuple(_to_settle(desk, person, bench)),
            check=tuple(_to_check(desk, person, bench)),
        )


def _to_label(desk: Desk, person: Person, bench: Bench) -> Iterator[str]:
    look = look_of(desk, person, bench)
    for name in bench.states["waiting"]:
        one = bench.round_of(name)
        if one is not None and look(one) in {"take", "last"}:
            yield one.opened_at


def _to_settle(desk: Desk, person: Person, bench: Bench) -> Iterator[str]:
    for handle in disputes(desk, person):
        name = case_behind(desk, handle)
        one = bench.round_of(name) if name is not None else None
        if one is not None:
            yield max(said.at for said in one.sides)


def _to_check(desk: Desk, person: Person, bench: Bench) -> Iterator[str]:
    for batch in bench.batches.values():
        for case in batch.left if batch.closed is None else ():
            if may_check(desk, bench, person, batch, case):
                yield batch.drawn_at


def _letter(to: str, waiting: _Waiting, days: int, moment: datetime, url: str) -> Letter:
    many = len(waiting.everything)
    cases = "1 case waits" if many == 1 else f"{many} cases wait"
    parts = [
        f"  {len(held)} to {what}"
        for held, what in ((waiting.label, "label"), (waiting.settle, "settle"), (waiting.check, "check again"))
        if held
    ]
    since = "The oldest came today." if days == 0 else f"The oldest has waited {days} {'day' if days == 1 else 'days'}."
    lines = [f"{cases} for you:", "", *parts, "", since, "", f"{url.rstrip('/')}/queue"]
    return Letter(to=to, subject=f"{cases} for you", text="\n".join([*lines, ""]), at=as_stamp(moment))


def _body(day: str) -> str:
    return json.dumps({"reminded": day})


def _day(kept: Draft) -> str:
    return str(json.loads(kept.body)["reminded"])


def _moment(at: str) -> datetime:
    return datetime.strptime(at, _STAMP).replace(tzinfo=UTC)
