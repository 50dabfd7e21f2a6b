"""What a set covers, on one screen: what to draft and why, then the mix, the corpus, and what the set can see."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from goldsmith.records.coverage import (
    AxisMix,
    Coverage,
    Crossing,
    Detected,
    Detection,
    FlipShare,
    Gap,
    RuleTried,
    TargetStanding,
)
from goldsmith.reports.figures import count, percent
from goldsmith.reports.plain_text import cell, columns, fitted, listed, shown, wrapped

WIDTH = 100
_NARROWEST = 72
_FEW = 5
"""Cases below which a figure is noise."""
_MOST_GAPS = 7
_FEWER_GAPS = 5
_MOST_RULES = 4
_MOST_FOLDERS = 3
_MOST_SLICES = 8
_SHOWN_AXES = (
    "job",
    "answerability",
    "behaviour",
    "reasoning",
    "difficulty",
    "risk",
    "language",
    "source_format",
    "challenges",
    "origin",
    "profile",
    "tenant",
    "interaction",
)
_SHOWN_SLICES = ("risk", "answerability")
_FOLLOWING = {"answer": "supported", "refuse": "unsupported", "clarify": "ambiguous"}
_NAME_ROOM = 15
_CELL_ROOM = 12


def render_coverage(coverage: Coverage, *, by: Sequence[str] = (), detect: bool = False, width: int = WIDTH) -> str:
    """Return the coverage as lines of at most `width` columns (72 at least).

    `by`: one axis shown whole, or two crossed, in place of the mix; `detect` adds cases and repeats needed, slice by
    slice. What was not asked for gives way, so that all of it stays on a screen: the mix to a preset or `detect`, the
    corpus to `detect`.
    """
    room = max(width, _NARROWEST)
    presets = tuple(dict.fromkeys(item.preset for item in coverage.targets))
    most = _FEWER_GAPS if detect or presets else _MOST_GAPS
    lines = [*_headline(coverage, room), "", *_gaps(coverage.gaps, most, room)]
    if coverage.minima:
        lines += ["", "MINIMA   of set.yaml", *_minima(coverage, room)]
    for preset in presets:
        lines += ["", f"PRESET   {preset}"]
        lines += _targets([item for item in coverage.targets if item.preset == preset], room)
    if by or not (detect or presets):
        lines += ["", *_mix(coverage, by, room)]
    if not detect:
        lines += ["", *_corpus(coverage, room)]
    lines += ["", *_detection(coverage.detection, by, room, detect=detect)]
    return "\n".join([*lines, "", *wrapped(coverage.next_step, room, head="Next: ", indent=6)])


def _headline(coverage: Coverage, width: int) -> Iterator[str]:
    short = sum(1 for item in coverage.minima if not item.met)
    gaps = count(len(coverage.gaps), "gap") if coverage.gaps else "no gap"
    if short:
        yield f"SHORT   {short} of {len(coverage.minima)} minima of set.yaml not met, {gaps}"
    else:
        yield f"{gaps[0].upper()}{gaps[1:]}" + (", every minimum of set.yaml met" if coverage.minima else "")
    left_out = ", ".join(f"{number} {state}" for state, number in coverage.left_out.items())
    cases = count(coverage.cases, "live case") + (f" ({left_out} left out)" if left_out else "")
    corpus = f"corpus {coverage.corpus}" if coverage.corpus else "no corpus"
    yield shown(f"{coverage.set_name} · {cases} · {corpus}", width)


def _gaps(gaps: Sequence[Gap], most: int, width: int) -> Iterator[str]:
    if not gaps:
        yield "TO DRAFT   nothing"
        return
    yield "TO DRAFT   (one case may fill several)"
    for gap in gaps[:most]:
        head = shown(f"+{gap.cases} {_told(gap.slice) or 'any question'}{_about(gap)}", width - 2)
        more = f" (and {count(len(gap.why) - 1, 'other reason')})" if len(gap.why) > 1 else ""
        why = shown(f"{gap.why[0].removeprefix(_told(gap.slice) + ' ')}{more}", width - 6)
        if columns(head) + columns(why) + 5 <= width:
            yield f"  {head}   {why}"
        else:
            yield f"  {head}"
            yield f"      {why}"
    left = gaps[most:]
    if left:
        names = tuple(dict.fromkeys(_told(gap.slice) or gap.why[0] for gap in left))
        head, tail = f"  … and {len(left)} more (", "): goldsmith cover --json"
        yield f"{head}{shown(listed(names, 2), width - columns(head) - columns(tail))}{tail}"


def _told(named: Mapping[str, str]) -> str:
    """Return the words without an answerability that the behaviour beside it says too."""
    follows = _FOLLOWING.get(named.get("behaviour", "")) == named.get("answerability")
    return _words({axis: word for axis, word in named.items() if axis != "answerability" or not follows})


def _about(gap: Gap) -> str:
    asker = f", asked by {gap.asker}" if gap.asker else ""
    return asker + (f", about {listed(gap.documents, 3)}" if gap.documents else "")


def _words(named: Mapping[str, str]) -> str:
    return ", ".join(f"{axis}={word}" for axis, word in named.items())


def _minima(coverage: Coverage, width: int) -> Iterator[str]:
    for item in coverage.minima:
        if not item.met:
            yield "  " + shown(f"x {_words(item.slice) or 'all cases'}: {item.cases} of {item.asked}", width - 2)
    met = tuple(
        f"{_words(item.slice) or 'all cases'} {item.cases} (asked {item.asked})" for item in coverage.minima if item.met
    )
    if met:
        yield from wrapped(". " + ", ".join(met), width, head="  ", indent=4)


def _targets(targets: Sequence[TargetStanding], width: int) -> Iterator[str]:
    told = []
    for item in targets:
        mark = {"short": "x", "over": "!", "met": ".", "not_asked": "-"}[item.state]
        name = item.kind.replace("_", " ")
        if item.state == "not_asked":
            told.append(f"{mark} {name} (one language only)")
        elif item.shares is not None:
            low, high = item.shares
            told.append(f"{mark} {name} {item.cases}, {percent(item.share)} (asked {percent(low)} to {percent(high)})")
        else:
            asked = f"of {item.least}" if item.missing else f"(asked {item.least})"
            told.append(f"{mark} {name} {item.cases} {asked}")
    yield from _joined(told, "  ", 2, width)


def _joined(parts: Sequence[str], head: str, indent: int, width: int) -> Iterator[str]:
    """Yield parts with three blanks between them, none broken between two lines."""
    line = head
    for number, part in enumerate(parts):
        told = shown(part, width - indent)
        if number and columns(line) + 3 + columns(told) > width:
            yield line
            line = " " * indent + told
        else:
            line += ("   " if number else "") + told
    yield line


def _mix(coverage: Coverage, by: Sequence[str], width: int) -> Iterator[str]:
    if coverage.crossings:
        for crossed in coverage.crossings:
            yield from _crossing(crossed, width)
        return
    yield f"MIX   cases a word; ! fewer than {_FEW}, where a figure is noise"
    for mix in coverage.axes:
        if mix.axis in (by or _SHOWN_AXES) and (by or any(item.cases for item in mix.words)):
            yield from _axis(mix, width, whole=bool(by))
    if coverage.unlabelled:
        yield from wrapped(f"labelled on no case: {', '.join(coverage.unlabelled)}", width, head="  ", indent=4)


def _axis(mix: AxisMix, width: int, *, whole: bool) -> Iterator[str]:
    if whole:
        yield f"  {mix.axis}"
        for item in mix.words:
            asked = f"   set.yaml asks for {item.asked}" if item.asked else ""
            mark = "!" if item.cases < _FEW else " "
            yield fitted(f"    {cell(item.word, 28)} {item.cases:>6,}{mark} {percent(item.share):>6}{asked}", width)
        if mix.unlabelled:
            yield f"    {'(no word)':<28} {mix.unlabelled:>6,}"
        return
    parts = [f"{shown(item.word, 24)} {item.cases}{'!' if item.cases < _FEW else ''}" for item in mix.words]
    # On an axis that takes several words or none, none is a word of its own.
    if mix.unlabelled and mix.axis != "challenges":
        parts.append(f"(no word {mix.unlabelled})")
    told = list(_joined(parts, f"  {mix.axis:<{_NAME_ROOM}}", _NAME_ROOM + 2, width))
    yield from told[:2]
    if len(told) > 2:
        yield " " * (_NAME_ROOM + 2) + f"… all of them: goldsmith cover --by {mix.axis}"


def _crossing(crossed: Crossing, width: int) -> Iterator[str]:
    first, second = crossed.axes
    cells = {item.words: item.cases for item in crossed.cells}
    rows = tuple(dict.fromkeys(row for row, _ in cells))
    heads = tuple(dict.fromkeys(column for _, column in cells))
    fitting = max(1, (width - 2 - _NAME_ROOM - 6) // (_CELL_ROOM + 1))
    yield f"{first.upper()} by {second}   ! fewer than {_FEW} cases"
    for start in range(0, len(heads), fitting):
        part = heads[start : start + fitting]
        yield fitted(
            "  " + " " * (_NAME_ROOM + 5) + "".join(f" {shown(name, _CELL_ROOM):>{_CELL_ROOM}}" for name in part), width
        )
        for row in rows:
            told = "".join(f" {_counted(cells[row, name]):>{_CELL_ROOM}}" for name in part)
            yield fitted(f"  {cell(row, _NAME_ROOM + 5)}{told}", width)
    if not cells:
        yield "  no case has a word on both"
    if crossed.unlabelled:
        yield f"  {count(crossed.unlabelled, 'case')} without a word on one of the two"


def _counted(cases: int) -> str:
    return "-" if not cases else f"{cases}{'!' if cases < _FEW else ' '}"


def _corpus(coverage: Coverage, width: int) -> Iterator[str]:
    documents = coverage.documents
    yield "CORPUS"
    if documents is None:
        yield "  none is frozen: nothing is known of documents that no case cites and rules that no case tries"
        return
    over = f" ({documents.passed_over} superseded, planted or not parsed left out)" if documents.passed_over else ""
    worst = [item for item in documents.folders if item.cited < item.documents][:_MOST_FOLDERS]
    told = ", ".join(f"{_folder(item.folder)} {item.cited} of {item.documents}" for item in worst)
    sentence = f"evidence cites {documents.cited:,} of {count(documents.documents, 'document')}{over}"
    yield from wrapped(sentence + (f"; least: {told}" if told else ""), width, head="  ", indent=4)
    if not coverage.access:
        yield "  every document is for everybody: there is no access rule to try"
        return
    rules = sorted(coverage.access, key=_untried)
    told_of = rules if len(rules) == _MOST_RULES + 1 else rules[:_MOST_RULES]
    name_room = min(max(columns(_rule(item)) for item in told_of), 34)
    for item in told_of:
        yield fitted(f"  {_mark(item)} {cell(_rule(item), name_room)}   {shown(_tried(item), width)}", width)
    if len(rules) > len(told_of):
        yield f"  … and {len(rules) - len(told_of):,} more access rules: goldsmith cover --json"


def _mark(rule: RuleTried) -> str:
    return "." if rule.permitted and rule.denied else "x"


def _tried(rule: RuleTried) -> str:
    """Say how many documents are tried, and name those that are not where some are."""
    permitted = f"tried as permitted {rule.permitted} of {rule.documents}"
    denied = f"as denied {rule.denied} of {rule.documents}"
    never = tuple(sorted({*rule.never_permitted, *rule.never_denied}))
    return f"{permitted}, {denied}" + (f" (not: {listed(never, 2)})" if never else "")


def _untried(rule: RuleTried) -> tuple[bool, int]:
    return (bool(rule.permitted and rule.denied), -len(rule.never_permitted) - len(rule.never_denied))


def _rule(rule: RuleTried) -> str:
    whose = [f"tenant {rule.tenant}"] if rule.tenant is not None else []
    if rule.principals is not None:
        whose.append("only " + (" or ".join(rule.principals) or "nobody"))
    return ", ".join(whose) or "denied by cases alone"


def _folder(name: str) -> str:
    return "(no folder)" if name == "." else f"{name}/"


def _detection(detection: Detection, by: Sequence[str], width: int, *, detect: bool) -> Iterator[str]:
    whole = detection.whole
    yield "CAN SEE"
    sees = _sees(whole)
    kin = f"; in {whole.families} families they count as {whole.effective:.0f}" if whole.families < whole.cases else ""
    yield from wrapped(f"{count(whole.cases, 'case')}: {sees}{kin}", width, head="  ", indent=4)
    yield from wrapped(_flips(detection.flips), width, head="  ", indent=4)
    if not detect:
        return
    points = f"{detection.points:g} points"
    first, *more = detection.repeats
    repeats = ", ".join(f"{item.needed:,} run {item.repeats} times each" for item in more)
    need = f"to see a fall of {points}: {first.needed:,} cases without kin run once, {repeats}"
    yield from wrapped(f"{need}; {_lacking(whole)}", width, head="  ", indent=4)
    axes = by or _SHOWN_SLICES
    # The largest first: that is where something can be seen.
    slices = sorted((item for item in detection.slices if set(item.slice) <= set(axes)), key=lambda item: -item.cases)
    for item in slices[:_MOST_SLICES]:
        told = f"{count(item.cases, 'case'):>9}   {_sees(item)}; {_lacking(item)}"
        yield fitted(f"  {cell(_words(item.slice), 28)} {told}", width)
    if len(slices) > _MOST_SLICES:
        yield f"  … and {len(slices) - _MOST_SLICES} more slices: goldsmith cover --json"


def _sees(found: Detected) -> str:
    if found.smallest_fall is None:
        return "no fall for certain"
    return f"falls of {found.smallest_fall * 100:.0f} points or more"


def _lacking(found: Detected) -> str:
    return f"{found.more:,} more needed" if found.more else "enough"


def _flips(flips: FlipShare) -> str:
    match flips.basis:
        case "repeats":
            seen = f"{percent(flips.observed or 0.0)} of verdicts flip between repeats of one case"
            where = f"run {flips.runs[0]}, {count(flips.cases, 'case')}"
        case "two_runs":
            seen = f"{percent(flips.observed or 0.0)} of {count(flips.cases, 'case')} flipped"
            where = f"between runs {' and '.join(flips.runs)}"
        case _:
            return (
                f"assumed: {percent(flips.value)} of verdicts flip between two runs; a run with repeats would tell "
                "(goldsmith evaluate --repeats 3)"
            )
    least = (
        f"; {percent(flips.value)} taken, since few cases cannot show fewer"
        if flips.value > (flips.observed or 0)
        else ""
    )
    return f"{seen} ({where}){least}"
