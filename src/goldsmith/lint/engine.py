"""Apply the rules to a set."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from goldsmith.lint.case_texts import asked, expected, quotes, remarks
from goldsmith.lint.registry import CODES, SOMETIMES_ERRORS, code_of, load
from goldsmith.lint.rule import Needed, Rule
from goldsmith.lint.suppressing import suppress
from goldsmith.lint.view import LintView
from goldsmith.records.finding import CheckReport, Finding
from goldsmith.text.private_data import find_private

_LAST = "GS602"
"""The rule about suppressions that met nothing can only speak when all others have."""


_SECRETS = "GS126"
"""Rule that names keys in the texts of a case."""


def check(view: LintView, *, waive: frozenset[str] = frozenset()) -> tuple[Finding, ...]:
    """Return what all rules that can be applied find, by file, line and code.

    `waive` holds codes or names of rules: their findings are marked and no longer count. What `view.settings`
    suppresses is marked with the reason. Raises UnknownNameError for a code or name that no rule has.
    """
    waived = {code_of(name) for name in sorted(waive)}
    applied = [rule for rule in _applicable(view) if rule.code != _LAST]
    found = _without_secrets(view, [finding for rule in applied for finding in rule.check(view)])
    codes = frozenset(rule.code for rule in applied)
    accepted = suppress(found, view.settings.suppress, today=view.today, applied=codes)
    unused = () if view.errors_alone else tuple(one for one in accepted.unused if one not in view.of_other_sets)
    about_these = load(_LAST).check(replace(view, unused=unused)) if unused else ()
    marked = (replace(one, waived=True) if one.code in waived else one for one in (*accepted.findings, *about_these))
    return tuple(sorted(marked, key=_place))


def _without_secrets(view: LintView, found: list[Finding]) -> list[Finding]:
    """Return the findings with every key that stands in a case struck out: what is told here ends in logs."""
    named = {one.case for one in found if one.code == _SECRETS}
    if not named:
        return found
    texts = (
        text
        for _, case in view.live()
        if case.id in named
        for text in (*(own for _, own in (*asked(case), *expected(case), *remarks(case))), *quotes(case))
    )
    keys = {text[one.start : one.end] for text in texts for one in find_private(text) if one.kind == "secret"}
    longest_first = sorted(keys, key=lambda key: (-len(key), key))

    def struck(words: str) -> str:
        for key in longest_first:
            words = words.replace(key, "[secret]")
        return words

    return [replace(one, message=struck(one.message), mend=struck(one.mend)) for one in found]


def not_applicable(view: LintView) -> tuple[str, ...]:
    """Return a line for each rule that something missing keeps from being applied, with the reason."""
    lines = []
    for code in CODES:
        rule = load(code)
        reasons = [why for why in (_missing(view, need) for need in rule.needs) if why]
        if reasons:
            lines.append(f"{rule.code} {rule.name}: {reasons[0]}")
    return tuple(lines)


def report(view: LintView, *, waive: frozenset[str] = frozenset(), fixed: tuple[str, ...] = ()) -> CheckReport:
    """Return everything that a check has to say. Raises UnknownNameError as `check` does."""
    findings = check(view, waive=waive)
    held = (view.states.get(case.id) for case in view.golden.cases)
    counts = Counter("candidate" if status is None else status.state for status in held)
    allowed = view.personal_data_allowed
    return CheckReport(
        set_name=view.golden.header.name,
        cases=len(view.golden.cases),
        corpus=view.revision.label if view.revision else "",
        findings=findings,
        not_applicable=not_applicable(view),
        fixed=fixed,
        ready=not any(one.severity == "error" and one.counts for one in findings) if view.ready else None,
        states=dict(sorted(counts.items())),
        notes=(f"personal data in the cases is authorised: {allowed}",) if allowed else (),
    )


def _applicable(view: LintView) -> Iterator[Rule]:
    for code in CODES:
        rule = load(code)
        if view.errors_alone and rule.severity != "error" and code not in SOMETIMES_ERRORS:
            continue
        if ("ready" not in rule.needs or view.ready) and not any(_missing(view, need) for need in rule.needs):
            yield rule


def _missing(view: LintView, need: Needed) -> str:
    """Return why `need` is not there. That nobody asked for readiness is no lack."""
    if need == "ready":
        return ""
    if view.revision is None or view.resolutions is None or view.documents is None:
        return "there is no corpus revision to look evidence up in; run `goldsmith freeze`"
    if need == "text" and view.revision.text != "full":
        kept = "only previews" if view.revision.text == "preview" else "no text"
        return f"text absent: corpus revision {view.revision.label!r} keeps {kept}"
    return ""


def _place(finding: Finding) -> tuple[str, int, str, str, str, str]:
    return finding.file, finding.line, finding.code, finding.case, finding.field, finding.message
