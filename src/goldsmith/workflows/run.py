"""Ask a system every case of a set, and keep each answer before it counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any, Protocol, runtime_checkable

from goldsmith._base.canonical import digest
from goldsmith.errors import IdentityDriftError, IncompleteError
from goldsmith.ondisk.journal import Journal
from goldsmith.ondisk.revisions import view
from goldsmith.ondisk.runs import CaseSnapshot, RunFolder, find_resumable
from goldsmith.ports.system import System
from goldsmith.records.case import Case
from goldsmith.records.decision import Status
from goldsmith.records.response import Component, Failure, Reply, Response
from goldsmith.records.run import Plan, RulerNote
from goldsmith.records.settings import RunSettings
from goldsmith.records.task import Task, TaskKey
from goldsmith.runner.blocking import run_blocking
from goldsmith.runner.carrying import carry
from goldsmith.runner.limits import Surroundings
from goldsmith.runner.planning import plan_tasks
from goldsmith.runner.progress import Progress
from goldsmith.scoring.drift import identity_drift
from goldsmith.scoring.reconciliation import renamed
from goldsmith.text.redacted_data import redact_data
from goldsmith.text.redaction import Secrets
from goldsmith.text.renaming import Rename
from goldsmith.workflows.open_set import Project
from goldsmith.workflows.reuse import REUSED, read_origins, take_over, told_reuse
from goldsmith.workflows.ruler_sides import explained
from goldsmith.workflows.select import Selection, select
from goldsmith.workflows.standing import runnable, standing
from goldsmith.workflows.state_folder import ignored_by_git

SENT_AGAIN = "sent_again"
"""Kind of the note that tells how many calls a stop cut off."""
SECRET_ECHOED = "secret_echoed"  # noqa: S105 - the name of a note
"""Kind of the note on a secret that came back."""
FIRST_LOOK = 5
"""Replies after which a run stops where no retrieved id is known."""


@runtime_checkable
class Foresees(Protocol):
    """A system that can say before the first call what it has no answer to."""

    def match(self, tasks: Sequence[Task], *, repeats: int = 1) -> None:
        """Learn what will be asked."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Asking:
    """What a run is to do."""

    system_digest: str
    """Over what the configuration says of the system, secrets excluded."""
    selection: Selection = field(default_factory=Selection)
    settings: RunSettings = field(default_factory=RunSettings)
    version: str = ""
    """Of this package."""
    revision: str | None = None
    """Revision of the system, as declared; None: what the system itself says."""
    fingerprints: Mapping[Component, str] = field(default_factory=dict)
    """Component fingerprints, as declared, above what the system itself says."""
    options: Mapping[str, Any] = field(default_factory=dict)
    """What the configuration says of the system, secrets by the names of their variables; plain data."""
    retrieval_only: bool = False
    """The system is asked for passages alone."""
    secrets: Secrets = field(default_factory=Secrets)
    """What no file may hold: hidden in every result before it is kept."""
    rename: Rename | None = None
    """How the system's ids become those of the set; None: they are the same."""
    reuse: bool = False
    """Answers of earlier runs are taken over where the system states the same revision; see `workflows.reuse`."""


def run_system(
    project: Project,
    system: System,
    asking: Asking,
    *,
    now: datetime,
    progress: Callable[[Progress], None] | None = None,
) -> RunFolder:
    """Ask `system` the chosen cases and return the run folder; an unfinished run of the same work is resumed.

    Raises IdentityDriftError after the first replies where no retrieved id is known to the set or to the corpus, and
    IncompleteError where the budget ends or the system refuses the credentials from the first call on. Interrupted, it
    raises KeyboardInterrupt, and everything that arrived is kept.
    """
    states = project.once.get("states", lambda: standing(project.golden))
    cases = select(runnable(project.golden, states), asking.selection)
    kept = tuple(_snapshot(project, case, states[case.id]) for case in cases)
    plan = _plan(project, system, asking, kept, now)
    tasks = plan_tasks(cases, plan.probes, {item.id: item for item in project.documents}, digest=project.once.digest)
    if isinstance(system, Foresees):
        system.match(tasks, repeats=asking.settings.repeats)
    with ignored_by_git(project.root):
        folder = _folder(project, plan, kept)
    with folder.journal() as journal:
        done = folder.read_journal().by_key
        cut_off = folder.calls_cut_off(done.keys())
        said = _taken_over(project, folder, tasks, done, journal) if asking.reuse else ()
        notes = _Notes(folder, system, cut_off=cut_off, said=said)
        watch = _DriftWatch(cases, project, plan, journal.append, done.values())
        around = Surroundings(begin=journal.begin, before_keep=notes.look, progress=progress)

        def keep(responses: Sequence[Response]) -> None:
            settled = [_settled(response, asking) for response in responses]
            notes.echoed(name for _, names in settled for name in names)
            notes.write()
            watch.keep([response for response, _ in settled])

        try:
            run_blocking(_carried(tasks, system, asking.settings, done=done, keep=keep, around=around))
            watch.look()
        except (IdentityDriftError, IncompleteError) as error:
            # What was mended lies outside of us (an index, a mapping, a token): its replies must not be taken for the
            # new ones.
            if isinstance(error, IdentityDriftError) or _holds_only_refusals(folder):
                folder.finish()
            raise
        finally:
            notes.look()
            notes.write()
    return folder


def _taken_over(
    project: Project, folder: RunFolder, tasks: Sequence[Task], done: dict[TaskKey, Response], journal: Journal
) -> tuple[RulerNote, ...]:
    """Put into the journal, and into `done`, what need not be asked again; return the note that says so."""
    before = read_origins(folder)
    found = take_over(folder, tasks, done, runs=project.state / "runs")
    origins = tuple(dict.fromkeys((*before, *found.origins)))
    if found.responses:
        # Where they come from is on disk before they are.
        folder.write_records(REUSED, origins)
        journal.append(found.responses)
        done.update({response.key: response for response in found.responses})
    total = sum(len(task.steps) for task in tasks) * folder.plan.repeats
    return (told_reuse(tuple(one for one in origins if one.key in done), folder.plan, total),)


async def _carried(
    tasks: Sequence[Task],
    system: System,
    settings: RunSettings,
    *,
    done: Mapping[TaskKey, Response],
    keep: Callable[[Sequence[Response]], None],
    around: Surroundings,
) -> None:
    try:
        await carry(tasks, system, settings, done=done, keep=keep, around=around)
    finally:
        await system.close()


def _settled(response: Response, asking: Asking) -> tuple[Response, tuple[str, ...]]:
    """Return a result as it may be kept, and the names of the secrets that the system gave back in it."""
    outcome = response.outcome
    if asking.rename is not None and isinstance(outcome, Reply):
        outcome = renamed(outcome, asking.rename)
    clean = redact_data(outcome, asking.secrets)
    return replace(response, outcome=clean.data), clean.names


def _holds_only_refusals(folder: RunFolder) -> bool:
    outcomes = [response.outcome for response in folder.read_journal().responses]
    refused = [isinstance(outcome, Failure) and outcome.kind == "not_authorised" for outcome in outcomes]
    return bool(refused) and all(refused)


def _folder(project: Project, plan: Plan, kept: tuple[CaseSnapshot, ...]) -> RunFolder:
    runs = project.state / "runs"
    return find_resumable(runs, plan, kept) or RunFolder.create(runs, plan, kept, project.revision)


def _snapshot(project: Project, case: Case, status: Status) -> CaseSnapshot:
    return CaseSnapshot(
        case=case, case_digest=project.once.digest(case), state=status.state, why=status.why, flags=status.flags
    )


def _plan(project: Project, system: System, asking: Asking, kept: Sequence[CaseSnapshot], now: datetime) -> Plan:
    header = project.golden.header
    revision = project.revision
    return Plan(
        run="",
        created_at=now.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
        system=system.name,
        system_digest=asking.system_digest,
        system_revision=asking.revision or system.revision,
        fingerprints={**system.fingerprints, **asking.fingerprints},
        shows=tuple(system.shows),
        set_name=header.name,
        set_version=header.version,
        set_digest="s1:" + digest({item.case.id: item.case_digest for item in kept}),
        corpus=revision.label if revision else None,
        corpus_digest=revision.digest if revision else None,
        cases=tuple(item.case.id for item in kept),
        subset=asking.selection.said,
        repeats=asking.settings.repeats,
        concurrency=asking.settings.concurrency,
        timeout_s=asking.settings.timeout_s,
        attempts=asking.settings.attempts,
        per_minute=asking.settings.per_minute,
        options=dict(asking.options),
        probes=tuple(header.probes),
        retrieval_only=asking.retrieval_only,
        goldsmith=asking.version,
    )


class _Notes:
    """What the system says of the measuring, and what a stop cost: on disk before the results that it speaks of.

    Notes of earlier sittings stay.
    """

    def __init__(self, folder: RunFolder, system: System, *, cut_off: int, said: tuple[RulerNote, ...] = ()) -> None:
        self._folder = folder
        self._system = system
        try:
            earlier = folder.read_records("notes", RulerNote)
        except IncompleteError:
            earlier = ()
        fresh = {SENT_AGAIN, *(note.kind for note in said)}
        self._earlier = tuple(note for note in earlier if note.kind not in fresh)
        self._again = (*said, *((_sent_again(cut_off),) if cut_off else ()))
        self._now: tuple[RulerNote, ...] = ()
        self._written: tuple[RulerNote, ...] | None = None
        self._echoed: Counter[str] = Counter()

    def echoed(self, names: Iterable[str]) -> None:
        """Take the names of secrets that came back in results, once for each result."""
        self._echoed.update(names)

    def look(self) -> None:
        """Take what the system says now; called where it is asked, never beside it."""
        self._now = tuple(getattr(self._system, "notes", ()))

    def write(self) -> None:
        """Write the notes, where there is something new."""
        every = tuple(dict.fromkeys((*self._earlier, *self._again, *self._now, *_echoes(self._echoed))))
        if every != self._written:
            self._folder.write_records("notes", every)
            self._written = every


def _echoes(found: Mapping[str, int]) -> Iterator[RulerNote]:
    for name, results in sorted(found.items()):
        where = "1 result" if results == 1 else f"{results} results"
        yield RulerNote(
            kind=SECRET_ECHOED,
            message=f"the system gave the secret {name} back in {where}; here it is hidden",
            mend="find out why it shows what it was called with, and renew the secret: others may have seen it",
        )


def _sent_again(calls: int) -> RulerNote:
    were = (
        "1 call was in flight when the run stopped and is"
        if calls == 1
        else (f"{calls} calls were in flight when the run stopped and are")
    )
    return RulerNote(kind=SENT_AGAIN, message=f"{were} sent again")


class _DriftWatch:
    """Look at the first replies: ids of another index must stop a run before it costs anything."""

    def __init__(
        self,
        cases: Sequence[Case],
        project: Project,
        plan: Plan,
        append: Callable[[Sequence[Response]], None],
        done: Iterable[Response],
    ) -> None:
        self._cases = cases
        self._project = project
        self._plan = plan
        self._append = append
        # Without a corpus, a passage for a question that has no evidence may rightly be one that the set does not name.
        self._telling = {case.id for case in cases if project.stored is not None or case.evidence}
        self._seen = [item for item in done if self._tells(item)][:FIRST_LOOK]
        self._looked = False

    def keep(self, responses: Sequence[Response]) -> None:
        self._append(responses)
        if not self._looked:
            self._seen += [item for item in responses if self._tells(item)]
            if len(self._seen) >= FIRST_LOOK:
                self.look()

    def _tells(self, response: Response) -> bool:
        return isinstance(response.outcome, Reply) and response.case in self._telling

    def look(self) -> None:
        if self._looked or not self._seen:
            return
        self._looked = True
        stored = self._project.stored
        corpus = view(stored, retrieved_ids(self._seen)) if stored else None
        drift = identity_drift(self._cases, self._seen, corpus)
        if drift is not None:
            raise explained(drift.error(), self._project, self._plan, self._seen)


def retrieved_ids(responses: Sequence[Response]) -> frozenset[str]:
    """Return every id that the responses name: retrieved, found before filtering, or cited."""
    names: set[str] = set()
    for response in responses:
        if isinstance(response.outcome, Reply):
            reply = response.outcome
            for item in (*(reply.retrieved or ()), *(reply.candidates or ())):
                names.add(item.id)
            names |= {citation.id for citation in reply.citations or ()}
    return frozenset(names - {""})
