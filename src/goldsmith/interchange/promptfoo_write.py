"""Golden sets as promptfoo runs them: a configuration that can be tried at once, and the tests in a file beside it.

The whole case travels in the metadata of its test, as JSON text. The checks are written anew from the case.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from goldsmith.interchange.contexts import MARKS, marks_of, shown_evidence
from goldsmith.interchange.embedded import KEY, embedded_text
from goldsmith.interchange.format import Outgoing, Written
from goldsmith.interchange.promptfoo_text import guarded
from goldsmith.interchange.yaml_text import yaml_text
from goldsmith.ports.foreign import WrittenFile
from goldsmith.records.case import Case, FormatRules
from goldsmith.records.claims import AnyOfMatch, Claim, PatternMatch, ProhibitedClaim, ValueMatch

BETWEEN = "\n\n"
"""Stands between the passages of one context, as promptfoo itself joins them."""
METADATA = ("behaviour", "job", "difficulty", "risk", "language")
"""What of a case stands in the metadata so that promptfoo can filter by it."""
_GRADED = 0.8
"""The least score of a check that a model grades; without it promptfoo would take 0, and every answer would pass."""
_TESTS = "tests.yaml"
_HANDED_OVER = {
    "clarify": "The answer asks the user what they mean instead of guessing.",
    "escalate": "The answer hands the user over to a person or an office.",
    "fail_safely": "The answer says that something went wrong and claims nothing else.",
}


def write(outgoing: Outgoing) -> Written:
    """Return the configuration and the tests; no list stands among the variables, because it would multiply a test."""
    config = {
        "description": outgoing.header.name,
        "prompts": ["{{query}}"],
        "providers": ["echo"],
        "tests": f"file://{_TESTS}",
    }
    tests = [_test(outgoing, case) for case in outgoing.cases]
    return Written(
        files=(
            WrittenFile(name="promptfooconfig.yaml", text=yaml_text(config)),
            WrittenFile(name=_TESTS, text=yaml_text(tests)),
        )
    )


def holds(case: Case) -> Case:
    """Return what comes back of a case: all of it."""
    return case


def _test(outgoing: Outgoing, case: Case) -> dict[str, Any]:
    passages = shown_evidence(outgoing, case)
    context = BETWEEN.join(text for _, text in passages if text is not None)
    variables: dict[str, Any] = {"query": guarded(case.question)}
    variables |= {"context": guarded(context)} if context else {}
    turns = [{"role": one.role, "content": one.content} for one in case.messages]
    variables |= {"history": {"messages": turns}} if turns else {}
    test: dict[str, Any] = {"description": case.id, "vars": variables}
    checks = assertions_of(case, context=bool(context))
    test |= {"assert": checks} if checks else {}
    return test | {"metadata": _metadata(case, marks_of(passages))}


def _metadata(case: Case, marks: list[list[str]]) -> dict[str, Any]:
    """Return what promptfoo can filter by, and the case itself.

    promptfoo fills in ``{{ env.NAME }}`` wherever it stands in a configuration, so no two braces may meet in the text.
    """
    metadata: dict[str, Any] = {"id": case.id}
    metadata |= {name: held for name in METADATA if (held := getattr(case, name)) is not None}
    metadata |= {"tags": list(case.tags)} if case.tags else {}
    metadata |= {MARKS: marks} if marks else {}
    return metadata | {KEY: embedded_text(case).replace("{{", "{\\u007b")}


def assertions_of(case: Case, *, context: bool) -> list[dict[str, Any]]:
    """Return the checks of a case in promptfoo's words. `context`: its passages stand among the variables."""
    return [_guarded(one) for one in _assertions(case, context=context)]


def _assertions(case: Case, *, context: bool) -> Iterator[dict[str, Any]]:
    if case.behaviour == "refuse":
        yield {"type": "is-refusal", "metric": "behaviour"}
    elif case.behaviour == "answer":
        yield {"type": "not-is-refusal", "metric": "behaviour"}
    elif case.behaviour in _HANDED_OVER:
        yield _graded(_HANDED_OVER[case.behaviour], "behaviour")
    yield from _answers(case)
    for claim in case.claims:
        yield _claim(claim)
    for asked in case.must_ask:
        yield _graded(f"The answer asks the user for: {asked}", "behaviour")
    for place in case.must_point_to:
        yield {"type": "icontains", "value": place, "metric": "behaviour"}
    if case.format is not None:
        yield from _form(case.format)
    if context and case.behaviour == "answer":
        yield {"type": "context-faithfulness", "threshold": _GRADED, "metric": "evidence"}


def _answers(case: Case) -> Iterator[dict[str, Any]]:
    """Yield one check, which any accepted answer satisfies."""
    checks = [{"type": "factuality", "value": one.answer, "metric": "answer"} for one in case.accept]
    if len(checks) == 1:
        yield checks[0] | {"threshold": _GRADED}
    elif checks:
        share = int(1000 / len(checks)) / 1000
        yield {"type": "assert-set", "threshold": share, "metric": "answer", "assert": checks}


def _claim(claim: Claim) -> dict[str, Any]:
    prohibited = isinstance(claim, ProhibitedClaim)
    denied = "not-" if prohibited else ""
    told: dict[str, Any] = {"metric": "prohibited claims" if prohibited else "claims"}
    told |= {"weight": 0} if not prohibited and not hasattr(claim, "required") else {}
    match claim.match:
        case ValueMatch(value=value):
            return {"type": f"{denied}icontains", "value": value, **told}
        case PatternMatch(pattern=pattern):
            return {"type": f"{denied}regex", "value": pattern, **told}
        case AnyOfMatch(any_of=values) if all(isinstance(one, str | ValueMatch) for one in values):
            words = [one.value if isinstance(one, ValueMatch) else str(one) for one in values]
            return {"type": f"{denied}icontains-any", "value": words, **told}
    says = "does not state" if prohibited else "states"
    return {"type": "llm-rubric", "value": f"The answer {says}: {claim.text}", "threshold": _GRADED, **told}


def _form(rules: FormatRules) -> Iterator[dict[str, Any]]:
    told = {"metric": "form"}
    if rules.json_schema is not None:
        yield {"type": "is-json", "value": rules.json_schema, **told}
    if rules.pattern is not None:
        yield {"type": "regex", "value": rules.pattern, **told}
    yield from ({"type": "not-icontains", "value": one, **told} for one in rules.forbidden)
    if rules.max_characters is not None:
        yield {"type": "javascript", "value": f"output.length <= {rules.max_characters}", **told}
    if rules.min_characters is not None:
        yield {"type": "javascript", "value": f"output.length >= {rules.min_characters}", **told}


def _graded(words: str, metric: str) -> dict[str, Any]:
    return {"type": "llm-rubric", "value": words, "threshold": _GRADED, "metric": metric}


def _guarded(assertion: Mapping[str, Any]) -> dict[str, Any]:
    """Return an assertion whose texts come out as they stand, for its values are templates too."""
    guarded_one = dict(assertion)
    held = assertion.get("value")
    if isinstance(held, str):
        guarded_one["value"] = guarded(held)
    elif isinstance(held, list):
        guarded_one["value"] = [guarded(one) for one in held]
    if "assert" in assertion:
        guarded_one["assert"] = [_guarded(one) for one in assertion["assert"]]
    return guarded_one
