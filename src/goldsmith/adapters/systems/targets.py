"""Objects named as text: ``file.py:attribute``, or ``package.module:attribute``; and what they raised, as a failure."""

from __future__ import annotations

import importlib
import importlib.util
import inspect
import sys
import threading
from collections.abc import Callable
from difflib import get_close_matches
from hashlib import sha256
from pathlib import Path
from types import ModuleType
from typing import Any

from goldsmith._base.raised import told
from goldsmith.errors import GoldsmithError, UnsupportedTargetError
from goldsmith.ports.system import SystemFailure
from goldsmith.records.case import Identity


def load_target(target: str, folder: Path) -> object:
    """Return what `target` names: ``file.py:attribute`` (relative to `folder`) or ``package.module:attribute``.

    Modules are looked for from `folder` too. Raises UnsupportedTargetError, which says what is not there.
    """
    place, _, attribute = target.rpartition(":")
    if not place or not attribute:
        raise UnsupportedTargetError(
            f"{target!r} names no function", next_step="write it as file.py:function or package.module:function"
        )
    module = _module(place, target, folder)
    found: object = module
    for part in attribute.split("."):
        if not hasattr(found, part):
            near = get_close_matches(part, [item for item in dir(found) if not item.startswith("_")], n=1)
            hint = f"; did you mean {near[0]!r}?" if near else ""
            raise UnsupportedTargetError(f"{place} has no {part!r}{hint}", next_step="name a function that it defines")
        found = getattr(found, part)
    return found


def _module(place: str, target: str, folder: Path) -> ModuleType:
    is_file = place.endswith(".py")
    path = (folder / place).resolve()
    if is_file and not path.is_file():
        raise UnsupportedTargetError(f"{target}: there is no file {path}", next_step="write the path of the file")
    home = str(path.parent if is_file else folder.resolve())
    if home not in sys.path:
        sys.path.insert(0, home)  # its own imports are found as if the file had been started
    try:
        return _executed(path) if is_file else importlib.import_module(place)
    except GoldsmithError:
        raise
    except (Exception, SystemExit) as error:  # noqa: BLE001 - the file is the person's: whatever it raises is told
        raise UnsupportedTargetError(
            f"{target} could not be imported: {told(error, file=str(path))}",
            next_step="make it importable; what it needs must be installed beside goldsmith",
        ) from None


def _executed(path: Path) -> ModuleType:
    name = f"goldsmith_target_{sha256(str(path).encode('utf-8', 'surrogatepass')).hexdigest()[:12]}"
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise UnsupportedTargetError(f"{path} is no Python file", next_step="name a file that ends in .py")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        # Compiled from its bytes: a cached file is taken for this one where size and second of the last change agree.
        exec(compile(path.read_bytes(), str(path), "exec"), module.__dict__)  # noqa: S102 - that is what it is for
    except BaseException:
        del sys.modules[name]
        raise
    return module


_BUSY = frozenset({408, 409, 425, 429, 500, 502, 503, 504, 529})
"""Statuses of a model's HTTP interface after which the same call may succeed."""


def failure_of(error: BaseException, file: str) -> SystemFailure:
    """Return the failure that an exception of a framework is, told as `told` tells it.

    It is worth another try where the connection broke, or where the exception carries the status of an HTTP reply that
    says so, as those of the usual model clients do; the time that it asks for stands in its headers.
    """
    response = getattr(error, "response", None)
    status = getattr(error, "status_code", None) or getattr(response, "status_code", None)
    is_passing = isinstance(error, ConnectionError | TimeoutError) or status in _BUSY
    asked = str(dict(getattr(response, "headers", None) or {}).get("retry-after", ""))
    return SystemFailure(
        "not_authorised" if status in {401, 403} else "system_error",
        told(error, file=file),
        worth_retrying=is_passing,
        retry_after_s=float(asked) if is_passing and asked.isdecimal() else None,
    )


def described(value: object, name: str) -> str:
    """Return what kind of thing `value` is, for a message that says why it cannot be asked."""
    if isinstance(value, ModuleType):
        return f"the module {value.__name__!r}"
    if inspect.isclass(value):
        return f"the class {value.__name__!r}"
    if inspect.isgenerator(value) or inspect.isasyncgen(value) or inspect.iscoroutine(value):
        return f"the {type(value).__name__.replace('_', ' ')} object {name!r}"
    return f"an object of type {type(value).__name__!r}"


class Asked:
    """An object of a framework that is asked, or a function that makes it: once, or once for each identity.

    `is_one` says whether an object can be asked, and `expected` what that is, in words. A function is called without
    arguments; one with a parameter `identity` is called for each `Identity` (None: nobody) that the cases have. What
    `forgets` says no of is made anew for every question. Raises UnsupportedTargetError.
    """

    def __init__(
        self,
        value: object,
        *,
        name: str,
        is_one: Callable[[object], bool],
        expected: str,
        forgets: Callable[[object], bool] = lambda _: True,
    ) -> None:
        self._name = name
        self._is_one = is_one
        self._expected = expected
        self._forgets = forgets
        self._make = None if is_one(value) else self._maker(value)
        self.takes_identity = self._make is not None and "identity" in inspect.signature(self._make).parameters
        self._made: dict[Identity | None, object] = {} if self._make else {None: value}
        self._lock = threading.Lock()
        if not self.takes_identity:
            self.of(None)

    def of(self, identity: Identity | None) -> Any:
        """Return what is asked for `identity`; a function is called here, and may take its time."""
        who = identity if self.takes_identity else None
        with self._lock:
            if self._make is None or who in self._made:
                return self._made[who]
            made = self._called(self._make, who)
            if self._forgets(made):
                self._made[who] = made
            return made

    def _maker(self, value: object) -> Callable[..., object]:
        if not callable(value):
            raise self._unsupported(described(value, self._name))
        required = [
            item.name
            for item in inspect.signature(value).parameters.values()
            if item.default is item.empty and item.kind not in {item.VAR_POSITIONAL, item.VAR_KEYWORD}
        ]
        if set(required) - {"identity"}:
            raise self._unsupported(f"{self._name}({', '.join(required)})")
        return value

    def _called(self, make: Callable[..., object], identity: Identity | None) -> object:
        try:
            made = make(identity=identity) if self.takes_identity else make()
        except (Exception, SystemExit) as error:
            code = getattr(make, "__code__", None)
            raise UnsupportedTargetError(
                f"{self._name}() failed: {told(error, file=getattr(code, 'co_filename', ''))}",
                next_step="mend it; it is called before the first question",
            ) from error
        if not self._is_one(made):
            raise self._unsupported(f"what {self._name}() returns, {described(made, self._name)},")
        return made

    def _unsupported(self, found: str) -> UnsupportedTargetError:
        return UnsupportedTargetError(
            f"{found} is no {self._expected}",
            next_step=f"name a {self._expected}, or a function without arguments that makes one; "
            'for a function that is given the question write kind = "callable"',
        )
