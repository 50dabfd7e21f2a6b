"""Numbers that carry their own proof: check digits of cards, accounts and identity papers.

Each function takes a number as it is written, with blanks and hyphens, and says whether it can be a real one. Numbers
that their issuers publish as samples are none.
"""

from __future__ import annotations

import re
from datetime import date

_CARD = re.compile(
    r"4\d{15}|5[1-5]\d{14}|2(?:22[1-9]|2[3-9]\d|[3-6]\d\d|7[01]\d|720)\d{12}|3[47]\d{13}"
    r"|3(?:0[0-5]|[68]\d)\d{11}|6(?:011|5\d\d|4[4-9]\d)\d{12}|62\d{14}|35(?:2[89]|[3-8]\d)\d{12}|220[0-4]\d{12}"
)
_SAMPLE_CARDS = frozenset(
    "4111111111111111 4242424242424242 4012888888881881 4000056655665556 5555555555554444 "
    "5105105105105100 5200828282828210 2223003122003222 378282246310005 371449635398431 6011111111111117 "
    "6011000990139424 30569309025904 38520000023237 3530111333300000 3566002020360505 4000000000000002".split()
)
_IBAN_LENGTHS = {
    "AD": 24, "AE": 23, "AL": 28, "AT": 20, "AZ": 28, "BA": 20, "BE": 16, "BG": 22, "BH": 22, "BR": 29, "BY": 28,
    "CH": 21, "CR": 22, "CY": 28, "CZ": 24, "DE": 22, "DK": 18, "DO": 28, "EE": 20, "EG": 29, "ES": 24, "FI": 18,
    "FO": 18, "FR": 27, "GB": 22, "GE": 22, "GI": 23, "GL": 18, "GR": 27, "GT": 28, "HR": 21, "HU": 28, "IE": 22,
    "IL": 23, "IQ": 23, "IS": 26, "IT": 27, "JO": 30, "KW": 30, "KZ": 20, "LB": 28, "LI": 21, "LT": 20, "LU": 20,
    "LV": 21, "MC": 27, "MD": 24, "ME": 22, "MK": 19, "MR": 27, "MT": 31, "MU": 30, "NL": 18, "NO": 15, "PK": 24,
    "PL": 28, "PS": 29, "PT": 25, "QA": 29, "RO": 24, "RS": 22, "SA": 24, "SE": 24, "SI": 19, "SK": 24, "SM": 27,
    "TN": 24, "TR": 26, "UA": 29, "VA": 22, "VG": 24, "XK": 20,
}  # fmt: skip
_SAMPLE_IBANS = frozenset(
    "DE89370400440532013000 GB82WEST12345698765432 GB29NWBK60161331926819 FR1420041010050500013M02606 "
    "NL91ABNA0417164300 CH9300762011623852957 ES9121000418450200051332 AT611904300234573201".split()
)
_SAMPLE_SOCIAL = frozenset({"078-05-1120", "219-09-9999", "123-45-6789"})
_CHINESE_WEIGHTS = (7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2)
_CHINESE_CHECKS = "10X98765432"


def passes_luhn(digits: str) -> bool:
    """Say whether the last digit is the check digit of the others (ISO/IEC 7812-1, annex B)."""
    doubled = (int(digit) * (1 + place % 2) for place, digit in enumerate(reversed(digits)))
    return sum(number - 9 if number > 9 else number for number in doubled) % 10 == 0


def is_card(written: str) -> bool:
    """Say whether it can be a payment card: the digits of an issuer, its length, and the Luhn check."""
    digits = re.sub(r"[ -]", "", written)
    return _CARD.fullmatch(digits) is not None and digits not in _SAMPLE_CARDS and passes_luhn(digits)


def is_iban(written: str) -> bool:
    """Say whether it can be a bank account: a country with its length, and a remainder of 1 by 97 (ISO 13616)."""
    plain = written.replace(" ", "")
    if _IBAN_LENGTHS.get(plain[:2]) != len(plain) or plain in _SAMPLE_IBANS:
        return False
    return iban_remainder(plain) == 1


def iban_remainder(plain: str) -> int:
    """Return the remainder by 97 of an account number without blanks (ISO 7064, mod 97-10)."""
    return int("".join(str(int(sign, 36)) for sign in plain[4:] + plain[:4])) % 97


def is_social_security(written: str) -> bool:
    """Say whether it can be a US social security number; the areas that were never given out are none."""
    area, group, serial = written.split("-")
    given = area not in {"000", "666"} and area < "900" and group != "00" and serial != "0000"
    return given and written not in _SAMPLE_SOCIAL


def is_chinese_identity(written: str) -> bool:
    """Say whether it can be a Chinese identity number: a date of birth and the check sign (GB 11643-1999)."""
    try:
        born = date(int(written[6:10]), int(written[10:12]), int(written[12:14]))
    except ValueError:
        return False
    total = sum(int(digit) * weight for digit, weight in zip(written, _CHINESE_WEIGHTS, strict=False))
    return born.year >= 1880 and _CHINESE_CHECKS[total % 11] == written[17].upper()


def is_russian_insurance(written: str) -> bool:
    """Say whether it can be a Russian insurance number (SNILS): its last two digits check the nine before them."""
    digits = re.sub(r"\D", "", written)
    total = sum(int(digit) * (9 - place) for place, digit in enumerate(digits[:9]))
    return int(digits[9:]) == total % 101 % 100 and digits[:9] > "001001998"
