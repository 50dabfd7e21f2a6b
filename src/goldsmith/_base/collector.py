"""The garbage collector, kept from what it has no business with."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def collector_at_rest() -> Iterator[None]:
    """Keep the garbage collector from walking data that is still growing and holds no cycles."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            # What has grown is old at once: else the next object that is made would set off a walk over all of it.
            # Where somebody keeps objects frozen, theirs must stay so.
            if not gc.get_freeze_count():
                gc.freeze()
                gc.unfreeze()
            gc.enable()
