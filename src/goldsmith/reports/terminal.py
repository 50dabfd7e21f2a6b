"""The verdict on one screen: what to do, then why, then the figures."""

from __future__ import annotations

from collections.abc import Iterator

from goldsmith.records.comparison import Comparison
from goldsmith.records.gate import GateResult
from goldsmith.records.run import RulerNote
from goldsmith.records.verdict import SliceSummary, Verdict
from goldsmith.reports.comparing import LEGEND, layers, mark, notes, regressions, ruler, visible
from goldsmith.reports.figures import change, count, value
from goldsmith.reports.gating import UNASKED, UNDECIDED, Told, stands, told
from goldsmith.reports.plain_text import cell, columns, fitted, listed, shown, wrapped

WIDTH = 100
_NARROWEST = 72
_MOST_NOTES = 4
_MOST_NOTE_LINES = 3
_MOST_BROKEN = 8
_FEWEST_BROKEN = 2
_MOST_SLICES = 3
_GATE_ROOM = 17
_CASE_ROOM = 28
_COLOURS = {"blocked": "31", "passed": "32", "incomplete": "33", "unreviewed": "33"}
_MARKS = {"broken": "x", "expired_waiver": "x", "missing": "~", "not_observed": "~", "waived": "w"}
_STATUS_ORDER = {"failed": 0, "incomplete": 1, "passed": 2, "not_applicable": 3}
_STATUS_MARKS = {"failed": "x", "incomplete": "~", "passed": ".", "not_applicable": "-"}


def render_verdict(verdict: Verdict, *, colour: bool = False, width: int = WIDTH) -> str:
    """Return the verdict as lines of at most `width` columns (72 at least); `colour` paints the status word alone."""
    room = max(width, _NARROWEST)
    lines = [*_headline(verdict, room), *_ruler(verdict, room), "", "GATES", *_gates(verdict.gates, room)]
    if verdict.comparison is not None:
        lines += ["", *regressions(verdict.comparison, room)]
    lines += ["", *layers(verdict.summaries, verdict.comparison, room), *notes(verdict.summaries, room)]
    lines += ["", *_cases(verdict, room), *_foot(verdict, room)]
    if colour:
        word = verdict.status.upper()
        lines[0] = lines[0].replace(word, f"\x1b[1;{_COLOURS[verdict.status]}m{word}\x1b[0m", 1)
    return "\n".join(lines)


def render_comparison(comparison: Comparison, *, width: int = WIDTH) -> str:
    """Return a comparison alone: regressions with causes, then every figure that moved on some case."""
    room = max(width, _NARROWEST)
    found = f"{count(len(comparison.regressions), 'regression')}, {len(comparison.improved)} improved"
    lines = [f"{found}, on {count(comparison.common, 'common unchanged case')}", ""]
    if comparison.ruler_told:
        lines += [*ruler(comparison, room), ""]
    lines += [*regressions(comparison, room), ""]
    head = f"{'MEASURES':<24}{'now':>9}{shown(comparison.baseline, 9):>10}   {'change [95 %]':<26}"
    lines.append(fitted(f"{head}{'falls':>6}{'rises':>6}{'n':>6}", room))
    moved = [effect for effect in comparison.effects if effect.falls or effect.rises]
    for effect in moved:
        row = f"  {effect.measure:<22}{value(effect.now, effect.unit):>9}"
        row += f"{value(effect.before, effect.unit):>10} {mark(effect)} "
        row += f"{change(effect.change, effect.unit, effect.interval):<26}"
        lines.append(fitted(f"{row}{effect.falls:>6}{effect.rises:>6}{effect.n:>6}", room))
    lines.append("  " + LEGEND)
    unmoved = tuple(effect.measure for effect in comparison.effects if effect.n and effect not in moved)
    if unmoved:
        lines.append("  " + shown(f"alike in every case: {listed(unmoved, 5)}", room - 2))
    return "\n".join([*lines, "", *wrapped(visible(comparison), room)])


def _headline(verdict: Verdict, width: int) -> Iterator[str]:
    plan = verdict.plan
    first = f"{verdict.status.upper()}   {shown(verdict.headline, width - 14)}"
    version = f" {plan.set_version}" if plan.set_version else ""
    scored = f"{verdict.answered} of {count(len(plan.cases), 'case')} scored"
    if plan.repeats > 1:
        told_of = f"{count(len(plan.cases), 'case')}, {plan.repeats} repeats"
        scored = f"{verdict.answered} of {len(plan.cases) * plan.repeats} answers scored ({told_of})"
    corpus = f"corpus {plan.corpus}" if plan.corpus else "no corpus"
    facts = shown(f"{plan.set_name}{version} · {corpus} · system {plan.system} · {scored}", width)
    if columns(first) + 6 + columns(facts) <= width:
        yield f"{first}      {facts}"
        return
    yield first
    yield facts


def _ruler(verdict: Verdict, width: int) -> Iterator[str]:
    if not verdict.ruler:
        return
    yield ""
    yield "RULER   before you read the figures"
    for note in verdict.ruler[:_MOST_NOTES]:
        yield from _note(note, width)
    if len(verdict.ruler) > _MOST_NOTES:
        yield f"  … and {len(verdict.ruler) - _MOST_NOTES} more in the report"


def _note(note: RulerNote, width: int) -> Iterator[str]:
    """Yield a note within its lines: of a long one the message is cut, so that the mend stays."""
    mend = f"; {note.mend}" if note.mend else ""
    whole = list(wrapped(note.message + mend, width, head="  ", indent=4))
    if len(whole) > _MOST_NOTE_LINES:
        # Breaking at blanks leaves less than a fifth of a line unused.
        room = _MOST_NOTE_LINES * (width - 4) * 4 // 5 - columns(mend)
        whole = list(wrapped(shown(note.message, max(room, width // 2)) + mend, width, head="  ", indent=4))
    yield from whole[: _MOST_NOTE_LINES - 1]
    last = " ".join(line.strip() for line in whole[_MOST_NOTE_LINES - 1 :])
    if last:
        yield "    " + shown(last, width - 4)


def _gates(gates: tuple[GateResult, ...], width: int) -> Iterator[str]:
    """Yield broken and undecided gates case by case, each gate within its share of the screen; then those that hold."""
    if not gates:
        yield "  none was decided"
        return
    troubled = [gate for gate in gates if told(gate)]
    share = max(_FEWEST_BROKEN, _MOST_BROKEN // max(len(troubled), 1))
    chosen = {gate.gate: _chosen(told(gate), share) for gate in troubled}
    names = [_case_words(group) for groups in chosen.values() for group in groups]
    rooms = (_gate_room(gates), min(max(map(columns, names), default=0), _CASE_ROOM))
    for gate in troubled:
        for group in chosen[gate.gate]:
            yield from _told_lines(gate, group, rooms, width)
        yield from _rest(gate, chosen[gate.gate], rooms[0], width)
    for gate in sorted(gates, key=lambda gate: _STATUS_ORDER[gate.status]):
        if not told(gate) and gate.status != "not_applicable":
            standing = shown(stands(gate), width - rooms[0] - 7)
            yield fitted(f"  {_STATUS_MARKS[gate.status]} {_named(gate, rooms[0])}   {standing}", width)
    unasked = tuple(gate.gate for gate in gates if gate.status == "not_applicable")
    if unasked:
        yield "  " + shown(f"- {UNASKED}: {', '.join(unasked)}", width - 2)


def _gate_room(gates: tuple[GateResult, ...]) -> int:
    return max((len(gate.gate) for gate in gates if len(gate.gate) <= _GATE_ROOM), default=0)


def _named(gate: GateResult, room: int) -> str:
    return cell(gate.gate, room) if len(gate.gate) <= room else shown(gate.gate, 60)


def _chosen(groups: tuple[Told, ...], share: int) -> tuple[Told, ...]:
    """Waivers are printed in every report, however many; of the rest only a share."""
    cut = [group for group in groups if group.kind != "waived"][:share]
    return tuple(group for group in groups if group.kind == "waived" or group in cut)


def _case_words(group: Told) -> str:
    if len(group.cases) > 1:
        return count(len(group.cases), "case")
    return shown(group.cases[0] or "the set", _CASE_ROOM)


def _told_lines(gate: GateResult, group: Told, rooms: tuple[int, int], width: int) -> Iterator[str]:
    head = f"  {_MARKS[group.kind]} {_named(gate, rooms[0])}   {cell(_case_words(group), rooms[1])}   "
    tail = f" +{len(group.messages) - 1} more" if len(group.messages) > 1 else ""
    if len(group.cases) > 1:
        tail = f" ({listed(group.cases, 2)})"
    if group.kind == "waived":
        # By whom, why and until when is never cut.
        yield from wrapped(group.messages[0] + tail, width, head=head, indent=6)
        return
    tail = f"  {shown(tail, width // 3)}" if tail else ""
    yield fitted(head + shown(group.messages[0], max(width - columns(head) - columns(tail), 10)) + tail, width)


def _rest(gate: GateResult, chosen: tuple[Told, ...], room: int, width: int) -> Iterator[str]:
    """Say how the gate stands where its lines do not: a threshold's figure, and what the screen left out."""
    left = [group for group in told(gate) if group not in chosen]
    undecided = len({case for group in left if group.kind in UNDECIDED for case in group.cases})
    broken = len({case for group in left if group.kind not in UNDECIDED for case in group.cases})
    parts = [f"{broken:,} more"] if broken else []
    parts += [f"{undecided:,} more undecided"] if undecided else []
    more = f"… and {' and '.join(parts)} in the report: " if parts else ""
    if more or gate.value is not None:
        mark = _STATUS_MARKS[gate.status] if gate.value is not None else " "
        yield fitted(f"  {mark} {_named(gate, room)}   {shown(more + stands(gate), 1_000)}", width)


def _cases(verdict: Verdict, width: int) -> Iterator[str]:
    states = [item.result.state for item in verdict.cases]
    parts = [f"{states.count('passed')} passed", f"{states.count('failed')} failed"]
    if "undecided" in states:
        parts.append(f"{states.count('undecided')} undecided")
    line = f"CASES   {', '.join(parts)} · {verdict.reviewed} of {count(len(verdict.cases), 'case')} reviewed"
    lost = [f"{verdict.failed} failed to answer"] if verdict.failed else []
    lost += [f"{verdict.unanswered} not answered"] if verdict.unanswered else []
    yield fitted(line + (f" · {', '.join(lost)}" if lost else ""), width)
    yield from _flaky(verdict, width)
    worst = weakest(verdict.slices)[:_MOST_SLICES]
    if worst:
        named = ", ".join(f"{item.axis}={item.word} {item.passed}/{item.decided}" for item in worst)
        yield "  " + shown(f"weakest slices: {named}", width - 2)
    thin = tuple(f"{item.axis}={item.word}" for item in verdict.slices if item.below_minimum)
    if thin:
        told_thin = f"{count(len(thin), 'slice')} with too few decided cases to tell: {listed(thin, _MOST_SLICES)}"
        yield "  " + shown(told_thin, width - 2)


def _flaky(verdict: Verdict, width: int) -> Iterator[str]:
    """Say which cases passed in some repeats only, and what one and what all of so many askers would meet."""
    found = verdict.flaky
    if found:
        named = listed(tuple(f"{item.case} {item.passed}/{item.repeats}" for item in found), _MOST_SLICES)
        yield "  " + shown(f"{count(len(found), 'flaky case')}, by repeats that passed: {named}", width - 2)
    if verdict.repeated is not None:
        told_of = verdict.repeated
        yield fitted(
            f"  at least one of {told_of.k} repeats passes: {told_of.at_least_one:.2f} · all of them: "
            f"{told_of.all_of_them:.2f} (pass@{told_of.k}, pass^{told_of.k}; {count(told_of.cases, 'case')})",
            width,
        )


def weakest(slices: tuple[SliceSummary, ...]) -> tuple[SliceSummary, ...]:
    """Return the slices with failures and enough decided cases, the lowest pass rate first."""
    telling = [item for item in slices if not item.below_minimum and item.decided and item.passed < item.decided]
    return tuple(sorted(telling, key=lambda item: (item.passed / item.decided, item.axis, item.word)))


def _foot(verdict: Verdict, width: int) -> Iterator[str]:
    if verdict.comparison is not None:
        yield from wrapped(visible(verdict.comparison), width)
    yield from wrapped(f"Next: {verdict.next_step}", width)
    if verdict.report:
        # Never cut: a person copies it.
        yield f"report: {shown(verdict.report, 1_000)}"
