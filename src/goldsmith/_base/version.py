"""The version of this package."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version


def package_version() -> str:
    """Return the installed version; ``unknown`` for a tree that was never installed."""
    try:
        return version("goldsmith-rag")
    except PackageNotFoundError:
        return "unknown"
