"""GS511 unprobed-permission-twins."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from goldsmith.lint.rule import Needed
from goldsmith.lint.view import LintView, Severity
from goldsmith.lint.wording import some
from goldsmith.records.finding import Finding
from goldsmith.text.normal import comparable


class UnprobedPermissionTwins:
    """
    ## What it does
    Finds sets that ask one question under several identities, one of which must not get the answer, and whose
    `set.yaml` names no `probes`.

    ## Why is this bad?
    Asked one by one and apart, such cases do not see the leak through a cache: what the permitted one was answered
    is handed to the next who asks.

    ## What to do
    Write `probes` in `set.yaml`, such as `probes: [same_text, paraphrase]`: each run then asks as the permitted one
    first, and right after as the other.
    """

    code, name, since = "GS511", "unprobed-permission-twins", "0.1"
    severity: ClassVar[Severity] = "advice"
    needs: ClassVar[tuple[Needed, ...]] = ()

    def check(self, view: LintView, /) -> Iterator[Finding]:
        """Yield the findings."""
        if view.golden.header.probes:
            return
        twins: dict[str, list[int]] = {}
        for index, case in view.live():
            if case.identity is not None and case.question.strip():
                twins.setdefault(comparable(case.question), []).append(index)
        cases = view.golden.cases
        found = [
            cases[view.in_order(group)[0]].id
            for group in twins.values()
            if len({cases[index].identity for index in group}) > 1
            and {cases[index].behaviour == "refuse" for index in group} == {True, False}
        ]
        if found:
            yield view.found_in_set(
                self,
                f"asked as somebody permitted and as somebody who is not, and no probe is named: {some(sorted(found))}",
                field="probes",
                mend="write probes: [same_text, paraphrase] in set.yaml",
            )
