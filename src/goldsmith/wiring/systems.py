"""The kinds of system, and how each is opened from its settings."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from goldsmith._base.raised import told
from goldsmith._base.registry import Registry, unknown_name
from goldsmith.errors import ConfigurationError, GoldsmithError, MissingExtraError
from goldsmith.ondisk.revisions import chunks_of
from goldsmith.ports.system import System, SystemSettings
from goldsmith.records.settings import IdentitySettings
from goldsmith.text.redaction import Secrets
from goldsmith.workflows.open_set import Project


@dataclass(frozen=True, slots=True, kw_only=True)
class Opening:
    """What a kind of system is opened from."""

    project: Project
    name: str
    options: Mapping[str, Any]
    """Of this kind alone: what every system has is taken out."""
    folder: Path
    """Paths are meant from here."""
    environment: Mapping[str, str]
    secrets: Secrets
    retrieval_only: bool
    users: tuple[str, ...] | None = None
    """Who is asked as; None: the users of the cases."""


_PARTS = ("name", "revision", "shows", "fingerprints", "ask", "close")
"""What every system has."""

Opener = Callable[[Opening], System]


class _Kinds(Registry[Opener]):
    """Our kinds of system; a name with a prefix and a dot is that of a plug-in, which only a project knows."""

    def get(self, name: str) -> Opener:
        return partial(_open_plugged, name) if "." in name else super().get(name)


SYSTEMS: Registry[Opener] = _Kinds(
    "kinds of system",
    {
        "callable": "goldsmith.wiring.systems:_open_callable",
        "command": "goldsmith.wiring.systems:_open_command",
        "http": "goldsmith.wiring.systems:_open_http",
        "langchain": "goldsmith.wiring.systems:_open_langchain",
        "llama_index": "goldsmith.wiring.systems:_open_llama_index",
        "openai": "goldsmith.wiring.systems:_open_openai",
        "recorded": "goldsmith.wiring.systems:_open_recorded",
        "reference": "goldsmith.wiring.systems:_open_reference",
    },
)


def content_of(project: Project, kind: str) -> str | None:
    """Return what tells one version of a plug-in's kind of system from another; None for a kind of ours."""
    return project.plugins.contents.get(kind) if "." in kind else None


def _open_plugged(kind: str, opening: Opening) -> System:
    known = opening.project.plugins.systems
    plugin = known.get(kind)
    if plugin is None:
        raise unknown_name("kinds of system", kind, (*SYSTEMS, *sorted(known)))
    settings = SystemSettings(
        name=opening.name,
        options=opening.options,
        folder=opening.folder,
        environment=opening.environment,
        hide=opening.secrets.add,
        retrieval_only=opening.retrieval_only,
    )
    try:
        system: object = plugin.open(settings)
    except GoldsmithError:
        raise
    except (Exception, SystemExit) as error:  # noqa: BLE001 - whatever a plug-in raises is told with its name
        message = f"system {opening.name!r} cannot be opened by {kind}: {told(error)}"
        raise ConfigurationError(message, next_step=f"mend [systems.{opening.name}], or the plug-in") from None
    if not isinstance(system, System):
        lacks = [name for name in _PARTS if not hasattr(system, name)]
        message = f"{kind} opened {system!r}, which is no system: it lacks {', '.join(lacks)}"
        raise ConfigurationError(message, next_step="let it return an object with the parts of goldsmith.ports.System")
    return system


def _open_callable(opening: Opening) -> System:
    from goldsmith.adapters.systems.callable import open_system as open_callable

    _refuse_unknown(opening.name, opening.options, ("target",))
    target = _target(opening, "app.py:answer")
    return open_callable(target, name=opening.name, folder=opening.folder)


def _target(opening: Opening, example: str) -> str:
    target = opening.options.get("target")
    if not isinstance(target, str):
        message = f"system {opening.name!r} has no target"
        raise ConfigurationError(message, next_step=f'write target = "{example}"')
    return target


def _open_command(opening: Opening) -> System:
    from goldsmith.adapters.systems.command import open_command

    return open_command(opening.name, opening.options, opening.folder)


def _open_langchain(opening: Opening) -> System:
    from goldsmith.adapters.systems.langchain import open_langchain

    rest = {key: value for key, value in opening.options.items() if key != "target"}
    return open_langchain(
        _target(opening, "app.py:chain"),
        name=opening.name,
        options=rest,
        folder=opening.folder,
        cases=opening.project.golden.cases,
    )


def _open_llama_index(opening: Opening) -> System:
    from goldsmith.adapters.systems.llama_index import open_llama_index

    rest = {key: value for key, value in opening.options.items() if key != "target"}
    return open_llama_index(
        _target(opening, "app.py:engine"),
        name=opening.name,
        options=rest,
        folder=opening.folder,
        cases=opening.project.golden.cases,
    )


def _open_http(opening: Opening) -> System:
    connection = _connection(opening)
    from goldsmith.adapters.systems.http import open_http

    return open_http(opening.name, opening.options, **connection)


def _open_openai(opening: Opening) -> System:
    connection = _connection(opening)
    from goldsmith.adapters.systems.openai_compatible import open_openai

    return open_openai(opening.name, opening.options, **connection)


def _connection(opening: Opening) -> dict[str, Any]:
    """Return what every system over HTTP is opened with. Raises MissingExtraError, ConfigurationError."""
    _require("aiohttp", "http", opening.name)
    _refuse_unknown_users(opening)
    return {
        "environment": opening.environment,
        "identities": _asked_as(opening),
        "secrets": opening.secrets,
        "folder": opening.folder,
        "retrieval_only": opening.retrieval_only,
    }


def _require(package: str, extra: str, name: str) -> None:
    if find_spec(package) is None:
        message = f"system {name!r} needs the package {package!r}, which is not installed"
        raise MissingExtraError(message, next_step=f"pip install 'goldsmith-rag[{extra}]'")


def _asked_as(opening: Opening) -> dict[str, IdentitySettings]:
    """Return the identities that are asked: the token of nobody else needs to be at hand."""
    users = {case.identity.user for case in opening.project.golden.cases if case.identity is not None}
    users = users if opening.users is None else {*opening.users}
    users.add(str(opening.options.get("identity")))
    return {name: held for name, held in opening.project.settings.identities.items() if name in users}


def _refuse_unknown_users(opening: Opening) -> None:
    """Raise ConfigurationError, before the first call, for a case that would be asked as somebody without proof."""
    from goldsmith.adapters.http.credentials import missing_identities

    missing = missing_identities(opening.project.golden.cases, opening.project.settings)
    missing = missing if opening.users is None else ()
    if missing:
        message = f"[identities] says nothing of {', '.join(missing[:5])}" + (" and others" if len(missing) > 5 else "")
        raise ConfigurationError(
            message, next_step=f'write [identities.{missing[0]}] with token_env = "…", or take the cases out'
        )


def _open_recorded(opening: Opening) -> System:
    from goldsmith.adapters.systems.recorded import open_system as open_recorded
    from goldsmith.adapters.systems.traced import open_traces

    name, options = opening.name, opening.options
    _refuse_unknown(name, options, ("file", "records", "where", "fields"))
    file = options.get("file")
    if not isinstance(file, str):
        message = f"system {name!r} has no file"
        raise ConfigurationError(message, next_step='write file = "results.json"')
    if options.keys() == {"file"}:
        traced = open_traces(opening.folder / file, name=name, cases=opening.project.golden.cases)
        if traced is not None:
            return traced
    return open_recorded(
        opening.folder / file,
        name=name,
        cases=opening.project.golden.cases,
        records=options.get("records"),
        where=options.get("where") or {},
        fields=options.get("fields") or {},
    )


def _open_reference(opening: Opening) -> System:
    from goldsmith.adapters.systems.reference import open_reference

    project, name, options = opening.project, opening.name, opening.options
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
            raise unknown_name(f"settings in [systems.{name}]", key, known)
