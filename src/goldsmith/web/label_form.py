"""The second half of a label as a form: what it offers, what was chosen, and what is missing."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from typing import Any, cast, get_args

from goldsmith.errors import GoldsmithError
from goldsmith.ports.pages import Call
from goldsmith.records.decision import Confirmations
from goldsmith.records.vocabulary import Behaviour
from goldsmith.records.workbench import AnswerWord, ClaimWord, Labelled
from goldsmith.review.blinding import Drafted
from goldsmith.review.labelling import WITHOUT_EVIDENCE, WORDS, LabelGiven
from goldsmith.web.marking import number_in
from goldsmith.web.visit import Visit

CONFIRMATIONS = ("question_plausible", "answer_within_source", "evidence_sufficient")
ANSWERS: tuple[str, ...] = (*get_args(AnswerWord), "")
"""The last one: it cannot be judged."""
CHOICES: Mapping[str, Any] = {
    "answers": ANSWERS,
    "confirmations": CONFIRMATIONS,
    "decisions": WORDS,
    "decision_keys": {
        "approved": "a", "rejected": "r", "ambiguous": "b", "outside_my_field": "o", "source_unreadable": "v",
    },
    "behaviour_keys": {"answer": "g", "clarify": "c", "refuse": "d", "escalate": "h", "fail_safely": "f"},
}  # fmt: skip
"""What every page with the form needs."""
_FIELDS = ("answer", "behaviour", "decision", "reason")


def chosen(call: Call) -> dict[str, str]:
    """Return what stands in the form, field by field, as the page can show it again."""
    names = [*_FIELDS, *(name for name in sorted(call.form) if name.startswith(("claim-", "confirm-")))]
    return {name: call.posted(name) for name in names if call.posted(name)}


def chosen_before(label: Labelled) -> dict[str, str]:
    """Return the fields that make `label`: to begin again where it was taken back."""
    fields = {"behaviour": label.behaviour, "decision": label.decision, "reason": label.reason}
    fields |= {f"claim-{word.claim}": "yes" if word.holds else "no" for word in label.claims}
    if label.confirmations is not None:
        fields |= {f"confirm-{name}": "1" for name, held in asdict(label.confirmations).items() if held}
    return {**fields, "answer": label.answer or ""}


def read_label(fields: Mapping[str, str], *, seconds: float | None = None) -> LabelGiven | None:
    """Return the label that the fields make; None: no decision was chosen."""
    decision = fields.get("decision", "")
    if decision not in WORDS:
        return None
    answer = fields.get("answer", "")
    behaviour = fields.get("behaviour", "")
    return LabelGiven(
        decision=decision,
        reason=fields.get("reason", ""),
        answer=cast("AnswerWord", answer) if answer in get_args(AnswerWord) else None,
        claims=tuple(sorted(_claims(fields), key=lambda word: word.claim)),
        behaviour=cast("Behaviour", behaviour) if behaviour in get_args(Behaviour) else "unstated",
        confirmations=Confirmations(
            question_plausible=bool(fields.get("confirm-question_plausible")),
            answer_within_source=bool(fields.get("confirm-answer_within_source")),
            evidence_sufficient=bool(fields.get("confirm-evidence_sufficient")),
        ),
        seconds=seconds,
    )


def missing(fields: Mapping[str, str], draft: Drafted, *, marked: bool) -> tuple[str, ...]:
    """Return keys of what is said where the fields make no whole label; none: they do."""
    label = read_label(fields)
    if label is None:
        return ("case.need_decision",)
    if label.decision != "approved":
        return () if label.reason.strip() else ("case.need_reason",)
    return tuple(_half_approved(label, draft, marked=marked))


def _half_approved(label: LabelGiven, draft: Drafted, *, marked: bool) -> Iterator[str]:
    if {word.claim for word in label.claims} != {claim.claim for claim in draft.claims}:
        yield "case.need_claims"
    if draft.answers and label.answer is None:
        yield "case.need_answer"
    if label.answer in {"says_more", "wrong"}:
        yield "case.need_reject"
    if label.behaviour == "unstated":
        yield "case.need_behaviour"
    if label.behaviour == "answer" and not marked:
        yield "case.need_marks"
    held = label.confirmations
    if held is None or not all(asdict(held).values()):
        yield "case.need_confirmations"


def seconds_of(call: Call) -> float | None:
    """Return the time that the page counted; None: it counted none."""
    try:
        found = float(call.posted("seconds"))
    except ValueError:
        return None
    return found if math.isfinite(found) and found > 0 else None


def held_to(visit: Visit, draft: Drafted) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return what the answer is held to besides its claims: the name of each thing, and its words."""
    form = asdict(draft.format) if draft.format is not None else {}
    found: tuple[tuple[str, tuple[str, ...]], ...] = (
        ("case.must_ask", draft.must_ask),
        ("case.must_point_to", draft.must_point_to),
        ("case.require", tuple(visit.say(f"case.require.{word}") for word in draft.require)),
        ("case.tone", (draft.tone,) if draft.tone else ()),
        ("case.format", tuple(f"{name}: {value}" for name, value in form.items() if value not in (None, ()))),
        ("case.state", tuple(f"{name}: {value}" for name, value in draft.expected_state)),
        (
            "case.tools_allowed",
            (visit.say("case.tools_none"),) if draft.allowed_tools == () else draft.allowed_tools or (),
        ),
        ("case.tools_forbidden", draft.forbidden_tools),
    )
    return tuple((visit.say(key), items) for key, items in found if items)


def checked_by(draft: Drafted) -> dict[int, str]:
    """Return what decides each claim, as far as it is no judge: its settings in plain words, by place of the claim."""
    found = {}
    for claim in draft.claims:
        if claim.matched_by != "judged":
            held = json.loads(claim.matched_by) if claim.matched_by[:1] == "{" else {"": claim.matched_by}
            found[claim.claim] = ", ".join(_told(name, value) for name, value in held.items())
    return found


def _told(name: str, value: object) -> str:
    """Return one setting of a claim in words: of a pattern only that it is one, whole numbers without a point."""
    if name == "pattern":
        return name
    shown = int(value) if isinstance(value, float) and value.is_integer() else value
    return f"{name}: {shown}".removeprefix(": ")


def told_error(error: GoldsmithError) -> tuple[str, ...]:
    """Return an error that the form could not foresee, as a person reads it."""
    return (error.message, *(str(problem) for problem in error.problems), error.next_step)


def cannot_judge(call: Call) -> LabelGiven | None:
    """Return the word of somebody who cannot judge a case at all; None: it is another word."""
    label = read_label(chosen(call), seconds=seconds_of(call))
    return label if label is not None and label.decision in WITHOUT_EVIDENCE else None


def _claims(fields: Mapping[str, str]) -> Iterator[ClaimWord]:
    for name, value in fields.items():
        place = number_in(name.removeprefix("claim-")) if name.startswith("claim-") else None
        if place is not None and value in {"yes", "no"}:
            yield ClaimWord(claim=place, holds=value == "yes")
