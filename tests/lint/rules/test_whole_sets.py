"""What is wrong between cases and with a set as a whole: GS226, GS302 to GS304, GS406, GS507 to GS512."""

from __future__ import annotations

from typing import Any

import pytest

from goldsmith.records.case import Case, Origin, VariantOf
from goldsmith.records.evidence import Alternative, Need
from goldsmith.records.golden_set import SetHeader
from goldsmith.records.settings import CheckSettings
from tests.lint.building import case, claim, decision, document, findings, identity, need, resolution, told, view

WINDOW = "When may a customer send a used oven back?"


def variant(name: str, of: str, **fields: Any) -> Case:
    """Return a variant of a case."""
    return case(name, variant_of=VariantOf(case=of, how="wording"), **fields)


def many(count: int, **fields: Any) -> list[Case]:
    """Return so many cases that share these fields."""
    return [case(f"c{number}", **fields) for number in range(count)]


def cited(*alternatives: Alternative) -> list[Case]:
    """Return a case for each alternative."""
    return [case(f"c{at}", evidence=(Need(any_of=(one,)),)) for at, one in enumerate(alternatives)]


def test_gs226_sources_in_several_shapes_are_told_with_their_numbers() -> None:
    shapes = cited(
        Alternative(source="https://docs.example/a", quote="a"),
        Alternative(source="policies/b.md", quote="b"),
        Alternative(source="policies\\c.md", quote="c"),
    )

    assert told("GS226", view(*shapes)) == [
        ("advice", "", "sources are named 1 as addresses, 1 as paths with backslashes, 1 as relative paths")
    ]


def test_gs226_one_source_in_two_spellings_is_told() -> None:
    twins = cited(Alternative(chunk="Policies/b.md#1"), Alternative(chunk="policies/b.md#2"))

    assert told("GS226", view(*twins)) == [("advice", "", "sources are spelled in more than one way: 'Policies/b.md'")]


def test_gs226_what_the_corpus_names_so_itself_is_left_alone() -> None:
    mixed = cited(Alternative(source="https://docs.example/a"), Alternative(source="b.md"), Alternative(chunk="x\\y#1"))
    known = [document("a", source="https://docs.example/a"), document("b", source="b.md")]

    assert told("GS226", view(*mixed, documents=known)) == []
    assert told("GS226", view(*cited(Alternative(chunk="a.md#1"), Alternative(chunk="b.md#1")))) == []


def test_gs302_a_question_that_differs_by_a_word_is_told_once_with_the_first() -> None:
    first, second, third = (
        case(name, question=text, job="procedure")
        for name, text in (("a", WINDOW), ("b", WINDOW.replace("may", "can")), ("c", WINDOW.replace("used ", "")))
    )

    assert told("GS302", view(first, second, third)) == [
        ("advice", "b", "'When can a customer send a used oven back?' is nearly the question of 'a' at cases.yaml:1"),
        ("advice", "c", "'When may a customer send a oven back?' is nearly the question of 'a' at cases.yaml:1"),
    ]


OTHER = WINDOW.replace("may", "can")
MIXER = WINDOW.replace("oven", "mixer")


@pytest.mark.parametrize(
    "second",
    [
        case("b", question=WINDOW),
        case("b", question=OTHER, job="lookup"),
        case("b", question=OTHER, identity=identity("bob")),
        case("b", question=OTHER, variant_of=VariantOf(case="a", how="wording")),
        case("b", question=WINDOW.replace("a used", "2 used")),
        case("b", question=MIXER, evidence=(need("mixer#1"),)),
        case("b", question=MIXER, claims=(claim({"number": 60}),)),
        case("b", question=MIXER, behaviour="refuse", answerability="unsupported", evidence=()),
        case("b", question="Where is the nearest shop of yours?"),
    ],
)  # fmt: skip
def test_gs302_equal_questions_variants_twins_numbers_and_other_answers_are_left_alone(second: Case) -> None:
    assert told("GS302", view(case("a", question=WINDOW), second)) == []


def test_gs302_two_variants_of_one_case_are_no_duplicates_of_each_other() -> None:
    family = (variant("a", "x", question=WINDOW), variant("b", "x", question=OTHER))

    assert told("GS302", view(*family)) == []


def test_gs303_a_variant_in_another_split_than_its_original() -> None:
    split = (case("a", split="dev"), variant("b", "a", split="release"))

    assert told("GS303", view(*split)) == [
        ("warning", "b", "it is in split 'release', and 'a', which it varies, in 'dev'")
    ]
    assert told("GS303", view(case("a", split="dev"), variant("b", "a", split="dev"), variant("c", "a"))) == []


def test_gs304_a_question_in_the_words_of_its_source() -> None:
    quote = "Goods that were used may be sent back within thirty days of purchase."
    copied = case("a", question=f"Is it true that {quote}", evidence=(Need(any_of=(Alternative(quote=quote),)),))
    own = case("b", question="i used my oven for a week, can it still go back", evidence=copied.evidence)

    assert told("GS304", view(copied, own)) == [
        ("advice", "a", "the question repeats its source word for word: 'goods that were used may be sent back'")
    ]


def test_gs304_characters_are_counted_where_no_spaces_are_written() -> None:
    quote = "自购买之日起三十天内可以退回已使用的商品"
    copied, near = (
        case(name, question=text, evidence=(Need(any_of=(Alternative(quote=quote),)),))
        for name, text in (("a", f"真的{quote}吗？"), ("b", "三十天内可以退回商品吗，还是不行呢？"))
    )

    assert told("GS304", view(copied, near)) == [
        ("advice", "a", "the question repeats its source word for word: '自购买之日起三十天内可以退回已使'")
    ]


def test_gs406_a_case_that_nobody_looked_at_for_longer_than_the_set_time() -> None:
    facts = (decision("a", at="2025-09-07T10:00:00Z"), decision("b"), decision("b", "Bo", at="2020-01-01T10:00:00Z"))
    three = (case("a"), case("b"), case("c"))

    assert told("GS406", view(*three, facts=facts)) == [
        ("advice", "a", "nobody has looked at it for 366 days, since 2025-09-07")
    ]
    assert told("GS406", view(*three, facts=facts, settings=CheckSettings(review_after_days=366))) == []
    assert [
        one.case for one in findings("GS406", view(*three, facts=facts, settings=CheckSettings(review_after_days=6)))
    ] == ["a", "b"]


@pytest.mark.parametrize(
    ("rule", "axis", "word"),
    [("GS507", "job", "lookup"), ("GS508", "source_format", "markdown"), ("GS509", "difficulty", "easy")],
)
def test_gs507_to_509_one_word_that_most_cases_share(rule: str, axis: str, word: str) -> None:
    most = [*many(13, **{axis: word}), *many(7, **{axis: "other"})]
    even = [*many(12, **{axis: word}), *many(8, **{axis: "other"}), *many(30)]
    few = many(19, **{axis: word})

    assert told(rule, view(*most)) == [("advice", "", f"13 of 20 cases (65%) are {axis}={word}")]
    assert (told(rule, view(*even)), told(rule, view(*few))) == ([], [])


def test_gs508_a_corpus_of_one_format_explains_a_set_of_one_format() -> None:
    alike = many(20, source_format="markdown")
    plain = [document(name, media_type="text/markdown") for name in "abc"]
    several = [*plain[:1], document("d", media_type="application/pdf"), document("e", media_type="text/html")]

    assert told("GS508", view(*alike, documents=plain)) == []
    assert len(told("GS508", view(*alike, documents=several))) == 1


def test_gs510_a_set_without_one_question_of_people() -> None:
    silent, made = many(20), many(20, origin=Origin(kind="synthetic"))

    assert told("GS510", view(*silent)) == [("advice", "", "no case says where it comes from")]
    assert told("GS510", view(*made[:19], silent[0])) == [
        ("advice", "", "19 of 20 cases are synthetic, the others do not say")
    ]
    assert told("GS510", view(*made[:19], case("log", origin=Origin(kind="log")))) == []
    assert told("GS510", view(*silent[:19])) == []


def test_gs511_permission_twins_want_a_probe() -> None:
    twins = (
        case("a", question="Who decides?", identity=identity("ann")),
        case("b", question="who decides?", identity=identity("bob"), behaviour="refuse"),
    )
    both_get_it = (twins[0], case("c", question="Who decides?", identity=identity("bob")))
    probed = SetHeader(name="s", probes=("same_text",))

    assert told("GS511", view(*twins)) == [
        ("advice", "", "asked as somebody permitted and as somebody who is not, and no probe is named: a")
    ]
    assert (told("GS511", view(*twins, header=probed)), told("GS511", view(*both_get_it))) == ([], [])


def test_gs512_one_document_on_which_most_of_the_set_rests() -> None:
    cases = many(20)
    corpus = [document(name) for name in ("returns", "b", "c", "d", "e")]
    resting = [resolution(f"c{number}", "found") for number in range(20)]
    spread = [*resting[:12], *(resolution(f"c{number}", "found", document="b") for number in range(12, 20))]

    assert told("GS512", view(*cases, documents=corpus, resolutions=resting)) == [
        ("advice", "", "20 of 20 cases with evidence rest on document 'returns', of 5 in the corpus")
    ]
    assert told("GS512", view(*cases, documents=corpus, resolutions=spread)) == []
    assert told("GS512", view(*cases, documents=corpus[:4], resolutions=resting)) == []
