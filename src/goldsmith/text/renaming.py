"""A rule that turns the ids of one tool into those of another: a pattern, and what to write instead.

``pattern`` is a regular expression for a whole id. In ``replace`` a group is written ``{1}``; ``{2-1}`` is the number
that group 2 holds, less one, so that pages counted from 1 become pages counted from 0. An id that does not fit the
pattern stays as it is. Before that, ``decode`` reads ``%20`` as a blank, and ``lower`` makes capitals small.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from urllib.parse import unquote

from goldsmith.errors import ConfigurationError
from goldsmith.text.patterns import fault_of

_PLACE = re.compile(r"\{(?P<group>\d{1,2})(?P<offset>[+-]\d{1,9})?\}")
_LONGEST_NUMBER = 18
_KEYS = ("pattern", "replace", "decode", "lower")


@dataclass(frozen=True, slots=True, kw_only=True)
class Rename:
    """How an id is written otherwise."""

    pattern: str
    replace: str
    decode: bool = False
    """Percent-encoding is read first."""
    lower: bool = False
    """Capitals are made small first."""


def read_rename(options: Mapping[str, object]) -> Rename:
    """Return the rule that a table of goldsmith.toml writes. Raises ConfigurationError for one that cannot be used."""
    pattern, replace = options.get("pattern"), options.get("replace")
    unknown = sorted(options.keys() - set(_KEYS))
    if unknown or not isinstance(pattern, str) or not isinstance(replace, str):
        what = f"ids has {unknown[0]!r}" if unknown else "ids needs a pattern and a replace, both texts"
        raise ConfigurationError(what, next_step="write ids = {pattern = '…', replace = '{1}'}")
    flags = {name: options.get(name, False) for name in ("decode", "lower")}
    wrong = [name for name, value in flags.items() if not isinstance(value, bool)]
    if wrong:
        raise ConfigurationError(f"{wrong[0]} of ids is {flags[wrong[0]]!r}", next_step="write true or false")
    rule = Rename(pattern=pattern, replace=replace, decode=bool(flags["decode"]), lower=bool(flags["lower"]))
    fault = _fault(rule)
    if fault:
        raise ConfigurationError(
            f"the rule for ids cannot be used: {fault}", next_step="mend pattern and replace under ids"
        )
    return rule


def rename(identifier: str, rule: Rename) -> str:
    """Return the id as `rule` writes it; unchanged where it does not fit the pattern, or a group holds no number."""
    read = prepared(identifier, rule)
    match = _compiled(rule.pattern).fullmatch(read)
    if match is None:
        return identifier
    written: list[str] = []
    at = 0
    for place in _PLACE.finditer(rule.replace):
        held = match[int(place["group"])] or ""
        if place["offset"]:
            number = int(held) + int(place["offset"]) if held.isdecimal() and len(held) <= _LONGEST_NUMBER else -1
            if number < 0:
                return identifier
            held = str(number)
        written += [rule.replace[at : place.start()], held]
        at = place.end()
    return "".join((*written, rule.replace[at:]))


def prepared(identifier: str, rule: Rename) -> str:
    """Return what the pattern of `rule` is held against."""
    read = unquote(identifier) if rule.decode else identifier
    return read.lower() if rule.lower else read


def as_toml(rule: Rename) -> str:
    """Return the line that goldsmith.toml needs under ``[systems.NAME]``."""
    parts = [f"pattern = {_quoted(rule.pattern)}", f"replace = {_quoted(rule.replace)}"]
    parts += [f"{name} = true" for name in ("decode", "lower") if getattr(rule, name)]
    return f"ids = {{{', '.join(parts)}}}"


def _fault(rule: Rename) -> str:
    fault = fault_of(rule.pattern)
    if fault:
        return f"pattern: {fault}"
    groups = _compiled(rule.pattern).groups
    beyond = [place[0] for place in _PLACE.finditer(rule.replace) if int(place["group"]) > groups]
    return f"replace: {beyond[0]} is beyond the {groups} group(s) of the pattern" if beyond else ""


@lru_cache(maxsize=256)
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)


def _quoted(text: str) -> str:
    if "'" not in text and text.isprintable():
        return f"'{text}'"
    plain = text.replace("\\", "\\\\").replace('"', '\\"')
    escaped = "".join(letter if letter.isprintable() else f"\\U{ord(letter):08x}" for letter in plain)
    return f'"{escaped}"'
