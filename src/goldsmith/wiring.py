"""Names in the configuration to adapters: the one place that knows both sides; and the calls from Python."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Any, cast

from goldsmith._base.canonical import digest
from goldsmith._base.registry import Registry, unknown_name
from goldsmith._base.version import package_version
from goldsmith.errors import ConfigurationError
from goldsmith.ondisk.revisions import chunks_of
from goldsmith.ports.system import System
from goldsmith.records.response import COMPONENTS, Component
from goldsmith.records.settings import RunSettings
from goldsmith.records.verdict import Verdict
from goldsmith.workflows.evaluate import Against
from goldsmith.workflows.evaluate import evaluate as evaluate_project
from goldsmith.workflows.open_set import Project, open_project
from goldsmith.workflows.run import Asking
from goldsmith.workflows.select import Selection

RECORDED_SUFFIXES = (".json", ".jsonl", ".csv")


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenedSystem:
    """A system that is ready to be asked."""

    system: System
    digest: str
    """Over what the configuration says of it."""
    revision: str | None = None
    fingerprints: Mapping[Component, str] = field(default_factory=dict)
    """As declared in the configuration."""

    def asking(self, *, selection: Selection = Selection(), settings: RunSettings = RunSettings()) -> Asking:  # noqa: B008 - frozen
        """Return what a run of it is to do."""
        return Asking(
            system_digest=self.digest,
            selection=selection,
            settings=settings,
            version=package_version(),
            revision=self.revision,
            fingerprints=self.fingerprints,
        )


Opener = Callable[[Project, str, Mapping[str, Any], Path], System]

SYSTEMS: Registry[Opener] = Registry(
    "kinds of system",
    {
        "callable": "goldsmith.wiring:_open_callable",
        "recorded": "goldsmith.wiring:_open_recorded",
        "reference": "goldsmith.wiring:_open_reference",
    },
)


def open_system(project: Project, name: str | None, *, here: Path) -> OpenedSystem:
    """Return the system called `name`.

    That is a system of goldsmith.toml, a callable (``app.py:answer``, ``package.module:answer``) or a file of recorded
    answers; None means the only system of goldsmith.toml. Raises UnknownNameError, ConfigurationError.
    """
    systems = project.settings.systems
    chosen, options, base = _chosen(systems, name, here, project.root)
    kind = options.get("kind")
    if not isinstance(kind, str):
        message = f"system {chosen!r} in goldsmith.toml has no kind"
        raise ConfigurationError(message, next_step=f"give it one of: {', '.join(SYSTEMS)}")
    _refuse_misshapen(chosen, options)
    own = {key: value for key, value in options.items() if key not in {"kind", "revision", "fingerprints"}}
    system = SYSTEMS.get(kind)(project, chosen, own, base)
    return OpenedSystem(
        system=system,
        digest="y1:" + digest({"name": chosen, "options": options, "content": _content(own, base)}),
        revision=options.get("revision"),
        fingerprints=_fingerprints(chosen, options.get("fingerprints") or {}),
    )


_SHAPES: Mapping[str, tuple[type, str]] = {
    "revision": (str, "a text"),
    "fingerprints": (dict, "a table"),
    "where": (dict, "a table"),
    "fields": (dict, "a table"),
    "records": (str, "a text"),
}


def _refuse_misshapen(name: str, options: Mapping[str, Any]) -> None:
    for key, (kind, words) in _SHAPES.items():
        if key in options and not isinstance(options[key], kind):
            message = f"{key} of system {name!r} is {options[key]!r}, where {words} was expected"
            raise ConfigurationError(message, next_step=f"mend {key} in goldsmith.toml")


def _content(options: Mapping[str, Any], base: Path) -> str | None:
    """Return the hash of the file that a system lies in: what one version answered never completes another's run.

    None for a system that lies in no single file.
    """
    target = str(options.get("target") or "").rpartition(":")[0]
    path = base / str(options.get("file") or target or ".")
    return sha256(path.read_bytes()).hexdigest() if path.is_file() else None


def _fingerprints(name: str, declared: Mapping[str, Any]) -> dict[Component, str]:
    for component in declared:
        if component not in COMPONENTS:
            raise unknown_name(f"components of system {name!r}", component, COMPONENTS)
    return {component: str(declared[component]) for component in COMPONENTS if component in declared}


def _chosen(
    systems: Mapping[str, dict[str, Any]], name: str | None, here: Path, root: Path
) -> tuple[str, dict[str, Any], Path]:
    if name is None:
        if len(systems) == 1:
            only = next(iter(systems))
            return only, systems[only], root
        message = "no system was named" if not systems else f"goldsmith.toml has {len(systems)} systems"
        known = f"--system {min(systems)}" if systems else "--system app.py:answer"
        raise ConfigurationError(message, next_step=f"name one, such as: {known}")
    if name in systems:
        return name, systems[name], root
    if name.endswith(RECORDED_SUFFIXES):
        return Path(name).stem, {"kind": "recorded", "file": name}, here
    if ":" in name:
        return name.rpartition(":")[2] or name, {"kind": "callable", "target": name}, here
    if name == "reference":
        return name, {"kind": "reference"}, here
    raise unknown_name("systems", name, (*sorted(systems), "reference", "file.py:function"))


def _open_callable(_project: Project, name: str, options: Mapping[str, Any], base: Path) -> System:
    from goldsmith.adapters.systems.callable import open_system as open_callable

    _refuse_unknown(name, options, ("target",))
    target = options.get("target")
    if not isinstance(target, str):
        message = f"system {name!r} has no target"
        raise ConfigurationError(message, next_step='write target = "app.py:answer"')
    return open_callable(target, name=name, folder=base)


def _open_recorded(project: Project, name: str, options: Mapping[str, Any], base: Path) -> System:
    from goldsmith.adapters.systems.recorded import open_system as open_recorded

    _refuse_unknown(name, options, ("file", "records", "where", "fields"))
    file = options.get("file")
    if not isinstance(file, str):
        message = f"system {name!r} has no file"
        raise ConfigurationError(message, next_step='write file = "results.json"')
    return open_recorded(
        base / file,
        name=name,
        cases=project.golden.cases,
        records=options.get("records"),
        where=options.get("where") or {},
        fields=options.get("fields") or {},
    )


def _open_reference(project: Project, name: str, options: Mapping[str, Any], _base: Path) -> System:
    from goldsmith.adapters.systems.reference import open_reference

    _refuse_unknown(name, options, ("top_k", "threshold", "faults"))
    if project.stored is None:
        message = "the reference system searches a frozen corpus, and none is frozen here"
        raise ConfigurationError(message, next_step="goldsmith freeze DOCUMENTS")
    held = {item.id: item for item in project.documents}
    return open_reference(
        chunks_of(project.stored, list(held)),
        held,
        name=name,
        **options,
    )


def _refuse_unknown(name: str, options: Mapping[str, Any], known: tuple[str, ...]) -> None:
    for key in options:
        if key not in known:
            raise unknown_name(f"settings of system {name!r}", key, known)


def evaluate(
    path: str | Path,
    *,
    system: Callable[..., Any] | System | str,
    cases: tuple[str, ...] = (),
    repeats: int = 1,
    baseline: str | None = None,
    waive: tuple[str, ...] = (),
    now: datetime | None = None,
) -> Verdict:
    """Evaluate `system` on the golden set at `path` and return the verdict.

    `path` is a lone file of cases, or a project folder with goldsmith.toml. `system` is a callable (sync, async or
    streaming), an object with the methods of `goldsmith.ports.system.System`, or a name as on the command line. The
    number of calls at once and the time for each come from ``[run]`` in goldsmith.toml. Works inside a running event
    loop as well as outside; `now` is the time of the call (for waivers and the record). Raises the errors of
    `goldsmith.errors`.
    """
    where = Path(path)
    start = where if where.is_dir() else where.parent
    project = open_project(start.resolve(), file=None if where.is_dir() else Path(where.name))
    opened = _opened(project, system, start)
    return evaluate_project(
        project,
        opened.system,
        opened.asking(
            selection=Selection(cases=cases),
            settings=replace(project.settings.run, repeats=repeats),
        ),
        now=now or datetime.now(UTC),
        against=Against(baseline=baseline),
        waive=waive,
    )


def _opened(project: Project, system: Callable[..., Any] | System | str, here: Path) -> OpenedSystem:
    if isinstance(system, str):
        return open_system(project, system, here=here)
    if hasattr(system, "ask") and hasattr(system, "shows"):
        given = cast("System", system)
        return OpenedSystem(system=given, digest="y1:" + digest(given.name))
    from goldsmith.adapters.systems.callable import open_system as open_callable

    opened = open_callable(system, folder=here)
    return OpenedSystem(system=opened, digest="y1:" + digest(opened.name))


async def evaluate_async(path: str | Path, **options: Any) -> Verdict:
    """Do what `evaluate` does, without blocking the running event loop."""
    return await asyncio.to_thread(lambda: evaluate(path, **options))
