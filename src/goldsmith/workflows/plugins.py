"""Find the measures, matchers, systems and formats that others wrote, and refuse what cannot be used."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import redirect_stdout
from dataclasses import dataclass, field
from difflib import get_close_matches
from hashlib import sha256
from pathlib import Path
from types import ModuleType

from goldsmith._base.raised import raised_at, told
from goldsmith.errors import ConfigurationError, Problem
from goldsmith.ports.format import FormatPlugin
from goldsmith.ports.matcher import MatcherPlugin
from goldsmith.ports.measure import MeasurePlugin
from goldsmith.ports.system import SystemPlugin
from goldsmith.workflows.plugin_faults import faults, kind_of

GROUP = "goldsmith.plugins"
"""The group of entry points; each names a module."""
LIST = "PLUGINS"
"""What a module calls the list of what it brings."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plugins:
    """What others wrote, by name."""

    measures: Mapping[str, MeasurePlugin] = field(default_factory=dict)
    matchers: Mapping[str, MatcherPlugin] = field(default_factory=dict)
    systems: Mapping[str, SystemPlugin] = field(default_factory=dict)
    formats: Mapping[str, FormatPlugin] = field(default_factory=dict)
    """By suffix."""
    contents: Mapping[str, str] = field(default_factory=dict)
    """By name, what tells one version of the code from another: the hash of its file, or the version installed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Module:
    """A module with plug-ins, and how a person knows it."""

    place: str
    """Path from the project's folder, or the distribution."""
    content: str
    listed: object
    """Its `LIST`; None where it has none."""


def load_plugins(root: Path, files: Iterable[str]) -> Plugins:
    """Return the plug-ins of `files` (paths from the project's folder `root`) and those that are installed.

    A file is executed once in a process as long as its content stays; what it prints goes to standard error. Raises
    ConfigurationError with every problem: a file outside the project or one that cannot be imported, what is no
    plug-in, a name without a prefix, a name that two have.
    """
    problems: list[Problem] = []
    with redirect_stdout(sys.stderr):
        modules = [*_of_files(root, files, problems), *_installed(problems)]
    gathered = _Gathered(problems)
    for module in modules:
        gathered.take(module)
    if problems:
        noun = "plug-in cannot" if len(problems) == 1 else "plug-ins cannot"
        message = f"{len(problems)} {noun} be used"
        raise ConfigurationError(
            message,
            problems=tuple(problems),
            next_step="mend these places, or take the file out of plugins in goldsmith.toml",
        )
    return gathered.plugins()


def _of_files(root: Path, files: Iterable[str], problems: list[Problem]) -> Iterator[_Module]:
    for file in dict.fromkeys(files):
        path = (root / file).resolve()
        refusal = _refusal(root.resolve(), path, file)
        if refusal is not None:
            problems.append(refusal)
            continue
        data = path.read_bytes()
        content = sha256(data).hexdigest()
        try:
            module = _executed(path, data, content)
        except (Exception, SystemExit) as error:  # noqa: BLE001 - the file is the person's: whatever it raises is told
            line = raised_at(error, file=str(path))[1]
            message = f"it cannot be imported: {told(error, file=str(path))}"
            problems.append(Problem(message=message, file=file, line=line, mend="mend the file"))
            continue
        yield _Module(place=file, content=content, listed=getattr(module, LIST, None))


def _refusal(root: Path, path: Path, file: str) -> Problem | None:
    message, mend = "", ""
    if not path.is_relative_to(root):
        message, mend = "it lies outside the project", "move it into the folder of goldsmith.toml"
    elif path.suffix != ".py":
        message, mend = "it is no Python file", 'write plugins = ["evals/measures.py"]'
    elif not path.is_file():
        beside = sorted(one.name for one in path.parent.glob("*.py")) if path.parent.is_dir() else []
        near = get_close_matches(path.name, beside, n=1)
        hint = f"; did you mean {near[0]!r}?" if near else ""
        message, mend = f"there is no such file{hint}", "write its path from the project's folder"
    return Problem(message=message, file=file, mend=mend) if message else None


def _executed(path: Path, data: bytes, content: str) -> ModuleType:
    """Return the module that `data` is; what was executed before with this content is not executed again."""
    name = f"goldsmith_plugin_{sha256(f'{path}:{content}'.encode('utf-8', 'surrogatepass')).hexdigest()[:16]}"
    if name in sys.modules:
        return sys.modules[name]
    home = str(path.parent)
    if home not in sys.path:
        # Behind everything else: a file beside a plug-in must never stand in for an installed module.
        sys.path.append(home)
    module = ModuleType(name)
    module.__file__ = str(path)
    sys.modules[name] = module
    try:
        # Compiled from the very bytes that the digest is of, and without leaving a file of bytecode in the project.
        exec(compile(data, str(path), "exec"), module.__dict__)  # noqa: S102 - the project names it as code to run
    except BaseException:
        del sys.modules[name]
        raise
    return module


def _installed(problems: list[Problem]) -> Iterator[_Module]:
    from importlib import import_module
    from importlib.metadata import entry_points

    found = entry_points(group=GROUP)
    for entry in sorted(found, key=lambda one: (one.dist.name if one.dist else "", one.name, one.value)):
        owner = f"{entry.dist.name} {entry.dist.version}" if entry.dist else entry.module
        place = f"{owner} ({entry.module})"
        try:
            module = import_module(entry.module)
        except (Exception, SystemExit) as error:  # noqa: BLE001 - the package is another's: whatever it raises is told
            message = f"it cannot be imported: {told(error)}"
            problems.append(Problem(message=message, file=place, mend="mend the package, or uninstall it"))
            continue
        yield _Module(place=place, content=place, listed=getattr(module, LIST, None))


class _Gathered:
    """Plug-ins of all modules, with every problem of them."""

    def __init__(self, problems: list[Problem]) -> None:
        self._problems = problems
        self._held: dict[str, dict[str, object]] = {"measure": {}, "matcher": {}, "system": {}, "format": {}}
        self._suffixes: dict[str, FormatPlugin] = {}
        self._places: dict[str, str] = {}
        self._contents: dict[str, str] = {}

    def take(self, module: _Module) -> None:
        if not isinstance(module.listed, list | tuple) or not module.listed:
            message = f"it has no list {LIST}"
            self._tell(module.place, message, f"write {LIST} = [MyMeasure()] at its end")
            return
        for thing in module.listed:
            try:
                found = [*faults(thing)]
            except (Exception, SystemExit) as error:  # noqa: BLE001 - its properties are code of the person's too
                found = [(f"{type(thing).__name__} cannot be looked at: {told(error)}", "mend it")]
            for message, mend in found:
                self._tell(module.place, message, mend)
            if not found:
                self._add(thing, module)

    def _add(self, thing: object, module: _Module) -> None:
        kind, name = kind_of(thing), str(getattr(thing, "name", ""))
        suffixes = thing.suffixes if kind == "format" and isinstance(thing, FormatPlugin) else ()
        for key in (name, *suffixes):
            other = self._places.setdefault(key, module.place)
            if other != module.place or key in self._contents:
                what = f"the {'suffix' if key in suffixes else 'name'} {key!r}"
                self._tell(module.place, f"{what} is taken by {other}", "give one of the two another")
                return
        self._held[kind][name] = thing
        self._contents |= dict.fromkeys((name, *suffixes), module.content)
        if isinstance(thing, FormatPlugin):
            self._suffixes |= dict.fromkeys(suffixes, thing)

    def _tell(self, place: str, message: str, mend: str) -> None:
        self._problems.append(Problem(message=message, file=place, mend=mend))

    def plugins(self) -> Plugins:
        held = self._held
        return Plugins(
            measures={name: one for name, one in held["measure"].items() if isinstance(one, MeasurePlugin)},
            matchers={name: one for name, one in held["matcher"].items() if isinstance(one, MatcherPlugin)},
            systems={name: one for name, one in held["system"].items() if isinstance(one, SystemPlugin)},
            formats=self._suffixes,
            contents=self._contents,
        )
