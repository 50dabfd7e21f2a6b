"""GS1xx: the form of a case. Each rule finds what it is for and leaves alone what is right."""

from __future__ import annotations

from typing import Any

import pytest

from goldsmith.records.case import AcceptedAnswer, FormatRules, Message, Origin, VariantOf, Waiver
from goldsmith.records.claims import (
    AnyOfMatch,
    DateMatch,
    Matcher,
    NumberMatch,
    OptionalClaim,
    PatternMatch,
    ProhibitedClaim,
    ValueMatch,
)
from goldsmith.records.evidence import Alternative, Need
from goldsmith.records.golden_set import Minimum, SetHeader
from tests.lint.building import HEADER, case, claim, document, findings, identity, need, told, view

GOOD = case()


def problems(rule: str, **fields: Any) -> list[str]:
    """Return what a rule says of one case."""
    return [message for _, _, message in told(rule, view(case(**fields)))]


@pytest.mark.parametrize(
    "code", [f"GS1{number:02}" for number in range(1, 24) if number != 10] + ["GS201", "GS202", "GS203", "GS217"]
)
def test_nothing_is_found_in_a_case_that_is_right(code: str) -> None:
    assert findings(code, view(GOOD)) == []


def test_a_second_case_with_an_id_names_the_place_of_the_first() -> None:
    found = findings("GS101", view(case("a"), case("b"), case("a")))

    assert [(one.severity, one.line, one.message) for one in found] == [
        ("error", 3, "the id 'a' is taken by cases.yaml:1")
    ]


@pytest.mark.parametrize(
    ("twin", "severity", "difference"),
    [
        ("g001 ", "error", "a character that nobody sees"),
        ("g\u200b001", "error", "a character that nobody sees"),
        ("G001", "warning", "letter case or width"),
        ("ｇ001", "warning", "letter case or width"),
    ],
)
def test_an_id_that_looks_like_another_names_its_twin(twin: str, severity: str, difference: str) -> None:
    assert told("GS102", view(case("g001"), case(twin))) == [
        (severity, twin, f"the id {twin!a} differs only by {difference} from 'g001' at cases.yaml:1")
    ]


def test_normal_forms_cannot_be_seen_and_letters_of_another_script_can() -> None:
    found = told("GS102", view(case("\u00e91"), case("e\u03011"), case("\u0441001"), case("c001")))

    assert [(severity, message.partition(" from ")[0]) for severity, _, message in found] == [
        ("error", r"the id 'e\u03011' differs only by its Unicode normal form"),
        ("warning", "the id 'c001' differs only by a letter of another script that looks the same"),
    ]


def test_ids_that_differ_to_the_eye_are_no_twins() -> None:
    assert told("GS102", view(case("g001"), case("g002"))) == []


def test_a_question_of_blanks_is_blank() -> None:
    assert problems("GS103", question=" \n") == ["the question is blank"]


def test_a_case_that_says_nothing_of_a_right_answer_is_an_error() -> None:
    assert problems("GS104", accept=(), claims=()) == [
        "nothing says what a right answer is: no accepted answer and no claim"
    ]
    assert problems("GS104", accept=(AcceptedAnswer(answer=" "),)) == ["this accepted answer is blank"]


def test_a_refusal_needs_no_accepted_answer() -> None:
    assert problems("GS104", accept=(), claims=(), evidence=(), answerability="unsupported", behaviour="refuse") == []


@pytest.mark.parametrize(
    ("words", "missing"),
    [
        ({"answerability": "unstated", "behaviour": "unstated"}, "answerability and behaviour"),
        ({"answerability": "unsupported", "behaviour": "unstated"}, "behaviour"),
    ],
)
def test_without_evidence_both_words_must_be_written(words: dict[str, str], missing: str) -> None:
    assert problems("GS105", evidence=(), **words) == [
        f"there is no evidence and no word on {missing}: a forgotten label looks the same"
    ]
    assert problems("GS105", evidence=(need("a#1"),), **words) == []


def test_a_misspelt_word_of_an_axis_suggests_the_nearest() -> None:
    assert problems("GS106", risk="hgih", challenges=("typo", "typpo"), origin=Origin(kind="tickets")) == [
        "'hgih' is not a word of risk; did you mean 'high'?",
        "'typpo' is not a word of challenges; did you mean 'typo'?",
        "'tickets' is not a word of origin; did you mean 'ticket'?",
    ]


def test_a_refusal_has_one_of_four_reasons() -> None:
    assert told("GS106", view(case(refusal_reason="not_permited"), ready=True)) == [
        ("error", "c1", "'not_permited' is no reason of a refusal; did you mean 'not_permitted'?")
    ]
    assert problems("GS106", refusal_reason="unsafe") == []


def test_words_of_the_set_and_of_open_axes_are_known() -> None:
    header = SetHeader(name="s", axes={"job": ("returns",)})

    assert told("GS106", view(case(job="returns", language="ru", source_format="pdf"), header=header)) == []


def test_a_header_may_not_extend_what_measures_build_on_nor_slice_by_what_is_no_axis() -> None:
    header = SetHeader(
        name="s", axes={"behaviour": ("shrug",), "jop": ("x",)}, minima=(Minimum(slice={"riks": "high"}, cases=3),)
    )

    assert [message for _, _, message in told("GS106", view(header=header))] == [
        "axes in set.yaml: 'behaviour' cannot be extended",
        "axes in set.yaml: 'jop' is no axis; did you mean 'job'?",
        "minima in set.yaml: 'riks' is no axis, so no case is in this slice; did you mean 'risk'?",
    ]


def test_a_source_cannot_be_allowed_and_denied() -> None:
    assert problems("GS107", identity=identity(allowed=("a", "b"), denied=("b",))) == [
        "source 'b' is both allowed and denied to 'ann'"
    ]


def test_claims_and_answers_name_needs_that_are_there_once() -> None:
    assert problems(
        "GS108",
        evidence=(need("a#1", "receipt"), need("a#2", "receipt")),
        claims=(OptionalClaim(optional="x", needs=("receit",)),),
        accept=(AcceptedAnswer(answer="x", needs=("receipt", "payout")),),
    ) == [
        "2 needs are called 'receipt'",
        "no need is called 'receit'; did you mean 'receipt'?",
        "no need is called 'payout'",
    ]


@pytest.mark.parametrize(
    ("match", "fault"),
    [
        (
            PatternMatch(pattern="(a+)+"),
            ("the pattern cannot be used: '(a+)+' repeats something that can match in several ways"),
        ),
        (
            DateMatch(date="2026-02-30"),
            ("'2026-02-30' is not in the calendar; write it as YYYY-MM-DD or YYYY-MM-DDThh:mm:ssZ"),
        ),
        (AnyOfMatch(any_of=()), "any_of is empty: nothing can match"),
        (AnyOfMatch(any_of=("x", " ")), "the value is blank"),
        (NumberMatch(number=1, tolerance=-0.5), "the tolerance is -0.5; it must be 0 or more"),
        (NumberMatch(number=float("nan")), "nan is not a finite number"),
    ],
)
def test_a_matcher_that_can_decide_nothing_is_an_error(match: Any, fault: str) -> None:
    assert problems("GS109", claims=(claim(match),)) == [fault]


def test_matchers_that_can_decide_are_left_alone() -> None:
    matchers: tuple[Matcher, ...] = (
        PatternMatch(pattern=r"\b30\b"),
        DateMatch(date="2026-02-28"),
        ValueMatch(value="x"),
        "judged",
    )

    assert problems("GS109", claims=tuple(claim(one) for one in matchers), format=FormatRules(pattern="^OK")) == []
    assert len(problems("GS109", format=FormatRules(pattern="("))) == 1


def test_an_answer_in_words_without_a_deciding_claim_gets_claims_to_paste() -> None:
    found = findings("GS110", view(case(claims=(claim("judged"),))))

    assert [(one.severity, one.mend) for one in found] == [
        (
            "advice",
            (
                "paste, then keep what a right answer must state:\n"
                "claims:\n"
                '  - required: "Within 30 days."\n'
                "    match: {number: 30, unit: day}"
            ),
        )
    ]
    assert findings("GS110", view(GOOD)) == []


def test_beyond_a_hundred_cases_the_claims_are_proposed_on_request() -> None:
    found = findings("GS110", view(*(case(f"c{number}", claims=()) for number in range(101))))

    assert found[100].mend == "mend the cases before it: then the check proposes claims here too"


def test_a_clarifying_question_or_a_refusal_says_what_makes_it_right() -> None:
    assert problems("GS111", behaviour="clarify") == [
        "the case expects a clarifying question and does not say what it must ask"
    ]
    assert problems("GS111", behaviour="escalate") == [
        "the case expects the system to escalate and names neither a reason nor where to point"
    ]
    assert problems("GS111", behaviour="clarify", must_ask=("which plan",)) == []
    assert problems("GS111", behaviour="refuse", refusal_reason="not_found") == []


def test_behaviour_goes_with_answerability() -> None:
    assert problems("GS112", answerability="unsupported") == [
        "the corpus supports no answer, yet an answer is expected"
    ]
    assert problems("GS112", behaviour="refuse") == [
        "the corpus supports an answer, yet a refusal is expected and nothing says why"
    ]


@pytest.mark.parametrize(
    "why",
    [{"challenges": ("injection",)}, {"refusal_reason": "unsafe"}, {"identity": identity(denied=("salaries",))}],
)
def test_a_refusal_that_is_explained_is_no_mismatch(why: dict[str, Any]) -> None:
    assert problems("GS112", behaviour="refuse", **why) == []


def test_the_access_rules_of_the_corpus_explain_a_refusal() -> None:
    secret = document("salaries", allowed_principals=("people",))
    refused = case(behaviour="refuse", identity=identity())

    assert told("GS112", view(refused, documents=[secret])) == []
    assert len(told("GS112", view(refused, documents=[document("open")]))) == 1


def test_a_weight_is_a_number_above_zero_and_not_huge() -> None:
    weights = [told("GS113", view(case(weight=weight)))[0] for weight in (-1, float("inf"), 0, 5000)]

    assert weights == [
        ("error", "c1", "the weight is -1; it must be above 0"),
        ("error", "c1", "the weight is inf; it must be above 0"),
        ("warning", "c1", "the weight 0 hides it from every mean"),
        ("warning", "c1", "the weight 5000 outweighs all others"),
    ]
    assert problems("GS113", claims=(OptionalClaim(optional="x", weight=2),)) == []


def test_an_effective_date_is_a_day_of_the_calendar() -> None:
    dated = Need(
        any_of=(Alternative(chunk="a#1", effective="01/02/2026"), Alternative(chunk="a#2", effective="2026-03-01"))
    )

    assert [(one.field, one.message) for one in findings("GS114", view(case(evidence=(dated,))))] == [
        (
            "evidence.0.any_of.0.effective",
            "'01/02/2026' can be read day first or month first; write it as YYYY-MM-DD or YYYY-MM-DDThh:mm:ssZ",
        )
    ]


def waiver(**fields: str) -> Waiver:
    usual = {"gate": "citations", "who": "Avery", "why": "Known fault, T-12.", "until": "2026-09-08"}
    return Waiver(**(usual | fields))


@pytest.mark.parametrize(
    ("wrong", "problem"),
    [
        ({"gate": "citation"}, "there is no gate 'citation'; did you mean 'citations'?"),
        ({"who": " "}, "the waiver of 'citations' does not say who"),
        ({"until": "soon"}, "'soon' is not a day of the calendar; write it as YYYY-MM-DD"),
        ({"until": "2026-02-30"}, "'2026-02-30' is not a day of the calendar; write it as YYYY-MM-DD"),
        ({"until": "2026-09-07"}, "the waiver of 'citations' by Avery expired on 2026-09-07: the gate blocks again"),
    ],
)
def test_a_waiver_names_gate_person_and_an_end_that_is_not_over(wrong: dict[str, str], problem: str) -> None:
    assert problems("GS115", waivers=(waiver(**wrong),)) == [problem]


@pytest.mark.parametrize(
    ("until", "severity"),
    [
        ("soon", ["error"]),
        ("2026-09-07", ["warning"]),
        ("2026-09-08", []),
        ("2027-09-08", []),
        ("2027-09-09", ["advice"]),
    ],
)
def test_a_waiver_holds_through_its_last_day_and_should_end_within_a_year(until: str, severity: list[str]) -> None:
    found = told("GS115", view(case(waivers=(waiver(until=until),))))

    assert [one for one, _, _ in found] == severity


def test_a_refusal_of_somebody_who_is_denied_a_source_prohibits_what_it_says() -> None:
    denied: dict[str, Any] = {"identity": identity(denied=("salaries",)), "behaviour": "refuse"}
    leak = ProhibitedClaim(prohibited="It is 9,000 euro.", match=NumberMatch(number=9000))
    message = "a reworded leak of the denied sources is only seen by a prohibited claim, and there is none"

    assert told("GS124", view(case(**denied))) == [("advice", "c1", message)]
    assert problems("GS124", **denied, claims=(leak,)) == []
    assert problems("GS124", behaviour="refuse", identity=identity()) == []
    assert problems("GS124", identity=identity(denied=("salaries",))) == []


def test_a_variant_varies_another_case_that_is_there() -> None:
    found = told(
        "GS116",
        view(
            case("a", variant_of=VariantOf(case="b", how="typo")),
            case("b", variant_of=VariantOf(case="a", how="long")),
            case("c", variant_of=VariantOf(case="c", how="typo")),
            case("refund-1", variant_of=VariantOf(case="refund", how="typo")),
            case("d", variant_of=VariantOf(case="a", how="typo")),
        ),
    )

    assert [(name, message) for _, name, message in found] == [
        ("a", "it varies 'b', which in the end varies it"),
        ("b", "it varies 'a', which in the end varies it"),
        ("c", "it varies itself"),
        ("refund-1", "it varies 'refund', which is not in the set; did you mean 'refund-1'?"),
    ]


def test_earlier_messages_have_no_place_in_a_single_turn_set() -> None:
    talk = case(messages=(Message(role="user", content="Hello"), Message(role="assistant", content="")))
    several = SetHeader(name="s", interaction="multi_turn")

    assert told("GS117", view(talk)) == [
        ("warning", "c1", "the case has 2 earlier messages, and set.yaml says single_turn")
    ]
    assert told("GS117", view(talk, header=several)) == []
    assert told("GS117", view(talk, bare=True)) == []
    assert told("GS120", view(talk)) == [("error", "c1", "turn 2 of the conversation (assistant) is blank")]


@pytest.mark.parametrize(
    "text", ["TB" + "D", "ask legal, TO" + "DO", "[insert amount] euros", "lorem ipsum dolor", "?", "…"]
)
def test_a_placeholder_is_found(text: str) -> None:
    assert len(problems("GS118", accept=(AcceptedAnswer(answer=text),))) == 1


@pytest.mark.parametrize("text", ["todo el mundo", "use arr[0] or <b>", "Is it?", "write to us <at any time>", "FIRST"])
def test_words_that_only_resemble_a_placeholder_are_left_alone(text: str) -> None:
    assert problems("GS118", accept=(AcceptedAnswer(answer=text),)) == []


@pytest.mark.parametrize("name", ["", " ", "\u200b"])
def test_a_blank_id_is_an_error(name: str) -> None:
    assert told("GS119", view(case(name))) == [("error", name, "the id is blank")]


def test_a_tool_cannot_be_allowed_and_forbidden() -> None:
    assert problems("GS121", allowed_tools=("pay", "find"), forbidden_tools=("pay",)) == [
        "tool 'pay' is both allowed and forbidden"
    ]
    assert problems("GS121", forbidden_tools=("pay",)) == []


def test_a_length_that_no_answer_can_have_is_an_error() -> None:
    assert problems("GS122", format=FormatRules(min_characters=10, max_characters=5)) == [
        "no answer has at least 10 and at most 5 characters"
    ]
    assert problems("GS122", format=FormatRules(max_characters=5)) == []


def test_a_grade_below_one_is_an_error() -> None:
    worthless = Need(any_of=(Alternative(chunk="a#1", grade=0),))

    assert problems("GS123", evidence=(worthless,)) == ["the grade is 0; it must be 1 or more"]


def test_the_usual_header_of_these_tests_pins_a_revision() -> None:
    assert findings("GS214", view(GOOD, header=HEADER)) == []
