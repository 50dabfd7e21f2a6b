"""Open a golden set, alone or with its project around it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path

from goldsmith.errors import ConfigurationError, InputError
from goldsmith.ondisk.corpus_lock import locked_label
from goldsmith.ondisk.golden import LoadedSet, load_golden
from goldsmith.ondisk.project import CONFIGURATION, STATE, find_root, load_settings
from goldsmith.ondisk.revisions import StoredRevision, documents, index, list_revisions, load_revision
from goldsmith.ports.format import FormatPlugin
from goldsmith.ports.matcher import MatcherPlugin
from goldsmith.records.claims import PluginMatch
from goldsmith.records.corpus import CorpusRevision, Document
from goldsmith.records.golden_set import GoldenSet, SetHeader
from goldsmith.records.settings import ProjectSettings, SetSettings
from goldsmith.workflows.once import Once
from goldsmith.workflows.plugins import Plugins, load_plugins

LOCK = "corpus.lock"
"""Names the revision that the set is held against; committed beside goldsmith.toml."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Project:
    """A golden set with everything around it that was found."""

    root: Path
    """Folder of goldsmith.toml; where there is none, the folder of the call."""
    settings: ProjectSettings
    chosen: SetSettings
    loaded: LoadedSet
    stored: StoredRevision | None
    """The pinned revision; without a pin the only one there is; None: no corpus was frozen."""
    once: Once = field(default_factory=Once, compare=False, repr=False)

    @property
    def golden(self) -> GoldenSet:
        """The set itself."""
        return self.loaded.golden

    @property
    def revision(self) -> CorpusRevision | None:
        """What is known of the corpus revision without reading its chunks."""
        return self.stored.record if self.stored else None

    @property
    def documents(self) -> tuple[Document, ...]:
        """Every document of the revision, read once; none without a revision."""
        stored = self.stored
        return self.once.get("documents", lambda: documents(stored)) if stored else ()

    @property
    def plugins(self) -> Plugins:
        """What others wrote, loaded once: those of goldsmith.toml and those that are installed."""
        return _plugins(self.once, self.root, self.settings)

    def format_of(self, suffix: str) -> FormatPlugin | None:
        """Return the format of a plug-in that reads files with this suffix; None: there is none."""
        return self.plugins.formats.get(suffix)

    @property
    def matchers(self) -> Mapping[str, MatcherPlugin]:
        """The matchers of plug-ins; none, and nothing is loaded, where no claim names one."""
        return self.once.get("matchers", lambda: self.plugins.matchers if _names_matchers(self.golden) else {})

    @property
    def state(self) -> Path:
        """Folder of what machines write."""
        return self.root / STATE


def open_golden_set(path: str | Path) -> GoldenSet:
    """Return the golden set at `path`: a folder with set.yaml, or a lone CSV, JSONL, JSON or YAML file.

    Raises goldsmith.errors.InvalidFileError with every problem found, each with its place.
    """
    return load_golden(Path(path)).golden


def open_project(
    start: Path,
    *,
    file: Path | None = None,
    set_name: str | None = None,
    corpus: str | None = None,
    must_be_frozen: bool = True,
) -> Project:
    """Return the project at or above `start`, with the set that `file` or `set_name` choose.

    A file outside every set of the configuration is opened bare. `corpus` names the revision to use instead of the pin;
    `must_be_frozen` False opens a set whose pinned revision is not here. Raises InputError, ConfigurationError.
    """
    root = find_root(start)
    settings = load_settings(root)
    chosen = _chosen(root, settings, start, file, set_name)
    path = root / chosen.path
    shown = _shown(path, start)
    once = Once()
    if settings.plugins:
        _plugins(once, root, settings)  # what cannot be used is told now, whether anything asks for it or not

    def formats(suffix: str) -> FormatPlugin | None:
        return _plugins(once, root, settings).formats.get(suffix)

    loaded = load_golden(path, shown=shown, fields=chosen.fields, formats=formats)
    stored = None
    if corpus is not None:
        stored = load_revision(root, corpus)
    elif must_be_frozen:
        stored = pinned_revision(root, loaded.golden.header)
    if stored is not None and _has_divided_cells(loaded, chosen):
        keys = index(stored).keys
        loaded = load_golden(
            path, shown=shown, fields=chosen.fields, known=lambda name: bool(keys.find([name])), formats=formats
        )
    return Project(root=root, settings=settings, chosen=chosen, loaded=loaded, stored=stored, once=once)


def pinned_revision(root: Path, header: SetHeader) -> StoredRevision | None:
    """Return the revision that a set with this header is held against: the pinned one, without a pin the only one.

    None: no corpus was frozen. Raises ConfigurationError where the pin is not frozen here, or where one has to be
    named.
    """
    return _pinned(header, list_revisions(root), root / LOCK)


def _plugins(once: Once, root: Path, settings: ProjectSettings) -> Plugins:
    return once.get("plug-ins", lambda: load_plugins(root, settings.plugins))


def _names_matchers(golden: GoldenSet) -> bool:
    return any(isinstance(claim.match, PluginMatch) for case in golden.cases for claim in case.claims)


def _has_divided_cells(loaded: LoadedSet, chosen: SetSettings) -> bool:
    """Tell whether a cell holds a semicolon: it lists several ids, or one with a semicolon in it; the corpus knows."""
    name = chosen.fields.get("expected_sources", "expected_sources")
    values = (raw.value for raw in loaded.raws)
    cells = (value.get(name) for value in values if isinstance(value, dict))
    return any(isinstance(cell, str) and ";" in cell for cell in cells)


def is_project(start: Path) -> bool:
    """Say whether a set can be opened without naming it: goldsmith.toml at or above `start`, or a folder golden/."""
    root = find_root(start)
    return (root / CONFIGURATION).exists() or (root / "golden").is_dir()


def enabled_sets(start: Path) -> tuple[str, ...]:
    """Return the paths of the sets that goldsmith.toml enables. Raises ConfigurationError where it enables none."""
    return _enabled(load_settings(find_root(start)))


def _shown(path: Path, start: Path) -> str:
    try:
        return path.resolve().relative_to(start.resolve()).as_posix()
    except ValueError:
        return str(path)


def _chosen(root: Path, settings: ProjectSettings, start: Path, file: Path | None, set_name: str | None) -> SetSettings:
    if file is not None:
        path = (start / file).resolve()
        for item in settings.sets:
            if (root / item.path).resolve() == path:
                return item
        return SetSettings(path=str(path))
    chosen = _named(settings, set_name or _enabled(settings)[0])
    if not (root / chosen.path).exists():
        message = f"there is no golden set here ({root / chosen.path} does not exist)"
        raise InputError(
            message, next_step="name a file of cases, such as: goldsmith evaluate golden.csv --system app.py:answer"
        )
    return chosen


def _named(settings: ProjectSettings, name: str) -> SetSettings:
    """Return the set with this path, or the only one whose last folder has this name."""
    by_path = [item for item in settings.sets if item.path == name]
    named = by_path or [item for item in settings.sets if Path(item.path).name == name]
    if len(named) == 1:
        return named[0]
    listed = ", ".join(item.path for item in named or settings.sets)
    message = f"{name!r} may be any of several sets" if named else f"goldsmith.toml lists no set {name!r}"
    raise ConfigurationError(message, next_step=f"choose one of: {listed}")


def _enabled(settings: ProjectSettings) -> tuple[str, ...]:
    enabled = tuple(item.path for item in settings.sets if item.enabled)
    if not enabled:
        message = "goldsmith.toml enables no set"
        raise ConfigurationError(message, next_step="set enabled = true for one of them")
    return enabled


def _pinned(header: SetHeader, held: tuple[StoredRevision, ...], lock: Path) -> StoredRevision | None:
    pin = header.corpus
    labels = [one.record.label for one in held]
    if pin is None:
        if len(held) > 1:
            message = f"the set pins no corpus revision and {len(held)} are frozen: {', '.join(labels)}"
            raise ConfigurationError(
                message, next_step=f"name one: --corpus {labels[-1]}, or pin one in set.yaml (corpus: {{label: …}})"
            )
        return held[0] if held else None
    found = next((one for one in held if one.record.label == pin.label), None)
    if found is None:
        raise _not_frozen(pin.label, labels, locked_label(lock) if lock.exists() else None)
    if pin.digest is not None and pin.digest != found.record.digest:
        message = (
            f"corpus revision {pin.label!r} here has digest {found.record.digest[:15]}, the set was judged against "
            f"{pin.digest[:15]}: the documents are not the same"
        )
        raise ConfigurationError(
            message, next_step="check out the documents of that revision and freeze them, or pin the new revision"
        )
    return found


def _not_frozen(label: str, frozen: list[str], locked: str | None) -> ConfigurationError:
    """Return the error for a pin of which there is no revision; a label that was mistyped is not frozen anew."""
    message = f"the set was judged against corpus revision {label!r}, which is not frozen here"
    known = [*frozen, *([locked] if locked is not None and locked not in frozen else [])]
    near = get_close_matches(label, known, n=1) if label != locked else []
    if not near:
        return ConfigurationError(message, next_step=f"goldsmith freeze --label {label}")
    where = "frozen here" if near[0] in frozen else f"named by {LOCK}"
    return ConfigurationError(
        f"{message}; did you mean {near[0]} ({where})?", next_step=f"write corpus: {{label: {near[0]}}} in set.yaml"
    )
