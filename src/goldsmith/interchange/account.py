"""The account of one foreign record: nothing of it is left out without a line.

A reader asks an account for each field that it uses, and says how it used it. What nobody asked for is dropped, and the
account says so by itself when it is closed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import MISSING, fields, replace
from math import isfinite
from typing import Any

from goldsmith._base.canonical import text_sha256
from goldsmith.records.case import Case
from goldsmith.records.interchange import Fate, ForeignRecord, LossLine

_LONGEST_FOUND = 80
NO_NUMBER = "NaN and Infinity are no value"
NO_PLACE = "no place for it in a case"


class Account:
    """Reads one mapping of a record and keeps the fate of each of its fields."""

    def __init__(
        self, record: str, value: Mapping[str, Any], *, path: str = "", lines: list[LossLine] | None = None
    ) -> None:
        self.record = record
        self._path = path
        self._lines: list[LossLine] = [] if lines is None else lines
        self._asked: set[str] = set()
        self._inner: list[Account] = []
        odd = [name for name, held in value.items() if isinstance(held, float) and not isfinite(held)]
        self.value: Mapping[str, Any] = {**value, **dict.fromkeys(odd)} if odd else value
        for name in odd:
            self.say("dropped", str(name), NO_NUMBER, value[name])
            self._asked.discard(name)

    def __contains__(self, name: str) -> bool:
        """Say whether a field holds something: nothing, an empty text and an empty list are no value."""
        return not is_nothing(self.value.get(name))

    def look(self, name: str) -> Any:
        """Return a field without saying what becomes of it."""
        return self.value.get(name)

    def kept(self, name: str) -> Any:
        """Return a field that is kept as it came; None where it holds nothing."""
        return self._take("kept", name, "")

    def mapped(self, name: str, told: str) -> Any:
        """Return a field that is kept in another form; `told` names the form."""
        return self._take("mapped", name, told)

    def inferred(self, name: str, told: str) -> Any:
        """Return a field from which something follows that it does not say; `told` is what somebody has to look at."""
        return self._take("inferred", name, told)

    def dropped(self, name: str, told: str = NO_PLACE) -> Any:
        """Return a field that is not kept, saying why."""
        return self._take("dropped", name, told)

    def passed(self, name: str) -> Any:
        """Return a field that says nothing by itself, such as a discriminator: it gets no line."""
        self._asked.add(name)
        return self.value.get(name)

    def say(self, fate: Fate, name: str, told: str, found: object = "") -> None:
        """Add a line of your own; the field counts as asked for."""
        self._asked.add(name)
        text = found if isinstance(found, str) else str(found)
        self._lines.append(
            LossLine(record=self.record, fate=fate, field=self._path + name, told=told, found=_cut(text))
        )

    def inner(self, name: str) -> Account:
        """Return the account of a mapping inside this one; an empty one where there is none."""
        held = self.value.get(name)
        if not isinstance(held, Mapping):
            if not is_nothing(held):
                self.say("dropped", name, "an object was expected", held)
            held = {}
        self._asked.add(name)
        account = Account(self.record, held, path=f"{self._path}{name}.", lines=self._lines)
        self._inner.append(account)
        return account

    def items(self, name: str) -> tuple[Account, ...]:
        """Return the accounts of the objects of a list inside this one; a lone object is a list of one.

        Their fields are told without their place in the list, so that a report counts what is the same.
        """
        held = self.value.get(name)
        self._asked.add(name)
        if is_nothing(held):
            return ()
        found = []
        for place, one in enumerate(held if isinstance(held, list | tuple) else [held]):
            if isinstance(one, Mapping):
                found.append(Account(self.record, one, path=f"{self._path}{name}.", lines=self._lines))
            else:
                self.say("wrong", f"{name}.{place}", "an object was expected: left out", one)
        self._inner += found
        return tuple(found)

    def left(self) -> tuple[str, ...]:
        """Return the names of the fields that hold something and that nobody has asked for yet."""
        return tuple(name for name in self.value if name not in self._asked and name in self)

    def close(self, **parts: Any) -> ForeignRecord:
        """Return the record with every line; `parts` are fields of `ForeignRecord`, a case among them completed."""
        self._drop_the_rest()
        case = parts.get("case")
        if case is not None:
            parts["case"] = completed(case)
        return ForeignRecord(record=self.record, lines=tuple(self._lines), **parts)

    def _drop_the_rest(self) -> None:
        for name in self.left():
            self.say("dropped", str(name), NO_PLACE, self.value[name])
        for one in self._inner:
            one._drop_the_rest()  # noqa: SLF001 - its own kind

    def _take(self, fate: Fate, name: str, told: str) -> Any:
        self._asked.add(name)
        held = self.value.get(name)
        if is_nothing(held):
            return None
        found = "" if fate == "kept" else held
        self.say(fate, name, told, found)
        return held


def is_nothing(value: object) -> bool:
    """Say whether a foreign value says nothing: null, an empty text, list or object."""
    return value is None or (isinstance(value, str | list | tuple | dict) and not value)


def completed(case: Case) -> Case:
    """Return a case with what its evidence says by itself: with evidence, unstated words are `supported` and `answer`.

    The same as the short form of a case file.
    """
    if not case.evidence:
        return case
    behaviour = "answer" if case.behaviour == "unstated" else case.behaviour
    answerability = "supported" if case.answerability == "unstated" else case.answerability
    return replace(case, behaviour=behaviour, answerability=answerability)


def numbered(stem: str, place: int) -> str:
    """Return the id of a case that has none: its source and its place there, from 1."""
    return f"{stem}-{place:04d}"


def passage_id(text: str) -> str:
    """Return the id of a passage whose source gives none: made of its text, so that equal texts are one passage."""
    return f"text-{text_sha256(text)[:16]}"


def differences(case: Case, held: Case) -> Iterator[LossLine]:
    """Yield a line for every field of a case that does not come back as it was from the form `held`."""
    for item in fields(Case):
        before, after = getattr(case, item.name), getattr(held, item.name)
        if before == after:
            continue
        default = item.default if item.default_factory is MISSING else item.default_factory()
        gone = after == default
        told = "no place for it there" if gone else "comes back in another form"
        yield LossLine(record=case.id, fate="dropped" if gone else "mapped", field=item.name, told=told)


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST_FOUND else text[:_LONGEST_FOUND] + "…"
