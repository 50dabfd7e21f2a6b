"""What a project freezes when nobody names it."""

from __future__ import annotations

from pathlib import Path

from goldsmith.errors import ConfigurationError, InputError
from goldsmith.ondisk.project import load_settings


def frozen_source(root: Path, given: Path | None) -> tuple[Path, dict[str, str]]:
    """Return what to freeze, and the field names of a manifest that goldsmith.toml gives for it.

    Raises InputError for a path that does not exist, ConfigurationError where neither the call nor goldsmith.toml names
    one.
    """
    settings = load_settings(root)
    manifest = settings.manifest
    if given is not None:
        if not given.exists():
            message = f"there is nothing at {given}"
            raise InputError(message, next_step="name a folder of documents or a chunk manifest")
        same = manifest is not None and (root / manifest.path).resolve() == given.resolve()
        return given, dict(manifest.fields) if manifest is not None and same else {}
    if settings.documents is not None:
        return root / settings.documents, {}
    if manifest is not None:
        return root / manifest.path, dict(manifest.fields)
    message = "neither the call nor goldsmith.toml says what to freeze"
    raise ConfigurationError(message, next_step="goldsmith freeze FOLDER_OF_DOCUMENTS")
