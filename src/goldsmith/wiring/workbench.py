"""The workbench of a project: where its open reviews are kept, and who works at it without an invitation."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from getpass import getuser
from pathlib import Path
from typing import get_args

from goldsmith.adapters.review_stores.postgres import open_postgres
from goldsmith.adapters.review_stores.sqlite import open_sqlite
from goldsmith.errors import ConfigurationError, GoldsmithError
from goldsmith.ports.review_store import ReviewStore
from goldsmith.records.person import Person, Role
from goldsmith.workflows.open_set import Project, open_project
from goldsmith.workflows.review_desk import Desk
from goldsmith.workflows.serve import bind_store
from goldsmith.workflows.state_folder import ignored_by_git

REVIEWER = "GOLDSMITH_REVIEWER"
"""Environment variable with the name of the person at this machine."""

_USUAL_SET = "golden"
_SYSTEM = "goldsmith"


def open_store(project: Project, environment: Mapping[str, str] | None = None) -> ReviewStore:
    """Return the store of the open reviews of a set: PostgreSQL where the settings name its variable, else SQLite.

    The file lies in .goldsmith and is called workbench.db; a set in another folder than golden/ has one of its own.
    Raises MissingExtraError, ConfigurationError where the variable is empty, and what the stores raise.
    """
    variables = os.environ if environment is None else environment
    name = project.settings.workbench.store_env
    if name is not None:
        url = variables.get(name, "")
        if not url:
            message = f"the variable {name} with the address of the workbench's database is not set"
            raise ConfigurationError(
                message, next_step=f"export {name}=postgresql://…, or take store_env out of goldsmith.toml"
            )
        return open_postgres(url)
    with ignored_by_git(project.root):
        return open_sqlite(project.state / _file_of(project.chosen.path))


def open_desk(
    start: Path,
    set_name: str | None = None,
    *,
    environment: Mapping[str, str] | None = None,
    now: Callable[[], datetime] | None = None,
) -> Desk:
    """Return the desk of the project at or above `start`; close it when done.

    Where goldsmith.toml names no people, the person at this machine has every role and sees everything. Raises what
    `open_project` and `open_store` do.
    """
    project = open_project(start, set_name=set_name)
    local = None if project.settings.people else _at_this_machine(environment)
    desk = Desk(project, open_store(project, environment), now=now or _utc_now, local=local, set_name=set_name)
    try:
        bind_store(desk)
    except GoldsmithError:
        desk.close()
        raise
    return desk


def operator_of(desk: Desk, environment: Mapping[str, str] | None = None) -> Person:
    """Return who calls commands at this machine: they see everything."""
    return desk.local or Person(name=machine_user(environment) or _SYSTEM, roles=("evaluation_owner",))


def machine_user(environment: Mapping[str, str] | None = None) -> str:
    """Return the name of the person at this machine: from GOLDSMITH_REVIEWER, else of the account; empty: unknown."""
    variables = os.environ if environment is None else environment
    named = variables.get(REVIEWER, "").strip()
    if named:
        return named
    try:
        return getuser()
    except (OSError, KeyError):  # an account without a name, as in some containers
        return ""


def _at_this_machine(environment: Mapping[str, str] | None) -> Person:
    roles: tuple[Role, ...] = get_args(Role)
    return Person(name=machine_user(environment) or "me", roles=roles)


def _file_of(set_path: str) -> str:
    """Return the name of the store's file: cases of two sets may have one id."""
    if set_path == _USUAL_SET:
        return "workbench.db"
    name = "-".join(part for part in Path(set_path).parts if part not in {"/", "..", "."})
    return f"workbench-{name}.db"


def _utc_now() -> datetime:
    return datetime.now(UTC)
