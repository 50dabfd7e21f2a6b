"""What becomes of evidence when its documents change."""

from __future__ import annotations

import pytest

from goldsmith.corpus.locate import Lookup, resolve_all
from goldsmith.corpus.tracing import trace
from goldsmith.records.case import Case
from goldsmith.records.evidence import Alternative, Need
from tests.corpus.revisions import QUOTE, RETURNS, document, followed, moved, revision, states, words_now

LAB = (
    "# A\n\nVisitors may enter the hall and the lab must stay locked. Staff may enter the hall.\n\n"
    "# B\n\nNobody leaves early and the lab must stay locked.\n"
)


def test_an_unchanged_document_is_told_without_looking_for_words() -> None:
    found = moved(RETURNS)

    assert states(found) == ("intact", "same", "same", "identity")
    assert words_now(found) == [QUOTE]
    assert found.before == found.now[0]


def test_a_quote_that_only_moved_is_intact_and_pinned_where_it_stands() -> None:
    text = "# Preface\n\nNew words.\n\n" + RETURNS
    found = moved(text)
    start = text.index(QUOTE)

    assert states(found) == ("intact", "same", "changed", "exact")
    assert (found.confidence, found.detail) == (1.0, "")
    assert [(one.quote, one.span) for one in found.pinned] == [(QUOTE, (start, start + len(QUOTE)))]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("paid back within", "paid back\nwithin"),
        ("# Returns\n\n", "# Returns\n\n\n\n"),
        ("Ask the desk", "Ask  the desk"),
        ("Opened items can", "Opened items\ncan"),
    ],
)
def test_new_line_breaks_leave_quote_section_and_document_the_same(old: str, new: str) -> None:
    found = moved(RETURNS.replace(old, new))

    assert (found.quote, found.section, found.document) == ("intact", "same", "same")
    assert [one.quote for one in found.pinned] == [QUOTE]


def test_a_section_under_another_heading_is_changed_though_its_text_is_the_same() -> None:
    assert states(moved(RETURNS.replace("## Money", "## Refunds"))) == ("intact", "changed", "changed", "exact")


def test_a_section_that_is_new_below_the_own_one_is_named() -> None:
    found = moved(RETURNS.replace("# Warranty", "### Exceptions\n\nNot in May.\n\n# Warranty"))

    assert states(found) == ("intact", "changed", "changed", "exact")
    assert found.detail == "changed below it: Returns > Money > Exceptions"


def test_other_words_in_the_section_are_told_apart_from_other_words_elsewhere() -> None:
    inside = moved(RETURNS.replace("Ask the desk for the form.", "Ask the desk. Since May there is no form."))
    outside = moved(RETURNS.replace("24 months", "36 months"))

    assert (inside.quote, inside.section) == ("intact", "changed")
    assert (outside.quote, outside.section, outside.document) == ("intact", "same", "changed")


@pytest.mark.parametrize(
    ("before", "quote", "after", "words", "detail"),
    [
        (
            RETURNS,
            QUOTE,
            RETURNS.replace("within ten days", "within ten working days"),
            "The money is paid back within ten working days.",
            "",
        ),
        (
            RETURNS,
            "within 30 days",
            RETURNS.replace("30", "14"),
            "within 14 days",
            "the numbers were 30 and are 14",
        ),
        (
            "# Возврат\n\nТовар можно вернуть в течение 30 дней после покупки. Нужен чек.\n",
            "Товар можно вернуть в течение 30 дней после покупки.",
            "# Возврат\n\nТовар можно вернуть в течение 14 дней после покупки. Нужен чек.\n",
            "Товар можно вернуть в течение 14 дней после покупки.",
            "the numbers were 30 and are 14",
        ),
        (
            "# 退货\n\n客户可以在购买之后的30天内申请全额退款，但必须出示收据。保修期为24个月。\n",
            "客户可以在购买之后的30天内申请全额退款",
            "# 退货\n\n客户可以在购买之后的14天内申请全额退款，但必须出示收据。保修期为24个月。\n",
            "客户可以在购买之后的14天内申请全额退款",
            "the numbers were 30 and are 14",
        ),
        (
            "# 返品\n\n返品は購入から30日以内に限ります。送料はお客様のご負担です。\n",
            "返品は購入から30日以内に限ります。",
            "# 返品\n\n返品は原則として購入から30日以内に限ります。送料はお客様のご負担です。\n",
            "返品は原則として購入から30日以内に限ります。",
            "",
        ),
    ],
)
def test_changed_words_are_edited_and_shown_as_they_are_now(
    before: str, quote: str, after: str, words: str, detail: str
) -> None:
    found = moved(after, quote, before)

    assert (found.quote, found.section, found.method) == ("edited", "changed", "aligned")
    assert words_now(found) == [words]
    assert [one.quote for one in found.pinned] == [words]
    assert 0.6 <= found.confidence < 1
    assert found.detail == detail


@pytest.mark.parametrize(
    ("before", "quote", "after"),
    [
        (RETURNS, QUOTE, RETURNS.replace(QUOTE + " ", "")),
        (
            "# Возврат\n\nТовар можно вернуть с чеком. Деньги придут через неделю.\n",
            "Деньги придут через неделю.",
            "# Возврат\n\nТовар можно вернуть с чеком.\n",
        ),
        ("# 退货\n\n必须出示收据。保修期为二十四个月。\n", "保修期为二十四个月。", "# 退货\n\n必须出示收据。\n"),
    ],
)
def test_deleted_words_are_gone_and_their_section_is_shown(before: str, quote: str, after: str) -> None:
    found = moved(after, quote, before)

    assert states(found) == ("gone", "changed", "changed", "none")
    assert (found.pinned, found.confidence) == ((), 0.0)
    assert [one.span for one in found.now] == [None]
    assert found.before is not None


def test_a_sentence_that_resembles_a_deleted_one_and_was_there_before_is_not_what_became_of_it() -> None:
    own = "The fee for an account in euros is 10 euros a month."
    other = "The fee for an account in yen is 12 euros a month."

    assert moved(f"# Fees\n\n{other}\n", own, f"# Fees\n\n{own}\n\n{other}\n").quote == "gone"


def test_a_quote_that_stood_twice_is_followed_to_its_own_place() -> None:
    before = (
        "# A\n\nFirst part. See the desk. It is on the left.\n\n# B\n\nOther part. See the desk. It is on the right.\n"
    )
    case_b = before.index("See the desk", before.index("# B"))
    item = Alternative(document="returns", quote="See the desk.", span=(case_b, case_b + 13))
    new = (
        "# B\n\nOther part. See the desk. It is on the right.\n\n# A\n\nFirst part. See the desk. It is on the left.\n"
    )
    found = followed(item, revision({"returns": before}), revision({"returns": new}))
    place = new.index("See the desk")

    assert (found.quote, found.section, found.confidence) == ("intact", "same", 1.0)
    assert found.pinned[0].span == (place, place + 13)


def test_a_twin_that_was_always_there_is_not_the_place_of_deleted_words() -> None:
    before = (
        "# A\n\nFirst part. See the desk. It is on the left.\n\n# B\n\nOther part. See the desk. It is on the right.\n"
    )
    case_a = before.index("See the desk")
    item = Alternative(document="returns", quote="See the desk.", span=(case_a, case_a + 13))
    new = before.replace("See the desk. It is on the left.", "It is on the left.")
    found = followed(item, revision({"returns": before}), revision({"returns": new}))

    assert found.quote == "gone"
    assert "still stand in another place" in found.detail


def test_a_place_that_cannot_be_proved_says_how_often_the_words_stand() -> None:
    row = "| desk | open |\n"
    before, after = "# A\n\n" + row * 3, "# A\n\n" + row * 5
    item = Alternative(document="returns", quote="desk | open", span=(23, 34))
    found = followed(item, revision({"returns": before}), revision({"returns": after}))

    assert found.quote == "intact"
    assert found.confidence < 1
    assert found.detail == "the words stood 3 times in returns and stand 5 times now"


@pytest.mark.parametrize(
    ("before", "quote", "after"),
    [
        (
            RETURNS,
            "The money is paid back within ten days. Ask the desk for the form.",
            RETURNS.replace("days. Ask", "days. Since May a fee of two euros is kept. Ask"),
        ),
        (
            "# Деньги\n\nДеньги придут через десять дней. Форму даёт касса магазина.\n",
            "Деньги придут через десять дней. Форму даёт касса магазина.",
            "# Деньги\n\nДеньги придут через десять дней.\n\n# Формы\n\nФорму даёт касса магазина.\n",
        ),
        (
            "# 退货\n\n必须出示购买时的收据。退款在十天之内到账。\n",
            "必须出示购买时的收据。退款在十天之内到账。",
            "# 退货\n\n必须出示购买时的收据。手续费为两欧元，不予退还。退款在十天之内到账。\n",
        ),
    ],
)
def test_words_with_others_between_them_are_split_and_every_piece_is_named(before: str, quote: str, after: str) -> None:
    found = moved(after, quote, before)

    assert (found.quote, found.section, found.confidence) == ("split", "changed", 1.0)
    assert len(words_now(found)) == len(found.pinned) == 2
    assert "".join("".join(words_now(found)).split()) == "".join(quote.split())


@pytest.mark.parametrize(
    ("before", "quote", "after", "now"),
    [
        (
            "# A\n\nRefunds of sale goods are allowed. Exchanges of sale goods are allowed.\n",
            "Refunds of sale goods are allowed. Exchanges of sale goods are allowed.",
            "# A\n\nRefunds of sale goods are forbidden. Exchanges of sale goods are allowed.\n",
            "Refunds of sale goods are forbidden. Exchanges of sale goods are allowed.",
        ),
        (
            "# A\n\nDogs are allowed in the whole house. Cats are allowed in the whole house.\n",
            "Dogs are allowed in the whole house. Cats are allowed in the whole house.",
            "# A\n\nDogs are allowed in the whole house. Nobody says that cats are allowed in the whole house.\n",
            "Dogs are allowed in the whole house. Nobody says that cats are allowed in the whole house.",
        ),
        (
            LAB,
            "Visitors may enter the hall and the lab must stay locked.",
            LAB.replace("hall and the lab must stay locked. Staff", "hall if the guard agrees. Staff"),
            "Visitors may enter the hall if the guard agrees.",
        ),
        (
            "# A\n\nThe first half of the rule stands here, and the second half of the rule stands here too.\n",
            "The first half of the rule stands here, and the second half of the rule stands here too.",
            "# A\n\nThe first half of the law stands here.\n\n# B\n\nAnd the second half of the rule stands here too.",
            "The first half of the law stands here. # B And the second half of the rule stands here too.",
        ),
    ],
)
def test_a_changed_word_makes_the_quote_edited_and_never_a_split_with_words_of_others(
    before: str, quote: str, after: str, now: str
) -> None:
    found = moved(after, quote, before)

    assert found.quote == "edited"
    assert _on_one_line(words_now(found)) == _on_one_line([one.quote or "" for one in found.pinned]) == [now]


def _on_one_line(texts: list[str]) -> list[str]:
    return [" ".join(text.split()) for text in texts]


def test_halves_that_came_apart_are_split_though_the_mark_between_them_is_another() -> None:
    before = "# A\n\nThe first half of the rule stands here, and the second half of the rule stands too.\n"
    after = "# A\n\nThe first half of the rule stands here.\n\n# B\n\nAnd the second half of the rule stands too.\n"
    found = moved(after, before[5:].strip(), before)

    assert (found.quote, words_now(found)) == (
        "split",
        ["The first half of the rule stands here.", "And the second half of the rule stands too."],
    )


@pytest.mark.parametrize("changed", [20, 90, 159])
def test_one_other_word_in_a_long_quote_is_edited_in_its_place(changed: int) -> None:
    clauses = [f"Clause {at} binds party {at * 3} in full." for at in range(400)]
    text = " ".join(clauses)
    quote = " ".join(clauses[20:160])
    edit = (f"Clause {changed} binds", f"Clause {changed} frees")
    found = moved(f"# L\n\n{text.replace(*edit)}\n", quote, f"# L\n\n{text}\n")

    assert (found.quote, _on_one_line(words_now(found))) == ("edited", [quote.replace(*edit)])
    assert found.confidence > 0.99


def test_a_chunk_border_inside_a_quote_names_every_piece() -> None:
    text = "# Returns\n\n" + " ".join(f"Sentence number {at} says something." for at in range(40)) + "\n"
    quote = text[20:700].rpartition(".")[0] + "."
    before, after = revision({"returns": text}, capacity=5000), revision({"returns": text}, capacity=200)
    found = followed(Alternative(document="returns", quote=quote), before, after)

    assert (found.quote, found.section, found.document, found.method) == ("split", "same", "same", "exact")
    assert [" ".join(one.split()) for one in words_now(found)] == [quote]
    assert found.now[0].chunks == tuple(one.chunk for one in found.pinned)
    assert " ".join(one.quote or "" for one in found.pinned) == quote
    for one in found.pinned:
        (again,) = resolve_all([Case(id="c1", question="Q?", evidence=(Need(any_of=(one,)),))], after)
        assert (again.state, again.complete) == ("found", True)


def test_words_over_a_border_from_the_start_stay_intact() -> None:
    quote = "Opened items can be sent back within 30 days of purchase. ## Money The money"
    found = moved("# Preface\n\nNew.\n\n" + RETURNS, quote)

    assert (found.quote, len(found.pinned)) == ("intact", 1)


def test_a_renamed_document_is_followed_to_its_heir() -> None:
    before = revision({"returns": RETURNS})
    found = followed(
        Alternative(document="returns", quote=QUOTE),
        before,
        revision({"pages/returns": RETURNS}),
        {"returns": ("pages/returns",)},
    )

    assert (found.quote, found.section, found.document) == ("intact", "same", "same")
    assert (found.document_before, found.document_now) == ("returns", "pages/returns")
    assert found.pinned[0].document == "pages/returns"


def test_words_that_left_a_document_that_is_still_there_have_crossed() -> None:
    after = revision({"returns": RETURNS.replace(QUOTE + " ", ""), "money": f"# Money\n\n{QUOTE}\n"})
    item = Alternative(document="returns", quote=QUOTE)
    found = followed(item, revision({"returns": RETURNS}), after, {"returns": ("returns", "money")})

    assert (found.quote, found.document, found.document_now) == ("crossed", "changed", "money")
    assert words_now(found) == [QUOTE]


def test_a_document_that_is_gone_leaves_nothing_and_nothing_is_taken_from_another() -> None:
    after = revision({"other": RETURNS})
    found = followed(Alternative(document="returns", quote=QUOTE), revision({"returns": RETURNS}), after)

    assert states(found) == ("gone", "absent", "absent", "none")
    assert (found.document_now, found.now, found.pinned) == (None, (), ())


def test_a_document_that_no_parser_takes_any_more_is_unknown() -> None:
    after = Lookup(documents={"returns": document("returns", failed=True)}, chunks={}, text="full")
    found = followed(Alternative(document="returns", quote=QUOTE), revision({"returns": RETURNS}), after)

    assert (found.quote, found.section, found.document) == ("unknown", "unknown", "unknown")
    assert (found.detail, found.standing) == ("no parser", True)


def test_what_never_stood_is_not_laid_at_the_door_of_the_change() -> None:
    before, after = revision({"returns": RETURNS}), revision({"returns": RETURNS + "\nNew words here.\n"})
    gone = followed(Alternative(document="returns", quote="Nobody ever wrote this."), before, after)
    come = followed(Alternative(document="returns", quote="New words here."), before, after)

    assert (gone.quote, gone.standing, gone.before) == ("gone", False, None)
    assert (come.quote, come.standing, come.before) == ("intact", False, None)


def test_every_alternative_is_answered_in_order() -> None:
    need = Need(any_of=(Alternative(document="returns"), Alternative(document="gone")))
    cases = [Case(id=name, question="Q?", evidence=(need, need)) for name in ("c1", "c2")]
    held = revision({"returns": RETURNS})
    found = trace(cases, held, held, heirs={})

    assert [(one.case, one.need, one.alternative) for one in found] == [
        (case, at, place) for case in ("c1", "c2") for at in (0, 1) for place in (0, 1)
    ]
