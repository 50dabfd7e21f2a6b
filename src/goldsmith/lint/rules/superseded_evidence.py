"""GS211 superseded-evidence."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from goldsmith.lint.rule import Needed
from goldsmith.lint.view import LintView, Severity
from goldsmith.lint.wording import field_of
from goldsmith.records.finding import Finding
from goldsmith.text.dates import Instant, parse_instant

_MARKED = frozenset({"stale", "conflicting"})


class SupersededEvidence:
    """
    ## What it does
    Finds evidence in a document that another one of the corpus supersedes, or whose time is over, in a case
    that is not marked as `stale` or `conflicting`.

    ## Why is this bad?
    Such a case asks for the old rule. A system that rightly answers with the new one is failed, and one that
    quotes the old one passes.

    ## What to do
    Name the passage of the successor. If the case is there to tempt with the old document, mark it:
    `challenges: [stale]`.
    """

    code, name, since = "GS211", "superseded-evidence", "0.1"
    severity: ClassVar[Severity] = "warning"
    needs: ClassVar[tuple[Needed, ...]] = ("revision",)

    def check(self, view: LintView, /) -> Iterator[Finding]:
        """Yield the findings."""
        documents = view.documents or {}
        successors: dict[str, list[str]] = {}
        for document in documents.values():
            for old in document.supersedes:
                if old != document.id:
                    successors.setdefault(old, []).append(document.id)
        for index, item in view.resolved():
            name = item.pinned.document
            if name is None or name not in documents or _MARKED.intersection(view.golden.cases[index].challenges):
                continue
            later = sorted(successors.get(name, ()))
            ended = documents[name].effective_to
            if later:
                problem = f"{later[0]!r} supersedes it"
            elif ended is not None and _is_over(ended, view.today):
                problem = f"it held until {ended}"
            else:
                continue
            yield view.found(
                self,
                index,
                f"the evidence stands in {name!r}, and {problem}",
                field=field_of(item),
                mend="name the passage that holds now, or mark the case: challenges: [stale]",
            )


def _is_over(ended: str, today: str) -> bool:
    end, now = parse_instant(ended), parse_instant(today)
    return isinstance(end, Instant) and isinstance(now, Instant) and end.moment < now.moment
