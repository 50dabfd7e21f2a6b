"""What a check found, for people."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from goldsmith.records.finding import CheckReport, Finding
from goldsmith.reports.figures import count
from goldsmith.reports.plain_text import columns, listed, middle, shown, wrapped

WIDTH = 110
_SCREEN = 30
_MOST_PLACES = 3
_MOST_FIXED = 5
_WHOLE = 2_000
"""Columns of a line where everything is wanted: a text of a megabyte is still cut."""
_LEAST_PATH = 16
_MARKS = {"error": "x", "warning": "!", "advice": "-"}
_RANK = {"error": 0, "warning": 1, "advice": 2}


def render_findings(report: CheckReport, *, everything: bool = False, width: int = WIDTH) -> str:
    """Return the findings rule by rule, the gravest first: the places, what was found there, and how to mend it.

    One screen, with what was left out counted; all of it, uncut, where `everything` is wanted.
    """
    room = _WHOLE if everything else width
    lines = [*_headline(report, room)]
    for note in report.notes:
        lines += wrapped(note, width, head="", indent=2, most=_WHOLE)
    lines += _some(report.fixed, "", len(report.fixed) if everything else _MOST_FIXED, room)
    groups = _grouped([one for one in report.findings if everything or not one.suppressed])
    blocks = [list(_block(group, room, everything=everything)) for group in groups]
    told = len(blocks) if everything else _fitting(blocks)
    for block in blocks[:told]:
        lines += ["", *block]
    left = [finding for group in groups[told:] for finding in group]
    if left:
        codes = tuple(dict.fromkeys(finding.code for finding in left))
        lines += ["", f"… and {count(len(left), 'finding')} more ({listed(codes, 5)}): goldsmith check --all"]
    if report.not_applicable:
        most = len(report.not_applicable) if everything else _MOST_PLACES
        lines += ["", "Not checked:", *_unchecked(report.not_applicable, most, room)]
    return "\n".join([*lines, "", f"Next: {_next_step(report)}"])


def _headline(report: CheckReport, width: int) -> Iterator[str]:
    live = [item.severity for item in report.findings if item.counts]
    suppressed = sum(1 for item in report.findings if item.suppressed)
    waived = len(report.findings) - len(live) - suppressed
    told = [count(live.count("error"), "error"), count(live.count("warning"), "warning")]
    told += [f"{live.count('advice')} advice"]
    told += [f"{waived} waived"] if waived else []
    told += [f"{suppressed} suppressed"] if suppressed else []
    ready = {True: "READY   ", False: "NOT READY   ", None: ""}[report.ready]
    yield ready + ", ".join(told)
    states = ", ".join(f"{number} {state}" for state, number in sorted((report.states or {}).items()) if number)
    corpus = f"corpus {report.corpus}" if report.corpus else "no corpus"
    cases = count(report.cases, "case") + (f" ({states})" if states else "")
    yield shown(f"{report.set_name} · {cases} · {corpus}", width)


def _some(lines: Sequence[str], indent: str, most: int, width: int) -> Iterator[str]:
    for line in lines[:most]:
        yield indent + shown(line, width - len(indent))
    if len(lines) > most:
        yield f"{indent}… and {len(lines) - most:,} more"


def _unchecked(lines: Sequence[str], most: int, width: int) -> Iterator[str]:
    for line in lines[:most]:
        yield from wrapped(line, width, head="  ", indent=4, most=_WHOLE)
    if len(lines) > most:
        yield f"  … and {len(lines) - most:,} more"


def _grouped(findings: Sequence[Finding]) -> list[list[Finding]]:
    groups: dict[tuple[str, int, str], list[Finding]] = {}
    for finding in findings:
        groups.setdefault((_standing(finding), _RANK[finding.severity], finding.code), []).append(finding)
    return [groups[key] for key in sorted(groups)]


def _standing(finding: Finding) -> str:
    """Return why a finding does not count; empty: it does. What is suppressed stands last."""
    return f"suppressed: {finding.suppressed}" if finding.suppressed else "(waived)" if finding.waived else ""


def _fitting(blocks: Sequence[Sequence[str]]) -> int:
    """Return how many blocks stand on a screen; the first always does."""
    used = 0
    for number, block in enumerate(blocks):
        used += len(block) + 1
        if used > _SCREEN and number:
            return number
    return len(blocks)


def _block(group: Sequence[Finding], width: int, *, everything: bool) -> Iterator[str]:
    first = group[0]
    standing = _standing(first)
    name = f"{_MARKS[first.severity]} {first.code} {first.name}{' ' * bool(standing)}{shown(standing, width // 2)}"
    if len(group) == 1:
        room = max(width - len(name) - 3, 20)
        yield f"{name}   {shown(_place(first, room), room)}".rstrip()
        yield from wrapped(first.message, width, head="    ", indent=4, most=_WHOLE)
        yield from _mend(first, width)
        return
    yield f"{name}   {count(len(group), 'finding')}"
    same_mend = all(finding.mend == first.mend for finding in group)
    same_message = all(finding.message == first.message for finding in group)
    if same_message:
        yield from wrapped(first.message, width, head="    ", indent=4, most=_WHOLE)
    for finding in group if everything else group[:_MOST_PLACES]:
        message = "" if same_message else f": {finding.message}"
        place = _place(finding, width - 4 if same_message else width // 2)
        yield "    " + shown(f"{place}{message}".removeprefix(": "), width - 4)
        if everything and not same_mend:
            yield from _mend(finding, width)
    if not everything and len(group) > _MOST_PLACES:
        yield f"    … and {count(len(group) - _MOST_PLACES, 'place')} more"
    if same_mend or not everything:
        yield from _mend(first, width)


def _place(finding: Finding, width: int) -> str:
    """Return file, case and field; a long path is cut in its middle, so that the rest keeps its room on the line."""
    case = f"[{finding.case}]" if finding.case else ""
    line = f":{finding.line}" if finding.line else ""
    tail = " ".join(part for part in (case, finding.field) if part)
    path = shown(finding.file, _WHOLE)
    room = max(width - columns(line) - columns(tail) - 1, _LEAST_PATH)
    return " ".join(part for part in (middle(path, room) + line if path else "", tail) if part)


def _mend(finding: Finding, width: int) -> Iterator[str]:
    """Yield the whole mend: a person acts on it. A sentence is wrapped, the lines of a proposal stay as they are."""
    sentence, *proposal = finding.mend.splitlines() or [""]
    if sentence:
        yield from wrapped(sentence, width, head="    mend: ", indent=10, most=_WHOLE)
    for line in proposal:
        # A proposal is text to paste: how far it is indented is part of it, and a break in it would change it.
        indent = line[: len(line) - len(line.lstrip(" "))]
        yield f"          {indent}{shown(line, _WHOLE)}"


def _next_step(report: CheckReport) -> str:
    if report.errors:
        code = next(item.code for item in report.findings if item.severity == "error" and item.counts)
        return f"mend the errors; goldsmith explain {code} says more"
    if any("--fix" in item.mend and item.counts for item in report.findings):
        return "goldsmith check --fix"
    waiting = (report.states or {}).get("candidate", 0) + (report.states or {}).get("edited", 0)
    if waiting:
        return f"review {count(waiting, 'case')}: goldsmith approve CASE --reviewer NAME --reason …"
    return "goldsmith evaluate --system NAME"
