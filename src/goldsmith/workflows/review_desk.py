"""The desk at which reviews are done: the set as it stands, what was said of it, who takes part, and the clock.

Every workflow of the workbench takes it first. One desk serves many threads.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from threading import RLock
from time import monotonic

from goldsmith._base.registry import unknown_name
from goldsmith.errors import GoldsmithError
from goldsmith.ondisk.project import CONFIGURATION
from goldsmith.ondisk.work_facts import case_of, fact_text, read_fact
from goldsmith.ports.review_store import NewFact, ReviewStore, StoredFact
from goldsmith.records.case import Case
from goldsmith.records.person import Person, WorkbenchSettings
from goldsmith.records.workbench import AnyFact, Opened
from goldsmith.review.bench import Bench
from goldsmith.workflows.once import Once
from goldsmith.workflows.open_set import LOCK, Project, open_project

_LOOKED_AT_EVERY_S = 1.0
"""How often the files of the set are looked at: a change made in git shows within this time."""
_MOST_SNAPSHOTS = 4_096


@dataclass(slots=True, kw_only=True)
class _Held:
    """What a desk worked out and keeps, behind its lock."""

    bench: Bench = field(default_factory=Bench)
    stamp: tuple[object, ...] = ()
    looked_at: float = float("-inf")
    snapshots: dict[str, Case] = field(default_factory=dict)
    secrets: dict[str, str] = field(default_factory=dict)
    trouble: GoldsmithError | None = None
    turns: int = 0
    """How many turns of one thread lie inside each other."""


class Desk:
    """An opened set with its reviews. `close` it when done."""

    def __init__(
        self,
        project: Project,
        store: ReviewStore,
        *,
        now: Callable[[], datetime],
        local: Person | None = None,
        set_name: str | None = None,
    ) -> None:
        """`local` is the person at this machine, who needs no invitation; None: everybody comes in by name."""
        self.store = store
        self.now = now
        self.local = local
        self.once = Once()
        """What follows from the store's secrets and from frozen revisions, which never change."""
        self._set_name = set_name
        self._project = project
        self._lock = RLock()
        self._held = _Held(stamp=_stamp(project), looked_at=monotonic())

    @property
    def project(self) -> Project:
        """The set as its files stand, read again where they changed."""
        with self._lock:
            if monotonic() - self._held.looked_at >= _LOOKED_AT_EVERY_S:
                try:
                    self.look_again()
                except GoldsmithError as error:
                    # Somebody is in the middle of an edit: reviewers go on with what was last readable.
                    self._held.trouble = error
            return self._project

    @property
    def trouble(self) -> GoldsmithError | None:
        """Why the files of the set cannot be read as they stand now; None: they can."""
        return self._held.trouble

    def look_again(self) -> None:
        """Read the set again now, if its files changed. Where they cannot be read, the error is the caller's."""
        with self._lock:
            self._held.looked_at = monotonic()
            stamp = _stamp(self._project)
            if stamp != self._held.stamp:
                self._project = open_project(self._project.root, set_name=self._set_name)
                self._held.stamp = _stamp(self._project)
            self._held.trouble = None

    @property
    def settings(self) -> WorkbenchSettings:
        """What goldsmith.toml says of the workbench."""
        return self.project.settings.workbench

    @property
    def people(self) -> Mapping[str, Person]:
        """Everybody who may take part, by name."""
        named = {name: item.person(name) for name, item in self.project.settings.people.items()}
        return {**named, self.local.name: self.local} if self.local is not None else named

    def person(self, name: str) -> Person:
        """Return one of the people. Raises UnknownNameError."""
        people = self.people
        if name not in people:
            raise unknown_name("people of goldsmith.toml", name, tuple(sorted(people)))
        return people[name]

    def bench(self) -> Bench:
        """Return the state of all reviews, up to the last fact that is kept. It is read, never written.

        Inside a turn that is the state with which the turn began, and what was said in it.
        """
        with self._lock:
            if not self._held.turns:
                self._take_in()
            return self._held.bench

    def _take_in(self) -> None:
        bench = self._held.bench
        news = self.store.after(bench.position)
        bench.take_in(
            (stored, read_fact(stored.body, where=f"fact {stored.number} of {stored.subject}")) for stored in news
        )

    @contextmanager
    def turn(self) -> Iterator[Bench]:
        """Give the state of all reviews while no other thread of this desk can change or read it."""
        with self._lock:
            bench = self.bench()
            self._held.turns += 1
            try:
                yield bench
            finally:
                self._held.turns -= 1

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Keep all other threads of this desk out, without asking the store: for what is worked out once and kept."""
        with self._lock:
            yield

    def say(
        self,
        person: str,
        subject: str,
        fact: AnyFact,
        *,
        key: str | None = None,
        base: int | None = None,
        expects: int | None = None,
    ) -> StoredFact:
        """Append one fact; it is on disk when this returns.

        `key`, `base` and `expects` as in `goldsmith.ports.review_store`, for this subject. Raises ConflictError.
        """
        new = NewFact(subject=subject, author=person, at=self.stamp(), body=fact_text(fact), key=key, base=base)
        (stored,) = self.store.append([new], expects=None if expects is None else {subject: expects})
        with self._lock:
            if self._held.turns:
                self._take_in()
        return stored

    def kept(self, person: str, subject: str, key: str) -> StoredFact | None:
        """Return what a person said on a subject under a key: a form that is sent again was taken already."""
        return next((one for one in self.store.of(subject) if (one.author, one.key) == (person, key)), None)

    def secret(self, name: str) -> str:
        """Return a secret of the store; it is asked for each only once."""
        with self._lock:
            if name not in self._held.secrets:
                self._held.secrets[name] = self.store.secret(name)
            return self._held.secrets[name]

    def stamp(self) -> str:
        """Return the time now as facts hold it."""
        return as_stamp(self.now())

    def case_shown(self, opened: Opened) -> Case:
        """Return the case as it stood when its round was opened."""
        with self._lock:
            held = self._held.snapshots
            # Not by the digest: two rounds may show a case whose tags or risk alone differ.
            if opened.snapshot not in held:
                if len(held) >= _MOST_SNAPSHOTS:
                    held.clear()
                held[opened.snapshot] = case_of(opened.snapshot, where="an opened review")
            return held[opened.snapshot]

    def close(self) -> None:
        """Let go of the store."""
        self.store.close()


def as_stamp(moment: datetime) -> str:
    """Return a time as facts hold it: UTC, ISO 8601 with Z, to the second."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _stamp(project: Project) -> tuple[object, ...]:
    """Return what changes when a file of the set, its facts, its settings or its corpus changes."""
    loaded = project.loaded
    files = {*loaded.files, loaded.reviews_file, project.root / CONFIGURATION, project.root / LOCK}
    folders = {loaded.path / "set.yaml", *(file.parent for file in files)}
    return tuple((str(path), *_looks(path)) for path in sorted(files | folders))


def _looks(path: Path) -> tuple[int, int]:
    try:
        found = path.stat()
    except OSError:
        return (0, 0)
    return (found.st_mtime_ns, found.st_size)
