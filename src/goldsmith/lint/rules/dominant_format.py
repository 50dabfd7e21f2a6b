"""GS508 dominant-format."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import ClassVar

from goldsmith.lint.dominance import LARGEST_SHARE, dominant_word
from goldsmith.lint.rule import Needed
from goldsmith.lint.view import LintView, Severity
from goldsmith.records.finding import Finding


class DominantFormat:
    """
    ## What it does
    Finds sets of at least twenty labelled cases of which more than 60 % rest on sources of one format, although the
    documents of the corpus are of several. A corpus that is itself mostly of one format is left alone.

    ## Why is this bad?
    Tables, scans and slides are where parsers fail. A set that asks about plain text only does not see it.

    ## What to do
    Write cases on the other formats, best on what a reader had trouble with.
    """

    code, name, since = "GS508", "dominant-format", "0.1"
    severity: ClassVar[Severity] = "advice"
    needs: ClassVar[tuple[Needed, ...]] = ()

    def check(self, view: LintView, /) -> Iterator[Finding]:
        """Yield the findings."""
        kinds = Counter(one.media_type for one in (view.documents or {}).values())
        if kinds and max(kinds.values()) > LARGEST_SHARE * kinds.total():
            return
        mend = "write cases on sources of other formats, or report by source_format"
        yield from dominant_word(self, view, "source_format", mend)
