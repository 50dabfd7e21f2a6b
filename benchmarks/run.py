"""Run our jobs beside their best peers, and say which fall short of their goals.

The last line is ``PASS`` (exit status 0) or ``SHORT: a, h-lines`` (1). A quick run decides nothing: ``QUICK`` (3).
Where the peers or their data are absent the exit status is 2.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from contest import Contest
from measure import MARK
from shared_calls import ROOT, shared_folder
from table import HEADINGS, Row, fallen_short, line, printed, rows_of

LONGEST_S = 900
"""Most that one process may take."""
NEEDED = (
    "aiohttp", "chonkie", "datasketch", "edlib", "ir_measures", "krippendorff", "msgspec", "orjson", "pandas", "polars",
    "pyarrow", "pytrec_eval", "ranx", "rapidfuzz", "rensa", "scipy", "sklearn", "uvloop",
)  # fmt: skip


class Session:
    """One run: where the data lie and how large they are."""

    def __init__(self, *, work: Path, shared: Path, quick: bool) -> None:
        self._place = (str(work), str(shared), "quick" if quick else "full")
        self._environment = {**os.environ, "GOLDSMITH_SHARED": str(shared)}
        self._prepared: dict[Any, dict[str, Any]] = {}
        self.quick = quick

    def measured(self, contest: Contest) -> dict[str, list[dict[str, Any]]]:
        """Return what each side of `contest` measured: by turns, so that a busy moment meets both."""
        sides = ("ours", *map(str, range(len(contest.peers))))
        failed = self._prepare(contest)
        if "error" in failed:
            return {side: [failed] for side in sides}
        found: dict[str, list[dict[str, Any]]] = {side: [] for side in sides}
        for _ in range(1 if self.quick else contest.rounds):
            for side in sides:
                found[side].append(self._process(contest, side))
        return found

    def _prepare(self, contest: Contest) -> dict[str, Any]:
        if contest.prepare is None:
            return {}
        if contest.prepare not in self._prepared:
            self._prepared[contest.prepare] = self._process(contest, "prepare")
        return self._prepared[contest.prepare]

    def _process(self, contest: Contest, side: str) -> dict[str, Any]:
        program = Path(__file__).with_name("measure.py")
        command = [sys.executable, str(program), contest.name, side, *self._place]
        try:
            done = subprocess.run(
                command, env=self._environment, capture_output=True, text=True, check=False, timeout=LONGEST_S
            )
        except subprocess.TimeoutExpired:
            return {"error": f"not done after {LONGEST_S} s"}
        results = [line for line in done.stdout.splitlines() if line.startswith(MARK)]
        if not results:
            last = done.stderr.strip().splitlines()[-1:] or ["no word"]
            return {"error": f"ended with status {done.returncode}: {last[0][:200]}"}
        found: dict[str, Any] = json.loads(results[-1].removeprefix(MARK))
        return found


def asked(argv: Sequence[str]) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description="Our jobs beside the best peers, each ratio with its goal.")
    parser.add_argument("--only", metavar="JOBS", help="letters or names, such as a,h or j-install")
    parser.add_argument("--quick", action="store_true", help="small sizes, one process a side; decides nothing")
    parser.add_argument("--work", type=Path, help="an empty folder for the data, which is kept (about 3 GB)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write every measurement here too")
    return parser.parse_args(argv)


def _absent() -> Iterator[str]:
    if shared_folder() is None:
        yield (
            "The peers' calls and the data generators are not part of the repository and were not found.\n"
            f"Put their folder beside it, as {ROOT.parent / 'shared'}, or name it: GOLDSMITH_SHARED=FOLDER"
        )
    missing = [name for name in NEEDED if find_spec(name) is None]
    if missing:
        yield (
            f"These peers are not installed: {', '.join(missing)}.\n"
            "Run `make bench`, or: python -m pip install -c constraints.txt -e '.[bench]'"
        )


def run(options: argparse.Namespace, work: Path, shared: Path) -> int:
    """Measure, print the table and the verdict; return the exit status."""
    from jobs import chosen

    try:
        contests = chosen(options.only, quick=options.quick)
    except ValueError as error:
        print(error, file=sys.stderr)
        return 2
    size = "QUICK SIZES: these figures decide nothing" if options.quick else "full sizes"
    print(f"{size}; Python {platform.python_version()}, {os.cpu_count()} cores, {platform.machine()}", flush=True)
    session = Session(work=work, shared=shared, quick=options.quick)
    print(line(HEADINGS))
    rows: list[Row] = []
    everything = {}
    for contest in contests:
        everything[contest.name] = session.measured(contest)
        found = rows_of(contest, everything[contest.name], quick=options.quick)
        print("\n".join(map(printed, found)), flush=True)
        rows += found
    if options.json:
        options.json.write_text(json.dumps(everything, indent=1), encoding="utf-8")
    short = fallen_short(rows)
    if options.quick:
        print(f"QUICK: {'nothing is short at these sizes' if not short else 'look at ' + ', '.join(short)}")
        return 3
    print(f"SHORT: {', '.join(short)}" if short else "PASS")
    return 1 if short else 0


def main(argv: Sequence[str]) -> int:
    """Run the command line and return the exit status."""
    options = asked(argv)
    absent = list(_absent())
    shared = shared_folder()
    if absent or shared is None:
        print("\n".join(absent), file=sys.stderr)
        return 2
    if options.work is not None:
        options.work.mkdir(parents=True, exist_ok=True)
        return run(options, options.work.resolve(), shared)
    with tempfile.TemporaryDirectory(prefix="goldsmith-bench-") as work:
        return run(options, Path(work), shared)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
