"""What assertions of promptfoo say of a right answer: accepted answers, claims, behaviour, and what only it can do."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from goldsmith.interchange.account import Account, is_nothing
from goldsmith.interchange.contexts import number_in
from goldsmith.interchange.promptfoo_text import is_loaded, rendered
from goldsmith.records.claims import (
    AnyOfMatch,
    Claim,
    Matcher,
    OptionalClaim,
    PatternMatch,
    ProhibitedClaim,
    RequiredClaim,
    ValueMatch,
)
from goldsmith.records.interchange import LossLine

_ANSWERS = frozenset(
    {"equals", "factuality", "model-graded-factuality", "similar", "levenshtein", "rouge-n", "bleu", "gleu", "meteor",
     "context-recall"}
)  # fmt: skip
_WORDS = frozenset(
    {"contains", "icontains", "contains-all", "icontains-all", "contains-any", "icontains-any", "regex", "starts-with"}
)
_RUBRICS = frozenset({"llm-rubric", "model-graded-closedqa", "g-eval", "conversation-relevance"})
_OTHERS = frozenset(
    {"answer-relevance", "classifier", "contains-html", "contains-json", "contains-sql", "contains-xml",
     "context-faithfulness", "context-relevance", "cost", "finish-reason", "guardrails", "human", "is-html", "is-json",
     "is-refusal", "is-sql", "is-valid-function-call", "is-valid-openai-function-call", "is-valid-openai-tools-call",
     "is-xml", "javascript", "latency", "max-score", "moderation", "perplexity", "perplexity-score", "pi", "python",
     "ruby", "select-best", "tool-call-f1", "word-count", "webhook", "search-rubric"}
)  # fmt: skip
_IN_TEXT = re.compile(
    rf"(not-)?({'|'.join(sorted(_ANSWERS | _WORDS | _RUBRICS | _OTHERS, key=len, reverse=True))})"
    r"(?:\((\d+(?:\.\d+)?)\))?(?::(.*))?",
    re.DOTALL,
)
_CODE = (("javascript:", "javascript"), ("fn:", "javascript"), ("eval:", "javascript"), ("python:", "python"))
_SCORED_FROM_0 = frozenset({"context-recall", "context-relevance", "context-faithfulness", "answer-relevance"})
_USUAL_THRESHOLD = 0.75
NO_THRESHOLD = "no threshold is set: promptfoo takes 0, so this check passes whatever the answer is"
KEPT_AS_METRIC = "kept among the measures that were asked for: only promptfoo can carry it out"
AS_NOTE = "kept as a note: a rubric in free words is a claim only if somebody writes it as one"
AS_ANSWER = "kept as an accepted answer"
AS_CLAIM = "kept as a claim with its matcher"
ONE_OF = "a set of checks of which some may fail: each accepted answer in it is accepted, its other checks are required"
REFUSAL = "a refusal is expected, and nothing says why: it is taken for a question that the corpus does not answer"


@dataclass(slots=True)
class Checks:
    """What assertions say together."""

    answers: list[str] = field(default_factory=list)
    claims: list[Claim] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    metrics: list[str] = field(default_factory=list)
    refusal: bool | None = None
    """True: a refusal is expected; False: none may come; None: nothing is said."""
    json_schema: dict[str, Any] | None = None


def checks_of(
    record: str, held: object, variables: Mapping[str, Any], lines: list[LossLine], *, path: str = "assert."
) -> Checks:
    """Return what a list of assertions says; every field of each of them gets its line among `lines`."""
    checks = Checks()
    _gather(checks, record, held, variables, lines, path)
    return checks


def spelled(assertion: Mapping[str, Any]) -> dict[str, Any]:
    """Return an assertion of a table, which is one text, as an object; any other as it is."""
    if "text" not in assertion or "type" in assertion:
        return dict(assertion)
    text = str(assertion["text"])
    rest = {name: held for name, held in assertion.items() if name not in ("text", "column")}
    code = next(((mark, kind) for mark, kind in _CODE if text.startswith(mark)), None)
    if code is not None:
        return {"type": code[1], "value": text.removeprefix(code[0]).strip(), **rest}
    if is_loaded(text):
        return {"type": "python" if ".py" in text else "javascript", "value": text, **rest}
    if text.startswith("grade:"):
        return {"type": "llm-rubric", "value": text.removeprefix("grade:"), **rest}
    read = _IN_TEXT.fullmatch(text)
    if read is None:
        return {"type": "equals", "value": text, **rest}
    kind, value = read[2], (read[4] or "").strip()
    found: dict[str, Any] = {"type": f"{read[1] or ''}{kind}"}
    if value:
        found["value"] = [one.strip() for one in value.split(",")] if kind.endswith(("-all", "-any")) else value
    if read[3] is not None or kind in _SCORED_FROM_0:
        found["threshold"] = float(read[3]) if read[3] is not None else _USUAL_THRESHOLD
    return {**found, **rest}


def _gather(
    checks: Checks, record: str, held: object, variables: Mapping[str, Any], lines: list[LossLine], path: str
) -> None:
    for one in held if isinstance(held, list) else [held]:
        if isinstance(one, Mapping):
            account = Account(record, spelled(one), path=path, lines=lines)
            _read(checks, account, variables, lines)
            account.close()
        elif not is_nothing(one):
            lines.append(
                LossLine(record=record, fate="wrong", field=path.rstrip("."), told="no check: left out", found=str(one))
            )


def _read(checks: Checks, account: Account, variables: Mapping[str, Any], lines: list[LossLine]) -> None:
    written = str(account.passed("type") or "")
    base, negated = written.removeprefix("not-"), written.startswith("not-")
    if base in _SCORED_FROM_0 and number_in(account.look("threshold")) is None:
        account.say("inferred", "threshold", NO_THRESHOLD)
    values = _values(account, variables)
    if base == "assert-set":
        account.inferred("threshold", ONE_OF)
        account.passed("assert")
        _gather(checks, account.record, account.look("assert"), variables, lines, "assert.assert.")
    elif base == "is-refusal":
        checks.refusal = not negated
        account.say("mapped", "type", "kept as the behaviour that is right")
    elif base in _WORDS or (base == "equals" and negated):
        _claims(checks, account, base, values, negated=negated)
    elif base in _ANSWERS and not negated and values and not is_loaded(values[0]):
        account.mapped("value", AS_ANSWER)
        checks.answers += values
        if base != "equals":
            _metric(checks, account, written)
    elif base in _RUBRICS and not negated and values:
        account.mapped("value", AS_NOTE)
        checks.notes += values
    elif base == "is-json" and isinstance(account.look("value"), Mapping) and not negated:
        checks.json_schema = dict(account.mapped("value", "kept as the schema of the answer"))
    else:
        _metric(checks, account, written or "a check without a type", *values)


def _values(account: Account, variables: Mapping[str, Any]) -> list[str]:
    held = account.look("value")
    if is_nothing(held):
        return []
    items = held if isinstance(held, list) else [held]
    return [rendered(one if isinstance(one, str) else json.dumps(one, ensure_ascii=False), variables) for one in items]


def _metric(checks: Checks, account: Account, written: str, *values: str) -> None:
    threshold = number_in(account.look("threshold"))
    name = written if threshold is None else f"{written}({threshold:g})"
    told = ",".join(values)
    checks.metrics.append(f"{name}: {told}" if told else name)
    account.say("mapped", "type", KEPT_AS_METRIC, name)
    account.passed("threshold")
    if told:
        account.passed("value")


def _claims(checks: Checks, account: Account, base: str, values: list[str], *, negated: bool) -> None:
    found = tuple(_matched(base, values))
    if not found or is_loaded(values[0]):
        _metric(checks, account, str(account.look("type")), *values)
        return
    account.mapped("value", AS_CLAIM)
    weight = number_in(account.mapped("weight", "kept as the weight of the claim"))
    for words, match in found:
        if negated:
            checks.claims.append(ProhibitedClaim(prohibited=words, match=match, weight=_positive(weight)))
        elif weight == 0:
            checks.claims.append(OptionalClaim(optional=words, match=match))
        else:
            checks.claims.append(RequiredClaim(required=words, match=match, weight=_positive(weight)))


def _positive(weight: float | None) -> float:
    return weight if weight is not None and weight > 0 else 1


def _matched(base: str, values: list[str]) -> Iterator[tuple[str, Matcher]]:
    """Yield the words of each claim and what decides it; nothing where the pattern is none."""
    if base == "regex":
        yield from ((f"matches {one}", PatternMatch(pattern=one)) for one in values if _is_pattern(one))
    elif base == "starts-with":
        yield from ((f"begins with {one}", PatternMatch(pattern=rf"\A{re.escape(one)}")) for one in values)
    elif base.endswith("-any"):
        if values:
            yield f"one of: {', '.join(values)}", AnyOfMatch(any_of=tuple(values))
    else:
        yield from ((one, ValueMatch(value=one)) for one in values)


def _is_pattern(text: str) -> bool:
    try:
        re.compile(text)
    except (re.error, OverflowError, RecursionError):
        return False
    return True
