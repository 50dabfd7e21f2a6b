"""Check a golden set: form, evidence, review, coverage; and pin evidence that was written as words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from goldsmith.corpus.locate import Locator, Lookup, resolve_all
from goldsmith.errors import SetNotUsableError
from goldsmith.lint.engine import report
from goldsmith.lint.view import LintView
from goldsmith.ondisk.revisions import StoredRevision, chunks_of, documents, view
from goldsmith.ondisk.splice import refuse_cells, replace_evidence
from goldsmith.records.case import Case
from goldsmith.records.corpus import Chunk
from goldsmith.records.evidence import Alternative, Need
from goldsmith.records.finding import CheckReport
from goldsmith.records.resolution import Resolution
from goldsmith.workflows.open_set import Project
from goldsmith.workflows.standing import standing


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckOptions:
    """What is asked of a check."""

    ready: bool = False
    """Hold the set against what a published version needs."""
    waive: tuple[str, ...] = ()
    """Codes of findings that do not count."""


def check_set(project: Project, options: CheckOptions, *, now: datetime) -> CheckReport:
    """Return all findings on the set of `project`."""
    resolutions = resolutions_of(project)
    held = LintView(
        golden=project.golden,
        states=standing(project.golden, resolutions or ()),
        revision=project.revision,
        documents={item.id: item for item in documents(project.stored)} if project.stored else None,
        resolutions=resolutions,
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
    if project.stored is None:
        return None
    return resolve_all(project.golden.cases, look_up(project.stored, project.golden.cases))


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
    by the check.
    """
    if project.stored is None:
        return ()
    label = project.stored.record.label
    locator = Locator(look_up(project.stored, project.golden.cases))
    pinned: dict[int, tuple[Need, ...]] = {}
    lines: list[str] = []
    for index, case in enumerate(project.golden.cases):
        needs = _pinned(case, locator.resolve(case))
        if needs != case.evidence:
            pinned[index] = needs
            count = sum(
                1
                for before, after in zip(case.evidence, needs, strict=True)
                for old, new in zip(before.any_of, after.any_of, strict=True)
                if old != new
            )
            lines.append(f"{case.id}: {count} passage(s) pinned to {label}")
    _write(project, pinned)
    return tuple(lines)


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
    if resolution is None or resolution.state not in {"found", "document_level"}:
        return alternative
    if resolution.state == "document_level" and alternative.chunk is not None:
        # A document's name where others name chunks is a finding (GS206): a person decides what was meant.
        return alternative
    return resolution.pinned


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
