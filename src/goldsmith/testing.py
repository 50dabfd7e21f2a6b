"""Say whether a plug-in keeps what the ports ask of it: one function for each kind, for the tests of its author.

Each returns nothing, or raises AssertionError with a sentence that says what was expected.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, get_args, get_type_hints

from goldsmith.errors import InvalidFileError
from goldsmith.ondisk.golden import cases_of
from goldsmith.ondisk.plugged import read_plugged
from goldsmith.ports.format import FormatPlugin
from goldsmith.ports.matcher import Decided, MatcherPlugin, Sought
from goldsmith.ports.measure import Asked, MeasurePlugin
from goldsmith.ports.system import System
from goldsmith.records.case import Case
from goldsmith.records.measure import Scored
from goldsmith.records.response import CHANNELS, Channel, Failure, Reply, Response
from goldsmith.records.settings import RunSettings
from goldsmith.records.task import TaskKey
from goldsmith.runner.blocking import run_blocking
from goldsmith.runner.carrying import carry
from goldsmith.runner.planning import plan_tasks
from goldsmith.scoring.observe import observe
from goldsmith.scoring.plugged import decided, outcome_of
from goldsmith.workflows.plugin_faults import faults, kind_of

__all__ = ["asked", "check_format", "check_matcher", "check_measure", "check_system", "read_cases"]

_TEXTS = (
    "",
    "No.",
    "Within 30 days of purchase, with the receipt.",
    "В течение 30 дней.",
    "三十天内。",
    "\u0000 \n\t`#*|<>",
)
"""Answers that a measure or matcher will meet sooner or later."""
_FAILURES = frozenset(get_args(get_type_hints(Failure)["kind"]))
_PARTS: Mapping[str, Channel] = {
    "candidates": "candidates", "retrieved": "context", "citations": "citations", "events": "stream",
    "tool_calls": "tools", "trace": "trace", "cache": "cache", "answer": "answer",
}  # fmt: skip
"""The part of a reply that shows each channel."""
_SYSTEM = ("name", "revision", "shows", "fingerprints", "ask", "close")
_AT_ONCE = 8


def asked(answer: str | None = None, *, case: Case | None = None, reply: Reply | None = None) -> Asked:
    """Return what a measure is shown where a system answers `answer` to `case`, or gives the whole `reply`."""
    held = case or Case(id="case", question="When can a customer ask for a refund?")
    shown = reply or Reply(answer=answer)
    key = TaskKey(task=held.id, step=0, repeat=1)
    response = Response(key=key, case=held.id, case_digest="", outcome=shown)
    return Asked(case=held, reply=shown, observation=observe(held, response, None, "open"))


def check_measure(measure: MeasurePlugin, examples: Iterable[tuple[Asked, float]] = ()) -> None:
    """Check that `measure` gives every reply a usable outcome, the same one each time, and each example its value."""
    _assert_sound(measure, "measure")
    for given in (*map(asked, _TEXTS), asked(None)):
        first, second = outcome_of(measure, given), outcome_of(measure, given)
        failed = getattr(first, "reason", "") == "measure_failed"
        _require(not failed, f"{getattr(first, 'detail', '')}, for the answer {given.reply.answer!r}")
        _require(first == second, f"{measure.name} gives {first} and then {second} for the answer {given.answer!r}")
    for given, value in examples:
        found = outcome_of(measure, given)
        right = isinstance(found, Scored) and abs(found.value - value) <= 1e-9
        _require(right, f"{measure.name} gives {found} for the answer {given.answer!r}, where {value} was expected")


def check_matcher(
    matcher: MatcherPlugin,
    *,
    options: Mapping[str, Any],
    stated: Sequence[str],
    not_stated: Sequence[str],
    claim: str = "the claim",
    question: str = "the question",
) -> None:
    """Check that `matcher`, told `options`, finds the claim in each answer of `stated` and in none of `not_stated`."""
    _assert_sound(matcher, "matcher")

    def decide(answer: str) -> Decided:
        sought = Sought(claim=claim, answer=answer, question=question, options=options)
        return decided(matcher.name, {matcher.name: matcher}, sought)

    for answer in _TEXTS:
        if answer.strip():
            first, second = decide(answer), decide(answer)
            _require(
                not (first.state == "undecided" and first.instead.startswith(f"{matcher.name}: ")),
                f"{first.instead}, for the answer {answer!r}",
            )
            _require(first == second, f"{matcher.name} says {first} and then {second} of the answer {answer!r}")
    for answers, state in ((stated, "stated"), (not_stated, "not_stated")):
        for answer in answers:
            found = decide(answer)
            _require(
                found.state == state,
                f"{matcher.name} says {_said(found)} of the answer {answer!r}, where {state} was expected",
            )


def check_system(system: System, *, answered: Sequence[str], failing: Sequence[str] = ()) -> None:
    """Check that `system` answers each question, alone and among many, fails as the port says, and closes.

    `failing` are questions to which it cannot reply. It is asked in event loops that come and go, and closed at the
    end.
    """
    lacks = [
        part for part in ("name", "revision", "shows", "fingerprints", "ask", "close") if not hasattr(system, part)
    ]
    _require(not lacks, f"{type(system).__name__} is no system: it lacks {', '.join(lacks)}")
    _require(bool(system.name), "the name of a system is a text that is not empty")
    strange = sorted(set(system.shows) - set(CHANNELS))
    _require(not strange, f"shows holds {', '.join(strange)}, which is none of: {', '.join(CHANNELS)}")
    many = tuple(answered) * _AT_ONCE
    try:
        for question in answered:
            _assert_reply(system, question, _carried(system, (question,))[0])
        for question, outcome in zip(many, _carried(system, many), strict=True):
            _assert_reply(system, question, outcome)
        for question, outcome in zip(failing, _carried(system, failing), strict=True):
            failed = isinstance(outcome, Failure) and outcome.kind in _FAILURES
            _require(failed, f"a failure was expected for {question!r}, and {outcome!r} came")
    finally:
        run_blocking(system.close())


def read_cases(plugin: FormatPlugin, data: bytes, *, name: str = "example") -> tuple[Case, ...]:
    """Return the cases that `plugin` reads from `data`. Raises goldsmith.errors.InvalidFileError with every problem."""
    return cases_of(read_plugged(plugin, data, name=name))


def check_format(plugin: FormatPlugin, data: bytes, *, cases: Sequence[Case], name: str = "example") -> None:
    """Check that `plugin` reads `data` as `cases`, the same each time, and that other bytes do not stop it for good."""
    _assert_sound(plugin, "format")
    for _ in range(2):
        try:
            found = read_cases(plugin, data, name=name)
        except InvalidFileError as error:
            raise AssertionError(str(error)) from None
        _require(found == tuple(cases), f"{plugin.name} reads {found}, where {tuple(cases)} was expected")
    for bytes_ in (b"", b"\xff\xfe\x00", data[: len(data) // 2], data + data):
        try:
            read_cases(plugin, bytes_, name=name)
        except InvalidFileError:
            continue  # refusing is right


def _carried(system: System, questions: Sequence[str]) -> list[Reply | Failure]:
    tasks = plan_tasks(Case(id=f"case-{place}", question=question) for place, question in enumerate(questions))
    kept: list[Response] = []
    settings = RunSettings(concurrency=_AT_ONCE, attempts=1)
    run_blocking(carry(tasks, system, settings, done={}, keep=kept.extend))
    by_case = {response.case: response.outcome for response in kept}
    return [by_case[f"case-{place}"] for place in range(len(questions))]


def _assert_reply(system: System, question: str, outcome: Reply | Failure) -> None:
    why = f"{outcome.kind}: {outcome.message}" if isinstance(outcome, Failure) else ""
    _require(not why, f"{system.name} fails on {question!r}: {why}")
    hidden = [
        channel
        for part, channel in _PARTS.items()
        if getattr(outcome, part) is not None and channel not in system.shows
    ]
    _require(not hidden, f"the reply to {question!r} shows {', '.join(hidden)}, which `shows` does not name")


def _assert_sound(thing: object, kind: str) -> None:
    found = [f"{message}; {mend}" for message, mend in faults(thing)]
    _require(not found, "; ".join(found))
    _require(kind_of(thing) == kind, f"{type(thing).__name__} is a {kind_of(thing)}, where a {kind} was expected")


def _said(found: Decided) -> str:
    return f"{found.state} ({found.instead})" if found.instead else found.state


def _require(holds: bool, sentence: str) -> None:  # noqa: FBT001 - a condition has no better name
    if not holds:
        raise AssertionError(sentence)
