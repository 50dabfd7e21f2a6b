"""New texts that may answer a question without an answer, or that stand beside the evidence of one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldsmith.records.case import AcceptedAnswer, Case, Message
from goldsmith.records.evidence import Alternative
from goldsmith.records.refresh import FreshText
from goldsmith.refresh import rivals as room
from goldsmith.refresh.rivals import has_no_answer, homes, rivals
from tests.refresh.building import case, fresh, no_answer, passage, trace

NOISE = tuple(
    fresh(f"Room {number} has a screen. The office has a kitchen.", name="rooms.md", number=number)
    for number in range(30)
)
GYM = fresh("The company is in town. Gym memberships are paid by the company.", name="benefits.md", section="Sport")
LIMIT = case(
    question="What is the daily limit for hotels abroad?",
    alternatives=[Alternative(document="travel.md", quote="Hotels abroad cost at most 150 dollars for each night.")],
    accept=(AcceptedAnswer(answer="150 dollars."),),
)


def found(one: Case, *texts: FreshText) -> list[tuple[str, str, str, str]]:
    """Return the rivals of a case among `texts` and much that has nothing to do with it."""
    return [
        (rival.impact, rival.chunk, rival.text[slice(*rival.span)], rival.states)
        for rival in rivals([one], (*NOISE, *texts))
    ]


def test_a_new_text_that_covers_the_question_may_answer_it() -> None:
    assert found(no_answer(), GYM) == [
        ("may_be_answered", "benefits.md#9", "Gym memberships are paid by the company.", "")
    ]


def test_the_headings_above_a_text_count_as_its_words() -> None:
    short = fresh("They are paid by the company.", name="benefits.md", section="Benefits > Gym memberships")

    assert [rival[0] for rival in found(no_answer(), short)] == ["may_be_answered"]


@pytest.mark.parametrize(
    "text",
    [
        "The company pays for lunch.",
        "The gym is in the cellar.",
        "A company is not a club.",
        "The company has a garden. Trees grow there. A gym is near. It is old. Memberships are rare. They pay.",
    ],
)
def test_a_text_that_covers_little_of_the_question_in_one_place_does_not(text: str) -> None:
    assert found(no_answer(), fresh(text, name="benefits.md")) == []


def test_words_by_which_something_is_asked_need_not_be_in_its_answer() -> None:
    asked = no_answer(question="For how long can I still change a message that I posted?")
    new = fresh("You can edit a message for 5 minutes after you posted it.", name="chat.md")

    assert [one[2] for one in found(asked, new)] == ["You can edit a message for 5 minutes after you posted it."]


def test_only_a_text_with_a_figure_may_answer_how_long() -> None:
    asked = no_answer(question="For how long can I still change a message that I posted?")

    assert found(asked, fresh("You can edit a message that you posted, and delete it.", name="chat.md")) == []


def test_a_question_in_chinese_may_be_answered() -> None:
    question = no_answer(question="健身房会员费可以报销吗?")

    assert [one[2] for one in found(question, fresh("健身房会员费可以报销。", name="福利.md"))] == [
        "健身房会员费可以报销。"
    ]


def test_a_sentence_that_stood_in_the_earlier_document_is_not_new() -> None:
    edited = fresh("The gym is in town. Gym memberships are paid by the company.", name="perks.md")
    texts = (*NOISE, edited, GYM)
    stood = {"perks.md": "Gym memberships are\npaid by the company."}

    assert [one.document for one in rivals([no_answer()], texts, earlier=lambda name: stood.get(name, ""))] == [
        "benefits.md"
    ]


def test_the_subject_of_one_new_document_stays_a_telling_word() -> None:
    many = [fresh(f"Gym {number} is open for memberships.", name="gyms.md", number=number) for number in range(50)]

    assert [chunk for _, chunk, _, _ in found(no_answer(), *many, GYM)] == ["benefits.md#9"]


def test_a_follow_up_question_leans_on_what_was_said_before_it() -> None:
    earlier = (Message(role="user", content="Does the company pay for gym memberships?"),)
    answered = (Message(role="assistant", content="Does the company pay for gym memberships?"),)

    assert [
        len(
            found(
                no_answer(question="And for trainees?", messages=messages),
                fresh(f"{GYM.text[24:]} So do trainees.", name="b.md"),
            )
        )
        for messages in (earlier, answered)
    ] == [1, 0]


def test_new_text_elsewhere_that_states_an_amount_of_the_same_kind_is_a_rival() -> None:
    text = fresh("For hotels abroad the daily limit is 90 dollars.", name="rates.md")

    assert found(LIMIT, text) == [
        ("rival_passage", "rates.md#9", "For hotels abroad the daily limit is 90 dollars.", "90 dollars")
    ]


@pytest.mark.parametrize(
    "text",
    ["For hotels abroad there is a daily limit.", "For hotels abroad the daily limit is 3 minibar bottles or 2 hours."],
)
def test_new_text_without_an_amount_of_the_kind_of_the_answer_is_none(text: str) -> None:
    assert found(LIMIT, fresh(text, name="rates.md")) == []


def test_a_date_is_a_rival_of_a_date() -> None:
    dated = case(
        question="When does the new travel policy start?",
        accept=(AcceptedAnswer(answer="On 1 March 2026."),),
        alternatives=[Alternative(document="travel.md", quote="It starts on 1 March 2026.")],
    )

    assert found(dated, fresh("The new travel policy starts on 2 April 2026.", name="faq.md")) == [
        ("rival_passage", "faq.md#9", "The new travel policy starts on 2 April 2026.", "2026-04-02")
    ]


def test_a_sentence_that_is_nearly_the_quote_is_a_rival() -> None:
    one = case(
        alternatives=[Alternative(document="a.md", quote="Every visitor signs the paper register at the main gate.")]
    )
    same = fresh("Hello. Every visitor signs the new paper register at the main gate.", name="b.md")

    assert found(one, same) == [
        ("rival_passage", "b.md#9", "Every visitor signs the new paper register at the main gate.", "")
    ]


def test_text_in_the_documents_of_the_evidence_is_no_rival() -> None:
    text = "For hotels abroad the daily limit is 90 dollars."
    named, moved = fresh(text, name="travel.md"), fresh(text, name="trips.md")
    followed = [trace(document_before="travel.md", document_now="trips.md", now=(passage(document="x.md"),))]

    assert (
        rivals([LIMIT], (*NOISE, named)),
        rivals([LIMIT], (*NOISE, moved), own=homes(followed)),
        len(rivals([LIMIT], (*NOISE, moved))),
    ) == ((), (), 1)


def test_the_homes_of_a_case_are_where_its_evidence_stood_and_stands() -> None:
    gone = trace("c2", document_before="a.md", document_now=None, now=())

    assert homes([trace(now=(passage(document="b.md"),)), gone]) == {
        "c1": frozenset({"payments.md", "b.md"}),
        "c2": frozenset({"a.md"}),
    }


def test_at_most_three_passages_are_named_the_best_first() -> None:
    texts = [
        fresh(
            f"Gym memberships are paid by the company{'.' if number == 7 else ' in part.'}", name="b.md", number=number
        )
        for number in range(20)
    ]

    assert [chunk for _, chunk, _, _ in found(no_answer(), *texts)] == ["b.md#7", "b.md#0", "b.md#1"]


def test_cases_of_which_new_text_can_say_nothing_are_not_looked_for() -> None:
    nothing = [
        no_answer(question="Why?"),
        no_answer(refusal_reason="unsafe"),
        case(alternatives=()),
        case(question="Why?", alternatives=[Alternative(document="a.md", quote="See below.")], accept=()),
    ]

    assert rivals(nothing, iter([GYM])) == ()


def test_a_case_has_no_answer_where_it_says_so_or_has_nothing_to_answer_from() -> None:
    asked = [
        no_answer(),
        no_answer(refusal_reason="unsafe"),
        case(),
        case(alternatives=(), answerability="unstated", behaviour="escalate"),
        case(alternatives=(), answerability="ambiguous", behaviour="clarify"),
    ]

    assert list(map(has_no_answer, asked)) == [True, False, False, True, False]


def test_a_long_stream_is_read_once_and_weighed_as_a_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "LEARNT_FROM", 4)
    monkeypatch.setattr(room, "MOST_KEPT", 2)

    def stream() -> Iterator[FreshText]:
        for number in range(60):
            yield fresh(f"Gym memberships are paid by the company in town {number}.", name="b.md", number=number)
        yield GYM

    assert [one.chunk for one in rivals([no_answer()], stream())] == ["benefits.md#9", "b.md#0"]


def test_what_is_told_before_the_question_proper_need_not_stand_beside_its_answer() -> None:
    told = no_answer(question="I moved to another branch office last summer. Are gym memberships paid by anybody?")

    assert [chunk for _, chunk, _, _ in found(told, fresh("Gym memberships are paid.", name="b.md"))] == ["b.md#9"]


def test_a_sentence_that_stood_in_what_the_document_was_before_is_not_new() -> None:
    asked: list[str] = []

    def earlier(name: str) -> str:
        asked.append(name)
        return GYM.text

    assert rivals([no_answer()], (*NOISE, GYM, fresh(GYM.text, name="benefits.md", number=8)), earlier=earlier) == ()
    assert asked == ["benefits.md"]


def test_two_passages_of_one_document_are_two_rivals_and_two_sentences_of_one_passage_are_one() -> None:
    twice = fresh(f"{GYM.text} The rooms are cold. {GYM.text}", name="benefits.md", number=3)

    assert [chunk for _, chunk, _, _ in found(no_answer(), GYM, twice)] == ["benefits.md#9", "benefits.md#3"]


@given(order=st.permutations([no_answer("c1"), no_answer("c2", question="Who pays for the gym?"), LIMIT]))
def test_what_is_found_for_a_case_does_not_depend_on_its_place(order: list[Case]) -> None:
    texts: Iterable[FreshText] = (*NOISE, GYM, fresh("Hotels abroad have a daily limit of 90 dollars.", name="r.md"))
    plain = rivals(sorted(order, key=lambda one: (one.id, one.question)), texts)

    assert sorted(rivals(order, texts), key=repr) == sorted(plain, key=repr)
