"""Names to things, listed as text and imported on first use."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from importlib import import_module
from typing import Generic, TypeVar, cast

from goldsmith.errors import MissingExtraError, UnknownNameError

Thing = TypeVar("Thing")


class Registry(Generic[Thing]):
    """The known things of one kind, by name.

    `targets` maps a name to ``module:attribute``; `extras` maps a name to the extra that brings its packages.
    """

    def __init__(self, kind: str, targets: Mapping[str, str], *, extras: Mapping[str, str] | None = None) -> None:
        self._kind = kind
        self._targets = dict(targets)
        self._extras = dict(extras or {})
        self._added: dict[str, Thing] = {}

    def __iter__(self) -> Iterator[str]:
        return iter(sorted({*self._targets, *self._added}))

    def add(self, name: str, thing: Thing) -> None:
        """Make `thing` known as `name`. Raises UnknownNameError where the name is taken."""
        if name in self._targets or name in self._added:
            message = f"the name {name!r} is already taken among the {self._kind}"
            raise UnknownNameError(message, next_step="choose another name")
        self._added[name] = thing

    def get(self, name: str) -> Thing:
        """Return what `name` stands for. Raises UnknownNameError, MissingExtraError."""
        if name in self._added:
            return self._added[name]
        if name not in self._targets:
            raise unknown_name(self._kind, name, tuple(self))
        module, _, attribute = self._targets[name].partition(":")
        try:
            return cast("Thing", getattr(import_module(module), attribute))
        except ModuleNotFoundError as error:
            if name not in self._extras:
                raise
            message = f"{name!r} needs the package {error.name!r}, which is not installed"
            raise MissingExtraError(message, next_step=f"pip install 'goldsmith-rag[{self._extras[name]}]'") from error


def unknown_name(kind: str, name: str, known: tuple[str, ...]) -> UnknownNameError:
    """Return the error for a name that nothing has, with the nearest known one."""
    near = get_close_matches(name, known, n=1)
    hint = f"; did you mean {near[0]!r}?" if near else ""
    step = f"choose one of: {', '.join(known)}" if known else "there are none yet"
    return UnknownNameError(f"none of the {kind} is called {name!r}{hint}", next_step=step)
