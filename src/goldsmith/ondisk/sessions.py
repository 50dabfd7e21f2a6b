"""Which run belongs to which test session: the processes of one session share one run.

The first process that needs it carries the run out; the others wait for their turn and read what came of it.
"""

from __future__ import annotations

import contextlib
import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from goldsmith._base.atomic import write_atomically

_NAME = "test-sessions"
_KEPT = 20
"""Sessions that are remembered."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionRun:
    """What came of the run of one session."""

    run: str
    """Its id; empty text: there was none."""
    trouble: str = ""
    """Why there is no run, as a person is told."""


@contextlib.contextmanager
def session_turn(state: Path) -> Iterator[None]:
    """Wait until no other process is at its turn, and hold the turn; a kill frees it."""
    state.mkdir(parents=True, exist_ok=True)
    with (state / f"{_NAME}.lock").open("ab") as stream:
        if sys.platform == "win32":
            import msvcrt

            while True:
                with contextlib.suppress(OSError):  # it gives up after ten seconds; a run may take longer
                    msvcrt.locking(stream.fileno(), msvcrt.LK_LOCK, 1)
                    break
        else:
            import fcntl

            fcntl.flock(stream, fcntl.LOCK_EX)
        yield


def read_session(state: Path, session: str) -> SessionRun | None:
    """Return what came of the run of `session`; None: it was not carried out yet."""
    held = _read(state).get(session)
    return SessionRun(run=held[0], trouble=held[1]) if held is not None else None


def write_session(state: Path, session: str, outcome: SessionRun) -> None:
    """Tell the other processes of `session` what came of its run; call it while holding the turn."""
    held = [(name, told) for name, told in _read(state).items() if name != session]
    kept = dict([*held[1 - _KEPT :], (session, (outcome.run, outcome.trouble))])
    write_atomically(state / f"{_NAME}.json", json.dumps(kept, ensure_ascii=False).encode())


def _read(state: Path) -> dict[str, tuple[str, str]]:
    path = state / f"{_NAME}.json"
    if not path.is_file():
        return {}
    try:
        held = json.loads(path.read_bytes())
        return {str(name): (str(run), str(trouble)) for name, (run, trouble) in held.items()}
    except (ValueError, TypeError, AttributeError):
        # It speaks of sessions that are over, and nothing rests on it.
        return {}
