"""Measure one side of one contest, in this process; `run.py` starts one for each.

usage: measure.py CONTEST (ours | prepare | NUMBER OF PEER) WORK SHARED (full | quick)
"""

from __future__ import annotations

import gc
import json
import os
import sys
import time
import traceback
from pathlib import Path
from typing import Any

from contest import Contest, Place

MARK = "@@ "
"""Stands before the result: what libraries print goes to the same place."""


def measured(contest: Contest, side: str, place: Place) -> dict[str, Any]:
    """Return wall and CPU times in seconds, peak memory in MB above the set-up's, and the value of the last call."""
    if side == "prepare":
        if contest.prepare is not None:
            contest.prepare(place)
        return {}
    if contest.one_core:
        _hold_to_one_core()
    setup = contest.ours if side == "ours" else contest.peers[int(side)].setup
    call = setup(place)
    gc.collect()
    before = _resident("VmRSS")
    _reset_peak()
    times, cpu, value = [], [], None
    for _ in range(contest.repeats):
        started, worked = time.perf_counter(), time.process_time()
        value = call()
        cpu.append(time.process_time() - worked)
        times.append(time.perf_counter() - started)
    memory = _children_peak() if contest.of_children else _resident("VmHWM") - before
    return {"times": times, "cpu": cpu, "value": value, "memory": max(0.0, memory)}


def _hold_to_one_core() -> None:
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


def _resident(field: str) -> float:
    """Return a field of this process's memory in MB; 0 on systems that do not tell."""
    status = Path("/proc/self/status")
    lines = status.read_text().splitlines() if status.exists() else []
    return next((int(line.split()[1]) / 1024 for line in lines if line.startswith(field + ":")), 0.0)


def _reset_peak() -> None:
    peak = Path("/proc/self/clear_refs")
    if peak.exists():
        peak.write_text("5")


def _children_peak() -> float:
    try:
        import resource
    except ImportError:
        return 0.0
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024


def main(argv: list[str]) -> None:
    """Print the result, or what went wrong: a library's crash is a result too."""
    from jobs import CONTESTS

    name, side, work, shared, size = argv
    contest = next(one for one in CONTESTS if one.name == name)
    try:
        found = measured(contest, side, Place(work=Path(work), shared=Path(shared), quick=size == "quick"))
    except Exception as error:  # noqa: BLE001 - told in the table beside what did work
        found = {"error": f"{type(error).__name__}: {error}"[:300]}
        traceback.print_exc()
    print(MARK + json.dumps(found), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
