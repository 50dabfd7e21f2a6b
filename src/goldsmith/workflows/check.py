"""Check a golden set: form, evidence, review, coverage; and pin evidence that was written as words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from functools import partial
from pathlib import Path

from goldsmith.corpus.locate import Locator, Lookup, resolve_all
from goldsmith.corpus.manifest import SPLITTER
from goldsmith.errors import ConfigurationError, InputError, SetNotUsableError
from goldsmith.lint.engine import report
from goldsmith.lint.registry import code_of
from goldsmith.lint.view import LintView
from goldsmith.lint.weighing import MOST_CHUNKS, Flaw, weigh_all
from goldsmith.ondisk.corpus_lock import contents, differing
from goldsmith.ondisk.documents import read_documents
from goldsmith.ondisk.revisions import StoredRevision, all_chunk_texts, chunks_of, view
from goldsmith.ondisk.splice import refuse_cells, replace_evidence
from goldsmith.records.case import Case
from goldsmith.records.corpus import Chunk
from goldsmith.records.decision import Status
from goldsmith.records.evidence import Alternative, Need
from goldsmith.records.finding import CheckReport
from goldsmith.records.resolution import Resolution
from goldsmith.records.settings import CheckSettings, Suppression
from goldsmith.scoring.observing.claims import see_claims
from goldsmith.workflows.changed_cases import Changed, changed_cases
from goldsmith.workflows.fix_words import fix_words
from goldsmith.workflows.judge_run import outsiders_apart, refuse_unusable_gates
from goldsmith.workflows.left_open import left_open
from goldsmith.workflows.open_set import Project
from goldsmith.workflows.standing import marked_stale, runnable, standing


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckOptions:
    """What is asked of a check."""

    ready: bool = False
    """Hold the set against what a published version needs."""
    waive: tuple[str, ...] = ()
    """Codes of findings that do not count."""
    since: str | None = None
    """Tell only of the set and of the cases that changed since this revision of git."""
    errors_alone: bool = False
    """Ask only what keeps a run from starting: much quicker."""


def check_set(project: Project, options: CheckOptions, *, now: datetime) -> CheckReport:
    """Return all findings on the set of `project`.

    Raises UnknownNameError or ConfigurationError for a gate of set.yaml that no answer could decide and for a
    suppression without rule, reason or day; InputError where git cannot tell what changed since a revision.
    """
    refuse_unusable_gates(project)
    settings = usable_suppressions(project)
    changed = changed_cases(project, options.since) if options.since is not None else None
    held = LintView(
        golden=project.golden,
        states=states_of(project),
        revision=project.revision,
        documents={item.id: item for item in project.documents} if project.stored else None,
        resolutions=resolutions_of(project),
        changed_documents=changed_documents(project),
        today=now.date().isoformat(),
        errors_alone=options.errors_alone,
        ready=options.ready,
        settings=settings,
        flaws=None if options.errors_alone else _flaws(project),
        of_other_sets=_of_other_sets(project, settings),
        personal_data_allowed=(project.settings.privacy.authorised or "").strip(),
        claims_in=partial(see_claims, matchers=project.matchers),
        matchers=tuple(sorted(project.matchers)),
    )
    with outsiders_apart(project):
        found = report(held, waive=frozenset({*options.waive, *project.settings.waive}))
    told = replace(found, place=_place(project), not_applicable=(*project.loaded.warnings, *found.not_applicable))
    return told if changed is None else _narrowed(told, changed)


def _flaws(project: Project) -> tuple[Flaw, ...] | None:
    """Return what the texts say of the evidence; None where the revision holds no text."""
    stored = project.stored
    if stored is None or stored.record.text != "full":
        return None
    live = runnable(project.golden, states_of(project))
    held = [chunk for own in look_up(stored, live).chunks.values() for chunk in own]
    texts = (lambda: all_chunk_texts(stored)) if stored.record.chunks <= MOST_CHUNKS else None
    return weigh_all(live, resolutions_of(project) or (), held, project.documents, texts=texts)


def _narrowed(report: CheckReport, changed: Changed) -> CheckReport:
    findings = tuple(one for one in report.findings if not one.case or one.case in changed.ids)
    return replace(report, findings=findings, notes=(*report.notes, changed.line(report)))


def _place(project: Project) -> str:
    """Return how a person names the file of the set: set.yaml, or the lone file of cases."""
    file, name = project.loaded.files[0], project.golden.places[0].file
    if not project.loaded.path.is_dir():
        return name
    return f"{name.removesuffix(file.relative_to(project.loaded.path).as_posix())}set.yaml"


def usable_suppressions(project: Project) -> CheckSettings:
    """Return the settings of the check.

    Raises UnknownNameError for a suppression of a rule that does not exist, ConfigurationError for a reason that is
    blank and a day that is none.
    """
    settings = project.settings.check
    for place, one in enumerate(settings.suppress, start=1):
        code_of(one.code)
        problem = "gives no reason" if not one.reason.strip() else _no_day(one.until)
        if problem:
            message = f"suppression {place} in goldsmith.toml, of {one.code}, {problem}"
            raise ConfigurationError(
                message, next_step='write reason = "…" and, for a time, until = "2027-01-31" under [[check.suppress]]'
            )
    return settings


def _of_other_sets(project: Project, settings: CheckSettings) -> tuple[Suppression, ...]:
    if [item for item in project.settings.sets if item.enabled] == [project.chosen]:
        return ()
    ids = {case.id for case in project.golden.cases}
    return tuple(one for one in settings.suppress if not one.cases or not ids.issuperset(one.cases))


def _no_day(until: str | None) -> str:
    try:
        return "" if until is None or date.fromisoformat(until).isoformat() == until else f"ends on {until!r}"
    except ValueError:
        return f"ends on {until!r}, which is no day"


def refuse_unusable(report: CheckReport) -> None:
    """Raise SetNotUsableError where the set has errors that nobody waived: such a set measures nothing."""
    if not report.errors:
        return
    worst = [finding for finding in report.findings if finding.severity == "error" and finding.counts]
    lines = "\n".join(
        f"    {finding.code} {finding.case and f'[{finding.case}] '}{finding.message}" for finding in worst[:5]
    )
    more = f"\n    … and {len(worst) - 5} more" if len(worst) > 5 else ""
    message = f"the set {report.set_name!r} has {len(worst)} error(s), so nothing was run\n{lines}{more}"
    codes = ",".join(sorted({finding.code for finding in worst}))
    raise SetNotUsableError(
        message, next_step=f"goldsmith check, then mend them (or go on all the same: --waive {codes})"
    )


def resolutions_of(project: Project) -> tuple[Resolution, ...] | None:
    """Return how every alternative of the set stands in the revision; None: there is no revision."""
    stored, cases = project.stored, project.golden.cases
    if stored is None:
        return None
    return project.once.get("resolutions", lambda: resolve_all(cases, look_up(stored, cases)))


def states_of(project: Project) -> Mapping[str, Status]:
    """Return where each case stands, by id, with those marked whose evidence is no longer what was judged."""
    decided = project.once.get("states", lambda: standing(project.golden))
    return project.once.get(
        "states now", lambda: marked_stale(decided, resolutions_of(project) or (), left_open(project))
    )


def changed_documents(project: Project) -> tuple[str, ...]:
    """Return the documents that are not what was frozen: of another text, gone or new in the folder of goldsmith.toml.

    None are named where there is nothing to compare: no such folder, one that could not be frozen as it is, a revision
    made from a manifest, or one that was asked for instead of the pinned one.
    """
    return project.once.get("changed documents", lambda: _changed_documents(project))


def _changed_documents(project: Project) -> tuple[str, ...]:
    revision, pin = project.revision, project.golden.header.corpus
    if project.settings.documents is None or revision is None or revision.splitter == SPLITTER:
        return ()
    folder = project.root / project.settings.documents
    if not folder.exists() or (pin is not None and pin.label != revision.label):
        return ()
    try:
        now = [item.document for item in read_documents(folder, ignore=project.settings.ignore_front_matter)]
    except InputError:
        # What cannot be read is for `freeze` to tell, and may have been frozen with its front matter passed over.
        return ()
    return differing(contents(project.documents), contents(now)).all


def look_up(stored: StoredRevision, cases: Sequence[Case], *, also: Iterable[str] = ()) -> Lookup:
    """Return what the revision holds of everything that the evidence of `cases` names, and of the documents `also`."""
    alternatives = [item for case in cases for need in case.evidence for item in need.any_of]
    ids = sorted({item.chunk for item in alternatives if item.chunk is not None})
    seen = view(stored, ids)
    named = {item.document for item in alternatives if item.document is not None}
    named |= {chunk.document for chunk in seen.chunks.values()}
    named |= {document for name in ids if (document := name.rpartition("#")[0])}
    named |= set(also)
    chunks: dict[str, list[Chunk]] = {}
    for chunk in chunks_of(stored, sorted(named & seen.documents.keys())):
        chunks.setdefault(chunk.document, []).append(chunk)
    return Lookup(
        documents=seen.documents,
        chunks={name: tuple(sorted(own, key=lambda item: item.ordinal)) for name, own in chunks.items()},
        text=stored.record.text,
    )


def fix_set(opened: Callable[[], Project]) -> tuple[Project, tuple[str, ...]]:
    """Write what is certain into the files, and return the set as it stands then, with a line for each case.

    `opened` opens the set anew: what was written moved what stands behind it.
    """
    lines: tuple[str, ...] = ()
    project = opened()
    for fix in (pin_evidence, fix_words):
        written = fix(project)
        lines += written
        project = opened() if written else project
    return project, lines


def pin_evidence(project: Project) -> tuple[str, ...]:
    """Fill in what the revision knows of each alternative, by splicing those cases alone; return a line for each case.

    Only what is certain is written: an alternative that is ambiguous, changed or missing stays as it is and is reported
    by the check. One that was pinned and moved with its quote intact is pinned anew; no approval depends on its place.
    """
    if project.stored is None:
        return ()
    label = project.stored.record.label
    locator = Locator(look_up(project.stored, project.golden.cases))
    pinned: dict[int, tuple[Need, ...]] = {}
    lines: list[str] = []
    for index, case in enumerate(project.golden.cases):
        resolutions = locator.resolve(case)
        needs = _pinned(case, resolutions)
        if needs != case.evidence:
            pinned[index] = needs
            lines.append(f"{case.id}: {_told(case, needs, resolutions, label)}")
    _write(project, pinned)
    return tuple(lines)


def _told(case: Case, needs: Sequence[Need], resolutions: Sequence[Resolution], label: str) -> str:
    written = {
        (item.need, item.alternative): item.state
        for item in resolutions
        if needs[item.need].any_of[item.alternative] != case.evidence[item.need].any_of[item.alternative]
    }
    moved = sum(1 for state in written.values() if state == "moved")
    parts = [f"{len(written) - moved} passage(s) pinned to {label}"] if len(written) > moved else []
    parts += [f"{moved} passage(s) moved with its quote intact, pinned to where it stands in {label}"] if moved else []
    return ", ".join(parts)


def _pinned(case: Case, resolutions: Sequence[Resolution]) -> tuple[Need, ...]:
    found = {(item.need, item.alternative): item for item in resolutions}
    return tuple(
        Need(
            need=need.need,
            any_of=tuple(_certain(alternative, found.get((place, at))) for at, alternative in enumerate(need.any_of)),
        )
        for place, need in enumerate(case.evidence)
    )


def _certain(alternative: Alternative, resolution: Resolution | None) -> Alternative:
    if resolution is None:
        return alternative
    pinned = resolution.pinned
    if resolution.state == "found":
        return pinned
    if resolution.state == "document_level":
        # A document's name where others name chunks is a finding (GS206): a person decides what was meant.
        return alternative if alternative.chunk is not None else pinned
    if resolution.state == "moved" and alternative.chunk is not None:
        # A place that was pinned follows its words. Where the words themselves would be written anew, the approval
        # would fall with them: a person decides.
        same = (pinned.document, pinned.quote) == (alternative.document, alternative.quote)
        return pinned if same else alternative
    return alternative


def _write(project: Project, pinned: dict[int, tuple[Need, ...]]) -> None:
    loaded = project.loaded
    files: dict[Path, list[int]] = {}
    for index in pinned:
        files.setdefault(loaded.files[index], []).append(index)
    for path, indexes in files.items():
        refuse_cells(path, loaded.raws[indexes[0]])  # before anything is written
    for path, indexes in files.items():
        changes = [(loaded.raws[index], pinned[index]) for index in indexes]
        replace_evidence(path, changes, fields=project.chosen.fields)
