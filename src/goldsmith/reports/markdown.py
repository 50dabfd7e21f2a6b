"""The verdict as a comment on a pull request: five lines that carry it, then details to open.

A sixth line stands below the first where a case is flaky, access was probed or somebody signed the run off.

Text that came from elsewhere is written as ``<code>`` with its punctuation as character references: it renders as it
is, and nothing in it is obeyed: no markup, table, link, @mention or #reference.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from goldsmith.records.comparison import Comparison, Effect, Regression
from goldsmith.records.measure import Summary
from goldsmith.records.sign_off import SignOffChecked
from goldsmith.records.verdict import CaseResult, Verdict
from goldsmith.reports import comparing, figures, gating
from goldsmith.reports.figures import change, count, value
from goldsmith.reports.noted import noted
from goldsmith.reports.plain_text import listed, shown

LONGEST = 60_000
"""Characters; a comment on GitHub holds 65,536."""
_TEXT = 220
_LINE = 160
_MOST_NAMED = 3
_MOST_CASES = 50
_TOP = ("recall@5", "recall", "citation_precision", "claim_recall", "right_behaviour", "leaks")
_STATE = {"failed": "broken", "incomplete": "undecided", "passed": "holds", "not_applicable": "does not apply"}
_PLAIN = frozenset(" ,.-()'\"·…→%+;/?")
"""Punctuation that never is markup in the middle of a line."""
_LINKED = re.compile(r"[@#]|://|[0-9a-fA-F]{7}|^\s*(?:[-+=]|\d+[.)])")
"""What a page may turn into a link in running text, though written as references: mentions, commits; or into a list."""
_WWW = re.compile(r"(www)\.", re.IGNORECASE)


def render_markdown(verdict: Verdict, signed: Sequence[SignOffChecked] = ()) -> str:
    """Return the comment; what would make it longer than `LONGEST` characters is left out, and it says so.

    `signed` are the sign-offs of this run, among others.
    """
    head = "\n".join(_first_lines(verdict, noted(verdict, signed))) + "\n"
    parts: list[str] = []
    room = LONGEST - len(head) - 200
    for title, lines in _details(verdict):
        part = f"\n<details><summary>{title}</summary>\n\n" + "\n".join(lines) + "\n\n</details>\n"
        if len(part) > room:
            parts.append("\nMore stands in the report of the run: it is too long for a comment.\n")
            break
        room -= len(part)
        parts.append(part)
    return head + "".join(parts)


def literal(text: str, most: int = _TEXT) -> str:
    """Return `text` on one line of at most `most` columns, shown as it is and obeyed by nobody."""
    coded = _coded(text, most)
    return f"<code>{coded}</code>" if coded else ""


def prose(text: str) -> str:
    """Return a sentence of our own with what it names: as running text where nothing in it could become a link."""
    return literal(text) if _LINKED.search(text) else _coded(text, _TEXT)


def _coded(text: str, most: int) -> str:
    kept = shown(text, most)
    # A host after `www.` becomes a link by itself.
    return _WWW.sub(r"\1&#46;", "".join(_char(char) for char in kept))


def _char(char: str) -> str:
    return char if char.isalnum() or char in _PLAIN else f"&#{ord(char)};"


def _first_lines(verdict: Verdict, beside: Sequence[str]) -> Iterator[str]:
    plan = verdict.plan
    yield f"### {verdict.status.upper()}: {prose(verdict.headline)}"
    if beside:
        yield f"- **Note** {' · '.join(map(prose, beside))}"
    yield f"- **Gates** {_gates_line(verdict)}"
    yield f"- **Regressions** {_regressions_line(verdict)}"
    yield f"- **Figures** {_figures_line(verdict)}"
    version = f" {literal(plan.set_version, 40)}" if plan.set_version else ""
    corpus = f"corpus {literal(plan.corpus, 60)}" if plan.corpus else "no corpus"
    asked = len(plan.cases) * plan.repeats
    scored = f"{verdict.answered:,} of {asked:,} {'answers' if plan.repeats > 1 else 'cases'} scored"
    yield (
        f"- **Set** {literal(plan.set_name, 60)}{version} · {corpus} · system {literal(plan.system, 60)} · {scored}. "
        f"Next: {prose(verdict.next_step)}"
    )


def _gates_line(verdict: Verdict) -> str:
    told = []
    for gate in verdict.gates:
        if gate.status in {"failed", "incomplete"}:
            cases = tuple(dict.fromkeys(item.case for item in gate.findings if item.case and item.kind != "waived"))
            named = f" ({_named(cases)})" if cases else ""
            told.append(f"{literal(gate.gate)} {_STATE[gate.status]}{named}")
    holding = sum(gate.status == "passed" for gate in verdict.gates)
    told.append(f"{holding} hold" if holding != 1 else "1 holds")
    expired = sum(item.expired for item in verdict.waivers)
    waived = count(len(verdict.waivers), "waiver") + (f", {expired} expired" if expired else "")
    return "; ".join(told) + (f"; {waived}" if verdict.waivers else "")


def _named(cases: tuple[str, ...]) -> str:
    told = ", ".join(literal(name, 60) for name in cases[:_MOST_NAMED])
    return told if len(cases) <= _MOST_NAMED else f"{told} and {len(cases) - _MOST_NAMED} more"


def _regressions_line(verdict: Verdict) -> str:
    comparison = verdict.comparison
    if comparison is None:
        return "not compared with a baseline"
    against = f"against {literal(comparison.baseline, 60)} on {count(comparison.common, 'common case')}"
    if not comparison.regressions:
        return f"none {against}"
    first = comparison.regressions[0]
    cause = f": {prose(first.causes[0].message)}" if first.causes else ""
    return f"{len(comparison.regressions)} {against}; first {literal(first.case, 60)}{cause}"


def _figures_line(verdict: Verdict) -> str:
    effects = comparing.effects_by_measure(verdict.comparison)
    held = {summary.measure: summary for summary in verdict.summaries if summary.scored}
    told = []
    for name in (name for name in _TOP if name in held):
        if name == "recall" and "recall@5" in held:
            continue
        summary, effect = held[name], effects.get(name)
        figure = f"{name} {value(comparing.mean_now(summary, effect), summary.unit)}"
        if effect is not None and effect.n:
            figure += f" ({change(effect.change, effect.unit, effect.interval)}, n {effect.n})"
        else:
            interval = figures.value_range(summary.interval, summary.unit)
            figure += f" ({interval + ', ' if interval else ''}n {summary.scored})"
        told.append(figure)
    return " · ".join(told) or "none"


def _details(verdict: Verdict) -> Iterator[tuple[str, list[str]]]:
    if verdict.gates:
        yield "Gates", list(_gates(verdict))
    if verdict.waivers:
        yield count(len(verdict.waivers), "waiver").capitalize(), list(_waivers(verdict))
    comparison = verdict.comparison
    if comparison is not None and comparison.regressions:
        yield count(len(comparison.regressions), "regression").capitalize(), list(_regressions(comparison))
    if verdict.summaries:
        yield "Layers", list(_layers(verdict))
    yield "Completeness", list(_completeness(verdict))
    failed = [item for item in verdict.cases if item.result.state == "failed"]
    undecided = [item for item in verdict.cases if item.result.state == "undecided"]
    for cases, word in ((failed, "failed"), (undecided, "undecided")):
        if cases:
            yield f"{count(len(cases), 'case')} {word}", list(_cases(cases))


def _gates(verdict: Verdict) -> Iterator[str]:
    for gate in verdict.gates:
        yield f"- **{_STATE[gate.status]}** {literal(gate.gate)} {gating.stands(gate)}"
        told = gating.told(gate)
        for group in told[:_MOST_CASES]:
            kind = "" if group.kind == "broken" else f" *{group.kind.replace('_', ' ')}*"
            yield f"  - {_named(group.cases)}{kind} {'; '.join(prose(text) for text in group.messages[:5])}"
        if len(told) > _MOST_CASES:
            yield f"  - and {len(told) - _MOST_CASES} more in the report"


def _waivers(verdict: Verdict) -> Iterator[str]:
    for item in verdict.waivers:
        ended = "**expired** " if item.expired else ""
        yield (
            f"- {ended}{literal(item.case, 60)} {literal(item.gate)} until {literal(item.until, 20)} "
            f"by {literal(item.who, 60)}: {literal(item.why)}"
        )


def _regressions(comparison: Comparison) -> Iterator[str]:
    for item in comparison.regressions[:_MOST_CASES]:
        yield f"- {literal(item.case, 60)} {'fails now' if item.case_failed else 'got worse'}{_falls(item)}"
        for cause in item.causes[:5]:
            yield f"  - {cause.kind.replace('_', ' ')}: {prose(cause.message)}"
    if len(comparison.regressions) > _MOST_CASES:
        yield f"- and {len(comparison.regressions) - _MOST_CASES} more in the report"
    yield ""
    yield comparing.visible(comparison)


def _falls(item: Regression) -> str:
    told = ", ".join(f"{literal(name, 40)} {before:.2f} → {now:.2f}" for name, before, now in item.falls[:3])
    return f" ({told})" if told else ""


def _layers(verdict: Verdict) -> Iterator[str]:
    effects = comparing.effects_by_measure(verdict.comparison)
    compared = verdict.comparison is not None
    yield f"| Layer | Measure | Now | {'Change, 95 % interval' if compared else '95 % interval'} | n |"
    yield "|---|---|---:|---|---:|"
    for summary in verdict.summaries:
        if summary.scored:
            yield _layer(summary, effects.get(summary.measure), compared=compared)


def _layer(summary: Summary, effect: Effect | None, *, compared: bool) -> str:
    now = value(comparing.mean_now(summary, effect), summary.unit)
    moved, number = "" if compared else figures.value_range(summary.interval, summary.unit), summary.scored
    if effect is not None and effect.n:
        word = {"better": " better", "worse": " **worse**"}.get(effect.verdict, "")
        moved, number = change(effect.change, effect.unit, effect.interval) + word, effect.n
    return f"| {summary.layer} | {literal(summary.measure, 60)} | {now} | {moved} | {number} |"


def _completeness(verdict: Verdict) -> Iterator[str]:
    yield f"- {verdict.failed} failed calls, {verdict.unanswered} not answered"
    yield f"- {verdict.reviewed} of {count(len(verdict.cases), 'case')} reviewed"
    if verdict.not_observed:
        told = ", ".join(f"{channel} ({count(number, 'case')})" for channel, number in verdict.not_observed)
        yield f"- not shown by the system: {told}"
    if verdict.detector is not None:
        yield f"- detector of leaks: {verdict.detector.told}"
    for why, names in comparing.without_figure(verdict.summaries):
        yield f"- no figure, {why}: {listed(names, 8).replace('_', '&#95;')}"
    for note in verdict.ruler[:_MOST_CASES]:
        yield f"- {prose(note.message)}"


def _cases(cases: Iterable[CaseResult]) -> Iterator[str]:
    held = list(cases)
    for item in held[:_MOST_CASES]:
        yield f"- {literal(item.result.case, 60)}" + (f" {literal(item.question, _LINE)}" if item.question else "")
        for line in item.result.why[:5]:
            yield f"  - {prose(line)}"
        if item.answer and item.failure is None:
            yield f"  - answered {literal(item.answer)}"
    if len(held) > _MOST_CASES:
        yield f"- and {len(held) - _MOST_CASES} more in the report"
