"""Personal data and secrets are found where they surely are, and nothing that only looks a little like them.

Keys are put together here from parts, so that no scanner of secrets takes this file for a leak.
"""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldsmith.text.private_data import entropy, find_private

DRAWN = "aB3dE5fG7hJ9kL1mN2pQ4rS6tU8vW0xY2zA4"


def told(text: str) -> list[tuple[str, str]]:
    """Return what was found, and the words."""
    return [(one.what, text[one.start : one.end]) for one in find_private(text)]


@pytest.mark.parametrize(
    ("text", "what", "datum"),
    [
        ("I am anna.berg@fennel-rye.com, help", "an e-mail address", "anna.berg@fennel-rye.com"),
        ("reach me at +49 171 2345678 today", "a telephone number", "+49 171 2345678"),
        ("tel: 030 1234 5678", "a telephone number", "030 1234 5678"),
        ("Call (510) 208-4832.", "a telephone number", "(510) 208-4832"),
        ("Телефон: 8 912 345-67-89", "a telephone number", "8 912 345-67-89"),
        ("我的电话13812345678", "a telephone number", "13812345678"),
        ("my card 4539 1488 0343 6467 was charged", "a card number", "4539 1488 0343 6467"),
        ("to DE44 5001 0517 5407 3249 31.", "a bank account number (IBAN)", "DE44 5001 0517 5407 3249 31"),
        ("SSN 512-44-8819", "a US social security number", "512-44-8819"),
        ("身份证11010519491231002X", "a Chinese identity number", "11010519491231002X"),
        ("СНИЛС 112-233-445 95", "a Russian insurance number", "112-233-445 95"),
        ("passport number 123456789", "a passport number", "123456789"),
        ("паспорт 45 10 123456", "a passport number", "45 10 123456"),
        ("the server 52.14.88.7 is down", "an internet address", "52.14.88.7"),
    ],
)
def test_personal_data_are_found_with_their_place(text: str, what: str, datum: str) -> None:
    assert told(text) == [(what, datum)]
    assert {one.kind for one in find_private(text)} == {"personal"}


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("-----BEGIN RSA " + "PRIVATE KEY-----\nMIIEpAIBAAKCAQEA7bq0aaaabbbb", "a private key"),
        ("AKIA" + "Q3EGRH7TQ2KXW5MN", "an access key of AWS"),
        ("ghp_" + DRAWN, "a token of GitHub"),
        ("glpat-" + DRAWN[:22], "a token of GitLab"),
        ("xoxb-" + DRAWN, "a token of Slack"),
        ("sk-ant-" + DRAWN, "a key of a model service"),
        ("sk_" + "live_" + DRAWN[:24], "a key of Stripe"),
        ("AIza" + (DRAWN * 2)[:35], "a key of Google"),
        ("npm_" + DRAWN, "a token of a package registry"),
        ("eyJ" + "hbGciOiJIUzI1NiJ9.eyJ" + "zdWIiOiIxMjM0In0abcd.dozjgNryP4J3jVmNHl0w5N_XgL0n", "a signed web token"),
        ("postgres://app:Tr0ub4" + "dorAndMore@db.intern/x", "a password in an address"),
        ("my password is hunter2" + "HunterX9", "a password or key"),
    ],
)
def test_secrets_are_found_by_their_form(text: str, what: str) -> None:
    assert [(one.kind, one.what) for one in find_private(text)] == [("secret", what)]


@pytest.mark.parametrize(
    "text",
    [
        "Write to support@fennel-rye.com or a@example.com.",
        "Call +1 202 555 0134 or 1-800-555-0199.",
        "Order 4539148803436467123 of 2026-01-15T10:00:00Z",
        "Test with 4111 1111 1111 1111.",
        "See clause 10.20.30.41 and version 4.12.3.18.",
        "The server 192.168.0.12 and the host 203.0.113.9",
        "api_key=YOUR_API_KEY_HERE1, password: changeme1234",
        "AKIA" + "IOSFODNN7EXAMPLE",
        "sk-" + "x" * 30,
        "My password is not working anymore, what now?",
        "https://docs.claude.com/en/docs/build-with-claude#how-to-evaluate",
        "27d4d1ea024767cc4fbd943fe2c13a8a82137e1c682b08fc4507958a26ab8745",
        "The fee is 1200 euros for 2026 2027 2028, 31000 to 38000.",
        "Passport renewals take 10 weeks.",
        "",
    ],
)
def test_samples_offices_versions_hashes_and_addresses_inside_a_net_are_left_alone(text: str) -> None:
    assert told(text) == []


def test_entropy_is_nothing_for_one_sign_and_a_bit_for_two() -> None:
    assert [entropy(text) for text in ("", "aaaa", "abab", "abcd")] == [0.0, 0.0, 1.0, 2.0]


@given(st.text(max_size=60))
def test_what_is_found_lies_in_the_text_in_order_and_apart(text: str) -> None:
    found = find_private(f"{text} anna.berg@fennel-rye.com {text}")
    places = [place for one in found for place in (one.start, one.end)]

    assert places == sorted(places)
    assert all(one.start < one.end for one in found)
