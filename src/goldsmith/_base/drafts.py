"""Frozen records made at once, where a run makes them by the thousand.

A frozen record sets each of its fields through a lookup by name. A draft has the same places and takes fields as any
object does, ten times as fast; then it becomes the record: ``draft.__class__ = Record``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields
from typing import Any, TypeVar

Record = TypeVar("Record")


def draft_of(kind: type) -> Any:
    """Return the drafts of a frozen record with slots: ``drafts()`` has no field yet, and takes all.

    Whoever makes one sets every field before it becomes a record.
    """
    plain: Any = object
    # All of them: where one is left as it is in the record, Python goes the slow way for its neighbours as well.
    held = {name: getattr(plain, name) for name in ("__init__", "__setattr__", "__delattr__")} | {"__slots__": ()}
    return type(f"{kind.__name__}Draft", (kind,), held)


def maker_of(kind: type[Record]) -> Callable[[Mapping[str, Any]], Record]:
    """Return what makes records of a frozen kind with slots from fields by name, as ``kind(**given)`` does.

    The maker raises TypeError for a name that is no field, and for a field without default that is not given.
    """
    drafts, named = draft_of(kind), fields(kind)  # type: ignore[arg-type] # only dataclasses have drafts
    names = frozenset(one.name for one in named)
    needed = frozenset(one.name for one in named if one.default is MISSING and one.default_factory is MISSING)
    made_anew = tuple((one.name, one.default_factory) for one in named if one.default_factory is not MISSING)
    usual = tuple((one.name, one.default) for one in named if one.default_factory is MISSING)

    def make(given: Mapping[str, Any]) -> Record:
        if not (needed <= given.keys() <= names):
            return kind(**given)  # it says what is wrong
        made, get = drafts(), given.get
        for name, default in usual:
            setattr(made, name, get(name, default))
        for name, factory in made_anew:
            setattr(made, name, given[name] if name in given else factory())
        made.__class__ = kind
        return made  # type: ignore[no-any-return] # it has just become one

    return make
