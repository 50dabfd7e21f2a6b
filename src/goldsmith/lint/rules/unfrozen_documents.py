"""GS218 unfrozen-documents."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from goldsmith.lint.rule import Needed
from goldsmith.lint.view import LintView, Severity
from goldsmith.lint.wording import counted, some
from goldsmith.records.finding import Finding


class UnfrozenDocuments:
    """
    ## What it does
    Finds documents that were added, changed or removed since the corpus revision was frozen.

    ## Why is this bad?
    The system under test reads the documents as they are now, and the set is held against what they were: a
    right answer from a new text looks wrong, and a case whose ground is gone looks sound.

    ## What to do
    Run `goldsmith refresh`: it freezes the documents, says what the change does to each case, and asks about those
    whose own passage is another. `goldsmith refresh --apply` then moves the set to them.
    """

    code, name, since = "GS218", "unfrozen-documents", "0.1"
    severity: ClassVar[Severity] = "warning"
    needs: ClassVar[tuple[Needed, ...]] = ()

    def check(self, view: LintView, /) -> Iterator[Finding]:
        """Yield the findings."""
        changed = view.changed_documents
        if changed and view.revision is not None:
            told = f"{counted(len(changed), 'document')} {'differs' if len(changed) == 1 else 'differ'}"
            yield view.found_in_set(
                self,
                f"{told} from corpus revision {view.revision.label!r}: {some(changed)}",
                field="corpus",
                mend="goldsmith refresh says which cases that touches, and moves the set there",
            )
