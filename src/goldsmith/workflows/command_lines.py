"""Commands as a person of this very project would type them: with what they need, and nothing more."""

from __future__ import annotations

from collections.abc import Sequence

from goldsmith.records.settings import ProjectSettings
from goldsmith.workflows.open_set import Project


def named_file(project: Project) -> str:
    """Return the file of cases where commands do not find it by themselves; empty text for the project's own set."""
    usual = next((item.path for item in project.settings.sets if item.enabled), "")
    path, root = project.loaded.path, project.root
    if path.resolve() == (root / usual).resolve():
        return ""
    name = path.relative_to(root).as_posix() if path.is_relative_to(root) else str(path)
    return f'"{name}"' if " " in name else name


def of_the_set(project: Project) -> str:
    """Return `` --set FILE`` where the set is not the one that commands take by themselves, else empty text."""
    name = named_file(project)
    return f" --set {name}" if name else ""


def evaluate_line(project: Project) -> str:
    """Return the call of `evaluate` on the set."""
    name = named_file(project)
    return _evaluate(project.settings, [name] if name else [])


def evaluate_anything(settings: ProjectSettings) -> str:
    """Return the call of `evaluate` on whatever goldsmith.toml enables."""
    return _evaluate(settings, [])


def _evaluate(settings: ProjectSettings, words: Sequence[str]) -> str:
    asked = [] if len(settings.systems) == 1 else ["--system NAME"]
    return " ".join(["goldsmith evaluate", *words, *asked])
