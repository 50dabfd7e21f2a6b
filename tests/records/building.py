"""A case that says something in every field, and strategies for cases of every shape."""

from __future__ import annotations

from typing import Any, get_args

from hypothesis import strategies as st

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
from goldsmith.records.evidence import Alternative, Need
from goldsmith.records.vocabulary import Answerability, Behaviour, Split

FULL = Case(
    id="refund-window",
    question="When can I have my money back?",
    description="A plain look-up.",
    messages=(Message(role="user", content="Hello."), Message(role="assistant", content="How can I help?")),
    expected_state={"order": "A-1"},
    identity=Identity(user="ann", tenant="eu", roles=("customer", "member"), allowed=("returns",), denied=("wages",)),
    allowed_tools=("search", "lookup"),
    forbidden_tools=("pay", "delete"),
    answerability="supported",
    behaviour="answer",
    job="lookup",
    reasoning="single",
    difficulty="easy",
    risk="low",
    hallucination_risk="low",
    language="en",
    source_format="markdown",
    challenges=("typo", "long"),
    origin=Origin(kind="ticket", ref="T-1"),
    accept=(AcceptedAnswer(answer="Within 30 days.", needs=("window", "payout")),),
    evidence=(
        Need(
            need="window",
            any_of=(
                Alternative(
                    document="returns",
                    source="returns.md",
                    version="4",
                    effective="2026-03-01",
                    chunk="returns#1",
                    sha256="ab",
                    quote="within 30 days",
                    span=(10, 24),
                    supports="the window",
                    contribution="the days",
                    grade=2,
                ),
                Alternative(document="faq", foreign_hash="x1", chunk="faq#7"),
            ),
        ),
        Need(need="payout", any_of=(Alternative(chunk="payments#2"),)),
    ),
    claims=(
        RequiredClaim(required="30 days", order=1, needs=("window",), match=NumberMatch(number=30, unit="day")),
        OptionalClaim(optional="paid back", needs=("payout",), match=ValueMatch(value="paid")),
        ProhibitedClaim(
            prohibited="a voucher", match=AnyOfMatch(any_of=("voucher", PatternMatch(pattern="gift.?card")))
        ),
    ),
    must_ask=("the order", "the country"),
    must_point_to=("the desk", "the page"),
    refusal_reason="not_found",
    require=("citation", "conflict"),
    format=FormatRules(required_fields=("a", "b"), forbidden=("x", "y"), max_characters=200),
    tone="friendly",
    waivers=(Waiver(gate="citations", who="bo", why="no ids yet", until="2026-12-31"),),
    variant_of=VariantOf(case="refund", how="typo"),
    weight=2,
    tags=("returns", "eu"),
    notes="Seen often.",
    split="dev",
    sentinel=True,
    corpus="2026-03",
    system_prompt="Be brief.",
    metrics=("recall", "precision"),
)
"""Every field differs from its default."""

texts = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=12)
some = st.lists(texts, max_size=3).map(tuple)
names = st.text(st.characters(categories=("L", "N")), min_size=1, max_size=8)
counts = st.integers(0, 10_000)
shares = st.floats(0, 1_000, allow_nan=False)
plain_data = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**18), 10**18)
    | st.floats(allow_nan=False, allow_infinity=False)
    | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(names, inner, max_size=3),
    max_leaves=5,
)
mappings = st.dictionaries(names, plain_data, max_size=3)


def maybe(strategy: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """Return a strategy that also gives nothing."""
    return st.none() | strategy


simple_matches = (
    st.builds(ValueMatch, value=texts)
    | st.builds(NumberMatch, number=shares, unit=maybe(texts), tolerance=shares)
    | st.builds(DateMatch, date=texts)
    | st.builds(PatternMatch, pattern=texts)
)
matches = (
    st.just("judged")
    | simple_matches
    | st.builds(AnyOfMatch, any_of=st.lists(texts | simple_matches, max_size=3).map(tuple))
)
claims = (
    st.builds(
        RequiredClaim,
        required=texts,
        kind=st.sampled_from(("claim", "action")),
        order=maybe(counts),
        weight=shares,
        needs=some,
        match=matches,
    )
    | st.builds(OptionalClaim, optional=texts, weight=shares, needs=some, match=matches)
    | st.builds(
        ProhibitedClaim,
        prohibited=texts,
        kind=st.sampled_from(("material", "unsupported")),
        weight=shares,
        match=matches,
    )
)
alternatives = st.builds(
    Alternative,
    document=maybe(texts),
    source=maybe(texts),
    version=maybe(texts),
    effective=maybe(texts),
    chunk=maybe(texts),
    sha256=maybe(texts),
    foreign_hash=maybe(texts),
    quote=maybe(texts),
    span=maybe(st.tuples(counts, counts)),
    supports=maybe(texts),
    contribution=maybe(texts),
    grade=st.integers(1, 4),
)
needs = st.builds(Need, need=maybe(texts), any_of=st.lists(alternatives, max_size=3).map(tuple))
cases = st.builds(
    Case,
    id=texts,
    question=texts,
    description=maybe(texts),
    messages=st.lists(
        st.builds(Message, role=st.sampled_from(("user", "assistant", "system", "tool")), content=texts), max_size=2
    ).map(tuple),
    expected_state=mappings,
    identity=maybe(st.builds(Identity, user=texts, tenant=maybe(texts), roles=some, allowed=some, denied=some)),
    allowed_tools=maybe(some),
    forbidden_tools=some,
    answerability=st.sampled_from(get_args(Answerability)),
    behaviour=st.sampled_from(get_args(Behaviour)),
    job=maybe(texts),
    reasoning=maybe(texts),
    difficulty=maybe(texts),
    risk=maybe(texts),
    hallucination_risk=maybe(texts),
    language=maybe(texts),
    source_format=maybe(texts),
    challenges=some,
    origin=maybe(st.builds(Origin, kind=texts, ref=maybe(texts))),
    accept=st.lists(st.builds(AcceptedAnswer, answer=texts, needs=some), max_size=2).map(tuple),
    evidence=st.lists(needs, max_size=3).map(tuple),
    claims=st.lists(claims, max_size=3).map(tuple),
    must_ask=some,
    must_point_to=some,
    refusal_reason=maybe(texts),
    require=st.lists(st.sampled_from(("citation", "uncertainty", "conflict")), max_size=3).map(tuple),
    format=maybe(
        st.builds(
            FormatRules,
            json_schema=maybe(mappings),
            required_fields=some,
            pattern=maybe(texts),
            min_characters=maybe(counts),
            max_characters=maybe(counts),
            forbidden=some,
        )
    ),
    tone=maybe(texts),
    waivers=st.lists(st.builds(Waiver, gate=texts, who=texts, why=texts, until=texts), max_size=2).map(tuple),
    variant_of=maybe(st.builds(VariantOf, case=texts, how=texts)),
    weight=shares,
    tags=some,
    notes=maybe(texts),
    split=maybe(st.sampled_from(get_args(Split))),
    sentinel=st.booleans(),
    corpus=maybe(texts),
    system_prompt=maybe(texts),
    metrics=some,
)
