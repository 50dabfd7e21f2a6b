"""Whatever a set holds, the check ends with findings, and they do not depend on the order of the cases."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from goldsmith.lint.engine import check, report
from goldsmith.lint.view import LintView
from goldsmith.records.case import AcceptedAnswer, Case, FormatRules, Identity, Message, Origin, VariantOf, Waiver
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
from goldsmith.records.decision import Decision, Status
from goldsmith.records.evidence import Alternative, Need
from goldsmith.records.golden_set import CorpusPin, GoldenSet, Minimum, SetHeader
from goldsmith.records.resolution import Resolution
from goldsmith.records.settings import CheckSettings, Suppression
from goldsmith.scoring.observing.claims import see_claims
from tests.lint.building import TODAY, document, revision, view

TEXT = st.one_of(
    st.sampled_from(["", " ", "a", "A", "a\u200b", "returns", "high", "30 days", "(a+)+", "2026-02-30"]),
    st.text(max_size=8),
)
NAMES = st.lists(TEXT, max_size=2).map(tuple)
MAYBE = st.none() | TEXT
NUMBERS = st.one_of(st.just(1.0), st.floats())


def some(kind: type, **fields: object) -> st.SearchStrategy[object]:
    """Return a strategy for a record whose unnamed fields keep their defaults."""
    return st.builds(kind, **fields)  # type: ignore[arg-type]


SIMPLE = st.one_of(
    some(ValueMatch, value=TEXT),
    some(NumberMatch, number=NUMBERS, unit=MAYBE, tolerance=NUMBERS),
    some(DateMatch, date=TEXT),
    some(PatternMatch, pattern=TEXT),
)
MATCH = st.one_of(
    st.just("judged"), SIMPLE, some(AnyOfMatch, any_of=st.lists(st.one_of(TEXT, SIMPLE), max_size=2).map(tuple))
)
CLAIM = st.one_of(
    some(RequiredClaim, required=TEXT, weight=NUMBERS, needs=NAMES, match=MATCH),
    some(OptionalClaim, optional=TEXT, needs=NAMES, match=MATCH),
    some(ProhibitedClaim, prohibited=TEXT, match=MATCH),
)
ALTERNATIVE = some(
    Alternative,
    document=MAYBE,
    source=MAYBE,
    effective=MAYBE,
    chunk=MAYBE,
    quote=MAYBE,
    span=st.none() | st.tuples(st.integers(-2, 5), st.integers(-2, 5)),
    grade=st.integers(-1, 3),
)
NEED = some(Need, need=MAYBE, any_of=st.lists(ALTERNATIVE, max_size=2).map(tuple))


def few(items: st.SearchStrategy[object]) -> st.SearchStrategy[tuple[object, ...]]:
    """Return a strategy for at most two of them."""
    return st.lists(items, max_size=2).map(tuple)


CASE = st.builds(
    Case,
    id=TEXT,
    question=TEXT,
    messages=few(some(Message, role=st.sampled_from(["user", "assistant"]), content=TEXT)),
    identity=st.none() | st.builds(Identity, user=TEXT, tenant=MAYBE, roles=NAMES, allowed=NAMES, denied=NAMES),
    allowed_tools=st.none() | NAMES,
    forbidden_tools=NAMES,
    answerability=st.sampled_from(["supported", "unsupported", "ambiguous", "unstated"]),
    behaviour=st.sampled_from(["answer", "clarify", "refuse", "escalate", "fail_safely", "unstated"]),
    job=MAYBE,
    reasoning=st.sampled_from([None, "single", "multi_hop"]),
    difficulty=st.sampled_from([None, "easy", "hard"]),
    risk=MAYBE,
    language=st.sampled_from([None, "ru", "en", "sr-Latn", ""]),
    split=st.sampled_from([None, "dev", "release"]),
    challenges=NAMES,
    origin=st.none() | st.builds(Origin, kind=TEXT),
    accept=few(some(AcceptedAnswer, answer=TEXT, needs=NAMES)),
    evidence=few(NEED),
    claims=few(CLAIM),
    must_ask=NAMES,
    refusal_reason=MAYBE,
    format=st.none()
    | st.builds(
        FormatRules,
        pattern=MAYBE,
        min_characters=st.none() | st.integers(-1, 3),
        max_characters=st.none() | st.integers(-1, 3),
    ),
    waivers=few(some(Waiver, gate=TEXT, who=TEXT, why=TEXT, until=TEXT)),
    variant_of=st.none() | st.builds(VariantOf, case=TEXT, how=TEXT),
    weight=NUMBERS,
    corpus=MAYBE,
)
STATUS = st.builds(
    Status,
    state=st.sampled_from(["candidate", "approved", "edited", "rejected", "retired"]),
    why=TEXT,
    flags=st.sampled_from([(), ("disputed",), ("stale",)]),
)
STATES = st.sampled_from(
    [
        "found",
        "document_level",
        "moved",
        "split",
        "dangling",
        "document_failed",
        "changed",
        "quote_missing",
        "ambiguous",
        "text_absent",
    ]
)
RESOLUTION = st.builds(
    Resolution,
    case=TEXT,
    need=st.integers(0, 3),
    alternative=st.integers(0, 3),
    state=STATES,
    pinned=ALTERNATIVE,
    complete=st.booleans(),
    detail=TEXT,
)
FACT = st.builds(
    Decision,
    id=TEXT,
    case=TEXT,
    reviewer=TEXT,
    at=TEXT,
    decision=st.sampled_from(["approved", "rejected", "ambiguous"]),
    reason=TEXT,
    case_digest=TEXT,
)
HEADERS = st.builds(
    SetHeader,
    name=TEXT,
    corpus=st.none() | st.just(CorpusPin(label="r1")),
    axes=st.dictionaries(TEXT, NAMES, max_size=2),
    minima=few(some(Minimum, slice=st.dictionaries(TEXT, TEXT, max_size=2), cases=st.integers(-1, 9))),
)
CHECKED = st.builds(
    CheckSettings,
    suppress=few(
        some(
            Suppression,
            code=st.sampled_from(["GS103", "blank-question", "GS602", "GS511"]),
            reason=st.just("known"),
            cases=NAMES,
            until=st.sampled_from([None, "2026-01-01", "2027-01-01"]),
        )
    ),
    review_after_days=st.integers(0, 400),
)
DOCUMENTS = {
    "returns": document("returns", tenant="a", supersedes=("a",), effective_to="2026-01-01"),
    "a": document("a"),
}


@st.composite
def views(draw: st.DrawFn) -> LintView:
    """Draw a set of any cases, with or without a revision."""
    cases = draw(st.lists(CASE, max_size=4))
    bare = view(*cases, bare=draw(st.booleans()), ready=draw(st.booleans()))
    frozen = draw(st.booleans())
    return replace(
        bare,
        golden=replace(bare.golden, header=draw(HEADERS), facts=tuple(draw(st.lists(FACT, max_size=3)))),
        states=draw(st.dictionaries(TEXT, STATUS, max_size=3)),
        revision=revision(draw(st.sampled_from(["full", "preview", "absent"]))) if frozen else None,
        documents=DOCUMENTS if frozen else None,
        resolutions=tuple(draw(st.lists(RESOLUTION, max_size=4))) if frozen else None,
        claims_in=see_claims if draw(st.booleans()) else None,
        settings=draw(CHECKED),
    )


QUICK = settings(max_examples=150, suppress_health_check=[HealthCheck.too_slow])


@QUICK
@given(views())
def test_a_check_never_fails_and_says_which_case(drawn: LintView) -> None:
    told = report(drawn)

    assert {one.case for one in told.findings} <= {case.id for case in drawn.golden.cases} | {""}
    assert all(one.message and one.mend for one in told.findings if one.code != "GS403")


@QUICK
@given(views(), st.randoms(use_true_random=False))
def test_the_order_in_which_cases_are_given_changes_no_finding(drawn: LintView, chance: object) -> None:
    golden: GoldenSet = drawn.golden
    pairs = list(zip(golden.cases, golden.places, strict=True))
    chance.shuffle(pairs)  # type: ignore[attr-defined]  # random.Random
    shuffled = replace(golden, cases=tuple(case for case, _ in pairs), places=tuple(place for _, place in pairs))

    assert check(replace(drawn, golden=shuffled, today=TODAY)) == check(drawn)
