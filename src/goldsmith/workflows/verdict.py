"""Put together what a run has to say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import date

from goldsmith.gates.waivers import waiver_of
from goldsmith.ondisk.revisions import view
from goldsmith.records.case import Waiver
from goldsmith.records.comparison import Comparison, Regression
from goldsmith.records.gate import CasePass
from goldsmith.records.observation import Observation
from goldsmith.records.probe import ProbeSeen
from goldsmith.records.response import CHANNELS, Channel, Failure
from goldsmith.records.run import RulerNote
from goldsmith.records.slices import words
from goldsmith.records.verdict import FlakyCase, ProbeResult, SliceSummary, Verdict, VerdictStatus, WaiverResult
from goldsmith.scoring.declarations import declared_otherwise
from goldsmith.scoring.drift import naming_drift, text_drift
from goldsmith.scoring.plugged_notes import plugin_notes
from goldsmith.stats.intervals import Interval, wilson
from goldsmith.workflows import passages_alone
from goldsmith.workflows.case_results import SHOWN_AXES, case_results
from goldsmith.workflows.flaky import flaky_cases, repeat_figures
from goldsmith.workflows.judge_run import Judged
from goldsmith.workflows.next_step import next_step
from goldsmith.workflows.open_set import Project
from goldsmith.workflows.ruler_sides import other_revision
from goldsmith.workflows.run import retrieved_ids

_THIN = 5
"""A slice with fewer decided cases carries no figure."""


def build_verdict(
    project: Project,
    judged: Judged,
    comparison: Comparison | None,
    notes: Sequence[RulerNote] = (),
    *,
    today: date,
    gone: Sequence[str] = (),
) -> Verdict:
    """Return the verdict on one run, with the comparison where there is a baseline.

    `notes` are what the system's adapter had to say of the run; `today` is the day on which waivers hold or have ended;
    `gone` are cases of the baseline that the set no longer holds.
    """
    answered, failed = _counts(judged)
    flaky = flaky_cases(judged.passes)
    status, headline = _status(judged, comparison, gone, flaky)
    probe_calls = sum(seen.attempts for probe in judged.probes for seen in (probe.first, probe.second) if seen)
    return Verdict(
        status=status,
        headline=headline,
        plan=judged.plan,
        answered=answered,
        failed=failed,
        unanswered=len(judged.plan.cases) * judged.plan.repeats - answered - failed,
        reviewed=sum(1 for name in judged.cases if _stands(judged, name)),
        ruler=(
            *_passages_alone(judged),
            *notes,
            *_failures(judged),
            *plugin_notes(judged.cases, judged.observations, judged.scores),
            *_ruler(project, judged),
        ),
        gates=judged.gates,
        comparison=comparison,
        summaries=judged.summaries,
        slices=_slices(project, judged),
        cases=case_results(project, judged),
        behaviours=_behaviours(judged),
        next_step=next_step(project, judged, comparison, status),
        waivers=_waivers(judged, today),
        not_observed=_not_observed(judged.observations),
        calls=sum(item.attempts for item in judged.responses) + probe_calls,
        probe_calls=probe_calls,
        detector=judged.detector if judged.detector.planted else None,
        probes=tuple(map(_probe, judged.probes)),
        flaky=flaky,
        repeated=repeat_figures(judged.passes, judged.plan.repeats),
    )


def _passages_alone(judged: Judged) -> tuple[RulerNote, ...]:
    return (passages_alone.note(),) if judged.plan.retrieval_only else ()


def _probe(seen: ProbeSeen) -> ProbeResult:
    second = seen.second
    return ProbeResult(
        kind=seen.kind,
        repeat=seen.repeat,
        permitted=seen.permitted,
        denied=seen.denied,
        documents=seen.documents,
        control=seen.control,
        leaks=None if second is None or second.failure is not None else second.leaks,
    )


def _waivers(judged: Judged, today: date) -> tuple[WaiverResult, ...]:
    """Return every waiver of the cases: those that have ended first, then those that end soonest."""
    helped = {
        (gate.gate, finding.case)
        for gate in judged.gates
        for finding in gate.findings
        if finding.kind in {"waived", "expired_waiver"}
    }
    found = [
        WaiverResult(
            case=name,
            gate=waiver.gate,
            who=waiver.who,
            why=waiver.why,
            until=waiver.until,
            expired=_has_ended(waiver, today),
            used=(waiver.gate, name) in helped and waiver == waiver_of(case, waiver.gate),
        )
        for name, case in judged.cases.items()
        for waiver in case.waivers
    ]
    return tuple(sorted(found, key=lambda item: (not item.expired, item.until, item.case, item.gate)))


def _has_ended(waiver: Waiver, today: date) -> bool:
    try:
        return date.fromisoformat(waiver.until) < today
    except ValueError:
        # An end that is no date must not last for ever.
        return True


def _not_observed(observations: Sequence[Observation]) -> tuple[tuple[Channel, int], ...]:
    cases: dict[Channel, set[str]] = {}
    for seen in observations:
        if seen.failure is None:
            for channel in seen.not_observed:
                cases.setdefault(channel, set()).add(seen.case)
    return tuple((channel, len(cases[channel])) for channel in CHANNELS if channel in cases)


def _counts(judged: Judged) -> tuple[int, int]:
    told = [item for item in judged.responses if item.judged and not item.probe]
    failures = [item for item in told if isinstance(item.outcome, Failure)]
    unanswered = [
        item for item in failures if isinstance(item.outcome, Failure) and item.outcome.kind == "not_answered"
    ]
    return len(told) - len(failures), len(failures) - len(unanswered)


def _stands(judged: Judged, name: str) -> bool:
    """Say whether a case is approved and its evidence still says what was judged."""
    status = judged.states[name]
    return status.state == "approved" and "stale" not in status.flags


def _failures(judged: Judged) -> tuple[RulerNote, ...]:
    """Say once for each reason which cases have no answer: the first figures of the verdict leave them out."""
    cases: dict[str, list[str]] = {}
    for item in judged.responses:
        if item.judged and not item.probe and isinstance(item.outcome, Failure):
            why = f"{item.outcome.kind.replace('_', ' ')}: {item.outcome.message}"
            cases.setdefault(why, []).append(item.case)
    return tuple(
        RulerNote(kind="no_answer", message=f"no answer to {_some(names)}: {why}") for why, names in cases.items()
    )


def _some(cases: Sequence[str]) -> str:
    distinct = tuple(dict.fromkeys(cases))
    more = f" and {len(distinct) - 3} more" if len(distinct) > 3 else ""
    return ", ".join(distinct[:3]) + more


def regressed(comparison: Comparison | None, flaky: Sequence[FlakyCase] = ()) -> int:
    """Return how many cases that passed in the baseline fail now.

    One that is flaky counts only where it fails mostly. One without an answer says nothing of the system's quality (a
    server that is down, a token that has expired): it leaves the verdict incomplete.
    """
    if comparison is None:
        return 0
    spared = {item.case for item in flaky if not item.blocks}
    return sum(
        1
        for item in comparison.regressions
        if item.case_failed and item.case not in spared and not _without_answer(item)
    )


def _without_answer(regression: Regression) -> bool:
    return bool(regression.causes) and regression.causes[0].kind == "run_failed"


def _status(
    judged: Judged, comparison: Comparison | None, gone: Sequence[str], flaky: Sequence[FlakyCase]
) -> tuple[VerdictStatus, str]:
    status, headline = _standing(judged, comparison, gone, flaky)
    return status, f"RETRIEVAL ONLY · {headline}" if judged.plan.retrieval_only else headline


def _standing(
    judged: Judged, comparison: Comparison | None, gone: Sequence[str], flaky: Sequence[FlakyCase]
) -> tuple[VerdictStatus, str]:
    failed = sum(1 for gate in judged.gates if gate.status == "failed")
    fallen = sum(not _without_answer(item) for item in comparison.regressions) if comparison else 0
    parts = [_plural(failed, "gate")] if failed else []
    parts += [_plural(fallen, "regression")] if fallen else []
    parts += [f"{len(flaky)} flaky"] if flaky else []
    if failed or regressed(comparison, flaky):
        return "blocked", " · ".join(parts)
    unreviewed = not any(judged.states[name].state in {"approved", "edited"} for name in judged.cases)
    if unreviewed:
        parts.insert(0, "no case is approved, so nothing is proved")
    missing = _missing(judged, gone)
    if missing:
        return "incomplete", " · ".join([missing, *_waived(judged), *parts])
    if unreviewed:
        return "unreviewed", " · ".join([*parts, *_waived(judged)])
    if not any(gate.status == "passed" for gate in judged.gates) and not any(
        item.state == "passed" for item in judged.passes
    ):
        # "Every gate holds" would be true of no gate at all.
        return "incomplete", " · ".join(["no gate was decided and no case passed", *_waived(judged), *parts])
    failing = sum(1 for item in judged.passes if item.state == "failed")
    told = [f"{failing} of {_plural(len(judged.passes), 'case')} fail"] if failing else []
    return "passed", " · ".join(["every gate holds", *_waived(judged), *told, *parts])


def _waived(judged: Judged) -> list[str]:
    """Return how many gates hold only because somebody waived them for a case, and when the first of these ends."""
    ends = [
        waiver.until
        for gate in judged.gates
        for name in sorted({finding.case for finding in gate.findings if finding.kind == "waived"})
        if (waiver := waiver_of(judged.cases[name], gate.gate)) is not None
    ]
    return [f"{len(ends)} waived (first ends {min(ends)})"] if ends else []


def _missing(judged: Judged, gone: Sequence[str]) -> str:
    """Return why this cannot be a whole verdict; empty text: nothing is missing."""
    incomplete = sum(1 for gate in judged.gates if gate.status == "incomplete")
    silent = _silent(judged)
    if not judged.cases:
        return "the set holds none of the cases that were asked"
    if judged.plan.subset is not None:
        return f"a subset ({judged.plan.subset}) passes no gate"
    if gone:
        # Else a case that fails could be taken out to pass.
        return f"{_plural(len(gone), 'case')} of the baseline no longer in the set ({', '.join(gone[:3])})"
    if incomplete:
        return f"{_plural(incomplete, 'gate')} could not be decided"
    # No gate need cover these cases; a release that did not answer is not thereby fit.
    return f"{_plural(len(silent), 'case')} without an answer" if silent else ""


def _silent(judged: Judged) -> list[str]:
    """Return the cases of which a repeat was not answered, or never arrived."""
    answered: Counter[str] = Counter()
    for item in judged.responses:
        answered[item.case] += item.judged and not item.probe and not isinstance(item.outcome, Failure)
    return [name for name in judged.plan.cases if answered[name] < judged.plan.repeats]


def _plural(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def _named_otherwise(project: Project, judged: Judged) -> RulerNote | None:
    """Return the rule that would make the system's ids those of the set, where few cases found what they expect."""
    asked = [seen for seen in judged.observations if seen.needs and seen.passages]
    if 2 * sum(any(need.rank is not None for need in seen.needs) for seen in asked) >= len(asked):
        return None
    corpus = view(project.stored, retrieved_ids(judged.responses)) if project.stored else None
    return naming_drift(tuple(judged.cases.values()), judged.responses, corpus)


def _ruler(project: Project, judged: Judged) -> tuple[RulerNote, ...]:
    other = other_revision(project, judged.plan, judged.responses, judged.observations)
    # Ids that another frozen revision explains need no rule that renames them.
    renamed = _named_otherwise(project, judged) if other is None else None
    found = (other, text_drift(judged.observations), renamed, declared_otherwise(judged.responses))
    notes = [note for note in found if note is not None]
    passages = [item for seen in judged.observations for item in seen.passages or ()]
    unknown = sum(1 for item in passages if item.known == "no")
    if unknown and other is None:
        notes.append(
            RulerNote(
                kind="unknown_ids",
                message=f"{unknown} of {len(passages)} retrieved ids are not in the frozen corpus",
                mend="freeze the corpus that the system has indexed: goldsmith freeze",
            )
        )
    gone = {need.passage: seen.case for seen in judged.observations for need in seen.needs if need.in_corpus == "no"}
    if gone:
        shown = ", ".join(sorted(gone)[:3])
        notes.append(
            RulerNote(
                kind="evidence_gone",
                message=f"{_plural(len(gone), 'passage')} of evidence not in the frozen corpus ({shown})",
                mend="no system can retrieve it: goldsmith check names the cases",
            )
        )
    changed = [name for name, case_id in judged.asked.items() if name not in judged.cases]
    if changed:
        notes.append(
            RulerNote(kind="cases_gone", message=f"{_plural(len(changed), 'case')} asked and no longer in the set")
        )
    return (*notes, *_changed(project, judged), *_unlisted(judged), *_missing_repeats(judged))


def _changed(project: Project, judged: Judged) -> Iterator[RulerNote]:
    """Say which answers were given to a case that said something else; no gate counts them."""
    changed = [name for name, case in judged.cases.items() if judged.asked[name] != project.once.digest(case)]
    if changed:
        yield RulerNote(
            kind="cases_changed",
            message=f"{_plural(len(changed), 'case')} changed since the system was asked ({_some(changed)})",
            mend="run the system again; until then these answers are held against another text",
        )


def _unlisted(judged: Judged) -> Iterator[RulerNote]:
    """Say which sources were used that a case neither allows nor denies; under closed lists they are leaks already."""
    leaked = {(seen.case, leak.document) for seen in judged.observations for leak in seen.leaks}
    used = {(seen.case, name): None for seen in judged.observations for name in seen.unlisted}
    found = [(case, name) for case, name in used if (case, name) not in leaked]
    if found:
        shown = ", ".join(f"{name} in {case}" for case, name in found[:3]) + (", …" if len(found) > 3 else "")
        yield RulerNote(
            kind="not_listed",
            message=f"{_plural(len(found), 'source')} used that the case does not list ({shown})",
            mend="allow or deny it in the case, or write access: closed in set.yaml",
        )


def _missing_repeats(judged: Judged) -> Iterator[RulerNote]:
    """Say over how many cases the figures rest on every repeat."""
    repeats, missing = judged.plan.repeats, _silent(judged)
    if repeats > 1 and missing:
        total = len(judged.plan.cases)
        yield RulerNote(
            kind="repeats",
            message=f"{total - len(missing)} of {_plural(total, 'case')} answered all {repeats} repeats; "
            f"not {_some(missing)}",
            mend="a figure of the other cases rests on fewer repeats",
        )


def _slices(project: Project, judged: Judged) -> tuple[SliceSummary, ...]:
    passes = {item.case: item for item in judged.passes}
    minima = {tuple(sorted(item.slice.items())): item.cases for item in project.golden.header.minima}
    rows: list[SliceSummary] = []
    for axis in SHOWN_AXES:
        members: dict[str, list[CasePass]] = {}
        for name, case in judged.cases.items():
            for word in words(case, axis):
                members.setdefault(word, []).append(passes[name])
        if len(members) < 2:
            continue
        rows += [_slice(axis, word, own, minima.get(((axis, word),), _THIN)) for word, own in sorted(members.items())]
    return tuple(rows)


def _slice(axis: str, word: str, members: Sequence[CasePass], least: int) -> SliceSummary:
    decided = [item for item in members if item.state != "undecided"]
    passed = sum(1 for item in decided if item.state == "passed")
    return SliceSummary(
        axis=axis,
        word=word,
        passed=passed,
        decided=len(decided),
        cases=len(members),
        interval=_interval(passed, len(decided)),
        below_minimum=len(decided) < least,
    )


def _interval(passed: int, decided: int) -> tuple[float, float] | None:
    found = wilson(passed, decided)
    return (found.low, found.high) if isinstance(found, Interval) else None


def _behaviours(judged: Judged) -> tuple[tuple[str, str, int], ...]:
    if judged.plan.retrieval_only:
        return ()
    counted = Counter(
        (
            seen.behaviour.expected,
            "no answer" if seen.failure else seen.behaviour.observed or "not recognised",
        )
        for seen in judged.observations
        if not seen.probe
    )
    return tuple((expected, observed, count) for (expected, observed), count in sorted(counted.items()))
