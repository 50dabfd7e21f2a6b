"""In which language somebody reads: as they chose, else as their browser asks, else English."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from urllib.parse import urlencode

from goldsmith.ports.pages import Call
from goldsmith.web.sessions import cookie
from goldsmith.web.visit import LANGUAGES, Language

COOKIE = "goldsmith-language"
_A_YEAR_S = 365 * 86_400

_NAMES: dict[Language, tuple[str, str]] = {"en": ("en", "English"), "ru": ("ru", "Русский"), "zh": ("zh-Hans", "中文")}
"""Tag and name of each language in itself."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LanguageLink:
    """The same page in one language."""

    tag: str
    name: str
    address: str
    current: bool


def language_of(call: Call) -> Language:
    """Return the language of a visit: ``?lang=``, the cookie, the first that the browser asks for, English."""
    for word in (call.asked("lang"), call.cookies.get(COOKIE, "")):
        for known in LANGUAGES:
            if word == known:
                return known
    return next((known for tag in _asked_for(call.headers.get("accept-language", "")) for known in LANGUAGES
                 if tag == known or tag.startswith(f"{known}-")), "en")  # fmt: skip


def kept_language(call: Call) -> tuple[tuple[str, str], ...]:
    """Return the header that remembers a choice, where one was made just now."""
    if call.asked("lang") not in LANGUAGES:
        return ()
    return (cookie(COOKIE, call.asked("lang"), secure=call.secure, longest_s=_A_YEAR_S),)


def language_links(call: Call, language: Language, paths: AbstractSet[str]) -> tuple[LanguageLink, ...]:
    """Return the page of a call in every language; the first page where this one cannot be opened by a link."""
    here = call.path if call.path in paths else "/"
    query = [(name, value) for name, values in call.query.items() for value in values if name != "lang"]
    kept = query if call.method == "GET" and here == call.path else []
    return tuple(
        LanguageLink(
            tag=_NAMES[known][0],
            name=_NAMES[known][1],
            address=f"{here}?{urlencode([*kept, ('lang', known)])}",
            current=known == language,
        )
        for known in LANGUAGES
    )


def _asked_for(header: str) -> list[str]:
    """Return the tags of an Accept-Language header, the most wanted first."""
    wanted = []
    for place, item in enumerate(header.lower().split(",")[:20]):
        tag, _, weight = item.strip().partition(";q=")
        try:
            wanted.append((-float(weight or 1), place, tag.strip()))
        except ValueError:
            continue
    return [tag for weight, _, tag in sorted(wanted) if weight < 0]
