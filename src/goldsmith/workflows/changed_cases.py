"""Which cases of a set changed since a revision of git."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from goldsmith.ondisk.git_versions import golden_at
from goldsmith.records.case import Case
from goldsmith.records.digests import anchor_digest, case_digest, metadata_digest
from goldsmith.records.finding import CheckReport
from goldsmith.workflows.open_set import Project


@dataclass(frozen=True, slots=True)
class Changed:
    """The cases that are not what they were."""

    revision: str
    ids: frozenset[str]
    total: int

    def line(self, report: CheckReport) -> str:
        """Return what was looked at, and how many findings of the whole `report` are on other cases."""
        left = sum(1 for one in report.findings if one.case and one.case not in self.ids)
        cases = "1 case" if self.total == 1 else f"{self.total:,} cases"
        told = f"{len(self.ids):,} of {cases} changed since {self.revision}"
        findings = "1 finding on the others is" if left == 1 else f"{left:,} findings on the others are"
        return f"{told}; {findings} left out" if left else told


def changed_cases(project: Project, revision: str) -> Changed:
    """Return the ids of the cases that are new or of other content, evidence or labels than at `revision`.

    Raises InputError where git cannot tell, InvalidFileError where the set of that time cannot be read.
    """
    old = golden_at(
        revision,
        project.loaded.path,
        shown=f"{project.chosen.path} at {revision}",
        fields=project.chosen.fields,
        formats=project.format_of,
    )
    held = set(_digests(old.golden.cases)) if old is not None else set()
    ids = frozenset(name for name, *rest in _digests(project.golden.cases) if (name, *rest) not in held)
    return Changed(revision=revision, ids=ids, total=len(project.golden.cases))


def _digests(cases: Iterable[Case]) -> Iterable[tuple[str, str, str, str]]:
    for case in cases:
        yield case.id, case_digest(case), anchor_digest(case), metadata_digest(case)
