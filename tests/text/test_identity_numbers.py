"""Numbers with check digits: a right one is known, and every single wrong digit is seen."""

from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from goldsmith.text.identity_numbers import (
    iban_remainder,
    is_card,
    is_chinese_identity,
    is_iban,
    is_russian_insurance,
    is_social_security,
    passes_luhn,
)

DIGITS = st.text("0123456789", min_size=8, max_size=18)


def with_luhn(body: str) -> str:
    """Return `body` with its check digit."""
    return next(f"{body}{digit}" for digit in range(10) if passes_luhn(f"{body}{digit}"))


def test_the_check_digit_of_the_standard_is_right() -> None:
    assert passes_luhn("79927398713")
    assert [digit for digit in range(10) if passes_luhn(f"7992739871{digit}")] == [3]


@given(DIGITS, st.data())
def test_one_wrong_digit_never_passes_the_luhn_check(body: str, data: st.DataObject) -> None:
    right = with_luhn(body)
    at = data.draw(st.integers(0, len(right) - 1))
    digit = data.draw(st.sampled_from("0123456789"))
    assume(right[at] != digit)

    assert not passes_luhn(right[:at] + digit + right[at + 1 :])


@given(st.text("0123456789", min_size=13, max_size=13))
def test_a_card_is_known_with_blanks_and_hyphens(body: str) -> None:
    card = with_luhn(f"45{body}")
    written = f"{card[:4]} {card[4:8]}-{card[8:12]} {card[12:]}"

    assert is_card(written)


@pytest.mark.parametrize(
    "number", ["4111 1111 1111 1111", "4242424242424242", "4539 1488 0343 6468", "1234567812345670", "7992739871"]
)
def test_sample_cards_wrong_digits_and_other_issuers_are_none(number: str) -> None:
    assert not is_card(number)


@given(st.text("0123456789", min_size=18, max_size=18))
def test_an_account_number_has_exactly_one_pair_of_check_digits(body: str) -> None:
    right = [f"DE{check:02}{body}" for check in range(2, 99) if iban_remainder(f"DE{check:02}{body}") == 1]

    assert len(right) == 1
    assert [is_iban(number) for number in (right[0], right[0][:-1])] == [True, False]


@pytest.mark.parametrize("number", ["DE89 3704 0044 0532 0130 00", "XX12 3456 7890", "DE45 5001 0517 5407 3249 31"])
def test_a_published_sample_an_unknown_country_and_a_wrong_digit_are_no_account(number: str) -> None:
    assert not is_iban(number)


@pytest.mark.parametrize(
    ("number", "real"),
    [("512-44-8819", True), ("000-44-8819", False), ("666-44-8819", False), ("912-44-8819", False),
     ("512-00-8819", False), ("512-44-0000", False), ("078-05-1120", False)],
)  # fmt: skip
def test_social_security_numbers_that_were_never_given_out_are_none(number: str, real: bool) -> None:
    assert is_social_security(number) is real


@pytest.mark.parametrize(
    ("number", "real"),
    [("11010519491231002X", True), ("11010519491231002x", True), ("110105194912310021", False),
     ("110105194913310020", False)],
)  # fmt: skip
def test_a_chinese_number_needs_a_birthday_and_its_check_sign(number: str, real: bool) -> None:
    assert is_chinese_identity(number) is real


@pytest.mark.parametrize(("number", "real"), [("112-233-445 95", True), ("112-233-445 94", False)])
def test_a_russian_insurance_number_is_checked_by_its_last_two_digits(number: str, real: bool) -> None:
    assert is_russian_insurance(number) is real
