"""The project that foreign cases are brought into: its set, as far as there is one, and its frozen corpus."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from goldsmith._base.atomic import write_atomically
from goldsmith.errors import ConfigurationError, InputError
from goldsmith.ondisk.discover import discover
from goldsmith.ondisk.golden import HEADER, SUFFIXES
from goldsmith.ondisk.project import CONFIGURATION, STATE, find_root, load_settings
from goldsmith.ondisk.revisions import StoredRevision, load_revision
from goldsmith.ondisk.runs import slug
from goldsmith.ondisk.yaml_events import read_yaml_mapping
from goldsmith.ondisk.yaml_write import emit_yaml
from goldsmith.records.case import Case
from goldsmith.records.golden_set import SetHeader
from goldsmith.records.settings import ProjectSettings
from goldsmith.workflows.init import configuration
from goldsmith.workflows.open_set import enabled_sets, open_project, pinned_revision


@dataclass(frozen=True, slots=True, kw_only=True)
class Ground:
    """Where cases are written, and what is there already."""

    start: Path
    """Folder of the call: files are named from here."""
    root: Path
    settings: ProjectSettings
    folder: Path
    """The set."""
    set_path: str
    """Its path in the project."""
    standing: Mapping[str, Case]
    """The cases of the set, by id."""
    decided: frozenset[str]
    """Ids about which somebody decided."""
    stored: StoredRevision | None
    """The revision that the set is held against; None: no corpus is frozen."""

    @property
    def state(self) -> Path:
        """Folder of what machines write."""
        return self.root / STATE

    def near(self, path: Path) -> str:
        """Return how a person in the folder of the call names a path."""
        here, held = self.start.resolve(), path.resolve()
        return held.relative_to(here).as_posix() if held.is_relative_to(here) else held.as_posix()


def open_ground(start: Path, *, set_name: str | None, corpus: str | None) -> Ground:
    """Return the project at or above `start`; a folder without one is the project that will be.

    Raises InputError where the set is a lone file, ConfigurationError as `open_project`.
    """
    root = find_root(start)
    settings = load_settings(root)
    path = _set_path(start, settings, set_name)
    folder = root / path
    if folder.is_file() or (folder.parent != root and folder.parent.is_file()):
        message = f"the set {path} is a lone file, and cases are imported into a folder with set.yaml"
        raise InputError(message, next_step="name a folder of goldsmith.toml: --set NAME, or run it in an empty folder")
    standing: dict[str, Case] = {}
    decided: frozenset[str] = frozenset()
    if _has_cases(folder):
        project = open_project(start, set_name=path, corpus=corpus)
        standing = {case.id: case for case in project.golden.cases}
        decided = frozenset(fact.case for fact in project.golden.facts)
        stored = project.stored
    else:
        stored = load_revision(root, corpus) if corpus is not None else pinned_revision(root, _header(folder))
    return Ground(
        start=start,
        root=root,
        settings=settings,
        folder=folder,
        set_path=path,
        standing=standing,
        decided=decided,
        stored=stored,
    )


def found_set(ground: Ground) -> tuple[tuple[str, str], ...]:
    """Write set.yaml where the set has none; return it and what it is for."""
    path = ground.folder / "set.yaml"
    if path.exists():
        return ()
    header: dict[str, object] = {"name": slug(ground.root.resolve().name) or "questions"}
    if ground.stored is not None:
        header["corpus"] = {"label": ground.stored.record.label}
    write_atomically(path, emit_yaml(header).encode())
    return ((ground.near(path), "the set: name, corpus pin, gates"),)


def found_project(ground: Ground, manifest: Path | None) -> tuple[tuple[str, str], ...]:
    """Write goldsmith.toml where there is none, with the chunk manifest to freeze; return it and what it is for."""
    path = ground.root / CONFIGURATION
    if path.exists():
        return ()
    named = manifest.relative_to(ground.root).as_posix() if manifest is not None else None
    write_atomically(path, configuration(discover(ground.root), manifest=named).encode())
    return ((ground.near(path), "where the corpus and the system are"),)


def _set_path(start: Path, settings: ProjectSettings, set_name: str | None) -> str:
    if set_name is None:
        enabled = enabled_sets(start)
        if len(enabled) > 1:
            message = f"goldsmith.toml enables {len(enabled)} sets, and cases go into one"
            raise ConfigurationError(message, next_step=f"name it: --set NAME, one of: {', '.join(enabled)}")
        return enabled[0]
    known = [item.path for item in settings.sets]
    named = [path for path in known if set_name in (path, Path(path).name)]
    # Several or none: who opens the set says which there are.
    return named[0] if len(named) == 1 else open_project(start, set_name=set_name).chosen.path


def _has_cases(folder: Path) -> bool:
    inside = (folder / "cases").rglob("*") if (folder / "cases").is_dir() else ()
    return any(path.suffix.lower() in SUFFIXES and path.is_file() and not path.name.startswith(".") for path in inside)


def _header(folder: Path) -> SetHeader:
    path = folder / "set.yaml"
    if not path.exists():
        return SetHeader(name="new")
    parsed = HEADER.parse(read_yaml_mapping(path.read_bytes(), name=str(path)), file=str(path))
    return SetHeader(name="new") if isinstance(parsed, tuple) else parsed
