"""Importing is silent and cheap."""

from __future__ import annotations

import json
from pathlib import Path

from tests.architecture.house import module_name, python, sources

HEAVY = {"asyncio", "duckdb", "jinja2", "numpy", "pyarrow", "pydantic", "yaml"}
HEAVY_FOR_HELP = HEAVY - {"asyncio"}

LOADED = """
import json, sys
before = set(sys.modules)
import goldsmith
print(json.dumps(sorted(set(sys.modules) - before)))
"""

HELP = """
import contextlib, io, json, sys
from goldsmith.cli import main
sys.argv = ["goldsmith", "--help"]
with contextlib.redirect_stdout(io.StringIO()), contextlib.suppress(SystemExit):
    main()
print(json.dumps(sorted(sys.modules)))
"""

# What a module does to the world while it is imported, as the interpreter's own audit sees it.
TRACES = """
import importlib, json, logging, os, sys, threading

ACTS = {"os.mkdir", "os.rename", "os.remove", "os.putenv", "os.unsetenv", "os.system", "subprocess.Popen",
        "socket.connect", "socket.bind", "socket.getaddrinfo"}
traces = []
for name in FOREIGN:  # what other people's packages do is theirs to answer for
    importlib.import_module(name)

def listen(event, arguments):
    if event == "open":
        _, mode, flags = arguments
        if isinstance(mode, str) and set(mode) & set("wax+") or flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT):
            traces.append(f"{event} {arguments[0]}")
    elif event in ACTS:
        traces.append(f"{event} {arguments}")

handlers, threads = list(logging.getLogger().handlers), threading.active_count()
sys.addaudithook(listen)
for name in NAMES:
    importlib.import_module(name)
if logging.getLogger().handlers != handlers:
    traces.append("log handlers")
if threading.active_count() != threads:
    traces.append("threads")
print(json.dumps(traces))
"""


FOREIGN = ("click", "duckdb", "jinja2", "numpy", "pydantic", "semantic_text_splitter", "yaml")


def tops(modules: list[str]) -> set[str]:
    return {name.partition(".")[0] for name in modules}


def traces_of(folder: Path, names: list[str], *, after: tuple[str, ...] = ()) -> list[str]:
    """Import modules in a fresh Python with empty folders, and return what that did to the world."""
    here, home = folder / "here", folder / "home"
    here.mkdir()
    home.mkdir()
    program = TRACES.replace("NAMES", repr(names)).replace("FOREIGN", repr(after))
    found: list[str] = json.loads(python(program, folder=here, home=home))
    return [*found, *(str(path) for path in (*here.iterdir(), *home.iterdir()))]


def test_importing_the_package_loads_nothing_heavy(tmp_path: Path) -> None:
    loaded: list[str] = json.loads(python(LOADED, folder=tmp_path))

    assert tops(loaded) & HEAVY == set()
    assert len(loaded) <= 120


def test_the_help_of_the_program_loads_nothing_heavy(tmp_path: Path) -> None:
    loaded: list[str] = json.loads(python(HELP, folder=tmp_path))

    assert tops(loaded) & HEAVY_FOR_HELP == set()


def test_importing_the_package_leaves_no_trace(tmp_path: Path) -> None:
    assert traces_of(tmp_path, ["goldsmith"]) == []


def test_importing_every_module_leaves_no_trace(tmp_path: Path) -> None:
    names = sorted(name for name in map(module_name, sources()) if not name.endswith("__main__"))

    assert traces_of(tmp_path, names, after=FOREIGN) == []
