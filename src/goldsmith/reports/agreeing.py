"""The agreement of reviewers on one screen: the verdict, the figures with what they rest on, and what to rewrite."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from goldsmith.records.agreement import Difference, Figure, GroupAgreement, ReviewAgreement
from goldsmith.reports.figures import count, percent, value, value_range
from goldsmith.reports.plain_text import cell, fitted, listed, shown, wrapped

_NARROWEST = 72
_MOST_DIFFERENCES = 8
_MOST_GROUPS = 6
_MOST_NAMES = 2
_HEADS = {"holds": "AGREED", "below": "BELOW THE FLOOR", "cannot_tell": "CANNOT TELL"}
_MARKS = {"holds": " ", "below": "x", "cannot_tell": "?", "not_asked": " "}
_RAW_ROOM = 18
_HANDBOOK_DIGITS = 9
_FIGURE_ROOM = 21
_COUNT_ROOM = 5
_FIGURES = {"kappa": "kappa", "alpha": "alpha", "alpha_masi": "alpha"}


def render_agreement(found: ReviewAgreement, *, width: int) -> str:
    """Return the agreement as lines of at most `width` columns (72 at least)."""
    room = max(width, _NARROWEST)
    lines = [*_headline(found, room)]
    if found.whole.contents:
        lines += ["", *_table(found, room), "", *_explained(found, room)]
    if found.differences:
        lines += ["", *_differences(found, room)]
    lines += _left_out(found, room)
    return "\n".join([*lines, "", *wrapped(found.next_step, room, head="Next: ", indent=6)])


def _headline(found: ReviewAgreement, width: int) -> Iterator[str]:
    whole = found.whole
    told = [f"{_FIGURES[whole.figure.name]} of words {_number(whole.figure)}"]
    if whole.evidence.figure.standing != "not_asked":
        told.append(f"alpha of evidence {_number(whole.evidence.figure)}")
    figures = ", ".join(told) if whole.contents else "no two reviewers decided on the same content"
    yield fitted(f"{_HEADS[found.standing]}   {figures}; floor {value(found.floor, 'share')}", width)
    singles = f"{count(found.one_decision, 'case')} with one decision, {found.no_decision} with none"
    if whole.contents:
        decided = (
            f"{count(whole.contents, 'case')} decided on by two or more of {count(len(whole.reviewers), 'reviewer')}"
        )
        singles = f"{decided} · {singles}"
    yield from wrapped(f"{found.set_name} · {singles}", width)


def _table(found: ReviewAgreement, width: int) -> Iterator[str]:
    name_room = max(12, width - 2 - _RAW_ROOM - 2 * (_FIGURE_ROOM + 2) - _COUNT_ROOM - 4)
    yield fitted(
        f"{cell('AGREEMENT [95 %]', name_room + 2)} {cell('raw', _RAW_ROOM)} {cell('words', _FIGURE_ROOM + 2)} "
        f"{cell('evidence', _FIGURE_ROOM + 2)} {'n':>{_COUNT_ROOM}}",
        width,
    )
    yield _row("all", found.whole, name_room, width)
    # Whoever reviewed alone with another needs no row of their own beside "all".
    pairs = found.pairs if len(found.pairs) > 1 else ()
    groups_told = (
        (pairs, "pairs of reviewers"),
        (found.slices, "slices"),
        (found.handbooks, "versions of the handbook"),
    )
    for groups, noun in groups_told:
        for group in groups[:_MOST_GROUPS]:
            yield _row(_name(group), group, name_room, width)
        if len(groups) > _MOST_GROUPS:
            yield f"  … and {len(groups) - _MOST_GROUPS} more {noun}: goldsmith review agreement --json"
    if found.handbooks and found.across_handbooks:
        told = f"on {count(found.across_handbooks, 'case')} no two decided by the same version of the handbook"
        yield fitted(f"  {told}", width)
    yield fitted(f"  x below the floor   ? fewer than {found.least} cases, or no figure", width)


def _row(name: str, group: GroupAgreement, name_room: int, width: int) -> str:
    raw = "-" if group.raw is None else percent(group.raw)
    if group.raw_interval is not None:
        raw += f" [{percent(group.raw_interval[0])[:-2]}, {percent(group.raw_interval[1])[:-2]}]"
    evidence = group.evidence.figure
    selected = "confirmed only" if evidence.standing == "not_asked" else _with_range(evidence)
    return fitted(
        f"  {cell(name, name_room)} {cell(raw, _RAW_ROOM)} "
        f"{_MARKS[group.figure.standing]} {cell(_with_range(group.figure), _FIGURE_ROOM)} "
        f"{_MARKS[evidence.standing]} {cell(selected, _FIGURE_ROOM)} {group.contents:>{_COUNT_ROOM}}",
        width,
    )


def _name(group: GroupAgreement) -> str:
    if "handbook" in group.slice:
        return f"handbook {group.slice['handbook'][:_HANDBOOK_DIGITS]}"
    if group.slice:
        return ", ".join(f"{axis}={word}" for axis, word in group.slice.items())
    return ", ".join(group.reviewers)


def _number(figure: Figure) -> str:
    return "undefined" if figure.value is None else value(figure.value, "share")


def _with_range(figure: Figure) -> str:
    return f"{_number(figure)} {value_range(figure.interval, 'share')}".rstrip()


def _explained(found: ReviewAgreement, width: int) -> Iterator[str]:
    """Yield what the figures rest on, and whatever keeps a reader from taking one at its face."""
    whole = found.whole
    words = ", ".join(f"{item.word} {percent(item.share)} (agreed {percent(item.agreement)})" for item in whole.words)
    ac1 = f"; AC1 {value(whole.ac1, 'share')}" if whole.ac1 is not None else ""
    yield from wrapped(f"{words}{ac1}", width, head="WORDS    ", indent=9)
    yield from _about("of words", whole.figure, found, width)
    if whole.low_by_prevalence:
        first, *rest = whole.words
        others = ", ".join(f"{item.word} in {percent(item.agreement)}" for item in rest)
        told = (
            f"low because {percent(first.share)} of all words are {first.word}, so that chance alone agrees often: "
            f"they share {first.word} in {percent(first.agreement)} of its uses, {others}. More cases that deserve the "
            "rarer words would tell whether the rules are at fault"
        )
        yield from wrapped(told, width, head="  ! ", indent=4)
    evidence = whole.evidence
    if evidence.same is not None:
        told = (
            f"{percent(evidence.same)} of selections equal, Jaccard {value(evidence.jaccard, 'share')}, "
            f"MASI {value(evidence.masi, 'share')}"
        )
        if evidence.alpha_jaccard is not None:
            told += f"; alpha by Jaccard {value(evidence.alpha_jaccard, 'share')}"
        yield from wrapped(told, width, head="EVIDENCE ", indent=9)
        yield from _about("of evidence", evidence.figure, found, width)
        if evidence.figure.standing == "below" and evidence.masi is not None and evidence.masi >= found.floor:
            told = "low because the cases rest on the same passages, so that any two selections are much alike"
            yield from wrapped(told, width, head="  ! ", indent=4)
        if 0 < evidence.repeating < evidence.contents:
            told = f"on {evidence.repeating} of {evidence.contents} cases all name exactly the evidence of the case"
            yield from wrapped(f"{told}: perhaps confirmed rather than selected", width, head="  ! ", indent=4)


def _about(what: str, figure: Figure, found: ReviewAgreement, width: int) -> Iterator[str]:
    if figure.why:
        told = figure.why if figure.standing == "not_asked" else f"{_FIGURES[figure.name]} {what}: {figure.why}"
        yield from wrapped(told, width, head="  ? " if figure.standing == "cannot_tell" else "  ", indent=4)
    ends = figure.interval
    if figure.standing in {"holds", "below"} and ends is not None and ends[0] < found.floor < ends[1]:
        told = f"the floor lies inside the interval {what}: more cases that two decide on would tell for sure"
        yield from wrapped(told, width, head="  ! ", indent=4)


def _differences(found: ReviewAgreement, width: int) -> Iterator[str]:
    current = [item for item in found.differences if item.current]
    title = "TO REWRITE" if found.standing == "below" else "THEY DIFFER"
    cases = len({item.case for item in current})
    yield fitted(f"{title}   {count(cases, 'case')}: the question, or the rule that lets both readings stand", width)
    for item in current[:_MOST_DIFFERENCES]:
        yield from wrapped(_difference(item), width, head=f"  {shown(item.case, width // 3)}   ", indent=4)
    if len(current) > _MOST_DIFFERENCES:
        yield f"  … and {len(current) - _MOST_DIFFERENCES} more: goldsmith review agreement --json"
    earlier = len(found.differences) - len(current)
    if earlier:
        yield fitted(f"  {count(earlier, 'more difference')} on what cases said earlier, or on drafts", width)


def _difference(item: Difference) -> str:
    parts = []
    if item.first_word != item.second_word:
        parts.append(f"{item.first}: {item.first_word}, {item.second}: {item.second_word}")
    parts += _only(item.first, item.only_first)
    parts += _only(item.second, item.only_second)
    if item.settled:
        parts.append("adjudicated")
    return "; ".join(parts)


def _only(reviewer: str, names: Sequence[str]) -> Iterator[str]:
    if names:
        yield f"only {reviewer} selected {listed(tuple(names), _MOST_NAMES)}"


def _left_out(found: ReviewAgreement, width: int) -> list[str]:
    held = found.left_out
    parts = (
        (held.no_side, "that take no side"),
        (held.replaced, "replaced by the same reviewer before anybody else decided"),
        (held.after_another, "changed after another reviewer had decided"),
        (held.after_adjudication, "after an adjudication"),
    )
    told = ", ".join(f"{number} {what}" for number, what in parts if number)
    return ["", *wrapped(told, width, head="DECISIONS LEFT OUT   ", indent=4)] if told else []
