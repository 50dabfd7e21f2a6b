"""Each field of a case belongs to one digest: what is judged, where evidence stands, or what is said of the case."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, replace
from typing import Any

import pytest

from goldsmith.records.case import (
    AcceptedAnswer,
    Case,
    FormatRules,
    Identity,
    Message,
    Origin,
    VariantOf,
    Waiver,
)
from goldsmith.records.claims import (
    AnyOfMatch,
    DateMatch,
    NumberMatch,
    OptionalClaim,
    PatternMatch,
    ProhibitedClaim,
    RequiredClaim,
    ValueMatch,
)
from goldsmith.records.digests import anchor_digest, case_digest, metadata_digest
from goldsmith.records.evidence import Alternative, Need

REQUIRED = RequiredClaim(required="ten days")
OPTIONAL = OptionalClaim(optional="paid back")
PROHIBITED = ProhibitedClaim(prohibited="a voucher")
PINNED = Alternative(document="d", quote="ten days", chunk="d#1", sha256="aa", span=(3, 11))
PLAIN = Case(
    id="a",
    question="Q?",
    identity=Identity(user="ann"),
    messages=(Message(role="user", content="Hi."),),
    accept=(AcceptedAnswer(answer="Ten days."),),
    claims=(REQUIRED, OPTIONAL, PROHIBITED),
    evidence=(Need(need="window", any_of=(PINNED,)),),
    format=FormatRules(),
    origin=Origin(kind="log"),
    variant_of=VariantOf(case="b", how="typo"),
    waivers=(Waiver(gate="citations", who="bo", why="w", until="2026-01-01"),),
)


def inner(field: str, number: int = 0) -> Callable[[str, object], Case]:
    """Return how to change one field of the record, or of one record of the tuple, in a field of the case."""

    def changed(name: str, value: object) -> Case:
        held = getattr(PLAIN, field)
        if not isinstance(held, tuple):
            return direct(field, replace(held, **{name: value}))
        items = list(held)
        items[number] = replace(items[number], **{name: value})
        return direct(field, tuple(items))

    return changed


def alternative(name: str, value: object) -> Case:
    changed: dict[str, Any] = {name: value}
    return replace(PLAIN, evidence=(Need(need="window", any_of=(replace(PINNED, **changed),)),))


def direct(name: str, value: object) -> Case:
    changed: dict[str, Any] = {name: value}
    return replace(PLAIN, **changed)


def matched(value: object) -> Case:
    return inner("claims")("match", value)


JUDGED: dict[str, Case] = {
    "question": direct("question", "R?"),
    "messages": direct("messages", ()),
    "messages.role": inner("messages")("role", "assistant"),
    "messages.content": inner("messages")("content", "Ho."),
    "expected_state": direct("expected_state", {"a": 1}),
    "identity": direct("identity", None),
    "identity.user": inner("identity")("user", "bo"),
    "identity.tenant": inner("identity")("tenant", "eu"),
    "identity.roles": inner("identity")("roles", ("agent",)),
    "identity.allowed": inner("identity")("allowed", ("d",)),
    "identity.denied": inner("identity")("denied", ("e",)),
    "allowed_tools": direct("allowed_tools", ("search",)),
    "forbidden_tools": direct("forbidden_tools", ("pay",)),
    "answerability": direct("answerability", "ambiguous"),
    "behaviour": direct("behaviour", "clarify"),
    "accept": direct("accept", ()),
    "accept.answer": inner("accept")("answer", "Nine days."),
    "accept.needs": inner("accept")("needs", ("window",)),
    "evidence": direct("evidence", ()),
    "evidence.need": direct("evidence", (Need(need="other", any_of=(PINNED,)),)),
    "evidence.any_of": direct("evidence", (Need(need="window", any_of=(PINNED, Alternative(quote="two"))),)),
    "alternative.document": alternative("document", "e"),
    "alternative.quote": alternative("quote", "nine days"),
    "alternative.supports": alternative("supports", "the window"),
    "alternative.grade": alternative("grade", 2),
    "claims": direct("claims", (REQUIRED,)),
    "required.required": inner("claims")("required", "nine days"),
    "required.kind": inner("claims")("kind", "action"),
    "required.order": inner("claims")("order", 1),
    "required.weight": inner("claims")("weight", 2),
    "required.needs": inner("claims")("needs", ("window",)),
    "required.match": matched(ValueMatch(value="ten")),
    "match.number": matched(NumberMatch(number=10)),
    "match.unit": matched(NumberMatch(number=10, unit="day")),
    "match.tolerance": matched(NumberMatch(number=10, tolerance=1)),
    "match.date": matched(DateMatch(date="2026-01-01")),
    "match.pattern": matched(PatternMatch(pattern="ten")),
    "match.any_of": matched(AnyOfMatch(any_of=("ten",))),
    "optional.optional": inner("claims", 1)("optional", "paid"),
    "optional.weight": inner("claims", 1)("weight", 2),
    "optional.needs": inner("claims", 1)("needs", ("window",)),
    "optional.match": inner("claims", 1)("match", ValueMatch(value="paid")),
    "prohibited.prohibited": inner("claims", 2)("prohibited", "a card"),
    "prohibited.kind": inner("claims", 2)("kind", "unsupported"),
    "prohibited.weight": inner("claims", 2)("weight", 2),
    "prohibited.match": inner("claims", 2)("match", ValueMatch(value="voucher")),
    "must_ask": direct("must_ask", ("the order",)),
    "must_point_to": direct("must_point_to", ("the desk",)),
    "refusal_reason": direct("refusal_reason", "unsafe"),
    "require": direct("require", ("citation",)),
    "format": direct("format", None),
    "format.json_schema": inner("format")("json_schema", {"type": "object"}),
    "format.required_fields": inner("format")("required_fields", ("a",)),
    "format.pattern": inner("format")("pattern", "x"),
    "format.min_characters": inner("format")("min_characters", 1),
    "format.max_characters": inner("format")("max_characters", 9),
    "format.forbidden": inner("format")("forbidden", ("x",)),
    "tone": direct("tone", "friendly"),
    "waivers": direct("waivers", ()),
    "waivers.gate": inner("waivers")("gate", "refusal"),
    "waivers.who": inner("waivers")("who", "cy"),
    "waivers.why": inner("waivers")("why", "v"),
    "waivers.until": inner("waivers")("until", "2027-01-01"),
    "system_prompt": direct("system_prompt", "Be brief."),
}
ANCHORS: dict[str, Case] = {
    "corpus": direct("corpus", "r2"),
    "alternative.source": alternative("source", "d.md"),
    "alternative.version": alternative("version", "2"),
    "alternative.effective": alternative("effective", "2026-01-01"),
    "alternative.chunk": alternative("chunk", "d#2"),
    "alternative.sha256": alternative("sha256", "bb"),
    "alternative.foreign_hash": alternative("foreign_hash", "cc"),
    "alternative.span": alternative("span", (4, 12)),
}
METADATA: dict[str, Case] = {
    "description": direct("description", "d"),
    "job": direct("job", "lookup"),
    "reasoning": direct("reasoning", "single"),
    "difficulty": direct("difficulty", "easy"),
    "risk": direct("risk", "low"),
    "hallucination_risk": direct("hallucination_risk", "low"),
    "language": direct("language", "en"),
    "source_format": direct("source_format", "pdf"),
    "challenges": direct("challenges", ("typo",)),
    "origin": direct("origin", None),
    "origin.kind": inner("origin")("kind", "ticket"),
    "origin.ref": inner("origin")("ref", "T-1"),
    "variant_of": direct("variant_of", None),
    "variant_of.case": inner("variant_of")("case", "c"),
    "variant_of.how": inner("variant_of")("how", "long"),
    "weight": direct("weight", 2),
    "tags": direct("tags", ("eu",)),
    "notes": direct("notes", "n"),
    "split": direct("split", "dev"),
    "sentinel": direct("sentinel", True),
    "metrics": direct("metrics", ("recall",)),
    "alternative.contribution": alternative("contribution", "the days"),
}


def moved(case: Case) -> tuple[bool, bool, bool]:
    """Say which of the case, anchor and metadata digests are not those of the plain case."""
    return (
        case_digest(case) != case_digest(PLAIN),
        anchor_digest(case) != anchor_digest(PLAIN),
        metadata_digest(case) != metadata_digest(PLAIN),
    )


@pytest.mark.parametrize("name", sorted(JUDGED.keys() - {"evidence", "evidence.any_of"}))
def test_what_a_reviewer_judges_moves_the_case_digest_alone(name: str) -> None:
    assert moved(JUDGED[name]) == (True, False, False)


@pytest.mark.parametrize("name", ["evidence", "evidence.any_of"])
def test_another_passage_moves_the_case_digest_and_brings_its_anchor(name: str) -> None:
    assert moved(JUDGED[name]) == (True, True, False)


@pytest.mark.parametrize("name", sorted(ANCHORS))
def test_where_the_quote_stands_moves_the_anchor_digest_alone(name: str) -> None:
    assert moved(ANCHORS[name]) == (False, True, False)


@pytest.mark.parametrize("name", sorted(METADATA))
def test_what_is_said_of_a_case_moves_the_metadata_digest_alone(name: str) -> None:
    assert moved(METADATA[name]) == (False, False, True)


def test_no_two_changes_of_what_is_judged_have_one_digest() -> None:
    assert len({case_digest(case) for case in JUDGED.values()}) == len(JUDGED)


def test_every_field_of_a_case_and_of_its_parts_is_tried_here() -> None:
    tried = {*JUDGED, *ANCHORS, *METADATA}
    parts = {
        "": Case,
        "messages.": Message,
        "identity.": Identity,
        "accept.": AcceptedAnswer,
        "evidence.": Need,
        "alternative.": Alternative,
        "required.": RequiredClaim,
        "optional.": OptionalClaim,
        "prohibited.": ProhibitedClaim,
        "match.": NumberMatch,
        "format.": FormatRules,
        "origin.": Origin,
        "variant_of.": VariantOf,
        "waivers.": Waiver,
    }
    known = {f"{prefix}{item.name}" for prefix, kind in parts.items() for item in fields(kind)}

    assert known - tried == {"id"}
