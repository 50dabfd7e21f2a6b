"""Whatever a system says, it is observed: nothing that a case or a reply can hold raises."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from goldsmith.records.case import Case, FormatRules
from goldsmith.records.claims import (
    AnyOfMatch,
    DateMatch,
    NumberMatch,
    PatternMatch,
    ProhibitedClaim,
    RequiredClaim,
    ValueMatch,
)
from goldsmith.records.evidence import Alternative, Need
from goldsmith.records.response import Citation, Reply, RetrievedItem, StreamEvent, ToolCall
from goldsmith.scoring.measures import DEFINITIONS, score
from goldsmith.scoring.observe import observe
from tests.scoring.building import case, chunk, document, response, support, view

words = st.text(max_size=12) | st.sampled_from(
    ["30 days", "not 30 days", "a#1", "a", "No.", "1,5", "\u200c", "{}", "((", "a+"]
)
spans = st.none() | st.tuples(st.integers(0, 50), st.integers(0, 50))
payloads: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | words,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(words, inner, max_size=3),
    max_leaves=8,
)
retrieved = st.lists(
    st.builds(
        RetrievedItem,
        id=words,
        document=st.none() | words,
        text=st.none() | words,
        span=spans,
        version=st.none() | words,
    ),
    max_size=4,
).map(tuple)
replies = st.builds(
    Reply,
    answer=st.none() | words,
    retrieved=st.none() | retrieved,
    candidates=st.none() | retrieved,
    citations=st.none() | st.lists(st.builds(Citation, id=words, quote=st.none() | words), max_size=3).map(tuple),
    events=st.none() | st.lists(st.builds(StreamEvent, kind=words, text=words), max_size=3).map(tuple),
    tool_calls=st.none() | st.lists(st.builds(ToolCall, name=words, arguments=words), max_size=2).map(tuple),
    trace=st.none() | st.dictionaries(words, payloads, max_size=3),
    cache=st.none() | words,
    state=st.none() | st.dictionaries(words, payloads, max_size=2),
    identity_echo=st.none() | words,
)
matchers = (
    st.builds(ValueMatch, value=words)
    | st.builds(NumberMatch, number=st.floats(allow_nan=False, allow_infinity=False), unit=st.none() | words)
    | st.builds(DateMatch, date=words)
    | st.builds(PatternMatch, pattern=words)
    | st.builds(AnyOfMatch, any_of=st.lists(words, max_size=2).map(tuple))
)
alternatives = st.builds(
    Alternative,
    document=st.none() | words,
    chunk=st.none() | words,
    quote=st.none() | words,
    span=spans,
    version=st.none() | words,
)
cases = st.builds(
    case,
    st.lists(alternatives, min_size=1, max_size=2).map(lambda found: Need(any_of=tuple(found))),
    claims=st.lists(
        st.builds(RequiredClaim, required=words, match=matchers, order=st.none() | st.integers(1, 2))
        | st.builds(ProhibitedClaim, prohibited=words, match=matchers),
        max_size=3,
    ).map(tuple),
    must_ask=st.lists(words, max_size=1).map(tuple),
    expected_state=st.dictionaries(words, payloads, max_size=2),
    format=st.none()
    | st.builds(
        FormatRules, json_schema=st.none() | st.dictionaries(words, payloads, max_size=2), pattern=st.none() | words
    ),
    allowed_tools=st.none() | st.just(()),
)


@given(cases, replies, st.booleans())
def test_every_reply_gives_an_observation_and_every_measure_an_outcome(asked: Case, shown: Reply, known: bool) -> None:
    corpus = view(chunk("a#1", "Within 30 days."), document("x", tenant="other", version="v2"), asked=("gone",))
    guarded = case(*asked.evidence, identity=support(denied=("a", "30")), claims=asked.claims)
    measures = [definition.measure(None) for definition in DEFINITIONS.values()]
    for one in (asked, guarded):
        observation = observe(one, response(shown), corpus if known else None, "closed")

        assert len(score([observation], measures)) == len(measures)
        assert all(claim.at is None or claim.at[0] <= claim.at[1] for claim in observation.claims)
