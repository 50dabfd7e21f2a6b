"""What keeps an object from being a plug-in, in words, before it is used for the first time."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from typing import Literal, get_args

from goldsmith.ondisk.golden import NOTES, SUFFIXES
from goldsmith.records.measure import Direction, Unit
from goldsmith.records.vocabulary import Layer

Kind = Literal["measure", "matcher", "system", "format"]

_METHODS: dict[str, Kind] = {"outcome": "measure", "decide": "matcher", "open": "system", "read": "format"}
"""The method by which each kind is known."""
_NAME = re.compile(r"[a-z][a-z0-9_]*(?:\.[a-z][a-z0-9_]*)+")
_RESERVED = ("goldsmith",)
"""Prefixes that no outsider may have."""
_SUFFIX = re.compile(r"(?:\.[a-z0-9_-]+)+")

Fault = tuple[str, str]
"""What is wrong, and the mend."""


def kind_of(thing: object) -> Kind:
    """Return what kind of plug-in an object without faults is."""
    return next(kind for method, kind in _METHODS.items() if callable(getattr(thing, method, None)))


def faults(thing: object) -> Iterator[Fault]:
    """Yield what keeps `thing` from being a plug-in; nothing for a sound one."""
    called = type(thing).__name__
    if inspect.isclass(thing):
        yield f"{thing.__name__} is a class", f"write {thing.__name__}() in PLUGINS"
        return
    methods = [method for method in _METHODS if callable(getattr(thing, method, None))]
    if len(methods) != 1:
        has = f"has {' and '.join(methods)}" if methods else f"has none of {', '.join(_METHODS)}"
        listed = ", ".join(f"{method} for a {kind}" for method, kind in _METHODS.items())
        yield f"{called} {has}, so it is no plug-in", f"give it exactly one method: {listed}"
        return
    kind = _METHODS[methods[0]]
    yield from _name_faults(getattr(thing, "name", None), called, kind)
    if kind == "measure":
        yield from _measure_faults(thing, called)
    elif kind == "format":
        yield from _suffix_faults(getattr(thing, "suffixes", None), called)


def _name_faults(name: object, called: str, kind: Kind) -> Iterator[Fault]:
    if not isinstance(name, str) or not name:
        yield f"the {kind} {called} has no name", f'write name = "acme.{_spelled(called)}"'
    elif not _NAME.fullmatch(name):
        own = "_".join(re.findall(r"[a-z0-9]+", name.lower())) or _spelled(called)
        yield (
            f"{name!r} is no name for the {kind} of an outsider: a prefix of yours, a dot, and a name in lower case",
            f'write name = "acme.{own}", with your own prefix',
        )
    elif name.partition(".")[0] in _RESERVED:
        own = name.partition(".")[2]
        yield f"the prefix of {name!r} is ours", f'write name = "acme.{own}", with your own prefix'


def _spelled(called: str) -> str:
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", called).lower().strip("_")


def _measure_faults(thing: object, called: str) -> Iterator[Fault]:
    version = getattr(thing, "version", None)
    if isinstance(version, bool) or not isinstance(version, int) or version < 1:
        yield f"the measure {called} has the version {version!r}", "write version = 1, and raise it with each change"
    for name, words in (("layer", get_args(Layer)), ("direction", get_args(Direction)), ("unit", get_args(Unit))):
        if getattr(thing, name, None) not in words:
            found = repr(getattr(thing, name)) if hasattr(thing, name) else "nothing"
            yield f"{name} of the measure {called} is {found}", f"write {name} = one of: {', '.join(words)}"


def _suffix_faults(suffixes: object, called: str) -> Iterator[Fault]:
    if not isinstance(suffixes, tuple) or not suffixes or not all(isinstance(one, str) for one in suffixes):
        yield f"suffixes of the format {called} is {suffixes!r}", 'write suffixes = (".cards",)'
        return
    for one in suffixes:
        if not _SUFFIX.fullmatch(one) or one.count(".") > 1:
            yield (
                f"{one!r} of the format {called} is no suffix",
                'write a dot and letters in lower case: ".cards"',
            )
        elif one in {*SUFFIXES, NOTES}:
            yield f"{one!r} of the format {called} is ours", f"choose none of {', '.join((*SUFFIXES, NOTES))}"
