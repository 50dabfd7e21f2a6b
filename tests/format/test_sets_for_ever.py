"""What people wrote for format 1, the decisions on it and the digests of its cases are read for ever."""

from __future__ import annotations

import json
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from goldsmith.ondisk.door import Door
from goldsmith.ondisk.golden import load_golden
from goldsmith.ondisk.json_strict import read_json
from goldsmith.ondisk.project import load_settings
from goldsmith.ondisk.reviews import load_facts
from goldsmith.ondisk.short_forms import expand
from goldsmith.records.case import AcceptedAnswer, Case
from goldsmith.records.digests import anchor_digest, case_digest, metadata_digest, status
from goldsmith.records.evidence import Alternative, Need
from goldsmith.records.golden_set import CasePlace, CorpusPin, Minimum, SetHeader, Threshold
from goldsmith.records.settings import ManifestSettings, ProjectSettings, RunSettings, SetSettings
from tests.format import contents

FOLDER = Path(__file__).parent / "1"
DIGESTS: list[dict[str, Any]] = json.loads((FOLDER / "case-digests.json").read_text(encoding="utf-8"))


def cited(*chunks: str) -> tuple[Need, ...]:
    return tuple(Need(any_of=(Alternative(chunk=chunk),)) for chunk in chunks)


def answered(name: str, question: str, answer: str, *chunks: str, **more: Any) -> Case:
    """Return a supported case with one accepted answer and a need for each chunk."""
    return Case(
        id=name,
        question=question,
        answerability="supported",
        behaviour="answer",
        accept=(AcceptedAnswer(answer=answer),),
        evidence=cited(*chunks),
        **more,
    )


CASES = (
    Case(
        id="pinned",
        question="Do I need a receipt?",
        answerability="supported",
        behaviour="answer",
        evidence=(
            Need(
                need="rule",
                any_of=(
                    Alternative(
                        document="returns",
                        source="policies/returns.md",
                        version="4",
                        effective="2026-03-01",
                        chunk="returns#0123456789ab",
                        sha256="00ff",
                        quote="No return is possible without a receipt.",
                        span=(76, 116),
                        supports="the rule",
                        contribution="the whole of it",
                        grade=2,
                    ),
                ),
            ),
        ),
    ),
    Case(id="plain", question="U+2028 \u2028 inside", tags=("a",)),
    Case(
        id="which",
        question="Which plan?",
        answerability="ambiguous",
        behaviour="clarify",
        must_ask=("the plan",),
    ),
    Case(
        id="window",
        question="When can I send it back?",
        answerability="supported",
        behaviour="answer",
        accept=(
            AcceptedAnswer(answer="Within 30 days."),
            AcceptedAnswer(answer="For 30 days.", needs=("window",)),
        ),
        evidence=(
            Need(need="window", any_of=(Alternative(document="returns", quote="within 30 days"),)),
            *cited("payments#1"),
        ),
    ),
    Case(
        id="mars",
        question="What is the warranty on Mars?",
        answerability="unsupported",
        behaviour="refuse",
        refusal_reason="not_found",
        must_point_to=("the desk",),
    ),
    Case(
        id="007",
        question="¿Cuándo?",
        answerability="supported",
        behaviour="answer",
        evidence=(Need(any_of=(Alternative(chunk="a#1"), Alternative(document="faq"))),),
    ),
    answered(
        "fee",
        "How much, exactly?",
        "9 euro",
        "fees#1",
        "fees#2",
        reasoning="multi_hop",
        difficulty="hard",
        notes="two\nlines",
    ),
)


def test_the_header_of_a_set_is_read_for_ever() -> None:
    assert load_golden(FOLDER / "golden").golden.header == SetHeader(
        name="desk",
        version="1.2",
        description="What people ask the desk.",
        owner="Mira Feld",
        interaction="multi_turn",
        tags=("example", "desk"),
        corpus=CorpusPin(label="2026-03"),
        axes={"job": ("triage",), "language": ("en", "ru")},
        minima=(Minimum(slice={"risk": "high"}, cases=2),),
        gates=(
            Threshold(measure="recall@5", min=0.8, slice={"risk": "high"}, completeness=0.9),
            Threshold(measure="latency", max=900),
        ),
        access="closed",
    )


def test_cases_in_every_kind_of_file_are_read_for_ever() -> None:
    golden = load_golden(FOLDER / "golden", shown="golden").golden

    assert golden.cases == CASES
    assert golden.places == tuple(
        CasePlace(file=f"golden/cases/{file}", line=line)
        for file, line in (
            ("lines.jsonl", 1), ("lines.jsonl", 3), ("more.json", 1),
            ("people.yaml", 3), ("people.yaml", 10), ("people.yaml", 19), ("rows.csv", 2),
        )
    )  # fmt: skip


def test_a_sixty_question_file_is_read_for_ever() -> None:
    assert load_golden(FOLDER / "sixty.csv").golden.cases == (
        answered("q1", "How long?", "30 days", "returns#1", reasoning="single", difficulty="easy"),
        answered(
            "q2", "Which two?", "3 and 4", "policy#3", "policy#4",
            reasoning="multi_hop", difficulty="hard", notes="blanks",
        ),
        Case(
            id="q3",
            question="On Mars?",
            answerability="unsupported",
            behaviour="refuse",
            accept=(AcceptedAnswer(answer="Not in the documents"),),
            difficulty="easy",
        ),
        Case(id="q4", question="Which one?", answerability="ambiguous", behaviour="clarify", difficulty="medium"),
        answered("q5", "how lnog?", "30 days", "returns#1", challenges=("typo",), difficulty="easy"),
        answered(
            "q6", "Сколько дней?", "30 дней", "returns;v2#1", challenges=("cross_lingual",), difficulty="medium"
        ),
        answered(
            "q7", "Surely 90 days?", "No, 30", "returns#1",
            challenges=("provocation",), difficulty="medium", notes='a "quote"',
        ),
        answered("q8", "First\nand then?", "30 days", "returns#1", challenges=("long",), difficulty="hard"),
        answered("q9", "And now?", "30 days", "returns#1", tags=("type:procedure",), difficulty="easy"),
    )  # fmt: skip


def test_settings_are_read_for_ever() -> None:
    assert load_settings(FOLDER) == ProjectSettings(
        sets=(
            SetSettings(path="golden"),
            SetSettings(path="sixty.csv", enabled=False, weight=0.5, fields={"question": "question"}),
        ),
        documents="documents",
        manifest=ManifestSettings(path="manifest.jsonl", fields={"id": "chunk_id"}),
        run=RunSettings(concurrency=2, timeout_s=1.5, repeats=3),
        measures=("recall@5", "reciprocal_rank"),
        cutoff=3,
        systems={"desk": {"kind": "callable", "target": "app.py:answer"}},
        waive=("GS110",),
    )


def test_decisions_are_read_for_ever_and_still_bind() -> None:
    facts = load_facts(FOLDER / "golden" / "reviews.jsonl")

    assert facts == contents.FACTS
    assert load_golden(FOLDER / "golden").golden.facts == facts
    assert status(contents.WINDOW, facts).state == "approved"


@pytest.mark.parametrize("number", range(len(DIGESTS)))
def test_the_digests_of_a_case_are_the_same_for_ever(number: int) -> None:
    entry = DIGESTS[number]
    data = json.dumps(entry["case"]).encode()
    case = Door(Case).parse(read_json(data, name="a.json")[0], file="a.json", value=expand(entry["case"]))

    assert isinstance(case, Case)
    assert [case_digest(case), anchor_digest(case), metadata_digest(case)] == entry["digests"]


def test_the_digests_cover_cases_of_every_kind() -> None:
    kept = [entry["case"] for entry in DIGESTS]

    assert len(kept) >= 12
    assert {name for case in kept for name in case} == {item.name for item in fields(Case)}
    assert len({entry["digests"][0] for entry in DIGESTS}) == len(kept)
