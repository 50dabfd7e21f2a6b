"""Where the house stands and what belongs to it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SRC = ROOT / "src"
PACKAGE = SRC / "goldsmith"


def sources() -> tuple[Path, ...]:
    """Return every Python file of the package."""
    return tuple(sorted(PACKAGE.rglob("*.py")))


def module_name(path: Path) -> str:
    """Return the dotted name under which a file of the package is imported."""
    parts = path.relative_to(SRC).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def kept_files() -> tuple[Path, ...]:
    """Return every file that git keeps or would keep: tracked, or new and not ignored."""
    if not (ROOT / ".git").exists():
        pytest.skip("this is no git checkout: which files belong to the project is not known")
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        check=True,
    )
    names = {name for name in listed.stdout.decode().split("\0") if name}
    return tuple(path for path in (ROOT / name for name in sorted(names)) if path.is_file())


def python(program: str, *, folder: Path, home: Path | None = None) -> str:
    """Run `program` in a fresh Python, in `folder`, and return what it printed."""
    environment = {
        "PATH": os.defpath,
        "PYTHONPATH": str(SRC),
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONWARNINGS": "error",
        "HOME": str(home or folder),
    }
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout
