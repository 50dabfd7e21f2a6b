"""Ask a system every case of a set, and keep each answer before it counts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime

from goldsmith._base.canonical import digest
from goldsmith.errors import IdentityDriftError
from goldsmith.ondisk.revisions import StoredRevision, view
from goldsmith.ondisk.runs import CaseSnapshot, RunFolder, find_resumable
from goldsmith.ports.system import System
from goldsmith.records.case import Case
from goldsmith.records.decision import Status
from goldsmith.records.response import Component, Reply, Response
from goldsmith.records.run import Plan
from goldsmith.records.settings import RunSettings
from goldsmith.runner.blocking import run_blocking
from goldsmith.runner.carrying import carry
from goldsmith.runner.planning import plan_tasks
from goldsmith.runner.progress import Progress
from goldsmith.scoring.drift import identity_drift
from goldsmith.workflows.open_set import Project
from goldsmith.workflows.select import Selection, select
from goldsmith.workflows.standing import runnable, standing
from goldsmith.workflows.state_folder import ignored_by_git

FIRST_LOOK = 5
"""Replies after which a run stops where no retrieved id is known."""


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


def run_system(
    project: Project,
    system: System,
    asking: Asking,
    *,
    now: datetime,
    progress: Callable[[Progress], None] | None = None,
) -> RunFolder:
    """Ask `system` the chosen cases and return the run folder; an unfinished run of the same work is resumed.

    Raises IdentityDriftError after the first replies where no retrieved id is known to the set or to the corpus.
    Interrupted, it raises KeyboardInterrupt, and everything that arrived is kept.
    """
    states = project.once.get("states", lambda: standing(project.golden))
    cases = select(runnable(project.golden, states), asking.selection)
    kept = tuple(_snapshot(project, case, states[case.id]) for case in cases)
    plan = _plan(project, system, asking, kept, now)
    with ignored_by_git(project.root):
        folder = _folder(project, plan, kept)
    with folder.journal() as journal:
        done = folder.read_journal().by_key
        watch = _DriftWatch(cases, project.stored, journal.append, done.values())
        try:
            run_blocking(_carried(cases, system, asking.settings, done=done, keep=watch.keep, progress=progress))
            watch.look()
        except IdentityDriftError:
            # What was mended lies outside of us (an index, a mapping): its replies must not be taken for the new ones.
            folder.finish()
            raise
        folder.write_records("notes", tuple(getattr(system, "notes", ())))
    return folder


async def _carried(
    cases: Sequence[Case],
    system: System,
    settings: RunSettings,
    *,
    done: object,
    keep: Callable[[Sequence[Response]], None],
    progress: Callable[[Progress], None] | None,
) -> None:
    try:
        await carry(plan_tasks(cases), system, settings, done=done, keep=keep, progress=progress)  # type: ignore[arg-type]
    finally:
        await system.close()


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
        goldsmith=asking.version,
    )


class _DriftWatch:
    """Look at the first replies: ids of another index must stop a run before it costs anything."""

    def __init__(
        self,
        cases: Sequence[Case],
        stored: StoredRevision | None,
        append: Callable[[Sequence[Response]], None],
        done: Iterable[Response],
    ) -> None:
        self._cases = cases
        self._stored = stored
        self._append = append
        # Without a corpus, a passage for a question that has no evidence may rightly be one that the set does not name.
        self._telling = {case.id for case in cases if stored is not None or case.evidence}
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
        corpus = view(self._stored, retrieved_ids(self._seen)) if self._stored else None
        drift = identity_drift(self._cases, self._seen, corpus)
        if drift is not None:
            raise drift.error()


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
