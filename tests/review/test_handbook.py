"""What the handbook of a set holds, which cases it takes as examples, and when it is another one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from goldsmith.records.case import AcceptedAnswer, Case, Identity, Message
from goldsmith.records.claims import ProhibitedClaim, RequiredClaim
from goldsmith.records.corpus import ContentHash, Document, Ingestion
from goldsmith.records.decision import Adjudication, Decision, Status
from goldsmith.records.digests import case_digest
from goldsmith.records.evidence import Alternative, Need
from goldsmith.records.golden_set import CasePlace, GoldenSet, SetHeader, Threshold
from goldsmith.records.handbook import ExampleNeed, ExamplePassage, Meaning, WorkedExample
from goldsmith.review.handbook import Material, make_handbook

APPROVED = Status(state="approved", why="")
WINDOW = Case(
    id="window",
    question="How long may I return goods?",
    answerability="supported",
    behaviour="answer",
    accept=(AcceptedAnswer(answer="Within 30 days."),),
    evidence=(
        Need(need="window", any_of=(Alternative(document="returns", quote="within 30 days", supports="the days"),)),
    ),
    claims=(RequiredClaim(required="30 days"), ProhibitedClaim(prohibited="14 days")),
)
MARS = Case(
    id="mars",
    question="What is the warranty on Mars?",
    answerability="unsupported",
    behaviour="refuse",
    refusal_reason="not_found",
    must_point_to=("help desk",),
)
GUEST = Identity(user="guest")


def document(name: str, **rules: Any) -> Document:
    return Document(
        id=name,
        source=f"{name}.md",
        content_hash=ContentHash(algorithm="sha256", value="00"),
        ingestion=Ingestion(status="parsed"),
        **rules,
    )


OPEN = {"returns": document("returns")}
GUARDED = {**OPEN, "staff": document("staff", allowed_principals=("staff",))}


def material(
    *cases: Case,
    documents: Mapping[str, Document] | None = OPEN,
    states: Mapping[str, Status] | None = None,
    facts: tuple[Decision | Adjudication, ...] = (),
    header: SetHeader | None = None,
) -> Material:
    """Return what a handbook is made from; every case is approved where nothing else is said."""
    golden = GoldenSet(
        header=header or SetHeader(name="shop"),
        cases=cases,
        places=tuple(CasePlace(file="cases.yaml", line=number) for number, _ in enumerate(cases, start=1)),
        facts=facts,
    )
    cited = {
        case.id: frozenset(item.document for need in case.evidence for item in need.any_of)
        for case in cases
        if case.evidence
    }
    return Material(
        golden=golden,
        states={case.id: APPROVED for case in cases} if states is None else states,
        documents=documents,
        cited=cited,
    )


def approval(case: Case, at: str) -> Decision:
    return Decision(
        id=f"d-{at}", case=case.id, reviewer="ann", at=at, decision="approved", reason="", case_digest=case_digest(case)
    )


def shown(told: Material) -> list[str]:
    return [example.case for example in make_handbook(told).examples]


def test_an_example_shows_the_whole_contract_with_its_quote() -> None:
    assert make_handbook(material(WINDOW)).examples == (
        WorkedExample(
            case="window",
            case_digest=case_digest(WINDOW),
            behaviour="answer",
            answerability="supported",
            turns=(),
            question="How long may I return goods?",
            accept=("Within 30 days.",),
            must_say=("30 days",),
            must_not_say=("14 days",),
            withholds=False,
            must_ask=(),
            must_point_to=(),
            needs=(
                ExampleNeed(
                    need="window",
                    any_of=(ExamplePassage(document="returns", quote="within 30 days", supports="the days"),),
                ),
            ),
        ),
    )


def test_there_is_one_example_of_each_behaviour_and_it_is_said_where_there_is_none() -> None:
    told = make_handbook(material(MARS, WINDOW, replace(WINDOW, id="window-2")))
    nothing = "no case with this behaviour is approved yet"

    assert [(example.behaviour, example.case) for example in told.examples] == [
        ("answer", "window"),
        ("refuse", "mars"),
    ]
    assert told.without_example == tuple(
        Meaning(word=word, means=nothing) for word in ("clarify", "escalate", "fail_safely")
    )


@pytest.mark.parametrize(
    "status",
    [
        None,
        Status(state="candidate", why=""),
        Status(state="edited", why=""),
        Status(state="rejected", why=""),
        Status(state="retired", why=""),
        Status(state="approved", why="", flags=("stale",)),
    ],
    ids=str,
)
def test_a_case_that_does_not_stand_approved_is_no_example(status: Status | None) -> None:
    assert shown(material(WINDOW, states={} if status is None else {"window": status})) == []


@pytest.mark.parametrize(
    "case",
    [
        replace(WINDOW, split="release"),
        replace(WINDOW, split="audit"),
        replace(WINDOW, sentinel=True),
        replace(WINDOW, challenges=("permission",)),
        replace(WINDOW, identity=Identity(user="guest", denied=("staff",))),
        replace(WINDOW, identity=Identity(user="guest", allowed=("returns",))),
        replace(WINDOW, evidence=(Need(any_of=(Alternative(document="staff", quote="4711"),)),)),
        replace(WINDOW, evidence=(Need(any_of=(Alternative(document="gone", quote="4711"),)),)),
        replace(WINDOW, evidence=(Need(any_of=(Alternative(chunk="x#1", quote="4711"),)),)),
        replace(MARS, refusal_reason="not_permitted"),
        replace(MARS, refusal_reason=None, identity=GUEST),
    ],
    ids=[
        "release",
        "audit",
        "sentinel",
        "about permission",
        "denies",
        "allows by name",
        "cites what only some may see",
        "cites what the corpus does not hold",
        "cites nobody knows what",
        "not permitted",
        "refuses a guest for no reason",
    ],
)
def test_what_not_everybody_may_see_or_learn_from_is_no_example(case: Case) -> None:
    told = make_handbook(material(case, documents=GUARDED))
    why = {item.word: item.means for item in told.without_example}

    assert told.examples == ()
    assert (
        why[case.behaviour] == "every approved case with it is closed, a sentinel, or about what not everybody may see"
    )


def test_a_source_of_one_tenant_is_not_for_everybody() -> None:
    assert shown(material(WINDOW, documents={"returns": document("returns", tenant="eu")})) == []


def test_without_a_frozen_corpus_nobody_can_tell_what_everybody_may_read() -> None:
    told = make_handbook(material(WINDOW, MARS, documents=None))

    assert [example.case for example in told.examples] == ["mars"]
    assert told.without_example[0] == Meaning(
        word="answer", means="the corpus is not frozen here, so nobody can tell what every reviewer may read"
    )


def test_what_must_not_be_said_is_withheld_where_the_asker_is_denied_anything() -> None:
    told = make_handbook(material(replace(WINDOW, identity=GUEST), documents=GUARDED)).examples[0]
    plain = make_handbook(material(replace(WINDOW, identity=GUEST))).examples[0]

    assert (told.must_not_say, told.withholds) == ((), True)
    assert (plain.must_not_say, plain.withholds) == (("14 days",), False)


def test_two_cases_with_one_id_are_no_example() -> None:
    assert shown(material(WINDOW, replace(WINDOW, question="Again?"))) == []


def test_a_plain_case_with_a_quote_that_was_approved_first_is_chosen() -> None:
    unquoted = replace(WINDOW, id="a", evidence=(Need(any_of=(Alternative(document="returns", sha256="00"),)),))
    hard = replace(WINDOW, id="b", challenges=("typo",))
    later = replace(WINDOW, id="c")
    first = replace(WINDOW, id="d")
    edited = replace(WINDOW, id="e")
    facts = (
        approval(unquoted, "2026-01-01T00:00:00Z"),
        approval(hard, "2026-01-01T00:00:00Z"),
        approval(later, "2026-03-01T00:00:00Z"),
        approval(first, "2026-04-01T00:00:00Z"),
        approval(first, "2026-02-01T00:00:00Z"),
        approval(replace(edited, question="Before?"), "2026-01-01T00:00:00Z"),
        approval(edited, "2026-05-01T00:00:00Z"),
    )

    assert shown(material(unquoted, hard, later, first, edited, facts=facts)) == ["d"]


def test_a_conversation_keeps_its_turns() -> None:
    case = replace(WINDOW, messages=(Message(role="user", content="Hello"), Message(role="assistant", content="Yes?")))

    assert make_handbook(material(case)).examples[0].turns == (("user", "Hello"), ("assistant", "Yes?"))


def test_words_of_the_set_stand_after_the_standard_ones_each_once() -> None:
    header = SetHeader(name="shop", axes={"language": ("en",), "challenges": ("ocr", "typo", "ocr")})
    axes = {axis.axis: axis.words for axis in make_handbook(material(MARS, header=header)).axes}

    assert axes["language"] == (Meaning(word="en", means="a word of this set", own=True),)
    assert [item.word for item in axes["challenges"] if item.own] == ["ocr"]
    assert axes["challenges"][-1].word == "ocr"
    assert axes["source_format"] == ()


def test_gates_of_the_set_are_spelled_out() -> None:
    header = SetHeader(
        name="shop",
        gates=(
            Threshold(measure="recall@5", min=0.8, slice={"risk": "high"}),
            Threshold(measure="latency_ms", min=1, max=4000),
        ),
    )

    assert make_handbook(material(MARS, header=header)).thresholds == (
        "recall@5 at least 0.8 (risk: high)",
        "latency_ms at least 1 and at most 4000",
    )


def test_the_same_set_has_the_same_handbook_in_whatever_order_its_cases_stand() -> None:
    assert make_handbook(material(MARS, WINDOW)) == make_handbook(material(WINDOW, MARS))


def test_the_digest_is_of_what_counts() -> None:
    before = make_handbook(material(WINDOW)).digest
    header = SetHeader(name="shop")

    def after(case: Case = WINDOW, header: SetHeader = header) -> str:
        return make_handbook(material(case, header=header)).digest

    assert before.startswith("h1:")
    assert len(before) == 67
    assert after(replace(WINDOW, notes="seen", tags=("a",))) == before
    assert after(header=replace(header, name="other", owner="Ada", description="…")) == before
    changed = {
        after(replace(WINDOW, question="How long?")),
        after(header=replace(header, axes={"language": ("en",)})),
        after(header=replace(header, gates=(Threshold(measure="recall@5", min=0.8),))),
        make_handbook(material(MARS)).digest,
    }
    assert len(changed - {before}) == 4
