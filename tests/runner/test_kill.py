"""A run that is killed at any moment loses nothing that it acknowledged, repeats nothing, and goes on by itself."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path

from goldsmith.ondisk.runs import RunFolder, run_ids

ROOT = Path(__file__).resolve().parents[2]
CASES, REPEATS = 150, 2
TOTAL = CASES * (REPEATS * 2)  # every second case is a conversation of three steps

# Says the keys of a group on its standard output once the group is on disk: from then on nothing of it may be lost.
CHILD = """
import asyncio, os, sys
from pathlib import Path
from goldsmith.ondisk.runs import RunFolder, find_resumable, snapshot
from goldsmith.records.case import Case, Message
from goldsmith.records.decision import Status
from goldsmith.records.response import Reply
from goldsmith.records.run import Plan
from goldsmith.runner.blocking import run_blocking
from goldsmith.runner.carrying import carry
from goldsmith.runner.planning import plan_tasks
from goldsmith.records.settings import RunSettings

count, repeats, runs = int(sys.argv[1]), int(sys.argv[2]), Path(sys.argv[3])
turns = (Message(role="user", content="a"), Message(role="user", content="b"))
cases = [Case(id=f"c{n}", question="?", messages=turns if n % 2 else ()) for n in range(count)]
plan = Plan(
    run="", created_at="", system="fake", system_digest="", system_revision=None, set_name="s", set_version=None,
    set_digest="", corpus=None, corpus_digest=None, cases=tuple(case.id for case in cases), subset=None,
    repeats=repeats, concurrency=8, timeout_s=60.0, goldsmith="0",
)

class Fake:
    name, revision, shows, fingerprints = "fake", None, (), {}

    async def ask(self, step, history, key):
        await asyncio.sleep(0.002 * (hash((key.task, key.step)) % 5))
        return Reply(answer=f"{key.task}/{key.step}/{key.repeat}" + "x" * 2000)

    async def close(self):
        pass

snapshots = [snapshot(case, Status(state="candidate", why="")) for case in cases]
folder = find_resumable(runs, plan, snapshots) or RunFolder.create(runs, plan, snapshots)
with folder.journal() as journal:
    def keep(group):
        journal.append(group)
        said = "".join(f"{r.key.task}/{r.key.step}/{r.key.repeat}\\n" for r in group)
        os.write(1, said.encode())
    settings = RunSettings(repeats=repeats)
    run_blocking(carry(plan_tasks(cases), Fake(), settings, done=folder.read_journal().by_key, keep=keep))
folder.finish()
"""


def sitting(runs: Path, *, kill_after: int | None) -> tuple[list[str], int]:
    """Start the run; kill it once it has said `kill_after` keys. Returns the keys it said, and its exit status."""
    child = subprocess.Popen(
        [sys.executable, "-c", CHILD, str(CASES), str(REPEATS), str(runs)],
        env={"PYTHONPATH": str(ROOT / "src"), "PATH": os.defpath, "PYTHONDONTWRITEBYTECODE": "1"},
        stdout=subprocess.PIPE,
    )
    said = b""
    with child:
        assert child.stdout is not None
        while chunk := os.read(child.stdout.fileno(), 512):
            said += chunk
            if kill_after is not None and said.count(b"\n") >= kill_after:
                child.kill()
                kill_after = None
    return [line.decode() for line in said.split(b"\n")[:-1]], child.returncode


def kept_in(runs: Path) -> tuple[set[str], int]:
    (run,) = run_ids(runs)
    contents = RunFolder.open(runs, run).read_journal()
    keys = {f"{response.key.task}/{response.key.step}/{response.key.repeat}" for response in contents.responses}
    return keys, len(contents.repeated)


def test_a_killed_run_loses_nothing_repeats_nothing_and_needs_no_hand(tmp_path: Path) -> None:
    kills = int(os.environ.get("GOLDSMITH_KILLS", "12"))  # noqa: TID251 - a long night may ask for hundreds
    chance = random.Random(7)
    round_no = 0
    while kills > 0:
        runs = tmp_path / str(round_no)
        acknowledged: list[str] = []
        kept: set[str] = set()
        finished = False
        while not finished:
            said, status = sitting(runs, kill_after=chance.randrange(1, TOTAL // 5) if kills > 0 else None)
            kills -= 1
            acknowledged += said
            kept, repeated = kept_in(runs)
            finished = status == 0

            assert (set(acknowledged) - kept, repeated, len(acknowledged)) == (set(), 0, len(set(acknowledged)))
        assert len(kept) == TOTAL
        round_no += 1
