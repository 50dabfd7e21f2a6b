"""Have the peers' own loaders read what `goldsmith export` writes.

    python tools/peers.py [--only NAME ...]

The set of the demo is exported in each format; each script of tools/peers/ then runs in an environment of its own, in
which the first lines of the script say what is installed (``# requires: ragas==0.4.3``; ``# requires-npm: …`` for
Node), with the folder of the export as its argument. It loads the files with the peer's own loader and prints one line
of JSON; `cases` in it must be the number of cases that the export says it wrote. A peer that cannot be installed fails,
and never skips. Prints a table, then PASS or what failed.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SCRIPTS = ROOT / "tools" / "peers"
HOMES = ROOT / ".venv" / "peers"
_REQUIRES = re.compile(r"^(?:#|//) requires(-npm)?: (.+)$", re.MULTILINE)
_FORMAT = re.compile(r"^(?:#|//) format: (\S+)(?: (.+))?$", re.MULTILINE)
_INSTALL_S, _LOAD_S = 1_800, 300


@dataclass(frozen=True, kw_only=True)
class Peer:
    """One script, what it needs and what it reads."""

    script: Path
    format: str
    options: tuple[str, ...]
    packages: tuple[str, ...]
    node: bool

    @property
    def name(self) -> str:
        return self.script.stem


class PeerFailedError(Exception):
    """What a peer or its installation said."""


def main(arguments: Sequence[str]) -> int:
    """Return the exit status: 1 where a peer could not be installed or refused a file."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", action="append", metavar="NAME", help="this peer alone; may be repeated")
    asked = parser.parse_args(arguments)
    peers = [peer for peer in _peers() if not asked.only or peer.name in asked.only]
    failed = []
    with tempfile.TemporaryDirectory() as held:
        demo = Path(held) / "demo"
        _call([sys.executable, "-m", "goldsmith", "demo", "--into", str(demo)], cwd=Path(held), limit_s=_LOAD_S)
        for peer in peers:
            try:
                told = _tried(peer, demo, Path(held) / "exports" / peer.name)
            except (PeerFailedError, subprocess.TimeoutExpired) as error:
                failed.append(peer.name)
                told = f"FAILED: {error}"
            print(f"{peer.name:<16} {' '.join(peer.packages):<34} {told}", flush=True)
    print(f"FAILED: {', '.join(failed)}" if failed else "PASS")
    return 1 if failed else 0


def _peers() -> Iterator[Peer]:
    for script in sorted(SCRIPTS.iterdir()):
        text = script.read_text(encoding="utf-8")
        needs = _REQUIRES.search(text)
        if needs is None:
            continue
        named = _FORMAT.search(text)
        yield Peer(
            script=script,
            format=named.group(1) if named else script.stem.replace("_", "-"),
            options=tuple((named.group(2) or "").split()) if named else (),
            packages=tuple(needs.group(2).split()),
            node=needs.group(1) is not None,
        )


def _tried(peer: Peer, demo: Path, folder: Path) -> str:
    program = _installed(peer)
    export = [sys.executable, "-m", "goldsmith", "export", peer.format, "--to", str(folder), "--json", *peer.options]
    if "--run" not in export and peer.format == "otlp":
        export += ["--run", _latest_run(demo)]
    exported = json.loads(_call(export, cwd=demo, limit_s=_LOAD_S))
    out = _call([program, str(peer.script), str(folder)], cwd=_home(peer), limit_s=_LOAD_S)
    said = json.loads(out.strip().splitlines()[-1])
    if said.get("cases") != exported["cases"]:
        message = f"exported {exported['cases']} cases, the peer read {said.get('cases')}: {said}"
        raise PeerFailedError(message)
    return json.dumps(said)


def _latest_run(demo: Path) -> str:
    return max(path.name for path in (demo / ".goldsmith" / "runs").iterdir())


def _home(peer: Peer) -> Path:
    return HOMES / peer.name


def _installed(peer: Peer) -> str:
    """Return the program that runs the script, after its packages were installed; an install is done once."""
    home, stamp = _home(peer), _home(peer) / "installed.txt"
    program = "node" if peer.node else str(home / "bin" / "python")
    if stamp.exists() and stamp.read_text(encoding="utf-8") == " ".join(peer.packages):
        return program
    shutil.rmtree(home, ignore_errors=True)
    home.mkdir(parents=True)
    if peer.node:
        _call(["npm", "install", "--silent", "--no-audit", "--no-fund", *peer.packages], cwd=home, limit_s=_INSTALL_S)
    else:
        _call([sys.executable, "-m", "venv", str(home)], cwd=home, limit_s=_INSTALL_S)
        pip = [program, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        # A package that drags in what its loader never touches is named with a trailing `!`: it comes alone.
        alone = [name.removesuffix("!") for name in peer.packages if name.endswith("!")]
        others = [name for name in peer.packages if not name.endswith("!")]
        if others:
            _call([*pip, *others], cwd=home, limit_s=_INSTALL_S)
        if alone:
            _call([*pip, "--no-deps", *alone], cwd=home, limit_s=_INSTALL_S)
    stamp.write_text(" ".join(peer.packages), encoding="utf-8")
    return program


def _call(command: Sequence[str], *, cwd: Path, limit_s: float) -> str:
    environment = {**os.environ, "PYTHONPATH": "", "NODE_PATH": str(cwd / "node_modules")}
    done = subprocess.run(
        list(command), cwd=cwd, capture_output=True, text=True, timeout=limit_s, check=False, env=environment
    )
    if done.returncode:
        tail = (done.stderr or done.stdout).strip().splitlines()[-3:]
        raise PeerFailedError(f"{Path(command[0]).name} {' '.join(command[1:4])}: {' | '.join(tail)}")
    return done.stdout


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
