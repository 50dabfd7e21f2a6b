"""What is wrong with the words of a case: GS125 to GS139."""

from __future__ import annotations

from typing import Any

import pytest

from goldsmith.records.case import AcceptedAnswer, Case, Message
from goldsmith.records.claims import AnyOfMatch, DateMatch, NumberMatch, PatternMatch, ProhibitedClaim, ValueMatch
from goldsmith.records.evidence import Alternative, Need
from goldsmith.scoring.observing.claims import see_claims
from tests.lint.building import case, claim, findings, need, told, view

KEY = "ghp_" + "aB3dE5fG7hJ9kL1mN2pQ4rS6tU8vW0xY2zA4"
LONG = " ".join(["word"] * 151)


def accept(*answers: str) -> dict[str, Any]:
    """Return fields of a case that accepts these answers and has no claim."""
    return {"accept": tuple(AcceptedAnswer(answer=one) for one in answers), "claims": ()}


def quoted(words: str) -> tuple[Need, ...]:
    """Return evidence that quotes these words."""
    return (Need(any_of=(Alternative(chunk="returns#1", quote=words),)),)


def prohibited(match: Any, text: str = "It is denied.") -> ProhibitedClaim:
    """Return a prohibited claim."""
    return ProhibitedClaim(prohibited=text, match=match)


@pytest.mark.parametrize(
    ("bad", "severity", "message"),
    [
        (
            case(question="I am anna@fennel-rye.com, where is it?"),
            "advice",
            "an e-mail address stands in question, characters 6 to 24",
        ),
        (
            case(messages=(Message(role="user", content="My card is 4539 1488 0343 6467"),)),
            "warning",
            "a card number stands in messages.0.content, characters 12 to 30",
        ),
        (case(notes="SSN 512-44-8819"), "warning", "a US social security number stands in notes, characters 5 to 15"),
        (
            case(claims=(claim(ValueMatch(value="anna@fennel-rye.com")),)),
            "advice",
            "an e-mail address stands in claims.0.match, characters 1 to 19",
        ),
    ],
)
def test_gs125_personal_data_are_told_by_place_and_never_repeated(bad: Case, severity: str, message: str) -> None:
    assert told("GS125", view(bad)) == [(severity, "c1", message)]


def test_gs125_what_the_corpus_says_is_the_corpus_s_own_and_what_was_authorised_is_a_note() -> None:
    own = case(**accept("Write to anna@fennel-rye.com."), evidence=quoted("Write to anna@fennel-rye.com."))
    other = case(question="I am anna@fennel-rye.com")

    assert told("GS125", view(own)) == []
    assert told("GS125", view(other, personal_data_allowed="by the works council, 2026-03-01")) == []


def test_gs126_a_secret_is_found_even_where_personal_data_are_authorised() -> None:
    bad = case(question=f"Why does {KEY} not work?")

    assert told("GS126", view(bad, personal_data_allowed="by the works council")) == [
        ("warning", "c1", "a token of GitHub stands in question, characters 10 to 49")
    ]
    assert told("GS126", view(case(evidence=quoted(KEY)))) == [
        ("warning", "c1", "a token of GitHub stands in evidence, characters 1 to 40")
    ]
    assert told("GS126", view(case(question="Why does ghp_YOUR_TOKEN_HERE not work?"))) == []


@pytest.mark.parametrize(
    "question",
    [
        "How long does it last? Who pays for the way back?",
        "How do I include an image, and what formats are supported?",
        "Как вернуть товар и когда придут деньги?",
        "保修期有多长，以及如何注册产品？",
    ],
)
def test_gs127_two_things_are_asked(question: str) -> None:
    assert [one.field for one in findings("GS127", view(case(question=question)))] == ["question"]


@pytest.mark.parametrize(
    "fields",
    [
        {"question": "How and when do I get the money?"},
        {"question": "It broke. What now?"},
        {"question": "What is the difference between what Home Care costs and what Pro Care costs?"},
        {"question": "A merger was proposed between this firm and what other firm?"},
        {"question": "What do both cost, and which has more?", "job": "comparison"},
        {"question": "How long is it, and who pays for it?", "claims": (claim({"number": 1}), claim({"number": 2}))},
        {"question": "How long is it, and who pays for it?", "behaviour": "refuse"},
    ],
)
def test_gs127_one_thing_a_comparison_and_halves_with_claims_are_left_alone(fields: dict[str, Any]) -> None:
    assert told("GS127", view(case(**fields))) == []


def test_gs128_an_answer_of_many_words_and_few_claims_is_too_long_to_check() -> None:
    many = (claim({"number": 1}), claim({"number": 2}), claim({"number": 3}))

    assert told("GS128", view(case(accept=(AcceptedAnswer(answer=LONG),)))) == [
        ("advice", "c1", "the accepted answer has 151 words; what of it counts, 1 required claims say")
    ]
    assert [one.code for one in findings("GS128", view(case(**accept("的" * 401))))] == ["GS128"]
    assert told("GS128", view(case(accept=(AcceptedAnswer(answer=LONG),), claims=many), case(**accept("Short.")))) == []


@pytest.mark.parametrize("text", ["See above.", "It depends.", "A correct and complete answer", "Правильный ответ"])
def test_gs129_words_that_only_praise_or_point_elsewhere_state_nothing(text: str) -> None:
    assert [one.field for one in findings("GS129", view(case(**accept(text))))] == ["accept.0.answer"]
    assert [one.field for one in findings("GS129", view(case(claims=(claim("judged", text),))))] == ["claims.0"]


@pytest.mark.parametrize(
    "text", ["Yes.", "It depends on the plan.", "The correct code is E3.", "保修三年", "See page 4."]
)
def test_gs129_a_fact_is_a_fact_however_short(text: str) -> None:
    assert told("GS129", view(case(**accept(text), question="Q?"))) == []


@pytest.mark.parametrize(
    "bad",
    [
        case(question="Is it 30 days?"),
        case(question="Is it kept for two years?", claims=(claim({"number": 24, "unit": "month"}),)),
        case(question="Does the shift lead decide?", claims=(claim(ValueMatch(value="shift lead")),)),
        case(question="Is the shift lead in Leipzig the one to ask?", **accept("The shift lead in Leipzig.")),
    ],
)
def test_gs130_a_question_that_says_the_answer_is_passed_by_repeating_it(bad: Case) -> None:
    assert [one.field for one in findings("GS130", view(bad, claims_in=see_claims))] == ["question"]


@pytest.mark.parametrize(
    "fields",
    [
        {"question": "Is it 30 days or 60 days?"},
        {"question": "How long is it?"},
        {"question": "Does it end the warranty?", "claims": (claim(PatternMatch(pattern="ends? the warranty")),)},
        {"question": "Is it 30 days?", "claims": (claim({"number": 30}), claim(ValueMatch(value="receipt")))},
        {"question": "Is it 30 days?", "claims": (claim("judged"),)},
        {"question": "Is it free?", **accept("free")},
        {"question": "Is it 30 days?", "answerability": "unsupported", "behaviour": "refuse"},
    ],
)
def test_gs130_a_choice_a_pattern_and_a_second_claim_are_left_alone(fields: dict[str, Any]) -> None:
    assert told("GS130", view(case(**fields), claims_in=see_claims)) == []


@pytest.mark.parametrize(
    ("required", "denied"),
    [
        (NumberMatch(number=30, unit="day"), NumberMatch(number=30)),
        (NumberMatch(number=30, unit="day"), NumberMatch(number=31, unit="day", tolerance=1)),
        (ValueMatch(value="Pro  Care"), ValueMatch(value="pro care")),
        (ValueMatch(value="a voucher of 10 euro"), ValueMatch(value="voucher")),
        (AnyOfMatch(any_of=("yes", "indeed")), AnyOfMatch(any_of=("indeed", "yes"))),
        (DateMatch(date="2026-01-01"), DateMatch(date="2026-01-01")),
    ],
)
def test_gs131_no_answer_can_meet_a_claim_that_another_prohibits(required: Any, denied: Any) -> None:
    bad = case(claims=(claim(required, "It is so."), prohibited(denied)))

    assert told("GS131", view(bad, claims_in=see_claims)) == [
        ("error", "c1", "to state 'It is so.' is to state the prohibited 'It is denied.'")
    ]


@pytest.mark.parametrize(
    ("required", "denied"),
    [
        (NumberMatch(number=30, unit="day"), NumberMatch(number=30, unit="EUR")),
        (ValueMatch(value="no voucher"), ValueMatch(value="voucher")),
        (AnyOfMatch(any_of=("yes", "indeed")), ValueMatch(value="yes")),
        (ValueMatch(value="care"), ValueMatch(value="home care")),
        ("judged", "judged"),
    ],
)
def test_gs131_other_units_denials_and_a_way_that_is_left_are_no_contradiction(required: Any, denied: Any) -> None:
    assert told("GS131", view(case(claims=(claim(required), prohibited(denied))), claims_in=see_claims)) == []


def test_gs132_an_accepted_answer_that_fails_its_own_claims_is_told_with_the_claim() -> None:
    short = case("c1", accept=(AcceptedAnswer(answer="Within a month."),))
    denied = case("c2", claims=(claim({"number": 30}), prohibited(NumberMatch(number=30, unit="day"), "30 days")))

    assert told("GS132", view(short, denied, claims_in=see_claims)) == [
        ("warning", "c1", "the accepted answer 'Within a month.' lacks what is required: 'It says so.'"),
        ("warning", "c2", "the accepted answer 'Within 30 days.' states what is prohibited: '30 days'"),
    ]


def test_gs132_patterns_judges_blank_answers_and_claims_of_other_needs_are_left_alone() -> None:
    parts = case(
        accept=(AcceptedAnswer(answer="Yes.", needs=("first",)),),
        claims=(claim({"number": 30}), claim(PatternMatch(pattern="x")), claim("judged")),
        evidence=(need("a#1", "first"), need("b#1", "second")),
    )
    first, *rest = parts.claims
    second = case("c2", accept=(AcceptedAnswer(answer=" "),))

    assert [one.message for one in findings("GS132", view(parts, second, claims_in=see_claims))] == [
        "the accepted answer 'Yes.' lacks what is required: 'It says so.'"
    ]
    assert told("GS132", view(case(accept=parts.accept, claims=tuple(rest)), claims_in=see_claims)) == []
    assert told("GS132", view(parts)) == []
    assert first.weight == 1


@pytest.mark.parametrize(
    ("question", "item"),
    [
        ("What is the window according to returns-2026.md?", Alternative(source="policies/returns-2026.md")),
        ("What does policy_v4 say?", Alternative(document="policy_v4")),
        ("What does returns#77ab say?", Alternative(chunk="returns#77ab")),
    ],
)
def test_gs133_a_question_that_names_its_file_does_the_work_of_retrieval(question: str, item: Alternative) -> None:
    found = findings("GS133", view(case(question=question, evidence=(Need(any_of=(item,)),))))

    assert [(one.severity, one.field) for one in found] == [("advice", "question")]


def test_gs133_a_document_that_is_called_by_a_word_may_be_asked_about() -> None:
    item = Alternative(document="returns", source="returns.md", chunk="returns#77ab")

    assert told("GS133", view(case(question="How do returns work?", evidence=(Need(any_of=(item,)),)))) == []


@pytest.mark.parametrize(
    ("language", "question", "letters"),
    [
        ("ru", "How long is the warranty?", "Latin"),
        ("zh-CN", "How long is the warranty?", "Latin"),
        ("en", "Какой срок гарантии?", "Cyrillic"),
        ("ja", "Какой срок гарантии?", "Cyrillic"),
    ],
)
def test_gs134_a_question_in_another_script_than_its_label(language: str, question: str, letters: str) -> None:
    assert told("GS134", view(case(question=question, language=language))) == [
        ("warning", "c1", f"language is {language!r}, in {letters} letters is {question!r}")
    ]


@pytest.mark.parametrize(
    "fields",
    [
        {"language": "ru", "question": "Что значит E3 на духовке Larch?"},
        {"language": "en", "question": "What does 保修 mean?"},
        {"language": "ru", "question": "E3?"},
        {"language": "ru-Latn", "question": "Kakoj srok garantii?"},
        {"language": "sr", "question": "Koliko traje garancija?"},
        {"language": "ru", "question": "How long is it?", "challenges": ("cross_lingual",)},
        {"language": None, "question": "How long is it?"},
    ],
)
def test_gs134_names_short_questions_and_languages_of_two_scripts_are_left_alone(fields: dict[str, Any]) -> None:
    assert told("GS134", view(case(**fields))) == []


THREE = (need("a#1"), need("b#1"), need("c#1"))


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"difficulty": "easy", "reasoning": "multi_hop"}, "marked easy, and its reasoning is multi_hop"),
        ({"difficulty": "easy", "evidence": THREE}, "marked easy, and an answer needs 3 passages"),
        (
            {"difficulty": "hard", "job": "lookup", "reasoning": "single"},
            "marked hard, and it is a lookup of one passage without any challenge",
        ),
    ],
)
def test_gs135_a_difficulty_that_the_needs_contradict(fields: dict[str, Any], message: str) -> None:
    assert told("GS135", view(case(**fields))) == [("advice", "c1", message)]


@pytest.mark.parametrize(
    "fields",
    [
        {"difficulty": "easy"},
        {"difficulty": "medium", "evidence": THREE},
        {"difficulty": "hard", "job": "lookup", "challenges": ("injection",)},
        {"difficulty": "hard", "job": "lookup", "hallucination_risk": "high"},
        {"difficulty": "hard", "job": "compliance"},
    ],
)
def test_gs135_what_makes_a_case_hard_may_be_something_else(fields: dict[str, Any]) -> None:
    assert told("GS135", view(case(**fields))) == []


def test_gs136_a_reasoning_that_the_needs_contradict() -> None:
    two = (need("a#1"), need("b#1"))
    bad = (case("c1", reasoning="single", evidence=two), case("c2", reasoning="multi_hop"))
    good = (
        case("c1", reasoning="single", evidence=(need("a#1"), need("a#1"))),
        case("c2", reasoning="multi_hop", evidence=two),
        case("c3", reasoning="inference"),
    )

    assert told("GS136", view(*bad)) == [
        ("advice", "c1", "reasoning is single, and an answer needs 2 passages"),
        ("advice", "c2", "reasoning is multi_hop, and an answer needs 1 passage"),
    ]
    assert told("GS136", view(*good)) == []


@pytest.mark.parametrize(
    "text",
    ["I could not find this in the documents.", "В документах об этом ничего не найдено.", "文档中没有找到相关信息。"],
)
def test_gs137_a_case_that_expects_an_answer_and_accepts_a_refusal(text: str) -> None:
    assert [one.field for one in findings("GS137", view(case(**accept(text))))] == ["accept.0.answer"]
    assert told("GS137", view(case(**accept(text), answerability="unsupported", behaviour="refuse"))) == []


@pytest.mark.parametrize("text", ["No. The lock must never be bypassed.", "Refunds are not available after 30 days."])
def test_gs137_a_no_about_the_world_is_an_answer(text: str) -> None:
    assert told("GS137", view(case(**accept(text)))) == []


def test_gs138_one_fact_that_two_claims_count() -> None:
    twice = case(claims=(claim({"number": 30}, "Thirty."), claim({"number": 30}, "30 it is.")))

    assert told("GS138", view(twice)) == [("advice", "c1", "'30 it is.' has the matcher of 'Thirty.'")]
    assert told("GS138", view(case(claims=(claim("judged", "One."), claim("judged", "Two."))))) == []


@pytest.mark.parametrize(
    ("text", "match", "message"),
    [
        (
            "Within 30 days.",
            {"number": 31, "unit": "day"},
            "'Within 30 days.' says 30 days, and its matcher looks for 31 day",
        ),
        ("Extension 4410.", {"number": 4411}, "'Extension 4410.' says 4410, and its matcher looks for 4411"),
    ],
)
def test_gs139_a_claim_whose_words_say_another_number(text: str, match: dict[str, Any], message: str) -> None:
    assert told("GS139", view(case(claims=(claim(match, text),)))) == [("warning", "c1", message)]


@pytest.mark.parametrize(
    ("text", "match"),
    [
        ("Within 30 days.", {"number": 30, "unit": "day"}),
        ("Within two years.", {"number": 24, "unit": "month"}),
        ("From 10 to 14 days.", {"number": 12, "unit": "day"}),
        ("The terms of 2026 hold.", {"number": 36}),
        ("Within 30 days it costs 9 euro.", {"number": 9, "unit": "EUR"}),
        ("The fee is paid.", {"number": 9, "unit": "EUR"}),
        ("About 30 days.", {"number": 31, "unit": "day", "tolerance": 2}),
    ],
)
def test_gs139_other_units_ranges_years_and_tolerances_are_left_alone(text: str, match: dict[str, Any]) -> None:
    assert told("GS139", view(case(claims=(claim(match, text),)))) == []
