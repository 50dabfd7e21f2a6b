"""Names in the configuration to adapters: the one place that knows both sides."""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

from goldsmith._base.canonical import digest
from goldsmith._base.registry import unknown_name
from goldsmith._base.version import package_version
from goldsmith.adapters.systems.actions import with_actions
from goldsmith.errors import ConfigurationError
from goldsmith.ports.parser import Parser
from goldsmith.ports.system import System
from goldsmith.records.response import COMPONENTS, Component
from goldsmith.records.settings import RunSettings
from goldsmith.text.redaction import Secrets
from goldsmith.text.renaming import read_rename
from goldsmith.wiring.systems import SYSTEMS, Opening, content_of
from goldsmith.workflows.open_set import Project
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
    options: Mapping[str, Any] = field(default_factory=dict)
    """As they stand in the configuration: secrets by the names of their variables."""
    secrets: Secrets = field(default_factory=Secrets)
    """What must not show anywhere."""
    retrieval_only: bool = False

    def asking(self, *, selection: Selection = Selection(), settings: RunSettings = RunSettings()) -> Asking:  # noqa: B008 - frozen
        """Return what a run of it is to do."""
        return Asking(
            system_digest=self.digest,
            selection=selection,
            settings=settings,
            version=package_version(),
            revision=self.revision,
            fingerprints=self.fingerprints,
            options=self.options,
            secrets=self.secrets,
            rename=read_rename(self.options["ids"]) if "ids" in self.options else None,
            retrieval_only=self.retrieval_only,
        )


_EVERY = frozenset({"kind", "revision", "fingerprints", "actions", "ids"})
"""Settings that every kind of system has."""
_RETRIEVES_BY_ITSELF = frozenset({"http", "openai"})
"""Kinds that read the table `retrieval` themselves."""


def open_system(
    project: Project,
    name: str | None,
    *,
    here: Path,
    secrets: Secrets | None = None,
    environment: Mapping[str, str] | None = None,
    retrieval_only: bool = False,
    users: tuple[str, ...] | None = None,
) -> OpenedSystem:
    """Return the system called `name`.

    That is a system of goldsmith.toml, a callable (``app.py:answer``, ``package.module:answer``) or a file of recorded
    answers; None means the only system of goldsmith.toml. What must not show anywhere is put into `secrets`;
    `environment` holds the variables that the settings name, those of the process by default. With `retrieval_only` the
    system is asked for passages alone, as its table `retrieval` says; `users` are who is asked as, by default
    those of the cases. Raises UnknownNameError, ConfigurationError.
    """
    systems = project.settings.systems
    chosen, options, base = _chosen(systems, name, here, project.root)
    kind = options.get("kind")
    if not isinstance(kind, str):
        message = f"system {chosen!r} in goldsmith.toml has no kind"
        raise ConfigurationError(message, next_step=f"give it one of: {', '.join(SYSTEMS)}")
    _refuse_misshapen(chosen, options)
    held, variables = secrets or Secrets(), os.environ if environment is None else environment
    own = {key: value for key, value in options.items() if key not in _EVERY}
    if kind not in _RETRIEVES_BY_ITSELF:
        own = _retrieving(chosen, own, retrieval_only=retrieval_only)
    opening = Opening(
        project=project, name=chosen, options=own, folder=base, environment=variables, secrets=held,
        retrieval_only=retrieval_only, users=users,
    )  # fmt: skip
    system = SYSTEMS.get(kind)(opening)
    if options.get("actions"):
        system = with_actions(system, options["actions"], base, variables)
    content = content_of(project, kind) or _content(own, base)
    return OpenedSystem(
        system=system,
        digest="y1:" + digest({"name": chosen, "options": options, "content": content}),
        revision=options.get("revision"),
        fingerprints=_fingerprints(chosen, options.get("fingerprints") or {}),
        options=options,
        secrets=held,
        retrieval_only=retrieval_only,
    )


def _retrieving(name: str, options: Mapping[str, Any], *, retrieval_only: bool) -> dict[str, Any]:
    """Return the settings with those of the table `retrieval` above them where passages alone are asked for."""
    rest = {key: value for key, value in options.items() if key != "retrieval"}
    if not retrieval_only:
        return rest
    table = options.get("retrieval")
    if not isinstance(table, Mapping):
        message = f"system {name!r} has no table that says how it retrieves without answering"
        raise ConfigurationError(
            message, next_step=f'write [systems.{name}.retrieval] with target = "app.py:retrieve" (or what it takes)'
        )
    return {**rest, **table}


_SHAPES: Mapping[str, tuple[type, str]] = {
    "revision": (str, "a text"),
    "fingerprints": (dict, "a table"),
    "where": (dict, "a table"),
    "fields": (dict, "a table"),
    "records": (str, "a text"),
    "actions": (dict, "a table"),
    "retrieval": (dict, "a table"),
    "ids": (dict, "a table"),
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


def open_parsers() -> AbstractContextManager[Mapping[str, Parser]]:
    """Return what reads documents that are not plain text, by media type; its processes end with the context."""
    from goldsmith.adapters.parsers.processes import open_parsers as open_all

    return open_all()
