"""Check a golden set: form, evidence, review, coverage; and pin evidence that was written as words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from goldsmith.corpus.locate import Locator, Lookup, resolve_all
from goldsmith.corpus.manifest import SPLITTER
from goldsmith.errors import InputError, SetNotUsableError
from goldsmith.lint.engine import report
from goldsmith.lint.view import LintView
from goldsmith.ondisk.corpus_lock import contents, differing
from goldsmith.ondisk.documents import read_documents
from goldsmith.ondisk.revisions import StoredRevision, chunks_of, view
from goldsmith.ondisk.splice import refuse_cells, replace_evidence
from goldsmith.records.case import Case
from goldsmith.records.corpus import Chunk
from goldsmith.records.decision import Status
from goldsmith.records.evidence import Alternative, Need
from goldsmith.records.finding import CheckReport
from goldsmith.records.resolution import Resolution
from goldsmith.workflows.judge_run import refuse_unusable_gates
from goldsmith.workflows.open_set import Project
from goldsmith.workflows.standing import marked_stale, standing


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckOptions:
    """What is asked of a check."""

    ready: bool = False
    """Hold the set against what a published version needs."""
    waive: tuple[str, ...] = ()
    """Codes of findings that do not count."""


def check_set(project: Project, options: CheckOptions, *, now: datetime) -> CheckReport:
    """Return all findings on the set of `project`.

    Raises UnknownNameError or ConfigurationError for a gate of set.yaml that no answer could decide.
    """
    refuse_unusable_gates(project)
    held = LintView(
        golden=project.golden,
        states=states_of(project),
        revision=project.revision,
        documents={item.id: item for item in project.documents} if project.stored else None,
        resolutions=resolutions_of(project),
        changed_documents=changed_documents(project),
        today=now.date().isoformat(),
        ready=options.ready,
    )
    found = report(held, waive=frozenset({*options.waive, *project.settings.waive}))
    return replace(found, not_applicable=(*project.loaded.warnings, *found.not_applicable))


def refuse_unusable(report: CheckReport) -> None:
    """Raise SetNotUsableError where the set has errors that nobody waived: such a set measures nothing."""
    if not report.errors:
        return
    worst = [finding for finding in report.findings if finding.severity == "error" and not finding.waived]
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
    return project.once.get("states now", lambda: marked_stale(decided, resolutions_of(project) or ()))


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
        now = [item.document for item in read_documents(folder)]
    except InputError:
        # What cannot be read is for `freeze` to tell, and may have been frozen with its front matter passed over.
        return ()
    return differing(contents(project.documents), contents(now)).all


def look_up(stored: StoredRevision, cases: Sequence[Case]) -> Lookup:
    """Return what the revision holds of everything that the evidence of `cases` names."""
    alternatives = [item for case in cases for need in case.evidence for item in need.any_of]
    ids = sorted({item.chunk for item in alternatives if item.chunk is not None})
    seen = view(stored, ids)
    named = {item.document for item in alternatives if item.document is not None}
    named |= {chunk.document for chunk in seen.chunks.values()}
    named |= {document for name in ids if (document := name.rpartition("#")[0])}
    chunks: dict[str, list[Chunk]] = {}
    for chunk in chunks_of(stored, sorted(named & seen.documents.keys())):
        chunks.setdefault(chunk.document, []).append(chunk)
    return Lookup(
        documents=seen.documents,
        chunks={name: tuple(sorted(own, key=lambda item: item.ordinal)) for name, own in chunks.items()},
        text=stored.record.text,
    )


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
