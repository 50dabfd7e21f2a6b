"""What the system did: as it declares, else as its words show."""

from __future__ import annotations

from typing import Literal

from goldsmith.records.case import Case
from goldsmith.records.observation import BehaviourSeen
from goldsmith.records.response import Reply
from goldsmith.records.vocabulary import Behaviour
from goldsmith.text.behaviour import OTHER_LANGUAGE, Recognised, recognise_behaviour


def expected_behaviour(case: Case) -> Behaviour:
    """Return what the case expects; evidence without a word about behaviour asks for an answer."""
    return "answer" if case.behaviour == "unstated" and case.evidence else case.behaviour


def see_behaviour(case: Case, reply: Reply, *, states_required: bool = False) -> BehaviourSeen:
    """Set expected against observed behaviour. An empty answer is no behaviour.

    In a language whose words we do not know, a reply that states a required claim of the case (`states_required`) is an
    answer.
    """
    expected = expected_behaviour(case)
    declared = reply.behaviour not in {None, "unstated"}
    asked = not declared or (case.refusal_reason is not None and not reply.refusal_reason)
    words = recognise_behaviour(reply.answer) if asked and reply.answer and reply.answer.strip() else None
    observed: Behaviour | None = None
    source: Literal["declared", "recognised", "none"] = "none"
    why = "there is neither a declaration nor an answer"
    if declared:
        observed, source, why = reply.behaviour, "declared", f"declared {reply.behaviour}"
    elif words is not None and words.rule != "empty":
        observed, source = words.behaviour, "none" if words.behaviour is None else "recognised"
        shown = " ".join(words.span.of(reply.answer or "").split())
        why = f"{words.rule}: {shown[:80]!r}"
        if observed is None and words.rule == OTHER_LANGUAGE and states_required:
            observed, source, why = "answer", "recognised", "it states a required claim"
    return BehaviourSeen(
        expected=expected,
        observed=observed,
        source=source,
        why=why,
        refusal_reason=_reason(case, reply, observed, words),
    )


def _reason(
    case: Case, reply: Reply, observed: Behaviour | None, words: Recognised | None
) -> Literal["right", "wrong", "unknown", "not_asked"]:
    if case.refusal_reason is None:
        return "not_asked"
    if observed not in {"refuse", "escalate", "fail_safely"}:
        return "unknown"
    given = reply.refusal_reason or (words.reason if words else None)
    if given is None:
        return "unknown"
    return "right" if given == case.refusal_reason else "wrong"
