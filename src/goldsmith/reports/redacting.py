"""A verdict for readers who may not see what was asked and answered: case ids, gates, figures, kinds of causes.

Two things keep texts out. What is known to hold them (questions, answers, evidence, identities, messages of a system)
is taken out or rebuilt from ids and kinds. Every sentence that is left is then held against all texts of the verdict,
and goes where it shares four words in a row with one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from goldsmith.records.comparison import Cause, Comparison
from goldsmith.records.gate import HARD_GATES, CasePass, GateFinding, GateResult
from goldsmith.records.observation import Leak
from goldsmith.records.response import Failure
from goldsmith.records.run import RulerNote
from goldsmith.records.verdict import CaseResult, SliceSummary, Verdict

WITHHELD = "withheld: its words stand in the full report"
ERASED = "erased"
"""Stands in a verdict where a case was erased."""
RUN = 4
"""Words in a row that give a text away."""

_CJK = "\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af"
_WORD = re.compile(rf"[{_CJK}]|[^\W{_CJK}]+")
_END = re.compile(r"[\"“„«「]|(?<!\w)['‘]| \(|: ")
_QUOTE = re.compile(r"[\"“„«「]|(?<!\w)['‘]")
_FAILURES = ("timeout", "system error", "bad reply", "not authorised", "not answered", "recorded failure")
_UNTOLD = ("mend the system: ", "settle what keeps ")


class _Texts:
    """Everything that must not be told, as runs of words."""

    def __init__(self, cases: Iterable[CaseResult]) -> None:
        self._runs = {run for item in cases for text in _texts_of(item) for run in _runs(text)}

    def safe(self, text: str) -> bool:
        return not any(run in self._runs for run in _runs(text))

    def kept(self, text: str) -> str:
        return text if self.safe(text) else WITHHELD


def _runs(text: str) -> Iterator[tuple[str, ...]]:
    found = _WORD.findall(text.casefold())
    for start in range(len(found) - RUN + 1):
        yield tuple(found[start : start + RUN])


def _texts_of(item: CaseResult) -> Iterator[str]:
    yield from (item.question, item.answer, item.expected, item.why_state)
    yield from (message.content for message in item.messages)
    if item.failure:
        yield item.failure.message
    if item.identity:
        yield " ".join((item.identity.user, item.identity.tenant or "", *item.identity.roles))
    for need in item.evidence:
        yield need.name
        for passage in need.passages:
            yield from (passage.before + passage.marked + passage.after, passage.supports)
    yield from (name for name, _ in item.ranks)
    yield from (passage.text for passage in item.retrieved or ())
    yield from (one.quote for one in item.cited or ())
    yield from (part.text for part in item.streamed)
    for claim in item.claims:
        yield from (claim.text, claim.found)
    yield from (check.detail for check in item.checks)
    yield from (leak.detail for leak in item.leaks if leak.basis == "text")


def redacted(verdict: Verdict) -> Verdict:
    """Return `verdict` for the audience ``ids``; a verdict that already is one is returned as it is.

    Waivers keep who gave them, why and until when: a waiver is printed in every report.
    """
    if verdict.audience == "ids":
        return verdict
    texts = _Texts(verdict.cases)
    waived = {(item.gate, item.case): f"waived by {item.who} until {item.until}" for item in verdict.waivers}
    return replace(
        verdict,
        audience="ids",
        headline=texts.kept(verdict.headline),
        plan=replace(verdict.plan, options={}, subset=verdict.plan.subset and texts.kept(verdict.plan.subset)),
        ruler=tuple(_note(note, texts) for note in verdict.ruler),
        gates=tuple(_gate(gate, texts, waived) for gate in verdict.gates),
        comparison=_comparison(verdict.comparison, texts) if verdict.comparison else None,
        slices=_slices(verdict.slices),
        cases=tuple(_case(item, texts) for item in verdict.cases),
        next_step=_next(verdict.next_step, texts),
        waivers=tuple(replace(item, why=texts.kept(item.why)) for item in verdict.waivers),
        probes=tuple(replace(item, leaks=item.leaks and _places(item.leaks, texts)) for item in verdict.probes),
    )


def _places(leaks: tuple[Leak, ...], texts: _Texts) -> tuple[Leak, ...]:
    """Return where which source showed, each once, without the words."""
    return tuple(dict.fromkeys(replace(leak, detail="", document=texts.kept(leak.document)) for leak in leaks))


def erased(verdict: Verdict, words: Mapping[str, str]) -> Verdict:
    """Return `verdict` without anything that was said in some cases: for each of them `words` says who erased it.

    Figures stay as they were given, and a note says so.
    """
    gone = [item for item in verdict.cases if item.result.case in words and not _is_erased(item)]
    if not gone:
        return verdict
    texts = _Texts(gone)
    names = {item.result.case for item in gone}
    comparison = verdict.comparison
    told = "; ".join(dict.fromkeys(words[item.result.case] for item in gone))
    noun = "1 case" if len(gone) == 1 else f"{len(gone)} cases"
    note = RulerNote(
        kind="erased",
        message=f"what was recorded of {noun} was {told}",
        mend="the figures are those of the verdict as it was given: goldsmith score RUN makes them without it",
    )
    return replace(
        verdict,
        headline=texts.kept(verdict.headline),
        next_step=texts.kept(verdict.next_step),
        ruler=(note, *(replace(item, message=texts.kept(item.message)) for item in verdict.ruler)),
        gates=tuple(_without(gate, names, texts) for gate in verdict.gates),
        comparison=_erased_in(comparison, names, texts) if comparison else None,
        cases=tuple(
            _stone(item, words[item.result.case]) if item.result.case in names else item for item in verdict.cases
        ),
        waivers=tuple(replace(item, why=texts.kept(item.why)) for item in verdict.waivers),
        probes=tuple(item for item in verdict.probes if not {item.permitted, item.denied} & names),
    )


def _is_erased(item: CaseResult) -> bool:
    return item.state == ERASED


def _stone(item: CaseResult, words: str) -> CaseResult:
    return CaseResult(
        result=replace(item.result, why=(words,)),
        question="",
        answer="",
        expected="",
        state=ERASED,
        ranks=(),
        scores=(),
        failure=Failure(kind="not_answered", message=words),
    )


def _without(gate: GateResult, names: set[str], texts: _Texts) -> GateResult:
    findings = tuple(
        replace(item, message=ERASED if item.case in names else texts.kept(item.message)) for item in gate.findings
    )
    return replace(gate, findings=findings)


def _erased_in(comparison: Comparison, names: set[str], texts: _Texts) -> Comparison:
    return replace(
        comparison,
        why_this_baseline=texts.kept(comparison.why_this_baseline),
        left_out=tuple(replace(item, why=texts.kept(item.why)) for item in comparison.left_out),
        changes=tuple(replace(item, message=texts.kept(item.message)) for item in comparison.changes),
        regressions=tuple(
            replace(item, causes=tuple(replace(cause, message=ERASED, passage="") for cause in item.causes))
            if item.case in names
            else item
            for item in comparison.regressions
        ),
    )


def _bare(message: str) -> str:
    """Return the beginning of a message: kinds, ids and ranks stand before the first quotation, bracket or colon."""
    for gate in HARD_GATES:
        if message.startswith(f"{gate}: "):
            return f"{gate}: {_bare(message.removeprefix(f'{gate}: '))}"
    if message.startswith("no answer: "):
        kind = message.removeprefix("no answer: ").partition(":")[0]
        return f"no answer: {kind}" if kind in _FAILURES else "no answer"
    found = _END.search(message)
    if found is None:
        return message
    return message[: found.start()].rstrip() + (" …" if _QUOTE.match(found[0]) else "")


def _told(message: str, texts: _Texts) -> str:
    return texts.kept(_bare(message))


def _next(step: str, texts: _Texts) -> str:
    return _told(step, texts) if step.startswith(_UNTOLD) else texts.kept(step)


def _note(note: RulerNote, texts: _Texts) -> RulerNote:
    message = note.message
    if note.kind == "no_answer":
        cases, _, why = message.partition(": ")
        kind = why.partition(":")[0]
        message = f"{cases}: {kind}" if kind in _FAILURES else cases
    else:
        found = _QUOTE.search(message)
        message = message[: found.start()].rstrip() + " …" if found else message
    kept = texts.kept(message)
    return replace(note, message=kept if kept != WITHHELD else f"{note.kind.replace('_', ' ')}: {WITHHELD}")


def _gate(gate: GateResult, texts: _Texts, waived: dict[tuple[str, str], str]) -> GateResult:
    def finding(item: GateFinding) -> GateFinding:
        message = _told(item.message, texts)
        by = waived.get((gate.gate, item.case))
        if item.kind in {"waived", "expired_waiver"} and by:
            message += f" ({by})"
        return replace(item, message=message)

    return replace(gate, findings=tuple(finding(item) for item in gate.findings))


def _comparison(comparison: Comparison, texts: _Texts) -> Comparison:
    return replace(
        comparison,
        why_this_baseline=texts.kept(comparison.why_this_baseline),
        left_out=tuple(replace(item, why=_told(item.why, texts)) for item in comparison.left_out),
        changes=tuple(replace(item, message=texts.kept(item.message)) for item in comparison.changes),
        regressions=tuple(
            replace(item, causes=tuple(_cause(cause, texts) for cause in item.causes))
            for item in comparison.regressions
        ),
    )


def _cause(cause: Cause, texts: _Texts) -> Cause:
    message = _FIXED.get(cause.kind) or _told(cause.message, texts)
    return replace(cause, message=message, passage=cause.passage if texts.safe(cause.passage) else "")


_FIXED = {
    "claim_missing": "a required claim is missing",
    "prohibited_claim": "a prohibited claim is stated",
    "run_failed": "no answer",
}


def _slices(slices: tuple[SliceSummary, ...]) -> tuple[SliceSummary, ...]:
    """Return the slices with the names of those who ask replaced by numbers."""
    names = sorted({item.word for item in slices if item.axis == "profile"} - {"anonymous"})
    numbers = {name: f"profile {place}" for place, name in enumerate(names, start=1)}
    return tuple(
        replace(item, word=numbers.get(item.word, item.word)) if item.axis == "profile" else item for item in slices
    )


def _case(item: CaseResult, texts: _Texts) -> CaseResult:
    return CaseResult(
        result=_passed(item.result, texts),
        question="",
        answer="",
        expected="",
        state=texts.kept(item.state),
        ranks=tuple((f"need {place}", rank) for place, (_, rank) in enumerate(item.ranks, start=1)),
        scores=item.scores,
        flags=tuple(map(texts.kept, item.flags)),
        failure=replace(item.failure, message="") if item.failure else None,
        labels=tuple((texts.kept(axis), texts.kept(word)) for axis, word in item.labels if axis != "profile"),
        checks=tuple(replace(check, detail="") for check in item.checks),
        behaviour=replace(item.behaviour, why="") if item.behaviour else None,
        leaks=_places(item.leaks, texts),
        not_observed=item.not_observed,
    )


def _passed(result: CasePass, texts: _Texts) -> CasePass:
    return replace(result, why=tuple(dict.fromkeys(_told(line, texts) for line in result.why)))
