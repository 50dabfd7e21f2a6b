"""Nothing that a reviewer confirms is cut, and nothing in a case can move what stands beside it."""

from __future__ import annotations

from goldsmith.cli.confirming import questions
from goldsmith.cli.showing import render_case
from goldsmith.records.case import Case, Message
from goldsmith.records.claims import AnyOfMatch, DateMatch, OptionalClaim, PatternMatch, RequiredClaim
from goldsmith.records.evidence import Alternative, Need

CASE = Case(id="a", question="Q?", answerability="supported", behaviour="answer")


def lines(**fields: object) -> list[str]:
    held = {"id": "a", "question": "Q?", "answerability": "supported", "behaviour": "answer", **fields}
    return render_case(Case(**held), {"d#1": "The words."}, width=100).splitlines()[2:]  # type: ignore[arg-type]


def test_a_long_quote_is_shown_to_its_last_word() -> None:
    quote = " ".join(f"word{number}" for number in range(400))
    shown = lines(evidence=(Need(any_of=(Alternative(document="d", quote=quote),)),))

    assert " ".join(" ".join(shown).split()).endswith('word398 word399"')
    assert max(map(len, shown)) <= 100


def test_a_passage_without_a_quote_is_shown_with_the_words_of_its_chunk() -> None:
    passages = (Alternative(chunk="d#1", version="2"), Alternative(chunk="gone#1"), Alternative(document="d"))

    assert lines(evidence=(Need(need="term", any_of=passages),)) == [
        '  evidence term: d#1 (version 2): "The words."',
        "    or: gone#1",
        "    or: d, the whole document",
    ]


def test_claims_are_shown_with_what_decides_them() -> None:
    claims = (
        RequiredClaim(required="In March.", match=DateMatch(date="2026-03-01")),
        OptionalClaim(optional="By post.", match=AnyOfMatch(any_of=("post", PatternMatch(pattern="mail")))),
        RequiredClaim(required="It is kind."),
    )

    assert lines(claims=claims)[:3] == [
        "  must say: In March. [date 2026-03-01]",
        '  may say: By post. [words "post" or pattern mail]',
        "  must say: It is kind. [for a judge]",
    ]


def test_a_hidden_character_is_shown_as_an_escape() -> None:
    assert lines(messages=(Message(role="user", content="a\u202eb"),), must_ask=("size",)) == [
        "  behaviour: answer (supported by the corpus)",
        "  must ask about: size",
        "  evidence: none",
    ]
    assert "a\\u202eb" in render_case(Case(id="a", question="a\u202eb"), {}, width=80)


def test_what_is_asked_fits_the_case() -> None:
    assert questions(CASE)[2] == "Is the evidence sufficient for the answer?"
    assert questions(Case(id="a", question="Q?", answerability="unsupported"))[2] == (
        "Is it right that no source answers it?"
    )
