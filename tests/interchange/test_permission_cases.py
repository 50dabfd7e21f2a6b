"""Cases with identity and hard gates: their names for behaviour and gates, and the way there and back."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
import yaml
from hypothesis import given, settings

from goldsmith.interchange.format import Outgoing
from goldsmith.interchange.permission_cases import FORMAT, GATE_OFF, NO_BEHAVIOUR, NOT_PERMITTED
from goldsmith.records.case import AcceptedAnswer, Case, Identity, Waiver
from goldsmith.records.claims import ProhibitedClaim, RequiredClaim, ValueMatch
from goldsmith.records.evidence import Alternative, Need
from goldsmith.records.golden_set import CorpusPin
from goldsmith.records.interchange import ForeignDecision, ForeignRecord
from tests.interchange.foreign import HEADER, cases_of_any_kind, come_back, lines_of, read_all, source_of

YAML = """\
case:
  id: "fees-002"
  dataset_version: "3"
  corpus_revision: "handbook-7"
  user_profile: "branch-clerk"
  tenant_id: "north"
  question: "What does a transfer cost?"
  job: lookup
  answerability: supported
  risk: high
  expected_behavior: answer
  required_evidence:
    - source_id: "fees"
      passage_id: "fees#2"
      version: 4
      effective_date: 2026-03-01
      supports: "names the price"
    - source_id: "limits"
  denied_sources: ["board-minutes"]
  required_claims: ["It costs 2 euros."]
  prohibited_claims: ["It is free."]
  hard_gates:
    authorization: true
    citation_support: false
    tone: true
  reviewer: "Noor"
  reviewed_at: 2026-04-02
"""
CASE = Case(
    id="fees-002",
    question="What does a transfer cost?",
    identity=Identity(user="branch-clerk", tenant="north", denied=("board-minutes",)),
    answerability="supported",
    behaviour="answer",
    job="lookup",
    risk="high",
    evidence=(
        Need(
            any_of=(
                Alternative(
                    document="fees", chunk="fees#2", version="4", effective="2026-03-01", supports="names the price"
                ),
            )
        ),
        Need(any_of=(Alternative(document="limits"),)),
    ),
    claims=(RequiredClaim(required="It costs 2 euros."), ProhibitedClaim(prohibited="It is free.")),
    corpus="handbook-7",
)


@settings(max_examples=40)
@given(cases_of_any_kind())
def test_every_case_comes_back_whole(cases: list[Case]) -> None:
    assert len(come_back(FORMAT, cases)) == len(cases)


def test_a_case_is_read_with_its_identity_its_evidence_and_its_claims(tmp_path: Path) -> None:
    (record,) = _records(tmp_path, YAML)

    assert record.case == CASE
    assert record.decision == ForeignDecision(decision="approved", reviewer="Noor", at="2026-04-02T00:00:00Z")
    assert [(line.fate, line.field) for line in lines_of([record], "inferred", "wrong", "dropped")] == [
        ("dropped", "dataset_version"),
        ("inferred", "hard_gates.citation_support"),
        ("wrong", "hard_gates.tone"),
    ]


def test_a_gate_that_was_switched_off_by_nobody_stays_on(tmp_path: Path) -> None:
    (record,) = _records(tmp_path, YAML)

    assert record.case is not None
    assert record.case.waivers == ()
    assert GATE_OFF in {line.told for line in record.lines}


def test_a_row_of_permissions_is_a_case_under_its_identity(tmp_path: Path) -> None:
    held = {
        "case_id": "perm-020",
        "user_profile": "clerk",
        "tenant_id": "north",
        "allowed_source_ids": ["policy"],
        "denied_source_ids": ["minutes"],
        "question": "Who decided?",
        "expected_behavior": "answer-from-allowed-evidence",
    }

    (record,) = read_all(FORMAT, source_of(tmp_path, {"perm.json": held}))

    assert record.case == Case(
        id="perm-020",
        question="Who decided?",
        identity=Identity(user="clerk", tenant="north", allowed=("policy",), denied=("minutes",)),
        behaviour="answer",
    )


@pytest.mark.parametrize(
    ("written", "behaviour", "reason", "told"),
    [
        ("refuse", "refuse", "not_permitted", NOT_PERMITTED),
        ("Safe failure", "fail_safely", None, ""),
        ("ask-for-clarification", "clarify", None, ""),
        ("shrug", "unstated", None, NO_BEHAVIOUR),
    ],
)
def test_behaviour_goes_by_their_names(
    tmp_path: Path, written: str, behaviour: str, reason: str | None, told: str
) -> None:
    held = {"id": "a", "question": "A?", "denied_sources": ["x"], "user_profile": "u", "expected_behavior": written}

    (record,) = read_all(FORMAT, source_of(tmp_path, {"set.json": [held]}))

    assert record.case is not None
    assert (record.case.behaviour, record.case.refusal_reason) == (behaviour, reason)
    assert [line.told for line in lines_of([record], "inferred", "wrong") if line.field] == ([told] if told else [])


def test_the_empty_form_asks_nothing_and_is_told(tmp_path: Path) -> None:
    (record,) = _records(tmp_path, 'case:\n  id: ""\n  question: ""\n  hard_gates: {authorization: true}\n')

    assert record.case is None
    assert "no case: it asks nothing" in {line.told for line in record.lines}


def test_what_was_changed_beside_the_whole_case_holds_and_the_rest_stays(tmp_path: Path) -> None:
    waiver = Waiver(gate="citations", who="Noor", why="no links there", until="2027-01-01")
    case = replace(
        CASE,
        corpus=None,
        accept=(AcceptedAnswer(answer="2 euros", needs=("price",)),),
        claims=(CASE.claims[1], RequiredClaim(required="2 euros", match=ValueMatch(value="2"))),
        waivers=(waiver,),
    )
    held = yaml.safe_load(_written(case))
    shown = held[0]["case"]
    before = (shown["corpus_revision"], shown["hard_gates"]["citation_support"])
    shown["risk"] = "low"
    shown["required_claims"].append("It is paid at once.")
    shown["hard_gates"]["citation_support"] = True

    (record,) = _records(tmp_path, yaml.safe_dump(held))

    assert before == ("handbook-7", False)
    assert record.case == replace(
        case,
        risk="low",
        claims=(case.claims[1], RequiredClaim(required="It is paid at once."), case.claims[0]),
        waivers=(),
    )


def test_a_set_of_other_rows_is_none(tmp_path: Path) -> None:
    assert not FORMAT.recognises(source_of(tmp_path, {"set.json": [{"id": "a", "question": "A?"}]}))


def _written(case: Case) -> str:
    assert FORMAT.write is not None
    header = replace(HEADER, corpus=CorpusPin(label="handbook-7"))
    return FORMAT.write(Outgoing(header=header, cases=(case,))).files[0].text


def _records(tmp_path: Path, text: str) -> list[ForeignRecord]:
    source = source_of(tmp_path, {"cases.yaml": text})
    assert FORMAT.recognises(source)
    assert FORMAT.read is not None
    return list(FORMAT.read(source))
