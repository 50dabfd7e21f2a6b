"""Personal data and secrets in a text: what has a checksum, a form of its own, or words beside it that say what it is.

Taken is only what is hardly ever anything else: a card number passes the Luhn check (ISO/IEC 7812-1), a bank account
the remainder of 97 (ISO 13616), an identity number its check digits. Left alone is what was made to be shown: reserved
domains (RFC 2606), addresses for documentation (RFC 5737), test cards, sample keys, and mailboxes of an office rather
than of a person.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal

from goldsmith.text.identity_numbers import (
    is_card,
    is_chinese_identity,
    is_iban,
    is_russian_insurance,
    is_social_security,
)

Kind = Literal["personal", "secret"]


@dataclass(frozen=True, slots=True, order=True)
class Private:
    """A stretch of a text that should not stand there."""

    start: int
    end: int
    kind: Kind
    what: str
    """What it is, in words."""


@dataclass(frozen=True, slots=True)
class _Form:
    what: str
    kind: Kind
    pattern: re.Pattern[str]
    is_real: Callable[[re.Match[str]], bool]


_OFFICES = frozenset(
    "abuse accounting admin billing careers compliance contact customercare customerservice desk enquiries feedback "
    "hello help helpdesk hr info inquiries invoices jobs legal mail marketing news newsletter no-reply noreply office "
    "orders postmaster press privacy returns sales security service services shop spam support team user username "
    "warranty webmaster you your.name yourname name example test".split()
)
_RESERVED = re.compile(r"(?:^|\.)(?:example(?:\.(?:com|org|net|edu))?|test|invalid|localhost|local|domain\.com)$")
_PHONE_WORDS = (
    r"(?:tel(?:efon|ephone)?|phone|mobile|mobil|cell|call(?: me| him| her)?(?: on| at)?|sms|whatsapp|fax|"
    r"[Тт]ел(?:ефон)?|[Мм]об|[Зз]воните|电话|手机)"
)
_FREE = re.compile(r"1?8(?:00|33|44|55|66|77|88)\d{7}$|(?:7|44|49|0)?0?800")
_ADDRESS_WORDS = re.compile(r"\bip\b|\bhost|\bserver|\baddress|://|@|адрес|сервер|地址|服务器", re.IGNORECASE)
_SAMPLE = re.compile(
    r"example|sample|placeholder|changeme|change[-_]me|redacted|dummy|your[-_]?|my[-_]|xxx|\*\*\*|\.\.\.|<|>|\{|\}|"
    r"1234567|abcdef|000000|password|secret",
    re.IGNORECASE,
)
_LEAST_ENTROPY = 3.0
"""Bits a character: what was drawn by chance has more, words and rows of one digit have less."""


def find_private(text: str) -> tuple[Private, ...]:
    """Return what is personal or secret in `text`, in order; of what overlaps, the first and longest."""
    if _HINT.search(text) is None:
        return ()
    found = sorted(_found(text), key=lambda one: (one.start, -one.end))
    kept: list[Private] = []
    for one in found:
        if not kept or one.start >= kept[-1].end:
            kept.append(one)
    return tuple(kept)


def entropy(text: str) -> float:
    """Return the Shannon entropy of the characters of `text`, in bits a character."""
    counts, length = Counter(text), len(text)
    return -sum(count / length * math.log2(count / length) for count in counts.values()) if text else 0.0


def _found(text: str) -> Iterator[Private]:
    for form in _FORMS:
        for match in form.pattern.finditer(text):
            if form.is_real(match):
                start, end = match.span("it")
                yield Private(start, end, form.kind, form.what)


def _always(_: re.Match[str]) -> bool:
    return True


def _is_mailbox(match: re.Match[str]) -> bool:
    local, _, domain = match["it"].lower().rpartition("@")
    return local.partition("+")[0] not in _OFFICES and _RESERVED.search(domain) is None


def _is_phone(match: re.Match[str]) -> bool:
    digits = re.sub(r"\D", "", match["it"])
    # 555-01xx is kept free for fiction; numbers that cost the caller nothing belong to a firm.
    fictitious = re.search(r"555-?\s?01\d\d$", match["it"]) is not None
    free = _FREE.match(digits) is not None
    return 8 <= len(digits) <= 15 and len(set(digits)) > 3 and not fictitious and not free


def _is_public_address(match: re.Match[str]) -> bool:
    from ipaddress import AddressValueError, IPv4Address

    try:
        address = IPv4Address(match["it"])
    except AddressValueError:
        return False
    well_known = match["it"] in {"8.8.8.8", "8.8.4.4", "1.1.1.1", "1.0.0.1", "9.9.9.9", "1.2.3.4"}
    before = match.string[max(0, match.start() - 30) : match.start()]
    # Without such a word four numbers with dots are a clause or a version as well.
    return address.is_global and not address.is_multicast and not well_known and bool(_ADDRESS_WORDS.search(before))


def _is_drawn(match: re.Match[str]) -> bool:
    value = match["it"]
    return _SAMPLE.search(value) is None and entropy(value) >= _LEAST_ENTROPY


def _is_assigned(match: re.Match[str]) -> bool:
    value = match["it"]
    kinds = sum(bool(re.search(one, value)) for one in (r"[a-z]", r"[A-Z]", r"\d", r"[^\w]"))
    return kinds >= 2 and any(map(str.isdigit, value)) and _is_drawn(match)


def _is_web_token(match: re.Match[str]) -> bool:
    return len(set(match["it"])) > 20


def _form(what: str, kind: Kind, pattern: str, is_real: Callable[[re.Match[str]], bool] = _always) -> _Form:
    # ASCII: a number may stand right beside letters of a script that writes no spaces.
    return _Form(what, kind, re.compile(pattern, re.ASCII), is_real)


def _checked(check: Callable[[str], bool]) -> Callable[[re.Match[str]], bool]:
    return lambda match: check(match["it"])


_HINT = re.compile(
    r"@|\d[\d ./()-]{6,}\d|\d\.\d+\.\d+\.\d|[A-Z]{2}\d{2}|-----BEGIN|[A-Za-z0-9_-]{16,}|\S{10,}\d|\d\S{9,}"
)
"""What everything below holds some of: most texts hold none."""

_FORMS: tuple[_Form, ...] = (
    _form(
        "an e-mail address",
        "personal",
        r"(?<![\w.+/:@-])(?P<it>[A-Za-z0-9][\w.+-]{0,63}@(?:[A-Za-z0-9-]{1,63}\.){1,8}[A-Za-z]{2,24})(?![\w@])",
        _is_mailbox,
    ),
    _form(
        "a telephone number",
        "personal",
        r"(?<![\w+])(?P<it>\+[1-9]\d{0,2}(?:[ .-]?\(?\d{1,4}\)?){2,6})(?![\w.,]?\d)",
        _is_phone,
    ),
    _form(
        "a telephone number",
        "personal",
        rf"(?i)(?<!\w){_PHONE_WORDS}\.?\s*(?:no\.?|number|номер|号码)?\s*[:：]?\s*"
        r"(?P<it>(?:[78][ -])?\(?\d{2,5}\)?(?:[ ./-]?\d{2,4}){2,4})(?![\w.,]?\d)",
        _is_phone,
    ),
    _form(
        "a card number",
        "personal",
        r"(?<![\w.-])(?P<it>\d(?:[ -]?\d){13,15})(?![\w-]|\.\d)",
        _checked(is_card),
    ),
    _form(
        "a bank account number (IBAN)",
        "personal",
        r"(?<!\w)(?P<it>[A-Z]{2}\d{2}(?: ?[A-Z0-9]{2,4}){2,8}(?: ?[A-Z0-9]{1,3})?)(?!\w)",
        _checked(is_iban),
    ),
    _form(
        "a US social security number",
        "personal",
        r"(?<![\w.-])(?P<it>\d{3}-\d{2}-\d{4})(?![\w-]|\.\d)",
        _checked(is_social_security),
    ),
    _form(
        "a Chinese identity number",
        "personal",
        r"(?<![\w.-])(?P<it>\d{17}[\dXx])(?![\w-])",
        _checked(is_chinese_identity),
    ),
    _form(
        "a Russian insurance number",
        "personal",
        r"(?<![\w.-])(?P<it>\d{3}-\d{3}-\d{3}[ -]\d{2})(?![\w-])",
        _checked(is_russian_insurance),
    ),
    _form(
        "a passport number",
        "personal",
        r"(?i)\bpassport(?: no\.?| number)?(?: is| was)?:?\s{1,3}(?P<it>(?-i:[A-Z]{0,2})\d{6,9})(?!\w)",
    ),
    _form(
        "a passport number",
        "personal",
        r"(?i)[Пп]аспорт[а-я]{0,3},? (?:серия |номер )?(?P<it>\d{2} ?\d{2},? (?:номер |№ ?)?\d{6})(?!\w)",
    ),
    _form(
        "an internet address",
        "personal",
        r"(?<![\w.])(?P<it>\d{1,3}(?:\.\d{1,3}){3})(?![\w]|\.\d)",
        _is_public_address,
    ),
    _form(
        "a private key",
        "secret",
        r"(?P<it>-----BEGIN (?:[A-Z]{2,9} ){0,2}PRIVATE KEY(?: BLOCK)?-----)(?=\s*[A-Za-z0-9+/=:\s-]{24})",
    ),
    _form("an access key of AWS", "secret", r"(?<!\w)(?P<it>(?:AKIA|ASIA)[A-Z0-9]{16})(?!\w)", _is_drawn),
    _form(
        "a token of GitHub",
        "secret",
        r"(?<!\w)(?P<it>gh[pousr]_[A-Za-z0-9]{36,}|github_pat_[A-Za-z0-9_]{40,})(?!\w)",
        _is_drawn,
    ),
    _form("a token of GitLab", "secret", r"(?<!\w)(?P<it>glpat-[\w-]{20,})(?!\w)", _is_drawn),
    _form("a token of Slack", "secret", r"(?<!\w)(?P<it>xox[abeprs]-[\w-]{20,})(?!\w)", _is_drawn),
    _form(
        "a key of a model service",
        "secret",
        r"(?<![\w-])(?P<it>sk-(?:ant-|proj-|live-|or-)?[A-Za-z0-9_-]{24,})(?!\w)",
        _is_drawn,
    ),
    _form("a key of Stripe", "secret", r"(?<!\w)(?P<it>[rs]k_live_[A-Za-z0-9]{16,})(?!\w)", _is_drawn),
    _form("a key of Google", "secret", r"(?<!\w)(?P<it>AIza[\w-]{35})(?![\w-])", _is_drawn),
    _form(
        "a token of a package registry",
        "secret",
        r"(?<!\w)(?P<it>npm_[A-Za-z0-9]{36}|pypi-AgEI[\w-]{50,}|hf_[A-Za-z]{30,})(?!\w)",
        _is_drawn,
    ),
    _form(
        "a signed web token",
        "secret",
        r"(?<![\w./])(?P<it>eyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{20,})(?![\w.])",
        _is_web_token,
    ),
    _form(
        "a password in an address",
        "secret",
        r"[a-z][a-z0-9+.-]{1,20}://[^\s:/@]{1,64}:(?P<it>[^\s:/@]{6,64})@[\w.-]+",
        _is_drawn,
    ),
    _form(
        "a password or key",
        "secret",
        r"(?i)\b(?:pass(?:word|wd|phrase)?|secret|api[_ -]?key|access[_ -]?token|auth[_ -]?token|пароль|密码)"
        r"\s*(?:is|=|:|：)\s*['\"]?(?P<it>[^\s'\",;]{10,128})",
        _is_assigned,
    ),
)
