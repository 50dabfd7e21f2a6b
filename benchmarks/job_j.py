"""(j) How soon the program speaks, what importing it loads, how much an installation is."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import venv
from collections.abc import Sequence
from pathlib import Path

from contest import Call, Contest, Peer, Place
from shared_calls import ROOT

_IMPORTED = "import sys; before = set(sys.modules); import goldsmith; print(len(set(sys.modules) - before))"
_NOT_OURS = ("pip", "setuptools", "wheel")
_INSTALLED = "installed.json"


def _command(arguments: Sequence[str]) -> Call:
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}

    def call() -> int:
        return subprocess.run(arguments, env=environment, stdout=subprocess.DEVNULL, check=True).returncode

    return call


def _help(place: Place) -> Call:
    del place
    return _command([str(Path(sys.executable).with_name("goldsmith")), "--help"])


def _python_alone(place: Place) -> Call:
    del place
    return _command([sys.executable, "-c", "pass"])


def _click_alone(place: Place) -> Call:
    del place
    return _command([sys.executable, "-c", "import click"])


def _modules(place: Place) -> Call:
    del place
    return lambda: int(subprocess.run([sys.executable, "-c", _IMPORTED], capture_output=True, check=True).stdout)


def _install(place: Place) -> None:
    """Install the package alone, with its constraints, in an environment of its own, and note what that came to."""
    folder = place.work / "installed"
    venv.create(folder, with_pip=True)
    python = folder / ("Scripts" if os.name == "nt" else "bin") / "python"
    install = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-compile"]
    subprocess.run([*install, "--constraint", str(ROOT / "constraints.txt"), str(ROOT)], check=True)
    asked = [str(python), "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"]
    packages = Path(subprocess.run(asked, capture_output=True, text=True, check=True).stdout.strip())
    names = sorted(
        path.name.partition("-")[0] for path in packages.glob("*.dist-info") if not path.name.startswith(_NOT_OURS)
    )
    size = sum(path.stat().st_size for path in packages.rglob("*") if path.is_file() and _counts(path, packages))
    (place.work / _INSTALLED).write_text(json.dumps({"packages": names, "megabytes": size / 1e6}), encoding="utf-8")


def _counts(path: Path, packages: Path) -> bool:
    parts = path.relative_to(packages).parts
    return "__pycache__" not in parts and parts[0].partition("-")[0] not in _NOT_OURS


def _megabytes(place: Place) -> Call:
    return lambda: json.loads((place.work / _INSTALLED).read_text(encoding="utf-8"))["megabytes"]


def _packages(place: Place) -> Call:
    return lambda: len(json.loads((place.work / _INSTALLED).read_text(encoding="utf-8"))["packages"])


CONTESTS = (
    Contest(
        name="j-help",
        says="goldsmith --help",
        ours=_help,
        peers=(Peer(name="python alone", setup=_python_alone), Peer(name="import click", setup=_click_alone)),
        limit=0.15,
        repeats=8,
        of_children=True,
    ),
    Contest(
        name="j-import",
        says="modules that `import goldsmith` loads",
        ours=_modules,
        limit=120,
        unit="modules",
        is_time=False,
        rounds=1,
        repeats=1,
    ),
    Contest(
        name="j-install",
        says="installed size of the core, without compiled files",
        ours=_megabytes,
        limit=150,
        unit="MB",
        is_time=False,
        prepare=_install,
        rounds=1,
        repeats=1,
        slow=True,
    ),
    Contest(
        name="j-install-packages",
        says="packages of the core",
        ours=_packages,
        limit=22,
        unit="packages",
        is_time=False,
        prepare=_install,
        rounds=1,
        repeats=1,
        slow=True,
    ),
)
