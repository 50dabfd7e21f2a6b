"""Inspect: samples of its data sets, and the samples of an evaluation log with what a model answered. Read only."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from goldsmith.interchange.account import Account, numbered
from goldsmith.interchange.contexts import axes_in, left_tags, number_in, say_unstated, taken_texts, text_in, texts_in
from goldsmith.interchange.format import Format
from goldsmith.interchange.listed_cells import ONE_TEXT, listed
from goldsmith.interchange.named_inputs import Asked, asked_in_messages, words_of
from goldsmith.ports.foreign import ForeignSource, Part
from goldsmith.records.case import AcceptedAnswer, Case
from goldsmith.records.interchange import ForeignRecord, ForeignResponse, PublishedScore
from goldsmith.records.response import Failure, Reply, Usage

_LETTERS = {"C": 1.0, "P": 0.5, "I": 0.0, "N": 0.0}
"""Inspect's verdicts: correct, partly correct, incorrect, no answer."""
_IN_QUESTION = "the choices stand below the question, because a system has to see them"
_CHOSEN = "the letter of a choice is kept as the words of the choice"
_FIGURE = "a score of the source, kept to be compared"
_OF_THE_RUN = (
    "messages", "events", "events_data", "turn_count",
    "store", "attachments", "model_usage", "uuid", "limit", "sandbox", "files", "setup",
    "total_time", "working_time", "started_at", "completed_at", "error_retries", "invalidation", "role_usage",
)  # fmt: skip


def _recognises(source: ForeignSource) -> bool:
    return any(_is_set(part) or _is_log(part) for part in source.parts)


def _is_set(part: Part) -> bool:
    tables = part.container in ("jsonl", "csv", "parquet") or (part.container == "json" and part.is_list)
    return tables and part.has("input", "target")


def _is_log(part: Part) -> bool:
    first = part.first
    return (
        part.container == "json"
        and isinstance(first, Mapping)
        and {"eval", "samples"} <= set(first)
        and isinstance(first["samples"], list)
    )


def _read(source: ForeignSource) -> Iterator[ForeignRecord]:
    parts = [part for part in source.parts if _is_set(part) or _is_log(part)]
    place = 0
    for part in parts:
        prefix = f"{part.name} " if len(parts) > 1 else ""
        if _is_log(part):
            yield _whole(f"{prefix}log", part.first)
        for where, value, model in _samples(part):
            place += 1
            yield _record(f"{prefix}{where}", value, numbered(source.name, place), model)


def _whole(record: str, log: Mapping[str, Any]) -> ForeignRecord:
    """Return what a log says of all samples together."""
    account = Account(record, log)
    account.passed("samples")
    account.passed("eval")
    model = _model(log)
    results = account.inner("results")
    published = []
    held = results.mapped("scores", _FIGURE)
    for score in held if isinstance(held, list) else ():
        metrics = score.get("metrics") if isinstance(score, Mapping) else None
        for name, metric in metrics.items() if isinstance(metrics, Mapping) else ():
            value = number_in(metric.get("value")) if isinstance(metric, Mapping) else None
            if value is not None:
                published.append(PublishedScore(measure=f"{score.get('name')} {name}", value=value, system=model))
    return account.close(published=tuple(published))


def _model(log: Mapping[str, Any]) -> str:
    run = log["eval"]
    return str(run.get("model") or "") if isinstance(run, Mapping) else ""


def _samples(part: Part) -> Iterator[tuple[str, object, str]]:
    """Yield each sample with its place and the model that answered it; empty: nobody did."""
    if _is_set(part):
        yield from ((row.place, row.value, "") for row in part.rows())
        return
    model = _model(part.first)
    for number, value in enumerate(part.first["samples"], start=1):
        yield f"sample {number}", value, model


def _record(record: str, value: object, usual: str, model: str) -> ForeignRecord:
    account = Account(record, _decoded(value) if isinstance(value, Mapping) else {})
    held = account.look("input")
    asked = asked_in_messages(account, "input", held) if isinstance(held, list) else None
    if asked is None and not isinstance(held, list):
        asked = Asked(question=text_in(account, "input") or "")
    if asked is None or not asked.question:
        account.say("dropped", "", "no sample: it asks nothing", "" if isinstance(value, Mapping) else value)
        return account.close()
    name = text_in(account, "id") or usual
    choices = taken_texts(account, "choices", told=_IN_QUESTION)
    meta = account.inner("metadata")
    case = Case(
        id=name,
        question=_with_choices(asked.question, choices),
        messages=asked.messages,
        accept=tuple(AcceptedAnswer(answer=one) for one in _targets(account, choices)),
        **axes_in(meta),
        tags=left_tags(meta),
    )
    for one in _OF_THE_RUN:
        account.dropped(one, "of the run, not of the case")
    say_unstated(account, case)
    return account.close(
        case=case,
        responses=tuple(_responses(account, name, model)),
        published=tuple(_published(account, name, model)),
    )


def _with_choices(question: str, choices: tuple[str, ...]) -> str:
    lines = (f"{_letter(place)}) {one}" for place, one in enumerate(choices))
    return "\n".join((question, "", *lines)) if choices else question


def _targets(account: Account, choices: tuple[str, ...]) -> tuple[str, ...]:
    """Return the right answers: any one of several targets; of a choice its words."""
    held = account.look("target")
    number = isinstance(held, int | float) and not isinstance(held, bool)
    targets = (str(held),) if number else texts_in(account, "target", held)
    letters = {_letter(place): one for place, one in enumerate(choices)}
    if choices and targets and all(one.strip() in letters for one in targets):
        account.mapped("target", _CHOSEN)
        return tuple(dict.fromkeys(letters[one.strip()] for one in targets))
    if targets:
        account.kept("target")
    return tuple(dict.fromkeys(targets))


def _responses(account: Account, case: str, model: str) -> Iterator[ForeignResponse]:
    repeat = number_in(account.passed("epoch"))
    parts: dict[str, Any] = {"case": case, "repeat": int(repeat) if repeat else 1, "system": model}
    error = account.look("error")
    if error:
        account.mapped("error", "kept as a recorded failure")
        account.dropped("output", "of the run, not of the case")
        message = str(error.get("message") or error) if isinstance(error, Mapping) else str(error)
        yield ForeignResponse(outcome=Failure(kind="recorded_failure", message=message), **parts)
        return
    output = account.inner("output")
    answer = text_in(output, "completion")
    if answer is None:
        choices = output.look("choices")
        first = choices[0] if isinstance(choices, list) and choices and isinstance(choices[0], Mapping) else {}
        last = first.get("message")
        answer = words_of(last.get("content")) if isinstance(last, Mapping) else None
    usage = output.inner("usage")
    for one in ("choices", "model"):
        output.passed(one)
    if answer is not None:
        tokens = Usage(input_tokens=_count(usage, "input_tokens"), output_tokens=_count(usage, "output_tokens"))
        seconds = number_in(output.look("time"))
        output.mapped("time", "kept as the latency in milliseconds")
        latency = seconds * 1000 if seconds is not None else None
        yield ForeignResponse(outcome=Reply(answer=answer, usage=tokens), latency_ms=latency, **parts)


def _count(usage: Account, name: str) -> int | None:
    value = number_in(usage.kept(name))
    return int(value) if value is not None else None


def _published(account: Account, case: str, model: str) -> Iterator[PublishedScore]:
    scores = account.inner("scores")
    for name in scores.value:
        held = scores.look(name)
        said = held.get("value") if isinstance(held, Mapping) else held
        value = _LETTERS.get(said) if isinstance(said, str) else None
        value = float(said) if isinstance(said, bool) else number_in(said) if value is None else value
        if value is not None:
            scores.mapped(name, _FIGURE)
            yield PublishedScore(measure=str(name), value=value, case=case, system=model)


def _letter(place: int) -> str:
    return chr(ord("A") + place)


def _decoded(value: Mapping[str, Any]) -> dict[str, Any]:
    """Return a sample with its lists and objects as such, where a table holds them as text."""
    held = dict(value)
    for name in ("input", "choices", "target", "metadata"):
        cell = held.get(name)
        if isinstance(cell, str) and cell.lstrip()[:1] in ("{", "["):
            found, how = listed(cell)
            whole = isinstance(found, list | dict) and how != ONE_TEXT
            held[name] = found if whole and (name != "input" or _are_messages(found)) else cell
    return held


def _are_messages(held: Any) -> bool:
    return isinstance(held, list) and bool(held) and isinstance(held[0], Mapping) and "role" in held[0]


FORMAT = Format(
    name="inspect",
    title="Inspect",
    recognises=_recognises,
    read=_read,
    checked="its own writer",
)
