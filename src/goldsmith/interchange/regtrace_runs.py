"""Run records of Regtrace: what was answered and how it was scored."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from collections.abc import Set as AbstractSet
from typing import Any

from goldsmith.interchange.account import Account
from goldsmith.interchange.contexts import number_in, say_unstated, text_in
from goldsmith.ports.foreign import Part
from goldsmith.records.case import Case
from goldsmith.records.interchange import ForeignRecord, ForeignResponse, LossLine, PublishedScore
from goldsmith.records.response import Reply

_FIGURE = "a figure of the source, kept to be compared"
_NAMES = "names the run"
_NULL = "an empty output: Regtrace writes one where there was none, so it is taken as no answer"
_NOTHING_EXPECTED = "a run record does not say what is expected: read the golden set with it"
_ABOUT = ("timestamp", "status", "trigger", "duration_ms", "branch")


def is_run_record(part: Part) -> bool:
    """Say whether a part is the record of one run."""
    return part.container == "json" and not part.is_list and part.has("run_id", "golden_set_name", "test_case_results")


def read_run(part: Part, names: Mapping[tuple[str, str], str], sets: AbstractSet[str]) -> Iterator[ForeignRecord]:
    """Yield what a run record holds.

    `names` gives the id of each case read from a golden set of the same source, by name of the set and its id there;
    `sets` are those names of sets. Where the set of the run is not among them, its cases are made of what was asked.
    """
    lines: list[LossLine] = []
    run = Account(part.name, part.first, lines=lines)
    system = text_in(run, "run_id", told=_NAMES) or part.name
    for name in _ABOUT:
        run.dropped(name, "what is said of a run: ours have a plan of their own")
    for name in ("judge_provider", "judge_model", "config_hash", "golden_set_file_hash", "regtrace_version"):
        run.dropped(name, "what measured: kept figures are compared, never mixed with ours")
    run.dropped("regression", "a comparison is made from answers: save this run as a baseline")
    golden = text_in(run, "golden_set_name") or ""
    text_in(run, "golden_set_version")
    published = list(_summary(run, system))
    results = run.passed("test_case_results")
    records = list(_results(part, results, (golden, system), names, known=golden in sets))
    yield run.close(published=tuple(published))
    yield from records


def _summary(run: Account, system: str) -> Iterator[PublishedScore]:
    score = number_in(run.mapped("suite_score", _FIGURE))
    if score is not None:
        yield PublishedScore(measure="suite_score", value=score, system=system)
    summary = run.inner("metric_summary")
    for name in summary.value:
        figures = summary.inner(str(name))
        for figure in ("score", "pass_rate"):
            value = number_in(figures.mapped(figure, _FIGURE))
            if value is not None:
                measure = str(name) if figure == "score" else f"{name} pass_rate"
                yield PublishedScore(measure=measure, value=value, system=system)


def _results(
    part: Part, results: object, run: tuple[str, str], names: Mapping[tuple[str, str], str], *, known: bool
) -> Iterator[ForeignRecord]:
    golden, system = run
    for place, item in enumerate(results if isinstance(results, list) else (), start=1):
        record = f"{part.name} result {place}"
        if not isinstance(item, Mapping):
            lines = (LossLine(record=record, fate="dropped", field="", told="no result: an object was expected"),)
            yield ForeignRecord(record=record, lines=lines)
            continue
        account = Account(record, item)
        own = text_in(account, "test_case_id") or str(place)
        name = names.get((golden, own), own)
        question = text_in(account, "input")
        case = None if known or question is None else Case(id=name, question=question)
        if case is not None:
            account.say("inferred", "", _NOTHING_EXPECTED)
            say_unstated(account, case)
        yield account.close(
            case=case, responses=_responses(account, name, system), published=tuple(_scores(account, name, system))
        )


def _responses(account: Account, name: str, system: str) -> tuple[ForeignResponse, ...]:
    if account.look("actual_output") == "":
        account.say("inferred", "actual_output", _NULL)
        return ()
    answer = text_in(account, "actual_output")
    return () if answer is None else (ForeignResponse(case=name, system=system, outcome=Reply(answer=answer)),)


def _scores(account: Account, name: str, system: str) -> Iterator[PublishedScore]:
    passed: Any = account.look("overall_passed")
    if isinstance(passed, bool):
        account.mapped("overall_passed", _FIGURE)
        yield PublishedScore(measure="overall_passed", value=float(passed), case=name, system=system)
    account.dropped("severity", "a case passes or fails")
    account.dropped("regression_delta", "a comparison is made from answers")
    results = account.inner("metric_results")
    for metric in results.value:
        result = results.inner(str(metric))
        result.passed("metric_name")
        value = number_in(result.mapped("score", _FIGURE))
        if value is not None:
            yield PublishedScore(measure=str(metric), value=value, case=name, system=system)
        for field in ("confidence", "passed", "threshold", "evaluation_type", "token_cost", "details"):
            result.dropped(field, "how its score came about")
        result.dropped("explanation", "words of its judge")
