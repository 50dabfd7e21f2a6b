"""promptfoo's recorded results: what each provider answered, what was recorded as failed, and the scores it gave.

A check that failed is no failed call: only where promptfoo got no output is there no answer.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from goldsmith._base.canonical import text_sha256
from goldsmith.errors import InvalidFileError, Problem
from goldsmith.interchange.account import Account, is_nothing, numbered, passage_id
from goldsmith.interchange.contexts import number_in
from goldsmith.interchange.format import Format
from goldsmith.interchange.promptfoo import records_of
from goldsmith.interchange.promptfoo_files import FoundTest
from goldsmith.ports.foreign import ForeignSource, Part
from goldsmith.records.interchange import ForeignPassage, ForeignRecord, ForeignResponse, PublishedScore
from goldsmith.records.response import Failure, Reply, RetrievedItem, Usage

_FAILED_CALL = 2
"""Among the reasons of a failure: the call itself, not a check."""
_ANSWERS = ("answer", "output", "text", "content", "response")
_RETRIEVED = ("context", "contexts", "documents", "chunks", "retrieved", "retrieved_documents", "sources")
_TEXTS = ("text", "content", "contents", "page_content", "passage")
_IDS = ("id", "chunk_id", "doc_id", "document_id", "source")
_AS_RETRIEVED = "a list in place of an answer is taken as what was retrieved, best first"
_AS_JSON = "kept as the answer, as JSON text"
_IN_SAMPLE = "kept as the answer and what was retrieved"
_CHECK_FAILED = "what a check found wrong with the answer: its score is kept, its words are not"
_NO_REPLY = "kept as a recorded failure, its first line"
_LONGEST_MESSAGE = 500
_RUN = frozenset(
    {"id", "promptIdx", "promptId", "testIdx", "failureReason", "success", "score", "namedScores", "gradingResult",
     "prompt", "vars", "testCase", "metadata", "description"}
)  # fmt: skip


def _recognises(source: ForeignSource) -> bool:
    return any(_is_document(part) or _is_lines(part) for part in source.parts)


def _is_document(part: Part) -> bool:
    held = part.first
    if part.container not in ("json", "yaml") or part.is_list or not isinstance(held, Mapping):
        return False
    results = held.get("results")
    rows = results.get("results") if isinstance(results, Mapping) else None
    return isinstance(rows, list) and (not rows or _is_result(rows[0]))


def _is_lines(part: Part) -> bool:
    return part.container == "jsonl" and _is_result(part.first)


def _is_result(held: object) -> bool:
    return (
        isinstance(held, Mapping)
        and isinstance(held.get("vars"), Mapping)
        and {"provider", "prompt", "success"} <= set(held)
    )


def _read(source: ForeignSource) -> Iterator[ForeignRecord]:
    parts = [part for part in source.parts if _is_document(part) or _is_lines(part)]
    if not parts:
        problem = Problem(message="no results stand there: neither results.results nor one result a line")
        raise InvalidFileError(
            f"{source.name} cannot be read as results of promptfoo",
            problems=(problem,),
            next_step="write them with `promptfoo eval -o results.json`",
        )
    for part in parts:
        stem = source.name if len(parts) == 1 else part.name.rpartition("/")[2].partition(".")[0]
        run = _Run(stem=stem, options=source.options, prefix=f"{part.name} " if len(parts) > 1 else "")
        if _is_document(part):
            yield from run.document(part.first)
        else:
            for row in part.rows():
                yield run.result(row.place, row.value)


@dataclass(slots=True, kw_only=True)
class _Run:
    """What is known of one run while its results are read: ids by test, names of systems, repeats."""

    stem: str
    options: Mapping[str, str]
    prefix: str
    tests: dict[str, Mapping[str, Any]] = field(default_factory=dict)
    """By the variables, for results that do not carry their test."""
    ids: dict[str, str] = field(default_factory=dict)
    prompts: dict[str, str] = field(default_factory=dict)
    """The prompt with which each provider was met first."""
    repeats: dict[tuple[str, str], int] = field(default_factory=dict)

    def document(self, held: Mapping[str, Any]) -> Iterator[ForeignRecord]:
        results = held["results"]
        self.tests = {_key(test.get("vars")): test for test in _tests(held)}
        published = tuple(self._of_providers(results))
        account = Account(f"{self.prefix}results", {name: results.get(name) for name in ("stats", "table")})
        account.dropped("stats", "counts of the whole run: those of each provider are kept")
        account.dropped("table", "the results once more, as promptfoo lays them out")
        yield account.close(published=published)
        for place, one in enumerate(results["results"], start=1):
            yield self.result(f"result {place}", one)

    def _of_providers(self, results: Mapping[str, Any]) -> Iterator[PublishedScore]:
        head = _inner(_inner(results, "table"), "head")
        prompts = results.get("prompts") or head.get("prompts")
        for one in prompts if isinstance(prompts, list) else ():
            counts = _inner(one, "metrics")
            system = self.system(one.get("provider"), one.get("label"))
            passed, failed, errors = (
                number_in(counts.get(f"test{name}Count")) or 0 for name in ("Pass", "Fail", "Error")
            )
            if passed + failed + errors:
                yield PublishedScore(measure="pass_rate", value=passed / (passed + failed + errors), system=system)
            # A named score of the whole run is a sum; without its count no mean can be made of it.
            numbers = _inner(counts, "namedScoresCount")
            for name, value in _inner(counts, "namedScores").items():
                total, number = number_in(value), number_in(numbers.get(name))
                if total is not None and number:
                    yield PublishedScore(measure=str(name), value=total / number, system=system)

    def system(self, provider: object, prompt: object) -> str:
        """Return the name of who answered: the provider, and its prompt where it was met with another before."""
        named = provider if isinstance(provider, Mapping) else {"id": provider}
        name = str(named.get("label") or named.get("id") or "")
        label = str(prompt or "")
        return name if self.prompts.setdefault(name, label) == label else f"{name} {label}"

    def result(self, place: str, held: object) -> ForeignRecord:
        """Return the case of one result and what was answered."""
        record = f"{self.prefix}{place}"
        if not isinstance(held, Mapping) or not isinstance(held.get("vars"), Mapping):
            account = Account(record, {})
            account.say("dropped", "", "no result: it has no variables", held)
            return account.close()
        test, key = self._test(held)
        usual = self.ids.setdefault(key, numbered(self.stem, len(self.ids) + 1))
        read = next(records_of(FoundTest(record=record, value=test), usual, self.options))
        if read.case is None:
            return read
        account = Account(record, held, lines=list(read.lines))
        for name in _RUN:
            account.passed(name)
        label = _inner(held, "prompt").get("label")
        system = self.system(account.passed("provider"), label)
        repeat = self.repeats[read.case.id, system] = self.repeats.get((read.case.id, system), 0) + 1
        response = ForeignResponse(
            case=read.case.id, outcome=_outcome(account), repeat=repeat, system=system,
            latency_ms=number_in(account.kept("latencyMs")),
        )  # fmt: skip
        return account.close(
            case=read.case, responses=(response,), passages=(*read.passages, *_passages(response.outcome)),
            published=tuple(_published(held, read.case.id, system)),
        )  # fmt: skip

    def _test(self, held: Mapping[str, Any]) -> tuple[dict[str, Any], str]:
        """Return the test of a result with its own variables, and what tells it from other tests."""
        variables = held["vars"]
        carried = held.get("testCase")
        test = carried if isinstance(carried, Mapping) else self.tests.get(_key(variables), {})
        return {**test, "vars": variables}, _key([variables, test.get("description"), test.get("metadata")])


def _tests(held: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    body = _inner(_inner(held, "results"), "table").get("body")
    rows = [row.get("test") for row in body if isinstance(row, Mapping)] if isinstance(body, list) else []
    tests = _inner(held, "config").get("tests")
    for one in [*rows, *(tests if isinstance(tests, list) else ())]:
        if isinstance(one, Mapping):
            yield one


def _outcome(account: Account) -> Reply | Failure:
    error = account.look("error")
    reply = account.inner("response")
    output = reply.look("output")
    if is_nothing(output) or account.look("failureReason") == _FAILED_CALL:
        told = error or reply.look("error") or "no output was recorded, and no error"
        account.say("mapped", "error", _NO_REPLY)
        for name in reply.value:
            reply.passed(name)
        text = told if isinstance(told, str) else json.dumps(told, ensure_ascii=False)
        return Failure(kind="recorded_failure", message=text.strip().partition("\n")[0][:_LONGEST_MESSAGE])
    if not is_nothing(error):
        account.dropped("error", _CHECK_FAILED)
    found = _reply(reply, output)
    for name in ("raw", "cached", "isRefusal", "error", "prompt", "latencyMs"):
        reply.passed(name)
    return replace(found, usage=_usage(account, reply))


def _reply(account: Account, output: object) -> Reply:
    beside = _inner(account.value, "metadata")
    name = next((one for one in _RETRIEVED if not is_nothing(beside.get(one))), None)
    retrieved = _items(beside[name]) if name is not None else None
    if name is not None:
        account.inner("metadata").mapped(name, "kept as what was retrieved")
    if isinstance(output, str):
        account.kept("output")
        return Reply(answer=output, retrieved=retrieved)
    if isinstance(output, list) and all(isinstance(one, str | Mapping) for one in output):
        account.inferred("output", _AS_RETRIEVED)
        return Reply(retrieved=_items(output))
    if isinstance(output, Mapping):
        answer = next((output[one] for one in _ANSWERS if isinstance(output.get(one), str)), None)
        held = next((output[one] for one in _RETRIEVED if not is_nothing(output.get(one))), None)
        if answer is not None:
            account.mapped("output", _IN_SAMPLE)
            return Reply(answer=answer, retrieved=_items(held) if held is not None else retrieved)
    account.mapped("output", _AS_JSON)
    return Reply(answer=json.dumps(output, ensure_ascii=False), retrieved=retrieved)


def _items(held: object) -> tuple[RetrievedItem, ...]:
    """Return retrieved items of ids, of texts, or of objects with either: a text with blanks is no id."""
    found = []
    for one in held if isinstance(held, list) else [held]:
        if isinstance(one, Mapping):
            text = next((one[name] for name in _TEXTS if isinstance(one.get(name), str)), None)
            name = next((str(one[key]) for key in _IDS if not is_nothing(one.get(key))), "")
            found.append(RetrievedItem(id=name or (passage_id(text) if text else ""), text=text))
        elif isinstance(one, str):
            is_id = len(one.split()) == 1
            found.append(RetrievedItem(id=one if is_id else passage_id(one), text=None if is_id else one))
    return tuple(found)


def _passages(outcome: Reply | Failure) -> Iterator[ForeignPassage]:
    for item in outcome.retrieved or () if isinstance(outcome, Reply) else ():
        if item.text:
            yield ForeignPassage(id=item.id, text=item.text)


def _usage(account: Account, reply: Account) -> Usage:
    used = reply.passed("tokenUsage")
    tokens = used if isinstance(used, Mapping) else {}
    account.passed("tokenUsage")
    cost = number_in(account.kept("cost"))
    reply.passed("cost")
    prompt, completion = (number_in(tokens.get(name)) for name in ("prompt", "completion"))
    return Usage(
        input_tokens=int(prompt) if prompt else None,
        output_tokens=int(completion) if completion else None,
        cost_usd=cost or None,
    )


def _published(held: Mapping[str, Any], case: str, system: str) -> Iterator[PublishedScore]:
    scores: dict[str, float] = {}
    if isinstance(held.get("success"), bool):
        scores["pass"] = float(held["success"])
    if (score := number_in(held.get("score"))) is not None:
        scores["score"] = score
    for names in (_inner(held, "namedScores"), *_component_scores(_inner(held, "gradingResult"))):
        for name, value in names.items():
            if (score := number_in(value)) is not None:
                scores.setdefault(str(name), score)
    for name, value in scores.items():
        yield PublishedScore(measure=name, value=value, case=case, system=system)


def _component_scores(graded: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """Yield the named scores of each check; code of the user's own may spell the name in another way."""
    parts = graded.get("componentResults")
    for one in parts if isinstance(parts, list) else ():
        if isinstance(one, Mapping):
            yield _inner(one, "namedScores")
            yield _inner(one, "named_scores")
            yield from _component_scores(one)


def _inner(held: object, name: str) -> Mapping[str, Any]:
    found = held.get(name) if isinstance(held, Mapping) else None
    return found if isinstance(found, Mapping) else {}


def _key(held: object) -> str:
    """Return a digest of plain data: a file may hold more of them than fit into memory."""
    return text_sha256(json.dumps(held, sort_keys=True, ensure_ascii=False))


FORMAT = Format(
    name="promptfoo-results",
    title="promptfoo results",
    recognises=_recognises,
    read=_read,
    checked="a real file",
)
