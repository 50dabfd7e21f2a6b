"""Cases with identity, denied sources and hard gates, as YAML or JSON: a `case` with evidence, claims, gates each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import date
from typing import Any, cast

from goldsmith.interchange.account import Account, completed, is_nothing, numbered
from goldsmith.interchange.contexts import axes_in, say_unstated, tags_of, text_in, texts_in
from goldsmith.interchange.embedded import KEY, embedded
from goldsmith.interchange.format import Format, Outgoing, Written
from goldsmith.interchange.source_rows import not_a_record
from goldsmith.interchange.visible import by_kind, utc_time, with_changes
from goldsmith.interchange.yaml_text import yaml_text
from goldsmith.ports.foreign import ForeignSource, Part, WrittenFile
from goldsmith.records.case import AcceptedAnswer, Case, Identity, Message
from goldsmith.records.claims import Claim, OptionalClaim, ProhibitedClaim, RequiredClaim
from goldsmith.records.evidence import Alternative, Need
from goldsmith.records.interchange import ForeignDecision, ForeignRecord, LossLine
from goldsmith.records.vocabulary import AXES, Behaviour

_MARKS = (
    "hard_gates", "required_evidence", "denied_sources", "allowed_source_ids", "denied_source_ids", "user_profile",
)  # fmt: skip
_GATES: Mapping[str, str] = {
    "authorization": "authorization",
    "citation_support": "citations",
    "material_accuracy": "material_accuracy",
    "refusal": "refusal",
}
"""What they call a gate, and what it is called here."""
_BEHAVIOURS: Mapping[str, Behaviour] = {
    "answer_from_allowed_evidence": "answer",
    "ask_for_clarification": "clarify",
    "request_clarification": "clarify",
    "clarification": "clarify",
    "refusal": "refuse",
    "deny": "refuse",
    "escalation": "escalate",
    "safe_failure": "fail_safely",
    "fail_safe": "fail_safely",
}
_AXES = ("job", "answerability", "risk", "difficulty", "language", "source_format", "reasoning", "hallucination_risk")
_ALLOWED = ("allowed_source_ids", "allowed_sources")
_DENIED = ("denied_source_ids", "denied_sources")
_CLAIMS = ("required_claims", "optional_claims", "prohibited_claims")

NO_CASE = "no case: it asks nothing"
GATE_OFF = (
    "switched off there without who, why and until when: the gate stays on until somebody writes a waiver that says so"
)
NO_GATE = "no gate of this name"
NO_BEHAVIOUR = "no behaviour is called so"
NOT_PERMITTED = "refused where sources are denied: not_permitted is taken as the reason"
NOT_FOUND = "refused where nothing supports an answer: not_found is taken as the reason"
_NO_OBJECT = "an object was expected"
_NO_RESPONSES = "a case is a definition only: results are kept apart there"


def _recognises(source: ForeignSource) -> bool:
    return any(_holds_cases(part) for part in source.parts)


def _holds_cases(part: Part) -> bool:
    return part.container in ("yaml", "json", "jsonl") and any(_is_case(one) for one in _inside(part.first))


def _is_case(value: object) -> bool:
    return isinstance(value, Mapping) and "question" in value and any(mark in value for mark in _MARKS)


def _inside(value: object) -> Iterator[object]:
    """Yield the cases of one document or row: itself, what stands under `case`, the items under `cases`."""
    if isinstance(value, Mapping) and isinstance(value.get("cases"), list) and "question" not in value:
        for item in value["cases"]:
            yield from _inside(item)
    elif isinstance(value, Mapping) and isinstance(value.get("case"), Mapping):
        yield value["case"]
    else:
        yield value


def _read(source: ForeignSource) -> Iterator[ForeignRecord]:
    parts = [part for part in source.parts if _holds_cases(part)] or list(source.parts)
    place = 0
    for part in parts:
        prefix = f"{part.name} " if len(parts) > 1 else ""
        for row in part.rows():
            for number, value in enumerate(_inside(row.value), start=1):
                place += 1
                record = f"{prefix}{row.place or f'case {number}'}"
                yield _record(record, value, numbered(source.name, place))


def _record(record: str, value: object, usual: str) -> ForeignRecord:
    if not isinstance(value, Mapping):
        return not_a_record(record, NO_CASE, value)
    account = Account(record, _undated(value))
    decision = _decision(account)
    case = _ours(account, usual) or _case(account, usual)
    if case is None:
        account.say("dropped", "", NO_CASE)
        return account.close()
    say_unstated(account, case)
    return account.close(case=case, decision=decision)


def _undated(held: Any) -> Any:
    """Return plain data with the dates that YAML makes of texts as texts again."""
    if isinstance(held, Mapping):
        return {str(name): _undated(one) for name, one in held.items()}
    if isinstance(held, list):
        return [_undated(one) for one in held]
    return held.isoformat() if isinstance(held, date) else held


def _ours(account: Account, usual: str) -> Case | None:
    """Return the case that stands embedded there, with what was changed beside it; None: there is none."""
    pinned = account.look("corpus_revision")

    def shown(case: Case) -> dict[str, Any]:
        return _shown(case) | ({"corpus_revision": pinned} if case.corpus is None and pinned else {})

    case = with_changes(account, KEY, shown, lambda visible: _case(visible, usual))
    if case is None:
        return None
    account.passed("dataset_version")
    gates = account.look("hard_gates")
    on = {gate for gate, held in gates.items() if held is True} if isinstance(gates, Mapping) else set()
    off = {gate for gate, held in gates.items() if held is False} if isinstance(gates, Mapping) else set()
    waived = {waiver.gate for waiver in case.waivers}
    if any(_GATES.get(gate, gate) not in waived for gate in off):
        account.say("inferred", "hard_gates", GATE_OFF)
    left = tuple(waiver for waiver in case.waivers if waiver.gate not in {_GATES.get(gate) for gate in on})
    if left != case.waivers:
        account.say("mapped", "hard_gates", "switched on again: the waiver is gone")
    return replace(case, waivers=left)


def _decision(account: Account) -> ForeignDecision | None:
    reviewer, at = account.look("reviewer"), account.look("reviewed_at")
    told = "kept as a decision, which counts only where you say so"
    account.mapped("reviewer", told)
    account.mapped("reviewed_at", told)
    if not isinstance(reviewer, str) or not reviewer.strip():
        return None
    stamp = utc_time(at)
    if not stamp and not is_nothing(at):
        account.say("wrong", "reviewed_at", "no time: the decision has none", at)
    return ForeignDecision(decision="approved", reviewer=reviewer, at=stamp)


def _case(account: Account, usual: str) -> Case | None:
    """Return the case that the visible fields make; None: it asks nothing."""
    question = text_in(account, "question")
    if question is None or not question.strip():
        return None
    account.dropped("dataset_version", "the version is that of the set, not of a case")
    axes = axes_in(account)
    behaviour = _behaviour(account)
    identity = _identity(account)
    answerability = axes.get("answerability", "unstated")
    reason = _refusal_reason(account, behaviour, answerability, identity)
    _gates(account)
    answers = texts_in(account, "accepted_answers", account.kept("accepted_answers"))
    case: dict[str, Any] = axes | {
        "identity": identity,
        "messages": _messages(account),
        "behaviour": behaviour or axes.get("behaviour", "unstated"),
        "refusal_reason": reason,
        "evidence": _evidence(account),
        "claims": _claims(account),
        "accept": tuple(AcceptedAnswer(answer=one) for one in dict.fromkeys(answers)),
        "corpus": text_in(account, "corpus_revision"),
        "notes": text_in(account, "notes"),
        "tags": tags_of(account, [name for name in _AXES if name in account.left()]),
    }
    name = text_in(account, "id") or text_in(account, "case_id") or usual
    return completed(Case(id=name, question=question, **case))


def _refusal_reason(
    account: Account, behaviour: Behaviour | None, answerability: str, identity: Identity | None
) -> str | None:
    reason = text_in(account, "refusal_reason")
    if reason is not None or behaviour != "refuse":
        return reason
    if answerability == "unsupported":
        account.say("inferred", "expected_behavior", NOT_FOUND)
        return "not_found"
    if identity is not None and identity.denied:
        account.say("inferred", "expected_behavior", NOT_PERMITTED)
        return "not_permitted"
    return None


def _behaviour(account: Account) -> Behaviour | None:
    held = account.look("expected_behavior")
    if is_nothing(held):
        account.passed("expected_behavior")
        return None
    word = "_".join(str(held).lower().replace("-", " ").replace("_", " ").split())
    found = _BEHAVIOURS.get(word, cast("Behaviour", word) if word in AXES["behaviour"] else None)
    if found is None:
        account.say("wrong", "expected_behavior", NO_BEHAVIOUR, held)
        return None
    account.mapped("expected_behavior", "kept as the behaviour that is right")
    return found


def _identity(account: Account) -> Identity | None:
    user, tenant = text_in(account, "user_profile"), text_in(account, "tenant_id")
    lists = {
        name: texts_in(account, name, account.mapped(name, "kept with the identity"))
        for name in (*_ALLOWED, *_DENIED)
        if not is_nothing(account.look(name))
    }
    allowed = tuple(dict.fromkeys(one for name in _ALLOWED for one in lists.get(name, ())))
    denied = tuple(dict.fromkeys(one for name in _DENIED for one in lists.get(name, ())))
    if user is None and (tenant is not None or allowed or denied):
        account.say("inferred", "user_profile", "nobody is named: the one who asks is called unnamed")
    if user is None and tenant is None and not allowed and not denied:
        return None
    return Identity(user=user or "unnamed", tenant=tenant, allowed=allowed, denied=denied)


def _gates(account: Account) -> None:
    gates = account.inner("hard_gates")
    for name, held in gates.value.items():
        if name not in _GATES:
            gates.say("wrong", name, NO_GATE, held)
        elif held is False:
            gates.say("inferred", name, GATE_OFF)
        elif held is True:
            gates.mapped(name, "on, as every gate is here")
        else:
            gates.say("wrong", name, "yes or no was expected: the gate stays on", held)


def _messages(account: Account) -> tuple[Message, ...]:
    found = []
    for held in _objects(account, "prior_messages"):
        role, content = held.get("role"), held.get("content")
        if role in ("user", "assistant", "system", "tool") and isinstance(content, str):
            found.append(Message(role=role, content=content))
        else:
            account.say("wrong", "prior_messages", "a message has a role and a content", held)
    return tuple(found)


def _objects(account: Account, name: str) -> list[Mapping[str, Any]]:
    held = account.mapped(name, "kept under a name of ours")
    if is_nothing(held):
        return []
    items = held if isinstance(held, list) else [held]
    for item in items:
        if not isinstance(item, Mapping):
            account.say("wrong", name, _NO_OBJECT, item)
    return [item for item in items if isinstance(item, Mapping)]


def _evidence(account: Account) -> tuple[Need, ...]:
    lines: list[LossLine] = []
    needs = []
    for held in _objects(account, "required_evidence"):
        others = [one for one in held.get("alternatives") or () if isinstance(one, Mapping)]
        found = []
        for item in ({name: one for name, one in held.items() if name != "alternatives"}, *others):
            inner = Account(account.record, item, path="required_evidence.", lines=lines)
            alternative = _alternative(inner)
            if alternative is not None:
                found.append(alternative)
            inner.close()
        if found:
            needs.append(Need(any_of=tuple(found)))
    for line in lines:
        if line.fate != "kept":
            account.say(line.fate, line.field, line.told, line.found)
    return tuple(needs)


def _alternative(account: Account) -> Alternative | None:
    parts: dict[str, Any] = {
        ours: text_in(account, theirs)
        for theirs, ours in (
            ("source_id", "document"), ("passage_id", "chunk"), ("version", "version"),
            ("effective_date", "effective"), ("supports", "supports"), ("contribution", "contribution"),
        )
    }  # fmt: skip
    if parts["document"] is None and parts["chunk"] is None:
        if not all(is_nothing(one) for one in account.value.values()):
            account.say("wrong", "source_id", "evidence without a source and a passage: left out")
        return None
    return Alternative(**parts)


def _claims(account: Account) -> tuple[Claim, ...]:
    texts = {name: texts_in(account, name, account.kept(name)) for name in _CLAIMS}
    return (
        *(RequiredClaim(required=one) for one in texts["required_claims"]),
        *(OptionalClaim(optional=one) for one in texts["optional_claims"]),
        *(ProhibitedClaim(prohibited=one) for one in texts["prohibited_claims"]),
    )


def _shown(case: Case) -> dict[str, Any]:
    """Return the visible fields of a case."""
    who = case.identity
    claims = by_kind(case.claims)
    waived = {waiver.gate for waiver in case.waivers}
    held: dict[str, Any] = {
        "id": case.id,
        "corpus_revision": case.corpus or "",
        "user_profile": who.user if who else "",
        "tenant_id": (who.tenant or "") if who else "",
        "prior_messages": [{"role": one.role, "content": one.content} for one in case.messages],
        "question": case.question,
        **{name: getattr(case, name) or "" for name in _AXES},
        "expected_behavior": "" if case.behaviour == "unstated" else case.behaviour,
        "refusal_reason": case.refusal_reason or "",
        "required_evidence": [_shown_need(need) for need in case.evidence],
        "allowed_sources": list(who.allowed) if who else [],
        "denied_sources": list(who.denied) if who else [],
        "accepted_answers": [one.answer for one in case.accept],
        "required_claims": [one.text for one in claims if isinstance(one, RequiredClaim)],
        "optional_claims": [one.text for one in claims if isinstance(one, OptionalClaim)],
        "prohibited_claims": [one.text for one in claims if isinstance(one, ProhibitedClaim)],
        "hard_gates": {theirs: ours not in waived for theirs, ours in _GATES.items()},
        "notes": case.notes or "",
    }
    held["answerability"] = "" if case.answerability == "unstated" else case.answerability
    return held


def _shown_need(need: Need) -> dict[str, Any]:
    first, *others = (_shown_alternative(item) for item in need.any_of)
    return first | ({"alternatives": others} if others else {})


def _shown_alternative(item: Alternative) -> dict[str, str]:
    return {
        "source_id": item.document or "",
        "passage_id": item.chunk or "",
        "version": item.version or "",
        "effective_date": item.effective or "",
        "supports": item.supports or "",
        "contribution": item.contribution or "",
    }


def _write(outgoing: Outgoing) -> Written:
    revision = outgoing.header.corpus.label if outgoing.header.corpus else ""
    shown = []
    for case in outgoing.cases:
        held = {name: one for name, one in _shown(case).items() if not is_nothing(one) or name in _ALWAYS}
        held["dataset_version"] = outgoing.header.version or ""
        held["corpus_revision"] = held["corpus_revision"] or revision
        shown.append({"case": {**held, KEY: embedded(case)}})
    lines = [LossLine(record="", fate="dropped", field="response", told=_NO_RESPONSES)] if outgoing.responses else []
    return Written(files=(WrittenFile(name="evaluation-cases.yaml", text=yaml_text(shown)),), lines=tuple(lines))


_ALWAYS = ("id", "corpus_revision", "user_profile", "tenant_id", "question", "denied_sources", "required_evidence")

FORMAT = Format(
    name="permission-cases",
    title="Case schema with identity and hard gates",
    recognises=_recognises,
    read=_read,
    write=_write,
    holds=completed,
    checked="its own documentation",
)
