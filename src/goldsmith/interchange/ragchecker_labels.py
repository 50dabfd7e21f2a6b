"""The claims and labels of RAGChecker: as records of ours, as judgements, and out of the judgements again."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from goldsmith.interchange.account import Account, is_nothing
from goldsmith.records.claim_labels import ByPassage, ClaimLabel, ClaimLabels
from goldsmith.records.judgment import ClaimJudgment, JudgeIdentity, Judgment
from goldsmith.records.task import TaskKey

JUDGE = JudgeIdentity(kind="model", name="RAGChecker", version="not stated")
LABELS: Mapping[str, ClaimLabel] = MappingProxyType(
    {"Entailment": "supported", "Contradiction": "contradicted", "Neutral": "not_addressed"}
)
TABLES = ("retrieved2response", "retrieved2answer")
_AS_JUDGMENT = "a part of what the judge said of the response"
_WHO = "RAGChecker's extractor and checker; which models they were is not said"
_NO_CLAIM = "no claim in words: left out, and with it every label"
_NO_LABEL = "neither Entailment nor Contradiction nor Neutral: these labels are left out"
_MISFIT = "labels and claims differ in number: these labels are left out"


def claims_in(account: Account, name: str) -> tuple[str, ...] | None:
    """Return claims as texts, the parts of a triple put together; None: the field holds none."""
    held = account.look(name)
    if not isinstance(held, list):
        account.passed(name)
        if not is_nothing(held):
            account.say("wrong", name, "a list of claims was expected", held)
        return None
    claims = [_text(one) for one in held]
    if "" in claims:
        account.say("wrong", name, _NO_CLAIM, held[claims.index("")])
        return None
    account.passed(name)
    return tuple(claims)


def labels_of(account: Account, ids: Sequence[str] | None) -> ClaimLabels | None:
    """Return the labels of a result, `ids` being those of what was retrieved; None: nothing was labelled.

    Labels that are unknown, or that do not fit the claims in number, are told and left out.
    """
    response, answer = claims_in(account, "response_claims"), claims_in(account, "gt_answer_claims")
    sizes = {"answer2response": response, "response2answer": answer}
    sizes |= {"retrieved2response": response, "retrieved2answer": answer}
    found: dict[str, Any] = {}
    for name, claims in sizes.items():
        held = account.look(name)
        account.passed(name)
        if held is None:
            continue
        labels = _table(held) if name in TABLES else _row(held)
        wide = name not in TABLES or labels is None or all(len(row) == len(ids or ()) for row in labels)
        if labels is None:
            account.say("wrong", name, _NO_LABEL, held)
        elif claims is None or len(labels) != len(claims) or not wide:
            account.say("wrong", name, _MISFIT, f"{len(labels)} and {len(claims or ())}")
        else:
            account.mapped(name, _AS_JUDGMENT)
            found[name] = labels
    if not found and response is None:
        return None
    if response:
        account.mapped("response_claims", _AS_JUDGMENT)
    return ClaimLabels(
        response_claims=response or (),
        answer_claims=answer or (),
        passages=None if ids is None else tuple(ids),
        response_by_answer=found.get("answer2response"),
        answer_by_response=found.get("response2answer"),
        response_by_passages=found.get("retrieved2response"),
        answer_by_passages=found.get("retrieved2answer"),
    )


def judgment_of(account: Account, case: str, repeat: int, labels: ClaimLabels) -> Judgment:
    """Return the judgement: the state of each claim of the right answer in the response, with the passages that say it.

    The raw reply holds every label, for `labels_from`.
    """
    account.say("inferred", "", _WHO)
    by_passages = labels.answer_by_passages or ()
    states = [
        ClaimJudgment(
            claim=claim,
            state=state,
            passages=tuple(
                name
                for name, label in zip(labels.passages or (), by_passages[place] if by_passages else (), strict=False)
                if label == "supported"
            ),
        )
        for place, (claim, state) in enumerate(zip(labels.answer_claims, labels.answer_by_response or (), strict=False))
    ]
    raw = {
        "response_claims": labels.response_claims,
        "gt_answer_claims": labels.answer_claims,
        "passages": labels.passages,
        "answer2response": labels.response_by_answer,
        "response2answer": labels.answer_by_response,
        "retrieved2response": labels.response_by_passages,
        "retrieved2answer": labels.answer_by_passages,
    }
    return Judgment(
        key=TaskKey(task=case, step=0, repeat=repeat),
        judge=JUDGE,
        claims=tuple(states),
        raw_reply=json.dumps(raw, ensure_ascii=False, sort_keys=True),
    )


def labels_from(judgment: Judgment) -> ClaimLabels:
    """Return the labels that a judgement of `judgment_of` was made of."""
    raw = json.loads(judgment.raw_reply)

    def rows(name: str) -> Any:
        held = raw[name]
        if held is None:
            return None
        return tuple(tuple(one) if isinstance(one, list) else one for one in held)

    return ClaimLabels(
        response_claims=rows("response_claims"),
        answer_claims=rows("gt_answer_claims"),
        passages=rows("passages"),
        response_by_answer=rows("answer2response"),
        answer_by_response=rows("response2answer"),
        response_by_passages=rows("retrieved2response"),
        answer_by_passages=rows("retrieved2answer"),
    )


def _text(claim: object) -> str:
    if isinstance(claim, str):
        return claim.strip()
    if isinstance(claim, list) and claim and all(isinstance(one, str) for one in claim):
        return " ".join(one.strip() for one in claim if one.strip())
    return ""


def _row(held: object) -> tuple[ClaimLabel, ...] | None:
    if not isinstance(held, list) or not all(isinstance(one, str) and one in LABELS for one in held):
        return None
    return tuple(LABELS[one] for one in held)


def _table(held: object) -> ByPassage | None:
    rows = [_row(one) for one in held] if isinstance(held, list) else [None]
    known = tuple(row for row in rows if row is not None)
    return known if len(known) == len(rows) else None
