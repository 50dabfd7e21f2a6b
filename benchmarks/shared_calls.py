"""The peers' calls and data generators, which lie in a folder outside the repository and are not copied."""

from __future__ import annotations

import os
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

from contest import Call, Place, Setup

ROOT = Path(__file__).resolve().parent.parent


def shared_folder() -> Path | None:
    """Return the folder with the peers' calls; None where it is not there."""
    folder = Path(os.environ.get("GOLDSMITH_SHARED") or ROOT.parent / "shared")
    return folder.resolve() if (folder / "bench" / "bench_common.py").is_file() else None


def shared_module(place: Place, name: str) -> Any:
    """Import one module of the folder, without leaving compiled files in it; its own data go to the work folder."""
    os.environ["PERF_HOME"] = str(place.work)
    folder = str(place.shared / "bench")
    if folder not in sys.path:
        sys.path.append(folder)
    before, sys.dont_write_bytecode = sys.dont_write_bytecode, True
    try:
        return import_module(name)
    finally:
        sys.dont_write_bytecode = before


def peer_case(module: str, case: str, **quick: object) -> Setup:
    """Return the set-up of one case of a module; `quick` are its globals at quick size."""

    def setup(place: Place) -> Call:
        held = shared_module(place, module)
        for name, value in quick.items() if place.quick else ():
            setattr(held, name, value)
        call: Call = held.bench.cases[case]["fn"]()
        return call

    return setup
