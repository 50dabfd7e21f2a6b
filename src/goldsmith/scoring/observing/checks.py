"""The yes-or-no requirements of the contract, one check each. What the system does not show is not observed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Literal

from goldsmith._base.canonical import canonical_json
from goldsmith.records.case import Case
from goldsmith.records.observation import CheckSeen
from goldsmith.records.response import Reply
from goldsmith.scoring.matching import holds
from goldsmith.scoring.naming import same_id
from goldsmith.scoring.observing.claims import see_order
from goldsmith.scoring.observing.form import see_format
from goldsmith.scoring.plugged import NO_MATCHERS, Matchers
from goldsmith.text.normal import comparable, fold_text
from goldsmith.text.tokens import is_unspaced

Name = Literal["must_ask", "must_point_to", "uncertainty", "conflict"]

_UNCERTAIN = re.compile(
    r"(?<!\d )\bmay\b(?! \d)"
    r"|\b(?:might|possibly|perhaps|probably|likely|unclear|uncertain|not (?:entirely )?(?:sure|certain|clear)|"
    r"cannot (?:be sure|confirm|verify|guarantee)|can't (?:be sure|confirm|verify)|unsure|appears to|seems|"
    r"as far as i (?:know|can tell)|please (?:verify|confirm|check)|could not confirm)\b"
    r"|\b(?:возможно|вероятно|может быть|не уверен\w*|неясно|не ясно|по-видимому|похоже|не могу подтвердить|"
    r"предположительно|уточните)\b"
    r"|可能|也许|或许|大概|不确定|不清楚|无法确认|不能确认|似乎|请核实|请确认"
)
_CONFLICT = re.compile(
    r"\b(?:conflict\w*|contradict\w*|disagree\w*|inconsisten\w*|discrepan\w*|diverg\w*|do(?:es)? not agree|don't agree|"
    r"differ(?:s|ing)? (?:from|between|on|about|in)|(?:sources|documents|policies) differ|at odds|"
    r"different (?:figures|values|answers|numbers|periods|deadlines|limits|amounts))\b"
    r"|\b(?:противореч\w*|расход(?:ятся|ится)|не согласу\w*|разногласи\w*|расхожден\w*|не совпада\w*)\b"
    r"|冲突|矛盾|不一致|说法不同|有出入|相互抵触"
)


def see_checks(case: Case, reply: Reply, matchers: Matchers = NO_MATCHERS) -> tuple[CheckSeen, ...]:
    """Return the checks of the case, in a fixed order; those of a reply that shows nothing are all not observed."""
    return tuple(_all(case, reply, matchers))


def _all(case: Case, reply: Reply, matchers: Matchers) -> Iterator[CheckSeen]:
    for text in case.must_ask:
        yield _said("must_ask", text, reply.answer)
    for text in case.must_point_to:
        yield _said("must_point_to", text, reply.answer)
    if "citation" in case.require:
        yield _cited(reply)
    if "uncertainty" in case.require:
        yield _worded("uncertainty", _UNCERTAIN, reply.answer)
    if "conflict" in case.require:
        yield _worded("conflict", _CONFLICT, reply.answer)
    if case.format is not None:
        if reply.answer is None:
            yield CheckSeen(check="format", state="not_observed", detail="no answer is shown")
        else:
            yield from see_format(case.format, reply.answer)
    yield from _states(case, reply)
    if case.identity is not None:
        yield _identity(case.identity.user, reply.identity_echo)
    yield from _tools(case, reply)
    yield from see_order(case, reply.answer, matchers)


def _said(name: Name, text: str, answer: str | None) -> CheckSeen:
    if answer is None:
        return CheckSeen(check=name, state="not_observed", detail=f"{text!r}: no answer is shown")
    words = comparable(text)
    return CheckSeen(check=name, state="met" if words and _names(answer, words) else "not_met", detail=text)


def _names(answer: str, words: str) -> bool:
    """Say whether the words stand in the answer; the last one may go on, so that "receipt" is named by "receipts"."""
    if holds(answer, words):
        return True
    folded = fold_text(answer)
    at = folded.find(words)
    while at >= 0:
        before = folded[at - 1 : at]
        if not before.isalnum() or is_unspaced(before):
            return not words[-1].isdigit()
        at = folded.find(words, at + 1)
    return False


def _cited(reply: Reply) -> CheckSeen:
    if reply.citations is None:
        return CheckSeen(check="citation", state="not_observed", detail="citations are not shown")
    cited = len(reply.citations)
    return CheckSeen(check="citation", state="met" if cited else "not_met", detail=f"{cited} citations")


def _worded(name: Name, words: re.Pattern[str], answer: str | None) -> CheckSeen:
    if answer is None:
        return CheckSeen(check=name, state="not_observed", detail="no answer is shown")
    found = words.search(fold_text(answer))
    if found is None:
        return CheckSeen(check=name, state="not_met", detail=f"no words of {name} in English, Russian or Chinese")
    return CheckSeen(check=name, state="met", detail=found[0])


def _states(case: Case, reply: Reply) -> Iterator[CheckSeen]:
    for key in sorted(case.expected_state):
        if reply.state is None:
            yield CheckSeen(check="state", state="not_observed", detail=f"{key}: the state is not shown")
        elif key not in reply.state:
            yield CheckSeen(check="state", state="not_met", detail=f"{key} is not in the state")
        else:
            expected, found = case.expected_state[key], reply.state[key]
            state: Literal["met", "not_met"] = "met" if _same_value(expected, found) else "not_met"
            yield CheckSeen(check="state", state=state, detail=f"{key}: expected {expected!r}, found {found!r}")


def _same_value(expected: Any, found: Any) -> bool:
    if isinstance(expected, str) and isinstance(found, str):
        return comparable(expected) == comparable(found)
    try:
        return canonical_json(expected) == canonical_json(found)
    except (TypeError, ValueError):
        # What has no canonical form (NaN, a foreign object) equals nothing that a case can state.
        return False


def _identity(user: str, echo: str | None) -> CheckSeen:
    if echo is None:
        return CheckSeen(check="identity", state="not_observed", detail="the system does not say for whom it answered")
    state: Literal["met", "not_met"] = "met" if same_id(user, echo) else "not_met"
    return CheckSeen(
        check="identity", state=state, detail=f"asked as {user!r}, answered for {repr(echo) if echo else 'nobody'}"
    )


def _tools(case: Case, reply: Reply) -> Iterator[CheckSeen]:
    if case.allowed_tools is None and not case.forbidden_tools:
        return
    if reply.tool_calls is None:
        yield CheckSeen(check="tools", state="not_observed", detail="tool calls are not shown")
        return
    offences = 0
    for call in reply.tool_calls:
        outside = case.allowed_tools is not None and call.name not in case.allowed_tools
        if outside or call.name in case.forbidden_tools:
            offences += 1
            why = "is forbidden" if call.name in case.forbidden_tools else "is not among the allowed tools"
            yield CheckSeen(check="tools", state="not_met", detail=f"{call.name} {why}")
    if not offences:
        yield CheckSeen(check="tools", state="met", detail=f"{len(reply.tool_calls)} calls, all allowed")
